/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-000505-purchase-return";

export const up = `
alter table "goods_receipt_items" add column "returned_qty" numeric(18,3) default 0 not null;
alter table "goods_receipt_items" add column "taken_back_qty" numeric(18,3) default 0 not null;
alter table "goods_receipt_items" add column "returnable_qty" numeric(18,3);
alter table "goods_receipt_items" add column "rejected_left_qty" numeric(18,3);
alter table "io_data" add column "return_id" uuid;
create index if not exists "io_data_return_id_idx" on "io_data" ("return_id");
create table "purchase_return" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "return_mode" text,
  "return_reason" text,
  "reason_text" text,
  "quality_no" text,
  "evidence" jsonb,
  "source_receipt_id" uuid,
  "currency" text,
  "amount" numeric(18,2),
  "asked_at" timestamptz,
  "confirm_deadline" timestamptz,
  "objection" text,
  "objection_files" jsonb,
  "accepted_at" timestamptz,
  "pick_date" date,
  "vehicle_no" text,
  "out_date" date,
  "shipped_at" timestamptz,
  "witness1" text,
  "witness2" text,
  "destroy_files" jsonb,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "purchase_return_number_key" unique ("tenant_id", "number")
);
create index if not exists "purchase_return_state_idx" on "purchase_return" ("state");
create index if not exists "purchase_return_supplier_id_idx" on "purchase_return" ("supplier_id");
create index if not exists "purchase_return_factory_id_idx" on "purchase_return" ("factory_id");
create index if not exists "purchase_return_source_receipt_id_idx" on "purchase_return" ("source_receipt_id");
create index if not exists "purchase_return_number_idx" on "purchase_return" ("number");
create index if not exists "purchase_return_search_idx" on "purchase_return" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "purchase_return" to app_staff;
alter table "purchase_return" enable row level security;
create policy staff on "purchase_return" to app_staff using (true) with check (true);
create table "purchase_return_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "receipt_line" uuid not null,
  "receipt_id" uuid,
  "order_line" uuid,
  "order_id" uuid,
  "material_id" uuid,
  "batch_no" text,
  "line_mode" text,
  "qty" numeric(18,3) not null,
  "out_qty" numeric(18,3),
  "uom" text,
  "price" numeric(18,6),
  "amount" numeric(18,2)
);
create index if not exists "purchase_return_items_root_idx" on "purchase_return_items" ("root_id");
create index if not exists "purchase_return_items_receipt_line_idx" on "purchase_return_items" ("receipt_line");
create index if not exists "purchase_return_items_order_line_idx" on "purchase_return_items" ("order_line");
grant select, insert, update, delete on "purchase_return_items" to app_staff;
alter table "purchase_return_items" enable row level security;
create policy staff on "purchase_return_items" to app_staff using (true) with check (true);
alter table "io_data" add constraint "io_data_return_id_fkey" foreign key ("return_id") references "purchase_return" (id) on delete restrict;
alter table "purchase_return" add constraint "purchase_return_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "purchase_return" add constraint "purchase_return_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "purchase_return" add constraint "purchase_return_source_receipt_id_fkey" foreign key ("source_receipt_id") references "goods_receipt" (id) on delete restrict;
alter table "purchase_return_items" add constraint "purchase_return_items_root_id_fkey" foreign key ("root_id") references "purchase_return" (id) on delete cascade;
alter table "purchase_return_items" add constraint "purchase_return_items_receipt_line_fkey" foreign key ("receipt_line") references "goods_receipt_items" (id) on delete restrict;
alter table "purchase_return_items" add constraint "purchase_return_items_receipt_id_fkey" foreign key ("receipt_id") references "goods_receipt" (id) on delete restrict;
alter table "purchase_return_items" add constraint "purchase_return_items_order_line_fkey" foreign key ("order_line") references "purchase_order_items" (id) on delete restrict;
alter table "purchase_return_items" add constraint "purchase_return_items_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "purchase_return_items" add constraint "purchase_return_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
revoke all on "goods_receipt_items" from app_supplier;
drop policy if exists supplier_read on "goods_receipt_items";
drop policy if exists supplier_update on "goods_receipt_items";
drop policy if exists supplier_insert on "goods_receipt_items";
drop policy if exists supplier_remove on "goods_receipt_items";
grant select ("id", "tenant_id", "root_id", "line_no", "note_line", "order_line", "order_id", "material_id", "uom", "batch_no", "produce_date", "expire_date", "notice_qty", "gross_weight", "tare_weight", "moisture_qty", "count_qty", "diff_qty", "diff_reason", "inspection_mode", "qa_result", "accept_qty", "concession_qty", "reject_qty", "returned_qty", "taken_back_qty", "returnable_qty", "rejected_left_qty") on "goods_receipt_items" to app_supplier;
create policy supplier_read on "goods_receipt_items" for select to app_supplier using ((exists (select 1 from "goods_receipt" x0 where x0."id" = "goods_receipt_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."posted_at" is not null))));
grant update ("returnable_qty", "rejected_left_qty") on "goods_receipt_items" to app_supplier;
create policy supplier_update on "goods_receipt_items" for update to app_supplier using ((exists (select 1 from "goods_receipt" x0 where x0."id" = "goods_receipt_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."posted_at" is not null)))) with check ((exists (select 1 from "goods_receipt" x0 where x0."id" = "goods_receipt_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."posted_at" is not null))));
revoke all on "io_data" from app_supplier;
drop policy if exists supplier_read on "io_data";
drop policy if exists supplier_update on "io_data";
drop policy if exists supplier_insert on "io_data";
drop policy if exists supplier_remove on "io_data";
grant select ("id", "tenant_id", "io_no", "io_type", "post_date", "supplier_id", "factory_id", "warehouse_id", "order_id", "receipt_id", "return_id", "material_id", "batch_no", "qty", "uom", "price", "currency", "amount", "source_no", "corrects", "version", "created_by", "created_at", "updated_by", "updated_at") on "io_data" to app_supplier;
create policy supplier_read on "io_data" for select to app_supplier using (("io_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "return_mode", "return_reason", "reason_text", "quality_no", "evidence", "source_receipt_id", "currency", "amount", "asked_at", "confirm_deadline", "objection", "objection_files", "accepted_at", "pick_date", "vehicle_no", "out_date", "shipped_at", "witness1", "witness2", "destroy_files", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "purchase_return" to app_supplier;
create policy supplier_read on "purchase_return" for select to app_supplier using (("purchase_return"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_return"."asked_at" is not null));
grant update ("state", "previous_state", "objection", "objection_files", "accepted_at", "pick_date", "vehicle_no", "version", "updated_by", "updated_at") on "purchase_return" to app_supplier;
create policy supplier_update on "purchase_return" for update to app_supplier using (("purchase_return"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_return"."asked_at" is not null)) with check (("purchase_return"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_return"."asked_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "receipt_line", "receipt_id", "order_line", "order_id", "material_id", "batch_no", "line_mode", "qty", "out_qty", "uom", "price", "amount") on "purchase_return_items" to app_supplier;
create policy supplier_read on "purchase_return_items" for select to app_supplier using ((exists (select 1 from "purchase_return" x0 where x0."id" = "purchase_return_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."asked_at" is not null))));
`;
