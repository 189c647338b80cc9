/** What a person keeps of the menus: favourites, and where it was last. Roles as records people keep. */
export const name = "0008-menus";

const ME = "nullif(current_setting('app.user_id', true), '')::uuid";

function own(table: string): string {
  return `grant select, insert, update, delete on ${table} to app_staff, app_supplier;
alter table ${table} enable row level security;
create policy own on ${table} to app_staff, app_supplier using (user_id = ${ME}) with check (user_id = ${ME});`;
}

export const up = `
/* Menu entries by permission name: one that is gone, or may not be opened any more, is not shown. */
create table menu_favourite (
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  added_at timestamptz not null,
  primary key (user_id, name)
);
${own("menu_favourite")}
create table menu_visit (
  user_id uuid not null references app_user (id) on delete cascade,
  name text not null,
  at timestamptz not null,
  primary key (user_id, name)
);
${own("menu_visit")}

alter table role
  add column id uuid not null default gen_random_uuid(),
  add column tenant_id smallint not null default 1,
  add column built_in boolean not null default false,
  add column remark text,
  add column version integer not null default 1,
  add column created_by uuid,
  add column created_at timestamptz not null default now(),
  add column updated_by uuid,
  add column updated_at timestamptz not null default now(),
  add column search_text text,
  add column search_grams text[],
  add constraint role_id_key unique (id);
/* What a form says about a code that is taken goes by this name. */
alter table role rename constraint role_pkey to role_code_key;
/* So far nobody but the program made roles. */
update role set built_in = true;
create index role_search_idx on role using gin (search_grams) with (fastupdate = off);
create index user_role_role_idx on user_role (role_code);

/* Rights and menus are kept in memory under one version: whoever changes them need not remember to count it up. */
create function access_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.permission_version set version = version + 1 where id = 1;
  return null;
end $$;
create trigger role_changed after update or delete on role for each statement execute function access_changed();
create trigger role_permission_changed after insert or update or delete on role_permission for each statement execute function access_changed();
create trigger resource_changed after insert or update or delete on resource for each statement execute function access_changed();
`;
