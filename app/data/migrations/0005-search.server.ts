/**
 * Columns and indexes by which rows are found. Written by `npm run db:generate`; the accounts, whose table is made by hand,
 * and the progress of filling the columns were added at the end. It stays as it is once it has run anywhere.
 */
export const name = "0005-search";

export const up = `
alter table "company" add column "search_text" text;
alter table "company" add column "search_grams" text[];
create index if not exists "company_search_idx" on "company" using gin ("search_grams") with (fastupdate = off);
alter table "contract" add column "search_text" text;
alter table "contract" add column "search_grams" text[];
create index if not exists "contract_search_idx" on "contract" using gin ("search_grams") with (fastupdate = off);
alter table "factory" add column "search_text" text;
alter table "factory" add column "search_grams" text[];
create index if not exists "factory_search_idx" on "factory" using gin ("search_grams") with (fastupdate = off);
alter table "material" add column "search_text" text;
alter table "material" add column "search_grams" text[];
create index if not exists "material_search_idx" on "material" using gin ("search_grams") with (fastupdate = off);
alter table "material_type" add column "search_text" text;
alter table "material_type" add column "search_grams" text[];
create index if not exists "material_type_search_idx" on "material_type" using gin ("search_grams") with (fastupdate = off);
alter table "purchase_group" add column "search_text" text;
alter table "purchase_group" add column "search_grams" text[];
create index if not exists "purchase_group_search_idx" on "purchase_group" using gin ("search_grams") with (fastupdate = off);
alter table "purchase_order" add column "search_text" text;
alter table "purchase_order" add column "search_grams" text[];
create index if not exists "purchase_order_search_idx" on "purchase_order" using gin ("search_grams") with (fastupdate = off);
alter table "purchase_org" add column "search_text" text;
alter table "purchase_org" add column "search_grams" text[];
create index if not exists "purchase_org_search_idx" on "purchase_org" using gin ("search_grams") with (fastupdate = off);
alter table "supplier" add column "search_text" text;
alter table "supplier" add column "search_grams" text[];
create index if not exists "supplier_search_idx" on "supplier" using gin ("search_grams") with (fastupdate = off);
alter table "supplier_class" add column "search_text" text;
alter table "supplier_class" add column "search_grams" text[];
create index if not exists "supplier_class_search_idx" on "supplier_class" using gin ("search_grams") with (fastupdate = off);
alter table "warehouse" add column "search_text" text;
alter table "warehouse" add column "search_grams" text[];
create index if not exists "warehouse_search_idx" on "warehouse" using gin ("search_grams") with (fastupdate = off);
revoke all on "contract" from app_supplier;
drop policy if exists supplier_read on "contract";
drop policy if exists supplier_update on "contract";
drop policy if exists supplier_insert on "contract";
drop policy if exists supplier_remove on "contract";
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "contract_type", "parent_id", "company_id", "supplier_id", "purchase_org_id", "start_date", "end_date", "currency", "amount_mode", "total_amount", "tax_rate", "payment_term_days", "owner_id", "signed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "contract" to app_supplier;
create policy supplier_read on "contract" for select to app_supplier using (("contract"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "contract"."state" in ('signed', 'effective', 'expired', 'terminated')));
revoke all on "purchase_order" from app_supplier;
drop policy if exists supplier_read on "purchase_order";
drop policy if exists supplier_update on "purchase_order";
drop policy if exists supplier_insert on "purchase_order";
drop policy if exists supplier_remove on "purchase_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
revoke all on "supplier" from app_supplier;
drop policy if exists supplier_read on "supplier";
drop policy if exists supplier_update on "supplier";
drop policy if exists supplier_insert on "supplier";
drop policy if exists supplier_remove on "supplier";
grant select ("id", "tenant_id", "code", "name", "short_name", "uscc", "supplier_type", "supplier_class_id", "stage", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "buyer_id", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
alter table app_user add column search_text text;
alter table app_user add column search_grams text[];
create index app_user_search_idx on app_user using gin (search_grams) with (fastupdate = off);

/* How far the search columns of a table have been filled, and by which rules (\`engine/search/upkeep\`). Owner only. */
create table search_progress (
  table_name text primary key,
  /* What the columns are made of; they are made anew when it changes. */
  rules text not null,
  /* The last row that was read; null: none yet. */
  reached uuid,
  complete boolean not null default false
);
`;
