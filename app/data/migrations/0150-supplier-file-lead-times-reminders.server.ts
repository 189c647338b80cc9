/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0150-supplier-file-lead-times-reminders";

export const up = `
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
  "updated_at" timestamptz default now() not null
);
create index if not exists "deliver_cycle_material_id_idx" on "deliver_cycle" ("material_id");
create index if not exists "deliver_cycle_material_type_id_idx" on "deliver_cycle" ("material_type_id");
create index if not exists "deliver_cycle_supplier_id_idx" on "deliver_cycle" ("supplier_id");
create index if not exists "deliver_cycle_factory_id_idx" on "deliver_cycle" ("factory_id");
grant select, insert, update, delete on "deliver_cycle" to app_staff;
alter table "deliver_cycle" enable row level security;
create policy staff on "deliver_cycle" to app_staff using (true) with check (true);
alter table "supplier" add column "gaps" text;
alter table "supplier" add column "supplement_due" date;
alter table "supplier" add column "supplement_note" text;
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
  "updated_at" timestamptz default now() not null
);
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
alter table "deliver_cycle" add constraint "deliver_cycle_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "deliver_cycle" add constraint "deliver_cycle_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_extra_to_fkey" foreign key ("extra_to") references "app_user" (id) on delete restrict;
alter table "undelivered_mail" add constraint "undelivered_mail_escalate_to_fkey" foreign key ("escalate_to") references "app_user" (id) on delete restrict;
alter table "undelivered_mail_log" add constraint "undelivered_mail_log_plan_id_fkey" foreign key ("plan_id") references "undelivered_mail" (id) on delete restrict;
alter table "undelivered_mail_log" add constraint "undelivered_mail_log_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "undelivered_mail_suppliers" add constraint "undelivered_mail_suppliers_root_id_fkey" foreign key ("root_id") references "undelivered_mail" (id) on delete cascade;
alter table "undelivered_mail_suppliers" add constraint "undelivered_mail_suppliers_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
grant select ("id", "tenant_id", "material_id", "material_type_id", "supplier_id", "factory_id", "prepare_days", "transit_days", "inspect_days", "total_days", "season_from", "season_to", "season_extra", "valid_from", "valid_to", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at") on "deliver_cycle" to app_supplier;
create policy supplier_read on "deliver_cycle" for select to app_supplier using (("deliver_cycle"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "deliver_cycle"."enabled" = true));
revoke all on "supplier" from app_supplier;
drop policy if exists supplier_read on "supplier";
drop policy if exists supplier_update on "supplier";
drop policy if exists supplier_insert on "supplier";
drop policy if exists supplier_remove on "supplier";
grant select ("id", "tenant_id", "state", "previous_state", "code", "name", "short_name", "uscc", "supplier_type", "supplier_class_id", "stage", "grade", "freeze_status", "completeness", "gaps", "supplement_due", "supplement_note", "legal_person", "registered_capital", "established_on", "business_scope", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "default_tax_rate", "buyer_id", "sqe_id", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
