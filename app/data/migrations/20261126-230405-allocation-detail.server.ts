/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-230405-allocation-detail";

export const up = `
create table "allocation_detail" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "source_type" text not null,
  "demand_plan_id" uuid,
  "purchase_plan_id" uuid,
  "source_no" text,
  "material_id" uuid not null,
  "factory_id" uuid not null,
  "company_id" uuid,
  "period" text not null,
  "demand_qty" numeric(18,3) not null,
  "demand_uom" text,
  "wanted_on" date not null,
  "max_deviation" numeric(9,4),
  "split_deviation" numeric(9,4),
  "deviates" boolean default false not null,
  "locked_at" timestamptz,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "allocation_detail_number_key" unique ("tenant_id", "number")
);
create index if not exists "allocation_detail_state_idx" on "allocation_detail" ("state");
create index if not exists "allocation_detail_demand_plan_id_idx" on "allocation_detail" ("demand_plan_id");
create index if not exists "allocation_detail_purchase_plan_id_idx" on "allocation_detail" ("purchase_plan_id");
create index if not exists "allocation_detail_material_id_idx" on "allocation_detail" ("material_id");
create index if not exists "allocation_detail_factory_id_idx" on "allocation_detail" ("factory_id");
create index if not exists "allocation_detail_company_id_idx" on "allocation_detail" ("company_id");
create index if not exists "allocation_detail_period_idx" on "allocation_detail" ("period");
create index if not exists "allocation_detail_search_idx" on "allocation_detail" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "allocation_detail" to app_staff;
alter table "allocation_detail" enable row level security;
create policy staff on "allocation_detail" to app_staff using (true) with check (true);
create table "allocation_detail_shares" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null,
  "quota_rate" numeric(9,4),
  "quota_rating" numeric(18,3),
  "suggest_qty" numeric(18,3),
  "alloc_qty" numeric(18,3) not null,
  "uom" text,
  "adjust_reason" text,
  "ordered_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3),
  "actual_rate" numeric(9,4),
  "split_note" text
);
create index if not exists "allocation_detail_shares_root_idx" on "allocation_detail_shares" ("root_id");
grant select, insert, update, delete on "allocation_detail_shares" to app_staff;
alter table "allocation_detail_shares" enable row level security;
create policy staff on "allocation_detail_shares" to app_staff using (true) with check (true);
alter table "purchase_order_items" add column "share_line" uuid;
create index if not exists "purchase_order_items_share_line_idx" on "purchase_order_items" ("share_line");
alter table "allocation_detail" add constraint "allocation_detail_demand_plan_id_fkey" foreign key ("demand_plan_id") references "demand_plan" (id) on delete restrict;
alter table "allocation_detail" add constraint "allocation_detail_purchase_plan_id_fkey" foreign key ("purchase_plan_id") references "purchase_plan_apply" (id) on delete restrict;
alter table "allocation_detail" add constraint "allocation_detail_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "allocation_detail" add constraint "allocation_detail_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "allocation_detail" add constraint "allocation_detail_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "allocation_detail_shares" add constraint "allocation_detail_shares_root_id_fkey" foreign key ("root_id") references "allocation_detail" (id) on delete cascade;
alter table "allocation_detail_shares" add constraint "allocation_detail_shares_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_order_items" add constraint "purchase_order_items_share_line_fkey" foreign key ("share_line") references "allocation_detail_shares" (id) on delete restrict;
create or replace view "allocation_detail_shown" as select id from "allocation_detail" where "allocation_detail"."locked_at" is not null;
grant select on "allocation_detail_shown" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "material_id", "factory_id", "company_id", "period", "demand_uom", "wanted_on", "locked_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "allocation_detail" to app_supplier;
create policy supplier_read on "allocation_detail" for select to app_supplier using ((exists (select 1 from "allocation_detail_shares" x0 where x0."root_id" = "allocation_detail"."id" and "x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid) and "allocation_detail"."locked_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "supplier_id", "alloc_qty", "uom", "ordered_qty", "open_qty") on "allocation_detail_shares" to app_supplier;
create policy supplier_read on "allocation_detail_shares" for select to app_supplier using (("allocation_detail_shares"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and exists (select 1 from "allocation_detail_shown" x0 where x0."id" = "allocation_detail_shares"."root_id" and true)));
grant update ("ordered_qty", "open_qty") on "allocation_detail_shares" to app_supplier;
create policy supplier_update on "allocation_detail_shares" for update to app_supplier using (("allocation_detail_shares"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and exists (select 1 from "allocation_detail_shown" x0 where x0."id" = "allocation_detail_shares"."root_id" and true))) with check (("allocation_detail_shares"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and exists (select 1 from "allocation_detail_shown" x0 where x0."id" = "allocation_detail_shares"."root_id" and true)));
revoke all on "purchase_order_items" from app_supplier;
drop policy if exists supplier_read on "purchase_order_items";
drop policy if exists supplier_update on "purchase_order_items";
drop policy if exists supplier_insert on "purchase_order_items";
drop policy if exists supplier_remove on "purchase_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "first_confirm_date", "over_rate", "line_status", "noticed_qty", "accepted_qty", "rejected_qty", "refunded_qty", "exchanged_qty", "delivery_done", "open_qty", "stock_line", "demand_line", "share_line") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date", "first_confirm_date", "noticed_qty", "open_qty") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
`;
