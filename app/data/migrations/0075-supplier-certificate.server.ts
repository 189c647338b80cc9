/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0075-supplier-certificate";

export const up = `
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
alter table "supplier_certificate" add constraint "supplier_certificate_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_site_id_fkey" foreign key ("site_id") references "supplier_site" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_renews_id_fkey" foreign key ("renews_id") references "supplier_certificate" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_verified_by_fkey" foreign key ("verified_by") references "app_user" (id) on delete restrict;
alter table "supplier_certificate" add constraint "supplier_certificate_replaced_by_fkey" foreign key ("replaced_by") references "supplier_certificate" (id) on delete restrict;
grant select ("id", "tenant_id", "state", "previous_state", "supplier_id", "certificate_type", "certificate_name", "certificate_no", "site_id", "issuer", "issue_date", "is_long_term", "valid_to", "scope", "food_categories", "renews_id", "files", "acceptance_slip", "verify_method", "verified_by", "verified_at", "replaced_by", "revoke_cause", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_certificate" to app_supplier;
create policy supplier_read on "supplier_certificate" for select to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant update ("state", "previous_state", "certificate_type", "certificate_name", "certificate_no", "site_id", "issuer", "issue_date", "is_long_term", "valid_to", "scope", "food_categories", "renews_id", "files", "acceptance_slip", "origin", "version", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_certificate" to app_supplier;
create policy supplier_update on "supplier_certificate" for update to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft')))) with check (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant insert on "supplier_certificate" to app_supplier;
create policy supplier_insert on "supplier_certificate" for insert to app_supplier with check (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
grant delete on "supplier_certificate" to app_supplier;
create policy supplier_remove on "supplier_certificate" for delete to app_supplier using (("supplier_certificate"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("supplier_certificate"."origin" = 'supplier' or not ("supplier_certificate"."state" = 'draft'))));
`;
