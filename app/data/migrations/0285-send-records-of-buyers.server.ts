/** Who set a message off stands in the records of sending, buyers read their own, and what did not leave is sent again there. It stays as it is once it has run anywhere. */
export const name = "0285-send-records-of-buyers";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";
// Without a person the program itself asks.
const MINE = `(${ME} is null or r.sent_by = ${ME} or r.user_id = ${ME} or (select sees_all_sends()))`;

export const up = `
alter table msg_send_record add column sent_by uuid;
create index msg_send_record_sent_by_idx on msg_send_record (sent_by, at desc) where sent_by is not null;
/* Messages in inboxes know who set them off; the letter of the same moment to the same reader was set off by the same person. */
update msg_send_record r set sent_by = i.from_user from inbox i where i.id = r.inbox_id and i.from_user is not null;
update msg_send_record r set sent_by = t.sent_by from msg_send_record t
  where r.sent_by is null and t.sent_by is not null and t.at = r.at and t.scenario = r.scenario and t.user_id = r.user_id
    and t.record_id is not distinct from r.record_id;

/* Whoever sees all records of sending. Asked once per statement. */
create function sees_all_sends() returns boolean language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select exists (select 1 from public.user_role g join public.role r on r.code = g.role_code and r.enabled
    join public.role_permission p on p.role_code = g.role_code and p.permission_id = 'msg-send-record-all' and p.action = 'get'
    where g.user_id = ${ME}
      and coalesce(g.valid_from <= (now() at time zone 'Asia/Shanghai')::date, true) and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true))
$$;
revoke all on function sees_all_sends() from public;
grant execute on function sees_all_sends() to app_staff;

/* The columns as they were, with who set it off; and the second lock: whoever has no right to all reads what is his. */
create or replace view msg_send_entry as
  select r.id, r.tenant_id, r.version, r.sent_by as created_by, r.at as created_at, null::uuid as updated_by, r.at as updated_at,
    r.at, r.scenario, r.channel, r.user_id, r.receiver, r.address, r.record_number, r.title, r.content, r.skip_reason,
    case when r.skip_reason is not null then 'skipped' when r.recalled_at is not null then 'recalled'
      when r.is_held and r.mail_id is null then 'held' when r.channel = 'site' then 'sent'
      when m.state in ('queued', 'sending', 'draft') then 'queued' when m.state in ('failed', 'cancelled') then m.state else 'sent' end as status,
    m.last_error as error, m.attempts, case when r.channel = 'site' and r.skip_reason is null then r.at else m.sent_at end as sent_at,
    i.read_at, m.id as mail_id, case when m.state = 'queued' then m.next_at end as leaves_at
  from msg_send_record r left join mail_outbox m on m.id = r.mail_id left join inbox i on i.id = r.inbox_id
  where ${MINE};

/* A letter is sent again where it lies; here only the version tells that somebody asked for it. */
create function msg_send_entry_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.msg_send_record set version = new.version where id = old.id and version = old.version;
  if not found then return null; end if;
  return new;
end $$;
create trigger msg_send_entry_changed instead of update on msg_send_entry for each row execute function msg_send_entry_changed();
grant update (version, updated_by, updated_at) on msg_send_entry to app_staff;

/* As it was; the records say who set it off. */
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
    insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, record_number, title, content, skip_reason, is_held, inbox_id, mail_id, entity, record_id, composed_id, sent_by)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'site', id, username, null, p ->> 'number', site_title, site_content,
      site_skip, false, case when site_skip is null then inbox_id end, null, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid
    from fates where site_title is not null
    union all
    select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', id, username, public.masked_address(email), p ->> 'number',
      mail_title, mail_content, mail_skip, mail_skip is null and mail_wanted = 'daily', null,
      case when mail_skip is null and mail_wanted = 'now' then mail_id end, p ->> 'entity', (p ->> 'record')::uuid, (p ->> 'composed')::uuid, (p ->> 'actor')::uuid
    from fates where mail_title is not null
  )
  select (select count(*) from told) + (select count(distinct user_id) from merged) into told;
  if jsonb_typeof(p -> 'later') = 'object' then
    insert into public.news_later (at, wish) values ((p ->> 'at')::timestamptz, p -> 'later');
  end if;
  return told;
end $$;

/* Whoever read the records of sending goes on reading all of them. Buyers read what is theirs. */
insert into role_permission (role_code, permission_id, action)
  select distinct role_code, 'msg-send-record-all', 'get' from role_permission where permission_id = 'msg-send-record' and action in ('query', 'get')
  on conflict do nothing;
insert into role_permission (role_code, permission_id, action)
  select r.code, 'msg-send-record', a.action from role r cross join unnest(array['query', 'get']) as a (action)
  where r.code = 'buyer' and r.built_in and exists (select 1 from role_permission where permission_id = 'msg-send-record')
  on conflict do nothing;
`;
