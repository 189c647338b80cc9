/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0160-prequalification";

export const up = `
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
`;
