/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0003-warehouse";

export const up = `
create table "warehouse" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "factory_id" uuid not null,
  "temp_zone" text not null,
  "keeper" text,
  "keeper_phone" text,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "warehouse_code_key" unique ("tenant_id", "code")
);
create index if not exists "warehouse_factory_id_idx" on "warehouse" ("factory_id");
create index if not exists "warehouse_code_idx" on "warehouse" ("code");
grant select, insert, update, delete on "warehouse" to app_staff;
alter table "warehouse" enable row level security;
create policy staff on "warehouse" to app_staff using (true) with check (true);
alter table "warehouse" add constraint "warehouse_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
create view "warehouse_title" as select "id", "code", "name" from "warehouse";
grant select on "warehouse_title" to app_supplier, app_staff;
`;
