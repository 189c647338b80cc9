/**
 * Flows of approval, and what became of documents that went through them. Written by `npm run db:generate`, but for the person's
 * superior and the tables of the cases at its end. It stays as it is once it has run anywhere. */
export const name = "0046-approval";

export const up = `
create table "approval_deputy" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "owner_id" uuid not null,
  "deputy_id" uuid not null,
  "from_day" date not null,
  "to_day" date not null,
  "document" text,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "approval_deputy_number_key" unique ("tenant_id", "number")
);
create index if not exists "approval_deputy_owner_id_idx" on "approval_deputy" ("owner_id");
create index if not exists "approval_deputy_deputy_id_idx" on "approval_deputy" ("deputy_id");
create index if not exists "approval_deputy_from_day_idx" on "approval_deputy" ("from_day");
create index if not exists "approval_deputy_search_idx" on "approval_deputy" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "approval_deputy" to app_staff;
alter table "approval_deputy" enable row level security;
create policy staff on "approval_deputy" to app_staff using (true) with check (true);
create table "approval_flow" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "document" text not null,
  "priority" integer not null,
  "published_version" integer,
  "published_at" timestamptz,
  "unpublished" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "approval_flow_code_key" unique ("tenant_id", "code")
);
create index if not exists "approval_flow_state_idx" on "approval_flow" ("state");
create index if not exists "approval_flow_code_idx" on "approval_flow" ("code");
create index if not exists "approval_flow_search_idx" on "approval_flow" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "approval_flow" to app_staff;
alter table "approval_flow" enable row level security;
create policy staff on "approval_flow" to app_staff using (true) with check (true);
create table "approval_flow_conditions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "field" text not null,
  "comparison" text not null,
  "value" text not null
);
create index if not exists "approval_flow_conditions_root_idx" on "approval_flow_conditions" ("root_id");
grant select, insert, update, delete on "approval_flow_conditions" to app_staff;
alter table "approval_flow_conditions" enable row level security;
create policy staff on "approval_flow_conditions" to app_staff using (true) with check (true);
create table "approval_flow_steps" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "step_no" integer not null,
  "name" text not null,
  "decider" text not null,
  "person_id" uuid,
  "role_id" uuid,
  "system_name" text,
  "rule" text not null,
  "on_self" text not null,
  "min_amount" numeric(18,2),
  "due_hours" integer,
  "escalate" text not null
);
create index if not exists "approval_flow_steps_root_idx" on "approval_flow_steps" ("root_id");
grant select, insert, update, delete on "approval_flow_steps" to app_staff;
alter table "approval_flow_steps" enable row level security;
create policy staff on "approval_flow_steps" to app_staff using (true) with check (true);
alter table "approval_deputy" add constraint "approval_deputy_owner_id_fkey" foreign key ("owner_id") references "app_user" (id) on delete restrict;
alter table "approval_deputy" add constraint "approval_deputy_deputy_id_fkey" foreign key ("deputy_id") references "app_user" (id) on delete restrict;
alter table "approval_flow_conditions" add constraint "approval_flow_conditions_root_id_fkey" foreign key ("root_id") references "approval_flow" (id) on delete cascade;
alter table "approval_flow_steps" add constraint "approval_flow_steps_root_id_fkey" foreign key ("root_id") references "approval_flow" (id) on delete cascade;
alter table "approval_flow_steps" add constraint "approval_flow_steps_person_id_fkey" foreign key ("person_id") references "app_user" (id) on delete restrict;
alter table "approval_flow_steps" add constraint "approval_flow_steps_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;

/* Whom a step asks that names the superior of whoever asks for approval. */
alter table app_user add column superior_id uuid references app_user (id) on delete restrict;
create index app_user_superior_id_idx on app_user (superior_id);

/* A flow as it was published; cases go by the version they began with. */
create table approval_flow_version (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  flow_id uuid not null references approval_flow (id) on delete restrict,
  version integer not null,
  document text not null,
  priority integer not null,
  definition jsonb not null,
  published_at timestamptz not null,
  published_by uuid,
  constraint approval_flow_version_key unique (flow_id, version)
);
create index approval_flow_version_document_idx on approval_flow_version (document);

create table approval_case (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  entity text not null,
  record_id uuid not null,
  record_number text,
  title text not null,
  flow_id uuid not null,
  flow_version integer not null,
  flow_name text not null,
  move text not null,
  made jsonb not null,
  state text not null check (state in ('open', 'approved', 'rejected', 'sent_back', 'withdrawn')),
  since_version integer not null,
  started_by uuid,
  started_by_name text not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  constraint approval_case_flow_fkey foreign key (flow_id, flow_version) references approval_flow_version (flow_id, version)
);
/* One document waits in one case at most, whatever two people do at once. */
create unique index approval_case_open_key on approval_case (entity, record_id) where state = 'open';
create index approval_case_record_idx on approval_case (entity, record_id, started_at desc);
create index approval_case_flow_idx on approval_case (flow_id, flow_version);

create table approval_step (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  case_id uuid not null references approval_case (id) on delete restrict,
  seq integer not null,
  stage integer not null,
  state text not null check (state in ('waiting', 'open', 'approved', 'rejected', 'sent_back', 'skipped', 'dropped')),
  definition jsonb not null,
  opened_at timestamptz,
  due_at timestamptz,
  reminded_at timestamptz,
  escalated_at timestamptz,
  ended_at timestamptz
);
create index approval_step_case_idx on approval_step (case_id);
create index approval_step_due_idx on approval_step (due_at) where state = 'open';

create table approval_asked (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  step_id uuid not null references approval_step (id) on delete restrict,
  case_id uuid not null references approval_case (id) on delete restrict,
  user_id uuid,
  name text not null,
  came_by text not null check (came_by in ('flow', 'hand_over', 'escalation')),
  from_name text,
  state text not null check (state in ('open', 'approved', 'rejected', 'sent_back', 'handed_over', 'dropped')),
  asked_at timestamptz not null,
  acted_by uuid,
  acted_name text,
  note text,
  acted_at timestamptz
);
create index approval_asked_case_idx on approval_asked (case_id);
create index approval_asked_step_idx on approval_asked (step_id);
create index approval_asked_user_idx on approval_asked (user_id) where state = 'open';

/* Suppliers hold no right to any of this; what happened is never taken back. */
grant select, insert on approval_flow_version, approval_case, approval_step, approval_asked to app_staff;
grant update (state, ended_at) on approval_case to app_staff;
grant update (state, opened_at, due_at, reminded_at, escalated_at, ended_at) on approval_step to app_staff;
grant update (state, acted_by, acted_name, note, acted_at) on approval_asked to app_staff;
alter table approval_flow_version enable row level security;
alter table approval_case enable row level security;
alter table approval_step enable row level security;
alter table approval_asked enable row level security;
create policy staff on approval_flow_version to app_staff using (true) with check (true);
create policy staff on approval_case to app_staff using (true) with check (true);
create policy staff on approval_step to app_staff using (true) with check (true);
create policy staff on approval_asked to app_staff using (true) with check (true);
`;
