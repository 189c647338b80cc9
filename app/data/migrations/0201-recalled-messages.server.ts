/** Messages in the portal as a list of their own, and what may be done about those that nobody has read. It stays as it is once it has run anywhere. */
export const name = "0201-recalled-messages";

export const up = `
alter table msg_send_record add column version integer not null default 1;
alter table msg_send_record add column recalled_at timestamptz;
alter table msg_send_record add column recalled_by uuid references app_user (id) on delete set null;

/* The columns as they were; a message that was taken back says so. */
create or replace view msg_send_entry as
  select r.id, r.tenant_id, 1 as version, null::uuid as created_by, r.at as created_at, null::uuid as updated_by, r.at as updated_at,
    r.at, r.scenario, r.channel, r.user_id, r.receiver, r.address, r.record_number, r.title, r.content, r.skip_reason,
    case when r.skip_reason is not null then 'skipped' when r.recalled_at is not null then 'recalled'
      when r.is_held and r.mail_id is null then 'held' when r.channel = 'site' then 'sent'
      when m.state in ('queued', 'sending', 'draft') then 'queued' when m.state in ('failed', 'cancelled') then m.state else 'sent' end as status,
    m.last_error as error, m.attempts, case when r.channel = 'site' and r.skip_reason is null then r.at else m.sent_at end as sent_at,
    i.read_at, m.id as mail_id
  from msg_send_record r left join mail_outbox m on m.id = r.mail_id left join inbox i on i.id = r.inbox_id;

/*
 * Not security_invoker: whether somebody has read a message stands in a row that only they may read. What is in nobody's inbox any more was
 * taken back, thrown away by its reader, or was too old.
 */
create view site_message as
  select r.id, r.tenant_id, r.version,
    case when r.recalled_at is not null then 'recalled' when i.id is null then 'removed' when i.read_at is null then 'unread' else 'read' end as state,
    case when r.recalled_at is not null then 'unread' end as previous_state,
    null::uuid as created_by, r.at as created_at, r.recalled_by as updated_by, coalesce(r.recalled_at, r.at) as updated_at,
    r.title, r.content, r.at, coalesce(s.level, 'info') as level, r.scenario, r.record_number, r.user_id, r.receiver, i.read_at,
    r.recalled_at, r.recalled_by, r.inbox_id
  from msg_send_record r left join inbox i on i.id = r.inbox_id
    left join msg_scenario s on s.code = r.scenario and s.tenant_id = r.tenant_id
  where r.channel = 'site' and r.skip_reason is null;
grant select on site_message to app_staff;
grant update (state, previous_state, version, updated_by, updated_at) on site_message to app_staff;

/*
 * What may be done through the view: to take back what nobody has read, and what readers do in their inbox. A message that is read at
 * the same moment is not taken back: whoever comes second finds no row.
 */
create function site_message_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  if new.state = 'recalled' and old.state = 'unread' then
    delete from public.inbox where id = old.inbox_id and read_at is null;
  elsif new.state = 'read' and old.state = 'unread' then
    update public.inbox set read_at = new.updated_at where id = old.inbox_id and read_at is null;
  elsif new.state = 'removed' and old.state in ('unread', 'read') then
    delete from public.inbox where id = old.inbox_id;
  else
    return null;
  end if;
  if not found then return null; end if;
  update public.msg_send_record set version = new.version,
    recalled_at = case when new.state = 'recalled' then new.updated_at end, recalled_by = case when new.state = 'recalled' then new.updated_by end
    where id = old.id;
  return new;
end $$;
create trigger site_message_changed instead of update on site_message for each row execute function site_message_changed();
`;
