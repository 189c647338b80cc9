/** Events reach further people by rules of administrators, stay on the page until they are put away, and are counted. It stays as it is once it has run anywhere. */
export const name = "0246-rules-of-scenarios";

export const up = `
alter table "msg_scenario" add column "receiver_rule" text;
create table "msg_scenario_receivers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "role_id" uuid,
  "user_id" uuid
);
create index if not exists "msg_scenario_receivers_root_idx" on "msg_scenario_receivers" ("root_id");
grant select, insert, update, delete on "msg_scenario_receivers" to app_staff;
alter table "msg_scenario_receivers" enable row level security;
create policy staff on "msg_scenario_receivers" to app_staff using (true) with check (true);
create table "msg_scenario_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "variable" text not null,
  "operator" text not null,
  "value" text not null
);
create index if not exists "msg_scenario_conditions_root_idx" on "msg_scenario_conditions" ("root_id");
grant select, insert, update, delete on "msg_scenario_conditions" to app_staff;
alter table "msg_scenario_conditions" enable row level security;
create policy staff on "msg_scenario_conditions" to app_staff using (true) with check (true);
alter table "composed_message" add column "sticky" boolean default false not null;
drop index if exists "msg_scenario_code_idx";
create index if not exists "msg_scenario_module_idx" on "msg_scenario" ("module");
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_root_id_fkey" foreign key ("root_id") references "msg_scenario" (id) on delete cascade;
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "msg_scenario_conditions" add constraint "msg_scenario_conditions_root_id_fkey" foreign key ("root_id") references "msg_scenario" (id) on delete cascade;

/* Who keeps the rules in memory hears of a change. */
drop trigger msg_scenario_changed on msg_scenario;
create trigger msg_scenario_changed after insert or delete or update of state, on_site, by_email, quiet, can_mute, receiver_rule on msg_scenario for each statement execute function access_changed();
create trigger msg_scenario_receivers_changed after insert or delete or update on msg_scenario_receivers for each statement execute function access_changed();
create trigger msg_scenario_conditions_changed after insert or delete or update on msg_scenario_conditions for each statement execute function access_changed();

/* Whom an event is still to be told to, once what caused it is stored: who it is and whether they may know is looked up then. */
create table news_later (
  id bigint generated always as identity primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  wish jsonb not null,
  attempts integer not null default 0
);
grant select, update, delete on news_later to app_staff;
alter table news_later enable row level security;
create policy staff on news_later to app_staff using (true) with check (true);

/* Accounts that were told of an event at a moment, or in whose records of sending it stands why not. */
create function told_of(code text, about uuid, moment timestamptz) returns setof uuid language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select distinct user_id from public.msg_send_record
  where scenario = code and at = moment and record_id is not distinct from about and user_id is not null
$$;
revoke all on function told_of(text, uuid, timestamptz) from public;
grant execute on function told_of(text, uuid, timestamptz) to app_staff;

alter table inbox add column sticky boolean not null default false;
create index inbox_sticky_idx on inbox (user_id) where sticky;

create or replace function news_rules() returns jsonb language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object(
    'scenarios', coalesce((select jsonb_agg(jsonb_build_object('code', s.code, 'active', s.state = 'active', 'site', s.on_site, 'email', s.by_email,
      'quiet', s.quiet, 'muteable', s.can_mute, 'receiverRule', s.receiver_rule,
      'receivers', coalesce((select jsonb_agg(jsonb_build_object('role', (select r.code from public.role r where r.id = e.role_id and r.enabled), 'user', e.user_id) order by e.line_no)
        from public.msg_scenario_receivers e where e.root_id = s.id), '[]'),
      'conditions', coalesce((select jsonb_agg(jsonb_build_object('variable', c.variable, 'operator', c.operator, 'value', c.value) order by c.line_no)
        from public.msg_scenario_conditions c where c.root_id = s.id), '[]'))) from public.msg_scenario s), '[]'),
    'templates', coalesce((select jsonb_agg(jsonb_build_object('scenario', scenario, 'channel', channel, 'side', side, 'title', title, 'content', content)
      order by created_at, id) from public.msg_template where state = 'active'), '[]'),
    'quietFrom', coalesce((select value::int from public.parameter where key = 'notify.quietFrom'), 22),
    'quietTo', coalesce((select value::int from public.parameter where key = 'notify.quietTo'), 7))
$$;

/* The columns as they were; a letter that waits says until when. */
create or replace view msg_send_entry as
  select r.id, r.tenant_id, 1 as version, null::uuid as created_by, r.at as created_at, null::uuid as updated_by, r.at as updated_at,
    r.at, r.scenario, r.channel, r.user_id, r.receiver, r.address, r.record_number, r.title, r.content, r.skip_reason,
    case when r.skip_reason is not null then 'skipped' when r.recalled_at is not null then 'recalled'
      when r.is_held and r.mail_id is null then 'held' when r.channel = 'site' then 'sent'
      when m.state in ('queued', 'sending', 'draft') then 'queued' when m.state in ('failed', 'cancelled') then m.state else 'sent' end as status,
    m.last_error as error, m.attempts, case when r.channel = 'site' and r.skip_reason is null then r.at else m.sent_at end as sent_at,
    i.read_at, m.id as mail_id, case when m.state = 'queued' then m.next_at end as leaves_at
  from msg_send_record r left join mail_outbox m on m.id = r.mail_id left join inbox i on i.id = r.inbox_id;

/* The columns as they were; what stays on the page until it is put away says when that was. */
create or replace view site_message as
  select r.id, r.tenant_id, r.version,
    case when r.recalled_at is not null then 'recalled' when i.id is null then 'removed' when i.read_at is null then 'unread' else 'read' end as state,
    case when r.recalled_at is not null then 'unread' end as previous_state,
    null::uuid as created_by, r.at as created_at, r.recalled_by as updated_by, coalesce(r.recalled_at, r.at) as updated_at,
    r.title, r.content, r.at, coalesce(s.level, 'info') as level, r.scenario, r.record_number, r.user_id, r.receiver, i.read_at,
    r.recalled_at, r.recalled_by, r.inbox_id, r.composed_id, r.entity, r.record_id,
    coalesce(i.sticky, false) as sticky, (select min(d.at) from warning_dismissal d where d.user_id = r.user_id and d.kind = 'message'
      and d.object_id = r.inbox_id) as dismissed_at, coalesce(i.times, 1) as times
  from msg_send_record r left join inbox i on i.id = r.inbox_id
    left join msg_scenario s on s.code = r.scenario and s.tenant_id = r.tenant_id
  where r.channel = 'site' and r.skip_reason is null;

/* As it was; narrowed to one side, with the reason why nobody is told, and with those still to be told. */
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
      and (p ->> 'only' is null or s.side = p ->> 'only')
      and (u.supplier_id is null or jsonb_typeof(p -> 'readers') = 'null'
        or u.supplier_id in (select value::uuid from jsonb_array_elements_text(case jsonb_typeof(p -> 'readers') when 'array' then p -> 'readers' else '[]' end)))
  ), merged as (
    update public.inbox i set at = (p ->> 'at')::timestamptz, times = i.times + 1, title = e.site_title, body = e.site_content,
      from_user = (p ->> 'actor')::uuid, from_name = p ->> 'actorName'
    from people e
    where p ->> 'merge' in ('site', 'all') and (p ->> 'active')::boolean and e.site_wanted and e.site_title is not null
      and i.user_id = e.id and i.scenario = p ->> 'scenario' and i.record_id = (p ->> 'record')::uuid and i.read_at is null
      and (p ->> 'merge' = 'all' or i.title = e.site_title)
      and i.at > (p ->> 'at')::timestamptz - interval '24 hours'
    returning i.user_id
  ), fates as materialized (
    select e.*,
      case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when not e.site_wanted then 'off' when m.user_id is not null then 'merged' end as site_skip,
      case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when e.mail_wanted = 'off' then 'off' when e.email is null then 'no_address'
        when m.user_id is not null and p ->> 'merge' = 'all' then 'merged' end as mail_skip
    from people e left join (select distinct user_id from merged) m on m.user_id = e.id
  ), told as (
    insert into public.inbox (id, user_id, at, kind, level, scenario, entity, record_id, path, title, body, from_user, from_name, sticky)
    select inbox_id, id, (p ->> 'at')::timestamptz, p ->> 'kind', p ->> 'level', p ->> 'scenario', p ->> 'entity',
      (p ->> 'record')::uuid, p ->> 'path', site_title, site_content, (p ->> 'actor')::uuid, p ->> 'actorName', coalesce((p ->> 'sticky')::boolean, false)
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
  if jsonb_typeof(p -> 'later') = 'object' then
    insert into public.news_later (at, wish) values ((p ->> 'at')::timestamptz, p -> 'later');
  end if;
  return told;
end $$;
`;
