/** Calls to and from other systems. Written by `npm run db:generate`, but for what stands at its end. It stays as it is once it has run anywhere. */
export const name = "0060-interface-log";

export const up = `
create table "interface_log" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "system" text not null,
  "direction" text not null,
  "interface_code" text not null,
  "business_type" text,
  "business_key" text,
  "document_entity" text,
  "document_id" text,
  "valid_states" text,
  "factory_id" uuid,
  "purchase_group_id" uuid,
  "request_body" text,
  "response_body" text,
  "http_status" integer,
  "cost_ms" integer,
  "attempt" integer not null,
  "next_retry_at" timestamptz,
  "error" text,
  "idempotency_key" text not null,
  "fingerprint" text,
  "outside_no" text,
  "trace" text,
  "finished_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "interface_log_number_key" unique ("tenant_id", "number"),
  constraint "interface_log_system_direction_idempotency_key_key" unique ("tenant_id", "system", "direction", "idempotency_key")
);
create index if not exists "interface_log_state_idx" on "interface_log" ("state");
create index if not exists "interface_log_factory_id_idx" on "interface_log" ("factory_id");
create index if not exists "interface_log_purchase_group_id_idx" on "interface_log" ("purchase_group_id");
create index if not exists "interface_log_created_at_idx" on "interface_log" ("created_at");
grant select, insert, update, delete on "interface_log" to app_staff;
alter table "interface_log" enable row level security;
create policy staff on "interface_log" to app_staff using (true) with check (true);
create table "interface_log_attempts" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "at" timestamptz not null,
  "outcome" text not null,
  "http_status" integer,
  "cost_ms" integer,
  "error" text
);
create index if not exists "interface_log_attempts_root_idx" on "interface_log_attempts" ("root_id");
grant select, insert, update, delete on "interface_log_attempts" to app_staff;
alter table "interface_log_attempts" enable row level security;
create policy staff on "interface_log_attempts" to app_staff using (true) with check (true);
alter table "interface_log" add constraint "interface_log_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "interface_log" add constraint "interface_log_purchase_group_id_fkey" foreign key ("purchase_group_id") references "purchase_group" (id) on delete restrict;
alter table "interface_log_attempts" add constraint "interface_log_attempts_root_id_fkey" foreign key ("root_id") references "interface_log" (id) on delete cascade;

/* Numbers of the log: no counter that transactions would wait for each other at. */
create sequence interface_log_number_seq;
grant usage on sequence interface_log_number_seq to app_staff;

/* What is due, and what has to leave before it. */
create index interface_log_due_idx on interface_log (next_retry_at) where direction = 'out' and state in ('pending', 'sending', 'failed');
create index interface_log_document_idx on interface_log (document_id, id);

/*
 * What leaves, word for word; the log shows it with the secrets masked. Kept until the other side has it, written by those who cause
 * calls, read by nobody but the sender.
 */
create table interface_payload (
  log_id uuid primary key references interface_log (id) on delete cascade,
  body jsonb not null,
  /* A link that is made when the call leaves, so that nothing stored opens a page. */
  link jsonb
);
grant insert on interface_payload to app_staff;
alter table interface_payload enable row level security;
create policy staff on interface_payload for insert to app_staff with check (true);
`;
