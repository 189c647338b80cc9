/** The login log and the live sessions as lists that people read: rows as a screen knows rows, without a secret among them. */
export const name = "0037-login-screens";

export const up = `
/* Whoever asks stands behind the lock of the log itself; suppliers hold no right to the view at all. */
create view login_entry with (security_invoker = true) as
  select id, tenant_id, 1 as version, null::uuid as created_by, created_at, null::uuid as updated_by, created_at as updated_at,
    created_at as at, account, user_id, event, result, reason, channel, ip, device, is_new_device, session_id
  from login_log;
grant select on login_entry to app_staff;
create index login_log_account_idx on login_log (account, created_at desc);
create index login_log_ip_idx on login_log (ip, created_at desc);

/* A session as others name it; its hashes stay what they are: nobody's business. */
alter table session add column id uuid not null default gen_random_uuid();
alter table session add column version integer not null default 1;
alter table session add column ended_by uuid references app_user (id);
create unique index session_id_key on session (id);
create index session_seen_idx on session (last_seen_at desc);

/*
 * Not security_invoker: nobody but the owner may read the table with the secrets, and this view has none of its columns that are one.
 * The rank is the one its person holds now.
 */
create view online_session as
  select s.id, u.tenant_id, s.version,
    case when s.ended_at is null then 'live' else 'ended' end as state,
    case when s.ended_at is null then null else 'live' end as previous_state,
    s.user_id as created_by, s.issued_at as created_at, s.ended_by as updated_by, coalesce(s.ended_at, s.issued_at) as updated_at,
    s.user_id, u.accountname as account, u.user_type, u.supplier_id, u.rank, s.channel, s.ip, s.device, s.issued_at, s.last_seen_at,
    s.expires_at, s.ended_at, s.end_reason, left(s.id_hash, 16) as session_id
  from session s join app_user u on u.id = s.user_id;
grant select on online_session to app_staff;
grant update (state, previous_state, version, updated_by, updated_at) on online_session to app_staff;

/* What may be done through the view is one thing: to end a session that lives. */
create function session_kicked() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  if new.state <> 'ended' then return null; end if;
  update public.session set ended_at = new.updated_at, end_reason = 'kick', ended_by = new.updated_by, version = new.version
    where id = old.id and ended_at is null;
  if not found then return null; end if;
  return new;
end $$;
create trigger session_kicked instead of update on online_session for each row execute function session_kicked();
`;
