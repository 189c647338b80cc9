/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-042906-provision";

export const up = `
create table "provision" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "title" text not null,
  "category" text not null,
  "body" text not null,
  "attachments" jsonb,
  "provision_version" integer,
  "effective_date" date not null,
  "must_accept" boolean default false not null,
  "accept_deadline" date,
  "published_at" timestamptz,
  "last_day" date,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "provision_number_key" unique ("tenant_id", "number")
);
create index if not exists "provision_state_idx" on "provision" ("state");
create index if not exists "provision_effective_date_idx" on "provision" ("effective_date");
create index if not exists "provision_search_idx" on "provision" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "provision" to app_staff;
alter table "provision" enable row level security;
create policy staff on "provision" to app_staff using (true) with check (true);
create table "provision_classes" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_class_id" uuid not null
);
create index if not exists "provision_classes_root_idx" on "provision_classes" ("root_id");
grant select, insert, update, delete on "provision_classes" to app_staff;
alter table "provision_classes" enable row level security;
create policy staff on "provision_classes" to app_staff using (true) with check (true);
create table "provision_receipt" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "provision_id" uuid not null,
  "supplier_id" uuid not null,
  "category" text,
  "provision_version" integer,
  "effective_date" date,
  "must_accept" boolean default false not null,
  "due_on" date,
  "asked_at" timestamptz,
  "read_at" timestamptz,
  "accepted_at" timestamptz,
  "accepted_by" uuid,
  "accepted_name" text,
  "ip" text,
  "reminded_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "provision_receipt_state_idx" on "provision_receipt" ("state");
create index if not exists "provision_receipt_provision_id_idx" on "provision_receipt" ("provision_id");
create index if not exists "provision_receipt_supplier_id_idx" on "provision_receipt" ("supplier_id");
create index if not exists "provision_receipt_accepted_by_idx" on "provision_receipt" ("accepted_by");
create index if not exists "provision_receipt_asked_at_idx" on "provision_receipt" ("asked_at");
grant select, insert, update, delete on "provision_receipt" to app_staff;
alter table "provision_receipt" enable row level security;
create policy staff on "provision_receipt" to app_staff using (true) with check (true);
alter table "provision_classes" add constraint "provision_classes_root_id_fkey" foreign key ("root_id") references "provision" (id) on delete cascade;
alter table "provision_classes" add constraint "provision_classes_supplier_class_id_fkey" foreign key ("supplier_class_id") references "supplier_class" (id) on delete restrict;
alter table "provision_receipt" add constraint "provision_receipt_provision_id_fkey" foreign key ("provision_id") references "provision" (id) on delete restrict;
alter table "provision_receipt" add constraint "provision_receipt_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "provision_receipt" add constraint "provision_receipt_accepted_by_fkey" foreign key ("accepted_by") references "app_user" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "title", "category", "body", "provision_version", "effective_date", "must_accept", "accept_deadline", "published_at", "last_day", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "provision" to app_supplier;
create policy supplier_read on "provision" for select to app_supplier using (("provision"."state" in ('published', 'replaced', 'withdrawn') and exists (select 1 from "provision_receipt" x0 where x0."provision_id" = "provision"."id" and "x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid)));
grant select ("id", "tenant_id", "state", "previous_state", "provision_id", "supplier_id", "category", "provision_version", "effective_date", "must_accept", "due_on", "asked_at", "read_at", "accepted_at", "accepted_by", "accepted_name", "ip", "version", "created_by", "created_at", "updated_by", "updated_at") on "provision_receipt" to app_supplier;
create policy supplier_read on "provision_receipt" for select to app_supplier using (("provision_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "read_at", "accepted_at", "accepted_by", "accepted_name", "ip", "version", "updated_by", "updated_at") on "provision_receipt" to app_supplier;
create policy supplier_update on "provision_receipt" for update to app_supplier using (("provision_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("provision_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
