/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-203246-credit-days";

export const up = `
alter table "account_price_items" add column "credit_days" integer;
alter table "price_data" add column "credit_days" integer;
alter table "purchase_order" add column "credit_days" integer;
alter table "purchase_order" add column "credit_agreed" integer;
alter table "purchase_order" add column "credit_deviates" boolean default false not null;
alter table "purchase_order" add column "credit_reason" text;
drop index if exists "purchase_order_state_idx";
create index if not exists "purchase_order_state_idx" on "purchase_order" ("state") include ("order_type", "order_date", "credit_deviates", "urgent", "gate_light", "receipt_status");
drop index if exists "purchase_order_order_date_idx";
create index if not exists "purchase_order_order_date_idx" on "purchase_order" ("order_date") include ("state", "order_type", "credit_deviates", "urgent", "gate_light", "receipt_status", "id");
drop index if exists "purchase_order_amount_sort";
create index if not exists "purchase_order_amount_sort" on "purchase_order" ("amount", "id") include ("state", "order_type", "order_date", "credit_deviates", "urgent", "gate_light", "receipt_status");
drop index if exists "purchase_order_amount_desc";
create index if not exists "purchase_order_amount_desc" on "purchase_order" ("amount" desc nulls last, "id" desc) include ("state", "order_type", "order_date", "credit_deviates", "urgent", "gate_light", "receipt_status");
alter table "purchase_order_items" add column "book_credit_days" integer;
revoke all on "price_data" from app_supplier;
drop policy if exists supplier_read on "price_data";
drop policy if exists supplier_update on "price_data";
drop policy if exists supplier_insert on "price_data";
drop policy if exists supplier_remove on "price_data";
grant select ("id", "tenant_id", "supplier_id", "material_id", "factory_id", "company_id", "currency", "uom", "price", "untaxed_price", "tax_rate", "credit_days", "valid_from", "valid_to", "source_no", "agreed_to", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "price_data" to app_supplier;
create policy supplier_read on "price_data" for select to app_supplier using (("price_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
revoke all on "purchase_order" from app_supplier;
drop policy if exists supplier_read on "purchase_order";
drop policy if exists supplier_update on "purchase_order";
drop policy if exists supplier_insert on "purchase_order";
drop policy if exists supplier_remove on "purchase_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "credit_days", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "sap_no", "released_at", "confirm_deadline", "confirmed_at", "confirmed_on_behalf", "confirm_proof", "closed_at", "completed_at", "receipt_rate", "receipt_status", "market", "label_version", "label_confirmed", "min_shelf_rate", "standard_no", "prod_stage", "finished_rate", "planned_finish", "finish_late", "product_due", "stage_slips", "progress_on", "over_use", "remark", "attachments", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "prod_stage", "finished_rate", "planned_finish", "finish_late", "stage_slips", "progress_on", "over_use", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
`;
