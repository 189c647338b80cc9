/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261129-015305-factory-stock";

export const up = `
create table "factory_stock" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "factory_id" uuid not null,
  "material_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "stated_at" timestamptz not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "factory_stock_factory_id_material_id_key" unique ("tenant_id", "factory_id", "material_id")
);
create index if not exists "factory_stock_factory_id_idx" on "factory_stock" ("factory_id");
create index if not exists "factory_stock_material_id_idx" on "factory_stock" ("material_id");
create index if not exists "factory_stock_stated_at_idx" on "factory_stock" ("stated_at");
grant select, insert, update, delete on "factory_stock" to app_staff;
alter table "factory_stock" enable row level security;
create policy staff on "factory_stock" to app_staff using (true) with check (true);
alter table "factory_stock" add constraint "factory_stock_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "factory_stock" add constraint "factory_stock_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
`;
