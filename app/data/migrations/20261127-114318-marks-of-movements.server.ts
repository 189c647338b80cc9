/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-114318-marks-of-movements";

export const up = `
create table "io_mark" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "io_no" text not null,
  "movement_id" uuid,
  "sap_id" uuid,
  "sync_from" text not null,
  "io_type" text not null,
  "post_date" date not null,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "order_id" uuid,
  "material_id" uuid not null,
  "batch_no" text,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "price" numeric(18,6),
  "currency" text,
  "amount" numeric(18,2),
  "source_no" text,
  "match" text,
  "sap_qty" numeric(18,3),
  "settled_on" date,
  "confirm_month" text not null,
  "confirmed_on" date,
  "objection" text,
  "objected_on" date,
  "answer" text,
  "answered_on" date,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "io_mark_movement_id_key" unique ("tenant_id", "movement_id"),
  constraint "io_mark_sap_id_key" unique ("tenant_id", "sap_id")
);
create index if not exists "io_mark_state_idx" on "io_mark" ("state");
create index if not exists "io_mark_movement_id_idx" on "io_mark" ("movement_id");
create index if not exists "io_mark_sap_id_idx" on "io_mark" ("sap_id");
create index if not exists "io_mark_supplier_id_idx" on "io_mark" ("supplier_id");
create index if not exists "io_mark_factory_id_idx" on "io_mark" ("factory_id");
create index if not exists "io_mark_order_id_idx" on "io_mark" ("order_id");
create index if not exists "io_mark_material_id_idx" on "io_mark" ("material_id");
create index if not exists "io_mark_post_date_idx" on "io_mark" ("post_date");
create index if not exists "io_mark_search_idx" on "io_mark" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "io_mark" to app_staff;
alter table "io_mark" enable row level security;
create policy staff on "io_mark" to app_staff using (true) with check (true);
create table "month_confirmation" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "month" text not null,
  "currency" text not null,
  "remark" text,
  "row_count" integer,
  "in_amount" numeric(18,2),
  "out_amount" numeric(18,2),
  "total_amount" numeric(18,2),
  "diff_count" integer,
  "disputed_count" integer,
  "ready_on" date,
  "confirmed_on" date,
  "confirmed_by" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "month_confirmation_number_key" unique ("tenant_id", "number"),
  constraint "month_confirmation_supplier_id_month_currency_key" unique ("tenant_id", "supplier_id", "month", "currency")
);
create index if not exists "month_confirmation_state_idx" on "month_confirmation" ("state");
create index if not exists "month_confirmation_supplier_id_idx" on "month_confirmation" ("supplier_id");
create index if not exists "month_confirmation_month_idx" on "month_confirmation" ("month");
create index if not exists "month_confirmation_search_idx" on "month_confirmation" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "month_confirmation" to app_staff;
alter table "month_confirmation" enable row level security;
create policy staff on "month_confirmation" to app_staff using (true) with check (true);
create table "sap_movement" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "sap_key" text not null,
  "io_type" text not null,
  "post_date" date not null,
  "supplier_id" uuid not null,
  "factory_id" uuid not null,
  "material_id" uuid not null,
  "batch_no" text,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "source_no" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "sap_movement_sap_key_key" unique ("tenant_id", "sap_key")
);
create index if not exists "sap_movement_supplier_id_idx" on "sap_movement" ("supplier_id");
create index if not exists "sap_movement_factory_id_idx" on "sap_movement" ("factory_id");
create index if not exists "sap_movement_material_id_idx" on "sap_movement" ("material_id");
create index if not exists "sap_movement_post_date_idx" on "sap_movement" ("post_date");
create index if not exists "sap_movement_search_idx" on "sap_movement" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "sap_movement" to app_staff;
alter table "sap_movement" enable row level security;
create policy staff on "sap_movement" to app_staff using (true) with check (true);
alter table "io_mark" add constraint "io_mark_movement_id_fkey" foreign key ("movement_id") references "io_data" (id) on delete restrict;
alter table "io_mark" add constraint "io_mark_sap_id_fkey" foreign key ("sap_id") references "sap_movement" (id) on delete restrict;
alter table "io_mark" add constraint "io_mark_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "io_mark" add constraint "io_mark_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "io_mark" add constraint "io_mark_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "io_mark" add constraint "io_mark_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "month_confirmation" add constraint "month_confirmation_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "sap_movement" add constraint "sap_movement_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "sap_movement" add constraint "sap_movement_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "sap_movement" add constraint "sap_movement_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "state", "previous_state", "io_no", "movement_id", "sync_from", "io_type", "post_date", "supplier_id", "factory_id", "order_id", "material_id", "batch_no", "qty", "uom", "price", "currency", "amount", "source_no", "match", "settled_on", "confirm_month", "confirmed_on", "objection", "objected_on", "answer", "answered_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "io_mark" to app_supplier;
create policy supplier_read on "io_mark" for select to app_supplier using (("io_mark"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "io_mark"."sync_from" = 'srm'));
grant update ("state", "previous_state", "confirm_month", "confirmed_on", "objection", "objected_on", "answer", "answered_on", "version", "updated_by", "updated_at") on "io_mark" to app_supplier;
create policy supplier_update on "io_mark" for update to app_supplier using (("io_mark"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "io_mark"."sync_from" = 'srm')) with check (("io_mark"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "io_mark"."sync_from" = 'srm'));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "month", "currency", "remark", "row_count", "in_amount", "out_amount", "total_amount", "diff_count", "disputed_count", "ready_on", "confirmed_on", "confirmed_by", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "month_confirmation" to app_supplier;
create policy supplier_read on "month_confirmation" for select to app_supplier using (("month_confirmation"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "month_confirmation"."ready_on" is not null));
grant update ("state", "previous_state", "row_count", "in_amount", "out_amount", "total_amount", "diff_count", "disputed_count", "confirmed_on", "confirmed_by", "version", "updated_by", "updated_at") on "month_confirmation" to app_supplier;
create policy supplier_update on "month_confirmation" for update to app_supplier using (("month_confirmation"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "month_confirmation"."ready_on" is not null)) with check (("month_confirmation"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "month_confirmation"."ready_on" is not null));
`;
