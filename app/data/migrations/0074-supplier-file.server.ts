/** Written by `npm run db:generate`, but for what suppliers that are there begin with. It stays as it is once it has run anywhere. */
export const name = "0074-supplier-file";

export const up = `
alter table "supplier" add column "state" text;
alter table "supplier" add column "previous_state" text;
alter table "supplier" add column "sap_code" text;
alter table "supplier" add column "grade" text;
alter table "supplier" add column "risk_level" text;
alter table "supplier" add column "freeze_status" text;
alter table "supplier" add column "completeness" integer;
alter table "supplier" add column "legal_person" text;
alter table "supplier" add column "registered_capital" numeric(18,2);
alter table "supplier" add column "established_on" date;
alter table "supplier" add column "business_scope" text;
alter table "supplier" add column "default_tax_rate" numeric(9,4);
alter table "supplier" add column "sqe_id" uuid;
alter table "supplier" add column "is_temporary" boolean default false not null;
alter table "supplier" add column "temp_valid_to" date;
alter table "supplier" add column "temp_amount_cap" numeric(18,2);
alter table "supplier" add column "merged_into_id" uuid;
alter table "supplier" add column "merge_proposed_by" uuid;
alter table "supplier" add column "merge_log" text;
alter table "supplier" add column "enabled" boolean default false not null;
update "supplier" set "state" = 'active', "grade" = 'N', "risk_level" = 'low', "freeze_status" = 'none', "enabled" = true;
alter table "supplier" add constraint "supplier_sap_code_key" unique ("tenant_id", "sap_code");
alter table "supplier" alter column "state" set not null;
create index if not exists "supplier_state_idx" on "supplier" ("state");
create index if not exists "supplier_sqe_id_idx" on "supplier" ("sqe_id");
create index if not exists "supplier_merged_into_id_idx" on "supplier" ("merged_into_id");
create index if not exists "supplier_merge_proposed_by_idx" on "supplier" ("merge_proposed_by");
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
alter table "supplier" add constraint "supplier_sqe_id_fkey" foreign key ("sqe_id") references "app_user" (id) on delete restrict;
alter table "supplier" add constraint "supplier_merged_into_id_fkey" foreign key ("merged_into_id") references "supplier" (id) on delete restrict;
alter table "supplier" add constraint "supplier_merge_proposed_by_fkey" foreign key ("merge_proposed_by") references "app_user" (id) on delete restrict;
alter table "supplier_bank_account" add constraint "supplier_bank_account_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_bank_account" add constraint "supplier_bank_account_replaces_id_fkey" foreign key ("replaces_id") references "supplier_bank_account" (id) on delete restrict;
alter table "supplier_categories" add constraint "supplier_categories_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_categories" add constraint "supplier_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_orgs" add constraint "supplier_orgs_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_orgs" add constraint "supplier_orgs_purchase_org_id_fkey" foreign key ("purchase_org_id") references "purchase_org" (id) on delete restrict;
alter table "supplier_orgs" add constraint "supplier_orgs_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "supplier_related_parties" add constraint "supplier_related_parties_root_id_fkey" foreign key ("root_id") references "supplier" (id) on delete cascade;
alter table "supplier_related_parties" add constraint "supplier_related_parties_related_supplier_id_fkey" foreign key ("related_supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_site" add constraint "supplier_site_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
revoke all on "supplier" from app_supplier;
drop policy if exists supplier_read on "supplier";
drop policy if exists supplier_update on "supplier";
drop policy if exists supplier_insert on "supplier";
drop policy if exists supplier_remove on "supplier";
grant select ("id", "tenant_id", "state", "previous_state", "code", "name", "short_name", "uscc", "supplier_type", "supplier_class_id", "stage", "grade", "freeze_status", "completeness", "legal_person", "registered_capital", "established_on", "business_scope", "region", "registered_address", "taxpayer_type", "currency", "payment_term", "default_tax_rate", "buyer_id", "sqe_id", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier" to app_supplier;
create policy supplier_read on "supplier" for select to app_supplier using (("supplier"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "state", "previous_state", "supplier_id", "bank_name", "cnaps", "account_name", "account_no", "account_tail", "name_reason", "proof", "is_default", "replaces_id", "effective_at", "cooling_until", "disabled_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_bank_account" to app_supplier;
create policy supplier_read on "supplier_bank_account" for select to app_supplier using (("supplier_bank_account"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id", "tier") on "supplier_categories" to app_supplier;
create policy supplier_read on "supplier_categories" for select to app_supplier using ((exists (select 1 from "supplier" x0 where x0."id" = "supplier_categories"."root_id" and ("x0"."id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "supplier_id", "name", "address", "sc_no", "capacity", "last_audit_at", "next_audit_at", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_site" to app_supplier;
create policy supplier_read on "supplier_site" for select to app_supplier using (("supplier_site"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
