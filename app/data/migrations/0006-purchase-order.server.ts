/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0006-purchase-order";

export const up = `
alter table "purchase_order" add column "gate_light" text;
alter table "purchase_order" add column "closed_at" timestamptz;
alter table "purchase_order_items" add column "line_status" text;
create table "purchase_order_items_schedules" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "plan_date" date not null,
  "plan_qty" numeric(18,3) not null,
  "confirm_date" date,
  "confirm_qty" numeric(18,3)
);
create index if not exists "purchase_order_items_schedules_root_idx" on "purchase_order_items_schedules" ("root_id");
grant select, insert, update, delete on "purchase_order_items_schedules" to app_staff;
alter table "purchase_order_items_schedules" enable row level security;
create policy staff on "purchase_order_items_schedules" to app_staff using (true) with check (true);
/* Lines that are there already are open, and are delivered at once. */
update "purchase_order_items" set "line_status" = 'open' where "line_status" is null;
insert into "purchase_order_items_schedules" ("id", "tenant_id", "root_id", "parent_id", "line_no", "plan_date", "plan_qty", "confirm_date", "confirm_qty")
  select gen_random_uuid(), "tenant_id", "root_id", "id", 10, "required_date", "qty", "confirm_date", "confirm_qty" from "purchase_order_items";
alter table "purchase_order_items_schedules" add constraint "purchase_order_items_schedules_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items_schedules" add constraint "purchase_order_items_schedules_parent_id_fkey" foreign key ("parent_id") references "purchase_order_items" (id) on delete cascade;
revoke all on "purchase_order" from app_supplier;
drop policy if exists supplier_read on "purchase_order";
drop policy if exists supplier_update on "purchase_order";
drop policy if exists supplier_insert on "purchase_order";
drop policy if exists supplier_remove on "purchase_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "closed_at", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
revoke all on "purchase_order_changes" from app_supplier;
drop policy if exists supplier_read on "purchase_order_changes";
drop policy if exists supplier_update on "purchase_order_changes";
drop policy if exists supplier_insert on "purchase_order_changes";
drop policy if exists supplier_remove on "purchase_order_changes";
grant select ("id", "tenant_id", "root_id", "line_no", "version", "raised_by", "content", "reason", "result", "reply") on "purchase_order_changes" to app_supplier;
create policy supplier_read on "purchase_order_changes" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
grant insert on "purchase_order_changes" to app_supplier;
create policy supplier_insert on "purchase_order_changes" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
revoke all on "purchase_order_items" from app_supplier;
drop policy if exists supplier_read on "purchase_order_items";
drop policy if exists supplier_update on "purchase_order_items";
drop policy if exists supplier_insert on "purchase_order_items";
drop policy if exists supplier_remove on "purchase_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "line_status") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "root_id", "parent_id", "line_no", "plan_date", "plan_qty", "confirm_date", "confirm_qty") on "purchase_order_items_schedules" to app_supplier;
create policy supplier_read on "purchase_order_items_schedules" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null))))));
grant update ("confirm_date", "confirm_qty") on "purchase_order_items_schedules" to app_supplier;
create policy supplier_update on "purchase_order_items_schedules" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null)))))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null))))));
`;
