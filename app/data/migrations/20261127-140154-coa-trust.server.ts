/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-140154-coa-trust";

export const up = `
create table "coa_trust" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "material_id" uuid,
  "valid_from" date not null,
  "valid_to" date not null,
  "reason" text not null,
  "approved_on" date,
  "ended_on" date,
  "ended_reason" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "coa_trust_number_key" unique ("tenant_id", "number")
);
create index if not exists "coa_trust_state_idx" on "coa_trust" ("state");
create index if not exists "coa_trust_supplier_id_idx" on "coa_trust" ("supplier_id");
create index if not exists "coa_trust_material_id_idx" on "coa_trust" ("material_id");
create index if not exists "coa_trust_number_idx" on "coa_trust" ("number");
create index if not exists "coa_trust_search_idx" on "coa_trust" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "coa_trust" to app_staff;
alter table "coa_trust" enable row level security;
create policy staff on "coa_trust" to app_staff using (true) with check (true);
alter table "inbound_coa" add column "trust_id" uuid;
create index if not exists "inbound_coa_trust_id_idx" on "inbound_coa" ("trust_id");
alter table "coa_trust" add constraint "coa_trust_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "coa_trust" add constraint "coa_trust_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "inbound_coa" add constraint "inbound_coa_trust_id_fkey" foreign key ("trust_id") references "coa_trust" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "valid_from", "valid_to", "approved_on", "ended_on", "ended_reason", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "coa_trust" to app_supplier;
create policy supplier_read on "coa_trust" for select to app_supplier using (("coa_trust"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "coa_trust"."state" in ('active', 'expired', 'ended')));
revoke all on "inbound_coa" from app_supplier;
drop policy if exists supplier_read on "inbound_coa";
drop policy if exists supplier_update on "inbound_coa";
drop policy if exists supplier_insert on "inbound_coa";
drop policy if exists supplier_remove on "inbound_coa";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "final_result", "trust_id", "concession_no", "concession_reason", "lab_diff", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_read on "inbound_coa" for select to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "final_result", "trust_id", "lab_diff", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_update on "inbound_coa" for update to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "inbound_coa" to app_supplier;
create policy supplier_insert on "inbound_coa" for insert to app_supplier with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "inbound_coa" to app_supplier;
create policy supplier_remove on "inbound_coa" for delete to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
