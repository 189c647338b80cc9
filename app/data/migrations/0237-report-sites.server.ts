/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0237-report-sites";

export const up = `
alter table "type_inspection_report" add column "site_id" uuid;
alter table "type_inspection_report" add column "replaced_by" uuid;
create index if not exists "type_inspection_report_site_id_idx" on "type_inspection_report" ("site_id");
create index if not exists "type_inspection_report_replaced_by_idx" on "type_inspection_report" ("replaced_by");
alter table "type_inspection_report" add constraint "type_inspection_report_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "type_inspection_report" add constraint "type_inspection_report_replaced_by_fkey" foreign key ("replaced_by") references "type_inspection_report" (id) on delete restrict;
revoke all on "type_inspection_report" from app_supplier;
drop policy if exists supplier_read on "type_inspection_report";
drop policy if exists supplier_update on "type_inspection_report";
drop policy if exists supplier_insert on "type_inspection_report";
drop policy if exists supplier_remove on "type_inspection_report";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "next_due_date", "replaced_by", "judged_at", "by_supplier", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
create policy supplier_read on "type_inspection_report" for select to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant update ("state", "previous_state", "site_id", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
create policy supplier_update on "type_inspection_report" for update to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft')))) with check (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant insert on "type_inspection_report" to app_supplier;
create policy supplier_insert on "type_inspection_report" for insert to app_supplier with check (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant delete on "type_inspection_report" to app_supplier;
create policy supplier_remove on "type_inspection_report" for delete to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
`;
