/** Roles of the database, and the tables the engine itself needs. Business tables are generated. */
export const name = "0001-core";

export const up = `
do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'app_staff') then create role app_staff nologin; end if;
  if not exists (select 1 from pg_roles where rolname = 'app_supplier') then create role app_supplier nologin; end if;
end $$;
grant app_staff to current_user;
grant app_supplier to current_user;
grant usage on schema public to app_staff, app_supplier;

create table app_user (
  id uuid primary key,
  tenant_id smallint not null default 1,
  accountname text not null,
  username text not null,
  user_type text not null,
  supplier_id uuid,
  email text,
  phone text,
  factory_scope text not null default 'listed',
  purchase_group_scope text not null default 'listed',
  material_scope text not null default 'listed',
  status text not null default 'active',
  block_reason text,
  version integer not null default 1,
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_by uuid,
  updated_at timestamptz not null default now()
);
create unique index app_user_accountname_key on app_user (tenant_id, lower(accountname));
create index app_user_supplier_idx on app_user (supplier_id);
alter table app_user add constraint app_user_type_check check ((user_type = 'supplier') = (supplier_id is not null));

create table user_secret (
  user_id uuid primary key references app_user (id) on delete cascade,
  password_hash text not null,
  must_change boolean not null default false,
  changed_at timestamptz not null default now()
);

create table role (
  code text primary key,
  name text not null,
  audience text not null,
  rank integer not null,
  enabled boolean not null default true
);
create table user_role (
  user_id uuid not null references app_user (id) on delete cascade,
  role_code text not null references role (code),
  primary key (user_id, role_code)
);
create table user_scope (
  user_id uuid not null references app_user (id) on delete cascade,
  kind text not null,
  target_id uuid not null,
  primary key (user_id, kind, target_id)
);
create table resource (
  id text primary key,
  parent_id text not null,
  type text not null,
  name text not null unique,
  title text not null,
  path text,
  component text,
  redirect text,
  icon text,
  sort_no integer not null,
  show boolean not null default true,
  hide_children boolean not null default false,
  hidden_header_content boolean not null default false,
  target text,
  enabled boolean not null default true
);
create table role_permission (
  role_code text not null references role (code) on delete cascade,
  permission_id text not null,
  action text not null,
  primary key (role_code, permission_id, action)
);
/* One row that every change of users, roles or resources counts up: caches compare it once per request. */
create table permission_version (
  id smallint primary key,
  version integer not null
);
insert into permission_version values (1, 1);

create table session (
  id_hash text primary key,
  user_id uuid not null references app_user (id) on delete cascade,
  csrf text not null,
  issued_at timestamptz not null,
  expires_at timestamptz not null,
  last_seen_at timestamptz not null,
  ip text,
  device text,
  channel text not null,
  current_top text,
  ended_at timestamptz,
  end_reason text
);
create index session_user_idx on session (user_id);
create index session_expiry_idx on session (expires_at);

create table login_attempt (
  account text primary key,
  failed integer not null,
  first_at timestamptz not null,
  locked_until timestamptz
);
create table user_preference (
  user_id uuid primary key references app_user (id) on delete cascade,
  preferences jsonb not null
);
create table notice (
  id uuid primary key,
  session_hash text not null references session (id_hash) on delete cascade,
  level text not null,
  title text,
  body text not null,
  msg text,
  created_at timestamptz not null,
  sticky boolean not null default false
);
create index notice_session_idx on notice (session_hash);

create table number_counter (
  series text primary key,
  last integer not null
);
create function next_number(wanted text) returns integer language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  insert into public.number_counter as counter values (wanted, 1)
  on conflict (series) do update set last = counter.last + 1
  returning last
$$;
revoke all on function next_number(text) from public;
grant execute on function next_number(text) to app_staff, app_supplier;

create table audit_log (
  id uuid primary key,
  tenant_id smallint not null default 1,
  at timestamptz not null,
  user_id uuid,
  user_name text not null,
  user_supplier_id uuid,
  entity text not null,
  record_id uuid not null,
  record_number text,
  action text not null,
  label text not null,
  changes jsonb not null,
  reason text,
  /* What suppliers must not read although they may read the row: hidden fields, internal reasons. */
  staff_changes jsonb not null default '[]',
  staff_reason text,
  request_id text not null,
  ip text,
  channel text not null,
  /* Suppliers that see the record after this change; they may read the row, less what is hidden from them. */
  suppliers uuid[] not null default '{}'
);
create index audit_log_record_idx on audit_log (record_id, at);
create index audit_log_at_idx on audit_log (at);
grant select, insert on audit_log to app_staff;
grant insert on audit_log to app_supplier;
grant select (id, tenant_id, at, user_id, user_name, user_supplier_id, entity, record_id, record_number, action, label, changes, reason, suppliers)
  on audit_log to app_supplier;
alter table audit_log enable row level security;
create policy staff on audit_log to app_staff using (true) with check (true);
create policy supplier_read on audit_log for select to app_supplier
  using (nullif(current_setting('app.supplier_id', true), '')::uuid = any (suppliers));
create policy supplier_insert on audit_log for insert to app_supplier
  with check (
    user_id = nullif(current_setting('app.user_id', true), '')::uuid
    and suppliers <@ array[nullif(current_setting('app.supplier_id', true), '')::uuid]
  );

create table request_repeat (
  user_id uuid not null,
  request_id text not null,
  at timestamptz not null,
  /* What was asked under this id; the same id for something else is refused. */
  fingerprint text not null,
  answer jsonb,
  primary key (user_id, request_id)
);
create index request_repeat_at_idx on request_repeat (at);
grant select, insert, update on request_repeat to app_staff, app_supplier;
alter table request_repeat enable row level security;
create policy own on request_repeat to app_staff, app_supplier
  using (user_id = nullif(current_setting('app.user_id', true), '')::uuid)
  with check (user_id = nullif(current_setting('app.user_id', true), '')::uuid);

grant select, insert, update, delete on app_user, role, user_role, user_scope, resource, role_permission, user_preference, login_attempt to app_staff;
create view app_user_title as select id, username from app_user;
grant select on app_user_title to app_supplier, app_staff;

/* The audit trail only grows, whoever holds the connection. */
create function refuse_change() returns trigger language plpgsql as $$ begin
  raise exception 'audit_log only grows';
end $$;
create trigger audit_log_grows before update or delete on audit_log for each row execute function refuse_change();
create trigger audit_log_stays before truncate on audit_log for each statement execute function refuse_change();
`;
