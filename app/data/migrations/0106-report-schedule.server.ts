/** Written by `npm run db:generate`; reports that are there already are made at no time. */
export const name = "0106-report-schedule";

export const up = `
alter table "report_definition" add column "schedule" text;
alter table "report_definition" add column "send_as" text;
update "report_definition" set "schedule" = 'none', "send_as" = 'xlsx';
alter table "report_definition" alter column "schedule" set not null, alter column "send_as" set not null;
create table "report_definition_receivers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "person_id" uuid not null
);
create index if not exists "report_definition_receivers_root_idx" on "report_definition_receivers" ("root_id");
grant select, insert, update, delete on "report_definition_receivers" to app_staff;
alter table "report_definition_receivers" enable row level security;
create policy staff on "report_definition_receivers" to app_staff using (true) with check (true);
alter table "report_definition_receivers" add constraint "report_definition_receivers_root_id_fkey" foreign key ("root_id") references "report_definition" (id) on delete cascade;
alter table "report_definition_receivers" add constraint "report_definition_receivers_person_id_fkey" foreign key ("person_id") references "app_user" (id) on delete restrict;
`;
