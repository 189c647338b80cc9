/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-191337-purchase-plans";

export const up = `
alter table "demand_plan_items" add column "sourced_qty" numeric(18,3) default 0 not null;
alter table "demand_plan_items" add column "source_open_qty" numeric(18,3);
update "demand_plan_items" set "source_open_qty" = "net_qty" where "net_qty" > 0;
create table "purchase_plan_apply" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "plan_kind" text not null,
  "fiscal_year" text not null,
  "season" text,
  "company_id" uuid not null,
  "factory_id" uuid not null,
  "period_from" text not null,
  "period_to" text not null,
  "route" text,
  "reason" text,
  "budget_total" numeric(18,2),
  "closed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_plan_apply_number_key" unique ("tenant_id", "number")
);
create index if not exists "purchase_plan_apply_state_idx" on "purchase_plan_apply" ("state");
create index if not exists "purchase_plan_apply_company_id_idx" on "purchase_plan_apply" ("company_id");
create index if not exists "purchase_plan_apply_factory_id_idx" on "purchase_plan_apply" ("factory_id");
create index if not exists "purchase_plan_apply_created_at_idx" on "purchase_plan_apply" ("created_at");
create index if not exists "purchase_plan_apply_search_idx" on "purchase_plan_apply" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_plan_apply" to app_staff;
alter table "purchase_plan_apply" enable row level security;
create policy staff on "purchase_plan_apply" to app_staff using (true) with check (true);
create table "purchase_plan_apply_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_id" uuid not null,
  "month" text not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "budget_price" numeric(18,6),
  "last_price" numeric(18,6),
  "budget" numeric(18,2),
  "note" text,
  "sourcing_qty" numeric(18,3) default 0 not null,
  "sourced_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3),
  "line_status" text not null,
  "stopped_at" timestamptz
);
create index if not exists "purchase_plan_apply_items_root_idx" on "purchase_plan_apply_items" ("root_id");
grant select, insert, update, delete on "purchase_plan_apply_items" to app_staff;
alter table "purchase_plan_apply_items" enable row level security;
create policy staff on "purchase_plan_apply_items" to app_staff using (true) with check (true);
alter table "rfq_items" add column "plan_line" uuid;
alter table "rfq_items" add column "demand_line" uuid;
create index if not exists "rfq_items_plan_line_idx" on "rfq_items" ("plan_line");
create index if not exists "rfq_items_demand_line_idx" on "rfq_items" ("demand_line");
alter table "purchase_plan_apply" add constraint "purchase_plan_apply_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "purchase_plan_apply" add constraint "purchase_plan_apply_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "purchase_plan_apply_items" add constraint "purchase_plan_apply_items_root_id_fkey" foreign key ("root_id") references "purchase_plan_apply" (id) on delete cascade;
alter table "purchase_plan_apply_items" add constraint "purchase_plan_apply_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "rfq_items" add constraint "rfq_items_plan_line_fkey" foreign key ("plan_line") references "purchase_plan_apply_items" (id) on delete restrict;
alter table "rfq_items" add constraint "rfq_items_demand_line_fkey" foreign key ("demand_line") references "demand_plan_items" (id) on delete restrict;
`;
