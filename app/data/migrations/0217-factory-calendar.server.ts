/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0217-factory-calendar";

export const up = `
alter table "factory" add column "weekly_rest" text;
create table "factory_calendar" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_day" date not null,
  "to_day" date not null,
  "kind" text not null,
  "note" text
);
create index if not exists "factory_calendar_root_idx" on "factory_calendar" ("root_id");
grant select, insert, update, delete on "factory_calendar" to app_staff;
alter table "factory_calendar" enable row level security;
create policy staff on "factory_calendar" to app_staff using (true) with check (true);
alter table "factory_calendar" add constraint "factory_calendar_root_id_fkey" foreign key ("root_id") references "factory" (id) on delete cascade;
`;
