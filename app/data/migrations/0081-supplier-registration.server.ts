/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0081-supplier-registration";

export const up = `
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
  constraint "supplier_registration_number_key" unique ("tenant_id", "number")
);
create index if not exists "supplier_registration_state_idx" on "supplier_registration" ("state");
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
alter table "supplier_registration" add constraint "supplier_registration_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_registration_categories" add constraint "supplier_registration_categories_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
alter table "supplier_registration_categories" add constraint "supplier_registration_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "supplier_registration_certificates" add constraint "supplier_registration_certificates_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
alter table "supplier_registration_sites" add constraint "supplier_registration_sites_root_id_fkey" foreign key ("root_id") references "supplier_registration" (id) on delete cascade;
`;
