/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-204756-receipts";

export const up = `
create table "goods_receipt" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "delivery_note_id" uuid,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "warehouse_id" uuid,
  "receive_at" timestamptz,
  "photos" jsonb,
  "remark" text,
  "count_qty" numeric(18,3),
  "accept_qty" numeric(18,3),
  "reject_qty" numeric(18,3),
  "diff_qty" numeric(18,3),
  "post_date" date,
  "posted_at" timestamptz,
  "diff_status" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "goods_receipt_number_key" unique ("tenant_id", "number")
);
create index if not exists "goods_receipt_state_idx" on "goods_receipt" ("state");
create index if not exists "goods_receipt_delivery_note_id_idx" on "goods_receipt" ("delivery_note_id");
create index if not exists "goods_receipt_supplier_id_idx" on "goods_receipt" ("supplier_id");
create index if not exists "goods_receipt_factory_id_idx" on "goods_receipt" ("factory_id");
create index if not exists "goods_receipt_warehouse_id_idx" on "goods_receipt" ("warehouse_id");
create index if not exists "goods_receipt_number_idx" on "goods_receipt" ("number");
create index if not exists "goods_receipt_search_idx" on "goods_receipt" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "goods_receipt" to app_staff;
alter table "goods_receipt" enable row level security;
create policy staff on "goods_receipt" to app_staff using (true) with check (true);
create table "goods_receipt_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "note_line" uuid,
  "order_line" uuid not null,
  "order_id" uuid,
  "material_id" uuid not null,
  "uom" text,
  "batch_no" text,
  "produce_date" date,
  "expire_date" date,
  "notice_qty" numeric(18,3),
  "gross_weight" numeric(18,3),
  "tare_weight" numeric(18,3),
  "moisture_qty" numeric(18,3),
  "count_qty" numeric(18,3),
  "diff_qty" numeric(18,3),
  "diff_reason" text,
  "inspection_mode" text,
  "qa_result" text,
  "accept_qty" numeric(18,3),
  "concession_qty" numeric(18,3),
  "reject_qty" numeric(18,3),
  "concession_no" text
);
create index if not exists "goods_receipt_items_root_idx" on "goods_receipt_items" ("root_id");
create index if not exists "goods_receipt_items_note_line_idx" on "goods_receipt_items" ("note_line");
create index if not exists "goods_receipt_items_order_line_idx" on "goods_receipt_items" ("order_line");
grant select, insert, update, delete on "goods_receipt_items" to app_staff;
alter table "goods_receipt_items" enable row level security;
create policy staff on "goods_receipt_items" to app_staff using (true) with check (true);
create table "io_data" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "io_no" text not null,
  "io_type" text not null,
  "post_date" date not null,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "warehouse_id" uuid,
  "order_id" uuid not null,
  "receipt_id" uuid not null,
  "material_id" uuid not null,
  "batch_no" text,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6) not null,
  "currency" text not null,
  "amount" numeric(18,2) not null,
  "posting_key" text not null,
  "source_entity" text not null,
  "source_id" text not null,
  "source_no" text not null,
  "source_line" text not null,
  "corrects" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  constraint "io_data_posting_key_key" unique ("tenant_id", "posting_key"),
  constraint "io_data_corrects_key" unique ("tenant_id", "corrects")
);
create index if not exists "io_data_supplier_id_idx" on "io_data" ("supplier_id");
create index if not exists "io_data_factory_id_idx" on "io_data" ("factory_id");
create index if not exists "io_data_warehouse_id_idx" on "io_data" ("warehouse_id");
create index if not exists "io_data_order_id_idx" on "io_data" ("order_id");
create index if not exists "io_data_receipt_id_idx" on "io_data" ("receipt_id");
create index if not exists "io_data_material_id_idx" on "io_data" ("material_id");
create index if not exists "io_data_corrects_idx" on "io_data" ("corrects");
create index if not exists "io_data_post_date_idx" on "io_data" ("post_date");
grant select, insert on "io_data" to app_staff;
alter table "io_data" enable row level security;
create policy staff on "io_data" to app_staff using (true) with check (true);
create trigger "io_data_grows" before update or delete on "io_data" for each row execute function refuse_journal_change();
create trigger "io_data_stays" before truncate on "io_data" for each statement execute function refuse_journal_change();
create table "posting_period" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "company_id" uuid not null,
  "month" text not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "posting_period_company_id_month_key" unique ("tenant_id", "company_id", "month")
);
create index if not exists "posting_period_state_idx" on "posting_period" ("state");
create index if not exists "posting_period_company_id_idx" on "posting_period" ("company_id");
create index if not exists "posting_period_month_idx" on "posting_period" ("month");
create index if not exists "posting_period_search_idx" on "posting_period" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "posting_period" to app_staff;
alter table "posting_period" enable row level security;
create policy staff on "posting_period" to app_staff using (true) with check (true);
alter table "goods_receipt" add constraint "goods_receipt_delivery_note_id_fkey" foreign key ("delivery_note_id") references "delivery_note" (id) on delete restrict;
alter table "goods_receipt" add constraint "goods_receipt_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "goods_receipt" add constraint "goods_receipt_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "goods_receipt" add constraint "goods_receipt_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" (id) on delete restrict;
alter table "goods_receipt_items" add constraint "goods_receipt_items_root_id_fkey" foreign key ("root_id") references "goods_receipt" (id) on delete cascade;
alter table "goods_receipt_items" add constraint "goods_receipt_items_note_line_fkey" foreign key ("note_line") references "delivery_note_items" (id) on delete restrict;
alter table "goods_receipt_items" add constraint "goods_receipt_items_order_line_fkey" foreign key ("order_line") references "purchase_order_items" (id) on delete restrict;
alter table "goods_receipt_items" add constraint "goods_receipt_items_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "goods_receipt_items" add constraint "goods_receipt_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "io_data" add constraint "io_data_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "io_data" add constraint "io_data_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "io_data" add constraint "io_data_warehouse_id_fkey" foreign key ("warehouse_id") references "warehouse" (id) on delete restrict;
alter table "io_data" add constraint "io_data_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "io_data" add constraint "io_data_receipt_id_fkey" foreign key ("receipt_id") references "goods_receipt" (id) on delete restrict;
alter table "io_data" add constraint "io_data_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "io_data" add constraint "io_data_corrects_fkey" foreign key ("corrects") references "io_data" (id) on delete restrict;
alter table "posting_period" add constraint "posting_period_company_id_fkey" foreign key ("company_id") references "company" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "delivery_note_id", "supplier_id", "factory_id", "warehouse_id", "receive_at", "photos", "remark", "count_qty", "accept_qty", "reject_qty", "diff_qty", "post_date", "posted_at", "diff_status", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "goods_receipt" to app_supplier;
create policy supplier_read on "goods_receipt" for select to app_supplier using (("goods_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "goods_receipt"."posted_at" is not null));
grant update ("state", "previous_state", "diff_status", "version", "updated_by", "updated_at") on "goods_receipt" to app_supplier;
create policy supplier_update on "goods_receipt" for update to app_supplier using (("goods_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "goods_receipt"."posted_at" is not null)) with check (("goods_receipt"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "goods_receipt"."posted_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "note_line", "order_line", "order_id", "material_id", "uom", "batch_no", "produce_date", "expire_date", "notice_qty", "gross_weight", "tare_weight", "moisture_qty", "count_qty", "diff_qty", "diff_reason", "inspection_mode", "qa_result", "accept_qty", "concession_qty", "reject_qty") on "goods_receipt_items" to app_supplier;
create policy supplier_read on "goods_receipt_items" for select to app_supplier using ((exists (select 1 from "goods_receipt" x0 where x0."id" = "goods_receipt_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."posted_at" is not null))));
grant select ("id", "tenant_id", "io_no", "io_type", "post_date", "supplier_id", "factory_id", "warehouse_id", "order_id", "receipt_id", "material_id", "batch_no", "qty", "uom", "price", "currency", "amount", "source_no", "corrects", "version", "created_by", "created_at", "updated_by", "updated_at") on "io_data" to app_supplier;
create policy supplier_read on "io_data" for select to app_supplier using (("io_data"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
