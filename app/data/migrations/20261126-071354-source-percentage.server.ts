/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-071354-source-percentage";

export const up = `
create table "source_percentage" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "material_id" uuid not null,
  "factory_id" uuid,
  "valid_from" date not null,
  "valid_to" date not null,
  "min_split_qty" numeric(18,3),
  "source_no" text,
  "ended_on" date,
  "replaced_by" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "source_percentage_number_key" unique ("tenant_id", "number")
);
create index if not exists "source_percentage_state_idx" on "source_percentage" ("state");
create index if not exists "source_percentage_material_id_idx" on "source_percentage" ("material_id");
create index if not exists "source_percentage_factory_id_idx" on "source_percentage" ("factory_id");
create index if not exists "source_percentage_valid_from_idx" on "source_percentage" ("valid_from");
create index if not exists "source_percentage_search_idx" on "source_percentage" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "source_percentage" to app_staff;
alter table "source_percentage" enable row level security;
create policy staff on "source_percentage" to app_staff using (true) with check (true);
create table "source_percentage_shares" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null,
  "percent" numeric(9,4) not null,
  "base_qty" numeric(18,3),
  "guaranteed_qty" numeric(18,3),
  "max_qty" numeric(18,3)
);
create index if not exists "source_percentage_shares_root_idx" on "source_percentage_shares" ("root_id");
grant select, insert, update, delete on "source_percentage_shares" to app_staff;
alter table "source_percentage_shares" enable row level security;
create policy staff on "source_percentage_shares" to app_staff using (true) with check (true);
alter table "source_percentage" add constraint "source_percentage_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "source_percentage" add constraint "source_percentage_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "source_percentage_shares" add constraint "source_percentage_shares_root_id_fkey" foreign key ("root_id") references "source_percentage" (id) on delete cascade;
alter table "source_percentage_shares" add constraint "source_percentage_shares_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
`;
