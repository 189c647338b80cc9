/**
 * What happens to an account is told to its owner, also where that ends it (`stopped`), and by mail only where the address is proved to be
 * the owner's (`proved`). A caller of the version before says neither, and nothing changes for it. Written by hand; it stays as it is once it
 * has run anywhere.
 */
export const name = "20261128-112300-told-when-stopped";

export const up = `
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
    select u.id, u.username, case when coalesce((p ->> 'proved')::boolean, false) and u.mail_proved_at is null then null else nullif(u.email, '') end as email,
      coalesce((p ->> 'proved')::boolean, false) and u.mail_proved_at is null and nullif(u.email, '') is not null as unproved, gen_random_uuid() as inbox_id, gen_random_uuid() as mail_id,
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
    where (u.state in ('active', 'locked') or coalesce((p ->> 'stopped')::boolean, false))
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
      case when not (p ->> 'active')::boolean then coalesce(p ->> 'why', 'disabled') when e.mail_wanted = 'off' then 'off' when e.unproved then 'unproved' when e.email is null then 'no_address'
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
