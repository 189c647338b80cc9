/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-083135-quote-formulas";

export const up = `
alter table "quote_template_elements" add column "formula" text;
alter table "supplier_quote_breakdown" add column "formula" text;
alter table "supplier_quote_breakdown" add column "formula_text" text;
revoke all on "supplier_quote_breakdown" from app_supplier;
drop policy if exists supplier_read on "supplier_quote_breakdown";
drop policy if exists supplier_update on "supplier_quote_breakdown";
drop policy if exists supplier_insert on "supplier_quote_breakdown";
drop policy if exists supplier_remove on "supplier_quote_breakdown";
grant select ("id", "tenant_id", "root_id", "line_no", "rfq_line", "material_id", "code", "name", "kind", "unit", "required", "help", "formula", "formula_text", "amount", "remark") on "supplier_quote_breakdown" to app_supplier;
create policy supplier_read on "supplier_quote_breakdown" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "rfq_line", "material_id", "code", "name", "kind", "unit", "required", "help", "formula", "formula_text", "amount", "remark") on "supplier_quote_breakdown" to app_supplier;
create policy supplier_update on "supplier_quote_breakdown" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_breakdown" to app_supplier;
create policy supplier_insert on "supplier_quote_breakdown" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_breakdown" to app_supplier;
create policy supplier_remove on "supplier_quote_breakdown" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_breakdown"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
