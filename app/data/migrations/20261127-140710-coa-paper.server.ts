/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-140710-coa-paper";

export const up = `
alter table "inbound_coa" add column "paper_check" text;
alter table "inbound_coa" add column "paper_note" text;
revoke all on "inbound_coa" from app_supplier;
drop policy if exists supplier_read on "inbound_coa";
drop policy if exists supplier_update on "inbound_coa";
drop policy if exists supplier_insert on "inbound_coa";
drop policy if exists supplier_remove on "inbound_coa";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "final_result", "paper_check", "paper_note", "trust_id", "concession_no", "concession_reason", "lab_diff", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_read on "inbound_coa" for select to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "final_result", "trust_id", "lab_diff", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_update on "inbound_coa" for update to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "inbound_coa" to app_supplier;
create policy supplier_insert on "inbound_coa" for insert to app_supplier with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "inbound_coa" to app_supplier;
create policy supplier_remove on "inbound_coa" for delete to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
