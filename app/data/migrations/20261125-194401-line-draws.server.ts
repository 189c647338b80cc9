/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-194401-line-draws";

export const up = `
alter table "purchase_order_items" add column "noticed_qty" numeric(18,3) default 0 not null;
alter table "purchase_order_items" add column "accepted_qty" numeric(18,3) default 0 not null;
alter table "purchase_order_items" add column "rejected_qty" numeric(18,3) default 0 not null;
alter table "purchase_order_items" add column "refunded_qty" numeric(18,3) default 0 not null;
alter table "purchase_order_items" add column "exchanged_qty" numeric(18,3) default 0 not null;
alter table "purchase_order_items" add column "open_qty" numeric(18,3);
revoke all on "purchase_order_items" from app_supplier;
drop policy if exists supplier_read on "purchase_order_items";
drop policy if exists supplier_update on "purchase_order_items";
drop policy if exists supplier_insert on "purchase_order_items";
drop policy if exists supplier_remove on "purchase_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "line_status", "noticed_qty", "accepted_qty", "rejected_qty", "refunded_qty", "exchanged_qty", "open_qty") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date", "noticed_qty", "open_qty") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
`;
