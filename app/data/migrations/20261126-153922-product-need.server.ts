/** Written by `npm run db:generate`, and by hand what was needed before it was worked out. It stays as it is once it has run anywhere. */
export const name = "20261126-153922-product-need";

export const up = `
alter table "purchase_order" add column "product_due" date;
alter table "purchase_order" add column "stage_slips" text;
alter table "purchase_order_progress" add column "first_plan_date" date;
alter table "purchase_order_supplied" add column "item_line" integer;
alter table "purchase_order_supplied" add column "unit_use" numeric(18,6);
alter table "purchase_order_supplied" add column "loss_rate" numeric(9,4);
alter table "purchase_order_supplied" add column "made_qty" numeric(18,3);
alter table "purchase_order_supplied" alter column "need_qty" drop not null;
-- Cut, not rounded: rounded up to whole ones again it gives what was typed.
update "purchase_order_supplied" s set "item_line" = i."line_no", "made_qty" = i."qty", "loss_rate" = 0,
  "unit_use" = greatest(trunc(s."need_qty" / i."qty", 6), 0.000001)
  from "purchase_order_items" i
  where i."root_id" = s."root_id"
    and i."line_no" = (select min(x."line_no") from "purchase_order_items" x where x."root_id" = s."root_id");
alter table "purchase_order_supplied" alter column "item_line" set not null,
  alter column "unit_use" set not null, alter column "loss_rate" set not null;
update "purchase_order" o set "product_due" = (select min(i."required_date") from "purchase_order_items" i
  where i."root_id" = o."id" and coalesce(i."line_status", 'open') in ('open', 'partial'))
  where o."order_type" = 'outsource';
revoke all on "purchase_order" from app_supplier;
drop policy if exists supplier_read on "purchase_order";
drop policy if exists supplier_update on "purchase_order";
drop policy if exists supplier_insert on "purchase_order";
drop policy if exists supplier_remove on "purchase_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "confirmed_on_behalf", "confirm_proof", "closed_at", "completed_at", "receipt_rate", "receipt_status", "market", "label_version", "label_confirmed", "min_shelf_rate", "standard_no", "prod_stage", "finished_rate", "planned_finish", "finish_late", "product_due", "stage_slips", "progress_on", "over_use", "remark", "attachments", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "prod_stage", "finished_rate", "planned_finish", "finish_late", "stage_slips", "progress_on", "over_use", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
revoke all on "purchase_order_progress" from app_supplier;
drop policy if exists supplier_read on "purchase_order_progress";
drop policy if exists supplier_update on "purchase_order_progress";
drop policy if exists supplier_insert on "purchase_order_progress";
drop policy if exists supplier_remove on "purchase_order_progress";
grant select ("id", "tenant_id", "root_id", "line_no", "item_line", "stage", "plan_date", "first_plan_date", "actual_date", "finished_qty", "batch_no", "reported_on") on "purchase_order_progress" to app_supplier;
create policy supplier_read on "purchase_order_progress" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("stage", "plan_date", "first_plan_date", "actual_date", "finished_qty", "batch_no", "reported_on") on "purchase_order_progress" to app_supplier;
create policy supplier_update on "purchase_order_progress" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant insert on "purchase_order_progress" to app_supplier;
create policy supplier_insert on "purchase_order_progress" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_progress"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
revoke all on "purchase_order_supplied" from app_supplier;
drop policy if exists supplier_read on "purchase_order_supplied";
drop policy if exists supplier_update on "purchase_order_supplied";
drop policy if exists supplier_insert on "purchase_order_supplied";
drop policy if exists supplier_remove on "purchase_order_supplied";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "item_line", "unit_use", "loss_rate", "uom", "made_qty", "need_qty", "sent_qty", "used_qty", "left_qty", "over_rate") on "purchase_order_supplied" to app_supplier;
create policy supplier_read on "purchase_order_supplied" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("used_qty", "left_qty", "over_rate") on "purchase_order_supplied" to app_supplier;
create policy supplier_update on "purchase_order_supplied" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_supplied"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
`;
