/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-110513-origin-duty";

export const up = `
create table "duty_rate" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "origin" text not null,
  "material_id" uuid,
  "material_type_id" uuid,
  "rate" numeric(9,4) not null,
  "valid_from" date not null,
  "valid_to" date,
  "basis" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "duty_rate_material_id_idx" on "duty_rate" ("material_id");
create index if not exists "duty_rate_material_type_id_idx" on "duty_rate" ("material_type_id");
create index if not exists "duty_rate_valid_from_idx" on "duty_rate" ("valid_from");
create index if not exists "duty_rate_search_idx" on "duty_rate" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "duty_rate" to app_staff;
alter table "duty_rate" enable row level security;
create policy staff on "duty_rate" to app_staff using (true) with check (true);
alter table "supplier_quote_items" add column "origin" text;
alter table "supplier_quote_items" add column "origin_duty" numeric(9,4);
alter table "duty_rate" add constraint "duty_rate_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "duty_rate" add constraint "duty_rate_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
revoke all on "supplier_quote_items" from app_supplier;
drop policy if exists supplier_read on "supplier_quote_items";
drop policy if exists supplier_update on "supplier_quote_items";
drop policy if exists supplier_insert on "supplier_quote_items";
drop policy if exists supplier_remove on "supplier_quote_items";
grant select ("id", "tenant_id", "root_id", "line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "duty_rate", "origin", "origin_duty", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_read on "supplier_quote_items" for select to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "rfq_line", "material_id", "spec", "factory_id", "qty", "uom", "required_date", "no_quote", "price", "freight", "duty_rate", "origin", "origin_duty", "moq", "lead_days", "offer_qty", "substitute", "prev_price", "own_price", "amount") on "supplier_quote_items" to app_supplier;
create policy supplier_update on "supplier_quote_items" for update to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "supplier_quote_items" to app_supplier;
create policy supplier_insert on "supplier_quote_items" for insert to app_supplier with check ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "supplier_quote_items" to app_supplier;
create policy supplier_remove on "supplier_quote_items" for delete to app_supplier using ((exists (select 1 from "supplier_quote" x0 where x0."id" = "supplier_quote_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
