/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-040344-rush-lines-end";

export const up = `
alter table "rush_order_items" add column "ended_on" date;
revoke all on "rush_order_items" from app_supplier;
drop policy if exists supplier_read on "rush_order_items";
drop policy if exists supplier_update on "rush_order_items";
drop policy if exists supplier_insert on "rush_order_items";
drop policy if exists supplier_remove on "rush_order_items";
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "material_id", "qty", "uom", "price", "old_date", "want_date", "reply_qty", "reply_date", "line_cost", "cost_reason", "ended_on", "arrive_date") on "rush_order_items" to app_supplier;
create policy supplier_read on "rush_order_items" for select to app_supplier using ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null))));
grant update ("reply_qty", "reply_date", "line_cost", "cost_reason") on "rush_order_items" to app_supplier;
create policy supplier_update on "rush_order_items" for update to app_supplier using ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null)))) with check ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null))));
`;
