/** Scenarios and templates, records of sending, the outbox as people read it. The tables above the first comment are written by `npm run db:generate`. */
export const name = "0050-notices";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";

export const up = `
create table "msg_scenario" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "module" text not null,
  "level" text not null,
  "audience" text not null,
  "variables" text,
  "on_site" boolean default false not null,
  "by_email" boolean default false not null,
  "quiet" boolean default false not null,
  "can_mute" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "msg_scenario_code_key" unique ("tenant_id", "code")
);
create index if not exists "msg_scenario_state_idx" on "msg_scenario" ("state");
create index if not exists "msg_scenario_code_idx" on "msg_scenario" ("code");
create index if not exists "msg_scenario_search_idx" on "msg_scenario" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "msg_scenario" to app_staff;
alter table "msg_scenario" enable row level security;
create policy staff on "msg_scenario" to app_staff using (true) with check (true);
create table "msg_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "scenario" text not null,
  "channel" text not null,
  "side" text not null,
  "remark" text,
  "variables" text,
  "title" text not null,
  "content" text not null,
  "preview" text,
  "revision" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "msg_template_state_idx" on "msg_template" ("state");
create index if not exists "msg_template_scenario_idx" on "msg_template" ("scenario");
create index if not exists "msg_template_search_idx" on "msg_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "msg_template" to app_staff;
alter table "msg_template" enable row level security;
create policy staff on "msg_template" to app_staff using (true) with check (true);
create table "msg_template_revisions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "revision" integer not null,
  "title" text not null,
  "content" text not null,
  "saved_by" text,
  "saved_at" timestamptz
);
create index if not exists "msg_template_revisions_root_idx" on "msg_template_revisions" ("root_id");
grant select, insert, update, delete on "msg_template_revisions" to app_staff;
alter table "msg_template_revisions" enable row level security;
create policy staff on "msg_template_revisions" to app_staff using (true) with check (true);
alter table "msg_template_revisions" add constraint "msg_template_revisions_root_id_fkey" foreign key ("root_id") references "msg_template" (id) on delete cascade;

/* Both are kept in memory under the version of rights and menus, which every request reads. The columns that searching fills beside
   the requests change nothing of them. */
create trigger msg_scenario_changed after insert or delete or update of state, on_site, by_email, quiet, can_mute on msg_scenario for each statement execute function access_changed();
create trigger msg_template_changed after insert or delete or update of state, title, content on msg_template for each statement execute function access_changed();

/* What administrators made of the scenarios, for whoever announces something: suppliers hold no right to the tables. */
create function news_rules() returns jsonb language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object(
    'scenarios', coalesce((select jsonb_agg(jsonb_build_object('code', code, 'active', state = 'active', 'site', on_site, 'email', by_email,
      'quiet', quiet, 'muteable', can_mute)) from public.msg_scenario), '[]'),
    'templates', coalesce((select jsonb_agg(jsonb_build_object('scenario', scenario, 'channel', channel, 'side', side, 'title', title, 'content', content)
      order by created_at, id) from public.msg_template where state = 'active'), '[]'),
    'quietFrom', coalesce((select value::int from public.parameter where key = 'notify.quietFrom'), 22),
    'quietTo', coalesce((select value::int from public.parameter where key = 'notify.quietTo'), 7))
$$;
revoke all on function news_rules() from public;
grant execute on function news_rules() to app_staff, app_supplier;

/* The outbox as a screen: people write letters, cancel them and send them again. */
alter table mail_outbox alter column created_at set default now();
alter table mail_outbox alter column next_at set default now();
alter table mail_outbox alter column next_at drop not null;
alter table mail_outbox alter column attempts drop not null;
alter table mail_outbox add column version integer not null default 1;
alter table mail_outbox add column previous_state text;
alter table mail_outbox add column created_by uuid;
alter table mail_outbox add column updated_by uuid;
alter table mail_outbox add column updated_at timestamptz not null default now();
alter table mail_outbox add column record_number text;
/* Who has taken it, and since when it is being handed over. */
alter table mail_outbox add column claim text;
alter table mail_outbox add column handed_at timestamptz;
/* A hand-over was cut off: the mail server may have it. */
alter table mail_outbox add column is_uncertain boolean not null default false;
update mail_outbox set state = 'cancelled' where state = 'dropped';
/* What opens an account is made when the letter leaves. */
update mail_outbox set body = replace(body, '{link}', '【链接只在发出的邮件中，不在此显示】') where link_kind is not null;
update mail_outbox set scenario = 'account.recover' where link_kind = 'recover';
create index mail_outbox_created_idx on mail_outbox (created_at desc);
create index mail_outbox_number_idx on mail_outbox (record_number text_pattern_ops) where record_number is not null;
grant insert, update on mail_outbox to app_staff;
create policy staff_insert on mail_outbox for insert to app_staff with check (true);
create policy staff_update on mail_outbox for update to app_staff using (true) with check (true);

/* Middle of an address in stars: enough to know it by, not enough to write to. */
create function masked_address(address text) returns text language sql immutable as $$
  select regexp_replace(address, '^(.)[^@]*(@.*)$', '\\1***\\2')
$$;

/* To whom, by which channel and with which words something was announced; what became of a letter stands with the letter. */
create table msg_send_record (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  scenario text not null,
  channel text not null,
  user_id uuid references app_user (id) on delete set null,
  receiver text not null,
  address text,
  record_number text,
  title text not null,
  content text not null,
  skip_reason text,
  /* Kept for the daily letter. */
  is_held boolean not null default false,
  inbox_id uuid,
  mail_id uuid
);
create index msg_send_record_at_idx on msg_send_record (at desc);
create index msg_send_record_user_idx on msg_send_record (user_id, at desc);
create index msg_send_record_mail_idx on msg_send_record (mail_id) where mail_id is not null;
create index msg_send_record_held_idx on msg_send_record (user_id) where is_held and mail_id is null;
create index msg_send_record_number_idx on msg_send_record (record_number text_pattern_ops) where record_number is not null;
alter table msg_send_record enable row level security;

/* Not security_invoker: whether somebody has read a message stands in a row that only they may read. */
create view msg_send_entry as
  select r.id, r.tenant_id, 1 as version, null::uuid as created_by, r.at as created_at, null::uuid as updated_by, r.at as updated_at,
    r.at, r.scenario, r.channel, r.user_id, r.receiver, r.address, r.record_number, r.title, r.content, r.skip_reason,
    case when r.skip_reason is not null then 'skipped' when r.is_held and r.mail_id is null then 'held' when r.channel = 'site' then 'sent'
      when m.state in ('queued', 'sending', 'draft') then 'queued' when m.state in ('failed', 'cancelled') then m.state else 'sent' end as status,
    m.last_error as error, m.attempts, case when r.channel = 'site' and r.skip_reason is null then r.at else m.sent_at end as sent_at,
    i.read_at, m.id as mail_id
  from msg_send_record r left join mail_outbox m on m.id = r.mail_id left join inbox i on i.id = r.inbox_id;
grant select on msg_send_entry to app_staff;

/* Letters of a scenario a person wants: now | daily | off; nothing: now. The column "wanted" is about messages in the portal. */
alter table notification_choice add column mail text;
/* Hours between which letters to a person wait, instead of those of the company; the same twice: none. */
create table notification_person (
  user_id uuid primary key references app_user (id) on delete cascade,
  quiet_from smallint not null,
  quiet_to smallint not null
);
grant select, insert, update, delete on notification_person to app_staff, app_supplier;
alter table notification_person enable row level security;
create policy own on notification_person to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});

/* When a letter of this instant may leave: at once, or when the quiet hours of that day in China are over. */
create function quiet_end(at timestamptz, hour_from int, hour_to int) returns timestamptz language sql immutable as $$
  select case
    when hour_from is null or hour_to is null or hour_from = hour_to then at
    when hour_from < hour_to and h >= hour_from and h < hour_to then (date_trunc('day', local) + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and h >= hour_from then (date_trunc('day', local) + interval '1 day' + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    when hour_from > hour_to and h < hour_to then (date_trunc('day', local) + hour_to * interval '1 hour') at time zone 'Asia/Shanghai'
    else at end
  from (select at at time zone 'Asia/Shanghai' as local, extract(hour from at at time zone 'Asia/Shanghai')::int as h) l
$$;

/* A person's own messages: marked, and thrown away. */
alter table inbox add column starred boolean not null default false;
grant update (starred) on inbox to app_staff, app_supplier;
grant delete on inbox to app_staff, app_supplier;

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
    insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, record_number, title, content, skip_reason, is_held, inbox_id, mail_id)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'site', id, username, null, p ->> 'number', site_title, site_content,
      site_skip, false, case when site_skip is null then inbox_id end, null
    from fates where site_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', id, username, public.masked_address(email), p ->> 'number',
      mail_title, mail_content, mail_skip, mail_skip is null and mail_wanted = 'daily', null,
      case when mail_skip is null and mail_wanted = 'now' then mail_id end
    from fates where mail_title is not null
  )
  select (select count(*) from told) + (select count(distinct user_id) from merged) into told;
  return told;
end $$;
`;
