/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0230-member-request";

export const up = `
create table "member_request" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "registration_id" uuid,
  "contact_name" text not null,
  "contact_phone" text not null,
  "contact_email" text not null,
  "login_name" text not null,
  "hint" text,
  "asked_at" timestamptz,
  "decided_by" uuid,
  "decided_at" timestamptz,
  "decision_note" text,
  "account_id" uuid,
  "told_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "member_request_number_key" unique ("tenant_id", "number"),
  constraint "member_request_registration_id_key" unique ("tenant_id", "registration_id")
);
create index if not exists "member_request_state_idx" on "member_request" ("state");
create index if not exists "member_request_supplier_id_idx" on "member_request" ("supplier_id");
create index if not exists "member_request_registration_id_idx" on "member_request" ("registration_id");
create index if not exists "member_request_decided_by_idx" on "member_request" ("decided_by");
create index if not exists "member_request_account_id_idx" on "member_request" ("account_id");
create index if not exists "member_request_number_idx" on "member_request" ("number");
create index if not exists "member_request_search_idx" on "member_request" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "member_request" to app_staff;
alter table "member_request" enable row level security;
create policy staff on "member_request" to app_staff using (true) with check (true);
alter table "member_request" add constraint "member_request_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "member_request" add constraint "member_request_registration_id_fkey" foreign key ("registration_id") references "supplier_registration" (id) on delete restrict;
alter table "member_request" add constraint "member_request_decided_by_fkey" foreign key ("decided_by") references "app_user" (id) on delete restrict;
alter table "member_request" add constraint "member_request_account_id_fkey" foreign key ("account_id") references "app_user" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "contact_name", "contact_phone", "contact_email", "login_name", "hint", "asked_at", "decided_by", "decided_at", "decision_note", "told_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "member_request" to app_supplier;
create policy supplier_read on "member_request" for select to app_supplier using (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "decided_by", "decided_at", "decision_note", "version", "updated_by", "updated_at") on "member_request" to app_supplier;
create policy supplier_update on "member_request" for update to app_supplier using (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("member_request"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
