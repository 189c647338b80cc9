/** One way to tell people of what happened: whom, by which channel, and with which words, inside the transaction of the event. */
export const name = "0049-announce";

export const up = `
alter table inbox alter column entity drop not null;
alter table inbox alter column record_id drop not null;
/* The event it tells of; entries from before have none. */
alter table inbox add column scenario text;
/* info | todo | warning | security */
alter table inbox add column level text not null default 'info';
/* Where it leads, instead of the record. */
alter table inbox add column path text;
/* How often it happened since the entry was written. */
alter table inbox add column times integer not null default 1;
update inbox set scenario = kind where kind in ('mention', 'watch');
update inbox set level = 'security', path = '/account/settings-security' where kind = 'security';

/* Where a letter leads, below the portal's own address. */
alter table mail_outbox add column path text;
alter table mail_outbox add column scenario text;

drop function notify_watchers(text, uuid, text, text, uuid[], timestamptz, uuid, text);
drop function notify_mentioned(uuid[], text, uuid, text, text, uuid[], timestamptz, uuid, text);

/*
 * Whoever causes an announcement may not read accounts, nor write into other people's inboxes: both happen here.
 * A supplier's people hear only of what their supplier may read, where that is given.
 */
create function announce(p jsonb) returns integer language plpgsql security definer
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
  ), people as (
    select u.id, u.username, u.email, p -> case when u.supplier_id is null then 'internal' else 'supplier' end as words,
      (p ->> 'mandatory')::boolean or coalesce(c.wanted, true) as is_wanted
    from wanted w join public.app_user u on u.id = w.id
    left join public.notification_choice c on c.user_id = u.id and c.scenario = p ->> 'scenario'
    where u.state in ('active', 'locked')
      and (u.supplier_id is null or jsonb_typeof(p -> 'readers') = 'null'
        or u.supplier_id in (select value::uuid from jsonb_array_elements_text(case jsonb_typeof(p -> 'readers') when 'array' then p -> 'readers' else '[]' end)))
  ), merged as (
    update public.inbox i set at = (p ->> 'at')::timestamptz, times = i.times + 1, title = replace(e.words -> 'site' ->> 'title', '{{receiver}}', e.username),
      body = replace(e.words -> 'site' ->> 'content', '{{receiver}}', e.username), from_user = (p ->> 'actor')::uuid, from_name = p ->> 'actorName'
    from people e
    where (p ->> 'merge')::boolean and e.is_wanted and i.user_id = e.id and i.scenario = p ->> 'scenario'
      and i.record_id = (p ->> 'record')::uuid and i.read_at is null and i.at > (p ->> 'at')::timestamptz - interval '24 hours'
    returning i.user_id
  ), told as (
    insert into public.inbox (id, user_id, at, kind, level, scenario, entity, record_id, path, title, body, from_user, from_name)
    select gen_random_uuid(), e.id, (p ->> 'at')::timestamptz, p ->> 'kind', p ->> 'level', p ->> 'scenario', p ->> 'entity',
      (p ->> 'record')::uuid, p ->> 'path', replace(e.words -> 'site' ->> 'title', '{{receiver}}', e.username),
      replace(e.words -> 'site' ->> 'content', '{{receiver}}', e.username), (p ->> 'actor')::uuid, p ->> 'actorName'
    from people e
    where e.is_wanted and jsonb_typeof(e.words -> 'site') = 'object' and e.id not in (select m.user_id from merged m)
    returning user_id
  ), written as (
    insert into public.mail_outbox (id, created_at, user_id, recipient, subject, body, path, scenario, next_at)
    select gen_random_uuid(), (p ->> 'at')::timestamptz, e.id, e.email, replace(e.words -> 'email' ->> 'title', '{{receiver}}', e.username),
      replace(e.words -> 'email' ->> 'content', '{{receiver}}', e.username), p ->> 'path', p ->> 'scenario', (p ->> 'at')::timestamptz
    from people e
    where e.is_wanted and jsonb_typeof(e.words -> 'email') = 'object' and coalesce(e.email, '') <> ''
      and e.id not in (select m.user_id from merged m)
  )
  select (select count(*) from told) + (select count(*) from merged) into told;
  return told;
end $$;
revoke all on function announce(jsonb) from public;
grant execute on function announce(jsonb) to app_staff, app_supplier;
`;
