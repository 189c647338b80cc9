/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-202959-delivery-note";

export const up = `
create table "delivery_note" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "ship_date" date,
  "eta" timestamptz,
  "vehicle_no" text,
  "driver" text,
  "driver_phone" text,
  "temperature" text,
  "arrived_at" timestamptz,
  "refused_pictures" jsonb,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "delivery_note_number_key" unique ("tenant_id", "number")
);
create index if not exists "delivery_note_state_idx" on "delivery_note" ("state");
create index if not exists "delivery_note_supplier_id_idx" on "delivery_note" ("supplier_id");
create index if not exists "delivery_note_factory_id_idx" on "delivery_note" ("factory_id");
create index if not exists "delivery_note_number_idx" on "delivery_note" ("number");
create index if not exists "delivery_note_search_idx" on "delivery_note" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "delivery_note" to app_staff;
alter table "delivery_note" enable row level security;
create policy staff on "delivery_note" to app_staff using (true) with check (true);
create table "delivery_note_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "order_line" uuid not null,
  "material_id" uuid not null,
  "qty" numeric(18,3) not null,
  "packs" integer,
  "batch_no" text,
  "produce_date" date,
  "expire_date" date,
  "received_qty" numeric(18,3) default 0 not null,
  "open_qty" numeric(18,3)
);
create index if not exists "delivery_note_items_root_idx" on "delivery_note_items" ("root_id");
create index if not exists "delivery_note_items_order_line_idx" on "delivery_note_items" ("order_line");
grant select, insert, update, delete on "delivery_note_items" to app_staff;
alter table "delivery_note_items" enable row level security;
create policy staff on "delivery_note_items" to app_staff using (true) with check (true);
alter table "delivery_note" add constraint "delivery_note_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "delivery_note" add constraint "delivery_note_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "delivery_note_items" add constraint "delivery_note_items_root_id_fkey" foreign key ("root_id") references "delivery_note" (id) on delete cascade;
alter table "delivery_note_items" add constraint "delivery_note_items_order_line_fkey" foreign key ("order_line") references "purchase_order_items" (id) on delete restrict;
alter table "delivery_note_items" add constraint "delivery_note_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "refused_pictures", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_read on "delivery_note" for select to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "refused_pictures", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_update on "delivery_note" for update to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "delivery_note" to app_supplier;
create policy supplier_insert on "delivery_note" for insert to app_supplier with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "delivery_note" to app_supplier;
create policy supplier_remove on "delivery_note" for delete to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "received_qty", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_read on "delivery_note_items" for select to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "order_line", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_update on "delivery_note_items" for update to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "delivery_note_items" to app_supplier;
create policy supplier_insert on "delivery_note_items" for insert to app_supplier with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "delivery_note_items" to app_supplier;
create policy supplier_remove on "delivery_note_items" for delete to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
