/** Accounts as people administer them: states, dated roles, one-time passwords, and what the database keeps in step by itself. */
export const name = "0012-users";

export const up = `
/* The state has the name it has everywhere; what asks for the old name still finds it. */
alter table app_user rename column status to state;
alter table app_user add column status text generated always as (state) stored;
alter table app_user add column previous_state text;
alter table app_user add column rank integer not null default 0;
alter table app_user add column is_binding boolean default false;
create index app_user_state_idx on app_user (state);
alter table "app_user" add column "work_no" text;
alter table "app_user" add column "purchase_org_id" uuid;
alter table "app_user" add column "purchase_group_id" uuid;
alter table "app_user" add column "valid_until" date;
alter table "app_user" add column "role_names" text;
alter table "app_user" add column "last_login_at" timestamptz;
alter table "app_user" add column "stopped_at" timestamptz;
alter table "app_user" add constraint "app_user_work_no_key" unique ("tenant_id", "work_no");
create index if not exists "app_user_purchase_org_id_idx" on "app_user" ("purchase_org_id");
create index if not exists "app_user_purchase_group_id_idx" on "app_user" ("purchase_group_id");
create index if not exists "app_user_created_at_idx" on "app_user" ("created_at");
alter table "app_user" add constraint "app_user_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "app_user" add constraint "app_user_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
grant select ("id", "tenant_id", "state", "previous_state", "accountname", "username", "user_type", "supplier_id", "email", "phone", "valid_until", "role_names", "rank", "is_binding", "last_login_at", "stopped_at", "block_reason", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "app_user" to app_supplier;
create policy supplier_read on "app_user" for select to app_supplier using (("app_user"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "stopped_at", "block_reason", "version", "updated_by", "updated_at") on "app_user" to app_supplier;
create policy supplier_update on "app_user" for update to app_supplier using (("app_user"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("app_user"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
alter table app_user enable row level security;
create policy staff on app_user to app_staff using (true) with check (true);
create table "app_user_chat_bindings" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "app" text not null,
  "open_id" text not null,
  "nickname" text,
  "bound_at" timestamptz not null
);
create index if not exists "app_user_chat_bindings_root_idx" on "app_user_chat_bindings" ("root_id");
grant select, insert, update, delete on "app_user_chat_bindings" to app_staff;
alter table "app_user_chat_bindings" enable row level security;
create policy staff on "app_user_chat_bindings" to app_staff using (true) with check (true);
alter table "app_user_chat_bindings" add constraint "app_user_chat_bindings_root_id_fkey" foreign key ("root_id") references "app_user" (id) on delete cascade;

/* Roles are given for good or for some days. */
alter table user_role add column valid_from date;
alter table user_role add column valid_until date;
alter table user_role add column granted_by uuid;
alter table user_role add column granted_at timestamptz not null default now();
create index user_role_role_idx on user_role (role_code);
create index user_scope_target_idx on user_scope (target_id);

/* Roles that nobody holds together; each pair once. */
create table role_exclusive (
  role_code text not null references role (code) on delete cascade,
  other_code text not null references role (code) on delete cascade,
  primary key (role_code, other_code),
  check (role_code < other_code)
);
grant select, insert, update, delete on role_exclusive to app_staff;

/* A password made by somebody else is good until then. Staff may set passwords and read none. */
alter table user_secret add column expires_at timestamptz;
grant select (user_id), insert, update on user_secret to app_staff;
grant select, update on permission_version to app_staff;

/* Names and highest rank of the roles a person has or will have, beside the account: lists filter and sort by them. */
create function refresh_user_roles(wanted uuid) returns void language sql
set search_path = pg_catalog, public, pg_temp as $$
  update public.app_user set
    role_names = (select string_agg(r.name, '、' order by r.rank desc, r.code) from public.user_role g join public.role r on r.code = g.role_code
      where g.user_id = wanted and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true)),
    rank = coalesce((select max(r.rank) from public.user_role g join public.role r on r.code = g.role_code
      where g.user_id = wanted and coalesce(g.valid_until >= (now() at time zone 'Asia/Shanghai')::date, true)), 0)
  where id = wanted
$$;
create function user_role_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  perform public.refresh_user_roles(coalesce(new.user_id, old.user_id));
  return null;
end $$;
create trigger user_role_counts after insert or update or delete on user_role for each row execute function user_role_changed();
create function role_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  perform public.refresh_user_roles(g.user_id) from public.user_role g where g.role_code = new.code;
  return null;
end $$;
create trigger role_names_users after update on role for each row
  when (old.name is distinct from new.name or old.rank is distinct from new.rank) execute function role_changed();
select refresh_user_roles(id) from app_user;

/* Signing in is seen on the account. */
create function session_begun() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.app_user set last_login_at = new.issued_at where id = new.user_id;
  return null;
end $$;
create trigger session_dates_user after insert on session for each row execute function session_begun();
update app_user set last_login_at = (select max(issued_at) from session where user_id = app_user.id);

/* The lock after wrong passwords is kept by name, for names that nobody has, too; the account shows it while it lasts. */
create function attempt_changed() returns trigger language plpgsql
set search_path = pg_catalog, public, pg_temp as $$ begin
  if tg_op <> 'DELETE' and new.locked_until is not null then
    update public.app_user set state = 'locked', previous_state = 'active' where lower(accountname) = new.account and state = 'active';
  else
    update public.app_user set state = 'active', previous_state = 'locked'
      where lower(accountname) = coalesce(new.account, old.account) and state = 'locked';
  end if;
  return null;
end $$;
create trigger attempt_locks_user after insert or update of locked_until or delete on login_attempt
  for each row execute function attempt_changed();

/* Sessions are closed to everybody but the owner; whoever may block an account ends those of its person, suppliers those of their own. */
create function end_user_sessions(wanted uuid, moment timestamptz, why text) returns void language sql security definer
set search_path = pg_catalog, public, pg_temp as $$
  update public.session set ended_at = moment, end_reason = why
  where user_id = wanted and ended_at is null and exists (
    select 1 from public.app_user u where u.id = wanted
      and (nullif(current_setting('app.supplier_id', true), '') is null or u.supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid))
$$;
revoke all on function end_user_sessions(uuid, timestamptz, text) from public;
grant execute on function end_user_sessions(uuid, timestamptz, text) to app_staff, app_supplier;
`;
