/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-105153-demand-plans";

export const up = `
create table "demand_commit" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "plan_id" uuid not null,
  "factory_id" uuid not null,
  "company_id" uuid not null,
  "base_week" date not null,
  "asked_at" timestamptz,
  "committed_at" timestamptz,
  "below_share" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "demand_commit_number_key" unique ("tenant_id", "number")
);
create index if not exists "demand_commit_state_idx" on "demand_commit" ("state");
create index if not exists "demand_commit_supplier_id_idx" on "demand_commit" ("supplier_id");
create index if not exists "demand_commit_plan_id_idx" on "demand_commit" ("plan_id");
create index if not exists "demand_commit_factory_id_idx" on "demand_commit" ("factory_id");
create index if not exists "demand_commit_company_id_idx" on "demand_commit" ("company_id");
create index if not exists "demand_commit_base_week_idx" on "demand_commit" ("base_week");
create index if not exists "demand_commit_search_idx" on "demand_commit" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "demand_commit" to app_staff;
alter table "demand_commit" enable row level security;
create policy staff on "demand_commit" to app_staff using (true) with check (true);
create table "demand_commit_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "week_start" date not null,
  "share_qty" numeric(18,3) not null,
  "uom" text not null,
  "commit_qty" numeric(18,3),
  "commit_note" text,
  "ordered_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3)
);
create index if not exists "demand_commit_items_root_idx" on "demand_commit_items" ("root_id");
grant select, insert, update, delete on "demand_commit_items" to app_staff;
alter table "demand_commit_items" enable row level security;
create policy staff on "demand_commit_items" to app_staff using (true) with check (true);
create table "demand_plan" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "factory_id" uuid not null,
  "base_week" date not null,
  "weeks" integer not null,
  "source" text not null,
  "frozen_weeks" integer not null,
  "released_at" timestamptz,
  "replaced_by" text,
  "red_count" integer,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "demand_plan_number_key" unique ("tenant_id", "number")
);
create index if not exists "demand_plan_state_idx" on "demand_plan" ("state");
create index if not exists "demand_plan_factory_id_idx" on "demand_plan" ("factory_id");
create index if not exists "demand_plan_base_week_idx" on "demand_plan" ("base_week");
create index if not exists "demand_plan_search_idx" on "demand_plan" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "demand_plan" to app_staff;
alter table "demand_plan" enable row level security;
create policy staff on "demand_plan" to app_staff using (true) with check (true);
create table "demand_plan_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "week_start" date not null,
  "gross_qty" numeric(18,3) not null,
  "uom" text not null,
  "stock_qty" numeric(18,3),
  "safety_qty" numeric(18,3),
  "in_transit_qty" numeric(18,3),
  "supplier_stock_qty" numeric(18,3),
  "net_qty" numeric(18,3),
  "projected_qty" numeric(18,3),
  "risk" text,
  "split_note" text
);
create index if not exists "demand_plan_items_root_idx" on "demand_plan_items" ("root_id");
grant select, insert, update, delete on "demand_plan_items" to app_staff;
alter table "demand_plan_items" enable row level security;
create policy staff on "demand_plan_items" to app_staff using (true) with check (true);
alter table "purchase_order_items" add column "demand_line" uuid;
create index if not exists "purchase_order_items_demand_line_idx" on "purchase_order_items" ("demand_line");
alter table "demand_commit" add constraint "demand_commit_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "demand_commit" add constraint "demand_commit_plan_id_fkey" foreign key ("plan_id") references "demand_plan" (id) on delete restrict;
alter table "demand_commit" add constraint "demand_commit_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "demand_commit" add constraint "demand_commit_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "demand_commit_items" add constraint "demand_commit_items_root_id_fkey" foreign key ("root_id") references "demand_commit" (id) on delete cascade;
alter table "demand_commit_items" add constraint "demand_commit_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "demand_plan" add constraint "demand_plan_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "demand_plan_items" add constraint "demand_plan_items_root_id_fkey" foreign key ("root_id") references "demand_plan" (id) on delete cascade;
alter table "demand_plan_items" add constraint "demand_plan_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "purchase_order_items" add constraint "purchase_order_items_demand_line_fkey" foreign key ("demand_line") references "demand_commit_items" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "company_id", "base_week", "asked_at", "committed_at", "below_share", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "demand_commit" to app_supplier;
create policy supplier_read on "demand_commit" for select to app_supplier using (("demand_commit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "committed_at", "below_share", "version", "updated_by", "updated_at") on "demand_commit" to app_supplier;
create policy supplier_update on "demand_commit" for update to app_supplier using (("demand_commit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("demand_commit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "week_start", "share_qty", "uom", "commit_qty", "commit_note", "ordered_qty", "open_qty") on "demand_commit_items" to app_supplier;
create policy supplier_read on "demand_commit_items" for select to app_supplier using ((exists (select 1 from "demand_commit" x0 where x0."id" = "demand_commit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("commit_qty", "commit_note", "ordered_qty", "open_qty") on "demand_commit_items" to app_supplier;
create policy supplier_update on "demand_commit_items" for update to app_supplier using ((exists (select 1 from "demand_commit" x0 where x0."id" = "demand_commit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "demand_commit" x0 where x0."id" = "demand_commit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
revoke all on "purchase_order_items" from app_supplier;
drop policy if exists supplier_read on "purchase_order_items";
drop policy if exists supplier_update on "purchase_order_items";
drop policy if exists supplier_insert on "purchase_order_items";
drop policy if exists supplier_remove on "purchase_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "first_confirm_date", "over_rate", "line_status", "noticed_qty", "accepted_qty", "rejected_qty", "refunded_qty", "exchanged_qty", "delivery_done", "open_qty", "stock_line", "demand_line") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date", "first_confirm_date", "noticed_qty", "open_qty") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
`;
