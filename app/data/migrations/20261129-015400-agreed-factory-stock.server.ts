/**
 * What the ERP said of the stock at the factory of agreements, by line: also in the transaction of a supplier, who reads no stock of
 * factories but that of what it is asked to hold ready or holds ready. Written by hand. It stays as it is once it has run anywhere.
 */
export const name = "20261129-015400-agreed-factory-stock";

export const up = `
create function agreed_factory_stock(these uuid[]) returns table (root_id uuid, line_id uuid, material_id uuid, qty text, uom text, stated_at timestamptz)
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  with asker as (select nullif(current_setting('app.supplier_id', true), '')::uuid as supplier_id)
  select s.id, i.id, i.material_id, f.qty::text, f.uom, f.stated_at
    from public.supplier_stock s
    cross join asker a
    join public.supplier_stock_items i on i.root_id = s.id
    join public.factory_stock f on f.factory_id = s.factory_id and f.material_id = i.material_id
    where s.id = any (these)
      and (a.supplier_id is null or s.supplier_id = a.supplier_id and s.asked_at is not null and s.state in ('to_accept', 'active'))
    order by s.id, i.line_no
$$;
revoke all on function agreed_factory_stock(uuid[]) from public;
grant execute on function agreed_factory_stock(uuid[]) to app_staff, app_supplier;
`;
