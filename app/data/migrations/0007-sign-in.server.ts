/** What guards the sign-in: renewed tokens, counters by address, known devices, the log, tickets from other systems, ways back in, mail. */
export const name = "0007-sign-in";

export const up = `
/*
 * The token of a session is renewed while the session goes on, so its hash is no longer what the session is called by. The token
 * before it stays good for a moment, for requests that were under way.
 */
alter table session add column token_hash text;
alter table session add column token_at timestamptz;
alter table session add column prev_hash text;
alter table session add column prev_until timestamptz;
/* Judged from what was typed: the stored hash does not tell. */
alter table session add column weak_password boolean not null default false;
update session set token_hash = id_hash, token_at = issued_at;
alter table session alter column token_hash set not null;
create unique index session_token_key on session (token_hash);
create index session_prev_idx on session (prev_hash) where prev_hash is not null;
create function session_named() returns trigger language plpgsql as $$ begin
  new.token_hash := coalesce(new.token_hash, new.id_hash);
  new.token_at := coalesce(new.token_at, new.issued_at);
  return new;
end $$;
create trigger session_named before insert on session for each row execute function session_named();

/* Wrong passwords by the address they came from, whatever account they were meant for. */
create table login_address (
  address text primary key,
  failed integer not null,
  first_at timestamptz not null
);

/* Where a person has signed in before: the secret of a browser, or address and program where there is none. Hashes only. */
create table known_device (
  user_id uuid not null references app_user (id) on delete cascade,
  key_hash text not null,
  /* browser | place; only the first is proof. */
  kind text not null,
  label text not null,
  first_at timestamptz not null,
  last_at timestamptz not null,
  primary key (user_id, key_hash)
);
create index known_device_last_idx on known_device (last_at);

/* Who came, who was refused, who left. Columns as a register of definitions has them. */
create table login_log (
  id uuid primary key,
  tenant_id smallint not null default 1,
  created_at timestamptz not null,
  /* Empty for a name that nobody has. */
  user_id uuid references app_user (id) on delete cascade,
  supplier_id uuid,
  /* As typed; a name that nobody has is masked, for it may be a password. */
  account text not null,
  /* login | logout | expire | kick | lock */
  event text not null,
  /* ok | fail */
  result text not null,
  reason text,
  /* password | single | recover */
  channel text not null,
  ip text,
  device text,
  is_new_device boolean not null default false,
  session_id text
);
create index login_log_at_idx on login_log (created_at desc);
create index login_log_user_idx on login_log (user_id, created_at desc);
grant select on login_log to app_staff;
alter table login_log enable row level security;
create policy staff on login_log for select to app_staff using (true);
create function refuse_login_change() returns trigger language plpgsql as $$ begin
  raise exception 'login_log only grows';
end $$;
create trigger login_log_stays before update on login_log for each row execute function refuse_login_change();

/* Whoever ends a session, and however: it is logged. */
create function session_ended() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  insert into public.login_log (id, created_at, user_id, supplier_id, account, event, result, reason, channel, ip, device, session_id)
  select gen_random_uuid(), new.ended_at, u.id, u.supplier_id, u.accountname,
    case new.end_reason when 'sign-out' then 'logout' when 'expired' then 'expire' else 'kick' end,
    'ok', new.end_reason, new.channel, new.ip, new.device, left(new.id_hash, 16)
  from public.app_user u where u.id = new.user_id;
  return null;
end $$;
create trigger session_ended after update of ended_at on session for each row
  when (old.ended_at is null and new.ended_at is not null)
  execute function session_ended();

/* Key of this installation for what it gives away and takes back without keeping it: picture sums, device secrets. */
create table installation_secret (
  name text primary key,
  value text not null
);
insert into installation_secret values
  ('sign-in', replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''));

/* What may be used once and was: picture sums, signed requests. Kept until it would be refused anyway. */
create table used_proof (
  proof text primary key,
  until timestamptz not null
);
create index used_proof_until_idx on used_proof (until);

/* Sign-in for another system's person, once. */
create table sign_in_ticket (
  hash text primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  redirect text not null,
  issued_by text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index sign_in_ticket_expiry_idx on sign_in_ticket (expires_at);

/* Somebody asked for a new password. */
create table password_recovery (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  asked_at timestamptz not null,
  ip text,
  used_at timestamptz
);
create index password_recovery_user_idx on password_recovery (user_id, asked_at);
/* Links that were sent for it: made when the mail leaves, so that nothing stored opens an account. */
create table password_recovery_link (
  hash text primary key,
  recovery_id uuid not null references password_recovery (id) on delete cascade,
  expires_at timestamptz not null
);

/* Letters wait here from the transaction that gave reason for them until a mail server has taken them. */
create table mail_outbox (
  id uuid primary key,
  tenant_id smallint not null default 1,
  created_at timestamptz not null,
  user_id uuid references app_user (id) on delete cascade,
  recipient text not null,
  subject text not null,
  /* {link} stands for a link that is made when the letter leaves. */
  body text not null,
  link_kind text,
  link_id uuid,
  /* queued | sending | sent | failed | dropped */
  state text not null default 'queued',
  attempts integer not null default 0,
  next_at timestamptz not null,
  last_error text,
  sent_at timestamptz
);
create index mail_outbox_due_idx on mail_outbox (next_at) where state in ('queued', 'sending');
grant select on mail_outbox to app_staff;
alter table mail_outbox enable row level security;
create policy staff on mail_outbox for select to app_staff using (true);
`;
