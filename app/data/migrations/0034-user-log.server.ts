/** Written by `npm run db:generate`, but for the table at its end. It stays as it is once it has run anywhere. */
export const name = "0034-user-log";

export const up = `
create table "user_log" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "trigger_type" text not null,
  "file_name" text,
  "started_at" timestamptz,
  "ended_at" timestamptz,
  "total_count" integer not null,
  "insert_count" integer not null,
  "update_count" integer not null,
  "block_count" integer not null,
  "skip_count" integer not null,
  "fail_count" integer not null,
  "message" text,
  "retry_of" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "user_log_number_key" unique ("tenant_id", "number")
);
create index if not exists "user_log_state_idx" on "user_log" ("state");
create index if not exists "user_log_retry_of_idx" on "user_log" ("retry_of");
create index if not exists "user_log_created_at_idx" on "user_log" ("created_at");
create index if not exists "user_log_search_idx" on "user_log" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "user_log" to app_staff;
alter table "user_log" enable row level security;
create policy staff on "user_log" to app_staff using (true) with check (true);
create table "user_log_row" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "batch_id" uuid not null,
  "row_no" integer not null,
  "work_no" text,
  "accountname" text,
  "username" text,
  "op" text,
  "changes" text,
  "error" text,
  "user_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "user_log_row_state_idx" on "user_log_row" ("state");
create index if not exists "user_log_row_batch_id_idx" on "user_log_row" ("batch_id");
create index if not exists "user_log_row_user_id_idx" on "user_log_row" ("user_id");
create index if not exists "user_log_row_row_no_idx" on "user_log_row" ("row_no");
grant select, insert, update, delete on "user_log_row" to app_staff;
alter table "user_log_row" enable row level security;
create policy staff on "user_log_row" to app_staff using (true) with check (true);
alter table "user_log" add constraint "user_log_retry_of_fkey" foreign key ("retry_of") references "user_log" (id) on delete restrict;
alter table "user_log_row" add constraint "user_log_row_batch_id_fkey" foreign key ("batch_id") references "user_log" (id) on delete restrict;
alter table "user_log_row" add constraint "user_log_row_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;

/* What was sent about a person, kept only until it is carried out or given up: the log itself holds nothing that is not masked. */
create table user_log_payload (
  row_id uuid primary key references user_log_row (id) on delete cascade,
  body jsonb not null,
  stored_at timestamptz not null
);
create index user_log_payload_stored_idx on user_log_payload (stored_at);
grant select, insert, update, delete on user_log_payload to app_staff;
alter table user_log_payload enable row level security;
create policy staff on user_log_payload to app_staff using (true) with check (true);
`;
