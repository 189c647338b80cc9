/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-194904-fiscal-supply";

export const up = `
create table "fiscal_supply" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "fiscal_year" text not null,
  "season" text,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "factory_id" uuid,
  "valid_from" date not null,
  "valid_to" date not null,
  "commit_qty" numeric(18,3) not null,
  "uom" text not null,
  "commit_source" text,
  "reason" text,
  "published_at" timestamptz,
  "capacity_qty" numeric(18,3),
  "capacity_at" timestamptz,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "fiscal_supply_number_key" unique ("tenant_id", "number")
);
create index if not exists "fiscal_supply_state_idx" on "fiscal_supply" ("state");
create index if not exists "fiscal_supply_supplier_id_idx" on "fiscal_supply" ("supplier_id");
create index if not exists "fiscal_supply_material_id_idx" on "fiscal_supply" ("material_id");
create index if not exists "fiscal_supply_factory_id_idx" on "fiscal_supply" ("factory_id");
create index if not exists "fiscal_supply_fiscal_year_idx" on "fiscal_supply" ("fiscal_year");
create index if not exists "fiscal_supply_search_idx" on "fiscal_supply" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "fiscal_supply" to app_staff;
alter table "fiscal_supply" enable row level security;
create policy staff on "fiscal_supply" to app_staff using (true) with check (true);
create table "fiscal_supply_changes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "changed_on" date not null,
  "qty_before" numeric(18,3) not null,
  "qty_after" numeric(18,3) not null,
  "reason" text
);
create index if not exists "fiscal_supply_changes_root_idx" on "fiscal_supply_changes" ("root_id");
grant select, insert, update, delete on "fiscal_supply_changes" to app_staff;
alter table "fiscal_supply_changes" enable row level security;
create policy staff on "fiscal_supply_changes" to app_staff using (true) with check (true);
create table "fiscal_supply_months" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "month" text not null,
  "month_end" date not null,
  "capacity_qty" numeric(18,3)
);
create index if not exists "fiscal_supply_months_root_idx" on "fiscal_supply_months" ("root_id");
grant select, insert, update, delete on "fiscal_supply_months" to app_staff;
alter table "fiscal_supply_months" enable row level security;
create policy staff on "fiscal_supply_months" to app_staff using (true) with check (true);
alter table "fiscal_supply" add constraint "fiscal_supply_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "fiscal_supply" add constraint "fiscal_supply_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "fiscal_supply" add constraint "fiscal_supply_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "fiscal_supply_changes" add constraint "fiscal_supply_changes_root_id_fkey" foreign key ("root_id") references "fiscal_supply" (id) on delete cascade;
alter table "fiscal_supply_months" add constraint "fiscal_supply_months_root_id_fkey" foreign key ("root_id") references "fiscal_supply" (id) on delete cascade;
grant select ("id", "tenant_id", "number", "state", "previous_state", "fiscal_year", "season", "supplier_id", "material_id", "factory_id", "valid_from", "valid_to", "commit_qty", "uom", "commit_source", "reason", "published_at", "capacity_qty", "capacity_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "fiscal_supply" to app_supplier;
create policy supplier_read on "fiscal_supply" for select to app_supplier using (("fiscal_supply"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "fiscal_supply"."published_at" is not null));
grant update ("state", "previous_state", "capacity_qty", "capacity_at", "version", "updated_by", "updated_at") on "fiscal_supply" to app_supplier;
create policy supplier_update on "fiscal_supply" for update to app_supplier using (("fiscal_supply"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "fiscal_supply"."published_at" is not null)) with check (("fiscal_supply"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "fiscal_supply"."published_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "changed_on", "qty_before", "qty_after", "reason") on "fiscal_supply_changes" to app_supplier;
create policy supplier_read on "fiscal_supply_changes" for select to app_supplier using ((exists (select 1 from "fiscal_supply" x0 where x0."id" = "fiscal_supply_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
grant select ("id", "tenant_id", "root_id", "line_no", "month", "month_end", "capacity_qty") on "fiscal_supply_months" to app_supplier;
create policy supplier_read on "fiscal_supply_months" for select to app_supplier using ((exists (select 1 from "fiscal_supply" x0 where x0."id" = "fiscal_supply_months"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
grant update ("capacity_qty") on "fiscal_supply_months" to app_supplier;
create policy supplier_update on "fiscal_supply_months" for update to app_supplier using ((exists (select 1 from "fiscal_supply" x0 where x0."id" = "fiscal_supply_months"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null)))) with check ((exists (select 1 from "fiscal_supply" x0 where x0."id" = "fiscal_supply_months"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
`;
