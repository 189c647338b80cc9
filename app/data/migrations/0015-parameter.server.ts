/** Written by `npm run db:generate`, but for the trigger at its end. It stays as it is once it has run anywhere. */
export const name = "0015-parameter";

export const up = `
create table "parameter" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "key" text not null,
  "name" text not null,
  "param_group" text not null,
  "value_type" text not null,
  "value" text,
  "default_value" text,
  "allowed" text,
  "unit" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "parameter_key_key" unique ("tenant_id", "key")
);
create index if not exists "parameter_key_idx" on "parameter" ("key");
create index if not exists "parameter_search_idx" on "parameter" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "parameter" to app_staff;
alter table "parameter" enable row level security;
create policy staff on "parameter" to app_staff using (true) with check (true);

/* Whoever reads parameters compares one version per request; a change of a value counts it up. */
create function parameter_changed() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$ begin
  update public.permission_version set version = version + 1 where id = 1;
  return null;
end $$;
create trigger parameter_changed after update of value or delete on parameter
for each statement execute function parameter_changed();
`;
