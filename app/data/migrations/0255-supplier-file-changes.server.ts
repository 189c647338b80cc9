/** Former names, a new credit code; a proposed merger is no state any more, and quality invites to supplement, too. It stays as it is once it has run anywhere. */
export const name = "0255-supplier-file-changes";

export const up = `
alter table "supplier" add column "former_names" text;
alter table "supplier_change" add column "new_uscc" text;
revoke all on "supplier" from app_supplier;
drop policy if exists supplier_read on "supplier";
drop policy if exists supplier_update on "supplier";
drop policy if exists supplier_insert on "supplier";
drop policy if exists supplier_remove on "supplier";
grant select ("id", "tenant_id", "state", "previous_state", "code", "name", "short_name", "former_names", "uscc", "supplier_type", "supplier_class_id", "stage", "grade", "freeze_status", "completeness", "gaps", "supplement_due", "supplement_note", "legal_person", "registered_capital", "established_on", "business_scope", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "default_tax_rate", "buyer_id", "sqe_id", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
revoke all on "supplier_change" from app_supplier;
drop policy if exists supplier_read on "supplier_change";
drop policy if exists supplier_update on "supplier_change";
drop policy if exists supplier_insert on "supplier_change";
drop policy if exists supplier_remove on "supplier_change";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "change_type", "section", "reason", "due_date", "checklist", "proof", "new_name", "new_uscc", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "first_reviewer", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_change" to app_supplier;
create policy supplier_read on "supplier_change" for select to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant update ("state", "previous_state", "change_type", "section", "reason", "proof", "new_name", "new_uscc", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "origin", "version", "updated_by", "updated_at") on "supplier_change" to app_supplier;
create policy supplier_update on "supplier_change" for update to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft')))) with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant insert on "supplier_change" to app_supplier;
create policy supplier_insert on "supplier_change" for insert to app_supplier with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant delete on "supplier_change" to app_supplier;
create policy supplier_remove on "supplier_change" for delete to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
update supplier set state = 'active' where state = 'merging';
update supplier set previous_state = 'active' where previous_state = 'merging';
insert into role_permission (role_code, permission_id, action)
  select r.code, 'supplier-supplement', a.action from role r cross join unnest(array['add', 'edit', 'delete']) as a (action)
  where r.code in ('qa', 'qa_manager') and r.built_in
    and exists (select 1 from role_permission p where p.role_code = r.code and p.permission_id = 'supplier-supplement')
  on conflict do nothing;
`;
