/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-071931-product-orders";

export const up = `
alter table "purchase_order" add column "market" text;
alter table "purchase_order" add column "label_version" text;
alter table "purchase_order" add column "label_confirmed" boolean default false not null;
alter table "purchase_order" add column "min_shelf_rate" numeric(9,4);
alter table "purchase_order" add column "standard_no" text;
alter table "purchase_order" add column "prod_stage" text;
alter table "purchase_order" add column "finished_rate" numeric(9,4);
alter table "purchase_order" add column "planned_finish" date;
alter table "purchase_order" add column "finish_late" boolean default false;
alter table "purchase_order" add column "progress_on" date;
alter table "purchase_order" add column "progress_reminded_on" date;
alter table "purchase_order" add column "over_use" text;
create table "purchase_order_progress" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_line" integer not null,
  "stage" text not null,
  "plan_date" date not null,
  "actual_date" date,
  "finished_qty" numeric(18,3),
  "batch_no" text,
  "reported_on" date not null
);
create index if not exists "purchase_order_progress_root_idx" on "purchase_order_progress" ("root_id");
grant select, insert, update, delete on "purchase_order_progress" to app_staff;
alter table "purchase_order_progress" enable row level security;
create policy staff on "purchase_order_progress" to app_staff using (true) with check (true);
create table "purchase_order_supplied" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "need_qty" numeric(18,3) not null,
  "uom" text not null,
  "sent_qty" numeric(18,3),
  "used_qty" numeric(18,3),
  "left_qty" numeric(18,3),
  "over_rate" numeric(9,4)
);
create index if not exists "purchase_order_supplied_root_idx" on "purchase_order_supplied" ("root_id");
grant select, insert, update, delete on "purchase_order_supplied" to app_staff;
alter table "purchase_order_supplied" enable row level security;
create policy staff on "purchase_order_supplied" to app_staff using (true) with check (true);
alter table "purchase_order_progress" add constraint "purchase_order_progress_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_supplied" add constraint "purchase_order_supplied_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_supplied" add constraint "purchase_order_supplied_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
revoke all on "purchase_order" from app_supplier;
drop policy if exists supplier_read on "purchase_order";
drop policy if exists supplier_update on "purchase_order";
drop policy if exists supplier_insert on "purchase_order";
drop policy if exists supplier_remove on "purchase_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "confirmed_on_behalf", "confirm_proof", "closed_at", "completed_at", "receipt_rate", "receipt_status", "market", "label_version", "label_confirmed", "min_shelf_rate", "standard_no", "prod_stage", "finished_rate", "planned_finish", "finish_late", "progress_on", "over_use", "remark", "attachments", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "prod_stage", "finished_rate", "planned_finish", "finish_late", "progress_on", "over_use", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "item_line", "stage", "plan_date", "actual_date", "finished_qty", "batch_no", "reported_on") on "purchase_order_progress" to app_supplier;
create policy supplier_read on "purchase_order_progress" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("stage", "plan_date", "actual_date", "finished_qty", "batch_no", "reported_on") on "purchase_order_progress" to app_supplier;
create policy supplier_update on "purchase_order_progress" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant insert on "purchase_order_progress" to app_supplier;
create policy supplier_insert on "purchase_order_progress" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "need_qty", "uom", "sent_qty", "used_qty", "left_qty", "over_rate") on "purchase_order_supplied" to app_supplier;
create policy supplier_read on "purchase_order_supplied" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("used_qty", "left_qty", "over_rate") on "purchase_order_supplied" to app_supplier;
create policy supplier_update on "purchase_order_supplied" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
`;
