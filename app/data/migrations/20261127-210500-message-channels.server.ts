/**
 * Messages that leave by a gateway (decision 0193): they wait in the outbox of mails, each with its channel, and reach whom a person has bound.
 * What asks without words for a channel, a process of the version before, tells nobody by it. Written by hand; it stays as it is once it has
 * run anywhere.
 */
export const name = "20261127-210500-message-channels";

export const up = `
alter table mail_outbox add column channel text not null default 'email';
alter table notification_choice add column wecom text, add column sms text;
alter table msg_scenario add column by_wecom boolean not null default false, add column by_sms boolean not null default false;
update msg_scenario set by_wecom = on_site and by_email, by_sms = on_site and by_email;

/* Codes on their way to an address somebody wants to bind. What a code is follows from its id and the key outside the database. Only the
   owner of the tables reads it. */
create table channel_code (
  id uuid primary key,
  tenant_id smallint not null default 1,
  user_id uuid not null references app_user(id) on delete cascade,
  channel text not null,
  address text not null,
  at timestamptz not null,
  expires_at timestamptz not null,
  tries integer not null default 0,
  used_at timestamptz
);
create index channel_code_user_idx on channel_code (user_id, channel, at desc);
create index channel_code_address_idx on channel_code (address, at);
alter table channel_code enable row level security;

/* Of a phone number or an account of a chat: enough to know it by, not enough to write to. */
create function masked_contact(address text) returns text language sql immutable as $$
  select case when length(address) >= 11 then left(address, 3) || '****' || right(address, 4) else left(address, greatest(1, length(address) / 4)) || '****' end
$$;

create or replace function news_rules() returns jsonb language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select jsonb_build_object(
    'scenarios', coalesce((select jsonb_agg(jsonb_build_object('code', s.code, 'active', s.state = 'active', 'site', s.on_site, 'email', s.by_email, 'wecom', s.by_wecom, 'sms', s.by_sms,
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
      case when (p ->> 'muteable')::boolean then coalesce(c.mail, 'now') else 'now' end as mail_wanted, s.side, c.wecom as wecom_wanted, c.sms as sms_wanted,
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
  ), ways as materialized (
    select w.*, case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when w.wanted = 'off' then 'off'
        when w.merged and p ->> 'merge' = 'all' then 'merged' end as skip
    from (
      select f.id, f.username, f.leaves_at, f.site_skip is not distinct from 'merged' as merged, b.app as channel, b.open_id as address, gen_random_uuid() as mail_id,
        replace(p -> f.side -> b.app ->> 'title', '{{receiver}}', f.username) as title,
        replace(p -> f.side -> b.app ->> 'content', '{{receiver}}', f.username) as content,
        coalesce(case when (p ->> 'muteable')::boolean then case b.app when 'sms' then f.sms_wanted else f.wecom_wanted end end,
          p -> 'defaults' ->> b.app, 'off') as wanted
      from fates f join public.app_user_chat_bindings b on b.root_id = f.id and b.app in ('wecom', 'sms')
    ) w where w.title is not null
  ), told as (
    insert into public.inbox (id, user_id, at, kind, level, scenario, entity, record_id, path, title, body, from_user, from_name, sticky)
    select inbox_id, id, (p ->> 'at')::timestamptz, p ->> 'kind', p ->> 'level', p ->> 'scenario', p ->> 'entity',
      (p ->> 'record')::uuid, p ->> 'path', site_title, site_content, (p ->> 'actor')::uuid, p ->> 'actorName', coalesce((p ->> 'sticky')::boolean, false)
    from fates where site_title is not null and site_skip is null
    returning user_id
  ), written as (
    insert into public.mail_outbox (id, created_at, updated_at, user_id, recipient, subject, body, path, scenario, record_number, next_at)
    select mail_id, (p ->> 'at')::timestamptz, (p ->> 'at')::timestamptz, id, email, mail_title, mail_content, coalesce(p ->> 'mailPath', p ->> 'path'), p ->> 'scenario',
      p ->> 'number', leaves_at
    from fates where mail_title is not null and mail_skip is null and mail_wanted = 'now'
  ), carried as (
    insert into public.mail_outbox (id, created_at, updated_at, user_id, channel, recipient, subject, body, path, scenario, record_number, next_at)
    select mail_id, (p ->> 'at')::timestamptz, (p ->> 'at')::timestamptz, id, channel, public.masked_contact(address), title, content,
      coalesce(p ->> 'mailPath', p ->> 'path'), p ->> 'scenario', p ->> 'number', leaves_at
    from ways where skip is null and wanted = 'now'
  ), noted as (
    insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, record_number, title, content, skip_reason, is_held, inbox_id, mail_id, entity, record_id, composed_id, sent_by, path)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'site', id, username, null, p ->> 'number', site_title, site_content,
      site_skip, false, case when site_skip is null then inbox_id end, null, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid, null
    from fates where site_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', id, username, public.masked_address(email), p ->> 'number',
      mail_title, mail_content, mail_skip, mail_skip is null and mail_wanted = 'daily', null,
      case when mail_skip is null and mail_wanted = 'now' then mail_id end, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid,
      coalesce(p ->> 'mailPath', p ->> 'path')
    from fates where mail_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', channel, id, username, public.masked_contact(address), p ->> 'number',
      title, content, skip, skip is null and wanted = 'daily', null, case when skip is null and wanted = 'now' then mail_id end, p ->> 'entity',
      (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid, coalesce(p ->> 'mailPath', p ->> 'path')
    from ways
  )
  select (select count(*) from told) + (select count(distinct user_id) from merged) into told;
  if jsonb_typeof(p -> 'later') = 'object' then
    insert into public.news_later (at, wish) values ((p ->> 'at')::timestamptz, p -> 'later');
  end if;
  return told;
end $$;
`;
