/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0105-report-definition";

export const up = `
create table "report_definition" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "dataset" text not null,
  "group_by" text,
  "group_step" text,
  "then_by" text,
  "sort_by" text,
  "descending" boolean default false not null,
  "chart" text not null,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "report_definition_code_key" unique ("tenant_id", "code")
);
create index if not exists "report_definition_code_idx" on "report_definition" ("code");
create index if not exists "report_definition_search_idx" on "report_definition" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "report_definition" to app_staff;
alter table "report_definition" enable row level security;
create policy staff on "report_definition" to app_staff using (true) with check (true);
create table "report_definition_audience" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "role_id" uuid not null
);
create index if not exists "report_definition_audience_root_idx" on "report_definition_audience" ("root_id");
grant select, insert, update, delete on "report_definition_audience" to app_staff;
alter table "report_definition_audience" enable row level security;
create policy staff on "report_definition_audience" to app_staff using (true) with check (true);
create table "report_definition_columns" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null
);
create index if not exists "report_definition_columns_root_idx" on "report_definition_columns" ("root_id");
grant select, insert, update, delete on "report_definition_columns" to app_staff;
alter table "report_definition_columns" enable row level security;
create policy staff on "report_definition_columns" to app_staff using (true) with check (true);
create table "report_definition_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "name" text not null,
  "value" text,
  "value_to" text
);
create index if not exists "report_definition_conditions_root_idx" on "report_definition_conditions" ("root_id");
grant select, insert, update, delete on "report_definition_conditions" to app_staff;
alter table "report_definition_conditions" enable row level security;
create policy staff on "report_definition_conditions" to app_staff using (true) with check (true);
create table "report_definition_figures" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "how" text not null,
  "name" text
);
create index if not exists "report_definition_figures_root_idx" on "report_definition_figures" ("root_id");
grant select, insert, update, delete on "report_definition_figures" to app_staff;
alter table "report_definition_figures" enable row level security;
create policy staff on "report_definition_figures" to app_staff using (true) with check (true);
alter table "report_definition_audience" add constraint "report_definition_audience_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_audience" add constraint "report_definition_audience_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "report_definition_columns" add constraint "report_definition_columns_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_conditions" add constraint "report_definition_conditions_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_figures" add constraint "report_definition_figures_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
`;
