/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-031217-collective-inquiry";

export const up = `
create table "collective_factory" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "rfq_id" uuid not null,
  "rfq_no" text not null,
  "title" text not null,
  "factory_id" uuid not null,
  "company_id" uuid not null,
  "buyer_id" uuid not null,
  "planner_id" uuid,
  "deadline" timestamptz not null,
  "asked_by" uuid,
  "leave_reason" text,
  "left_at" timestamptz,
  "distributed_at" timestamptz,
  "saving" numeric(18,2),
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "collective_factory_number_key" unique ("tenant_id", "number")
);
create index if not exists "collective_factory_state_idx" on "collective_factory" ("state");
create index if not exists "collective_factory_rfq_id_idx" on "collective_factory" ("rfq_id");
create index if not exists "collective_factory_factory_id_idx" on "collective_factory" ("factory_id");
create index if not exists "collective_factory_company_id_idx" on "collective_factory" ("company_id");
create index if not exists "collective_factory_buyer_id_idx" on "collective_factory" ("buyer_id");
create index if not exists "collective_factory_planner_id_idx" on "collective_factory" ("planner_id");
create index if not exists "collective_factory_asked_by_idx" on "collective_factory" ("asked_by");
create index if not exists "collective_factory_number_idx" on "collective_factory" ("number");
create index if not exists "collective_factory_search_idx" on "collective_factory" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "collective_factory" to app_staff;
alter table "collective_factory" enable row level security;
create policy staff on "collective_factory" to app_staff using (true) with check (true);
create table "collective_factory_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "rfq_line" integer not null,
  "material_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "required_date" date,
  "last_price" numeric(18,6)
);
create index if not exists "collective_factory_items_root_idx" on "collective_factory_items" ("root_id");
grant select, insert, update, delete on "collective_factory_items" to app_staff;
alter table "collective_factory_items" enable row level security;
create policy staff on "collective_factory_items" to app_staff using (true) with check (true);
create table "collective_factory_results" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "rfq_line" integer not null,
  "material_id" uuid not null,
  "supplier_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6),
  "freight" numeric(18,6),
  "last_price" numeric(18,6),
  "alloc_note" text
);
create index if not exists "collective_factory_results_root_idx" on "collective_factory_results" ("root_id");
grant select, insert, update, delete on "collective_factory_results" to app_staff;
alter table "collective_factory_results" enable row level security;
create policy staff on "collective_factory_results" to app_staff using (true) with check (true);
alter table "rfq" add column "mode" text;
update "rfq" set "mode" = 'single' where "mode" is null;
alter table "rfq" alter column "mode" set not null;
alter table "rfq" add column "factory_count" integer;
alter table "rfq" add column "volume_saving" numeric(18,2);
alter table "rfq" add column "distributed_at" timestamptz;
alter table "rfq" add column "reminded_at" timestamptz;
alter table "rfq_awards" add column "material_id" uuid;
alter table "rfq_awards" add column "factory_id" uuid;
alter table "rfq_awards" add column "split_qty" numeric(18,3);
alter table "rfq_items" add column "withdrawn" boolean default false not null;
alter table "collective_factory" add constraint "collective_factory_rfq_id_fkey" foreign key ("rfq_id") references "rfq" (id) on delete restrict;
alter table "collective_factory" add constraint "collective_factory_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "collective_factory" add constraint "collective_factory_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
alter table "collective_factory" add constraint "collective_factory_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "collective_factory" add constraint "collective_factory_planner_id_fkey" foreign key ("planner_id") references "app_user" (id) on delete restrict;
alter table "collective_factory" add constraint "collective_factory_asked_by_fkey" foreign key ("asked_by") references "app_user" (id) on delete restrict;
alter table "collective_factory_items" add constraint "collective_factory_items_root_id_fkey" foreign key ("root_id") references "collective_factory" (id) on delete cascade;
alter table "collective_factory_items" add constraint "collective_factory_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "collective_factory_results" add constraint "collective_factory_results_root_id_fkey" foreign key ("root_id") references "collective_factory" (id) on delete cascade;
alter table "collective_factory_results" add constraint "collective_factory_results_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "collective_factory_results" add constraint "collective_factory_results_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "rfq_awards" add constraint "rfq_awards_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "rfq_awards" add constraint "rfq_awards_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
`;
