/**
 * Since when an account's address of mail is known to be its person's: another address has to be proved anew, whoever writes it and by
 * which way. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261125-080600-proved-mail";

export const up = `
alter table app_user add column mail_proved_at timestamptz;

create function user_mail_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  new.mail_proved_at := null;
  return new;
end $$;
create trigger app_user_mail_changed before update on app_user for each row
  when (old.email is distinct from new.email) execute function user_mail_changed();

/* Puts a mail of the program to the address of an account into the outbox, and into the record of what was sent. Answers the address in stars. */
create function write_account_mail(p jsonb) returns text language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
declare sent_to text;
begin
  with written as (
    insert into public.mail_outbox (id, created_at, created_by, updated_at, updated_by, user_id, recipient, subject, body, scenario, link_kind, link_id, next_at)
    select (p ->> 'id')::uuid, (p ->> 'at')::timestamptz, (p ->> 'by')::uuid, (p ->> 'at')::timestamptz, (p ->> 'by')::uuid, u.id, u.email,
      replace(p ->> 'subject', '{{receiver}}', u.username), replace(p ->> 'body', '{{receiver}}', u.username), p ->> 'scenario', p ->> 'kind', u.id,
      (p ->> 'at')::timestamptz
    from public.app_user u where u.id = (p ->> 'user')::uuid and u.email <> ''
    returning id, user_id, recipient, subject, body
  )
  insert into public.msg_send_record (id, at, scenario, channel, user_id, receiver, address, title, content, mail_id, sent_by)
  select gen_random_uuid(), (p ->> 'at')::timestamptz, p ->> 'scenario', 'email', u.id, u.username, public.masked_address(w.recipient), w.subject,
    w.body, w.id, (p ->> 'by')::uuid
  from written w join public.app_user u on u.id = w.user_id
  returning address into sent_to;
  return sent_to;
end $$;
revoke all on function write_account_mail(jsonb) from public;
grant execute on function write_account_mail(jsonb) to app_staff;
`;
