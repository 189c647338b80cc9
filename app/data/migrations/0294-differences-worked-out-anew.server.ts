/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0294-differences-worked-out-anew";

export const up = `
revoke all on "supplier_change_differences" from app_supplier;
drop policy if exists supplier_read on "supplier_change_differences";
drop policy if exists supplier_update on "supplier_change_differences";
drop policy if exists supplier_insert on "supplier_change_differences";
drop policy if exists supplier_remove on "supplier_change_differences";
grant select ("id", "tenant_id", "root_id", "line_no", "item", "old_value", "new_value") on "supplier_change_differences" to app_supplier;
create policy supplier_read on "supplier_change_differences" for select to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "item", "old_value", "new_value") on "supplier_change_differences" to app_supplier;
create policy supplier_update on "supplier_change_differences" for update to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "supplier_change_differences" to app_supplier;
create policy supplier_insert on "supplier_change_differences" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "supplier_change_differences" to app_supplier;
create policy supplier_remove on "supplier_change_differences" for delete to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
`;
