/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0040-form";

export const up = `
create table "form" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "code" text not null,
  "name" text not null,
  "usage" text not null,
  "audience" text not null,
  "revision" integer,
  "intro" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_number_key" unique ("tenant_id", "number"),
  constraint "form_code_revision_key" unique ("tenant_id", "code", "revision")
);
create index if not exists "form_state_idx" on "form" ("state");
create index if not exists "form_code_idx" on "form" ("code");
create index if not exists "form_search_idx" on "form" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form" to app_staff;
alter table "form" enable row level security;
create policy staff on "form" to app_staff using (true) with check (true);
create table "form_answer" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "task_id" uuid not null,
  "form_id" uuid not null,
  "name" text not null,
  "supplier_id" uuid,
  "user_id" uuid,
  "due_date" date not null,
  "intro" text,
  "submitted_at" timestamptz,
  "submitted_by" text,
  "score" numeric(8,2),
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_answer_number_key" unique ("tenant_id", "number")
);
create index if not exists "form_answer_state_idx" on "form_answer" ("state");
create index if not exists "form_answer_task_id_idx" on "form_answer" ("task_id");
create index if not exists "form_answer_form_id_idx" on "form_answer" ("form_id");
create index if not exists "form_answer_supplier_id_idx" on "form_answer" ("supplier_id");
create index if not exists "form_answer_user_id_idx" on "form_answer" ("user_id");
create index if not exists "form_answer_number_idx" on "form_answer" ("number");
create index if not exists "form_answer_search_idx" on "form_answer" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form_answer" to app_staff;
alter table "form_answer" enable row level security;
create policy staff on "form_answer" to app_staff using (true) with check (true);
create table "form_answer_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "label" text not null,
  "value" text,
  "score" numeric(6,2),
  "type" text not null,
  "required" boolean default false not null,
  "options" text,
  "help" text,
  "key" text
);
create index if not exists "form_answer_items_root_idx" on "form_answer_items" ("root_id");
grant select, insert, update, delete on "form_answer_items" to app_staff;
alter table "form_answer_items" enable row level security;
create policy staff on "form_answer_items" to app_staff using (true) with check (true);
create table "form_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "label" text not null,
  "type" text not null,
  "required" boolean default false not null,
  "options" text,
  "dictionary_id" uuid,
  "score" numeric(6,2),
  "help" text,
  "sort_no" integer,
  "key" text
);
create index if not exists "form_items_root_idx" on "form_items" ("root_id");
grant select, insert, update, delete on "form_items" to app_staff;
alter table "form_items" enable row level security;
create policy staff on "form_items" to app_staff using (true) with check (true);
create table "form_request" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "form_id" uuid not null,
  "name" text not null,
  "due_date" date not null,
  "note" text,
  "sent_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "form_request_number_key" unique ("tenant_id", "number")
);
create index if not exists "form_request_state_idx" on "form_request" ("state");
create index if not exists "form_request_form_id_idx" on "form_request" ("form_id");
create index if not exists "form_request_number_idx" on "form_request" ("number");
create index if not exists "form_request_search_idx" on "form_request" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "form_request" to app_staff;
alter table "form_request" enable row level security;
create policy staff on "form_request" to app_staff using (true) with check (true);
create table "form_request_people" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "user_id" uuid not null
);
create index if not exists "form_request_people_root_idx" on "form_request_people" ("root_id");
grant select, insert, update, delete on "form_request_people" to app_staff;
alter table "form_request_people" enable row level security;
create policy staff on "form_request_people" to app_staff using (true) with check (true);
create table "form_request_suppliers" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "supplier_id" uuid not null
);
create index if not exists "form_request_suppliers_root_idx" on "form_request_suppliers" ("root_id");
grant select, insert, update, delete on "form_request_suppliers" to app_staff;
alter table "form_request_suppliers" enable row level security;
create policy staff on "form_request_suppliers" to app_staff using (true) with check (true);
alter table "form_answer" add constraint "form_answer_task_id_fkey" foreign key ("task_id") references "form_request" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_form_id_fkey" foreign key ("form_id") references "form" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "form_answer" add constraint "form_answer_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "form_answer_items" add constraint "form_answer_items_root_id_fkey" foreign key ("root_id") references "form_answer" (id) on delete cascade;
alter table "form_items" add constraint "form_items_root_id_fkey" foreign key ("root_id") references "form" (id) on delete cascade;
alter table "form_items" add constraint "form_items_dictionary_id_fkey" foreign key ("dictionary_id") references "dictionary" (id) on delete restrict;
alter table "form_request" add constraint "form_request_form_id_fkey" foreign key ("form_id") references "form" (id) on delete restrict;
alter table "form_request_people" add constraint "form_request_people_root_id_fkey" foreign key ("root_id") references "form_request" (id) on delete cascade;
alter table "form_request_people" add constraint "form_request_people_user_id_fkey" foreign key ("user_id") references "app_user" (id) on delete restrict;
alter table "form_request_suppliers" add constraint "form_request_suppliers_root_id_fkey" foreign key ("root_id") references "form_request" (id) on delete cascade;
alter table "form_request_suppliers" add constraint "form_request_suppliers_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
create view "form_title" as select "id", "name" from "form";
grant select on "form_title" to app_supplier, app_staff;
create view "form_request_title" as select "id", "number" from "form_request";
grant select on "form_request_title" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "task_id", "form_id", "name", "supplier_id", "user_id", "due_date", "intro", "submitted_at", "submitted_by", "score", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "form_answer" to app_supplier;
create policy supplier_read on "form_answer" for select to app_supplier using (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "submitted_at", "submitted_by", "score", "version", "updated_by", "updated_at") on "form_answer" to app_supplier;
create policy supplier_update on "form_answer" for update to app_supplier using (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("form_answer"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "label", "value", "score", "type", "required", "options", "help", "key") on "form_answer_items" to app_supplier;
create policy supplier_read on "form_answer_items" for select to app_supplier using ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("value") on "form_answer_items" to app_supplier;
create policy supplier_update on "form_answer_items" for update to app_supplier using ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "form_answer" x0 where x0."id" = "form_answer_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
