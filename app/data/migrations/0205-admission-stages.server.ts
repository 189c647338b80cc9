/** The site of an admission, and since when a case stands in its stage: of old ones the day of their last change of state. */
export const name = "0205-admission-stages";

export const up = `
alter table "admission" add column "site_id" uuid;
alter table "admission" add column "stage_since" date;
create index if not exists "admission_site_id_idx" on "admission" ("site_id");
alter table "admission" add constraint "admission_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
update "admission" set "stage_since" = (coalesce(
    (select max(l.at) from audit_log l where l.entity = 'supplier-management/admission' and l.record_id = "admission".id
      and jsonb_path_exists(l.changes || l.staff_changes, '$[*] ? (@.path == "state")')),
    "admission".updated_at) at time zone 'Asia/Shanghai')::date where "state" <> 'draft';
revoke all on "admission" from app_supplier;
drop policy if exists supplier_read on "admission";
drop policy if exists supplier_update on "admission";
drop policy if exists supplier_insert on "admission";
drop policy if exists supplier_remove on "admission";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "admission_type", "site_id", "purchase_org_id", "material_type_id", "buyer_id", "need_audit", "need_sample", "need_trial", "wanted", "supplier_files", "papers", "stage_since", "decided_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "admission" to app_supplier;
create policy supplier_read on "admission" for select to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
grant update ("state", "previous_state", "supplier_files", "stage_since", "version", "updated_by", "updated_at") on "admission" to app_supplier;
create policy supplier_update on "admission" for update to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft'))) with check (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
`;
