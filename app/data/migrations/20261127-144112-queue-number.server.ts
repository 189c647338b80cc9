/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261127-144112-queue-number";

export const up = `
alter table "delivery_note" add column "queue_no" integer;
alter table "delivery_note" add column "queue_day" date;
alter table "delivery_note" add constraint "delivery_note_factory_id_queue_day_queue_no_key" unique ("tenant_id", "factory_id", "queue_day", "queue_no");
revoke all on "delivery_note" from app_supplier;
drop policy if exists supplier_read on "delivery_note";
drop policy if exists supplier_update on "delivery_note";
drop policy if exists supplier_insert on "delivery_note";
drop policy if exists supplier_remove on "delivery_note";
grant select ("id", "tenant_id", "number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "queue_no", "queue_day", "delay_days", "refused_pictures", "early_reason", "early_answer", "remark", "version", "created_by", "created_at", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_read on "delivery_note" for select to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant update ("number", "state", "previous_state", "supplier_id", "factory_id", "ship_date", "eta", "slot_id", "slot_status", "lost_slot", "load_m3", "vehicle_no", "driver", "driver_phone", "temperature", "arrived_at", "queue_no", "queue_day", "delay_days", "refused_pictures", "early_reason", "early_answer", "remark", "version", "updated_by", "updated_at", "search_text", "search_grams") on "delivery_note" to app_supplier;
create policy supplier_update on "delivery_note" for update to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true)) with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant insert on "delivery_note" to app_supplier;
create policy supplier_insert on "delivery_note" for insert to app_supplier with check (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
grant delete on "delivery_note" to app_supplier;
create policy supplier_remove on "delivery_note" for delete to app_supplier using (("delivery_note"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and true));
`;
