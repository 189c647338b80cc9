/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-032347-recall-drill";

export const up = `
create table "recall_drill" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "batch_no" text not null,
  "occasion" text not null,
  "leader_id" uuid not null,
  "description" text,
  "started_at" timestamptz,
  "is_late" boolean default false not null,
  "as_of" timestamptz,
  "reported_at" timestamptz,
  "report_minutes" integer,
  "closed_at" timestamptz,
  "taken_minutes" integer,
  "received_qty" numeric(18,3),
  "returned_qty" numeric(18,3),
  "left_qty" numeric(18,3),
  "found_qty" numeric(18,3),
  "used_qty" numeric(18,3),
  "diff_qty" numeric(18,3),
  "diff_reason" text,
  "findings" text,
  "evidence" jsonb,
  "conclusion" text,
  "conclusion_text" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "recall_drill_number_key" unique ("tenant_id", "number")
);
create index if not exists "recall_drill_state_idx" on "recall_drill" ("state");
create index if not exists "recall_drill_supplier_id_idx" on "recall_drill" ("supplier_id");
create index if not exists "recall_drill_material_id_idx" on "recall_drill" ("material_id");
create index if not exists "recall_drill_leader_id_idx" on "recall_drill" ("leader_id");
create index if not exists "recall_drill_number_idx" on "recall_drill" ("number");
create index if not exists "recall_drill_search_idx" on "recall_drill" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "recall_drill" to app_staff;
alter table "recall_drill" enable row level security;
create policy staff on "recall_drill" to app_staff using (true) with check (true);
create table "recall_drill_documents" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "kind" text,
  "doc_no" text,
  "doc_line" text,
  "day" date,
  "batch" text,
  "quantities" text,
  "verdict" text,
  "doc_state" text
);
create index if not exists "recall_drill_documents_root_idx" on "recall_drill_documents" ("root_id");
grant select, insert, update, delete on "recall_drill_documents" to app_staff;
alter table "recall_drill_documents" enable row level security;
create policy staff on "recall_drill_documents" to app_staff using (true) with check (true);
create table "recall_drill_stocks" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "factory_id" uuid,
  "warehouse_id" uuid,
  "warehouse_name" text,
  "uom" text,
  "received_qty" numeric(18,3),
  "returned_qty" numeric(18,3),
  "left_qty" numeric(18,3),
  "found_qty" numeric(18,3),
  "used_qty" numeric(18,3),
  "diff_qty" numeric(18,3)
);
create index if not exists "recall_drill_stocks_root_idx" on "recall_drill_stocks" ("root_id");
grant select, insert, update, delete on "recall_drill_stocks" to app_staff;
alter table "recall_drill_stocks" enable row level security;
create policy staff on "recall_drill_stocks" to app_staff using (true) with check (true);
alter table "recall_drill" add constraint "recall_drill_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "recall_drill" add constraint "recall_drill_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "recall_drill" add constraint "recall_drill_leader_id_fkey" foreign key ("leader_id") references "app_user" (id) on delete restrict;
alter table "recall_drill_documents" add constraint "recall_drill_documents_root_id_fkey" foreign key ("root_id") references "recall_drill" (id) on delete cascade;
alter table "recall_drill_stocks" add constraint "recall_drill_stocks_root_id_fkey" foreign key ("root_id") references "recall_drill" (id) on delete cascade;
alter table "recall_drill_stocks" add constraint "recall_drill_stocks_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "recall_drill_stocks" add constraint "recall_drill_stocks_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" (id) on delete restrict;
`;
