/** Roles as records people keep, and one version that every change of rights and menus counts up by itself. */
export const name = "0028-roles";

export const up = `
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
create index if not exists user_role_role_idx on user_role (role_code);

/* Rights and menus are kept in memory under one version: whoever changes them need not remember to count it up. */
create function access_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.permission_version set version = version + 1 where id = 1;
  return null;
end $$;
/* Not of the columns that searching fills beside the requests: those change nobody's rights. */
create trigger role_changed after update of code, name, audience, rank, built_in, enabled or delete on role for each statement execute function access_changed();
create trigger role_permission_changed after insert or update or delete on role_permission for each statement execute function access_changed();
create trigger resource_changed after insert or update or delete on resource for each statement execute function access_changed();
`;
