/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-235310-delivery-slot";

export const up = `
alter table "delivery_note" add column "slot_id" uuid;
alter table "delivery_note" add column "slot_status" text;
alter table "delivery_note" add column "lost_slot" text;
alter table "delivery_note" add column "load_m3" numeric(18,3);
create index if not exists "delivery_note_slot_id_idx" on "delivery_note" ("slot_id");
create table "delivery_slot" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "name" text,
  "factory_id" uuid not null,
  "slot_date" date not null,
  "time_from" text not null,
  "time_to" text not null,
  "remark" text,
  "dock" text not null,
  "material_type_id" uuid,
  "capacity" integer not null,
  "capacity_m3" numeric(18,3),
  "booked" integer,
  "booked_m3" numeric(18,3),
  "free" integer,
  "free_m3" numeric(18,3),
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[]
);
create index if not exists "delivery_slot_state_idx" on "delivery_slot" ("state");
create index if not exists "delivery_slot_factory_id_idx" on "delivery_slot" ("factory_id");
create index if not exists "delivery_slot_material_type_id_idx" on "delivery_slot" ("material_type_id");
create index if not exists "delivery_slot_slot_date_idx" on "delivery_slot" ("slot_date");
create index if not exists "delivery_slot_search_idx" on "delivery_slot" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "delivery_slot" to app_staff;
alter table "delivery_slot" enable row level security;
create policy staff on "delivery_slot" to app_staff using (true) with check (true);
alter table "delivery_note" add constraint "delivery_note_slot_id_fkey" foreign key ("slot_id") references "delivery_slot" (id) on delete restrict;
alter table "delivery_slot" add constraint "delivery_slot_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "delivery_slot" add constraint "delivery_slot_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
create view "delivery_slot_title" as select "id", "name" from "delivery_slot";
grant select on "delivery_slot_title" to app_supplier, app_staff;
revoke all on "delivery_note" from app_supplier;
drop policy if exists supplier_read on "delivery_note";
drop policy if exists supplier_update on "delivery_note";
drop policy if exists supplier_insert on "delivery_note";
drop policy if exists supplier_remove on "delivery_note";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "refused_pictures", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_read on "delivery_note" for select to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "refused_pictures", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_update on "delivery_note" for update to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "delivery_note" to app_supplier;
create policy supplier_insert on "delivery_note" for insert to app_supplier with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "delivery_note" to app_supplier;
create policy supplier_remove on "delivery_note" for delete to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "state", "previous_state", "name", "factory_id", "slot_date", "time_from", "time_to", "remark", "dock", "material_type_id", "free", "free_m3", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_slot" to app_supplier;
create policy supplier_read on "delivery_slot" for select to app_supplier using ((("delivery_slot"."state" = 'open' and "delivery_slot"."free" >= 1 and exists (select 1 from "source_data" x0 where x0."factory_id" = "delivery_slot"."factory_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('trial', 'active', 'suspended')))) or exists (select 1 from "delivery_note" x0 where x0."slot_id" = "delivery_slot"."id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('submitted', 'arrived', 'receiving', 'received')))));
`;
