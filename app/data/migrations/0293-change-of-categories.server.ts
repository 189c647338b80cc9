/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0293-change-of-categories";

export const up = `
create table "supplier_change_categories" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null,
  "tier" text
);
create index if not exists "supplier_change_categories_root_idx" on "supplier_change_categories" ("root_id");
grant select, insert, update, delete on "supplier_change_categories" to app_staff;
alter table "supplier_change_categories" enable row level security;
create policy staff on "supplier_change_categories" to app_staff using (true) with check (true);
alter table "supplier_change_categories" add constraint "supplier_change_categories_root_id_fkey" foreign key ("root_id") references "supplier_change" (id) on delete cascade;
alter table "supplier_change_categories" add constraint "supplier_change_categories_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
grant select ("id", "tenant_id", "root_id", "line_no", "material_type_id", "tier") on "supplier_change_categories" to app_supplier;
create policy supplier_read on "supplier_change_categories" for select to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant update ("line_no", "material_type_id", "tier") on "supplier_change_categories" to app_supplier;
create policy supplier_update on "supplier_change_categories" for update to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft')))))) with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant insert on "supplier_change_categories" to app_supplier;
create policy supplier_insert on "supplier_change_categories" for insert to app_supplier with check ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
grant delete on "supplier_change_categories" to app_supplier;
create policy supplier_remove on "supplier_change_categories" for delete to app_supplier using ((exists (select 1 from "supplier_change" x0 where x0."id" = "supplier_change_categories"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("x0"."origin" = 'supplier' or not ("x0"."state" = 'draft'))))));
`;
