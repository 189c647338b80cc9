/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "0111-sample-verification";

export const up = `
create table "sample_verification" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "admission_id" uuid,
  "material_id" uuid not null,
  "purpose" text not null,
  "round" integer,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "require_date" date not null,
  "receiver_id" uuid not null,
  "send_address" text not null,
  "need_trial" boolean default false not null,
  "express_no" text,
  "batch_no" text,
  "supplier_coa" jsonb,
  "received_at" timestamptz,
  "retain_place" text,
  "result" text,
  "trial_factory_id" uuid,
  "trial_qty" numeric(18,3),
  "trial_result" text,
  "trial_note" text,
  "trial_files" jsonb,
  "decided_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "sample_verification_number_key" unique ("tenant_id", "number")
);
create index if not exists "sample_verification_state_idx" on "sample_verification" ("state");
create index if not exists "sample_verification_supplier_id_idx" on "sample_verification" ("supplier_id");
create index if not exists "sample_verification_admission_id_idx" on "sample_verification" ("admission_id");
create index if not exists "sample_verification_material_id_idx" on "sample_verification" ("material_id");
create index if not exists "sample_verification_receiver_id_idx" on "sample_verification" ("receiver_id");
create index if not exists "sample_verification_trial_factory_id_idx" on "sample_verification" ("trial_factory_id");
create index if not exists "sample_verification_number_idx" on "sample_verification" ("number");
create index if not exists "sample_verification_search_idx" on "sample_verification" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "sample_verification" to app_staff;
alter table "sample_verification" enable row level security;
create policy staff on "sample_verification" to app_staff using (true) with check (true);
create table "sample_verification_tests" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "standard" text,
  "kind" text not null,
  "lower" numeric(18,4),
  "upper" numeric(18,4),
  "unit" text,
  "value" numeric(18,4),
  "verdict" text,
  "judge" text,
  "lab" text
);
create index if not exists "sample_verification_tests_root_idx" on "sample_verification_tests" ("root_id");
grant select, insert, update, delete on "sample_verification_tests" to app_staff;
alter table "sample_verification_tests" enable row level security;
create policy staff on "sample_verification_tests" to app_staff using (true) with check (true);
alter table "sample_verification" add constraint "sample_verification_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_admission_id_fkey" foreign key ("admission_id") references "admission" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_receiver_id_fkey" foreign key ("receiver_id") references "app_user" (id) on delete restrict;
alter table "sample_verification" add constraint "sample_verification_trial_factory_id_fkey" foreign key ("trial_factory_id") references "factory" (id) on delete restrict;
alter table "sample_verification_tests" add constraint "sample_verification_tests_root_id_fkey" foreign key ("root_id") references "sample_verification" (id) on delete cascade;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "purpose", "round", "qty", "uom", "require_date", "receiver_id", "send_address", "need_trial", "express_no", "batch_no", "supplier_coa", "received_at", "trial_factory_id", "trial_qty", "decided_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "sample_verification" to app_supplier;
create policy supplier_read on "sample_verification" for select to app_supplier using (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "express_no", "batch_no", "supplier_coa", "version", "updated_by", "updated_at") on "sample_verification" to app_supplier;
create policy supplier_update on "sample_verification" for update to app_supplier using (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("sample_verification"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
