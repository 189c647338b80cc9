/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0270-correction-rounds";

export const up = `
alter table "corrective_action" add column "site_id" uuid;
alter table "corrective_action" add column "by_staff" boolean default false not null;
alter table "corrective_action" add column "submissions" jsonb;
alter table "corrective_action" add column "reviews" jsonb;
create index if not exists "corrective_action_site_id_idx" on "corrective_action" ("site_id");
alter table "corrective_action" add constraint "corrective_action_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
revoke all on "corrective_action" from app_supplier;
drop policy if exists supplier_read on "corrective_action";
drop policy if exists supplier_update on "corrective_action";
drop policy if exists supplier_insert on "corrective_action";
drop policy if exists supplier_remove on "corrective_action";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "source_type", "source_no", "audit_id", "title", "problem", "severity", "method", "material_id", "batch_no", "defect", "owner_id", "report_due", "containment_due", "verify_mode", "verify_lots", "problem_files", "issued_at", "recurrence_of", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "reviews", "report_score", "reject_count", "extended", "clean_lots", "verify_note", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "corrective_action" to app_supplier;
create policy supplier_read on "corrective_action" for select to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
grant update ("state", "previous_state", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "version", "updated_by", "updated_at") on "corrective_action" to app_supplier;
create policy supplier_update on "corrective_action" for update to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))) with check (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
`;
