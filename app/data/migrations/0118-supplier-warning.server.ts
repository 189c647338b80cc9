/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0118-supplier-warning";

export const up = `
create table "supplier_warning" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "kind" text not null,
  "supplier_id" uuid not null,
  "subject" text not null,
  "due_date" date,
  "level" text not null,
  "source_id" text,
  "computed_at" timestamptz,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "supplier_warning_state_idx" on "supplier_warning" ("state");
create index if not exists "supplier_warning_supplier_id_idx" on "supplier_warning" ("supplier_id");
create index if not exists "supplier_warning_due_date_idx" on "supplier_warning" ("due_date");
create index if not exists "supplier_warning_search_idx" on "supplier_warning" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "supplier_warning" to app_staff;
alter table "supplier_warning" enable row level security;
create policy staff on "supplier_warning" to app_staff using (true) with check (true);
alter table "supplier_warning" add constraint "supplier_warning_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
grant select ("id", "tenant_id", "state", "previous_state", "kind", "supplier_id", "subject", "due_date", "level", "computed_at", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "supplier_warning" to app_supplier;
create policy supplier_read on "supplier_warning" for select to app_supplier using (("supplier_warning"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and not ("supplier_warning"."kind" = 'risk')));
`;
