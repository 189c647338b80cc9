/**
 * Type, type above and unit of materials for rules that are asked in transactions of suppliers, who read titles of materials alone.
 * Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261125-202500-material-facts";

export const up = `
create function material_facts(these uuid[]) returns table (material_id uuid, type_id uuid, above_id uuid, uom text) language sql stable security definer
set search_path = pg_catalog, public, pg_temp as $$
  select m.id, m.material_type_id, t.parent_id, m.uom from public.material m
    left join public.material_type t on t.id = m.material_type_id where m.id = any (these)
$$;
revoke all on function material_facts(uuid[]) from public;
grant execute on function material_facts(uuid[]) to app_staff, app_supplier;
`;
