/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-032110-agreed-stock";

export const up = `
alter table "purchase_order_items" add column "stock_line" uuid;
create index if not exists "purchase_order_items_stock_line_idx" on "purchase_order_items" ("stock_line");
create table "supplier_inventory" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "stock_kind" text not null,
  "batch_no" text,
  "produce_date" date,
  "expire_date" date,
  "qty" numeric(18,3) not null,
  "uom" text,
  "location" text,
  "report_date" date not null,
  "current" boolean default false not null,
  "asked_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "supplier_inventory_supplier_id_idx" on "supplier_inventory" ("supplier_id");
create index if not exists "supplier_inventory_material_id_idx" on "supplier_inventory" ("material_id");
create index if not exists "supplier_inventory_report_date_idx" on "supplier_inventory" ("report_date");
create index if not exists "supplier_inventory_search_idx" on "supplier_inventory" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_inventory" to app_staff;
alter table "supplier_inventory" enable row level security;
create policy staff on "supplier_inventory" to app_staff using (true) with check (true);
create table "supplier_stock" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "stock_mode" text not null,
  "valid_from" date not null,
  "valid_to" date not null,
  "liability_days" integer not null,
  "protected_until" date,
  "occasion" text,
  "liability_amount" numeric(18,2),
  "order_type" text,
  "company_id" uuid,
  "purchase_org_id" uuid,
  "purchase_group_id" uuid,
  "currency" text,
  "payment_term" text,
  "asked_at" timestamptz,
  "accepted_at" timestamptz,
  "declined_reason" text,
  "ended_on" date,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "supplier_stock_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_stock_state_idx" on "supplier_stock" ("state");
create index if not exists "supplier_stock_supplier_id_idx" on "supplier_stock" ("supplier_id");
create index if not exists "supplier_stock_factory_id_idx" on "supplier_stock" ("factory_id");
create index if not exists "supplier_stock_company_id_idx" on "supplier_stock" ("company_id");
create index if not exists "supplier_stock_purchase_org_id_idx" on "supplier_stock" ("purchase_org_id");
create index if not exists "supplier_stock_purchase_group_id_idx" on "supplier_stock" ("purchase_group_id");
create index if not exists "supplier_stock_created_at_idx" on "supplier_stock" ("created_at");
create index if not exists "supplier_stock_search_idx" on "supplier_stock" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_stock" to app_staff;
alter table "supplier_stock" enable row level security;
create policy staff on "supplier_stock" to app_staff using (true) with check (true);
create table "supplier_stock_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "min_qty" numeric(18,3) not null,
  "max_qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6),
  "tax_rate" numeric(9,4),
  "liability" numeric(18,2),
  "called_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3)
);
create index if not exists "supplier_stock_items_root_idx" on "supplier_stock_items" ("root_id");
grant select, insert, update, delete on "supplier_stock_items" to app_staff;
alter table "supplier_stock_items" enable row level security;
create policy staff on "supplier_stock_items" to app_staff using (true) with check (true);
create table "supplier_stock_unused" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "stock_qty" numeric(18,3) not null,
  "covered_qty" numeric(18,3) not null,
  "uom" text,
  "price" numeric(18,6),
  "amount" numeric(18,2)
);
create index if not exists "supplier_stock_unused_root_idx" on "supplier_stock_unused" ("root_id");
grant select, insert, update, delete on "supplier_stock_unused" to app_staff;
alter table "supplier_stock_unused" enable row level security;
create policy staff on "supplier_stock_unused" to app_staff using (true) with check (true);
alter table "purchase_order_items" add constraint "purchase_order_items_stock_line_fkey" foreign key ("stock_line") references "supplier_stock_items" (id) on delete restrict;
alter table "supplier_inventory" add constraint "supplier_inventory_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_inventory" add constraint "supplier_inventory_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "supplier_stock" add constraint "supplier_stock_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_stock" add constraint "supplier_stock_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_stock" add constraint "supplier_stock_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "supplier_stock" add constraint "supplier_stock_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "supplier_stock" add constraint "supplier_stock_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "supplier_stock_items" add constraint "supplier_stock_items_root_id_fkey" foreign key ("root_id") references "supplier_stock" (id) on delete cascade;
alter table "supplier_stock_items" add constraint "supplier_stock_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "supplier_stock_unused" add constraint "supplier_stock_unused_root_id_fkey" foreign key ("root_id") references "supplier_stock" (id) on delete cascade;
alter table "supplier_stock_unused" add constraint "supplier_stock_unused_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
revoke all on "purchase_order_items" from app_supplier;
drop policy if exists supplier_read on "purchase_order_items";
drop policy if exists supplier_update on "purchase_order_items";
drop policy if exists supplier_insert on "purchase_order_items";
drop policy if exists supplier_remove on "purchase_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "first_confirm_date", "over_rate", "line_status", "noticed_qty", "accepted_qty", "rejected_qty", "refunded_qty", "exchanged_qty", "delivery_done", "open_qty", "stock_line") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date", "first_confirm_date", "noticed_qty", "open_qty") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "supplier_id", "material_id", "stock_kind", "batch_no", "produce_date", "expire_date", "qty", "uom", "location", "report_date", "current", "asked_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_inventory" to app_supplier;
create policy supplier_read on "supplier_inventory" for select to app_supplier using (("supplier_inventory"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("supplier_id", "material_id", "stock_kind", "batch_no", "produce_date", "expire_date", "qty", "uom", "location", "report_date", "current", "version", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_inventory" to app_supplier;
create policy supplier_update on "supplier_inventory" for update to app_supplier using (("supplier_inventory"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("supplier_inventory"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "supplier_inventory" to app_supplier;
create policy supplier_insert on "supplier_inventory" for insert to app_supplier with check (("supplier_inventory"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "stock_mode", "valid_from", "valid_to", "liability_days", "protected_until", "occasion", "liability_amount", "order_type", "company_id", "purchase_org_id", "purchase_group_id", "currency", "payment_term", "asked_at", "accepted_at", "declined_reason", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_stock" to app_supplier;
create policy supplier_read on "supplier_stock" for select to app_supplier using (("supplier_stock"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_stock"."asked_at" is not null));
grant update ("state", "previous_state", "accepted_at", "declined_reason", "version", "updated_by", "updated_at") on "supplier_stock" to app_supplier;
create policy supplier_update on "supplier_stock" for update to app_supplier using (("supplier_stock"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_stock"."asked_at" is not null)) with check (("supplier_stock"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_stock"."asked_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "min_qty", "max_qty", "uom", "price", "tax_rate", "liability", "called_qty", "open_qty") on "supplier_stock_items" to app_supplier;
create policy supplier_read on "supplier_stock_items" for select to app_supplier using ((exists (select 1 from "supplier_stock" x0 where x0."id" = "supplier_stock_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."asked_at" is not null))));
grant update ("called_qty", "open_qty") on "supplier_stock_items" to app_supplier;
create policy supplier_update on "supplier_stock_items" for update to app_supplier using ((exists (select 1 from "supplier_stock" x0 where x0."id" = "supplier_stock_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."asked_at" is not null)))) with check ((exists (select 1 from "supplier_stock" x0 where x0."id" = "supplier_stock_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."asked_at" is not null))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "stock_qty", "covered_qty", "uom", "price", "amount") on "supplier_stock_unused" to app_supplier;
create policy supplier_read on "supplier_stock_unused" for select to app_supplier using ((exists (select 1 from "supplier_stock" x0 where x0."id" = "supplier_stock_unused"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."asked_at" is not null))));
`;
