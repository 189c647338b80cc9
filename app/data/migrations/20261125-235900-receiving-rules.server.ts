/**
 * The rule of receiving that applies where no narrower one does, marked as shipped: administrators change it or switch it off. And the
 * common packing of materials for transactions of suppliers, who read their own packing alone. Written by hand. It stays as it is once it
 * has run anywhere.
 */
export const name = "20261125-235900-receiving-rules";

export const up = `
insert into receive_control (id, name, level, over_percent, under_percent, early_days, late_days, shelf_ratio, fifo_batch, coa_required, mode, enabled, shipped, remark) values
  (gen_random_uuid(), '公司通用规则', 'global', 5, 5, 3, 7, 66.67, 'no', 'yes', 'block', true, true, '随系统预置，没有更窄的规则时按它控制；可以修改或停用。');

create function common_packing(these uuid[]) returns table (material_id uuid, pack_qty numeric, volume_m3 numeric, gross_kg numeric, boxes_per_pallet integer)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select v.material_id, v.pack_qty, coalesce(v.volume_m3, 0), v.gross_kg, v.boxes_per_pallet from public.logistics_volume v
    where v.material_id = any (these) and v.supplier_id is null and v.state = 'active'
$$;
revoke all on function common_packing(uuid[]) from public;
grant execute on function common_packing(uuid[]) to app_staff, app_supplier;
`;
