/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-025148-quote-scales";

export const up = `
create table "supplier_quote_items_scales" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "from_qty" numeric(18,3),
  "price" numeric(18,6)
);
create index if not exists "supplier_quote_items_scales_root_idx" on "supplier_quote_items_scales" ("root_id");
grant select, insert, update, delete on "supplier_quote_items_scales" to app_staff;
alter table "supplier_quote_items_scales" enable row level security;
create policy staff on "supplier_quote_items_scales" to app_staff using (true) with check (true);
alter table "supplier_quote_items_scales" add constraint "supplier_quote_items_scales_root_id_fkey" foreign key ("root_id") references "supplier_quote" (id) on delete cascade;
alter table "supplier_quote_items_scales" add constraint "supplier_quote_items_scales_parent_id_fkey" foreign key ("parent_id") references "supplier_quote_items" (id) on delete cascade;
grant select ("id", "tenant_id", "root_id", "parent_id", "line_no", "from_qty", "price") on "supplier_quote_items_scales" to app_supplier;
create policy supplier_read on "supplier_quote_items_scales" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) and exists (select 1 from "supplier_quote_items" x0 where x0."id" = "supplier_quote_items_scales"."parent_id" and (exists (select 1 from "supplier_quote" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))))));
grant update ("parent_id", "line_no", "from_qty", "price") on "supplier_quote_items_scales" to app_supplier;
create policy supplier_update on "supplier_quote_items_scales" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) and exists (select 1 from "supplier_quote_items" x0 where x0."id" = "supplier_quote_items_scales"."parent_id" and (exists (select 1 from "supplier_quote" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) and exists (select 1 from "supplier_quote_items" x0 where x0."id" = "supplier_quote_items_scales"."parent_id" and (exists (select 1 from "supplier_quote" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))))));
grant insert on "supplier_quote_items_scales" to app_supplier;
create policy supplier_insert on "supplier_quote_items_scales" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) and exists (select 1 from "supplier_quote_items" x0 where x0."id" = "supplier_quote_items_scales"."parent_id" and (exists (select 1 from "supplier_quote" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))))));
grant delete on "supplier_quote_items_scales" to app_supplier;
create policy supplier_remove on "supplier_quote_items_scales" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) and exists (select 1 from "supplier_quote_items" x0 where x0."id" = "supplier_quote_items_scales"."parent_id" and (exists (select 1 from "supplier_quote" x1 where x1."id" = "x0"."root_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))))));
`;
