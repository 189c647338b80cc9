/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0126-standard-clause";

export const up = `
create table "standard_clause" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "body" text not null,
  "fallback" text,
  "risk_level" text not null,
  "risk_note" text,
  "for_fines" boolean default false not null,
  "fine_rate" numeric(9,4),
  "fine_cap" numeric(9,4),
  "parameters" text,
  "clause_version" integer not null,
  "submitted_by" uuid,
  "effective_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "standard_clause_number_key" unique ("tenant_id", "number"),
  constraint "standard_clause_title_key" unique ("tenant_id", "title")
);
create index if not exists "standard_clause_state_idx" on "standard_clause" ("state");
create index if not exists "standard_clause_submitted_by_idx" on "standard_clause" ("submitted_by");
create index if not exists "standard_clause_number_idx" on "standard_clause" ("number");
create index if not exists "standard_clause_search_idx" on "standard_clause" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "standard_clause" to app_staff;
alter table "standard_clause" enable row level security;
create policy staff on "standard_clause" to app_staff using (true) with check (true);
create table "standard_clause_revisions" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "revision" integer not null,
  "body" text not null,
  "fallback" text,
  "risk_level" text not null,
  "risk_note" text,
  "for_fines" boolean default false not null,
  "fine_rate" numeric(9,4),
  "fine_cap" numeric(9,4),
  "approved_by" text not null,
  "approved_on" date not null
);
create index if not exists "standard_clause_revisions_root_idx" on "standard_clause_revisions" ("root_id");
grant select, insert, update, delete on "standard_clause_revisions" to app_staff;
alter table "standard_clause_revisions" enable row level security;
create policy staff on "standard_clause_revisions" to app_staff using (true) with check (true);
alter table "standard_clause" add constraint "standard_clause_submitted_by_fkey" foreign key ("submitted_by") references "app_user" (id) on delete restrict;
alter table "standard_clause_revisions" add constraint "standard_clause_revisions_root_id_fkey" foreign key ("root_id") references "standard_clause" (id) on delete cascade;
`;
