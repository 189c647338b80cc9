/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0110-admission";

export const up = `
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
  constraint "admission_number_key" unique ("tenant_id", "number")
);
create index if not exists "admission_state_idx" on "admission" ("state");
create index if not exists "admission_supplier_id_idx" on "admission" ("supplier_id");
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
  "note" text
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
alter table "admission" add constraint "admission_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "admission" add constraint "admission_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "admission" add constraint "admission_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "admission" add constraint "admission_template_id_fkey" foreign key ("template_id") references "scoring_template" (id) on delete restrict;
alter table "admission" add constraint "admission_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "admission" add constraint "admission_audit_id_fkey" foreign key ("audit_id") references "supplier_audit" (id) on delete restrict;
alter table "admission_assessors" add constraint "admission_assessors_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_assessors" add constraint "admission_assessors_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "admission_checklist" add constraint "admission_checklist_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_materials" add constraint "admission_materials_root_id_fkey" foreign key ("root_id") references "admission" (id) on delete cascade;
alter table "admission_materials" add constraint "admission_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "admission_materials" add constraint "admission_materials_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "admission_type", "purchase_org_id", "material_type_id", "buyer_id", "need_audit", "need_sample", "need_trial", "wanted", "supplier_files", "papers", "decided_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "admission" to app_supplier;
create policy supplier_read on "admission" for select to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
grant update ("state", "previous_state", "supplier_files", "version", "updated_by", "updated_at") on "admission" to app_supplier;
create policy supplier_update on "admission" for update to app_supplier using (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft'))) with check (("admission"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("admission"."state" = 'draft')));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "factory_id", "tier") on "admission_materials" to app_supplier;
create policy supplier_read on "admission_materials" for select to app_supplier using ((exists (select 1 from "admission" x0 where x0."id" = "admission_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("x0"."state" = 'draft')))));
`;
