/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-144615-conversion-task";

export const up = `
create table "conversion_task" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "target" text not null,
  "target_label" text not null,
  "conversion" text not null,
  "conversion_label" text not null,
  "total_count" integer not null,
  "document_count" integer not null,
  "done_count" integer not null,
  "fail_count" integer not null,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "message" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "conversion_task_number_key" unique ("tenant_id", "number")
);
create index if not exists "conversion_task_state_idx" on "conversion_task" ("state");
create index if not exists "conversion_task_created_at_idx" on "conversion_task" ("created_at");
create index if not exists "conversion_task_search_idx" on "conversion_task" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "conversion_task" to app_staff;
alter table "conversion_task" enable row level security;
create policy staff on "conversion_task" to app_staff using (true) with check (true);
`;
