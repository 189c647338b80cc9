/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0076-supplier-change";

export const up = `
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
alter table "supplier_change" add constraint "supplier_change_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_bank_replaces_id_fkey" foreign key ("bank_replaces_id") references "supplier_bank_account" (id) on delete restrict;
alter table "supplier_change" add constraint "supplier_change_first_reviewer_fkey" foreign key ("first_reviewer") references "app_user" (id) on delete restrict;
alter table "supplier_change_contacts" add constraint "supplier_change_contacts_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
alter table "supplier_change_differences" add constraint "supplier_change_differences_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "change_type", "section", "reason", "due_date", "checklist", "proof", "new_name", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "first_reviewer", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_change" to app_supplier;
create policy supplier_read on "supplier_change" for select to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant update ("state", "previous_state", "change_type", "section", "reason", "proof", "new_name", "new_short_name", "new_legal_person", "new_registered_capital", "new_established_on", "new_region", "new_registered_address", "new_business_scope", "new_taxpayer_type", "site_id", "site_name", "site_address", "site_sc_no", "site_capacity", "bank_replaces_id", "bank_name", "bank_cnaps", "bank_account_name", "bank_account_no", "bank_name_reason", "origin", "version", "updated_by", "updated_at") on "supplier_change" to app_supplier;
create policy supplier_update on "supplier_change" for update to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft')))) with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant insert on "supplier_change" to app_supplier;
create policy supplier_insert on "supplier_change" for insert to app_supplier with check (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
grant delete on "supplier_change" to app_supplier;
create policy supplier_remove on "supplier_change" for delete to app_supplier using (("supplier_change"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_change"."origin" = 'supplier' or not ("supplier_change"."state" = 'draft'))));
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
grant insert on "supplier_change_differences" to app_supplier;
create policy supplier_insert on "supplier_change_differences" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_differences"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
`;
