/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261128-121303-access-request";

export const up = `
create table "access_request" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "requester_id" uuid,
  "role_id" uuid not null,
  "missing" text,
  "reason" text not null,
  "valid_until" date not null,
  "permission_id" text,
  "takes_two" boolean default false not null,
  "first_approver_id" uuid,
  "decided_by" uuid,
  "decided_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "access_request_number_key" unique ("tenant_id", "number")
);
create index if not exists "access_request_state_idx" on "access_request" ("state");
create index if not exists "access_request_requester_id_idx" on "access_request" ("requester_id");
create index if not exists "access_request_role_id_idx" on "access_request" ("role_id");
create index if not exists "access_request_first_approver_id_idx" on "access_request" ("first_approver_id");
create index if not exists "access_request_decided_by_idx" on "access_request" ("decided_by");
create index if not exists "access_request_created_at_idx" on "access_request" ("created_at");
create index if not exists "access_request_search_idx" on "access_request" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "access_request" to app_staff;
alter table "access_request" enable row level security;
create policy staff on "access_request" to app_staff using (true) with check (true);
alter table "access_request" add constraint "access_request_requester_id_fkey" foreign key ("requester_id") references "app_user" (id) on delete restrict;
alter table "access_request" add constraint "access_request_role_id_fkey" foreign key ("role_id") references "role" (id) on delete restrict;
alter table "access_request" add constraint "access_request_first_approver_id_fkey" foreign key ("first_approver_id") references "app_user" (id) on delete restrict;
alter table "access_request" add constraint "access_request_decided_by_fkey" foreign key ("decided_by") references "app_user" (id) on delete restrict;
`;
