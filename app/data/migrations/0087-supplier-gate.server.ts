/** Written by `npm run db:generate`, but for what stands at its end. It stays as it is once it has run anywhere. */
export const name = "0087-supplier-gate";

export const up = `
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
  constraint "supplier_freeze_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_freeze_state_idx" on "supplier_freeze" ("state");
create index if not exists "supplier_freeze_supplier_id_idx" on "supplier_freeze" ("supplier_id");
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
  constraint "type_inspection_report_number_key" unique ("tenant_id", "number"),
  constraint "type_inspection_report_lab_name_report_no_key" unique ("tenant_id", "lab_name", "report_no")
);
create index if not exists "type_inspection_report_state_idx" on "type_inspection_report" ("state");
create index if not exists "type_inspection_report_supplier_id_idx" on "type_inspection_report" ("supplier_id");
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
  "next_due_date" date
);
create index if not exists "type_inspection_report_materials_root_idx" on "type_inspection_report_materials" ("root_id");
grant select, insert, update, delete on "type_inspection_report_materials" to app_staff;
alter table "type_inspection_report_materials" enable row level security;
create policy staff on "type_inspection_report_materials" to app_staff using (true) with check (true);
alter table "gate_exemption" add constraint "gate_exemption_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_first_approver_id_fkey" foreign key ("first_approver_id") references "app_user" (id) on delete restrict;
alter table "gate_exemption" add constraint "gate_exemption_second_approver_id_fkey" foreign key ("second_approver_id") references "app_user" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_release_freeze_id_fkey" foreign key ("release_freeze_id") references "supplier_freeze" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_countersigned_by_fkey" foreign key ("countersigned_by") references "app_user" (id) on delete restrict;
alter table "supplier_freeze" add constraint "supplier_freeze_approved_by_fkey" foreign key ("approved_by") references "app_user" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_root_id_fkey" foreign key ("root_id") references "supplier_freeze" (id) on delete cascade;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_freeze_scopes" add constraint "supplier_freeze_scopes_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_report" add constraint "type_inspection_report_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "type_inspection_report_items" add constraint "type_inspection_report_items_root_id_fkey" foreign key ("root_id") references "type_inspection_report" (id) on delete cascade;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_root_id_fkey" foreign key ("root_id") references "type_inspection_report" (id) on delete cascade;
alter table "type_inspection_report_materials" add constraint "type_inspection_report_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "freeze_type", "source_type", "source_no", "supplier_note", "on_rfq", "on_award", "on_contract", "on_release", "on_delivery", "on_payment", "actions_text", "whole", "effective_from", "release_date", "conditions", "open_po_policy", "release_freeze_id", "approved_on", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_freeze" to app_supplier;
create policy supplier_read on "supplier_freeze" for select to app_supplier using (("supplier_freeze"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "supplier_freeze"."state" in ('effective', 'released')));
grant select ("id", "tenant_id", "root_id", "line_no", "purchase_org_id", "factory_id", "material_type_id", "material_id") on "supplier_freeze_scopes" to app_supplier;
create policy supplier_read on "supplier_freeze_scopes" for select to app_supplier using ((exists (select 1 from "supplier_freeze" x0 where x0."id" = "supplier_freeze_scopes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('effective', 'released')))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "next_due_date", "judged_at", "by_supplier", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
create policy supplier_read on "type_inspection_report" for select to app_supplier using (("type_inspection_report"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("type_inspection_report"."by_supplier" = true or not ("type_inspection_report"."state" = 'draft'))));
grant update ("state", "previous_state", "report_no", "lab_name", "cma_no", "issue_date", "standard_code", "sample_batch", "production_date", "trigger", "conclusion", "report_file", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "type_inspection_report" to app_supplier;
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
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_read on "type_inspection_report_materials" for select to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_id", "next_due_date") on "type_inspection_report_materials" to app_supplier;
create policy supplier_update on "type_inspection_report_materials" for update to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant insert on "type_inspection_report_materials" to app_supplier;
create policy supplier_insert on "type_inspection_report_materials" for insert to app_supplier with check ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));
grant delete on "type_inspection_report_materials" to app_supplier;
create policy supplier_remove on "type_inspection_report_materials" for delete to app_supplier using ((exists (select 1 from "type_inspection_report" x0 where x0."id" = "type_inspection_report_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."by_supplier" = true or not ("x0"."state" = 'draft'))))));

/* The gate reads what is in effect for a supplier, and the reports that count for a material. */
create index supplier_freeze_running_idx on supplier_freeze (supplier_id) where state in ('effective', 'scheduled');
create index gate_exemption_running_idx on gate_exemption (supplier_id) where state = 'effective';
create index type_inspection_report_valid_idx on type_inspection_report (supplier_id) where state = 'valid';
create index source_data_standing_idx on source_data (supplier_id, material_id);

/* Off until the source list is kept: an installation without sources goes on ordering. */
insert into order_rule (id, state, code, name, check_type, moment, severity, priority, built_in, remark) values
  (gen_random_uuid(), 'stopped', 'SOURCE', '供货清单', 'source', 'release', 'block', 0, false, '启用后，没有列入供货清单的物料不能下达；请先维护货源数据。');
`;
