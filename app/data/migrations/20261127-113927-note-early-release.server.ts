/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-113927-note-early-release";

export const up = `
alter table "delivery_note" add column "early_reason" text;
alter table "delivery_note" add column "early_answer" text;
alter table "delivery_note_items" add column "early_from" date;
revoke all on "delivery_note" from app_supplier;
drop policy if exists supplier_read on "delivery_note";
drop policy if exists supplier_update on "delivery_note";
drop policy if exists supplier_insert on "delivery_note";
drop policy if exists supplier_remove on "delivery_note";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "delay_days", "refused_pictures", "early_reason", "early_answer", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_read on "delivery_note" for select to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "delay_days", "refused_pictures", "early_reason", "early_answer", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_update on "delivery_note" for update to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "delivery_note" to app_supplier;
create policy supplier_insert on "delivery_note" for insert to app_supplier with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "delivery_note" to app_supplier;
create policy supplier_remove on "delivery_note" for delete to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
revoke all on "delivery_note_items" from app_supplier;
drop policy if exists supplier_read on "delivery_note_items";
drop policy if exists supplier_update on "delivery_note_items";
drop policy if exists supplier_insert on "delivery_note_items";
drop policy if exists supplier_remove on "delivery_note_items";
grant select ("id", "tenant_id", "root_id", "line_no", "order_line", "order_id", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "early_from", "received_qty", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_read on "delivery_note_items" for select to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant update ("line_no", "order_line", "order_id", "material_id", "qty", "packs", "batch_no", "produce_date", "expire_date", "early_from", "open_qty") on "delivery_note_items" to app_supplier;
create policy supplier_update on "delivery_note_items" for update to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)))) with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant insert on "delivery_note_items" to app_supplier;
create policy supplier_insert on "delivery_note_items" for insert to app_supplier with check ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
grant delete on "delivery_note_items" to app_supplier;
create policy supplier_remove on "delivery_note_items" for delete to app_supplier using ((exists (select 1 from "delivery_note" x0 where x0."id" = "delivery_note_items"."root_id" and ("x0"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true))));
`;
