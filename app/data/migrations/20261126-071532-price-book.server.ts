/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-071532-price-book";

export const up = `
create table "account_price" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "price_kind" text not null,
  "source_type" text not null,
  "source_no" text,
  "company_id" uuid not null,
  "purchase_group_id" uuid not null,
  "buyer_id" uuid not null,
  "currency" text not null,
  "reason" text not null,
  "manual_reason" text,
  "attachments" jsonb,
  "annual_amount" numeric(18,2),
  "purchase_amount" numeric(18,2),
  "max_rise" numeric(9,4),
  "first_from" date,
  "taken_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "account_price_number_key" unique ("tenant_id", "number")
);
create index if not exists "account_price_state_idx" on "account_price" ("state");
create index if not exists "account_price_company_id_idx" on "account_price" ("company_id");
create index if not exists "account_price_purchase_group_id_idx" on "account_price" ("purchase_group_id");
create index if not exists "account_price_buyer_id_idx" on "account_price" ("buyer_id");
create index if not exists "account_price_number_idx" on "account_price" ("number");
create index if not exists "account_price_search_idx" on "account_price" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "account_price" to app_staff;
alter table "account_price" enable row level security;
create policy staff on "account_price" to app_staff using (true) with check (true);
create table "account_price_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "supplier_id" uuid not null,
  "factory_id" uuid,
  "uom" text not null,
  "tax_rate" numeric(9,4) not null,
  "old_price" numeric(18,6),
  "new_price" numeric(18,6) not null,
  "untaxed_price" numeric(18,6),
  "change_rate" numeric(9,4),
  "annual_qty" numeric(18,3),
  "valid_from" date not null,
  "valid_to" date not null,
  "note" text
);
create index if not exists "account_price_items_root_idx" on "account_price_items" ("root_id");
grant select, insert, update, delete on "account_price_items" to app_staff;
alter table "account_price_items" enable row level security;
create policy staff on "account_price_items" to app_staff using (true) with check (true);
create table "account_price_items_scales" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "from_qty" numeric(18,3) not null,
  "price" numeric(18,6) not null
);
create index if not exists "account_price_items_scales_root_idx" on "account_price_items_scales" ("root_id");
grant select, insert, update, delete on "account_price_items_scales" to app_staff;
alter table "account_price_items_scales" enable row level security;
create policy staff on "account_price_items_scales" to app_staff using (true) with check (true);
create table "price_data" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "factory_id" uuid,
  "company_id" uuid not null,
  "currency" text not null,
  "uom" text not null,
  "price" numeric(18,6) not null,
  "untaxed_price" numeric(18,6) not null,
  "tax_rate" numeric(9,4) not null,
  "valid_from" date not null,
  "valid_to" date not null,
  "price_kind" text not null,
  "source_no" text not null,
  "source_id" uuid,
  "agreed_to" date not null,
  "ended_by_id" uuid,
  "closed_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "price_data_supplier_id_idx" on "price_data" ("supplier_id");
create index if not exists "price_data_material_id_idx" on "price_data" ("material_id");
create index if not exists "price_data_factory_id_idx" on "price_data" ("factory_id");
create index if not exists "price_data_company_id_idx" on "price_data" ("company_id");
create index if not exists "price_data_source_id_idx" on "price_data" ("source_id");
create index if not exists "price_data_ended_by_id_idx" on "price_data" ("ended_by_id");
create index if not exists "price_data_valid_from_idx" on "price_data" ("valid_from") include ("currency", "valid_to", "price_kind", "id");
create index if not exists "price_data_valid_to_sort" on "price_data" ("valid_to", "id") include ("currency", "valid_from", "price_kind");
create index if not exists "price_data_search_idx" on "price_data" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "price_data" to app_staff;
alter table "price_data" enable row level security;
create policy staff on "price_data" to app_staff using (true) with check (true);
create table "price_data_scales" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_qty" numeric(18,3) not null,
  "price" numeric(18,6) not null,
  "untaxed_price" numeric(18,6) not null
);
create index if not exists "price_data_scales_root_idx" on "price_data_scales" ("root_id");
grant select, insert, update, delete on "price_data_scales" to app_staff;
alter table "price_data_scales" enable row level security;
create policy staff on "price_data_scales" to app_staff using (true) with check (true);
alter table "account_price" add constraint "account_price_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "account_price" add constraint "account_price_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "account_price" add constraint "account_price_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "account_price_items" add constraint "account_price_items_root_id_fkey" foreign key ("root_id") references "account_price" (id) on delete cascade;
alter table "account_price_items" add constraint "account_price_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "account_price_items" add constraint "account_price_items_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "account_price_items" add constraint "account_price_items_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "account_price_items_scales" add constraint "account_price_items_scales_root_id_fkey" foreign key ("root_id") references "account_price" (id) on delete cascade;
alter table "account_price_items_scales" add constraint "account_price_items_scales_parent_id_fkey" foreign key ("parent_id") references "account_price_items" (id) on delete cascade;
alter table "price_data" add constraint "price_data_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "price_data" add constraint "price_data_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "price_data" add constraint "price_data_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "price_data" add constraint "price_data_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "price_data" add constraint "price_data_source_id_fkey" foreign key ("source_id") references "account_price" (id) on delete restrict;
alter table "price_data" add constraint "price_data_ended_by_id_fkey" foreign key ("ended_by_id") references "account_price" (id) on delete restrict;
alter table "price_data_scales" add constraint "price_data_scales_root_id_fkey" foreign key ("root_id") references "price_data" (id) on delete cascade;
grant select ("id", "tenant_id", "supplier_id", "material_id", "factory_id", "company_id", "currency", "uom", "price", "untaxed_price", "tax_rate", "valid_from", "valid_to", "source_no", "agreed_to", "closed_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "price_data" to app_supplier;
create policy supplier_read on "price_data" for select to app_supplier using (("price_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "from_qty", "price", "untaxed_price") on "price_data_scales" to app_supplier;
create policy supplier_read on "price_data_scales" for select to app_supplier using ((exists (select 1 from "price_data" x0 where x0."id" = "price_data_scales"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
