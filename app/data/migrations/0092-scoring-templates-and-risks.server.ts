/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0092-scoring-templates-and-risks";

export const up = `
create table "risk_event" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "source" text not null,
  "category" text not null,
  "title" text not null,
  "detail" text not null,
  "occurred_on" date not null,
  "external_id" text,
  "probability" integer not null,
  "impact" integer not null,
  "coefficient" integer,
  "level" text,
  "owner_id" uuid,
  "close_note" text,
  "closed_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "risk_event_number_key" unique ("tenant_id", "number"),
  constraint "risk_event_external_id_key" unique ("tenant_id", "external_id")
);
create index if not exists "risk_event_state_idx" on "risk_event" ("state");
create index if not exists "risk_event_supplier_id_idx" on "risk_event" ("supplier_id");
create index if not exists "risk_event_owner_id_idx" on "risk_event" ("owner_id");
create index if not exists "risk_event_occurred_on_idx" on "risk_event" ("occurred_on");
create index if not exists "risk_event_search_idx" on "risk_event" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "risk_event" to app_staff;
alter table "risk_event" enable row level security;
create policy staff on "risk_event" to app_staff using (true) with check (true);
create table "risk_event_measures" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "measure" text not null,
  "owner_id" uuid,
  "due_date" date,
  "done_date" date,
  "note" text
);
create index if not exists "risk_event_measures_root_idx" on "risk_event_measures" ("root_id");
grant select, insert, update, delete on "risk_event_measures" to app_staff;
alter table "risk_event_measures" enable row level security;
create policy staff on "risk_event_measures" to app_staff using (true) with check (true);
create table "scoring_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "name" text not null,
  "usage" text not null,
  "revision" integer,
  "pass_line" numeric(6,1),
  "conditional_line" numeric(6,1),
  "full_score" numeric(8,1),
  "note" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "scoring_template_number_key" unique ("tenant_id", "number"),
  constraint "scoring_template_name_revision_key" unique ("tenant_id", "name", "revision")
);
create index if not exists "scoring_template_state_idx" on "scoring_template" ("state");
create index if not exists "scoring_template_updated_at_idx" on "scoring_template" ("updated_at");
create index if not exists "scoring_template_search_idx" on "scoring_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "scoring_template" to app_staff;
alter table "scoring_template" enable row level security;
create policy staff on "scoring_template" to app_staff using (true) with check (true);
create table "scoring_template_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "material_type_id" uuid not null
);
create index if not exists "scoring_template_classes_root_idx" on "scoring_template_classes" ("root_id");
grant select, insert, update, delete on "scoring_template_classes" to app_staff;
alter table "scoring_template_classes" enable row level security;
create policy staff on "scoring_template_classes" to app_staff using (true) with check (true);
create table "scoring_template_dims" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "code" text not null,
  "name" text not null,
  "weight" numeric(9,4) not null
);
create index if not exists "scoring_template_dims_root_idx" on "scoring_template_dims" ("root_id");
grant select, insert, update, delete on "scoring_template_dims" to app_staff;
alter table "scoring_template_dims" enable row level security;
create policy staff on "scoring_template_dims" to app_staff using (true) with check (true);
create table "scoring_template_grades" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "grade" text not null,
  "min_score" numeric(6,1) not null,
  "max_score" numeric(6,1) not null,
  "tone" text
);
create index if not exists "scoring_template_grades_root_idx" on "scoring_template_grades" ("root_id");
grant select, insert, update, delete on "scoring_template_grades" to app_staff;
alter table "scoring_template_grades" enable row level security;
create policy staff on "scoring_template_grades" to app_staff using (true) with check (true);
create table "scoring_template_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "dim_code" text not null,
  "item" text not null,
  "requirement" text,
  "method" text not null,
  "metric_code" text,
  "max_score" numeric(6,1) not null,
  "cap" numeric(6,1),
  "is_veto" boolean default false not null,
  "scorer_role" text,
  "evidence" boolean default false not null,
  "na_allowed" boolean default false not null
);
create index if not exists "scoring_template_items_root_idx" on "scoring_template_items" ("root_id");
grant select, insert, update, delete on "scoring_template_items" to app_staff;
alter table "scoring_template_items" enable row level security;
create policy staff on "scoring_template_items" to app_staff using (true) with check (true);
create table "scoring_template_items_bands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "parent_id" uuid not null,
  "line_no" integer not null,
  "from_value" numeric(12,4) not null,
  "to_value" numeric(12,4) not null,
  "score" numeric(6,1) not null
);
create index if not exists "scoring_template_items_bands_root_idx" on "scoring_template_items_bands" ("root_id");
grant select, insert, update, delete on "scoring_template_items_bands" to app_staff;
alter table "scoring_template_items_bands" enable row level security;
create policy staff on "scoring_template_items_bands" to app_staff using (true) with check (true);
create table "scoring_template_supplier_types" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_type" text not null
);
create index if not exists "scoring_template_supplier_types_root_idx" on "scoring_template_supplier_types" ("root_id");
grant select, insert, update, delete on "scoring_template_supplier_types" to app_staff;
alter table "scoring_template_supplier_types" enable row level security;
create policy staff on "scoring_template_supplier_types" to app_staff using (true) with check (true);
alter table "risk_event" add constraint "risk_event_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "risk_event" add constraint "risk_event_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "risk_event_measures" add constraint "risk_event_measures_root_id_fkey" foreign key ("root_id") references "risk_event" (id) on delete cascade;
alter table "risk_event_measures" add constraint "risk_event_measures_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "scoring_template_classes" add constraint "scoring_template_classes_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_classes" add constraint "scoring_template_classes_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "scoring_template_dims" add constraint "scoring_template_dims_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_grades" add constraint "scoring_template_grades_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items" add constraint "scoring_template_items_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items_bands" add constraint "scoring_template_items_bands_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
alter table "scoring_template_items_bands" add constraint "scoring_template_items_bands_parent_id_fkey" foreign key ("parent_id") references "scoring_template_items" (id) on delete cascade;
alter table "scoring_template_supplier_types" add constraint "scoring_template_supplier_types_root_id_fkey" foreign key ("root_id") references "scoring_template" (id) on delete cascade;
create view "scoring_template_title" as select "id", "name" from "scoring_template";
grant select on "scoring_template_title" to app_supplier, app_staff;
`;
