/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0093-audits-and-corrective-actions";

export const up = `
create table "corrective_action" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "source_type" text not null,
  "source_no" text not null,
  "audit_id" uuid,
  "title" text not null,
  "problem" text not null,
  "severity" text not null,
  "method" text not null,
  "material_id" uuid,
  "batch_no" text,
  "defect" text,
  "owner_id" uuid not null,
  "report_due" date,
  "containment_due" timestamptz,
  "verify_mode" text not null,
  "verify_lots" integer,
  "problem_files" jsonb,
  "issued_at" timestamptz,
  "recurrence_of" uuid,
  "team" text,
  "problem_bounds" text,
  "containment" text,
  "root_cause" text,
  "escape_cause" text,
  "recurrence_cause" text,
  "prevent" text,
  "horizontal" text,
  "summary" text,
  "before_photos" jsonb,
  "after_photos" jsonb,
  "report_files" jsonb,
  "submitted_at" timestamptz,
  "report_score" integer,
  "reject_count" integer,
  "extended" boolean default false not null,
  "clean_lots" integer,
  "verify_note" text,
  "closed_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "corrective_action_number_key" unique ("tenant_id", "number")
);
create index if not exists "corrective_action_state_idx" on "corrective_action" ("state");
create index if not exists "corrective_action_supplier_id_idx" on "corrective_action" ("supplier_id");
create index if not exists "corrective_action_audit_id_idx" on "corrective_action" ("audit_id");
create index if not exists "corrective_action_material_id_idx" on "corrective_action" ("material_id");
create index if not exists "corrective_action_owner_id_idx" on "corrective_action" ("owner_id");
create index if not exists "corrective_action_recurrence_of_idx" on "corrective_action" ("recurrence_of");
create index if not exists "corrective_action_report_due_idx" on "corrective_action" ("report_due");
create index if not exists "corrective_action_search_idx" on "corrective_action" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "corrective_action" to app_staff;
alter table "corrective_action" enable row level security;
create policy staff on "corrective_action" to app_staff using (true) with check (true);
create table "corrective_action_actions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "kind" text not null,
  "description" text not null,
  "owner" text not null,
  "due_date" date not null,
  "done_date" date,
  "check" text
);
create index if not exists "corrective_action_actions_root_idx" on "corrective_action_actions" ("root_id");
grant select, insert, update, delete on "corrective_action_actions" to app_staff;
alter table "corrective_action_actions" enable row level security;
create policy staff on "corrective_action_actions" to app_staff using (true) with check (true);
create table "corrective_action_contained" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "place" text not null,
  "qty" numeric(18,3) not null,
  "treatment" text
);
create index if not exists "corrective_action_contained_root_idx" on "corrective_action_contained" ("root_id");
grant select, insert, update, delete on "corrective_action_contained" to app_staff;
alter table "corrective_action_contained" enable row level security;
create policy staff on "corrective_action_contained" to app_staff using (true) with check (true);
create table "corrective_action_whys" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "kind" text not null,
  "question" text not null,
  "answer" text not null,
  "evidence" text
);
create index if not exists "corrective_action_whys_root_idx" on "corrective_action_whys" ("root_id");
grant select, insert, update, delete on "corrective_action_whys" to app_staff;
alter table "corrective_action_whys" enable row level security;
create policy staff on "corrective_action_whys" to app_staff using (true) with check (true);
create table "supplier_audit" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "audit_type" text not null,
  "mode" text not null,
  "source_no" text,
  "template_id" uuid not null,
  "plan_date" date not null,
  "leader_id" uuid not null,
  "scope_note" text,
  "supplier_rep" text,
  "confirmed_at" timestamptz,
  "proposed_date" date,
  "actual_start" timestamptz,
  "actual_end" timestamptz,
  "score" numeric(5,1),
  "veto_hit" boolean default false,
  "pass_line" numeric(6,1),
  "conditional_line" numeric(6,1),
  "conclusion" text,
  "strengths" text,
  "summary" text,
  "next_audit_date" date,
  "photos" jsonb,
  "sign_file" jsonb,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "supplier_audit_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_audit_state_idx" on "supplier_audit" ("state");
create index if not exists "supplier_audit_supplier_id_idx" on "supplier_audit" ("supplier_id");
create index if not exists "supplier_audit_template_id_idx" on "supplier_audit" ("template_id");
create index if not exists "supplier_audit_leader_id_idx" on "supplier_audit" ("leader_id");
create index if not exists "supplier_audit_plan_date_idx" on "supplier_audit" ("plan_date");
create index if not exists "supplier_audit_search_idx" on "supplier_audit" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_audit" to app_staff;
alter table "supplier_audit" enable row level security;
create policy staff on "supplier_audit" to app_staff using (true) with check (true);
create table "supplier_audit_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null
);
create index if not exists "supplier_audit_classes_root_idx" on "supplier_audit_classes" ("root_id");
grant select, insert, update, delete on "supplier_audit_classes" to app_staff;
alter table "supplier_audit_classes" enable row level security;
create policy staff on "supplier_audit_classes" to app_staff using (true) with check (true);
create table "supplier_audit_findings" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_no" integer,
  "severity" text not null,
  "description" text not null,
  "due_date" date,
  "photo_nos" text,
  "corrective_action_id" uuid
);
create index if not exists "supplier_audit_findings_root_idx" on "supplier_audit_findings" ("root_id");
grant select, insert, update, delete on "supplier_audit_findings" to app_staff;
alter table "supplier_audit_findings" enable row level security;
create policy staff on "supplier_audit_findings" to app_staff using (true) with check (true);
create table "supplier_audit_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "section" text not null,
  "content" text not null,
  "requirement" text,
  "max_score" numeric(6,1) not null,
  "is_veto" boolean default false not null,
  "na_allowed" boolean default false not null,
  "result" text,
  "score" numeric(6,1),
  "evidence" text
);
create index if not exists "supplier_audit_items_root_idx" on "supplier_audit_items" ("root_id");
grant select, insert, update, delete on "supplier_audit_items" to app_staff;
alter table "supplier_audit_items" enable row level security;
create policy staff on "supplier_audit_items" to app_staff using (true) with check (true);
create table "supplier_audit_members" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "user_id" uuid not null
);
create index if not exists "supplier_audit_members_root_idx" on "supplier_audit_members" ("root_id");
grant select, insert, update, delete on "supplier_audit_members" to app_staff;
alter table "supplier_audit_members" enable row level security;
create policy staff on "supplier_audit_members" to app_staff using (true) with check (true);
alter table "corrective_action" add constraint "corrective_action_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_audit_id_fkey" foreign key ("audit_id") references "supplier_audit" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_recurrence_of_fkey" foreign key ("recurrence_of") references "corrective_action" (id) on delete restrict;
alter table "corrective_action_actions" add constraint "corrective_action_actions_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "corrective_action_contained" add constraint "corrective_action_contained_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "corrective_action_whys" add constraint "corrective_action_whys_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "supplier_audit" add constraint "supplier_audit_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_template_id_fkey" foreign key ("template_id") references "scoring_template" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "supplier_audit_classes" add constraint "supplier_audit_classes_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_classes" add constraint "supplier_audit_classes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_audit_findings" add constraint "supplier_audit_findings_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_findings" add constraint "supplier_audit_findings_corrective_action_id_fkey" foreign key ("corrective_action_id") references "corrective_action" (id) on delete restrict;
alter table "supplier_audit_items" add constraint "supplier_audit_items_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_members" add constraint "supplier_audit_members_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_members" add constraint "supplier_audit_members_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "source_type", "source_no", "audit_id", "title", "problem", "severity", "method", "material_id", "batch_no", "defect", "owner_id", "report_due", "containment_due", "verify_mode", "verify_lots", "problem_files", "issued_at", "recurrence_of", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "report_score", "reject_count", "extended", "clean_lots", "verify_note", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "corrective_action" to app_supplier;
create policy supplier_read on "corrective_action" for select to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
grant update ("state", "previous_state", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "version", "updated_by", "updated_at") on "corrective_action" to app_supplier;
create policy supplier_update on "corrective_action" for update to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))) with check (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
grant select ("id", "tenant_id", "root_id", "line_no", "kind", "description", "owner", "due_date", "done_date", "check") on "corrective_action_actions" to app_supplier;
create policy supplier_read on "corrective_action_actions" for select to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_actions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant update ("line_no", "kind", "description", "owner", "due_date", "done_date", "check") on "corrective_action_actions" to app_supplier;
create policy supplier_update on "corrective_action_actions" for update to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_actions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))))) with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_actions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant insert on "corrective_action_actions" to app_supplier;
create policy supplier_insert on "corrective_action_actions" for insert to app_supplier with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_actions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant delete on "corrective_action_actions" to app_supplier;
create policy supplier_remove on "corrective_action_actions" for delete to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_actions"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "place", "qty", "treatment") on "corrective_action_contained" to app_supplier;
create policy supplier_read on "corrective_action_contained" for select to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_contained"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant update ("line_no", "place", "qty", "treatment") on "corrective_action_contained" to app_supplier;
create policy supplier_update on "corrective_action_contained" for update to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_contained"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))))) with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_contained"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant insert on "corrective_action_contained" to app_supplier;
create policy supplier_insert on "corrective_action_contained" for insert to app_supplier with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_contained"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant delete on "corrective_action_contained" to app_supplier;
create policy supplier_remove on "corrective_action_contained" for delete to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_contained"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "kind", "question", "answer", "evidence") on "corrective_action_whys" to app_supplier;
create policy supplier_read on "corrective_action_whys" for select to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_whys"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant update ("line_no", "kind", "question", "answer", "evidence") on "corrective_action_whys" to app_supplier;
create policy supplier_update on "corrective_action_whys" for update to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_whys"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed'))))) with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_whys"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant insert on "corrective_action_whys" to app_supplier;
create policy supplier_insert on "corrective_action_whys" for insert to app_supplier with check ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_whys"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant delete on "corrective_action_whys" to app_supplier;
create policy supplier_remove on "corrective_action_whys" for delete to app_supplier using ((exists (select 1 from "corrective_action" x0 where x0."id" = "corrective_action_whys"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "audit_type", "mode", "template_id", "plan_date", "leader_id", "scope_note", "supplier_rep", "confirmed_at", "proposed_date", "actual_start", "actual_end", "score", "veto_hit", "pass_line", "conditional_line", "conclusion", "strengths", "summary", "photos", "sign_file", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_audit" to app_supplier;
create policy supplier_read on "supplier_audit" for select to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant update ("state", "previous_state", "supplier_rep", "confirmed_at", "proposed_date", "version", "updated_by", "updated_at") on "supplier_audit" to app_supplier;
create policy supplier_update on "supplier_audit" for update to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed'))) with check (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id") on "supplier_audit_classes" to app_supplier;
create policy supplier_read on "supplier_audit_classes" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_classes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "item_no", "severity", "description", "due_date", "photo_nos", "corrective_action_id") on "supplier_audit_findings" to app_supplier;
create policy supplier_read on "supplier_audit_findings" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_findings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "section", "content", "requirement", "max_score", "is_veto", "na_allowed", "result", "score", "evidence") on "supplier_audit_items" to app_supplier;
create policy supplier_read on "supplier_audit_items" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "user_id") on "supplier_audit_members" to app_supplier;
create policy supplier_read on "supplier_audit_members" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_members"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
`;
