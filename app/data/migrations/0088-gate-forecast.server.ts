/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0088-gate-forecast";

export const up = `
create table "gate_forecast" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "order_no" text not null,
  "supplier_id" uuid not null,
  "material_id" uuid,
  "factory_id" uuid not null,
  "purchase_group_id" uuid not null,
  "buyer_id" uuid not null,
  "check_type" text not null,
  "blocked_from" date not null,
  "reason_text" text not null,
  "computed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "gate_forecast_supplier_id_idx" on "gate_forecast" ("supplier_id");
create index if not exists "gate_forecast_material_id_idx" on "gate_forecast" ("material_id");
create index if not exists "gate_forecast_factory_id_idx" on "gate_forecast" ("factory_id");
create index if not exists "gate_forecast_purchase_group_id_idx" on "gate_forecast" ("purchase_group_id");
create index if not exists "gate_forecast_buyer_id_idx" on "gate_forecast" ("buyer_id");
create index if not exists "gate_forecast_blocked_from_idx" on "gate_forecast" ("blocked_from");
create index if not exists "gate_forecast_search_idx" on "gate_forecast" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "gate_forecast" to app_staff;
alter table "gate_forecast" enable row level security;
create policy staff on "gate_forecast" to app_staff using (true) with check (true);
create table "type_inspection_due" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "due_date" date not null,
  "last_day" date not null,
  "report_id" uuid,
  "told_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "type_inspection_due_supplier_id_idx" on "type_inspection_due" ("supplier_id");
create index if not exists "type_inspection_due_material_id_idx" on "type_inspection_due" ("material_id");
create index if not exists "type_inspection_due_report_id_idx" on "type_inspection_due" ("report_id");
create index if not exists "type_inspection_due_due_date_idx" on "type_inspection_due" ("due_date");
grant select, insert, update, delete on "type_inspection_due" to app_staff;
alter table "type_inspection_due" enable row level security;
create policy staff on "type_inspection_due" to app_staff using (true) with check (true);
alter table "gate_forecast" add constraint "gate_forecast_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "gate_forecast" add constraint "gate_forecast_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "type_inspection_due" add constraint "type_inspection_due_report_id_fkey" foreign key ("report_id") references "type_inspection_report" (id) on delete restrict;
grant select ("id", "tenant_id", "supplier_id", "material_id", "due_date", "last_day", "report_id", "version", "created_by", "created_at", "updated_by", "updated_at") on "type_inspection_due" to app_supplier;
create policy supplier_read on "type_inspection_due" for select to app_supplier using (("type_inspection_due"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
