/** Written by `npm run db:generate`, but for the tables at its end. It stays as it is once it has run anywhere. */
export const name = "0063-import-batch";

export const up = `
create table "import_batch" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "target" text not null,
  "target_label" text not null,
  "file_name" text,
  "mode" text not null,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "total_count" integer not null,
  "insert_count" integer not null,
  "update_count" integer not null,
  "same_count" integer not null,
  "fail_count" integer not null,
  "done_count" integer not null,
  "message" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "import_batch_number_key" unique ("tenant_id", "number")
);
create index if not exists "import_batch_state_idx" on "import_batch" ("state");
create index if not exists "import_batch_created_at_idx" on "import_batch" ("created_at");
create index if not exists "import_batch_search_idx" on "import_batch" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "import_batch" to app_staff;
alter table "import_batch" enable row level security;
create policy staff on "import_batch" to app_staff using (true) with check (true);

/* What a file said, kept until it is carried out or given up, and what became of its rows. Seen through the batch alone. */
create table import_file (
  batch_id uuid primary key references import_batch (id) on delete cascade,
  headings jsonb not null,
  paths jsonb not null,
  stored_at timestamptz not null
);
create index import_file_stored_idx on import_file (stored_at);
create table import_row (
  id uuid primary key,
  batch_id uuid not null references import_batch (id) on delete cascade,
  row_no integer not null,
  cells jsonb not null,
  state text not null,
  op text,
  label text,
  changes text,
  error text,
  record_id uuid
);
create index import_row_batch_idx on import_row (batch_id, row_no);
grant select, insert, update, delete on import_file, import_row to app_staff;
alter table import_file enable row level security;
alter table import_row enable row level security;
create policy staff on import_file to app_staff using (true) with check (true);
create policy staff on import_row to app_staff using (true) with check (true);
`;
