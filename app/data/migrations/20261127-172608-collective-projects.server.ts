/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-172608-collective-projects";

export const up = `
create table "collective" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category_id" uuid not null,
  "company_id" uuid not null,
  "buyer_id" uuid not null,
  "period_from" date not null,
  "period_to" date not null,
  "collect_deadline" timestamptz not null,
  "route" text not null,
  "factory_count" integer,
  "total_saving" numeric(18,2),
  "frozen_at" timestamptz,
  "started_at" timestamptz,
  "distributed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "collective_number_key" unique ("tenant_id", "number")
);
create index if not exists "collective_state_idx" on "collective" ("state");
create index if not exists "collective_category_id_idx" on "collective" ("category_id");
create index if not exists "collective_company_id_idx" on "collective" ("company_id");
create index if not exists "collective_buyer_id_idx" on "collective" ("buyer_id");
create index if not exists "collective_created_at_idx" on "collective" ("created_at");
create index if not exists "collective_search_idx" on "collective" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "collective" to app_staff;
alter table "collective" enable row level security;
create policy staff on "collective" to app_staff using (true) with check (true);
create table "collective_demands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "factory_id" uuid not null,
  "material_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "required_date" date,
  "plan_line" uuid,
  "last_price" numeric(18,6),
  "sourcing_qty" numeric(18,3) default 0 not null,
  "sourced_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3)
);
create index if not exists "collective_demands_root_idx" on "collective_demands" ("root_id");
create index if not exists "collective_demands_plan_line_idx" on "collective_demands" ("plan_line");
grant select, insert, update, delete on "collective_demands" to app_staff;
alter table "collective_demands" enable row level security;
create policy staff on "collective_demands" to app_staff using (true) with check (true);
create table "collective_factories" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "factory_id" uuid not null,
  "confirmed_by" uuid,
  "confirmed_at" timestamptz
);
create index if not exists "collective_factories_root_idx" on "collective_factories" ("root_id");
grant select, insert, update, delete on "collective_factories" to app_staff;
alter table "collective_factories" enable row level security;
create policy staff on "collective_factories" to app_staff using (true) with check (true);
create table "collective_results" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "factory_id" uuid not null,
  "material_id" uuid not null,
  "supplier_id" uuid not null,
  "share" numeric(9,4),
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6),
  "last_price" numeric(18,6),
  "event_no" text
);
create index if not exists "collective_results_root_idx" on "collective_results" ("root_id");
grant select, insert, update, delete on "collective_results" to app_staff;
alter table "collective_results" enable row level security;
create policy staff on "collective_results" to app_staff using (true) with check (true);
alter table "rfq_items" add column "pool_line" uuid;
create index if not exists "rfq_items_pool_line_idx" on "rfq_items" ("pool_line");
alter table "collective" add constraint "collective_category_id_fkey" foreign key ("category_id") references "material_type" (id) on delete restrict;
alter table "collective" add constraint "collective_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "collective" add constraint "collective_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "collective_demands" add constraint "collective_demands_root_id_fkey" foreign key ("root_id") references "collective" (id) on delete cascade;
alter table "collective_demands" add constraint "collective_demands_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "collective_demands" add constraint "collective_demands_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "collective_demands" add constraint "collective_demands_plan_line_fkey" foreign key ("plan_line") references "purchase_plan_apply_items" (id) on delete restrict;
alter table "collective_factories" add constraint "collective_factories_root_id_fkey" foreign key ("root_id") references "collective" (id) on delete cascade;
alter table "collective_factories" add constraint "collective_factories_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "collective_factories" add constraint "collective_factories_confirmed_by_fkey" foreign key ("confirmed_by") references "app_user" (id) on delete restrict;
alter table "collective_results" add constraint "collective_results_root_id_fkey" foreign key ("root_id") references "collective" (id) on delete cascade;
alter table "collective_results" add constraint "collective_results_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "collective_results" add constraint "collective_results_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "collective_results" add constraint "collective_results_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "rfq_items" add constraint "rfq_items_pool_line_fkey" foreign key ("pool_line") references "collective_demands" (id) on delete restrict;
`;
