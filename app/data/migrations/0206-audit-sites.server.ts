/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0206-audit-sites";

export const up = `
alter table "sample_verification_tests" add column "text_value" text;
alter table "scoring_template_items" add column "photo_required" boolean default false not null;
alter table "supplier_audit" add column "site_id" uuid;
alter table "supplier_audit" add column "major_tolerated" integer;
create index if not exists "supplier_audit_site_id_idx" on "supplier_audit" ("site_id");
alter table "supplier_audit_items" add column "evidence_required" boolean default false not null;
alter table "supplier_audit_items" add column "photo_required" boolean default false not null;
alter table "supplier_audit_items" add column "photo_nos" text;
alter table "supplier_audit" add constraint "supplier_audit_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
revoke all on "supplier_audit" from app_supplier;
drop policy if exists supplier_read on "supplier_audit";
drop policy if exists supplier_update on "supplier_audit";
drop policy if exists supplier_insert on "supplier_audit";
drop policy if exists supplier_remove on "supplier_audit";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "audit_type", "mode", "template_id", "plan_date", "leader_id", "scope_note", "supplier_rep", "confirmed_at", "proposed_date", "actual_start", "actual_end", "score", "veto_hit", "pass_line", "conditional_line", "major_tolerated", "conclusion", "strengths", "summary", "photos", "sign_file", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_audit" to app_supplier;
create policy supplier_read on "supplier_audit" for select to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant update ("state", "previous_state", "supplier_rep", "confirmed_at", "proposed_date", "version", "updated_by", "updated_at") on "supplier_audit" to app_supplier;
create policy supplier_update on "supplier_audit" for update to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed'))) with check (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
revoke all on "supplier_audit_items" from app_supplier;
drop policy if exists supplier_read on "supplier_audit_items";
drop policy if exists supplier_update on "supplier_audit_items";
drop policy if exists supplier_insert on "supplier_audit_items";
drop policy if exists supplier_remove on "supplier_audit_items";
grant select ("id", "tenant_id", "root_id", "line_no", "section", "content", "requirement", "max_score", "is_veto", "na_allowed", "evidence_required", "photo_required", "result", "score", "evidence", "photo_nos") on "supplier_audit_items" to app_supplier;
create policy supplier_read on "supplier_audit_items" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
`;
