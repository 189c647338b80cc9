/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0002-orders-and-registers";

export const up = `
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
  constraint "company_code_key" unique ("tenant_id", "code"),
  constraint "company_name_key" unique ("tenant_id", "name"),
  constraint "company_tax_number_key" unique ("tenant_id", "tax_number")
);
create index if not exists "company_code_idx" on "company" ("code");
grant select, insert, update, delete on "company" to app_staff;
alter table "company" enable row level security;
create policy staff on "company" to app_staff using (true) with check (true);
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
  constraint "contract_number_key" unique ("tenant_id", "number")
);
create index if not exists "contract_state_idx" on "contract" ("state");
create index if not exists "contract_parent_id_idx" on "contract" ("parent_id");
create index if not exists "contract_company_id_idx" on "contract" ("company_id");
create index if not exists "contract_supplier_id_idx" on "contract" ("supplier_id");
create index if not exists "contract_purchase_org_id_idx" on "contract" ("purchase_org_id");
create index if not exists "contract_owner_id_idx" on "contract" ("owner_id");
create index if not exists "contract_start_date_idx" on "contract" ("start_date");
grant select, insert, update, delete on "contract" to app_staff;
alter table "contract" enable row level security;
create policy staff on "contract" to app_staff using (true) with check (true);
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
  constraint "factory_code_key" unique ("tenant_id", "code")
);
create index if not exists "factory_company_id_idx" on "factory" ("company_id");
create index if not exists "factory_code_idx" on "factory" ("code");
grant select, insert, update, delete on "factory" to app_staff;
alter table "factory" enable row level security;
create policy staff on "factory" to app_staff using (true) with check (true);
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
  constraint "material_code_key" unique ("tenant_id", "code")
);
create index if not exists "material_material_type_id_idx" on "material" ("material_type_id");
create index if not exists "material_purchase_group_id_idx" on "material" ("purchase_group_id");
create index if not exists "material_code_idx" on "material" ("code");
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
  constraint "material_type_code_key" unique ("tenant_id", "code")
);
create index if not exists "material_type_parent_id_idx" on "material_type" ("parent_id");
create index if not exists "material_type_code_idx" on "material_type" ("code");
grant select, insert, update, delete on "material_type" to app_staff;
alter table "material_type" enable row level security;
create policy staff on "material_type" to app_staff using (true) with check (true);
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
  constraint "purchase_group_code_key" unique ("tenant_id", "code")
);
create index if not exists "purchase_group_purchase_org_id_idx" on "purchase_group" ("purchase_org_id");
create index if not exists "purchase_group_leader_id_idx" on "purchase_group" ("leader_id");
create index if not exists "purchase_group_code_idx" on "purchase_group" ("code");
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
  constraint "purchase_order_number_key" unique ("tenant_id", "number")
);
create index if not exists "purchase_order_state_idx" on "purchase_order" ("state");
create index if not exists "purchase_order_supplier_id_idx" on "purchase_order" ("supplier_id");
create index if not exists "purchase_order_company_id_idx" on "purchase_order" ("company_id");
create index if not exists "purchase_order_factory_id_idx" on "purchase_order" ("factory_id");
create index if not exists "purchase_order_purchase_org_id_idx" on "purchase_order" ("purchase_org_id");
create index if not exists "purchase_order_purchase_group_id_idx" on "purchase_order" ("purchase_group_id");
create index if not exists "purchase_order_buyer_id_idx" on "purchase_order" ("buyer_id");
create index if not exists "purchase_order_contract_id_idx" on "purchase_order" ("contract_id");
create index if not exists "purchase_order_order_date_idx" on "purchase_order" ("order_date");
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
  "confirm_date" date
);
create index if not exists "purchase_order_items_root_idx" on "purchase_order_items" ("root_id");
grant select, insert, update, delete on "purchase_order_items" to app_staff;
alter table "purchase_order_items" enable row level security;
create policy staff on "purchase_order_items" to app_staff using (true) with check (true);
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
  constraint "purchase_org_code_key" unique ("tenant_id", "code")
);
create index if not exists "purchase_org_parent_id_idx" on "purchase_org" ("parent_id");
create index if not exists "purchase_org_leader_id_idx" on "purchase_org" ("leader_id");
create index if not exists "purchase_org_seq_idx" on "purchase_org" ("seq");
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
  constraint "supplier_code_key" unique ("tenant_id", "code"),
  constraint "supplier_uscc_key" unique ("tenant_id", "uscc")
);
create index if not exists "supplier_supplier_class_id_idx" on "supplier" ("supplier_class_id");
create index if not exists "supplier_buyer_id_idx" on "supplier" ("buyer_id");
create index if not exists "supplier_updated_at_idx" on "supplier" ("updated_at");
grant select, insert, update, delete on "supplier" to app_staff;
alter table "supplier" enable row level security;
create policy staff on "supplier" to app_staff using (true) with check (true);
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
  constraint "supplier_class_code_key" unique ("tenant_id", "code")
);
create index if not exists "supplier_class_parent_id_idx" on "supplier_class" ("parent_id");
create index if not exists "supplier_class_code_idx" on "supplier_class" ("code");
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
alter table "contract" add constraint "contract_parent_id_fkey" foreign key ("parent_id") references "contract" (id) on delete restrict;
alter table "contract" add constraint "contract_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "contract" add constraint "contract_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "contract" add constraint "contract_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "contract" add constraint "contract_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "factory" add constraint "factory_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "factory_purchase_orgs" add constraint "factory_purchase_orgs_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
alter table "factory_purchase_orgs" add constraint "factory_purchase_orgs_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "factory_windows" add constraint "factory_windows_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
alter table "material" add constraint "material_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "material" add constraint "material_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "material_type" add constraint "material_type_parent_id_fkey" foreign key ("parent_id") references "material_type" (id) on delete restrict;
alter table "purchase_group" add constraint "purchase_group_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_group" add constraint "purchase_group_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "purchase_order" add constraint "purchase_order_contract_id_fkey" foreign key ("contract_id") references "contract" (id) on delete restrict;
alter table "purchase_order_changes" add constraint "purchase_order_changes_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items" add constraint "purchase_order_items_root_id_fkey" foreign key ("root_id") references "purchase_order" (id) on delete cascade;
alter table "purchase_order_items" add constraint "purchase_order_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "purchase_org" add constraint "purchase_org_parent_id_fkey" foreign key ("parent_id") references "purchase_org" (id) on delete restrict;
alter table "purchase_org" add constraint "purchase_org_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "purchase_org_companies" add constraint "purchase_org_companies_root_id_fkey" foreign key ("root_id") references "purchase_org" (id) on delete cascade;
alter table "purchase_org_companies" add constraint "purchase_org_companies_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "supplier" add constraint "supplier_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "supplier" add constraint "supplier_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "supplier_class" add constraint "supplier_class_parent_id_fkey" foreign key ("parent_id") references "supplier_class" (id) on delete restrict;
alter table "supplier_class_certificates" add constraint "supplier_class_certificates_root_id_fkey" foreign key ("root_id") references "supplier_class" (id) on delete cascade;
alter table "supplier_contacts" add constraint "supplier_contacts_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
create view "company_title" as select "id", "code", "name" from "company";
grant select on "company_title" to app_supplier, app_staff;
create view "factory_title" as select "id", "code", "name" from "factory";
grant select on "factory_title" to app_supplier, app_staff;
create view "material_title" as select "id", "code", "name" from "material";
grant select on "material_title" to app_supplier, app_staff;
create view "material_type_title" as select "id", "code", "name" from "material_type";
grant select on "material_type_title" to app_supplier, app_staff;
create view "purchase_group_title" as select "id", "code", "name" from "purchase_group";
grant select on "purchase_group_title" to app_supplier, app_staff;
create view "purchase_org_title" as select "id", "code", "name" from "purchase_org";
grant select on "purchase_org_title" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "contract_type", "parent_id", "company_id", "supplier_id", "purchase_org_id", "start_date", "end_date", "currency", "amount_mode", "total_amount", "tax_rate", "payment_term_days", "owner_id", "signed_on", "version", "created_by", "created_at", "updated_by", "updated_at") on "contract" to app_supplier;
create policy supplier_read on "contract" for select to app_supplier using (("contract"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "contract"."state" in ('signed', 'effective', 'expired', 'terminated')));
grant select ("id", "tenant_id", "number", "state", "previous_state", "order_type", "supplier_id", "company_id", "factory_id", "purchase_org_id", "purchase_group_id", "buyer_id", "order_date", "contract_id", "currency", "payment_term", "address", "source_type", "source_no", "amount", "untaxed_amount", "tax_amount", "urgent", "order_version", "released_at", "confirm_deadline", "confirmed_at", "remark", "version", "created_by", "created_at", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_read on "purchase_order" for select to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "version", "updated_by", "updated_at") on "purchase_order" to app_supplier;
create policy supplier_update on "purchase_order" for update to app_supplier using (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null)) with check (("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."released_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "version", "raised_by", "content", "reason", "result", "reply") on "purchase_order_changes" to app_supplier;
create policy supplier_read on "purchase_order_changes" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant insert on "purchase_order_changes" to app_supplier;
create policy supplier_insert on "purchase_order_changes" for insert to app_supplier with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_changes"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "spec", "qty", "uom", "price", "tax_rate", "amount", "untaxed_amount", "required_date", "confirm_qty", "confirm_date") on "purchase_order_items" to app_supplier;
create policy supplier_read on "purchase_order_items" for select to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant update ("confirm_qty", "confirm_date") on "purchase_order_items" to app_supplier;
create policy supplier_update on "purchase_order_items" for update to app_supplier using ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null)))) with check ((exists (select 1 from "purchase_order" x0 where x0."id" = "purchase_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."released_at" is not null))));
grant select ("id", "tenant_id", "code", "name", "short_name", "uscc", "supplier_type", "supplier_class_id", "stage", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "buyer_id", "version", "created_by", "created_at", "updated_by", "updated_at") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "name", "duty", "phone", "email", "is_primary") on "supplier_contacts" to app_supplier;
create policy supplier_read on "supplier_contacts" for select to app_supplier using ((exists (select 1 from "supplier" x0 where x0."id" = "supplier_contacts"."root_id" and ("x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
