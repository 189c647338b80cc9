/**
 * How long materials keep, for reports of suppliers, who read titles of materials alone. Written by hand. It stays as it is once it has
 * run anywhere.
 */
export const name = "20261126-032200-shelf-lives";

export const up = `
create function material_shelf_lives(these uuid[]) returns table (material_id uuid, shelf_life_days integer) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select m.id, m.shelf_life_days from public.material m where m.id = any (these)
$$;
revoke all on function material_shelf_lives(uuid[]) from public;
grant execute on function material_shelf_lives(uuid[]) to app_staff, app_supplier;
create index if not exists "supplier_inventory_place_idx" on "supplier_inventory" ("supplier_id", "material_id", "report_date");
`;
