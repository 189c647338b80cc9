/** Written by `npm run db:generate`, and filled in from the lines notes draw on. It stays as it is once it has run anywhere. */
export const name = "20261127-081234-orders-of-notes";

export const up = `
alter table "delivery_note_items" add column "order_id" uuid;
alter table "delivery_note_items" add constraint "delivery_note_items_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
update "delivery_note_items" set "order_id" = l.root_id from "purchase_order_items" l where l.id = "delivery_note_items"."order_line";
revoke all on "delivery_note_items" from app_supplier;
drop policy if exists supplier_read on "delivery_note_items";
drop policy if exists supplier_update on "delivery_note_items";
drop policy if exists supplier_insert on "delivery_note_items";
drop policy if exists supplier_remove on "delivery_note_items";
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "order_id", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "received_qty", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_read on "delivery_note_items" for select to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "order_line", "order_id", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_update on "delivery_note_items" for update to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "delivery_note_items" to app_supplier;
create policy supplier_insert on "delivery_note_items" for insert to app_supplier with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "delivery_note_items" to app_supplier;
create policy supplier_remove on "delivery_note_items" for delete to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
