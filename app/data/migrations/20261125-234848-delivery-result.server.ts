/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-234848-delivery-result";

export const up = `
create table "delivery_result" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "rule_id" uuid not null,
  "supplier_id" uuid not null,
  "month" text not null,
  "rule_name" text,
  "due_source" text,
  "grace_days" integer,
  "early_counts" boolean default false not null,
  "qty_tolerance" numeric(9,4),
  "fine_rate" numeric(9,4),
  "fine_cap" numeric(9,4),
  "fine_start_days" integer,
  "min_fine" numeric(18,2),
  "exempt_reasons" text,
  "computed_on" date,
  "due_lines" integer,
  "on_time_lines" integer,
  "on_time_rate" numeric(9,4),
  "fill_rate" numeric(9,4),
  "score" numeric(6,2),
  "proposed_fine" text,
  "published_at" timestamptz,
  "published_by" uuid,
  "dispute_deadline" date,
  "confirmed_at" timestamptz,
  "confirmed_by_way" text,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "delivery_result_number_key" unique ("tenant_id", "number"),
  constraint "delivery_result_rule_id_supplier_id_month_key" unique ("tenant_id", "rule_id", "supplier_id", "month")
);
create index if not exists "delivery_result_state_idx" on "delivery_result" ("state");
create index if not exists "delivery_result_rule_id_idx" on "delivery_result" ("rule_id");
create index if not exists "delivery_result_supplier_id_idx" on "delivery_result" ("supplier_id");
create index if not exists "delivery_result_published_by_idx" on "delivery_result" ("published_by");
create index if not exists "delivery_result_number_idx" on "delivery_result" ("number");
create index if not exists "delivery_result_search_idx" on "delivery_result" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "delivery_result" to app_staff;
alter table "delivery_result" enable row level security;
create policy staff on "delivery_result" to app_staff using (true) with check (true);
create table "delivery_result_bands" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "from_rate" numeric(9,4) not null,
  "to_rate" numeric(9,4) not null,
  "score" numeric(6,2) not null
);
create index if not exists "delivery_result_bands_root_idx" on "delivery_result_bands" ("root_id");
grant select, insert, update, delete on "delivery_result_bands" to app_staff;
alter table "delivery_result_bands" enable row level security;
create policy staff on "delivery_result_bands" to app_staff using (true) with check (true);
create table "delivery_result_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "order_line" uuid not null,
  "material_id" uuid not null,
  "due_date" date not null,
  "qty" numeric(18,3) not null,
  "uom" text not null,
  "received_qty" numeric(18,3) not null,
  "total_qty" numeric(18,3) not null,
  "complete_on" date,
  "on_time" boolean default false not null,
  "in_full" boolean default false not null,
  "early" boolean default false not null,
  "late_days" integer not null,
  "currency" text not null,
  "amount" numeric(18,2) not null,
  "fine" numeric(18,2) not null,
  "exempt_reason" text,
  "objection" text,
  "objection_status" text,
  "objected_on" date,
  "answer" text
);
create index if not exists "delivery_result_items_root_idx" on "delivery_result_items" ("root_id");
create index if not exists "delivery_result_items_order_line_idx" on "delivery_result_items" ("order_line");
grant select, insert, update, delete on "delivery_result_items" to app_staff;
alter table "delivery_result_items" enable row level security;
create policy staff on "delivery_result_items" to app_staff using (true) with check (true);
alter table "delivery_result" add constraint "delivery_result_rule_id_fkey" foreign key ("rule_id") references "delivery_assessment" (id) on delete restrict;
alter table "delivery_result" add constraint "delivery_result_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "delivery_result" add constraint "delivery_result_published_by_fkey" foreign key ("published_by") references "app_user" (id) on delete restrict;
alter table "delivery_result_bands" add constraint "delivery_result_bands_root_id_fkey" foreign key ("root_id") references "delivery_result" (id) on delete cascade;
alter table "delivery_result_items" add constraint "delivery_result_items_root_id_fkey" foreign key ("root_id") references "delivery_result" (id) on delete cascade;
alter table "delivery_result_items" add constraint "delivery_result_items_order_line_fkey" foreign key ("order_line") references "purchase_order_items" (id) on delete restrict;
alter table "delivery_result_items" add constraint "delivery_result_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "month", "rule_name", "due_source", "grace_days", "early_counts", "qty_tolerance", "fine_rate", "fine_cap", "fine_start_days", "min_fine", "exempt_reasons", "computed_on", "due_lines", "on_time_lines", "on_time_rate", "fill_rate", "score", "proposed_fine", "published_at", "dispute_deadline", "confirmed_at", "confirmed_by_way", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_result" to app_supplier;
create policy supplier_read on "delivery_result" for select to app_supplier using (("delivery_result"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "delivery_result"."published_at" is not null));
grant update ("state", "previous_state", "confirmed_at", "confirmed_by_way", "version", "updated_by", "updated_at") on "delivery_result" to app_supplier;
create policy supplier_update on "delivery_result" for update to app_supplier using (("delivery_result"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "delivery_result"."published_at" is not null)) with check (("delivery_result"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "delivery_result"."published_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "from_rate", "to_rate", "score") on "delivery_result_bands" to app_supplier;
create policy supplier_read on "delivery_result_bands" for select to app_supplier using ((exists (select 1 from "delivery_result" x0 where x0."id" = "delivery_result_bands"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "material_id", "due_date", "qty", "uom", "received_qty", "total_qty", "complete_on", "on_time", "in_full", "early", "late_days", "currency", "amount", "fine", "exempt_reason", "objection", "objection_status", "objected_on", "answer") on "delivery_result_items" to app_supplier;
create policy supplier_read on "delivery_result_items" for select to app_supplier using ((exists (select 1 from "delivery_result" x0 where x0."id" = "delivery_result_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
grant update ("objection", "objection_status", "objected_on") on "delivery_result_items" to app_supplier;
create policy supplier_update on "delivery_result_items" for update to app_supplier using ((exists (select 1 from "delivery_result" x0 where x0."id" = "delivery_result_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null)))) with check ((exists (select 1 from "delivery_result" x0 where x0."id" = "delivery_result_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."published_at" is not null))));
`;
