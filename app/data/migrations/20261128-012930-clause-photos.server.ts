/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-012930-clause-photos";

export const up = `
alter table "supplier_audit_items" add column "photos" jsonb;
revoke all on "supplier_audit_items" from app_supplier;
drop policy if exists supplier_read on "supplier_audit_items";
drop policy if exists supplier_update on "supplier_audit_items";
drop policy if exists supplier_insert on "supplier_audit_items";
drop policy if exists supplier_remove on "supplier_audit_items";
grant select ("id", "tenant_id", "root_id", "line_no", "section", "content", "requirement", "max_score", "is_veto", "na_allowed", "evidence_required", "photo_required", "result", "score", "evidence", "photos", "photo_nos") on "supplier_audit_items" to app_supplier;
create policy supplier_read on "supplier_audit_items" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
`;
