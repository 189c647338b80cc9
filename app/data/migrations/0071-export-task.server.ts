/** Written by `npm run db:generate`, but for the table at its end. It stays as it is once it has run anywhere. */
export const name = "0071-export-task";

export const up = `
create table "export_task" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "list_key" text not null,
  "list_label" text not null,
  "format" text not null,
  "conditions" text,
  "row_count" integer,
  "file" jsonb,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "expires_at" timestamptz,
  "message" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "export_task_number_key" unique ("tenant_id", "number")
);
create index if not exists "export_task_state_idx" on "export_task" ("state");
create index if not exists "export_task_created_at_idx" on "export_task" ("created_at");
create index if not exists "export_task_search_idx" on "export_task" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "export_task" to app_staff;
alter table "export_task" enable row level security;
create policy staff on "export_task" to app_staff using (true) with check (true);

/* What a task asks for and how far it has come: changes every second while it is made. Seen through the task alone. */
create table export_work (
  task_id uuid primary key references export_task (id) on delete cascade,
  wish jsonb not null,
  mark text not null,
  worker text,
  beat_at timestamptz,
  attempt integer not null,
  done integer not null,
  expected integer,
  rights text
);
create index export_task_open_idx on export_task (created_at) where state in ('queued', 'running');
create index export_task_expires_idx on export_task (expires_at) where state = 'done';
grant select, insert, update, delete on export_work to app_staff;
alter table export_work enable row level security;
create policy staff on export_work to app_staff using (true) with check (true);
`;
