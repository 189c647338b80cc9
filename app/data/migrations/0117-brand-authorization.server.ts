/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0117-brand-authorization";

export const up = `
create table "brand_authorization" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "brand_name" text not null,
  "trademark_no" text,
  "producer_name" text not null,
  "producer_uscc" text,
  "producer_supplier_id" uuid,
  "auth_level" text not null,
  "auth_no" text not null,
  "region" text,
  "valid_from" date not null,
  "valid_to" date not null,
  "effective_to" date,
  "chain_files" jsonb,
  "origin" text,
  "reminded" integer,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "brand_authorization_number_key" unique ("tenant_id", "number")
);
create index if not exists "brand_authorization_state_idx" on "brand_authorization" ("state");
create index if not exists "brand_authorization_supplier_id_idx" on "brand_authorization" ("supplier_id");
create index if not exists "brand_authorization_producer_supplier_id_idx" on "brand_authorization" ("producer_supplier_id");
create index if not exists "brand_authorization_effective_to_idx" on "brand_authorization" ("effective_to");
create index if not exists "brand_authorization_search_idx" on "brand_authorization" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "brand_authorization" to app_staff;
alter table "brand_authorization" enable row level security;
create policy staff on "brand_authorization" to app_staff using (true) with check (true);
create table "brand_authorization_chain" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "grantor" text not null,
  "grantee" text not null,
  "valid_to" date not null
);
create index if not exists "brand_authorization_chain_root_idx" on "brand_authorization_chain" ("root_id");
grant select, insert, update, delete on "brand_authorization_chain" to app_staff;
alter table "brand_authorization_chain" enable row level security;
create policy staff on "brand_authorization_chain" to app_staff using (true) with check (true);
create table "brand_authorization_materials" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "origin" text
);
create index if not exists "brand_authorization_materials_root_idx" on "brand_authorization_materials" ("root_id");
grant select, insert, update, delete on "brand_authorization_materials" to app_staff;
alter table "brand_authorization_materials" enable row level security;
create policy staff on "brand_authorization_materials" to app_staff using (true) with check (true);
alter table "brand_authorization" add constraint "brand_authorization_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "brand_authorization" add constraint "brand_authorization_producer_supplier_id_fkey" foreign key ("producer_supplier_id") references "supplier" (id) on delete restrict;
alter table "brand_authorization_chain" add constraint "brand_authorization_chain_root_id_fkey" foreign key ("root_id") references "brand_authorization" (id) on delete cascade;
alter table "brand_authorization_materials" add constraint "brand_authorization_materials_root_id_fkey" foreign key ("root_id") references "brand_authorization" (id) on delete cascade;
alter table "brand_authorization_materials" add constraint "brand_authorization_materials_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "brand_name", "trademark_no", "producer_name", "producer_uscc", "auth_level", "auth_no", "region", "valid_from", "valid_to", "effective_to", "chain_files", "origin", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "brand_authorization" to app_supplier;
create policy supplier_read on "brand_authorization" for select to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant update ("state", "previous_state", "brand_name", "trademark_no", "producer_name", "producer_uscc", "auth_level", "auth_no", "region", "valid_from", "valid_to", "effective_to", "chain_files", "origin", "version", "updated_by", "updated_at", "search_text", "search_grams") on "brand_authorization" to app_supplier;
create policy supplier_update on "brand_authorization" for update to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft')))) with check (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant insert on "brand_authorization" to app_supplier;
create policy supplier_insert on "brand_authorization" for insert to app_supplier with check (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant delete on "brand_authorization" to app_supplier;
create policy supplier_remove on "brand_authorization" for delete to app_supplier using (("brand_authorization"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("brand_authorization"."origin" = 'supplier' or not ("brand_authorization"."state" = 'draft'))));
grant select ("id", "tenant_id", "root_id", "line_no", "grantor", "grantee", "valid_to") on "brand_authorization_chain" to app_supplier;
create policy supplier_read on "brand_authorization_chain" for select to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "grantor", "grantee", "valid_to") on "brand_authorization_chain" to app_supplier;
create policy supplier_update on "brand_authorization_chain" for update to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "brand_authorization_chain" to app_supplier;
create policy supplier_insert on "brand_authorization_chain" for insert to app_supplier with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "brand_authorization_chain" to app_supplier;
create policy supplier_remove on "brand_authorization_chain" for delete to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_chain"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant select ("id", "tenant_id", "root_id", "line_no", "material_id", "origin") on "brand_authorization_materials" to app_supplier;
create policy supplier_read on "brand_authorization_materials" for select to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_id", "origin") on "brand_authorization_materials" to app_supplier;
create policy supplier_update on "brand_authorization_materials" for update to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "brand_authorization_materials" to app_supplier;
create policy supplier_insert on "brand_authorization_materials" for insert to app_supplier with check ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "brand_authorization_materials" to app_supplier;
create policy supplier_remove on "brand_authorization_materials" for delete to app_supplier using ((exists (select 1 from "brand_authorization" x0 where x0."id" = "brand_authorization_materials"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
`;
