/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-230628-purchase-figures";

export const up = `
create table "key_indicator" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "name" text,
  "indicator" text not null,
  "period" text not null,
  "month_end" date,
  "purchase_group_id" uuid,
  "owner_id" uuid,
  "target" numeric(18,4) not null,
  "actual" numeric(18,4),
  "row_count" integer,
  "achieved" numeric(9,4),
  "light" text not null,
  "comment" text,
  "computed_at" timestamptz,
  "closed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "key_indicator_number_key" unique ("tenant_id", "number")
);
create index if not exists "key_indicator_state_idx" on "key_indicator" ("state");
create index if not exists "key_indicator_purchase_group_id_idx" on "key_indicator" ("purchase_group_id");
create index if not exists "key_indicator_owner_id_idx" on "key_indicator" ("owner_id");
create index if not exists "key_indicator_period_idx" on "key_indicator" ("period");
create index if not exists "key_indicator_search_idx" on "key_indicator" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "key_indicator" to app_staff;
alter table "key_indicator" enable row level security;
create policy staff on "key_indicator" to app_staff using (true) with check (true);
create table "purchase_report" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "name" text not null,
  "report_code" text not null,
  "dimension" text not null,
  "period" text not null,
  "date_from" date,
  "date_to" date,
  "currency" text not null,
  "supplier_id" uuid,
  "material_id" uuid,
  "factory_id" uuid,
  "purchase_group_id" uuid,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_report_name_key" unique ("tenant_id", "name")
);
create index if not exists "purchase_report_supplier_id_idx" on "purchase_report" ("supplier_id");
create index if not exists "purchase_report_material_id_idx" on "purchase_report" ("material_id");
create index if not exists "purchase_report_factory_id_idx" on "purchase_report" ("factory_id");
create index if not exists "purchase_report_purchase_group_id_idx" on "purchase_report" ("purchase_group_id");
create index if not exists "purchase_report_report_code_idx" on "purchase_report" ("report_code");
create index if not exists "purchase_report_search_idx" on "purchase_report" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_report" to app_staff;
alter table "purchase_report" enable row level security;
create policy staff on "purchase_report" to app_staff using (true) with check (true);
alter table "key_indicator" add constraint "key_indicator_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "key_indicator" add constraint "key_indicator_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "purchase_report" add constraint "purchase_report_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_report" add constraint "purchase_report_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "purchase_report" add constraint "purchase_report_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "purchase_report" add constraint "purchase_report_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
`;
