/** Written by `npm run db:generate`, with what rows of before say. It stays as it is once it has run anywhere. */
export const name = "20261128-111510-audit-shares";

export const up = `
alter table "corrective_action" add column "extensions" integer;
update "corrective_action" set "extensions" = case when "extended" then 1 else 0 end;
alter table "corrective_action" drop column "extended";
alter table "supplier_audit" add column "minor_share" integer;
alter table "supplier_audit" add column "major_share" integer;
-- Those that have begun go by what counted then.
update "supplier_audit" set "minor_share" = 80, "major_share" = 40 where "pass_line" is not null;
revoke all on "corrective_action" from app_supplier;
drop policy if exists supplier_read on "corrective_action";
drop policy if exists supplier_update on "corrective_action";
drop policy if exists supplier_insert on "corrective_action";
drop policy if exists supplier_remove on "corrective_action";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "source_type", "source_no", "audit_id", "title", "problem", "severity", "method", "material_id", "batch_no", "defect", "owner_id", "report_due", "containment_due", "verify_mode", "verify_lots", "problem_files", "issued_at", "recurrence_of", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "reviews", "report_score", "reject_count", "extensions", "clean_lots", "verify_note", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "corrective_action" to app_supplier;
create policy supplier_read on "corrective_action" for select to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
grant update ("state", "previous_state", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "version", "updated_by", "updated_at") on "corrective_action" to app_supplier;
create policy supplier_update on "corrective_action" for update to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))) with check (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
revoke all on "supplier_audit" from app_supplier;
drop policy if exists supplier_read on "supplier_audit";
drop policy if exists supplier_update on "supplier_audit";
drop policy if exists supplier_insert on "supplier_audit";
drop policy if exists supplier_remove on "supplier_audit";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "audit_type", "mode", "template_id", "plan_date", "leader_id", "scope_note", "supplier_rep", "confirmed_at", "proposed_date", "actual_start", "actual_end", "score", "veto_hit", "pass_line", "conditional_line", "major_tolerated", "minor_share", "major_share", "conclusion", "strengths", "summary", "photos", "sign_file", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_audit" to app_supplier;
create policy supplier_read on "supplier_audit" for select to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant update ("state", "previous_state", "supplier_rep", "confirmed_at", "proposed_date", "version", "updated_by", "updated_at") on "supplier_audit" to app_supplier;
create policy supplier_update on "supplier_audit" for update to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed'))) with check (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
`;
