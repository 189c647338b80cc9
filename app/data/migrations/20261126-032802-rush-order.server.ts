/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261126-032802-rush-order";

export const up = `
create table "rush_order" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "number" text not null,
  "state" text not null,
  "previous_state" text,
  "rush_kind" text not null,
  "supplier_id" uuid not null,
  "order_id" uuid,
  "factory_id" uuid,
  "buyer_id" uuid,
  "level" text not null,
  "reason" text,
  "reason_text" text,
  "reply_deadline" timestamptz,
  "cost_bearer" text,
  "stop_loss" numeric(18,2),
  "currency" text,
  "extra_cost" numeric(18,2),
  "sent_at" timestamptz,
  "half_at" timestamptz,
  "no_reply_at" timestamptz,
  "reminded_on" date,
  "replied_at" timestamptz,
  "agreed_at" timestamptz,
  "made_order_id" uuid,
  "version" integer default 1 not null,
  "created_by" uuid,
  "created_at" timestamptz default now() not null,
  "updated_by" uuid,
  "updated_at" timestamptz default now() not null,
  "search_text" text,
  "search_grams" text[],
  constraint "rush_order_number_key" unique ("tenant_id", "number")
);
create index if not exists "rush_order_state_idx" on "rush_order" ("state") include ("rush_kind", "level", "reason");
create index if not exists "rush_order_supplier_id_idx" on "rush_order" ("supplier_id");
create index if not exists "rush_order_order_id_idx" on "rush_order" ("order_id");
create index if not exists "rush_order_factory_id_idx" on "rush_order" ("factory_id");
create index if not exists "rush_order_buyer_id_idx" on "rush_order" ("buyer_id");
create index if not exists "rush_order_made_order_id_idx" on "rush_order" ("made_order_id");
create index if not exists "rush_order_number_idx" on "rush_order" ("number") include ("state", "rush_kind", "level", "reason", "id");
create index if not exists "rush_order_reply_deadline_sort" on "rush_order" ("reply_deadline", "id") include ("state", "rush_kind", "level", "reason");
create index if not exists "rush_order_reply_deadline_desc" on "rush_order" ("reply_deadline" desc nulls last, "id" desc) include ("state", "rush_kind", "level", "reason");
create index if not exists "rush_order_search_idx" on "rush_order" using gin ("search_grams") with (fastupdate = off);
grant select, insert, update, delete on "rush_order" to app_staff;
alter table "rush_order" enable row level security;
create policy staff on "rush_order" to app_staff using (true) with check (true);
create table "rush_order_items" (
  "id" uuid primary key,
  "tenant_id" smallint default 1 not null,
  "root_id" uuid not null,
  "line_no" integer not null,
  "order_line" uuid,
  "material_id" uuid not null,
  "qty" numeric(18,3) not null,
  "uom" text,
  "price" numeric(18,6),
  "old_date" date,
  "want_date" date,
  "reply_qty" numeric(18,3),
  "reply_date" date,
  "line_cost" numeric(18,2),
  "cost_reason" text,
  "base_qty" numeric(18,3),
  "arrive_date" date
);
create index if not exists "rush_order_items_root_idx" on "rush_order_items" ("root_id");
create index if not exists "rush_order_items_order_line_idx" on "rush_order_items" ("order_line");
grant select, insert, update, delete on "rush_order_items" to app_staff;
alter table "rush_order_items" enable row level security;
create policy staff on "rush_order_items" to app_staff using (true) with check (true);
alter table "rush_order" add constraint "rush_order_supplier_id_fkey" foreign key ("supplier_id") references "supplier" (id) on delete restrict;
alter table "rush_order" add constraint "rush_order_order_id_fkey" foreign key ("order_id") references "purchase_order" (id) on delete restrict;
alter table "rush_order" add constraint "rush_order_factory_id_fkey" foreign key ("factory_id") references "factory" (id) on delete restrict;
alter table "rush_order" add constraint "rush_order_buyer_id_fkey" foreign key ("buyer_id") references "app_user" (id) on delete restrict;
alter table "rush_order" add constraint "rush_order_made_order_id_fkey" foreign key ("made_order_id") references "purchase_order" (id) on delete restrict;
alter table "rush_order_items" add constraint "rush_order_items_root_id_fkey" foreign key ("root_id") references "rush_order" (id) on delete cascade;
alter table "rush_order_items" add constraint "rush_order_items_order_line_fkey" foreign key ("order_line") references "purchase_order_items" (id) on delete restrict;
alter table "rush_order_items" add constraint "rush_order_items_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
grant select ("id", "tenant_id", "number", "state", "previous_state", "rush_kind", "supplier_id", "order_id", "factory_id", "buyer_id", "level", "reason", "reason_text", "reply_deadline", "cost_bearer", "currency", "extra_cost", "sent_at", "replied_at", "agreed_at", "made_order_id", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "rush_order" to app_supplier;
create policy supplier_read on "rush_order" for select to app_supplier using (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null));
grant update ("state", "previous_state", "extra_cost", "replied_at", "version", "updated_by", "updated_at") on "rush_order" to app_supplier;
create policy supplier_update on "rush_order" for update to app_supplier using (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null)) with check (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null));
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "material_id", "qty", "uom", "price", "old_date", "want_date", "reply_qty", "reply_date", "line_cost", "cost_reason", "arrive_date") on "rush_order_items" to app_supplier;
create policy supplier_read on "rush_order_items" for select to app_supplier using ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null))));
grant update ("reply_qty", "reply_date", "line_cost", "cost_reason") on "rush_order_items" to app_supplier;
create policy supplier_update on "rush_order_items" for update to app_supplier using ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null)))) with check ((exists (select 1 from "rush_order" x0 where x0."id" = "rush_order_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "x0"."sent_at" is not null))));
`;
