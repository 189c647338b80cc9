/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0260-sources-paused-and-freezes-weighed";

export const up = `
alter table "source_data" add column "block_cause" text;
alter table "source_data" add column "block_reason" text;
alter table "source_data" add column "suspended_on" date;
alter table "supplier_freeze" add column "impact_text" text;
alter table "supplier_freeze" add column "impact_at" timestamptz;
alter table "type_inspection_report_materials" add column "rule_id" uuid;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_rule_id_fkey" foreign key ("rule_id") references "type_inspection_rule" (id) on delete restrict;
revoke all on "source_data" from app_supplier;
drop policy if exists supplier_read on "source_data";
drop policy if exists supplier_update on "source_data";
drop policy if exists supplier_insert on "source_data";
drop policy if exists supplier_remove on "source_data";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "factory_id", "site_id", "purchase_org_id", "tier", "fixed", "effective_from", "effective_to", "trial_qty", "trial_month_qty", "inspection_mode", "source_no", "supplier_material_code", "origin_place", "moq", "pack_qty", "block_cause", "suspended_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "source_data" to app_supplier;
create policy supplier_read on "source_data" for select to app_supplier using (("source_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "source_data"."state" in ('trial', 'active', 'suspended', 'ended')));
revoke all on "type_inspection_report_materials" from app_supplier;
drop policy if exists supplier_read on "type_inspection_report_materials";
drop policy if exists supplier_update on "type_inspection_report_materials";
drop policy if exists supplier_insert on "type_inspection_report_materials";
drop policy if exists supplier_remove on "type_inspection_report_materials";
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "rule_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_read on "type_inspection_report_materials" for select to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_id", "rule_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_update on "type_inspection_report_materials" for update to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant insert on "type_inspection_report_materials" to app_supplier;
create policy supplier_insert on "type_inspection_report_materials" for insert to app_supplier with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant delete on "type_inspection_report_materials" to app_supplier;
create policy supplier_remove on "type_inspection_report_materials" for delete to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
`;
