/** A person's own account: profile, picture, past passwords, choices of what to hear about, and pages that say how something ended. */
export const name = "0010-account";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";

export const up = `
alter table app_user add column sex text;
alter table app_user add column cardid text;
alter table app_user add column birthday date;
alter table app_user add column educationalhistory text;
alter table app_user add column professional text;
alter table app_user add column position text;
alter table app_user add column startfromdate date;
alter table app_user add column description text;
/* local | mdm: who keeps name, position and first day. */
alter table app_user add column source text not null default 'local';
/* Names the picture of user_avatar; another picture has another name, so that browsers may keep it. */
alter table app_user add column avatar text;

/* Where a way back into the account may be sent; changed only with the password. */
alter table user_secret add column recover_email text;

/* When this session last proved the password. Empty: when it began, if it began with one. */
alter table session add column pwd_verified_at timestamptz;

/* Hashes of passwords that were in use before the present one. */
create table password_history (
  id uuid primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  password_hash text not null,
  ended_at timestamptz not null
);
create index password_history_user_idx on password_history (user_id, ended_at);

/* Made anew by the server from what was uploaded: 256 x 256, JPEG. */
create table user_avatar (
  user_id uuid primary key references app_user (id) on delete cascade,
  picture bytea not null,
  stored_at timestamptz not null
);

/* What a person does not want to hear about; no row means that it is told. */
create table notification_choice (
  user_id uuid not null references app_user (id) on delete cascade,
  /* mention | watch */
  scenario text not null,
  wanted boolean not null,
  primary key (user_id, scenario)
);
grant select, insert, update on notification_choice to app_staff, app_supplier;
alter table notification_choice enable row level security;
create policy own on notification_choice to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});

/* How a long action ended, for the person who did it; read only in the session it was done in. */
create table result_page (
  id uuid primary key,
  session_hash text not null references session (id_hash) on delete cascade,
  /* success | error */
  kind text not null,
  body jsonb not null,
  expires_at timestamptz not null
);
create index result_page_session_idx on result_page (session_hash);
create index result_page_expiry_idx on result_page (expires_at);

create index audit_log_user_idx on audit_log (user_id, at desc);

create or replace function notify_watchers(wanted_entity text, wanted_record uuid, wanted_title text, wanted_body text, readers uuid[], at timestamptz, actor uuid, actor_name text)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.inbox (id, user_id, at, kind, entity, record_id, title, body, from_user, from_name)
  select gen_random_uuid(), w.user_id, at, 'watch', wanted_entity, wanted_record, wanted_title, wanted_body, actor, actor_name
  from public.record_watch w join public.app_user u on u.id = w.user_id
  where w.entity = wanted_entity and w.record_id = wanted_record and u.status = 'active'
    and w.user_id is distinct from actor and (u.supplier_id is null or u.supplier_id = any (readers))
    and not exists (select 1 from public.notification_choice c where c.user_id = u.id and c.scenario = 'watch' and not c.wanted)
$$;

create or replace function notify_mentioned(people uuid[], wanted_entity text, wanted_record uuid, wanted_title text, wanted_body text, readers uuid[], at timestamptz, actor uuid, actor_name text)
returns void language sql security definer set search_path = pg_catalog, public, pg_temp as $$
  insert into public.inbox (id, user_id, at, kind, entity, record_id, title, body, from_user, from_name)
  select gen_random_uuid(), u.id, at, 'mention', wanted_entity, wanted_record, wanted_title, wanted_body, actor, actor_name
  from public.app_user u
  where u.id = any (people) and u.status = 'active' and u.id is distinct from actor
    and (u.supplier_id is null or u.supplier_id = any (readers))
    and not exists (select 1 from public.notification_choice c where c.user_id = u.id and c.scenario = 'mention' and not c.wanted)
$$;
`;
