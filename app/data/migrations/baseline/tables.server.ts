/** Tables, keys, indexes, title views, grants and policies of the definitions, as `npm run db:generate` wrote them. It stays as it is once it has run anywhere. */
export const tables = `
create table "admission" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "admission_type" text not null,
  "purchase_org_id" uuid not null,
  "material_type_id" uuid not null,
  "demand_reason" text not null,
  "reason_note" text not null,
  "annual_amount" numeric(18,2),
  "template_id" uuid not null,
  "buyer_id" uuid not null,
  "need_audit" boolean default false not null,
  "need_sample" boolean default false not null,
  "need_trial" boolean default false not null,
  "waive_reason" text,
  "wanted" text,
  "supplier_files" jsonb,
  "first_opinion" text,
  "papers" text,
  "audit_id" uuid,
  "audit_result" text,
  "audit_score" numeric(6,1),
  "attachments" jsonb,
  "photos" jsonb,
  "score" numeric(6,1),
  "conclusion" text,
  "condition_note" text,
  "condition_due" date,
  "opposition_reply" text,
  "decided_on" date,
  "ended_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "site_id" uuid,
  "stage_since" date,
  constraint "admission_number_key" unique ("tenant_id", "number")
);
create index if not exists "admission_state_idx" on "admission" ("state");
create index if not exists "admission_supplier_id_idx" on "admission" ("supplier_id");
create index if not exists "admission_site_id_idx" on "admission" ("site_id");
create index if not exists "admission_purchase_org_id_idx" on "admission" ("purchase_org_id");
create index if not exists "admission_material_type_id_idx" on "admission" ("material_type_id");
create index if not exists "admission_template_id_idx" on "admission" ("template_id");
create index if not exists "admission_buyer_id_idx" on "admission" ("buyer_id");
create index if not exists "admission_audit_id_idx" on "admission" ("audit_id");
create index if not exists "admission_number_idx" on "admission" ("number");
create index if not exists "admission_search_idx" on "admission" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "admission" to app_staff;
alter table "admission" enable row level security;
create policy staff on "admission" to app_staff using (true) with check (true);
create table "admission_assessors" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "user_id" uuid not null,
  "vote" text,
  "opinion" text,
  "voted_at" timestamptz
);
create index if not exists "admission_assessors_root_idx" on "admission_assessors" ("root_id");
grant select, insert, update, delete on "admission_assessors" to app_staff;
alter table "admission_assessors" enable row level security;
create policy staff on "admission_assessors" to app_staff using (true) with check (true);
create table "admission_checklist" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "requirement" text,
  "is_veto" boolean default false not null,
  "result" text,
  "note" text,
  "certificate_id" uuid
);
create index if not exists "admission_checklist_root_idx" on "admission_checklist" ("root_id");
grant select, insert, update, delete on "admission_checklist" to app_staff;
alter table "admission_checklist" enable row level security;
create policy staff on "admission_checklist" to app_staff using (true) with check (true);
create table "admission_materials" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "factory_id" uuid not null,
  "tier" text not null,
  "sample_result" text,
  "trial_result" text,
  "is_dropped" boolean default false not null
);
create index if not exists "admission_materials_root_idx" on "admission_materials" ("root_id");
grant select, insert, update, delete on "admission_materials" to app_staff;
alter table "admission_materials" enable row level security;
create policy staff on "admission_materials" to app_staff using (true) with check (true);
create table "app_user_chat_bindings" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "app" text not null,
  "open_id" text not null,
  "nickname" text,
  "bound_at" timestamptz not null
);
create index if not exists "app_user_chat_bindings_root_idx" on "app_user_chat_bindings" ("root_id");
grant select, insert, update, delete on "app_user_chat_bindings" to app_staff;
alter table "app_user_chat_bindings" enable row level security;
create policy staff on "app_user_chat_bindings" to app_staff using (true) with check (true);
create table "approval_deputy" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "owner_id" uuid not null,
  "deputy_id" uuid not null,
  "from_day" date not null,
  "to_day" date not null,
  "document" text,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "approval_deputy_number_key" unique ("tenant_id", "number")
);
create index if not exists "approval_deputy_owner_id_idx" on "approval_deputy" ("owner_id");
create index if not exists "approval_deputy_deputy_id_idx" on "approval_deputy" ("deputy_id");
create index if not exists "approval_deputy_from_day_idx" on "approval_deputy" ("from_day");
create index if not exists "approval_deputy_search_idx" on "approval_deputy" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "approval_deputy" to app_staff;
alter table "approval_deputy" enable row level security;
create policy staff on "approval_deputy" to app_staff using (true) with check (true);
create table "approval_flow" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "document" text not null,
  "priority" integer not null,
  "published_version" integer,
  "published_at" timestamptz,
  "unpublished" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "approval_flow_code_key" unique ("tenant_id", "code")
);
create index if not exists "approval_flow_state_idx" on "approval_flow" ("state");
create index if not exists "approval_flow_code_idx" on "approval_flow" ("code");
create index if not exists "approval_flow_search_idx" on "approval_flow" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "approval_flow" to app_staff;
alter table "approval_flow" enable row level security;
create policy staff on "approval_flow" to app_staff using (true) with check (true);
create table "approval_flow_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "field" text not null,
  "comparison" text not null,
  "value" text not null
);
create index if not exists "approval_flow_conditions_root_idx" on "approval_flow_conditions" ("root_id");
grant select, insert, update, delete on "approval_flow_conditions" to app_staff;
alter table "approval_flow_conditions" enable row level security;
create policy staff on "approval_flow_conditions" to app_staff using (true) with check (true);
create table "approval_flow_steps" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "step_no" integer not null,
  "name" text not null,
  "decider" text not null,
  "person_id" uuid,
  "role_id" uuid,
  "system_name" text,
  "rule" text not null,
  "on_self" text not null,
  "min_amount" numeric(18,2),
  "due_hours" integer,
  "escalate" text not null
);
create index if not exists "approval_flow_steps_root_idx" on "approval_flow_steps" ("root_id");
grant select, insert, update, delete on "approval_flow_steps" to app_staff;
alter table "approval_flow_steps" enable row level security;
create policy staff on "approval_flow_steps" to app_staff using (true) with check (true);
create table "audit_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "rule_kind" text not null,
  "valid_from" date not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "audit_rule_code_key" unique ("tenant_id", "code")
);
create index if not exists "audit_rule_code_idx" on "audit_rule" ("code");
create index if not exists "audit_rule_search_idx" on "audit_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "audit_rule" to app_staff;
alter table "audit_rule" enable row level security;
create policy staff on "audit_rule" to app_staff using (true) with check (true);
create table "audit_rule_certificates" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid,
  "supplier_type" text,
  "certificate_type" text not null,
  "compulsory" boolean default false not null
);
create index if not exists "audit_rule_certificates_root_idx" on "audit_rule_certificates" ("root_id");
grant select, insert, update, delete on "audit_rule_certificates" to app_staff;
alter table "audit_rule_certificates" enable row level security;
create policy staff on "audit_rule_certificates" to app_staff using (true) with check (true);
create table "audit_rule_conclusions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "min" numeric(6,1) not null,
  "max" numeric(6,1) not null,
  "max_major" integer,
  "conclusion" text not null
);
create index if not exists "audit_rule_conclusions_root_idx" on "audit_rule_conclusions" ("root_id");
grant select, insert, update, delete on "audit_rule_conclusions" to app_staff;
alter table "audit_rule_conclusions" enable row level security;
create policy staff on "audit_rule_conclusions" to app_staff using (true) with check (true);
create table "audit_rule_cycles" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "risk_level" text,
  "grade" text,
  "months" integer not null,
  "mode" text not null
);
create index if not exists "audit_rule_cycles_root_idx" on "audit_rule_cycles" ("root_id");
grant select, insert, update, delete on "audit_rule_cycles" to app_staff;
alter table "audit_rule_cycles" enable row level security;
create policy staff on "audit_rule_cycles" to app_staff using (true) with check (true);
create table "audit_rule_deadlines" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "severity" text not null,
  "contain_hours" integer,
  "report_days" integer,
  "verify_lots" integer
);
create index if not exists "audit_rule_deadlines_root_idx" on "audit_rule_deadlines" ("root_id");
grant select, insert, update, delete on "audit_rule_deadlines" to app_staff;
alter table "audit_rule_deadlines" enable row level security;
create policy staff on "audit_rule_deadlines" to app_staff using (true) with check (true);
create table "audit_rule_letters" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "trigger" text not null,
  "letter_type" text not null,
  "window_days" integer,
  "times" integer
);
create index if not exists "audit_rule_letters_root_idx" on "audit_rule_letters" ("root_id");
grant select, insert, update, delete on "audit_rule_letters" to app_staff;
alter table "audit_rule_letters" enable row level security;
create policy staff on "audit_rule_letters" to app_staff using (true) with check (true);
create table "audit_rule_paths" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid,
  "supplier_type" text,
  "need_audit" boolean default false not null,
  "need_sample" boolean default false not null,
  "need_trial" boolean default false not null
);
create index if not exists "audit_rule_paths_root_idx" on "audit_rule_paths" ("root_id");
grant select, insert, update, delete on "audit_rule_paths" to app_staff;
alter table "audit_rule_paths" enable row level security;
create policy staff on "audit_rule_paths" to app_staff using (true) with check (true);
create table "brand_authorization" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "brand_name" text not null,
  "trademark_no" text,
  "producer_name" text not null,
  "producer_uscc" text,
  "producer_supplier_id" uuid,
  "auth_level" text not null,
  "auth_no" text not null,
  "region" text,
  "valid_from" date not null,
  "valid_to" date not null,
  "effective_to" date,
  "chain_files" jsonb,
  "origin" text,
  "reminded" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "brand_authorization_number_key" unique ("tenant_id", "number")
);
create index if not exists "brand_authorization_state_idx" on "brand_authorization" ("state");
create index if not exists "brand_authorization_supplier_id_idx" on "brand_authorization" ("supplier_id");
create index if not exists "brand_authorization_producer_supplier_id_idx" on "brand_authorization" ("producer_supplier_id");
create index if not exists "brand_authorization_effective_to_idx" on "brand_authorization" ("effective_to");
create index if not exists "brand_authorization_search_idx" on "brand_authorization" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "brand_authorization" to app_staff;
alter table "brand_authorization" enable row level security;
create policy staff on "brand_authorization" to app_staff using (true) with check (true);
create table "brand_authorization_chain" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "grantor" text not null,
  "grantee" text not null,
  "valid_to" date not null
);
create index if not exists "brand_authorization_chain_root_idx" on "brand_authorization_chain" ("root_id");
grant select, insert, update, delete on "brand_authorization_chain" to app_staff;
alter table "brand_authorization_chain" enable row level security;
create policy staff on "brand_authorization_chain" to app_staff using (true) with check (true);
create table "brand_authorization_materials" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "origin" text
);
create index if not exists "brand_authorization_materials_root_idx" on "brand_authorization_materials" ("root_id");
grant select, insert, update, delete on "brand_authorization_materials" to app_staff;
alter table "brand_authorization_materials" enable row level security;
create policy staff on "brand_authorization_materials" to app_staff using (true) with check (true);
create table "company" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "tax_number" text not null,
  "address" text not null,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "company_code_key" unique ("tenant_id", "code"),
  constraint "company_name_key" unique ("tenant_id", "name"),
  constraint "company_tax_number_key" unique ("tenant_id", "tax_number")
);
create index if not exists "company_code_idx" on "company" ("code");
create index if not exists "company_search_idx" on "company" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "company" to app_staff;
alter table "company" enable row level security;
create policy staff on "company" to app_staff using (true) with check (true);
create table "composed_message" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "content" text not null,
  "level" text not null,
  "audience" text not null,
  "record_number" text,
  "path" text,
  "sent_at" timestamptz,
  "sent_by" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "sticky" boolean default false not null
);
create index if not exists "composed_message_state_idx" on "composed_message" ("state");
create index if not exists "composed_message_sent_by_idx" on "composed_message" ("sent_by");
create index if not exists "composed_message_updated_at_idx" on "composed_message" ("updated_at");
create index if not exists "composed_message_search_idx" on "composed_message" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "composed_message" to app_staff;
alter table "composed_message" enable row level security;
create policy staff on "composed_message" to app_staff using (true) with check (true);
create table "composed_message_targets" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "supplier_id" uuid,
  "supplier_class_id" uuid,
  "role_id" uuid,
  "factory_id" uuid,
  "user_id" uuid
);
create index if not exists "composed_message_targets_root_idx" on "composed_message_targets" ("root_id");
grant select, insert, update, delete on "composed_message_targets" to app_staff;
alter table "composed_message_targets" enable row level security;
create policy staff on "composed_message_targets" to app_staff using (true) with check (true);
create table "contract" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "contract_type" text not null,
  "parent_id" uuid,
  "company_id" uuid not null,
  "supplier_id" uuid not null,
  "purchase_org_id" uuid not null,
  "start_date" date not null,
  "end_date" date not null,
  "currency" text not null,
  "amount_mode" text not null,
  "total_amount" numeric(18,2),
  "tax_rate" numeric(9,4),
  "payment_term_days" integer not null,
  "owner_id" uuid not null,
  "signed_on" date,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "attachments" jsonb,
  "internal_files" jsonb,
  constraint "contract_number_key" unique ("tenant_id", "number")
);
create index if not exists "contract_state_idx" on "contract" ("state");
create index if not exists "contract_parent_id_idx" on "contract" ("parent_id");
create index if not exists "contract_company_id_idx" on "contract" ("company_id");
create index if not exists "contract_supplier_id_idx" on "contract" ("supplier_id");
create index if not exists "contract_purchase_org_id_idx" on "contract" ("purchase_org_id");
create index if not exists "contract_owner_id_idx" on "contract" ("owner_id");
create index if not exists "contract_start_date_idx" on "contract" ("start_date");
create index if not exists "contract_search_idx" on "contract" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "contract" to app_staff;
alter table "contract" enable row level security;
create policy staff on "contract" to app_staff using (true) with check (true);
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
  "reviewed_by" uuid,
  "days_taken" integer,
  "site_id" uuid,
  "by_staff" boolean default false not null,
  "submissions" jsonb,
  "reviews" jsonb,
  constraint "corrective_action_number_key" unique ("tenant_id", "number")
);
create index if not exists "corrective_action_state_idx" on "corrective_action" ("state");
create index if not exists "corrective_action_supplier_id_idx" on "corrective_action" ("supplier_id");
create index if not exists "corrective_action_site_id_idx" on "corrective_action" ("site_id");
create index if not exists "corrective_action_audit_id_idx" on "corrective_action" ("audit_id");
create index if not exists "corrective_action_material_id_idx" on "corrective_action" ("material_id");
create index if not exists "corrective_action_owner_id_idx" on "corrective_action" ("owner_id");
create index if not exists "corrective_action_recurrence_of_idx" on "corrective_action" ("recurrence_of");
create index if not exists "corrective_action_reviewed_by_idx" on "corrective_action" ("reviewed_by");
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
create table "deliver_cycle" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "material_id" uuid,
  "material_type_id" uuid,
  "supplier_id" uuid,
  "factory_id" uuid,
  "prepare_days" integer not null,
  "transit_days" integer not null,
  "inspect_days" integer not null,
  "total_days" integer,
  "season_from" text,
  "season_to" text,
  "season_extra" integer,
  "valid_from" date not null,
  "valid_to" date,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "proposed_prepare_days" integer,
  "proposed_transit_days" integer,
  "proposal_reason" text,
  "proposed_on" date
);
create index if not exists "deliver_cycle_material_id_idx" on "deliver_cycle" ("material_id");
create index if not exists "deliver_cycle_material_type_id_idx" on "deliver_cycle" ("material_type_id");
create index if not exists "deliver_cycle_supplier_id_idx" on "deliver_cycle" ("supplier_id");
create index if not exists "deliver_cycle_factory_id_idx" on "deliver_cycle" ("factory_id");
grant select, insert, update, delete on "deliver_cycle" to app_staff;
alter table "deliver_cycle" enable row level security;
create policy staff on "deliver_cycle" to app_staff using (true) with check (true);
create table "delivery_assessment" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "title" text not null,
  "material_type_id" uuid,
  "due_source" text not null,
  "grace_days" integer not null,
  "early_counts" boolean default false not null,
  "qty_tolerance" numeric(9,4) not null,
  "clause_id" uuid,
  "fine_start_days" integer,
  "min_fine" numeric(18,2),
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "delivery_assessment_title_key" unique ("tenant_id", "title")
);
create index if not exists "delivery_assessment_material_type_id_idx" on "delivery_assessment" ("material_type_id");
create index if not exists "delivery_assessment_clause_id_idx" on "delivery_assessment" ("clause_id");
create index if not exists "delivery_assessment_title_idx" on "delivery_assessment" ("title");
create index if not exists "delivery_assessment_search_idx" on "delivery_assessment" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "delivery_assessment" to app_staff;
alter table "delivery_assessment" enable row level security;
create policy staff on "delivery_assessment" to app_staff using (true) with check (true);
create table "delivery_assessment_bands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_rate" numeric(9,4) not null,
  "to_rate" numeric(9,4) not null,
  "score" numeric(6,2) not null
);
create index if not exists "delivery_assessment_bands_root_idx" on "delivery_assessment_bands" ("root_id");
grant select, insert, update, delete on "delivery_assessment_bands" to app_staff;
alter table "delivery_assessment_bands" enable row level security;
create policy staff on "delivery_assessment_bands" to app_staff using (true) with check (true);
create table "delivery_assessment_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_class_id" uuid not null
);
create index if not exists "delivery_assessment_classes_root_idx" on "delivery_assessment_classes" ("root_id");
grant select, insert, update, delete on "delivery_assessment_classes" to app_staff;
alter table "delivery_assessment_classes" enable row level security;
create policy staff on "delivery_assessment_classes" to app_staff using (true) with check (true);
create table "delivery_assessment_exemptions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "reason" text not null
);
create index if not exists "delivery_assessment_exemptions_root_idx" on "delivery_assessment_exemptions" ("root_id");
grant select, insert, update, delete on "delivery_assessment_exemptions" to app_staff;
alter table "delivery_assessment_exemptions" enable row level security;
create policy staff on "delivery_assessment_exemptions" to app_staff using (true) with check (true);
create table "dictionary" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "category" text,
  "is_public" boolean default false not null,
  "locked" boolean default false not null,
  "built_in" boolean default false not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "dictionary_code_key" unique ("tenant_id", "code")
);
create index if not exists "dictionary_code_idx" on "dictionary" ("code");
create index if not exists "dictionary_search_idx" on "dictionary" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "dictionary" to app_staff;
alter table "dictionary" enable row level security;
create policy staff on "dictionary" to app_staff using (true) with check (true);
create table "dictionary_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_name" text not null,
  "item_value" text not null,
  "color" text,
  "sort_no" integer,
  "parent_value" text,
  "is_default" boolean default false not null,
  "enabled" boolean default false not null
);
create index if not exists "dictionary_items_root_idx" on "dictionary_items" ("root_id");
grant select, insert, update, delete on "dictionary_items" to app_staff;
alter table "dictionary_items" enable row level security;
create policy staff on "dictionary_items" to app_staff using (true) with check (true);
create table "export_task" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "list_key" text not null,
  "list_label" text not null,
  "format" text not null,
  "conditions" text,
  "row_count" integer,
  "file" jsonb,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "expires_at" timestamptz,
  "message" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "export_task_number_key" unique ("tenant_id", "number")
);
create index if not exists "export_task_state_idx" on "export_task" ("state");
create index if not exists "export_task_created_at_idx" on "export_task" ("created_at");
create index if not exists "export_task_search_idx" on "export_task" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "export_task" to app_staff;
alter table "export_task" enable row level security;
create policy staff on "export_task" to app_staff using (true) with check (true);
create table "factory" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "company_id" uuid not null,
  "province" text not null,
  "city" text not null,
  "address" text not null,
  "receiver" text,
  "receiver_phone" text,
  "sap_code" text,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "weekly_rest" text,
  constraint "factory_code_key" unique ("tenant_id", "code")
);
create index if not exists "factory_company_id_idx" on "factory" ("company_id");
create index if not exists "factory_code_idx" on "factory" ("code");
create index if not exists "factory_search_idx" on "factory" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "factory" to app_staff;
alter table "factory" enable row level security;
create policy staff on "factory" to app_staff using (true) with check (true);
create table "factory_calendar" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_day" date not null,
  "to_day" date not null,
  "kind" text not null,
  "note" text
);
create index if not exists "factory_calendar_root_idx" on "factory_calendar" ("root_id");
grant select, insert, update, delete on "factory_calendar" to app_staff;
alter table "factory_calendar" enable row level security;
create policy staff on "factory_calendar" to app_staff using (true) with check (true);
create table "factory_purchase_orgs" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "purchase_org_id" uuid not null
);
create index if not exists "factory_purchase_orgs_root_idx" on "factory_purchase_orgs" ("root_id");
grant select, insert, update, delete on "factory_purchase_orgs" to app_staff;
alter table "factory_purchase_orgs" enable row level security;
create policy staff on "factory_purchase_orgs" to app_staff using (true) with check (true);
create table "factory_windows" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "days" text not null,
  "start_time" text not null,
  "end_time" text not null
);
create index if not exists "factory_windows_root_idx" on "factory_windows" ("root_id");
grant select, insert, update, delete on "factory_windows" to app_staff;
alter table "factory_windows" enable row level security;
create policy staff on "factory_windows" to app_staff using (true) with check (true);
create table "field" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "entity" text not null,
  "code" text not null,
  "label" text not null,
  "field_type" text not null,
  "options_dict" text,
  "required" boolean default false not null,
  "supplier_visible" boolean default false not null,
  "supplier_editable" boolean default false not null,
  "in_list" boolean default false not null,
  "searchable" boolean default false not null,
  "seq" integer not null,
  "builtin" boolean default false not null,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "field_entity_code_key" unique ("tenant_id", "entity", "code")
);
create index if not exists "field_entity_idx" on "field" ("entity");
create index if not exists "field_search_idx" on "field" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "field" to app_staff;
alter table "field" enable row level security;
create policy staff on "field" to app_staff using (true) with check (true);
create table "form" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "usage" text not null,
  "audience" text not null,
  "revision" integer,
  "intro" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_number_key" unique ("tenant_id", "number"),
  constraint "form_code_revision_key" unique ("tenant_id", "code", "revision")
);
create index if not exists "form_state_idx" on "form" ("state");
create index if not exists "form_code_idx" on "form" ("code");
create index if not exists "form_search_idx" on "form" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form" to app_staff;
alter table "form" enable row level security;
create policy staff on "form" to app_staff using (true) with check (true);
create table "form_answer" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "task_id" uuid not null,
  "form_id" uuid not null,
  "name" text not null,
  "supplier_id" uuid,
  "user_id" uuid,
  "due_date" date not null,
  "intro" text,
  "submitted_at" timestamptz,
  "submitted_by" text,
  "score" numeric(8,2),
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_answer_number_key" unique ("tenant_id", "number")
);
create index if not exists "form_answer_state_idx" on "form_answer" ("state");
create index if not exists "form_answer_task_id_idx" on "form_answer" ("task_id");
create index if not exists "form_answer_form_id_idx" on "form_answer" ("form_id");
create index if not exists "form_answer_supplier_id_idx" on "form_answer" ("supplier_id");
create index if not exists "form_answer_user_id_idx" on "form_answer" ("user_id");
create index if not exists "form_answer_number_idx" on "form_answer" ("number");
create index if not exists "form_answer_search_idx" on "form_answer" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form_answer" to app_staff;
alter table "form_answer" enable row level security;
create policy staff on "form_answer" to app_staff using (true) with check (true);
create table "form_answer_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "label" text not null,
  "value" text,
  "score" numeric(6,2),
  "type" text not null,
  "required" boolean default false not null,
  "options" text,
  "help" text,
  "key" text
);
create index if not exists "form_answer_items_root_idx" on "form_answer_items" ("root_id");
grant select, insert, update, delete on "form_answer_items" to app_staff;
alter table "form_answer_items" enable row level security;
create policy staff on "form_answer_items" to app_staff using (true) with check (true);
create table "form_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "label" text not null,
  "type" text not null,
  "required" boolean default false not null,
  "options" text,
  "dictionary_id" uuid,
  "score" numeric(6,2),
  "help" text,
  "sort_no" integer,
  "key" text
);
create index if not exists "form_items_root_idx" on "form_items" ("root_id");
grant select, insert, update, delete on "form_items" to app_staff;
alter table "form_items" enable row level security;
create policy staff on "form_items" to app_staff using (true) with check (true);
create table "form_request" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "form_id" uuid not null,
  "name" text not null,
  "due_date" date not null,
  "note" text,
  "sent_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_request_number_key" unique ("tenant_id", "number")
);
create index if not exists "form_request_state_idx" on "form_request" ("state");
create index if not exists "form_request_form_id_idx" on "form_request" ("form_id");
create index if not exists "form_request_number_idx" on "form_request" ("number");
create index if not exists "form_request_search_idx" on "form_request" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form_request" to app_staff;
alter table "form_request" enable row level security;
create policy staff on "form_request" to app_staff using (true) with check (true);
create table "form_request_people" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "user_id" uuid not null
);
create index if not exists "form_request_people_root_idx" on "form_request_people" ("root_id");
grant select, insert, update, delete on "form_request_people" to app_staff;
alter table "form_request_people" enable row level security;
create policy staff on "form_request_people" to app_staff using (true) with check (true);
create table "form_request_suppliers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null
);
create index if not exists "form_request_suppliers_root_idx" on "form_request_suppliers" ("root_id");
grant select, insert, update, delete on "form_request_suppliers" to app_staff;
alter table "form_request_suppliers" enable row level security;
create policy staff on "form_request_suppliers" to app_staff using (true) with check (true);
create table "gate_exemption" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "material_id" uuid,
  "factory_id" uuid,
  "valid_from" date not null,
  "valid_to" date not null,
  "max_qty" numeric(18,3),
  "used_qty" numeric(18,3),
  "lifts_type_inspection" boolean default false not null,
  "lifts_certificate" boolean default false not null,
  "lifts_source" boolean default false not null,
  "lifts_trial_qty" boolean default false not null,
  "lifts_freeze" boolean default false not null,
  "lifts_stage" boolean default false not null,
  "lifts_temporary" boolean default false not null,
  "on_rfq" boolean default false not null,
  "on_award" boolean default false not null,
  "on_contract" boolean default false not null,
  "on_release" boolean default false not null,
  "on_delivery" boolean default false not null,
  "on_payment" boolean default false not null,
  "checks_text" text,
  "actions_text" text,
  "reason" text not null,
  "containment" text not null,
  "attachments" jsonb,
  "first_approver_id" uuid,
  "first_approved_at" timestamptz,
  "second_approver_id" uuid,
  "second_approved_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "lifts_brand" boolean default false not null,
  "lifts_grade" boolean default false not null,
  "lifts_risk" boolean default false not null,
  "lifts_correction" boolean default false not null,
  constraint "gate_exemption_number_key" unique ("tenant_id", "number")
);
create index if not exists "gate_exemption_state_idx" on "gate_exemption" ("state");
create index if not exists "gate_exemption_supplier_id_idx" on "gate_exemption" ("supplier_id");
create index if not exists "gate_exemption_material_id_idx" on "gate_exemption" ("material_id");
create index if not exists "gate_exemption_factory_id_idx" on "gate_exemption" ("factory_id");
create index if not exists "gate_exemption_first_approver_id_idx" on "gate_exemption" ("first_approver_id");
create index if not exists "gate_exemption_second_approver_id_idx" on "gate_exemption" ("second_approver_id");
create index if not exists "gate_exemption_number_idx" on "gate_exemption" ("number");
create index if not exists "gate_exemption_search_idx" on "gate_exemption" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "gate_exemption" to app_staff;
alter table "gate_exemption" enable row level security;
create policy staff on "gate_exemption" to app_staff using (true) with check (true);
create table "gate_exemption_orders" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "order_id" uuid not null,
  "qty" numeric(18,3),
  "used_on" date not null
);
create index if not exists "gate_exemption_orders_root_idx" on "gate_exemption_orders" ("root_id");
grant select, insert, update, delete on "gate_exemption_orders" to app_staff;
alter table "gate_exemption_orders" enable row level security;
create policy staff on "gate_exemption_orders" to app_staff using (true) with check (true);
create table "gate_forecast" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "order_no" text not null,
  "supplier_id" uuid not null,
  "material_id" uuid,
  "factory_id" uuid not null,
  "purchase_group_id" uuid not null,
  "buyer_id" uuid not null,
  "check_type" text not null,
  "blocked_from" date not null,
  "reason_text" text not null,
  "computed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "gate_forecast_supplier_id_idx" on "gate_forecast" ("supplier_id");
create index if not exists "gate_forecast_material_id_idx" on "gate_forecast" ("material_id");
create index if not exists "gate_forecast_factory_id_idx" on "gate_forecast" ("factory_id");
create index if not exists "gate_forecast_purchase_group_id_idx" on "gate_forecast" ("purchase_group_id");
create index if not exists "gate_forecast_buyer_id_idx" on "gate_forecast" ("buyer_id");
create index if not exists "gate_forecast_blocked_from_idx" on "gate_forecast" ("blocked_from");
create index if not exists "gate_forecast_search_idx" on "gate_forecast" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "gate_forecast" to app_staff;
alter table "gate_forecast" enable row level security;
create policy staff on "gate_forecast" to app_staff using (true) with check (true);
create table "homepage_news" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "news_id" uuid not null,
  "slot" text not null,
  "short_title" text,
  "sort_no" integer,
  "from_date" date,
  "to_date" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "state" text not null,
  "previous_state" text
);
create index if not exists "homepage_news_state_idx" on "homepage_news" ("state");
create index if not exists "homepage_news_news_id_idx" on "homepage_news" ("news_id");
create index if not exists "homepage_news_slot_idx" on "homepage_news" ("slot");
grant select, insert, update, delete on "homepage_news" to app_staff;
alter table "homepage_news" enable row level security;
create policy staff on "homepage_news" to app_staff using (true) with check (true);
create table "homepage_suggestion" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "content" text not null,
  "page_path" text,
  "attachments" jsonb,
  "supplier_id" uuid,
  "handler_id" uuid,
  "reply" text,
  "replied_at" timestamptz,
  "rating" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "anonymous" boolean default false not null,
  "owner_supplier_id" uuid,
  "author_id" uuid,
  constraint "homepage_suggestion_number_key" unique ("tenant_id", "number")
);
create index if not exists "homepage_suggestion_state_idx" on "homepage_suggestion" ("state");
create index if not exists "homepage_suggestion_supplier_id_idx" on "homepage_suggestion" ("supplier_id");
create index if not exists "homepage_suggestion_owner_supplier_id_idx" on "homepage_suggestion" ("owner_supplier_id");
create index if not exists "homepage_suggestion_author_id_idx" on "homepage_suggestion" ("author_id");
create index if not exists "homepage_suggestion_handler_id_idx" on "homepage_suggestion" ("handler_id");
create index if not exists "homepage_suggestion_created_at_idx" on "homepage_suggestion" ("created_at");
create index if not exists "homepage_suggestion_search_idx" on "homepage_suggestion" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "homepage_suggestion" to app_staff;
alter table "homepage_suggestion" enable row level security;
create policy staff on "homepage_suggestion" to app_staff using (true) with check (true);
create table "import_batch" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "target" text not null,
  "target_label" text not null,
  "file_name" text,
  "mode" text not null,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "total_count" integer not null,
  "insert_count" integer not null,
  "update_count" integer not null,
  "same_count" integer not null,
  "fail_count" integer not null,
  "done_count" integer not null,
  "message" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "import_batch_number_key" unique ("tenant_id", "number")
);
create index if not exists "import_batch_state_idx" on "import_batch" ("state");
create index if not exists "import_batch_created_at_idx" on "import_batch" ("created_at");
create index if not exists "import_batch_search_idx" on "import_batch" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "import_batch" to app_staff;
alter table "import_batch" enable row level security;
create policy staff on "import_batch" to app_staff using (true) with check (true);
create table "interface_log" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "system" text not null,
  "direction" text not null,
  "interface_code" text not null,
  "business_type" text,
  "business_key" text,
  "document_entity" text,
  "document_id" text,
  "valid_states" text,
  "factory_id" uuid,
  "purchase_group_id" uuid,
  "request_body" text,
  "response_body" text,
  "http_status" integer,
  "cost_ms" integer,
  "attempt" integer not null,
  "next_retry_at" timestamptz,
  "error" text,
  "idempotency_key" text not null,
  "fingerprint" text,
  "outside_no" text,
  "trace" text,
  "finished_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "undelivered_at" timestamptz,
  constraint "interface_log_number_key" unique ("tenant_id", "number"),
  constraint "interface_log_system_direction_idempotency_key_key" unique ("tenant_id", "system", "direction", "idempotency_key")
);
create index if not exists "interface_log_state_idx" on "interface_log" ("state");
create index if not exists "interface_log_factory_id_idx" on "interface_log" ("factory_id");
create index if not exists "interface_log_purchase_group_id_idx" on "interface_log" ("purchase_group_id");
create index if not exists "interface_log_created_at_idx" on "interface_log" ("created_at");
grant select, insert, update, delete on "interface_log" to app_staff;
alter table "interface_log" enable row level security;
create policy staff on "interface_log" to app_staff using (true) with check (true);
create table "interface_log_attempts" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "at" timestamptz not null,
  "outcome" text not null,
  "http_status" integer,
  "cost_ms" integer,
  "error" text
);
create index if not exists "interface_log_attempts_root_idx" on "interface_log_attempts" ("root_id");
grant select, insert, update, delete on "interface_log_attempts" to app_staff;
alter table "interface_log_attempts" enable row level security;
create policy staff on "interface_log_attempts" to app_staff using (true) with check (true);
create table "job" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "group_id" uuid not null,
  "handler" text not null,
  "schedule_type" text not null,
  "schedule_conf" text,
  "time_zone" text not null,
  "misfire" text not null,
  "overlap" text not null,
  "timeout_s" integer not null,
  "retry" integer not null,
  "built_in" boolean default false not null,
  "remark" text,
  "last_run_at" timestamptz,
  "last_result" text,
  "next_run_at" timestamptz,
  "fail_streak" integer not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "alarm_emails" text,
  constraint "job_name_key" unique ("tenant_id", "name")
);
create index if not exists "job_state_idx" on "job" ("state");
create index if not exists "job_group_id_idx" on "job" ("group_id");
create index if not exists "job_name_idx" on "job" ("name");
create index if not exists "job_search_idx" on "job" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "job" to app_staff;
alter table "job" enable row level security;
create policy staff on "job" to app_staff using (true) with check (true);
create table "job_children" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "job_id" uuid not null
);
create index if not exists "job_children_root_idx" on "job_children" ("root_id");
grant select, insert, update, delete on "job_children" to app_staff;
alter table "job_children" enable row level security;
create policy staff on "job_children" to app_staff using (true) with check (true);
create table "job_group" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "owner_id" uuid,
  "max_parallel" integer not null,
  "pause_from" text,
  "pause_to" text,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "alarm_emails" text,
  constraint "job_group_code_key" unique ("tenant_id", "code")
);
create index if not exists "job_group_owner_id_idx" on "job_group" ("owner_id");
create index if not exists "job_group_code_idx" on "job_group" ("code");
create index if not exists "job_group_search_idx" on "job_group" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "job_group" to app_staff;
alter table "job_group" enable row level security;
create policy staff on "job_group" to app_staff using (true) with check (true);
create table "job_log_clearing" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "keep" text not null,
  "job_id" uuid,
  "reason" text not null,
  "cut_at" timestamptz,
  "removed_count" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "job_log_clearing_number_key" unique ("tenant_id", "number")
);
create index if not exists "job_log_clearing_job_id_idx" on "job_log_clearing" ("job_id");
create index if not exists "job_log_clearing_created_at_idx" on "job_log_clearing" ("created_at");
grant select, insert, update, delete on "job_log_clearing" to app_staff;
alter table "job_log_clearing" enable row level security;
create policy staff on "job_log_clearing" to app_staff using (true) with check (true);
create table "job_run" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "job_id" uuid not null,
  "job_name" text not null,
  "trigger_type" text not null,
  "attempt" integer not null,
  "planned_at" timestamptz not null,
  "handed_at" timestamptz,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "duration_ms" integer,
  "operator_id" uuid,
  "worker" text,
  "lease_until" timestamptz,
  "stop_wanted_at" timestamptz,
  "summary" text,
  "output" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "params" jsonb
);
create index if not exists "job_run_state_idx" on "job_run" ("state");
create index if not exists "job_run_job_id_idx" on "job_run" ("job_id");
create index if not exists "job_run_operator_id_idx" on "job_run" ("operator_id");
create index if not exists "job_run_planned_at_idx" on "job_run" ("planned_at");
grant select, insert, update, delete on "job_run" to app_staff;
alter table "job_run" enable row level security;
create policy staff on "job_run" to app_staff using (true) with check (true);
create table "material" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "spec" text,
  "material_type_id" uuid not null,
  "purchase_group_id" uuid,
  "material_status" text not null,
  "uom" text not null,
  "purchase_uom" text,
  "uom_rate" numeric(18,6),
  "tax_rate" numeric(9,4),
  "tax_class_code" text,
  "bill_policy" text,
  "shelf_life_days" integer,
  "storage" text,
  "allergen" text,
  "key_material" boolean default false not null,
  "batch_managed" boolean default false not null,
  "inspect_required" boolean default false not null,
  "type_report_required" boolean default false not null,
  "artwork_version" text,
  "sap_updated_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "material_code_key" unique ("tenant_id", "code")
);
create index if not exists "material_material_type_id_idx" on "material" ("material_type_id");
create index if not exists "material_purchase_group_id_idx" on "material" ("purchase_group_id");
create index if not exists "material_code_idx" on "material" ("code");
create index if not exists "material_search_idx" on "material" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "material" to app_staff;
alter table "material" enable row level security;
create policy staff on "material" to app_staff using (true) with check (true);
create table "material_type" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "parent_id" uuid,
  "category" text not null,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "food_category" text,
  constraint "material_type_code_key" unique ("tenant_id", "code")
);
create index if not exists "material_type_parent_id_idx" on "material_type" ("parent_id");
create index if not exists "material_type_code_idx" on "material_type" ("code");
create index if not exists "material_type_search_idx" on "material_type" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "material_type" to app_staff;
alter table "material_type" enable row level security;
create policy staff on "material_type" to app_staff using (true) with check (true);
create table "member_request" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "registration_id" uuid,
  "contact_name" text not null,
  "contact_phone" text not null,
  "contact_email" text not null,
  "login_name" text not null,
  "hint" text,
  "asked_at" timestamptz,
  "decided_by" uuid,
  "decided_at" timestamptz,
  "decision_note" text,
  "account_id" uuid,
  "told_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "member_request_number_key" unique ("tenant_id", "number"),
  constraint "member_request_registration_id_key" unique ("tenant_id", "registration_id")
);
create index if not exists "member_request_state_idx" on "member_request" ("state");
create index if not exists "member_request_supplier_id_idx" on "member_request" ("supplier_id");
create index if not exists "member_request_registration_id_idx" on "member_request" ("registration_id");
create index if not exists "member_request_decided_by_idx" on "member_request" ("decided_by");
create index if not exists "member_request_account_id_idx" on "member_request" ("account_id");
create index if not exists "member_request_number_idx" on "member_request" ("number");
create index if not exists "member_request_search_idx" on "member_request" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "member_request" to app_staff;
alter table "member_request" enable row level security;
create policy staff on "member_request" to app_staff using (true) with check (true);
create table "msg_scenario" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "module" text not null,
  "level" text not null,
  "audience" text not null,
  "variables" text,
  "on_site" boolean default false not null,
  "by_email" boolean default false not null,
  "quiet" boolean default false not null,
  "can_mute" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "receiver_rule" text,
  constraint "msg_scenario_code_key" unique ("tenant_id", "code")
);
create index if not exists "msg_scenario_state_idx" on "msg_scenario" ("state");
create index if not exists "msg_scenario_module_idx" on "msg_scenario" ("module");
create index if not exists "msg_scenario_search_idx" on "msg_scenario" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "msg_scenario" to app_staff;
alter table "msg_scenario" enable row level security;
create policy staff on "msg_scenario" to app_staff using (true) with check (true);
create table "msg_scenario_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "variable" text not null,
  "operator" text not null,
  "value" text not null
);
create index if not exists "msg_scenario_conditions_root_idx" on "msg_scenario_conditions" ("root_id");
grant select, insert, update, delete on "msg_scenario_conditions" to app_staff;
alter table "msg_scenario_conditions" enable row level security;
create policy staff on "msg_scenario_conditions" to app_staff using (true) with check (true);
create table "msg_scenario_receivers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "role_id" uuid,
  "user_id" uuid
);
create index if not exists "msg_scenario_receivers_root_idx" on "msg_scenario_receivers" ("root_id");
grant select, insert, update, delete on "msg_scenario_receivers" to app_staff;
alter table "msg_scenario_receivers" enable row level security;
create policy staff on "msg_scenario_receivers" to app_staff using (true) with check (true);
create table "msg_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "scenario" text not null,
  "channel" text not null,
  "side" text not null,
  "remark" text,
  "variables" text,
  "title" text not null,
  "content" text not null,
  "preview" text,
  "revision" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "msg_template_state_idx" on "msg_template" ("state");
create index if not exists "msg_template_scenario_idx" on "msg_template" ("scenario");
create index if not exists "msg_template_search_idx" on "msg_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "msg_template" to app_staff;
alter table "msg_template" enable row level security;
create policy staff on "msg_template" to app_staff using (true) with check (true);
create table "msg_template_revisions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "revision" integer not null,
  "title" text not null,
  "content" text not null,
  "saved_by" text,
  "saved_at" timestamptz
);
create index if not exists "msg_template_revisions_root_idx" on "msg_template_revisions" ("root_id");
grant select, insert, update, delete on "msg_template_revisions" to app_staff;
alter table "msg_template_revisions" enable row level security;
create policy staff on "msg_template_revisions" to app_staff using (true) with check (true);
create table "news" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "summary" text,
  "content" text not null,
  "cover" jsonb,
  "attachments" jsonb,
  "audience" text not null,
  "must_ack" boolean default false not null,
  "is_top" boolean default false not null,
  "publish_at" timestamptz,
  "expire_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "news_number_key" unique ("tenant_id", "number")
);
create index if not exists "news_state_idx" on "news" ("state");
create index if not exists "news_publish_at_idx" on "news" ("publish_at");
create index if not exists "news_search_idx" on "news" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "news" to app_staff;
alter table "news" enable row level security;
create policy staff on "news" to app_staff using (true) with check (true);
create table "news_receipt" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "news_id" uuid not null,
  "user_id" uuid not null,
  "supplier_id" uuid,
  "told_at" timestamptz not null,
  "read_at" timestamptz,
  "confirmed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "news_receipt_news_id_user_id_key" unique ("tenant_id", "news_id", "user_id")
);
create index if not exists "news_receipt_news_id_idx" on "news_receipt" ("news_id");
create index if not exists "news_receipt_user_id_idx" on "news_receipt" ("user_id");
create index if not exists "news_receipt_supplier_id_idx" on "news_receipt" ("supplier_id");
create index if not exists "news_receipt_told_at_idx" on "news_receipt" ("told_at");
grant select, insert, update, delete on "news_receipt" to app_staff;
alter table "news_receipt" enable row level security;
create policy staff on "news_receipt" to app_staff using (true) with check (true);
create table "news_targets" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "target_type" text not null,
  "supplier_id" uuid,
  "supplier_class_id" uuid,
  "role_id" uuid,
  "factory_id" uuid,
  "user_id" uuid
);
create index if not exists "news_targets_root_idx" on "news_targets" ("root_id");
grant select, insert, update, delete on "news_targets" to app_staff;
alter table "news_targets" enable row level security;
create policy staff on "news_targets" to app_staff using (true) with check (true);
create table "number_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "doc_type" text not null,
  "name" text not null,
  "default_pattern" text not null,
  "pattern" text,
  "reset" text not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "number_rule_doc_type_key" unique ("tenant_id", "doc_type")
);
create index if not exists "number_rule_name_idx" on "number_rule" ("name");
create index if not exists "number_rule_search_idx" on "number_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "number_rule" to app_staff;
alter table "number_rule" enable row level security;
create policy staff on "number_rule" to app_staff using (true) with check (true);
create table "order_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "check_type" text not null,
  "moment" text not null,
  "severity" text not null,
  "threshold" numeric(12,2),
  "priority" integer not null,
  "company_id" uuid,
  "factory_id" uuid,
  "material_type_id" uuid,
  "supplier_class_id" uuid,
  "effective_from" date,
  "effective_to" date,
  "built_in" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "order_rule_code_key" unique ("tenant_id", "code")
);
create index if not exists "order_rule_state_idx" on "order_rule" ("state");
create index if not exists "order_rule_company_id_idx" on "order_rule" ("company_id");
create index if not exists "order_rule_factory_id_idx" on "order_rule" ("factory_id");
create index if not exists "order_rule_material_type_id_idx" on "order_rule" ("material_type_id");
create index if not exists "order_rule_supplier_class_id_idx" on "order_rule" ("supplier_class_id");
create index if not exists "order_rule_code_idx" on "order_rule" ("code");
create index if not exists "order_rule_search_idx" on "order_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "order_rule" to app_staff;
alter table "order_rule" enable row level security;
create policy staff on "order_rule" to app_staff using (true) with check (true);
create table "parameter" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "key" text not null,
  "name" text not null,
  "param_group" text not null,
  "value_type" text not null,
  "value" text,
  "default_value" text,
  "allowed" text,
  "unit" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "parameter_key_key" unique ("tenant_id", "key")
);
create index if not exists "parameter_key_idx" on "parameter" ("key");
create index if not exists "parameter_search_idx" on "parameter" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "parameter" to app_staff;
alter table "parameter" enable row level security;
create policy staff on "parameter" to app_staff using (true) with check (true);
create table "preq_application" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "prequalification_id" uuid not null,
  "supplier_id" uuid not null,
  "papers" jsonb,
  "submitted_at" timestamptz,
  "clarify_request" text,
  "clarification" text,
  "clarification_files" jsonb,
  "eligible" text,
  "qualified" text,
  "score" numeric(8,1),
  "verdict" text,
  "reason" text,
  "result_note" text,
  "appeal" text,
  "appeal_answer" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "preq_application_number_key" unique ("tenant_id", "number")
);
create index if not exists "preq_application_state_idx" on "preq_application" ("state");
create index if not exists "preq_application_prequalification_id_idx" on "preq_application" ("prequalification_id");
create index if not exists "preq_application_supplier_id_idx" on "preq_application" ("supplier_id");
create index if not exists "preq_application_number_idx" on "preq_application" ("number");
create index if not exists "preq_application_search_idx" on "preq_application" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "preq_application" to app_staff;
alter table "preq_application" enable row level security;
create policy staff on "preq_application" to app_staff using (true) with check (true);
create table "preq_application_answers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text,
  "group" text not null,
  "title" text not null,
  "expected" text,
  "value" text,
  "kind" text not null,
  "answer_type" text not null,
  "evidence_type" text,
  "required" boolean default false not null,
  "max_score" numeric(6,1),
  "result" text,
  "points" numeric(6,1),
  "note" text
);
create index if not exists "preq_application_answers_root_idx" on "preq_application_answers" ("root_id");
grant select, insert, update, delete on "preq_application_answers" to app_staff;
alter table "preq_application_answers" enable row level security;
create policy staff on "preq_application_answers" to app_staff using (true) with check (true);
create table "preq_application_evidence" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "certificate_id" uuid not null,
  "note" text
);
create index if not exists "preq_application_evidence_root_idx" on "preq_application_evidence" ("root_id");
grant select, insert, update, delete on "preq_application_evidence" to app_staff;
alter table "preq_application_evidence" enable row level security;
create policy staff on "preq_application_evidence" to app_staff using (true) with check (true);
create table "preq_question" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "prequalification_id" uuid not null,
  "supplier_id" uuid not null,
  "question" text not null,
  "asked_at" timestamptz,
  "answer" text,
  "is_public" boolean default false not null,
  "answered_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "preq_question_number_key" unique ("tenant_id", "number")
);
create index if not exists "preq_question_state_idx" on "preq_question" ("state");
create index if not exists "preq_question_prequalification_id_idx" on "preq_question" ("prequalification_id");
create index if not exists "preq_question_supplier_id_idx" on "preq_question" ("supplier_id");
create index if not exists "preq_question_number_idx" on "preq_question" ("number");
create index if not exists "preq_question_search_idx" on "preq_question" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "preq_question" to app_staff;
alter table "preq_question" enable row level security;
create policy staff on "preq_question" to app_staff using (true) with check (true);
create table "prequalification" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "mode" text not null,
  "purchase_org_id" uuid not null,
  "material_type_id" uuid not null,
  "tender_no" text,
  "template_id" uuid not null,
  "notice" text not null,
  "publish_at" timestamptz,
  "question_deadline" timestamptz,
  "deadline" timestamptz not null,
  "pass_limit" integer,
  "valid_to" date not null,
  "contact" uuid not null,
  "files" jsonb,
  "qa_notice" text,
  "related_note" text,
  "appeal_until" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "prequalification_number_key" unique ("tenant_id", "number")
);
create index if not exists "prequalification_state_idx" on "prequalification" ("state");
create index if not exists "prequalification_purchase_org_id_idx" on "prequalification" ("purchase_org_id");
create index if not exists "prequalification_material_type_id_idx" on "prequalification" ("material_type_id");
create index if not exists "prequalification_template_id_idx" on "prequalification" ("template_id");
create index if not exists "prequalification_contact_idx" on "prequalification" ("contact");
create index if not exists "prequalification_number_idx" on "prequalification" ("number");
create index if not exists "prequalification_search_idx" on "prequalification" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "prequalification" to app_staff;
alter table "prequalification" enable row level security;
create policy staff on "prequalification" to app_staff using (true) with check (true);
create table "prequalification_criteria" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text,
  "group" text not null,
  "title" text not null,
  "kind" text not null,
  "answer_type" text not null,
  "expected" text,
  "evidence_type" text,
  "required" boolean default false not null,
  "max_score" numeric(6,1)
);
create index if not exists "prequalification_criteria_root_idx" on "prequalification_criteria" ("root_id");
grant select, insert, update, delete on "prequalification_criteria" to app_staff;
alter table "prequalification_criteria" enable row level security;
create policy staff on "prequalification_criteria" to app_staff using (true) with check (true);
create table "prequalification_invitees" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid,
  "email" text
);
create index if not exists "prequalification_invitees_root_idx" on "prequalification_invitees" ("root_id");
grant select, insert, update, delete on "prequalification_invitees" to app_staff;
alter table "prequalification_invitees" enable row level security;
create policy staff on "prequalification_invitees" to app_staff using (true) with check (true);
create table "purchase_group" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "purchase_org_id" uuid not null,
  "leader_id" uuid,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_group_code_key" unique ("tenant_id", "code")
);
create index if not exists "purchase_group_purchase_org_id_idx" on "purchase_group" ("purchase_org_id");
create index if not exists "purchase_group_leader_id_idx" on "purchase_group" ("leader_id");
create index if not exists "purchase_group_code_idx" on "purchase_group" ("code");
create index if not exists "purchase_group_search_idx" on "purchase_group" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_group" to app_staff;
alter table "purchase_group" enable row level security;
create policy staff on "purchase_group" to app_staff using (true) with check (true);
create table "purchase_order" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "order_type" text not null,
  "supplier_id" uuid not null,
  "company_id" uuid not null,
  "factory_id" uuid not null,
  "purchase_org_id" uuid not null,
  "purchase_group_id" uuid not null,
  "buyer_id" uuid not null,
  "order_date" date not null,
  "contract_id" uuid,
  "currency" text not null,
  "payment_term" text not null,
  "address" text not null,
  "source_type" text,
  "source_no" text,
  "amount" numeric(18,2),
  "untaxed_amount" numeric(18,2),
  "tax_amount" numeric(18,2),
  "approved_amount" numeric(18,2),
  "urgent" boolean default false not null,
  "order_version" integer,
  "gate_result" jsonb,
  "released_at" timestamptz,
  "confirm_deadline" timestamptz,
  "confirmed_at" timestamptz,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "gate_light" text,
  "closed_at" timestamptz,
  "attachments" jsonb,
  "internal_files" jsonb,
  "held_by_freeze_id" uuid,
  "exempted" boolean default false not null,
  constraint "purchase_order_number_key" unique ("tenant_id", "number")
);
create index if not exists "purchase_order_state_idx" on "purchase_order" ("state") include ("order_type", "order_date", "urgent");
create index if not exists "purchase_order_supplier_id_idx" on "purchase_order" ("supplier_id");
create index if not exists "purchase_order_company_id_idx" on "purchase_order" ("company_id");
create index if not exists "purchase_order_factory_id_idx" on "purchase_order" ("factory_id");
create index if not exists "purchase_order_purchase_org_id_idx" on "purchase_order" ("purchase_org_id");
create index if not exists "purchase_order_purchase_group_id_idx" on "purchase_order" ("purchase_group_id");
create index if not exists "purchase_order_buyer_id_idx" on "purchase_order" ("buyer_id");
create index if not exists "purchase_order_contract_id_idx" on "purchase_order" ("contract_id");
create index if not exists "purchase_order_held_by_freeze_id_idx" on "purchase_order" ("held_by_freeze_id");
create index if not exists "purchase_order_order_date_idx" on "purchase_order" ("order_date") include ("state", "order_type", "urgent", "id");
create index if not exists "purchase_order_amount_sort" on "purchase_order" ("amount", "id") include ("state", "order_type", "order_date", "urgent");
create index if not exists "purchase_order_amount_desc" on "purchase_order" ("amount" desc nulls last, "id" desc) include ("state", "order_type", "order_date", "urgent");
create index if not exists "purchase_order_search_idx" on "purchase_order" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_order" to app_staff;
alter table "purchase_order" enable row level security;
create policy staff on "purchase_order" to app_staff using (true) with check (true);
create table "purchase_order_changes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "version" integer not null,
  "raised_by" text not null,
  "content" jsonb,
  "reason" text not null,
  "result" text not null,
  "reply" text
);
create index if not exists "purchase_order_changes_root_idx" on "purchase_order_changes" ("root_id");
grant select, insert, update, delete on "purchase_order_changes" to app_staff;
alter table "purchase_order_changes" enable row level security;
create policy staff on "purchase_order_changes" to app_staff using (true) with check (true);
create table "purchase_order_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "spec" text,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6) not null,
  "tax_rate" numeric(9,4) not null,
  "amount" numeric(18,2),
  "untaxed_amount" numeric(18,2),
  "required_date" date not null,
  "confirm_qty" numeric(18,3),
  "confirm_date" date,
  "line_status" text
);
create index if not exists "purchase_order_items_root_idx" on "purchase_order_items" ("root_id");
grant select, insert, update, delete on "purchase_order_items" to app_staff;
alter table "purchase_order_items" enable row level security;
create policy staff on "purchase_order_items" to app_staff using (true) with check (true);
create table "purchase_order_items_schedules" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "plan_date" date not null,
  "plan_qty" numeric(18,3) not null,
  "confirm_date" date,
  "confirm_qty" numeric(18,3)
);
create index if not exists "purchase_order_items_schedules_root_idx" on "purchase_order_items_schedules" ("root_id");
grant select, insert, update, delete on "purchase_order_items_schedules" to app_staff;
alter table "purchase_order_items_schedules" enable row level security;
create policy staff on "purchase_order_items_schedules" to app_staff using (true) with check (true);
create table "purchase_org" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "parent_id" uuid,
  "leader_id" uuid,
  "sap_code" text,
  "seq" integer,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_org_code_key" unique ("tenant_id", "code")
);
create index if not exists "purchase_org_parent_id_idx" on "purchase_org" ("parent_id");
create index if not exists "purchase_org_leader_id_idx" on "purchase_org" ("leader_id");
create index if not exists "purchase_org_seq_idx" on "purchase_org" ("seq");
create index if not exists "purchase_org_search_idx" on "purchase_org" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_org" to app_staff;
alter table "purchase_org" enable row level security;
create policy staff on "purchase_org" to app_staff using (true) with check (true);
create table "purchase_org_companies" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "company_id" uuid not null
);
create index if not exists "purchase_org_companies_root_idx" on "purchase_org_companies" ("root_id");
grant select, insert, update, delete on "purchase_org_companies" to app_staff;
alter table "purchase_org_companies" enable row level security;
create policy staff on "purchase_org_companies" to app_staff using (true) with check (true);
create table "registration_invite" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "email" text not null,
  "company" text,
  "prequalification_id" uuid,
  "note" text,
  "code" text,
  "inviter_id" uuid,
  "valid_to" date,
  "registration_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "registration_invite_number_key" unique ("tenant_id", "number"),
  constraint "registration_invite_code_key" unique ("tenant_id", "code")
);
create index if not exists "registration_invite_state_idx" on "registration_invite" ("state");
create index if not exists "registration_invite_prequalification_id_idx" on "registration_invite" ("prequalification_id");
create index if not exists "registration_invite_inviter_id_idx" on "registration_invite" ("inviter_id");
create index if not exists "registration_invite_registration_id_idx" on "registration_invite" ("registration_id");
create index if not exists "registration_invite_number_idx" on "registration_invite" ("number");
create index if not exists "registration_invite_search_idx" on "registration_invite" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "registration_invite" to app_staff;
alter table "registration_invite" enable row level security;
create policy staff on "registration_invite" to app_staff using (true) with check (true);
create table "report_definition" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "dataset" text not null,
  "group_by" text,
  "group_step" text,
  "then_by" text,
  "sort_by" text,
  "descending" boolean default false not null,
  "chart" text not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "schedule" text not null,
  "send_as" text not null,
  constraint "report_definition_code_key" unique ("tenant_id", "code")
);
create index if not exists "report_definition_code_idx" on "report_definition" ("code");
create index if not exists "report_definition_search_idx" on "report_definition" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "report_definition" to app_staff;
alter table "report_definition" enable row level security;
create policy staff on "report_definition" to app_staff using (true) with check (true);
create table "report_definition_audience" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "role_id" uuid not null
);
create index if not exists "report_definition_audience_root_idx" on "report_definition_audience" ("root_id");
grant select, insert, update, delete on "report_definition_audience" to app_staff;
alter table "report_definition_audience" enable row level security;
create policy staff on "report_definition_audience" to app_staff using (true) with check (true);
create table "report_definition_columns" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null
);
create index if not exists "report_definition_columns_root_idx" on "report_definition_columns" ("root_id");
grant select, insert, update, delete on "report_definition_columns" to app_staff;
alter table "report_definition_columns" enable row level security;
create policy staff on "report_definition_columns" to app_staff using (true) with check (true);
create table "report_definition_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null,
  "value" text,
  "value_to" text
);
create index if not exists "report_definition_conditions_root_idx" on "report_definition_conditions" ("root_id");
grant select, insert, update, delete on "report_definition_conditions" to app_staff;
alter table "report_definition_conditions" enable row level security;
create policy staff on "report_definition_conditions" to app_staff using (true) with check (true);
create table "report_definition_figures" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "how" text not null,
  "name" text
);
create index if not exists "report_definition_figures_root_idx" on "report_definition_figures" ("root_id");
grant select, insert, update, delete on "report_definition_figures" to app_staff;
alter table "report_definition_figures" enable row level security;
create policy staff on "report_definition_figures" to app_staff using (true) with check (true);
create table "report_definition_receivers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "person_id" uuid not null
);
create index if not exists "report_definition_receivers_root_idx" on "report_definition_receivers" ("root_id");
grant select, insert, update, delete on "report_definition_receivers" to app_staff;
alter table "report_definition_receivers" enable row level security;
create policy staff on "report_definition_receivers" to app_staff using (true) with check (true);
create table "risk_event" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "source" text not null,
  "category" text not null,
  "title" text not null,
  "detail" text not null,
  "occurred_on" date not null,
  "external_id" text,
  "probability" integer not null,
  "impact" integer not null,
  "coefficient" integer,
  "level" text,
  "owner_id" uuid,
  "close_note" text,
  "closed_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "risk_event_number_key" unique ("tenant_id", "number"),
  constraint "risk_event_external_id_key" unique ("tenant_id", "external_id")
);
create index if not exists "risk_event_state_idx" on "risk_event" ("state");
create index if not exists "risk_event_supplier_id_idx" on "risk_event" ("supplier_id");
create index if not exists "risk_event_owner_id_idx" on "risk_event" ("owner_id");
create index if not exists "risk_event_occurred_on_idx" on "risk_event" ("occurred_on");
create index if not exists "risk_event_search_idx" on "risk_event" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "risk_event" to app_staff;
alter table "risk_event" enable row level security;
create policy staff on "risk_event" to app_staff using (true) with check (true);
create table "risk_event_measures" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "measure" text not null,
  "owner_id" uuid,
  "due_date" date,
  "done_date" date,
  "note" text
);
create index if not exists "risk_event_measures_root_idx" on "risk_event_measures" ("root_id");
grant select, insert, update, delete on "risk_event_measures" to app_staff;
alter table "risk_event_measures" enable row level security;
create policy staff on "risk_event_measures" to app_staff using (true) with check (true);
create table "sample_verification" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "admission_id" uuid,
  "material_id" uuid not null,
  "purpose" text not null,
  "round" integer,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "require_date" date not null,
  "receiver_id" uuid not null,
  "send_address" text not null,
  "need_trial" boolean default false not null,
  "express_no" text,
  "batch_no" text,
  "supplier_coa" jsonb,
  "received_at" timestamptz,
  "retain_place" text,
  "result" text,
  "trial_factory_id" uuid,
  "trial_qty" numeric(18,3),
  "trial_result" text,
  "trial_note" text,
  "trial_files" jsonb,
  "decided_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "sample_verification_number_key" unique ("tenant_id", "number")
);
create index if not exists "sample_verification_state_idx" on "sample_verification" ("state");
create index if not exists "sample_verification_supplier_id_idx" on "sample_verification" ("supplier_id");
create index if not exists "sample_verification_admission_id_idx" on "sample_verification" ("admission_id");
create index if not exists "sample_verification_material_id_idx" on "sample_verification" ("material_id");
create index if not exists "sample_verification_receiver_id_idx" on "sample_verification" ("receiver_id");
create index if not exists "sample_verification_trial_factory_id_idx" on "sample_verification" ("trial_factory_id");
create index if not exists "sample_verification_number_idx" on "sample_verification" ("number");
create index if not exists "sample_verification_search_idx" on "sample_verification" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "sample_verification" to app_staff;
alter table "sample_verification" enable row level security;
create policy staff on "sample_verification" to app_staff using (true) with check (true);
create table "sample_verification_tests" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "standard" text,
  "kind" text not null,
  "lower" numeric(18,4),
  "upper" numeric(18,4),
  "unit" text,
  "value" numeric(18,4),
  "verdict" text,
  "judge" text,
  "lab" text,
  "text_value" text
);
create index if not exists "sample_verification_tests_root_idx" on "sample_verification_tests" ("root_id");
grant select, insert, update, delete on "sample_verification_tests" to app_staff;
alter table "sample_verification_tests" enable row level security;
create policy staff on "sample_verification_tests" to app_staff using (true) with check (true);
create table "scoring_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "usage" text not null,
  "revision" integer,
  "pass_line" numeric(6,1),
  "conditional_line" numeric(6,1),
  "full_score" numeric(8,1),
  "note" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "scoring_template_number_key" unique ("tenant_id", "number"),
  constraint "scoring_template_name_revision_key" unique ("tenant_id", "name", "revision")
);
create index if not exists "scoring_template_state_idx" on "scoring_template" ("state");
create index if not exists "scoring_template_updated_at_idx" on "scoring_template" ("updated_at");
create index if not exists "scoring_template_search_idx" on "scoring_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "scoring_template" to app_staff;
alter table "scoring_template" enable row level security;
create policy staff on "scoring_template" to app_staff using (true) with check (true);
create table "scoring_template_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null
);
create index if not exists "scoring_template_classes_root_idx" on "scoring_template_classes" ("root_id");
grant select, insert, update, delete on "scoring_template_classes" to app_staff;
alter table "scoring_template_classes" enable row level security;
create policy staff on "scoring_template_classes" to app_staff using (true) with check (true);
create table "scoring_template_dims" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "name" text not null,
  "weight" numeric(9,4) not null
);
create index if not exists "scoring_template_dims_root_idx" on "scoring_template_dims" ("root_id");
grant select, insert, update, delete on "scoring_template_dims" to app_staff;
alter table "scoring_template_dims" enable row level security;
create policy staff on "scoring_template_dims" to app_staff using (true) with check (true);
create table "scoring_template_grades" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "grade" text not null,
  "min_score" numeric(6,1) not null,
  "max_score" numeric(6,1) not null,
  "tone" text
);
create index if not exists "scoring_template_grades_root_idx" on "scoring_template_grades" ("root_id");
grant select, insert, update, delete on "scoring_template_grades" to app_staff;
alter table "scoring_template_grades" enable row level security;
create policy staff on "scoring_template_grades" to app_staff using (true) with check (true);
create table "scoring_template_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "dim_code" text not null,
  "item" text not null,
  "requirement" text,
  "method" text not null,
  "metric_code" text,
  "max_score" numeric(6,1) not null,
  "cap" numeric(6,1),
  "is_veto" boolean default false not null,
  "scorer_role" text,
  "evidence" boolean default false not null,
  "na_allowed" boolean default false not null,
  "photo_required" boolean default false not null
);
create index if not exists "scoring_template_items_root_idx" on "scoring_template_items" ("root_id");
grant select, insert, update, delete on "scoring_template_items" to app_staff;
alter table "scoring_template_items" enable row level security;
create policy staff on "scoring_template_items" to app_staff using (true) with check (true);
create table "scoring_template_items_bands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "from_value" numeric(12,4) not null,
  "to_value" numeric(12,4) not null,
  "score" numeric(6,1) not null
);
create index if not exists "scoring_template_items_bands_root_idx" on "scoring_template_items_bands" ("root_id");
grant select, insert, update, delete on "scoring_template_items_bands" to app_staff;
alter table "scoring_template_items_bands" enable row level security;
create policy staff on "scoring_template_items_bands" to app_staff using (true) with check (true);
create table "scoring_template_supplier_types" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_type" text not null
);
create index if not exists "scoring_template_supplier_types_root_idx" on "scoring_template_supplier_types" ("root_id");
grant select, insert, update, delete on "scoring_template_supplier_types" to app_staff;
alter table "scoring_template_supplier_types" enable row level security;
create policy staff on "scoring_template_supplier_types" to app_staff using (true) with check (true);
create table "source_data" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "factory_id" uuid not null,
  "purchase_org_id" uuid,
  "tier" text not null,
  "fixed" boolean default false not null,
  "effective_from" date not null,
  "effective_to" date,
  "trial_qty" numeric(18,3),
  "inspection_mode" text not null,
  "source_no" text,
  "supplier_material_code" text,
  "origin_place" text,
  "moq" numeric(18,3),
  "pack_qty" numeric(18,3),
  "ended_on" date,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "site_id" uuid,
  "reminded_for" date,
  "trial_month_qty" numeric(18,3),
  "sample_id" uuid,
  "block_cause" text,
  "block_reason" text,
  "suspended_on" date,
  constraint "source_data_number_key" unique ("tenant_id", "number")
);
create index if not exists "source_data_state_idx" on "source_data" ("state");
create index if not exists "source_data_supplier_id_idx" on "source_data" ("supplier_id");
create index if not exists "source_data_material_id_idx" on "source_data" ("material_id");
create index if not exists "source_data_factory_id_idx" on "source_data" ("factory_id");
create index if not exists "source_data_site_id_idx" on "source_data" ("site_id");
create index if not exists "source_data_purchase_org_id_idx" on "source_data" ("purchase_org_id");
create index if not exists "source_data_sample_id_idx" on "source_data" ("sample_id");
create index if not exists "source_data_number_idx" on "source_data" ("number");
create index if not exists "source_data_search_idx" on "source_data" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "source_data" to app_staff;
alter table "source_data" enable row level security;
create policy staff on "source_data" to app_staff using (true) with check (true);
create table "standard_clause" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "body" text not null,
  "fallback" text,
  "risk_level" text not null,
  "risk_note" text,
  "for_fines" boolean default false not null,
  "fine_rate" numeric(9,4),
  "fine_cap" numeric(9,4),
  "parameters" text,
  "clause_version" integer not null,
  "submitted_by" uuid,
  "effective_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "standard_clause_number_key" unique ("tenant_id", "number"),
  constraint "standard_clause_title_key" unique ("tenant_id", "title")
);
create index if not exists "standard_clause_state_idx" on "standard_clause" ("state");
create index if not exists "standard_clause_submitted_by_idx" on "standard_clause" ("submitted_by");
create index if not exists "standard_clause_number_idx" on "standard_clause" ("number");
create index if not exists "standard_clause_search_idx" on "standard_clause" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "standard_clause" to app_staff;
alter table "standard_clause" enable row level security;
create policy staff on "standard_clause" to app_staff using (true) with check (true);
create table "standard_clause_revisions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "revision" integer not null,
  "body" text not null,
  "fallback" text,
  "risk_level" text not null,
  "risk_note" text,
  "for_fines" boolean default false not null,
  "fine_rate" numeric(9,4),
  "fine_cap" numeric(9,4),
  "approved_by" text not null,
  "approved_on" date not null
);
create index if not exists "standard_clause_revisions_root_idx" on "standard_clause_revisions" ("root_id");
grant select, insert, update, delete on "standard_clause_revisions" to app_staff;
alter table "standard_clause_revisions" enable row level security;
create policy staff on "standard_clause_revisions" to app_staff using (true) with check (true);
create table "supplier" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "short_name" text,
  "uscc" text not null,
  "supplier_type" text not null,
  "supplier_class_id" uuid not null,
  "stage" text,
  "region" text not null,
  "registered_address" text not null,
  "taxpayer_type" text not null,
  "currency" text not null,
  "payment_term" text,
  "buyer_id" uuid not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "state" text not null,
  "previous_state" text,
  "sap_code" text,
  "grade" text,
  "risk_level" text,
  "freeze_status" text,
  "completeness" integer,
  "legal_person" text,
  "registered_capital" numeric(18,2),
  "established_on" date,
  "business_scope" text,
  "default_tax_rate" numeric(9,4),
  "sqe_id" uuid,
  "is_temporary" boolean default false not null,
  "temp_valid_to" date,
  "temp_amount_cap" numeric(18,2),
  "merged_into_id" uuid,
  "merge_proposed_by" uuid,
  "merge_log" text,
  "enabled" boolean default false not null,
  "gaps" text,
  "supplement_due" date,
  "supplement_note" text,
  "former_names" text,
  "shown_version" integer default 1 not null,
  "shown_by" uuid,
  "shown_at" timestamptz default now() not null,
  constraint "supplier_code_key" unique ("tenant_id", "code"),
  constraint "supplier_sap_code_key" unique ("tenant_id", "sap_code"),
  constraint "supplier_uscc_key" unique ("tenant_id", "uscc")
);
create index if not exists "supplier_state_idx" on "supplier" ("state");
create index if not exists "supplier_supplier_class_id_idx" on "supplier" ("supplier_class_id");
create index if not exists "supplier_buyer_id_idx" on "supplier" ("buyer_id");
create index if not exists "supplier_sqe_id_idx" on "supplier" ("sqe_id");
create index if not exists "supplier_merged_into_id_idx" on "supplier" ("merged_into_id");
create index if not exists "supplier_merge_proposed_by_idx" on "supplier" ("merge_proposed_by");
create index if not exists "supplier_updated_at_idx" on "supplier" ("updated_at");
create index if not exists "supplier_search_idx" on "supplier" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier" to app_staff;
alter table "supplier" enable row level security;
create policy staff on "supplier" to app_staff using (true) with check (true);
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
  "site_id" uuid,
  "major_tolerated" integer,
  constraint "supplier_audit_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_audit_state_idx" on "supplier_audit" ("state");
create index if not exists "supplier_audit_supplier_id_idx" on "supplier_audit" ("supplier_id");
create index if not exists "supplier_audit_site_id_idx" on "supplier_audit" ("site_id");
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
  "evidence" text,
  "evidence_required" boolean default false not null,
  "photo_required" boolean default false not null,
  "photo_nos" text
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
create table "supplier_bank_account" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "bank_name" text not null,
  "cnaps" text not null,
  "account_name" text not null,
  "account_no" text not null,
  "account_tail" text,
  "name_reason" text,
  "proof" jsonb,
  "is_default" boolean default false not null,
  "replaces_id" uuid,
  "effective_at" timestamptz,
  "cooling_until" timestamptz,
  "disabled_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "supplier_bank_account_state_idx" on "supplier_bank_account" ("state");
create index if not exists "supplier_bank_account_supplier_id_idx" on "supplier_bank_account" ("supplier_id");
create index if not exists "supplier_bank_account_replaces_id_idx" on "supplier_bank_account" ("replaces_id");
create index if not exists "supplier_bank_account_created_at_idx" on "supplier_bank_account" ("created_at");
create index if not exists "supplier_bank_account_search_idx" on "supplier_bank_account" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_bank_account" to app_staff;
alter table "supplier_bank_account" enable row level security;
create policy staff on "supplier_bank_account" to app_staff using (true) with check (true);
create table "supplier_categories" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null,
  "tier" text
);
create index if not exists "supplier_categories_root_idx" on "supplier_categories" ("root_id");
grant select, insert, update, delete on "supplier_categories" to app_staff;
alter table "supplier_categories" enable row level security;
create policy staff on "supplier_categories" to app_staff using (true) with check (true);
create table "supplier_certificate" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "certificate_type" text not null,
  "certificate_name" text,
  "certificate_no" text not null,
  "site_id" uuid,
  "issuer" text not null,
  "issue_date" date not null,
  "is_long_term" boolean default false not null,
  "valid_to" date,
  "scope" text,
  "food_categories" text,
  "renews_id" uuid,
  "files" jsonb,
  "acceptance_slip" jsonb,
  "verify_method" text,
  "verified_by" uuid,
  "verified_at" timestamptz,
  "replaced_by" uuid,
  "revoke_cause" text,
  "origin" text,
  "reminded" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "supplier_certificate_state_idx" on "supplier_certificate" ("state");
create index if not exists "supplier_certificate_supplier_id_idx" on "supplier_certificate" ("supplier_id");
create index if not exists "supplier_certificate_site_id_idx" on "supplier_certificate" ("site_id");
create index if not exists "supplier_certificate_renews_id_idx" on "supplier_certificate" ("renews_id");
create index if not exists "supplier_certificate_verified_by_idx" on "supplier_certificate" ("verified_by");
create index if not exists "supplier_certificate_replaced_by_idx" on "supplier_certificate" ("replaced_by");
create index if not exists "supplier_certificate_valid_to_idx" on "supplier_certificate" ("valid_to");
create index if not exists "supplier_certificate_search_idx" on "supplier_certificate" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_certificate" to app_staff;
alter table "supplier_certificate" enable row level security;
create policy staff on "supplier_certificate" to app_staff using (true) with check (true);
create table "supplier_change" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "change_type" text not null,
  "section" text not null,
  "reason" text not null,
  "due_date" date,
  "checklist" text,
  "proof" jsonb,
  "new_name" text,
  "new_short_name" text,
  "new_legal_person" text,
  "new_registered_capital" numeric(18,2),
  "new_established_on" date,
  "new_region" text,
  "new_registered_address" text,
  "new_business_scope" text,
  "new_taxpayer_type" text,
  "site_id" uuid,
  "site_name" text,
  "site_address" text,
  "site_sc_no" text,
  "site_capacity" text,
  "bank_replaces_id" uuid,
  "bank_name" text,
  "bank_cnaps" text,
  "bank_account_name" text,
  "bank_account_no" text,
  "bank_name_reason" text,
  "callback_note" text,
  "first_reviewer" uuid,
  "origin" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "new_uscc" text,
  constraint "supplier_change_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_change_state_idx" on "supplier_change" ("state");
create index if not exists "supplier_change_supplier_id_idx" on "supplier_change" ("supplier_id");
create index if not exists "supplier_change_site_id_idx" on "supplier_change" ("site_id");
create index if not exists "supplier_change_bank_replaces_id_idx" on "supplier_change" ("bank_replaces_id");
create index if not exists "supplier_change_first_reviewer_idx" on "supplier_change" ("first_reviewer");
create index if not exists "supplier_change_number_idx" on "supplier_change" ("number");
create index if not exists "supplier_change_search_idx" on "supplier_change" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_change" to app_staff;
alter table "supplier_change" enable row level security;
create policy staff on "supplier_change" to app_staff using (true) with check (true);
create table "supplier_change_categories" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null,
  "tier" text
);
create index if not exists "supplier_change_categories_root_idx" on "supplier_change_categories" ("root_id");
grant select, insert, update, delete on "supplier_change_categories" to app_staff;
alter table "supplier_change_categories" enable row level security;
create policy staff on "supplier_change_categories" to app_staff using (true) with check (true);
create table "supplier_change_contacts" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null,
  "duty" text not null,
  "phone" text not null,
  "email" text,
  "is_primary" boolean default false not null
);
create index if not exists "supplier_change_contacts_root_idx" on "supplier_change_contacts" ("root_id");
grant select, insert, update, delete on "supplier_change_contacts" to app_staff;
alter table "supplier_change_contacts" enable row level security;
create policy staff on "supplier_change_contacts" to app_staff using (true) with check (true);
create table "supplier_change_differences" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "old_value" text,
  "new_value" text
);
create index if not exists "supplier_change_differences_root_idx" on "supplier_change_differences" ("root_id");
grant select, insert, update, delete on "supplier_change_differences" to app_staff;
alter table "supplier_change_differences" enable row level security;
create policy staff on "supplier_change_differences" to app_staff using (true) with check (true);
create table "supplier_class" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "parent_id" uuid,
  "risk_level" text not null,
  "audit_months" integer,
  "deposit_amount" numeric(18,2),
  "type_report_months" integer,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "audit_template_id" uuid,
  constraint "supplier_class_code_key" unique ("tenant_id", "code")
);
create index if not exists "supplier_class_parent_id_idx" on "supplier_class" ("parent_id");
create index if not exists "supplier_class_audit_template_id_idx" on "supplier_class" ("audit_template_id");
create index if not exists "supplier_class_code_idx" on "supplier_class" ("code");
create index if not exists "supplier_class_search_idx" on "supplier_class" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_class" to app_staff;
alter table "supplier_class" enable row level security;
create policy staff on "supplier_class" to app_staff using (true) with check (true);
create table "supplier_class_certificates" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "cert_name" text not null,
  "required" boolean default false not null,
  "expiry_managed" boolean default false not null,
  "block_on_expiry" boolean default false not null
);
create index if not exists "supplier_class_certificates_root_idx" on "supplier_class_certificates" ("root_id");
grant select, insert, update, delete on "supplier_class_certificates" to app_staff;
alter table "supplier_class_certificates" enable row level security;
create policy staff on "supplier_class_certificates" to app_staff using (true) with check (true);
create table "supplier_contacts" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null,
  "duty" text not null,
  "phone" text not null,
  "email" text,
  "is_primary" boolean default false not null
);
create index if not exists "supplier_contacts_root_idx" on "supplier_contacts" ("root_id");
grant select, insert, update, delete on "supplier_contacts" to app_staff;
alter table "supplier_contacts" enable row level security;
create policy staff on "supplier_contacts" to app_staff using (true) with check (true);
create table "supplier_freeze" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "freeze_type" text not null,
  "source_type" text not null,
  "source_no" text,
  "reason" text not null,
  "supplier_note" text,
  "on_rfq" boolean default false not null,
  "on_award" boolean default false not null,
  "on_contract" boolean default false not null,
  "on_release" boolean default false not null,
  "on_delivery" boolean default false not null,
  "on_payment" boolean default false not null,
  "actions_text" text,
  "whole" boolean default false,
  "effective_from" date not null,
  "release_date" date,
  "conditions" text,
  "open_po_policy" text not null,
  "alternative" text,
  "release_freeze_id" uuid,
  "attachments" jsonb,
  "countersigned_by" uuid,
  "approved_on" date,
  "approved_by" uuid,
  "ended_on" date,
  "emergency_until" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "corrective_action_id" uuid,
  "impact_text" text,
  "impact_at" timestamptz,
  constraint "supplier_freeze_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_freeze_state_idx" on "supplier_freeze" ("state");
create index if not exists "supplier_freeze_supplier_id_idx" on "supplier_freeze" ("supplier_id");
create index if not exists "supplier_freeze_corrective_action_id_idx" on "supplier_freeze" ("corrective_action_id");
create index if not exists "supplier_freeze_release_freeze_id_idx" on "supplier_freeze" ("release_freeze_id");
create index if not exists "supplier_freeze_countersigned_by_idx" on "supplier_freeze" ("countersigned_by");
create index if not exists "supplier_freeze_approved_by_idx" on "supplier_freeze" ("approved_by");
create index if not exists "supplier_freeze_number_idx" on "supplier_freeze" ("number");
create index if not exists "supplier_freeze_search_idx" on "supplier_freeze" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_freeze" to app_staff;
alter table "supplier_freeze" enable row level security;
create policy staff on "supplier_freeze" to app_staff using (true) with check (true);
create table "supplier_freeze_scopes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "purchase_org_id" uuid,
  "factory_id" uuid,
  "material_type_id" uuid,
  "material_id" uuid
);
create index if not exists "supplier_freeze_scopes_root_idx" on "supplier_freeze_scopes" ("root_id");
grant select, insert, update, delete on "supplier_freeze_scopes" to app_staff;
alter table "supplier_freeze_scopes" enable row level security;
create policy staff on "supplier_freeze_scopes" to app_staff using (true) with check (true);
create table "supplier_orgs" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "purchase_org_id" uuid not null,
  "factory_id" uuid,
  "enabled" boolean default false not null
);
create index if not exists "supplier_orgs_root_idx" on "supplier_orgs" ("root_id");
grant select, insert, update, delete on "supplier_orgs" to app_staff;
alter table "supplier_orgs" enable row level security;
create policy staff on "supplier_orgs" to app_staff using (true) with check (true);
create table "supplier_registration" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "source" text not null,
  "name" text,
  "uscc" text not null,
  "supplier_type" text,
  "taxpayer_type" text,
  "legal_person" text,
  "registered_capital" numeric(18,2),
  "established_on" date,
  "region" text,
  "registered_address" text,
  "main_products" text,
  "main_customers" text,
  "contact_name" text not null,
  "contact_phone" text not null,
  "contact_email" text not null,
  "email_verified_at" timestamptz,
  "login_name" text,
  "business_license" jsonb,
  "production_permit" jsonb,
  "other_papers" jsonb,
  "bank_name" text,
  "bank_account_name" text,
  "bank_account_no" text,
  "declaration" boolean default false not null,
  "submitted_at" timestamptz,
  "is_suspect" boolean default false not null,
  "findings" text,
  "is_barred" boolean default false not null,
  "wanted" text,
  "decided_at" timestamptz,
  "decision_note" text,
  "supplier_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "invite_code" text,
  "inviter_id" uuid,
  "prequalification_id" uuid,
  constraint "supplier_registration_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_registration_state_idx" on "supplier_registration" ("state");
create index if not exists "supplier_registration_inviter_id_idx" on "supplier_registration" ("inviter_id");
create index if not exists "supplier_registration_prequalification_id_idx" on "supplier_registration" ("prequalification_id");
create index if not exists "supplier_registration_supplier_id_idx" on "supplier_registration" ("supplier_id");
create index if not exists "supplier_registration_number_idx" on "supplier_registration" ("number");
create index if not exists "supplier_registration_search_idx" on "supplier_registration" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_registration" to app_staff;
alter table "supplier_registration" enable row level security;
create policy staff on "supplier_registration" to app_staff using (true) with check (true);
create table "supplier_registration_categories" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null
);
create index if not exists "supplier_registration_categories_root_idx" on "supplier_registration_categories" ("root_id");
grant select, insert, update, delete on "supplier_registration_categories" to app_staff;
alter table "supplier_registration_categories" enable row level security;
create policy staff on "supplier_registration_categories" to app_staff using (true) with check (true);
create table "supplier_registration_certificates" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "certificate_type" text not null,
  "certificate_no" text not null,
  "issuer" text not null,
  "issue_date" date not null,
  "valid_to" date,
  "is_long_term" boolean default false not null
);
create index if not exists "supplier_registration_certificates_root_idx" on "supplier_registration_certificates" ("root_id");
grant select, insert, update, delete on "supplier_registration_certificates" to app_staff;
alter table "supplier_registration_certificates" enable row level security;
create policy staff on "supplier_registration_certificates" to app_staff using (true) with check (true);
create table "supplier_registration_sites" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null,
  "address" text not null,
  "sc_no" text
);
create index if not exists "supplier_registration_sites_root_idx" on "supplier_registration_sites" ("root_id");
grant select, insert, update, delete on "supplier_registration_sites" to app_staff;
alter table "supplier_registration_sites" enable row level security;
create policy staff on "supplier_registration_sites" to app_staff using (true) with check (true);
create table "supplier_related_parties" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "related_supplier_id" uuid not null,
  "relation" text not null,
  "evidence" text
);
create index if not exists "supplier_related_parties_root_idx" on "supplier_related_parties" ("root_id");
grant select, insert, update, delete on "supplier_related_parties" to app_staff;
alter table "supplier_related_parties" enable row level security;
create policy staff on "supplier_related_parties" to app_staff using (true) with check (true);
create table "supplier_site" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "supplier_id" uuid not null,
  "name" text not null,
  "address" text not null,
  "sc_no" text,
  "capacity" text,
  "last_audit_at" date,
  "next_audit_at" date,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "supplier_site_supplier_id_name_key" unique ("tenant_id", "supplier_id", "name")
);
create index if not exists "supplier_site_supplier_id_idx" on "supplier_site" ("supplier_id");
create index if not exists "supplier_site_name_idx" on "supplier_site" ("name");
create index if not exists "supplier_site_search_idx" on "supplier_site" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_site" to app_staff;
alter table "supplier_site" enable row level security;
create policy staff on "supplier_site" to app_staff using (true) with check (true);
create table "supplier_warning" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "kind" text not null,
  "supplier_id" uuid not null,
  "subject" text not null,
  "due_date" date,
  "level" text not null,
  "source_id" text,
  "computed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "owner_id" uuid,
  "reminded_on" date,
  "snoozed_until" date
);
create index if not exists "supplier_warning_state_idx" on "supplier_warning" ("state");
create index if not exists "supplier_warning_supplier_id_idx" on "supplier_warning" ("supplier_id");
create index if not exists "supplier_warning_owner_id_idx" on "supplier_warning" ("owner_id");
create index if not exists "supplier_warning_due_date_idx" on "supplier_warning" ("due_date");
create index if not exists "supplier_warning_search_idx" on "supplier_warning" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_warning" to app_staff;
alter table "supplier_warning" enable row level security;
create policy staff on "supplier_warning" to app_staff using (true) with check (true);
create table "task" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "description" text,
  "business_type" text,
  "business_key" text,
  "document_entity" text,
  "document_id" text,
  "valid_states" text,
  "path" text,
  "assignee_id" uuid,
  "candidate_role_id" uuid,
  "supplier_id" uuid,
  "factory_id" uuid,
  "purchase_group_id" uuid,
  "due_at" timestamptz,
  "priority" text not null,
  "source" text not null,
  "claimed_at" timestamptz,
  "done_by" uuid,
  "done_at" timestamptz,
  "reminded_at" timestamptz,
  "escalated_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "snoozed_until" timestamptz
);
create index if not exists "task_state_idx" on "task" ("state");
create index if not exists "task_assignee_id_idx" on "task" ("assignee_id");
create index if not exists "task_candidate_role_id_idx" on "task" ("candidate_role_id");
create index if not exists "task_supplier_id_idx" on "task" ("supplier_id");
create index if not exists "task_factory_id_idx" on "task" ("factory_id");
create index if not exists "task_purchase_group_id_idx" on "task" ("purchase_group_id");
create index if not exists "task_done_by_idx" on "task" ("done_by");
create index if not exists "task_due_at_idx" on "task" ("due_at");
grant select, insert, update, delete on "task" to app_staff;
alter table "task" enable row level security;
create policy staff on "task" to app_staff using (true) with check (true);
create table "type_inspection_due" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "due_date" date not null,
  "last_day" date not null,
  "report_id" uuid,
  "told_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "type_inspection_due_supplier_id_idx" on "type_inspection_due" ("supplier_id");
create index if not exists "type_inspection_due_material_id_idx" on "type_inspection_due" ("material_id");
create index if not exists "type_inspection_due_report_id_idx" on "type_inspection_due" ("report_id");
create index if not exists "type_inspection_due_due_date_idx" on "type_inspection_due" ("due_date");
grant select, insert, update, delete on "type_inspection_due" to app_staff;
alter table "type_inspection_due" enable row level security;
create policy staff on "type_inspection_due" to app_staff using (true) with check (true);
create table "type_inspection_report" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "report_no" text not null,
  "lab_name" text not null,
  "cma_no" text not null,
  "issue_date" date not null,
  "standard_code" text not null,
  "sample_batch" text not null,
  "production_date" date,
  "trigger" text not null,
  "conclusion" text not null,
  "report_file" jsonb,
  "next_due_date" date,
  "verify_method" text,
  "judged_at" timestamptz,
  "by_supplier" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "site_id" uuid,
  "replaced_by" uuid,
  constraint "type_inspection_report_number_key" unique ("tenant_id", "number"),
  constraint "type_inspection_report_lab_name_report_no_key" unique ("tenant_id", "lab_name", "report_no")
);
create index if not exists "type_inspection_report_state_idx" on "type_inspection_report" ("state");
create index if not exists "type_inspection_report_supplier_id_idx" on "type_inspection_report" ("supplier_id");
create index if not exists "type_inspection_report_site_id_idx" on "type_inspection_report" ("site_id");
create index if not exists "type_inspection_report_replaced_by_idx" on "type_inspection_report" ("replaced_by");
create index if not exists "type_inspection_report_number_idx" on "type_inspection_report" ("number");
create index if not exists "type_inspection_report_search_idx" on "type_inspection_report" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "type_inspection_report" to app_staff;
alter table "type_inspection_report" enable row level security;
create policy staff on "type_inspection_report" to app_staff using (true) with check (true);
create table "type_inspection_report_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "method" text,
  "lower" numeric(18,4),
  "upper" numeric(18,4),
  "unit" text,
  "value" text not null,
  "judge" text
);
create index if not exists "type_inspection_report_items_root_idx" on "type_inspection_report_items" ("root_id");
grant select, insert, update, delete on "type_inspection_report_items" to app_staff;
alter table "type_inspection_report_items" enable row level security;
create policy staff on "type_inspection_report_items" to app_staff using (true) with check (true);
create table "type_inspection_report_materials" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "next_due_date" date,
  "rule_id" uuid
);
create index if not exists "type_inspection_report_materials_root_idx" on "type_inspection_report_materials" ("root_id");
grant select, insert, update, delete on "type_inspection_report_materials" to app_staff;
alter table "type_inspection_report_materials" enable row level security;
create policy staff on "type_inspection_report_materials" to app_staff using (true) with check (true);
create table "type_inspection_rule" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "material_id" uuid,
  "material_type_id" uuid,
  "cycle_months" integer not null,
  "standard_code" text,
  "share_allowed" boolean default false not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "type_inspection_rule_code_key" unique ("tenant_id", "code")
);
create index if not exists "type_inspection_rule_material_id_idx" on "type_inspection_rule" ("material_id");
create index if not exists "type_inspection_rule_material_type_id_idx" on "type_inspection_rule" ("material_type_id");
create index if not exists "type_inspection_rule_code_idx" on "type_inspection_rule" ("code");
create index if not exists "type_inspection_rule_search_idx" on "type_inspection_rule" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "type_inspection_rule" to app_staff;
alter table "type_inspection_rule" enable row level security;
create policy staff on "type_inspection_rule" to app_staff using (true) with check (true);
create table "type_inspection_rule_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "method" text,
  "lower" numeric(18,4),
  "upper" numeric(18,4),
  "unit" text
);
create index if not exists "type_inspection_rule_items_root_idx" on "type_inspection_rule_items" ("root_id");
grant select, insert, update, delete on "type_inspection_rule_items" to app_staff;
alter table "type_inspection_rule_items" enable row level security;
create policy staff on "type_inspection_rule_items" to app_staff using (true) with check (true);
create table "undelivered_mail" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "factory_id" uuid,
  "material_type_id" uuid,
  "before_days" integer,
  "after_days" integer,
  "escalate_days" integer,
  "extra_to" uuid,
  "escalate_to" uuid,
  "schedule" text not null,
  "remark" text,
  "last_run_on" date,
  "last_run_at" timestamptz,
  "last_count" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  "schedule_conf" text,
  "last_looked_at" timestamptz,
  constraint "undelivered_mail_title_key" unique ("tenant_id", "title")
);
create index if not exists "undelivered_mail_state_idx" on "undelivered_mail" ("state");
create index if not exists "undelivered_mail_factory_id_idx" on "undelivered_mail" ("factory_id");
create index if not exists "undelivered_mail_material_type_id_idx" on "undelivered_mail" ("material_type_id");
create index if not exists "undelivered_mail_extra_to_idx" on "undelivered_mail" ("extra_to");
create index if not exists "undelivered_mail_escalate_to_idx" on "undelivered_mail" ("escalate_to");
create index if not exists "undelivered_mail_title_idx" on "undelivered_mail" ("title");
create index if not exists "undelivered_mail_search_idx" on "undelivered_mail" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "undelivered_mail" to app_staff;
alter table "undelivered_mail" enable row level security;
create policy staff on "undelivered_mail" to app_staff using (true) with check (true);
create table "undelivered_mail_log" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "plan_id" uuid not null,
  "supplier_id" uuid not null,
  "sent_at" timestamptz not null,
  "by_hand" boolean default false not null,
  "line_count" integer not null,
  "overdue_count" integer not null,
  "mail_result" text not null,
  "error" text,
  "content" text,
  "line_ids" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "state" text not null,
  "previous_state" text,
  "to_email" text,
  "latest_due" date,
  "reply_date" date,
  "reply_note" text,
  "replied_at" timestamptz,
  "is_later" boolean default false not null,
  "subject" text
);
create index if not exists "undelivered_mail_log_state_idx" on "undelivered_mail_log" ("state");
create index if not exists "undelivered_mail_log_plan_id_idx" on "undelivered_mail_log" ("plan_id");
create index if not exists "undelivered_mail_log_supplier_id_idx" on "undelivered_mail_log" ("supplier_id");
create index if not exists "undelivered_mail_log_sent_at_idx" on "undelivered_mail_log" ("sent_at");
grant select, insert, update, delete on "undelivered_mail_log" to app_staff;
alter table "undelivered_mail_log" enable row level security;
create policy staff on "undelivered_mail_log" to app_staff using (true) with check (true);
create table "undelivered_mail_suppliers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null
);
create index if not exists "undelivered_mail_suppliers_root_idx" on "undelivered_mail_suppliers" ("root_id");
grant select, insert, update, delete on "undelivered_mail_suppliers" to app_staff;
alter table "undelivered_mail_suppliers" enable row level security;
create policy staff on "undelivered_mail_suppliers" to app_staff using (true) with check (true);
create table "user_log" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "trigger_type" text not null,
  "file_name" text,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "total_count" integer not null,
  "insert_count" integer not null,
  "update_count" integer not null,
  "block_count" integer not null,
  "skip_count" integer not null,
  "fail_count" integer not null,
  "message" text,
  "retry_of" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "user_log_number_key" unique ("tenant_id", "number")
);
create index if not exists "user_log_state_idx" on "user_log" ("state");
create index if not exists "user_log_retry_of_idx" on "user_log" ("retry_of");
create index if not exists "user_log_created_at_idx" on "user_log" ("created_at");
create index if not exists "user_log_search_idx" on "user_log" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "user_log" to app_staff;
alter table "user_log" enable row level security;
create policy staff on "user_log" to app_staff using (true) with check (true);
create table "user_log_row" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "batch_id" uuid not null,
  "row_no" integer not null,
  "work_no" text,
  "accountname" text,
  "username" text,
  "op" text,
  "changes" text,
  "error" text,
  "user_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "user_log_row_state_idx" on "user_log_row" ("state");
create index if not exists "user_log_row_batch_id_idx" on "user_log_row" ("batch_id");
create index if not exists "user_log_row_user_id_idx" on "user_log_row" ("user_id");
create index if not exists "user_log_row_row_no_idx" on "user_log_row" ("row_no");
grant select, insert, update, delete on "user_log_row" to app_staff;
alter table "user_log_row" enable row level security;
create policy staff on "user_log_row" to app_staff using (true) with check (true);
create table "warehouse" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "factory_id" uuid not null,
  "temp_zone" text not null,
  "keeper" text,
  "keeper_phone" text,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "warehouse_code_key" unique ("tenant_id", "code")
);
create index if not exists "warehouse_factory_id_idx" on "warehouse" ("factory_id");
create index if not exists "warehouse_code_idx" on "warehouse" ("code");
create index if not exists "warehouse_search_idx" on "warehouse" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "warehouse" to app_staff;
alter table "warehouse" enable row level security;
create policy staff on "warehouse" to app_staff using (true) with check (true);
alter table "admission" add constraint "admission_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "admission" add constraint "admission_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "admission" add constraint "admission_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "admission" add constraint "admission_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "admission" add constraint "admission_template_id_fkey" foreign key ("template_id") references "scoring_template" (id) on delete restrict;
alter table "admission" add constraint "admission_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "admission" add constraint "admission_audit_id_fkey" foreign key ("audit_id") references "supplier_audit" (id) on delete restrict;
alter table "admission_assessors" add constraint "admission_assessors_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_assessors" add constraint "admission_assessors_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "admission_checklist" add constraint "admission_checklist_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_checklist" add constraint "admission_checklist_certificate_id_fkey" foreign key ("certificate_id") references "supplier_certificate" (id) on delete restrict;
alter table "admission_materials" add constraint "admission_materials_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_materials" add constraint "admission_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "admission_materials" add constraint "admission_materials_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "app_user_chat_bindings" add constraint "app_user_chat_bindings_root_id_fkey" foreign key ("root_id") references "app_user" (id) on delete cascade;
alter table "approval_deputy" add constraint "approval_deputy_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "approval_deputy" add constraint "approval_deputy_deputy_id_fkey" foreign key ("deputy_id") references "app_user" (id) on delete restrict;
alter table "approval_flow_conditions" add constraint "approval_flow_conditions_root_id_fkey" foreign key ("root_id") references "approval_flow" (id) on delete cascade;
alter table "approval_flow_steps" add constraint "approval_flow_steps_root_id_fkey" foreign key ("root_id") references "approval_flow" (id) on delete cascade;
alter table "approval_flow_steps" add constraint "approval_flow_steps_person_id_fkey" foreign key ("person_id") references "app_user" (id) on delete restrict;
alter table "approval_flow_steps" add constraint "approval_flow_steps_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "audit_rule_certificates" add constraint "audit_rule_certificates_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_certificates" add constraint "audit_rule_certificates_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "audit_rule_conclusions" add constraint "audit_rule_conclusions_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_cycles" add constraint "audit_rule_cycles_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_deadlines" add constraint "audit_rule_deadlines_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_letters" add constraint "audit_rule_letters_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_paths" add constraint "audit_rule_paths_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_paths" add constraint "audit_rule_paths_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "brand_authorization" add constraint "brand_authorization_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "brand_authorization" add constraint "brand_authorization_producer_supplier_id_fkey" foreign key ("producer_supplier_id") references "supplier" (id) on delete restrict;
alter table "brand_authorization_chain" add constraint "brand_authorization_chain_root_id_fkey" foreign key ("root_id") references "brand_authorization" (id) on delete cascade;
alter table "brand_authorization_materials" add constraint "brand_authorization_materials_root_id_fkey" foreign key ("root_id") references "brand_authorization" (id) on delete cascade;
alter table "brand_authorization_materials" add constraint "brand_authorization_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "composed_message" add constraint "composed_message_sent_by_fkey" foreign key ("sent_by") references "app_user" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_root_id_fkey" foreign key ("root_id") references "composed_message" (id) on delete cascade;
alter table "composed_message_targets" add constraint "composed_message_targets_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "composed_message_targets" add constraint "composed_message_targets_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "contract" add constraint "contract_parent_id_fkey" foreign key ("parent_id") references "contract" (id) on delete restrict;
alter table "contract" add constraint "contract_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "contract" add constraint "contract_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "contract" add constraint "contract_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "contract" add constraint "contract_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_audit_id_fkey" foreign key ("audit_id") references "supplier_audit" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_recurrence_of_fkey" foreign key ("recurrence_of") references "corrective_action" (id) on delete restrict;
alter table "corrective_action" add constraint "corrective_action_reviewed_by_fkey" foreign key ("reviewed_by") references "app_user" (id) on delete restrict;
alter table "corrective_action_actions" add constraint "corrective_action_actions_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "corrective_action_contained" add constraint "corrective_action_contained_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "corrective_action_whys" add constraint "corrective_action_whys_root_id_fkey" foreign key ("root_id") references "corrective_action" (id) on delete cascade;
alter table "deliver_cycle" add constraint "deliver_cycle_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "delivery_assessment" add constraint "delivery_assessment_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "delivery_assessment" add constraint "delivery_assessment_clause_id_fkey" foreign key ("clause_id") references "standard_clause" (id) on delete restrict;
alter table "delivery_assessment_bands" add constraint "delivery_assessment_bands_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
alter table "delivery_assessment_classes" add constraint "delivery_assessment_classes_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
alter table "delivery_assessment_classes" add constraint "delivery_assessment_classes_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "delivery_assessment_exemptions" add constraint "delivery_assessment_exemptions_root_id_fkey" foreign key ("root_id") references "delivery_assessment" (id) on delete cascade;
alter table "dictionary_items" add constraint "dictionary_items_root_id_fkey" foreign key ("root_id") references "dictionary" (id) on delete cascade;
alter table "factory" add constraint "factory_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "factory_calendar" add constraint "factory_calendar_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
alter table "factory_purchase_orgs" add constraint "factory_purchase_orgs_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
alter table "factory_purchase_orgs" add constraint "factory_purchase_orgs_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "factory_windows" add constraint "factory_windows_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
alter table "form_answer" add constraint "form_answer_task_id_fkey" foreign key ("task_id") references "form_request" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_form_id_fkey" foreign key ("form_id") references "form" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "form_answer_items" add constraint "form_answer_items_root_id_fkey" foreign key ("root_id") references "form_answer" (id) on delete cascade;
alter table "form_items" add constraint "form_items_root_id_fkey" foreign key ("root_id") references "form" (id) on delete cascade;
alter table "form_items" add constraint "form_items_dictionary_id_fkey" foreign key ("dictionary_id") references "dictionary" (id) on delete restrict;
alter table "form_request" add constraint "form_request_form_id_fkey" foreign key ("form_id") references "form" (id) on delete restrict;
alter table "form_request_people" add constraint "form_request_people_root_id_fkey" foreign key ("root_id") references "form_request" (id) on delete cascade;
alter table "form_request_people" add constraint "form_request_people_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "form_request_suppliers" add constraint "form_request_suppliers_root_id_fkey" foreign key ("root_id") references "form_request" (id) on delete cascade;
alter table "form_request_suppliers" add constraint "form_request_suppliers_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_first_approver_id_fkey" foreign key ("first_approver_id") references "app_user" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_second_approver_id_fkey" foreign key ("second_approver_id") references "app_user" (id) on delete restrict;
alter table "gate_exemption_orders" add constraint "gate_exemption_orders_root_id_fkey" foreign key ("root_id") references "gate_exemption" (id) on delete cascade;
alter table "gate_exemption_orders" add constraint "gate_exemption_orders_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "homepage_news" add constraint "homepage_news_news_id_fkey" foreign key ("news_id") references "news" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_owner_supplier_id_fkey" foreign key ("owner_supplier_id") references "supplier" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_author_id_fkey" foreign key ("author_id") references "app_user" (id) on delete restrict;
alter table "homepage_suggestion" add constraint "homepage_suggestion_handler_id_fkey" foreign key ("handler_id") references "app_user" (id) on delete restrict;
alter table "interface_log" add constraint "interface_log_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "interface_log" add constraint "interface_log_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "interface_log_attempts" add constraint "interface_log_attempts_root_id_fkey" foreign key ("root_id") references "interface_log" (id) on delete cascade;
alter table "job" add constraint "job_group_id_fkey" foreign key ("group_id") references "job_group" (id) on delete restrict;
alter table "job_children" add constraint "job_children_root_id_fkey" foreign key ("root_id") references "job" (id) on delete cascade;
alter table "job_children" add constraint "job_children_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
alter table "job_group" add constraint "job_group_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "job_log_clearing" add constraint "job_log_clearing_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
alter table "job_run" add constraint "job_run_job_id_fkey" foreign key ("job_id") references "job" (id) on delete restrict;
alter table "job_run" add constraint "job_run_operator_id_fkey" foreign key ("operator_id") references "app_user" (id) on delete restrict;
alter table "material" add constraint "material_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "material" add constraint "material_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "material_type" add constraint "material_type_parent_id_fkey" foreign key ("parent_id") references "material_type" (id) on delete restrict;
alter table "member_request" add constraint "member_request_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "member_request" add constraint "member_request_registration_id_fkey" foreign key ("registration_id") references "supplier_registration" (id) on delete restrict;
alter table "member_request" add constraint "member_request_decided_by_fkey" foreign key ("decided_by") references "app_user" (id) on delete restrict;
alter table "member_request" add constraint "member_request_account_id_fkey" foreign key ("account_id") references "app_user" (id) on delete restrict;
alter table "msg_scenario_conditions" add constraint "msg_scenario_conditions_root_id_fkey" foreign key ("root_id") references "msg_scenario" (id) on delete cascade;
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_root_id_fkey" foreign key ("root_id") references "msg_scenario" (id) on delete cascade;
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "msg_scenario_receivers" add constraint "msg_scenario_receivers_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "msg_template_revisions" add constraint "msg_template_revisions_root_id_fkey" foreign key ("root_id") references "msg_template" (id) on delete cascade;
alter table "news_receipt" add constraint "news_receipt_news_id_fkey" foreign key ("news_id") references "news" (id) on delete restrict;
alter table "news_receipt" add constraint "news_receipt_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "news_receipt" add constraint "news_receipt_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_root_id_fkey" foreign key ("root_id") references "news" (id) on delete cascade;
alter table "news_targets" add constraint "news_targets_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "news_targets" add constraint "news_targets_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "order_rule" add constraint "order_rule_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "preq_application" add constraint "preq_application_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
alter table "preq_application" add constraint "preq_application_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "preq_application_answers" add constraint "preq_application_answers_root_id_fkey" foreign key ("root_id") references "preq_application" (id) on delete cascade;
alter table "preq_application_evidence" add constraint "preq_application_evidence_root_id_fkey" foreign key ("root_id") references "preq_application" (id) on delete cascade;
alter table "preq_application_evidence" add constraint "preq_application_evidence_certificate_id_fkey" foreign key ("certificate_id") references "supplier_certificate" (id) on delete restrict;
alter table "preq_question" add constraint "preq_question_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
alter table "preq_question" add constraint "preq_question_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "prequalification" add constraint "prequalification_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "prequalification" add constraint "prequalification_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "prequalification" add constraint "prequalification_template_id_fkey" foreign key ("template_id") references "scoring_template" (id) on delete restrict;
alter table "prequalification" add constraint "prequalification_contact_fkey" foreign key ("contact") references "app_user" (id) on delete restrict;
alter table "prequalification_criteria" add constraint "prequalification_criteria_root_id_fkey" foreign key ("root_id") references "prequalification" (id) on delete cascade;
alter table "prequalification_invitees" add constraint "prequalification_invitees_root_id_fkey" foreign key ("root_id") references "prequalification" (id) on delete cascade;
alter table "prequalification_invitees" add constraint "prequalification_invitees_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_group" add constraint "purchase_group_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_group" add constraint "purchase_group_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_contract_id_fkey" foreign key ("contract_id") references "contract" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_held_by_freeze_id_fkey" foreign key ("held_by_freeze_id") references "supplier_freeze" (id) on delete restrict;
alter table "purchase_order_changes" add constraint "purchase_order_changes_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items" add constraint "purchase_order_items_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items" add constraint "purchase_order_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "purchase_order_items_schedules" add constraint "purchase_order_items_schedules_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items_schedules" add constraint "purchase_order_items_schedules_parent_id_fkey" foreign key ("parent_id") references "purchase_order_items" (id) on delete cascade;
alter table "purchase_org" add constraint "purchase_org_parent_id_fkey" foreign key ("parent_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_org" add constraint "purchase_org_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "purchase_org_companies" add constraint "purchase_org_companies_root_id_fkey" foreign key ("root_id") references "purchase_org" (id) on delete cascade;
alter table "purchase_org_companies" add constraint "purchase_org_companies_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "registration_invite" add constraint "registration_invite_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
alter table "registration_invite" add constraint "registration_invite_inviter_id_fkey" foreign key ("inviter_id") references "app_user" (id) on delete restrict;
alter table "registration_invite" add constraint "registration_invite_registration_id_fkey" foreign key ("registration_id") references "supplier_registration" (id) on delete restrict;
alter table "report_definition_audience" add constraint "report_definition_audience_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_audience" add constraint "report_definition_audience_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "report_definition_columns" add constraint "report_definition_columns_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_conditions" add constraint "report_definition_conditions_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_figures" add constraint "report_definition_figures_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_receivers" add constraint "report_definition_receivers_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_receivers" add constraint "report_definition_receivers_person_id_fkey" foreign key ("person_id") references "app_user" (id) on delete restrict;
alter table "risk_event" add constraint "risk_event_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "risk_event" add constraint "risk_event_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "risk_event_measures" add constraint "risk_event_measures_root_id_fkey" foreign key ("root_id") references "risk_event" (id) on delete cascade;
alter table "risk_event_measures" add constraint "risk_event_measures_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_admission_id_fkey" foreign key ("admission_id") references "admission" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_receiver_id_fkey" foreign key ("receiver_id") references "app_user" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_trial_factory_id_fkey" foreign key ("trial_factory_id") references "factory" (id) on delete restrict;
alter table "sample_verification_tests" add constraint "sample_verification_tests_root_id_fkey" foreign key ("root_id") references "sample_verification" (id) on delete cascade;
alter table "scoring_template_classes" add constraint "scoring_template_classes_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_classes" add constraint "scoring_template_classes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "scoring_template_dims" add constraint "scoring_template_dims_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_grades" add constraint "scoring_template_grades_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items" add constraint "scoring_template_items_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items_bands" add constraint "scoring_template_items_bands_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items_bands" add constraint "scoring_template_items_bands_parent_id_fkey" foreign key ("parent_id") references "scoring_template_items" (id) on delete cascade;
alter table "scoring_template_supplier_types" add constraint "scoring_template_supplier_types_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "source_data" add constraint "source_data_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "source_data" add constraint "source_data_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "source_data" add constraint "source_data_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "source_data" add constraint "source_data_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "source_data" add constraint "source_data_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "source_data" add constraint "source_data_sample_id_fkey" foreign key ("sample_id") references "sample_verification" (id) on delete restrict;
alter table "standard_clause" add constraint "standard_clause_submitted_by_fkey" foreign key ("submitted_by") references "app_user" (id) on delete restrict;
alter table "standard_clause_revisions" add constraint "standard_clause_revisions_root_id_fkey" foreign key ("root_id") references "standard_clause" (id) on delete cascade;
alter table "supplier" add constraint "supplier_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "supplier" add constraint "supplier_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "supplier" add constraint "supplier_sqe_id_fkey" foreign key ("sqe_id") references "app_user" (id) on delete restrict;
alter table "supplier" add constraint "supplier_merged_into_id_fkey" foreign key ("merged_into_id") references "supplier" (id) on delete restrict;
alter table "supplier" add constraint "supplier_merge_proposed_by_fkey" foreign key ("merge_proposed_by") references "app_user" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_template_id_fkey" foreign key ("template_id") references "scoring_template" (id) on delete restrict;
alter table "supplier_audit" add constraint "supplier_audit_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "supplier_audit_classes" add constraint "supplier_audit_classes_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_classes" add constraint "supplier_audit_classes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_audit_findings" add constraint "supplier_audit_findings_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_findings" add constraint "supplier_audit_findings_corrective_action_id_fkey" foreign key ("corrective_action_id") references "corrective_action" (id) on delete restrict;
alter table "supplier_audit_items" add constraint "supplier_audit_items_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_members" add constraint "supplier_audit_members_root_id_fkey" foreign key ("root_id") references "supplier_audit" (id) on delete cascade;
alter table "supplier_audit_members" add constraint "supplier_audit_members_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "supplier_bank_account" add constraint "supplier_bank_account_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_bank_account" add constraint "supplier_bank_account_replaces_id_fkey" foreign key ("replaces_id") references "supplier_bank_account" (id) on delete restrict;
alter table "supplier_categories" add constraint "supplier_categories_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_categories" add constraint "supplier_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_renews_id_fkey" foreign key ("renews_id") references "supplier_certificate" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_verified_by_fkey" foreign key ("verified_by") references "app_user" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_replaced_by_fkey" foreign key ("replaced_by") references "supplier_certificate" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_bank_replaces_id_fkey" foreign key ("bank_replaces_id") references "supplier_bank_account" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_first_reviewer_fkey" foreign key ("first_reviewer") references "app_user" (id) on delete restrict;
alter table "supplier_change_categories" add constraint "supplier_change_categories_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
alter table "supplier_change_categories" add constraint "supplier_change_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_change_contacts" add constraint "supplier_change_contacts_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
alter table "supplier_change_differences" add constraint "supplier_change_differences_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
alter table "supplier_class" add constraint "supplier_class_parent_id_fkey" foreign key ("parent_id") references "supplier_class" (id) on delete restrict;
alter table "supplier_class" add constraint "supplier_class_audit_template_id_fkey" foreign key ("audit_template_id") references "scoring_template" (id) on delete restrict;
alter table "supplier_class_certificates" add constraint "supplier_class_certificates_root_id_fkey" foreign key ("root_id") references "supplier_class" (id) on delete cascade;
alter table "supplier_contacts" add constraint "supplier_contacts_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_freeze" add constraint "supplier_freeze_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_corrective_action_id_fkey" foreign key ("corrective_action_id") references "corrective_action" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_release_freeze_id_fkey" foreign key ("release_freeze_id") references "supplier_freeze" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_countersigned_by_fkey" foreign key ("countersigned_by") references "app_user" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_approved_by_fkey" foreign key ("approved_by") references "app_user" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_root_id_fkey" foreign key ("root_id") references "supplier_freeze" (id) on delete cascade;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "supplier_orgs" add constraint "supplier_orgs_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_orgs" add constraint "supplier_orgs_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "supplier_orgs" add constraint "supplier_orgs_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_registration" add constraint "supplier_registration_inviter_id_fkey" foreign key ("inviter_id") references "app_user" (id) on delete restrict;
alter table "supplier_registration" add constraint "supplier_registration_prequalification_id_fkey" foreign key ("prequalification_id") references "prequalification" (id) on delete restrict;
alter table "supplier_registration" add constraint "supplier_registration_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_registration_categories" add constraint "supplier_registration_categories_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
alter table "supplier_registration_categories" add constraint "supplier_registration_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_registration_certificates" add constraint "supplier_registration_certificates_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
alter table "supplier_registration_sites" add constraint "supplier_registration_sites_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
alter table "supplier_related_parties" add constraint "supplier_related_parties_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_related_parties" add constraint "supplier_related_parties_related_supplier_id_fkey" foreign key ("related_supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_site" add constraint "supplier_site_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_warning" add constraint "supplier_warning_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_warning" add constraint "supplier_warning_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "task" add constraint "task_assignee_id_fkey" foreign key ("assignee_id") references "app_user" (id) on delete restrict;
alter table "task" add constraint "task_candidate_role_id_fkey" foreign key ("candidate_role_id") references "role" (id) on delete restrict;
alter table "task" add constraint "task_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "task" add constraint "task_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "task" add constraint "task_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "task" add constraint "task_done_by_fkey" foreign key ("done_by") references "app_user" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_report_id_fkey" foreign key ("report_id") references "type_inspection_report" (id) on delete restrict;
alter table "type_inspection_report" add constraint "type_inspection_report_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "type_inspection_report" add constraint "type_inspection_report_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "type_inspection_report" add constraint "type_inspection_report_replaced_by_fkey" foreign key ("replaced_by") references "type_inspection_report" (id) on delete restrict;
alter table "type_inspection_report_items" add constraint "type_inspection_report_items_root_id_fkey" foreign key ("root_id") references "type_inspection_report" (id) on delete cascade;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_root_id_fkey" foreign key ("root_id") references "type_inspection_report" (id) on delete cascade;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_rule_id_fkey" foreign key ("rule_id") references "type_inspection_rule" (id) on delete restrict;
alter table "type_inspection_rule" add constraint "type_inspection_rule_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_rule" add constraint "type_inspection_rule_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "type_inspection_rule_items" add constraint "type_inspection_rule_items_root_id_fkey" foreign key ("root_id") references "type_inspection_rule" (id) on delete cascade;
alter table "undelivered_mail" add constraint "undelivered_mail_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_extra_to_fkey" foreign key ("extra_to") references "app_user" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_escalate_to_fkey" foreign key ("escalate_to") references "app_user" (id) on delete restrict;
alter table "undelivered_mail_log" add constraint "undelivered_mail_log_plan_id_fkey" foreign key ("plan_id") references "undelivered_mail" (id) on delete restrict;
alter table "undelivered_mail_log" add constraint "undelivered_mail_log_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "undelivered_mail_suppliers" add constraint "undelivered_mail_suppliers_root_id_fkey" foreign key ("root_id") references "undelivered_mail" (id) on delete cascade;
alter table "undelivered_mail_suppliers" add constraint "undelivered_mail_suppliers_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "user_log" add constraint "user_log_retry_of_fkey" foreign key ("retry_of") references "user_log" (id) on delete restrict;
alter table "user_log_row" add constraint "user_log_row_batch_id_fkey" foreign key ("batch_id") references "user_log" (id) on delete restrict;
alter table "user_log_row" add constraint "user_log_row_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "warehouse" add constraint "warehouse_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
create view "company_title" as select "id", "code", "name" from "company";
grant select on "company_title" to app_supplier, app_staff;
create view "factory_title" as select "id", "code", "name" from "factory";
grant select on "factory_title" to app_supplier, app_staff;
create view "form_title" as select "id", "name" from "form";
grant select on "form_title" to app_supplier, app_staff;
create view "form_request_title" as select "id", "number" from "form_request";
grant select on "form_request_title" to app_supplier, app_staff;
create view "material_title" as select "id", "code", "name" from "material";
grant select on "material_title" to app_supplier, app_staff;
create view "material_type_title" as select "id", "code", "name" from "material_type";
grant select on "material_type_title" to app_supplier, app_staff;
create view "purchase_group_title" as select "id", "code", "name" from "purchase_group";
grant select on "purchase_group_title" to app_supplier, app_staff;
create view "purchase_org_title" as select "id", "code", "name" from "purchase_org";
grant select on "purchase_org_title" to app_supplier, app_staff;
create view "scoring_template_title" as select "id", "name" from "scoring_template";
grant select on "scoring_template_title" to app_supplier, app_staff;
create view "supplier_class_title" as select "id", "code", "name" from "supplier_class" where exists (select 1 from "supplier" x0 where x0."supplier_class_id" = "supplier_class"."id" and "x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid);
grant select on "supplier_class_title" to app_supplier, app_staff;
create view "type_inspection_rule_title" as select "id", "code", "name" from "type_inspection_rule";
grant select on "type_inspection_rule_title" to app_supplier, app_staff;
create view "warehouse_title" as select "id", "code", "name" from "warehouse";
grant select on "warehouse_title" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "admission_type", "site_id", "purchase_org_id", "material_type_id", "buyer_id", "need_audit", "need_sample", "need_trial", "wanted", "supplier_files", "papers", "stage_since", "decided_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "admission" to app_supplier;
create policy supplier_read on "admission" for select to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
grant update ("state", "previous_state", "supplier_files", "stage_since", "version", "updated_by", "updated_at") on "admission" to app_supplier;
create policy supplier_update on "admission" for update to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft'))) with check (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "factory_id", "tier") on "admission_materials" to app_supplier;
create policy supplier_read on "admission_materials" for select to app_supplier using ((exists (select 1 from "admission" x0 where x0."id" = "admission_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("x0"."state" = 'draft')))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "brand_name", "trademark_no", "producer_name", "producer_uscc", "auth_level", "auth_no", "region", "valid_from", "valid_to", "effective_to", "chain_files", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "brand_authorization" to app_supplier;
create policy supplier_read on "brand_authorization" for select to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant update ("state", "previous_state", "brand_name", "trademark_no", "producer_name", "producer_uscc", "auth_level", "auth_no", "region", "valid_from", "valid_to", "effective_to", "chain_files", "origin", "version", "updated_by", "updated_at", "search_text", "search_grams") on "brand_authorization" to app_supplier;
create policy supplier_update on "brand_authorization" for update to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft')))) with check (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant insert on "brand_authorization" to app_supplier;
create policy supplier_insert on "brand_authorization" for insert to app_supplier with check (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant delete on "brand_authorization" to app_supplier;
create policy supplier_remove on "brand_authorization" for delete to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant select ("id", "tenant_id", "root_id", "line_no", "grantor", "grantee", "valid_to") on "brand_authorization_chain" to app_supplier;
create policy supplier_read on "brand_authorization_chain" for select to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "grantor", "grantee", "valid_to") on "brand_authorization_chain" to app_supplier;
create policy supplier_update on "brand_authorization_chain" for update to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "brand_authorization_chain" to app_supplier;
create policy supplier_insert on "brand_authorization_chain" for insert to app_supplier with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "brand_authorization_chain" to app_supplier;
create policy supplier_remove on "brand_authorization_chain" for delete to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "origin") on "brand_authorization_materials" to app_supplier;
create policy supplier_read on "brand_authorization_materials" for select to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_id", "origin") on "brand_authorization_materials" to app_supplier;
create policy supplier_update on "brand_authorization_materials" for update to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "brand_authorization_materials" to app_supplier;
create policy supplier_insert on "brand_authorization_materials" for insert to app_supplier with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "brand_authorization_materials" to app_supplier;
create policy supplier_remove on "brand_authorization_materials" for delete to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "contract_type", "parent_id", "company_id", "supplier_id", "purchase_org_id", "start_date", "end_date", "currency", "amount_mode", "total_amount", "tax_rate", "payment_term_days", "owner_id", "signed_on", "attachments", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "contract" to app_supplier;
create policy supplier_read on "contract" for select to app_supplier using (("contract"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "contract"."state" in ('signed', 'effective', 'expired', 'terminated')));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "source_type", "source_no", "audit_id", "title", "problem", "severity", "method", "material_id", "batch_no", "defect", "owner_id", "report_due", "containment_due", "verify_mode", "verify_lots", "problem_files", "issued_at", "recurrence_of", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "reviews", "report_score", "reject_count", "extended", "clean_lots", "verify_note", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "corrective_action" to app_supplier;
create policy supplier_read on "corrective_action" for select to app_supplier using (("corrective_action"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "corrective_action"."state" in ('issued', 'contained', 'returned', 'submitted', 'verifying', 'closed')));
grant update ("state", "previous_state", "team", "problem_bounds", "containment", "root_cause", "escape_cause", "recurrence_cause", "prevent", "horizontal", "summary", "before_photos", "after_photos", "report_files", "submitted_at", "by_staff", "submissions", "version", "updated_by", "updated_at") on "corrective_action" to app_supplier;
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
grant select ("id", "tenant_id", "material_id", "material_type_id", "supplier_id", "factory_id", "prepare_days", "transit_days", "inspect_days", "total_days", "season_from", "season_to", "season_extra", "valid_from", "valid_to", "enabled", "proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on", "version", "created_by", "created_at", "updated_by", "updated_at") on "deliver_cycle" to app_supplier;
create policy supplier_read on "deliver_cycle" for select to app_supplier using (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true));
grant update ("proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on", "version", "updated_by", "updated_at") on "deliver_cycle" to app_supplier;
create policy supplier_update on "deliver_cycle" for update to app_supplier using (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true)) with check (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true));
grant select ("id", "tenant_id", "code", "name", "company_id", "province", "city", "address", "receiver", "receiver_phone", "weekly_rest", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "factory" to app_supplier;
create policy supplier_read on "factory" for select to app_supplier using (("factory"."enabled" = true and exists (select 1 from "source_data" x0 where x0."factory_id" = "factory"."id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('trial', 'active', 'suspended') and ("x0"."effective_to" is null or "x0"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))));
grant select ("id", "tenant_id", "root_id", "line_no", "from_day", "to_day", "kind", "note") on "factory_calendar" to app_supplier;
create policy supplier_read on "factory_calendar" for select to app_supplier using ((exists (select 1 from "factory" x0 where x0."id" = "factory_calendar"."root_id" and ("x0"."enabled" = true and exists (select 1 from "source_data" x1 where x1."factory_id" = "x0"."id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."state" in ('trial', 'active', 'suspended') and ("x1"."effective_to" is null or "x1"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))))));
grant select ("id", "tenant_id", "root_id", "line_no", "days", "start_time", "end_time") on "factory_windows" to app_supplier;
create policy supplier_read on "factory_windows" for select to app_supplier using ((exists (select 1 from "factory" x0 where x0."id" = "factory_windows"."root_id" and ("x0"."enabled" = true and exists (select 1 from "source_data" x1 where x1."factory_id" = "x0"."id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."state" in ('trial', 'active', 'suspended') and ("x1"."effective_to" is null or "x1"."effective_to" >= ((now() at time zone 'Asia/Shanghai')::date + 0))))))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "task_id", "form_id", "name", "supplier_id", "user_id", "due_date", "intro", "submitted_at", "submitted_by", "score", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "form_answer" to app_supplier;
create policy supplier_read on "form_answer" for select to app_supplier using (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "submitted_at", "submitted_by", "score", "version", "updated_by", "updated_at") on "form_answer" to app_supplier;
create policy supplier_update on "form_answer" for update to app_supplier using (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "label", "value", "score", "type", "required", "options", "help", "key") on "form_answer_items" to app_supplier;
create policy supplier_read on "form_answer_items" for select to app_supplier using ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("value") on "form_answer_items" to app_supplier;
create policy supplier_update on "form_answer_items" for update to app_supplier using ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "content", "page_path", "attachments", "anonymous", "supplier_id", "owner_supplier_id", "author_id", "reply", "replied_at", "rating", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "homepage_suggestion" to app_supplier;
create policy supplier_read on "homepage_suggestion" for select to app_supplier using (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
grant update ("state", "previous_state", "rating", "version", "updated_by", "updated_at") on "homepage_suggestion" to app_supplier;
create policy supplier_update on "homepage_suggestion" for update to app_supplier using (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid))) with check (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
grant insert on "homepage_suggestion" to app_supplier;
create policy supplier_insert on "homepage_suggestion" for insert to app_supplier with check (("homepage_suggestion"."owner_supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("homepage_suggestion"."anonymous" = false or "homepage_suggestion"."author_id" = nullif(current_setting('app.user_id', true), '')::uuid)));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "contact_name", "contact_phone", "contact_email", "login_name", "hint", "asked_at", "decided_by", "decided_at", "decision_note", "told_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "member_request" to app_supplier;
create policy supplier_read on "member_request" for select to app_supplier using (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "decided_by", "decided_at", "decision_note", "version", "updated_by", "updated_at") on "member_request" to app_supplier;
create policy supplier_update on "member_request" for update to app_supplier using (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "summary", "content", "cover", "attachments", "audience", "must_ack", "is_top", "publish_at", "expire_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "news" to app_supplier;
create policy supplier_read on "news" for select to app_supplier using ((("news"."state" = 'published' and "news"."audience" in ('all', 'supplier_all')) or ("news"."state" = 'published' and "news"."audience" = 'listed' and exists (select 1 from "news_supplier" x0 where x0."news_id" = "news"."id" and "x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "prequalification_id", "supplier_id", "papers", "submitted_at", "clarify_request", "clarification", "clarification_files", "result_note", "appeal", "appeal_answer", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "preq_application" to app_supplier;
create policy supplier_read on "preq_application" for select to app_supplier using (("preq_application"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "prequalification_id", "papers", "submitted_at", "clarification", "clarification_files", "appeal", "version", "updated_by", "updated_at") on "preq_application" to app_supplier;
create policy supplier_update on "preq_application" for update to app_supplier using (("preq_application"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("preq_application"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "preq_application" to app_supplier;
create policy supplier_insert on "preq_application" for insert to app_supplier with check (("preq_application"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "code", "group", "title", "expected", "value", "kind", "answer_type", "evidence_type", "required", "max_score") on "preq_application_answers" to app_supplier;
create policy supplier_read on "preq_application_answers" for select to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "code", "group", "title", "expected", "value", "kind", "answer_type", "evidence_type", "required", "max_score") on "preq_application_answers" to app_supplier;
create policy supplier_update on "preq_application_answers" for update to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "preq_application_answers" to app_supplier;
create policy supplier_insert on "preq_application_answers" for insert to app_supplier with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "preq_application_answers" to app_supplier;
create policy supplier_remove on "preq_application_answers" for delete to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_answers"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "root_id", "line_no", "certificate_id", "note") on "preq_application_evidence" to app_supplier;
create policy supplier_read on "preq_application_evidence" for select to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_evidence"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "certificate_id", "note") on "preq_application_evidence" to app_supplier;
create policy supplier_update on "preq_application_evidence" for update to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_evidence"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_evidence"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "preq_application_evidence" to app_supplier;
create policy supplier_insert on "preq_application_evidence" for insert to app_supplier with check ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_evidence"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "preq_application_evidence" to app_supplier;
create policy supplier_remove on "preq_application_evidence" for delete to app_supplier using ((exists (select 1 from "preq_application" x0 where x0."id" = "preq_application_evidence"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "prequalification_id", "supplier_id", "question", "asked_at", "answer", "is_public", "answered_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "preq_question" to app_supplier;
create policy supplier_read on "preq_question" for select to app_supplier using (("preq_question"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "prequalification_id", "question", "asked_at", "version", "updated_by", "updated_at", "search_text", "search_grams") on "preq_question" to app_supplier;
create policy supplier_update on "preq_question" for update to app_supplier using (("preq_question"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("preq_question"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "preq_question" to app_supplier;
create policy supplier_insert on "preq_question" for insert to app_supplier with check (("preq_question"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "mode", "purchase_org_id", "material_type_id", "tender_no", "notice", "publish_at", "question_deadline", "deadline", "valid_to", "contact", "files", "qa_notice", "appeal_until", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "prequalification" to app_supplier;
create policy supplier_read on "prequalification" for select to app_supplier using (("prequalification"."publish_at" is not null and ("prequalification"."mode" = 'open' or exists (select 1 from "preq_application" x0 where x0."prequalification_id" = "prequalification"."id" and "x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid))));
grant select ("id", "tenant_id", "root_id", "line_no", "code", "group", "title", "kind", "answer_type", "expected", "evidence_type", "required", "max_score") on "prequalification_criteria" to app_supplier;
create policy supplier_read on "prequalification_criteria" for select to app_supplier using ((exists (select 1 from "prequalification" x0 where x0."id" = "prequalification_criteria"."root_id" and ("x0"."publish_at" is not null and ("x0"."mode" = 'open' or exists (select 1 from "preq_application" x1 where x1."prequalification_id" = "x0"."id" and "x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid))))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "closed_at", "remark", "attachments", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "version", "raised_by", "content", "reason", "result", "reply") on "purchase_order_changes" to app_supplier;
create policy supplier_read on "purchase_order_changes" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
grant insert on "purchase_order_changes" to app_supplier;
create policy supplier_insert on "purchase_order_changes" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and ("purchase_order_changes"."raised_by" = 'supplier' or not ("purchase_order_changes"."result" = 'pending'))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date", "line_status") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "root_id", "parent_id", "line_no", "plan_date", "plan_qty", "confirm_date", "confirm_qty") on "purchase_order_items_schedules" to app_supplier;
create policy supplier_read on "purchase_order_items_schedules" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null))))));
grant update ("confirm_date", "confirm_qty") on "purchase_order_items_schedules" to app_supplier;
create policy supplier_update on "purchase_order_items_schedules" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null)))))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items_schedules"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)) and exists (select 1 from "purchase_order_items" x0 where x0."id" = "purchase_order_items_schedules"."parent_id" and (exists (select 1 from "purchase_order" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."released_at" is not null))))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "purpose", "round", "qty", "uom", "require_date", "receiver_id", "send_address", "need_trial", "express_no", "batch_no", "supplier_coa", "received_at", "trial_factory_id", "trial_qty", "decided_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "sample_verification" to app_supplier;
create policy supplier_read on "sample_verification" for select to app_supplier using (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "express_no", "batch_no", "supplier_coa", "version", "updated_by", "updated_at") on "sample_verification" to app_supplier;
create policy supplier_update on "sample_verification" for update to app_supplier using (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "factory_id", "site_id", "purchase_org_id", "tier", "fixed", "effective_from", "effective_to", "trial_qty", "trial_month_qty", "inspection_mode", "source_no", "supplier_material_code", "origin_place", "moq", "pack_qty", "block_cause", "suspended_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "source_data" to app_supplier;
create policy supplier_read on "source_data" for select to app_supplier using (("source_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "source_data"."state" in ('trial', 'active', 'suspended', 'ended')));
grant select ("id", "tenant_id", "state", "previous_state", "code", "name", "short_name", "former_names", "uscc", "supplier_type", "supplier_class_id", "stage", "grade", "freeze_status", "completeness", "gaps", "supplement_due", "supplement_note", "legal_person", "registered_capital", "established_on", "business_scope", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "default_tax_rate", "buyer_id", "sqe_id", "enabled", "created_by", "created_at", "shown_version", "shown_by", "shown_at", "search_text", "search_grams") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "audit_type", "mode", "template_id", "plan_date", "leader_id", "scope_note", "supplier_rep", "confirmed_at", "proposed_date", "actual_start", "actual_end", "score", "veto_hit", "pass_line", "conditional_line", "major_tolerated", "conclusion", "strengths", "summary", "photos", "sign_file", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_audit" to app_supplier;
create policy supplier_read on "supplier_audit" for select to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant update ("state", "previous_state", "supplier_rep", "confirmed_at", "proposed_date", "version", "updated_by", "updated_at") on "supplier_audit" to app_supplier;
create policy supplier_update on "supplier_audit" for update to app_supplier using (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed'))) with check (("supplier_audit"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_audit"."state" in ('notified', 'correcting', 'closed')));
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id") on "supplier_audit_classes" to app_supplier;
create policy supplier_read on "supplier_audit_classes" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_classes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "item_no", "severity", "description", "due_date", "photo_nos", "corrective_action_id") on "supplier_audit_findings" to app_supplier;
create policy supplier_read on "supplier_audit_findings" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_findings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "section", "content", "requirement", "max_score", "is_veto", "na_allowed", "evidence_required", "photo_required", "result", "score", "evidence", "photo_nos") on "supplier_audit_items" to app_supplier;
create policy supplier_read on "supplier_audit_items" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "root_id", "line_no", "user_id") on "supplier_audit_members" to app_supplier;
create policy supplier_read on "supplier_audit_members" for select to app_supplier using ((exists (select 1 from "supplier_audit" x0 where x0."id" = "supplier_audit_members"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('notified', 'correcting', 'closed')))));
grant select ("id", "tenant_id", "state", "previous_state", "supplier_id", "bank_name", "cnaps", "account_name", "account_no", "account_tail", "name_reason", "proof", "is_default", "replaces_id", "effective_at", "cooling_until", "disabled_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_bank_account" to app_supplier;
create policy supplier_read on "supplier_bank_account" for select to app_supplier using (("supplier_bank_account"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id", "tier") on "supplier_categories" to app_supplier;
create policy supplier_read on "supplier_categories" for select to app_supplier using ((exists (select 1 from "supplier" x0 where x0."id" = "supplier_categories"."root_id" and ("x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "state", "previous_state", "supplier_id", "certificate_type", "certificate_name", "certificate_no", "site_id", "issuer", "issue_date", "is_long_term", "valid_to", "scope", "food_categories", "renews_id", "files", "acceptance_slip", "verify_method", "verified_by", "verified_at", "replaced_by", "revoke_cause", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_certificate" to app_supplier;
create policy supplier_read on "supplier_certificate" for select to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant update ("state", "previous_state", "certificate_type", "certificate_name", "certificate_no", "site_id", "issuer", "issue_date", "is_long_term", "valid_to", "scope", "food_categories", "renews_id", "files", "acceptance_slip", "origin", "version", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_certificate" to app_supplier;
create policy supplier_update on "supplier_certificate" for update to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft')))) with check (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant insert on "supplier_certificate" to app_supplier;
create policy supplier_insert on "supplier_certificate" for insert to app_supplier with check (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant delete on "supplier_certificate" to app_supplier;
create policy supplier_remove on "supplier_certificate" for delete to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "change_type", "section", "reason", "due_date", "checklist", "proof", "new_name", "new_uscc", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "first_reviewer", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_change" to app_supplier;
create policy supplier_read on "supplier_change" for select to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant update ("state", "previous_state", "change_type", "section", "reason", "proof", "new_name", "new_uscc", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "origin", "version", "updated_by", "updated_at") on "supplier_change" to app_supplier;
create policy supplier_update on "supplier_change" for update to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft')))) with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant insert on "supplier_change" to app_supplier;
create policy supplier_insert on "supplier_change" for insert to app_supplier with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant delete on "supplier_change" to app_supplier;
create policy supplier_remove on "supplier_change" for delete to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id", "tier") on "supplier_change_categories" to app_supplier;
create policy supplier_read on "supplier_change_categories" for select to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_type_id", "tier") on "supplier_change_categories" to app_supplier;
create policy supplier_update on "supplier_change_categories" for update to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "supplier_change_categories" to app_supplier;
create policy supplier_insert on "supplier_change_categories" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "supplier_change_categories" to app_supplier;
create policy supplier_remove on "supplier_change_categories" for delete to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "name", "duty", "phone", "email", "is_primary") on "supplier_change_contacts" to app_supplier;
create policy supplier_read on "supplier_change_contacts" for select to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_contacts"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "name", "duty", "phone", "email", "is_primary") on "supplier_change_contacts" to app_supplier;
create policy supplier_update on "supplier_change_contacts" for update to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_contacts"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_contacts"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "supplier_change_contacts" to app_supplier;
create policy supplier_insert on "supplier_change_contacts" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_contacts"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "supplier_change_contacts" to app_supplier;
create policy supplier_remove on "supplier_change_contacts" for delete to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_contacts"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "item", "old_value", "new_value") on "supplier_change_differences" to app_supplier;
create policy supplier_read on "supplier_change_differences" for select to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "item", "old_value", "new_value") on "supplier_change_differences" to app_supplier;
create policy supplier_update on "supplier_change_differences" for update to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "supplier_change_differences" to app_supplier;
create policy supplier_insert on "supplier_change_differences" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "supplier_change_differences" to app_supplier;
create policy supplier_remove on "supplier_change_differences" for delete to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "name", "duty", "phone", "email", "is_primary") on "supplier_contacts" to app_supplier;
create policy supplier_read on "supplier_contacts" for select to app_supplier using ((exists (select 1 from "supplier" x0 where x0."id" = "supplier_contacts"."root_id" and ("x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "freeze_type", "supplier_note", "on_rfq", "on_award", "on_contract", "on_release", "on_delivery", "on_payment", "actions_text", "whole", "effective_from", "release_date", "conditions", "corrective_action_id", "open_po_policy", "release_freeze_id", "approved_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_freeze" to app_supplier;
create policy supplier_read on "supplier_freeze" for select to app_supplier using (("supplier_freeze"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_freeze"."state" in ('effective', 'released')));
grant select ("id", "tenant_id", "root_id", "line_no", "purchase_org_id", "factory_id", "material_type_id", "material_id") on "supplier_freeze_scopes" to app_supplier;
create policy supplier_read on "supplier_freeze_scopes" for select to app_supplier using ((exists (select 1 from "supplier_freeze" x0 where x0."id" = "supplier_freeze_scopes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('effective', 'released')))));
grant select ("id", "tenant_id", "supplier_id", "name", "address", "sc_no", "capacity", "last_audit_at", "next_audit_at", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_site" to app_supplier;
create policy supplier_read on "supplier_site" for select to app_supplier using (("supplier_site"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "state", "previous_state", "kind", "supplier_id", "subject", "due_date", "level", "computed_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_warning" to app_supplier;
create policy supplier_read on "supplier_warning" for select to app_supplier using (("supplier_warning"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("supplier_warning"."kind" = 'risk')));
grant select ("id", "tenant_id", "state", "previous_state", "title", "description", "business_type", "business_key", "path", "assignee_id", "supplier_id", "due_at", "priority", "source", "claimed_at", "snoozed_until", "done_by", "done_at", "version", "created_by", "created_at", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_read on "task" for select to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "assignee_id", "claimed_at", "snoozed_until", "done_by", "done_at", "version", "updated_by", "updated_at") on "task" to app_supplier;
create policy supplier_update on "task" for update to app_supplier using (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("task"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "supplier_id", "material_id", "due_date", "last_day", "report_id", "version", "created_by", "created_at", "updated_by", "updated_at") on "type_inspection_due" to app_supplier;
create policy supplier_read on "type_inspection_due" for select to app_supplier using (("type_inspection_due"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "site_id", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "next_due_date", "replaced_by", "judged_at", "by_supplier", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
create policy supplier_read on "type_inspection_report" for select to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant update ("state", "previous_state", "site_id", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
create policy supplier_update on "type_inspection_report" for update to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft')))) with check (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant insert on "type_inspection_report" to app_supplier;
create policy supplier_insert on "type_inspection_report" for insert to app_supplier with check (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant delete on "type_inspection_report" to app_supplier;
create policy supplier_remove on "type_inspection_report" for delete to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant select ("id", "tenant_id", "root_id", "line_no", "item", "method", "lower", "upper", "unit", "value", "judge") on "type_inspection_report_items" to app_supplier;
create policy supplier_read on "type_inspection_report_items" for select to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "item", "method", "lower", "upper", "unit", "value", "judge") on "type_inspection_report_items" to app_supplier;
create policy supplier_update on "type_inspection_report_items" for update to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant insert on "type_inspection_report_items" to app_supplier;
create policy supplier_insert on "type_inspection_report_items" for insert to app_supplier with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant delete on "type_inspection_report_items" to app_supplier;
create policy supplier_remove on "type_inspection_report_items" for delete to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "rule_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_read on "type_inspection_report_materials" for select to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_id", "rule_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_update on "type_inspection_report_materials" for update to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant insert on "type_inspection_report_materials" to app_supplier;
create policy supplier_insert on "type_inspection_report_materials" for insert to app_supplier with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant delete on "type_inspection_report_materials" to app_supplier;
create policy supplier_remove on "type_inspection_report_materials" for delete to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "state", "previous_state", "subject", "supplier_id", "sent_at", "line_count", "overdue_count", "content", "latest_due", "reply_date", "reply_note", "replied_at", "is_later", "version", "created_by", "created_at", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_read on "undelivered_mail_log" for select to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "reply_date", "reply_note", "replied_at", "is_later", "version", "updated_by", "updated_at") on "undelivered_mail_log" to app_supplier;
create policy supplier_update on "undelivered_mail_log" for update to app_supplier using (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("undelivered_mail_log"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
