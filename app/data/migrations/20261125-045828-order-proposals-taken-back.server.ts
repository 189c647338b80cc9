/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-045828-order-proposals-taken-back";

export const up = `
revoke all on "purchase_order_changes" from app_supplier;
drop policy if exists supplier_read on "purchase_order_changes";
drop policy if exists supplier_update on "purchase_order_changes";
drop policy if exists supplier_insert on "purchase_order_changes";
drop policy if exists supplier_remove on "purchase_order_changes";
grant select ("id", "tenant_id", "root_id", "line_no", "version", "raised_by", "content", "reason", "result", "reply") on "purchase_order_changes" to app_supplier;
create policy supplier_read on "purchase_order_changes" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
grant update ("result") on "purchase_order_changes" to app_supplier;
create policy supplier_update on "purchase_order_changes" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending')))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
grant insert on "purchase_order_changes" to app_supplier;
create policy supplier_insert on "purchase_order_changes" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
`;
