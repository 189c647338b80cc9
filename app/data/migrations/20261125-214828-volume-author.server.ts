/** Written by `npm run db:generate`. It stays as it is once it has run anywhere. */
export const name = "20261125-214828-volume-author";

export const up = `
alter table "logistics_volume" add column "by_supplier" boolean default false not null;
revoke all on "logistics_volume" from app_supplier;
drop policy if exists supplier_read on "logistics_volume";
drop policy if exists supplier_update on "logistics_volume";
drop policy if exists supplier_insert on "logistics_volume";
drop policy if exists supplier_remove on "logistics_volume";
grant select ("id", "tenant_id", "state", "previous_state", "material_id", "supplier_id", "pack_qty", "length_cm", "width_cm", "height_cm", "volume_m3", "gross_kg", "boxes_per_pallet", "stack_layers", "temp_zone", "by_supplier", "remark", "version", "created_by", "created_at", "updated_by", "updated_at") on "logistics_volume" to app_supplier;
create policy supplier_read on "logistics_volume" for select to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("logistics_volume"."by_supplier" = true or not ("logistics_volume"."state" = 'draft'))));
grant update ("state", "previous_state", "material_id", "supplier_id", "pack_qty", "length_cm", "width_cm", "height_cm", "volume_m3", "gross_kg", "boxes_per_pallet", "stack_layers", "temp_zone", "remark", "version", "updated_by", "updated_at") on "logistics_volume" to app_supplier;
create policy supplier_update on "logistics_volume" for update to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("logistics_volume"."by_supplier" = true or not ("logistics_volume"."state" = 'draft')))) with check (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("logistics_volume"."by_supplier" = true or not ("logistics_volume"."state" = 'draft'))));
grant insert on "logistics_volume" to app_supplier;
create policy supplier_insert on "logistics_volume" for insert to app_supplier with check (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("logistics_volume"."by_supplier" = true or not ("logistics_volume"."state" = 'draft'))));
grant delete on "logistics_volume" to app_supplier;
create policy supplier_remove on "logistics_volume" for delete to app_supplier using (("logistics_volume"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and ("logistics_volume"."by_supplier" = true or not ("logistics_volume"."state" = 'draft'))));
`;
