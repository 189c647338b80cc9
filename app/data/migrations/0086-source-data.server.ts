/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0086-source-data";

export const up = `
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
  constraint "source_data_number_key" unique ("tenant_id", "number")
);
create index if not exists "source_data_state_idx" on "source_data" ("state");
create index if not exists "source_data_supplier_id_idx" on "source_data" ("supplier_id");
create index if not exists "source_data_material_id_idx" on "source_data" ("material_id");
create index if not exists "source_data_factory_id_idx" on "source_data" ("factory_id");
create index if not exists "source_data_purchase_org_id_idx" on "source_data" ("purchase_org_id");
create index if not exists "source_data_number_idx" on "source_data" ("number");
create index if not exists "source_data_search_idx" on "source_data" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "source_data" to app_staff;
alter table "source_data" enable row level security;
create policy staff on "source_data" to app_staff using (true) with check (true);
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
alter table "audit_rule_certificates" add constraint "audit_rule_certificates_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_certificates" add constraint "audit_rule_certificates_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "audit_rule_conclusions" add constraint "audit_rule_conclusions_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_cycles" add constraint "audit_rule_cycles_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_deadlines" add constraint "audit_rule_deadlines_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_letters" add constraint "audit_rule_letters_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_paths" add constraint "audit_rule_paths_root_id_fkey" foreign key ("root_id") references "audit_rule" (id) on delete cascade;
alter table "audit_rule_paths" add constraint "audit_rule_paths_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "source_data" add constraint "source_data_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "source_data" add constraint "source_data_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "source_data" add constraint "source_data_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "source_data" add constraint "source_data_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "type_inspection_rule" add constraint "type_inspection_rule_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_rule" add constraint "type_inspection_rule_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "type_inspection_rule_items" add constraint "type_inspection_rule_items_root_id_fkey" foreign key ("root_id") references "type_inspection_rule" (id) on delete cascade;
create view "type_inspection_rule_title" as select "id", "code", "name" from "type_inspection_rule";
grant select on "type_inspection_rule_title" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "factory_id", "purchase_org_id", "tier", "fixed", "effective_from", "effective_to", "trial_qty", "inspection_mode", "source_no", "supplier_material_code", "origin_place", "moq", "pack_qty", "ended_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "source_data" to app_supplier;
create policy supplier_read on "source_data" for select to app_supplier using (("source_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "source_data"."state" in ('trial', 'active', 'suspended', 'ended')));
`;
