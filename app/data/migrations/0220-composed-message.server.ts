/** Messages somebody writes, and what every message in the portal is about. What stands above the first comment is written by `npm run db:generate`. */
export const name = "0220-composed-message";

export const up = `
create table "composed_message" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "content" text not null,
  "level" text not null,
  "audience" text not null,
  "record_number" text,
  "path" text,
  "sent_at" timestamptz,
  "sent_by" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "composed_message_state_idx" on "composed_message" ("state");
create index if not exists "composed_message_sent_by_idx" on "composed_message" ("sent_by");
create index if not exists "composed_message_updated_at_idx" on "composed_message" ("updated_at");
create index if not exists "composed_message_search_idx" on "composed_message" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "composed_message" to app_staff;
alter table "composed_message" enable row level security;
create policy staff on "composed_message" to app_staff using (true) with check (true);
create table "composed_message_targets" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "supplier_id" uuid,
  "supplier_class_id" uuid,
  "role_id" uuid,
  "factory_id" uuid,
  "user_id" uuid
);
create index if not exists "composed_message_targets_root_idx" on "composed_message_targets" ("root_id");
grant select, insert, update, delete on "composed_message_targets" to app_staff;
alter table "composed_message_targets" enable row level security;
create policy staff on "composed_message_targets" to app_staff using (true) with check (true);
alter table "news_targets" add column "factory_id" uuid;
alter table "news_targets" add column "user_id" uuid;
alter table "composed_message" add constraint "composed_message_sent_by_fkey" foreign key ("sent_by") references "app_user" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_root_id_fkey" foreign key ("root_id") references "composed_message" (id) on delete cascade;
alter table "composed_message_targets" add constraint "composed_message_targets_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;

/* What a message is about, and the one somebody wrote. Rows from before say neither. */
alter table msg_send_record add column entity text;
alter table msg_send_record add column record_id uuid;
alter table msg_send_record add column composed_id uuid references composed_message (id) on delete set null;
create index msg_send_record_composed_idx on msg_send_record (composed_id) where composed_id is not null;

create or replace view site_message as
  select r.id, r.tenant_id, r.version,
    case when r.recalled_at is not null then 'recalled' when i.id is null then 'removed' when i.read_at is null then 'unread' else 'read' end as state,
    case when r.recalled_at is not null then 'unread' end as previous_state,
    null::uuid as created_by, r.at as created_at, r.recalled_by as updated_by, coalesce(r.recalled_at, r.at) as updated_at,
    r.title, r.content, r.at, coalesce(s.level, 'info') as level, r.scenario, r.record_number, r.user_id, r.receiver, i.read_at,
    r.recalled_at, r.recalled_by, r.inbox_id, r.composed_id, r.entity, r.record_id
  from msg_send_record r left join inbox i on i.id = r.inbox_id
    left join msg_scenario s on s.code = r.scenario and s.tenant_id = r.tenant_id
  where r.channel = 'site' and r.skip_reason is null;

/* As it was; the records of sending say what it was about, too. */
create or replace function announce(p jsonb) returns integer language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare told integer;
begin
  with wanted as (
    select value::uuid as id from jsonb_array_elements_text(p -> 'to')
    union
    select g.user_id from public.user_role g join public.role r on r.code = g.role_code
      where r.enabled and g.role_code in (select jsonb_array_elements_text(p -> 'roles'))
        and coalesce(g.valid_from <= (p ->> 'today')::date, true) and coalesce(g.valid_until >= (p ->> 'today')::date, true)
    union
    select u.id from public.app_user u where u.supplier_id in (select value::uuid from jsonb_array_elements_text(p -> 'suppliers'))
    union
    select w.user_id from public.record_watch w
      where (p ->> 'watchers')::boolean and w.entity = p ->> 'entity' and w.record_id = (p ->> 'record')::uuid
        and w.user_id is distinct from (p ->> 'actor')::uuid
  ), people as materialized (
    select u.id, u.username, nullif(u.email, '') as email, gen_random_uuid() as inbox_id, gen_random_uuid() as mail_id,
      not (p ->> 'muteable')::boolean or coalesce(c.wanted, true) as site_wanted,
      case when (p ->> 'muteable')::boolean then coalesce(c.mail, 'now') else 'now' end as mail_wanted,
      replace(p -> s.side -> 'site' ->> 'title', '{{receiver}}', u.username) as site_title,
      replace(p -> s.side -> 'site' ->> 'content', '{{receiver}}', u.username) as site_content,
      replace(p -> s.side -> 'email' ->> 'title', '{{receiver}}', u.username) as mail_title,
      replace(p -> s.side -> 'email' ->> 'content', '{{receiver}}', u.username) as mail_content,
      case when jsonb_typeof(p -> 'quiet') = 'object' then public.quiet_end((p ->> 'at')::timestamptz,
        coalesce(n.quiet_from, (p -> 'quiet' ->> 'from')::int), coalesce(n.quiet_to, (p -> 'quiet' ->> 'to')::int))
        else (p ->> 'at')::timestamptz end as leaves_at
    from wanted w join public.app_user u on u.id = w.id
    cross join lateral (select case when u.supplier_id is null then 'internal' else 'supplier' end as side) s
    left join public.notification_choice c on c.user_id = u.id and c.scenario = p ->> 'scenario'
    left join public.notification_person n on n.user_id = u.id
    where u.state in ('active', 'locked')
      and (u.supplier_id is null or jsonb_typeof(p -> 'readers') = 'null'
        or u.supplier_id in (select value::uuid from jsonb_array_elements_text(case jsonb_typeof(p -> 'readers') when 'array' then p -> 'readers' else '[]' end)))
  ), merged as (
    update public.inbox i set at = (p ->> 'at')::timestamptz, times = i.times + 1, title = e.site_title, body = e.site_content,
      from_user = (p ->> 'actor')::uuid, from_name = p ->> 'actorName'
    from people e
    where (p ->> 'merge')::boolean and (p ->> 'active')::boolean and e.site_wanted and e.site_title is not null
      and i.user_id = e.id and i.scenario = p ->> 'scenario' and i.record_id = (p ->> 'record')::uuid and i.read_at is null
      and i.at > (p ->> 'at')::timestamptz - interval '24 hours'
    returning i.user_id
  ), fates as materialized (
    select e.*,
      case when not (p ->> 'active')::boolean then 'disabled' when not e.site_wanted then 'off' when m.user_id is not null then 'merged' end as site_skip,
      case when not (p ->> 'active')::boolean then 'disabled' when e.mail_wanted = 'off' then 'off' when e.email is null then 'no_address'
        when m.user_id is not null then 'merged' end as mail_skip
    from people e left join (select distinct user_id from merged) m on m.user_id = e.id
  ), told as (
    insert into public.inbox (id, user_id, at, kind, level, scenario, entity, record_id, path, title, body, from_user, from_name)
    select inbox_id, id, (p ->> 'at')::timestamptz, p ->> 'kind', p ->> 'level', p ->> 'scenario', p ->> 'entity',
      (p ->> 'record')::uuid, p ->> 'path', site_title, site_content, (p ->> 'actor')::uuid, p ->> 'actorName'
    from fates where site_title is not null and site_skip is null
    returning user_id
  ), written as (
    insert into public.mail_outbox (id, created_at, updated_at, user_id, recipient, subject, body, path, scenario, record_number, next_at)
    select mail_id, (p ->> 'at')::timestamptz, (p ->> 'at')::timestamptz, id, email, mail_title, mail_content, p ->> 'path', p ->> 'scenario',
      p ->> 'number', leaves_at
    from fates where mail_title is not null and mail_skip is null and mail_wanted = 'now'
  ), noted as (
    insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, record_number, title, content, skip_reason, is_held, inbox_id, mail_id, entity, record_id, composed_id)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'site', id, username, null, p ->> 'number', site_title, site_content,
      site_skip, false, case when site_skip is null then inbox_id end, null, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid
    from fates where site_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', id, username, public.masked_address(email), p ->> 'number',
      mail_title, mail_content, mail_skip, mail_skip is null and mail_wanted = 'daily', null,
      case when mail_skip is null and mail_wanted = 'now' then mail_id end, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid
    from fates where mail_title is not null
  )
  select (select count(*) from told) + (select count(distinct user_id) from merged) into told;
  return told;
end $$;
`;
