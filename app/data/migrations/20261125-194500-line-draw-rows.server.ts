/**
 * What lines of documents draw on lines of others (decision 0148): written by hand. Of the orders that are there nothing was drawn yet, so
 * all of an open line is still to come. It stays as it is once it has run anywhere.
 */
export const name = "20261125-194500-line-draw-rows";

export const up = `
create table line_draw (
  id uuid primary key,
  tenant_id smallint default 1 not null,
  source_entity text not null,
  source_root uuid not null,
  source_line uuid not null,
  target_entity text not null,
  target_root uuid not null,
  target_line uuid not null,
  figure text not null,
  quantity numeric(18,3) not null check (quantity > 0),
  supplier_id uuid,
  by_suppliers boolean not null,
  created_at timestamptz not null,
  constraint line_draw_key unique (target_line, source_entity, figure)
);
create index line_draw_source_line_idx on line_draw (source_line, figure);
create index line_draw_source_root_idx on line_draw (source_root);
create index line_draw_target_root_idx on line_draw (target_root);
grant select, insert, delete on line_draw to app_staff, app_supplier;
alter table line_draw enable row level security;
create policy staff on line_draw to app_staff using (true) with check (true);
/* Suppliers read what was drawn on lines of their own, and write it where their own documents draw. */
create policy supplier_read on line_draw for select to app_supplier
  using (supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);
create policy supplier_insert on line_draw for insert to app_supplier
  with check (by_suppliers and supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);
create policy supplier_remove on line_draw for delete to app_supplier
  using (by_suppliers and supplier_id = nullif(current_setting('app.supplier_id', true), '')::uuid);

update purchase_order_items set open_qty = qty where line_status is null or line_status in ('open', 'partial');
`;
