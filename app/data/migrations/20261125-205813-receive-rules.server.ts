/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-205813-receive-rules";

export const up = `
create table "coa_standard" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "material_id" uuid not null,
  "supplier_id" uuid,
  "template_id" uuid not null,
  "required_at" text not null,
  "valid_from" date not null,
  "standard_version" integer,
  "last_day" date,
  "submitted_by" uuid,
  "approved_on" date,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "coa_standard_number_key" unique ("tenant_id", "number")
);
create index if not exists "coa_standard_state_idx" on "coa_standard" ("state");
create index if not exists "coa_standard_material_id_idx" on "coa_standard" ("material_id");
create index if not exists "coa_standard_supplier_id_idx" on "coa_standard" ("supplier_id");
create index if not exists "coa_standard_template_id_idx" on "coa_standard" ("template_id");
create index if not exists "coa_standard_submitted_by_idx" on "coa_standard" ("submitted_by");
create index if not exists "coa_standard_updated_at_idx" on "coa_standard" ("updated_at");
create index if not exists "coa_standard_search_idx" on "coa_standard" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "coa_standard" to app_staff;
alter table "coa_standard" enable row level security;
create policy staff on "coa_standard" to app_staff using (true) with check (true);
create table "coa_standard_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_name" text not null,
  "method" text,
  "unit" text,
  "value_kind" text not null,
  "low" numeric(18,6),
  "low_open" boolean default false not null,
  "high" numeric(18,6),
  "high_open" boolean default false not null,
  "text_value" text,
  "key_item" boolean default false not null,
  "required" boolean default false not null
);
create index if not exists "coa_standard_items_root_idx" on "coa_standard_items" ("root_id");
grant select, insert, update, delete on "coa_standard_items" to app_staff;
alter table "coa_standard_items" enable row level security;
create policy staff on "coa_standard_items" to app_staff using (true) with check (true);
create table "coa_template" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "title" text not null,
  "material_type_id" uuid not null,
  "standard_no" text,
  "enabled" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "coa_template_code_key" unique ("tenant_id", "code")
);
create index if not exists "coa_template_material_type_id_idx" on "coa_template" ("material_type_id");
create index if not exists "coa_template_code_idx" on "coa_template" ("code");
create index if not exists "coa_template_search_idx" on "coa_template" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "coa_template" to app_staff;
alter table "coa_template" enable row level security;
create policy staff on "coa_template" to app_staff using (true) with check (true);
create table "coa_template_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item_name" text not null,
  "item_group" text,
  "method" text,
  "unit" text,
  "value_kind" text not null,
  "law_low" numeric(18,6),
  "law_high" numeric(18,6),
  "key_item" boolean default false not null
);
create index if not exists "coa_template_items_root_idx" on "coa_template_items" ("root_id");
grant select, insert, update, delete on "coa_template_items" to app_staff;
alter table "coa_template_items" enable row level security;
create policy staff on "coa_template_items" to app_staff using (true) with check (true);
create table "inbound_coa" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "supplier_id" uuid not null,
  "material_id" uuid not null,
  "batch_no" text not null,
  "produce_date" date not null,
  "batch_qty" numeric(18,3) not null,
  "test_date" date not null,
  "lab" text not null,
  "file" jsonb,
  "standard_id" uuid,
  "auto_result" text,
  "final_result" text,
  "concession_no" text,
  "concession_reason" text,
  "lab_diff" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "inbound_coa_number_key" unique ("tenant_id", "number"),
  constraint "inbound_coa_supplier_id_material_id_batch_no_key" unique ("tenant_id", "supplier_id", "material_id", "batch_no")
);
create index if not exists "inbound_coa_state_idx" on "inbound_coa" ("state");
create index if not exists "inbound_coa_supplier_id_idx" on "inbound_coa" ("supplier_id");
create index if not exists "inbound_coa_material_id_idx" on "inbound_coa" ("material_id");
create index if not exists "inbound_coa_standard_id_idx" on "inbound_coa" ("standard_id");
create index if not exists "inbound_coa_created_at_idx" on "inbound_coa" ("created_at");
create index if not exists "inbound_coa_search_idx" on "inbound_coa" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "inbound_coa" to app_staff;
alter table "inbound_coa" enable row level security;
create policy staff on "inbound_coa" to app_staff using (true) with check (true);
create table "inbound_coa_readings" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "item" text not null,
  "method" text,
  "unit" text,
  "value_kind" text not null,
  "lower" numeric(18,6),
  "lower_open" boolean default false not null,
  "upper" numeric(18,6),
  "upper_open" boolean default false not null,
  "text_value" text,
  "key_item" boolean default false not null,
  "required" boolean default false not null,
  "value" text,
  "judge" text,
  "own_value" text,
  "own_judge" text,
  "own_diff" numeric(18,6)
);
create index if not exists "inbound_coa_readings_root_idx" on "inbound_coa_readings" ("root_id");
grant select, insert, update, delete on "inbound_coa_readings" to app_staff;
alter table "inbound_coa_readings" enable row level security;
create policy staff on "inbound_coa_readings" to app_staff using (true) with check (true);
create table "logistics_volume" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "state" text not null,
  "previous_state" text,
  "material_id" uuid not null,
  "supplier_id" uuid,
  "pack_qty" numeric(18,3) not null,
  "length_cm" numeric(10,2) not null,
  "width_cm" numeric(10,2) not null,
  "height_cm" numeric(10,2) not null,
  "volume_m3" numeric(18,6),
  "gross_kg" numeric(18,3) not null,
  "boxes_per_pallet" integer,
  "stack_layers" integer,
  "temp_zone" text,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null
);
create index if not exists "logistics_volume_state_idx" on "logistics_volume" ("state");
create index if not exists "logistics_volume_material_id_idx" on "logistics_volume" ("material_id");
create index if not exists "logistics_volume_supplier_id_idx" on "logistics_volume" ("supplier_id");
grant select, insert, update, delete on "logistics_volume" to app_staff;
alter table "logistics_volume" enable row level security;
create policy staff on "logistics_volume" to app_staff using (true) with check (true);
create table "receive_control" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "name" text not null,
  "level" text not null,
  "factory_id" uuid,
  "material_type_id" uuid,
  "material_id" uuid,
  "supplier_id" uuid,
  "over_percent" numeric(9,4),
  "under_percent" numeric(9,4),
  "early_days" integer,
  "late_days" integer,
  "shelf_ratio" numeric(9,4),
  "max_batches" integer,
  "fifo_batch" text,
  "coa_required" text,
  "mode" text,
  "enabled" boolean default false not null,
  "shipped" boolean default false not null,
  "remark" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "receive_control_name_key" unique ("tenant_id", "name")
);
create index if not exists "receive_control_factory_id_idx" on "receive_control" ("factory_id");
create index if not exists "receive_control_material_type_id_idx" on "receive_control" ("material_type_id");
create index if not exists "receive_control_material_id_idx" on "receive_control" ("material_id");
create index if not exists "receive_control_supplier_id_idx" on "receive_control" ("supplier_id");
create index if not exists "receive_control_level_idx" on "receive_control" ("level");
create index if not exists "receive_control_search_idx" on "receive_control" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "receive_control" to app_staff;
alter table "receive_control" enable row level security;
create policy staff on "receive_control" to app_staff using (true) with check (true);
create table "vehicle_type" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "code" text not null,
  "name" text not null,
  "load_m3" numeric(10,3) not null,
  "load_kg" numeric(18,3) not null,
  "enabled" boolean default false not null,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "vehicle_type_code_key" unique ("tenant_id", "code")
);
create index if not exists "vehicle_type_code_idx" on "vehicle_type" ("code");
create index if not exists "vehicle_type_search_idx" on "vehicle_type" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "vehicle_type" to app_staff;
alter table "vehicle_type" enable row level security;
create policy staff on "vehicle_type" to app_staff using (true) with check (true);
alter table "coa_standard" add constraint "coa_standard_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "coa_standard" add constraint "coa_standard_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "coa_standard" add constraint "coa_standard_template_id_fkey" foreign key ("template_id") references "coa_template" (id) on delete restrict;
alter table "coa_standard" add constraint "coa_standard_submitted_by_fkey" foreign key ("submitted_by") references "app_user" (id) on delete restrict;
alter table "coa_standard_items" add constraint "coa_standard_items_root_id_fkey" foreign key ("root_id") references "coa_standard" (id) on delete cascade;
alter table "coa_template" add constraint "coa_template_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "coa_template_items" add constraint "coa_template_items_root_id_fkey" foreign key ("root_id") references "coa_template" (id) on delete cascade;
alter table "inbound_coa" add constraint "inbound_coa_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "inbound_coa" add constraint "inbound_coa_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "inbound_coa" add constraint "inbound_coa_standard_id_fkey" foreign key ("standard_id") references "coa_standard" (id) on delete restrict;
alter table "inbound_coa_readings" add constraint "inbound_coa_readings_root_id_fkey" foreign key ("root_id") references "inbound_coa" (id) on delete cascade;
alter table "logistics_volume" add constraint "logistics_volume_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "logistics_volume" add constraint "logistics_volume_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "receive_control" add constraint "receive_control_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "receive_control" add constraint "receive_control_material_type_id_fkey" foreign key ("material_type_id") references "material_type" (id) on delete restrict;
alter table "receive_control" add constraint "receive_control_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
alter table "receive_control" add constraint "receive_control_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
create view "coa_template_title" as select "id", "code", "title" from "coa_template";
grant select on "coa_template_title" to app_supplier, app_staff;
grant select ("id", "tenant_id", "number", "state", "previous_state", "material_id", "supplier_id", "template_id", "required_at", "valid_from", "standard_version", "last_day", "approved_on", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "coa_standard" to app_supplier;
create policy supplier_read on "coa_standard" for select to app_supplier using (("coa_standard"."state" in ('active', 'replaced', 'disabled') and ("coa_standard"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid or ("coa_standard"."supplier_id" is null and exists (select 1 from "source_data" x0 where x0."material_id" = "coa_standard"."material_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."state" in ('trial', 'active', 'suspended', 'ended')))))));
grant select ("id", "tenant_id", "root_id", "line_no", "item_name", "method", "unit", "value_kind", "low", "low_open", "high", "high_open", "text_value", "key_item", "required") on "coa_standard_items" to app_supplier;
create policy supplier_read on "coa_standard_items" for select to app_supplier using ((exists (select 1 from "coa_standard" x0 where x0."id" = "coa_standard_items"."root_id" and ("x0"."state" in ('active', 'replaced', 'disabled') and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid or ("x0"."supplier_id" is null and exists (select 1 from "source_data" x1 where x1."material_id" = "x0"."material_id" and ("x1"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x1"."state" in ('trial', 'active', 'suspended', 'ended')))))))));
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "final_result", "concession_no", "concession_reason", "lab_diff", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_read on "inbound_coa" for select to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "supplier_id", "material_id", "batch_no", "produce_date", "batch_qty", "test_date", "lab", "file", "standard_id", "auto_result", "lab_diff", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "inbound_coa" to app_supplier;
create policy supplier_update on "inbound_coa" for update to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "inbound_coa" to app_supplier;
create policy supplier_insert on "inbound_coa" for insert to app_supplier with check (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "inbound_coa" to app_supplier;
create policy supplier_remove on "inbound_coa" for delete to app_supplier using (("inbound_coa"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "root_id", "line_no", "item", "method", "unit", "value_kind", "lower", "lower_open", "upper", "upper_open", "text_value", "key_item", "required", "value", "judge", "own_value", "own_judge", "own_diff") on "inbound_coa_readings" to app_supplier;
create policy supplier_read on "inbound_coa_readings" for select to app_supplier using ((exists (select 1 from "inbound_coa" x0 where x0."id" = "inbound_coa_readings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "item", "method", "unit", "value_kind", "lower", "lower_open", "upper", "upper_open", "text_value", "key_item", "required", "value", "judge", "own_value", "own_judge", "own_diff") on "inbound_coa_readings" to app_supplier;
create policy supplier_update on "inbound_coa_readings" for update to app_supplier using ((exists (select 1 from "inbound_coa" x0 where x0."id" = "inbound_coa_readings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "inbound_coa" x0 where x0."id" = "inbound_coa_readings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "inbound_coa_readings" to app_supplier;
create policy supplier_insert on "inbound_coa_readings" for insert to app_supplier with check ((exists (select 1 from "inbound_coa" x0 where x0."id" = "inbound_coa_readings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "inbound_coa_readings" to app_supplier;
create policy supplier_remove on "inbound_coa_readings" for delete to app_supplier using ((exists (select 1 from "inbound_coa" x0 where x0."id" = "inbound_coa_readings"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant select ("id", "tenant_id", "state", "previous_state", "material_id", "supplier_id", "pack_qty", "length_cm", "width_cm", "height_cm", "volume_m3", "gross_kg", "boxes_per_pallet", "stack_layers", "temp_zone", "remark", "version", "created_by", "created_at", "updated_by", "updated_at") on "logistics_volume" to app_supplier;
create policy supplier_read on "logistics_volume" for select to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("state", "previous_state", "material_id", "supplier_id", "pack_qty", "length_cm", "width_cm", "height_cm", "volume_m3", "gross_kg", "boxes_per_pallet", "stack_layers", "temp_zone", "remark", "version", "updated_by", "updated_at") on "logistics_volume" to app_supplier;
create policy supplier_update on "logistics_volume" for update to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "logistics_volume" to app_supplier;
create policy supplier_insert on "logistics_volume" for insert to app_supplier with check (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "logistics_volume" to app_supplier;
create policy supplier_remove on "logistics_volume" for delete to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant select ("id", "tenant_id", "name", "level", "factory_id", "material_type_id", "material_id", "supplier_id", "over_percent", "under_percent", "early_days", "late_days", "shelf_ratio", "max_batches", "fifo_batch", "coa_required", "mode", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "receive_control" to app_supplier;
create policy supplier_read on "receive_control" for select to app_supplier using (("receive_control"."enabled" = true and ("receive_control"."supplier_id" is null or "receive_control"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid)));
grant select ("id", "tenant_id", "code", "name", "load_m3", "load_kg", "enabled", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "vehicle_type" to app_supplier;
create policy supplier_read on "vehicle_type" for select to app_supplier using ("vehicle_type"."enabled" = true);
`;
