/** Written by `npm run db:generate`, and by hand what stands in the rushes there are. It stays as it is once it has run anywhere. */
export const name = "20261127-150016-rush-days";

export const up = `
alter table "rush_order" add column "material_id" uuid;
alter table "rush_order" add column "want_date" date;
alter table "rush_order" add column "reply_date" date;
update rush_order r set
  material_id = (select i.material_id from rush_order_items i where i.root_id = r.id order by i.line_no limit 1),
  want_date = (select min(i.want_date) from rush_order_items i where i.root_id = r.id),
  reply_date = (select max(i.reply_date) from rush_order_items i where i.root_id = r.id and i.ended_on is null and i.reply_qty > 0);
drop index if exists "rush_order_state_idx";
create index if not exists "rush_order_state_idx" on "rush_order" ("state") include ("rush_kind", "level", "reason", "want_date", "reply_date");
create index if not exists "rush_order_material_id_idx" on "rush_order" ("material_id");
drop index if exists "rush_order_number_idx";
create index if not exists "rush_order_number_idx" on "rush_order" ("number") include ("state", "rush_kind", "level", "reason", "want_date", "reply_date", "id");
drop index if exists "rush_order_reply_deadline_sort";
create index if not exists "rush_order_reply_deadline_sort" on "rush_order" ("reply_deadline", "id") include ("state", "rush_kind", "level", "reason", "want_date", "reply_date");
drop index if exists "rush_order_reply_deadline_desc";
create index if not exists "rush_order_reply_deadline_desc" on "rush_order" ("reply_deadline" desc nulls last, "id" desc) include ("state", "rush_kind", "level", "reason", "want_date", "reply_date");
create index if not exists "rush_order_want_date_sort" on "rush_order" ("want_date", "id") include ("state", "rush_kind", "level", "reason", "reply_date");
create index if not exists "rush_order_want_date_desc" on "rush_order" ("want_date" desc nulls last, "id" desc) include ("state", "rush_kind", "level", "reason", "reply_date");
create index if not exists "rush_order_reply_date_sort" on "rush_order" ("reply_date", "id") include ("state", "rush_kind", "level", "reason", "want_date");
create index if not exists "rush_order_reply_date_desc" on "rush_order" ("reply_date" desc nulls last, "id" desc) include ("state", "rush_kind", "level", "reason", "want_date");
alter table "rush_order" add constraint "rush_order_material_id_fkey" foreign key ("material_id") references "material" (id) on delete restrict;
revoke all on "rush_order" from app_supplier;
drop policy if exists supplier_read on "rush_order";
drop policy if exists supplier_update on "rush_order";
drop policy if exists supplier_insert on "rush_order";
drop policy if exists supplier_remove on "rush_order";
grant select ("id", "tenant_id", "number", "state", "previous_state", "rush_kind", "supplier_id", "order_id", "factory_id", "buyer_id", "level", "reason", "reason_text", "reply_deadline", "cost_bearer", "currency", "extra_cost", "material_id", "want_date", "reply_date", "sent_at", "replied_at", "agreed_at", "made_order_id", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "rush_order" to app_supplier;
create policy supplier_read on "rush_order" for select to app_supplier using (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null));
grant update ("state", "previous_state", "extra_cost", "reply_date", "replied_at", "version", "updated_by", "updated_at") on "rush_order" to app_supplier;
create policy supplier_update on "rush_order" for update to app_supplier using (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null)) with check (("rush_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "rush_order"."sent_at" is not null));
`;
