/** Written by hand: what was bought, line by line, read from where it stands. It stays as it is once it has run anywhere. */
export const name = "20261126-230000-purchase-record";

export const up = `
create index if not exists "purchase_order_items_material_id_idx" on "purchase_order_items" ("material_id");

/* Lines of orders that went out. Columns that are not asked for cost nothing: they are questions of their own, and what was paid before is
   joined by what is unique. Of a line that takes no goods any more counts what came, as in the other figures of what was bought. */
create view purchase_record as
select z.id, z.tenant_id, z.version, z.created_by, z.created_at, z.updated_by, z.updated_at, z.order_no, z.order_id, z.order_line,
  z.order_date, z.supplier_id, z.company_id, z.factory_id, z.purchase_group_id, z.buyer_id, z.material_id, z.material_type_id, z.order_type,
  z.urgent, z.contract_id, z.qty, z.bought_qty::numeric(18,3) as bought_qty, z.uom, z.currency, z.price,
  round(z.price * z.bought_qty, 2)::numeric(18,2) as amount, z.price_source, z.prev_price::numeric(18,6) as prev_price,
  (case when z.prev_price > 0 then least(round((z.price - z.prev_price) * 100 / z.prev_price, 2), 99999) end)::numeric(9,4) as price_change,
  round((z.prev_price - z.price) * z.bought_qty, 2)::numeric(18,2) as saving_last,
  z.should_cost::numeric(18,6) as should_cost, round((z.should_cost - z.price) * z.bought_qty, 2)::numeric(18,2) as saving_cost,
  z.quote_price::numeric(18,6) as quote_price, z.quote_count,
  round((z.quote_price - z.price) * z.bought_qty, 2)::numeric(18,2) as saving_quote,
  z.confirm_hours::numeric(12,1) as confirm_hours, z.due_date, z.line_status, z.received_qty::numeric(18,3) as received_qty,
  round(z.price * z.received_qty, 2)::numeric(18,2) as received_amount, z.last_receipt_date, z.last_receipt_date - z.due_date as delay_days,
  case when z.received_qty = 0 then 'none'
    when z.on_time_qty >= z.enough_qty then 'on_time'
    when z.received_qty >= z.enough_qty then 'late' else 'short' end as delivery,
  z.rejected_qty::numeric(18,3) as rejected_qty, z.has_rejects, z.returned_qty::numeric(18,3) as returned_qty,
  round(z.price * z.returned_qty, 2)::numeric(18,2) as returned_amount
from (
  select y.*,
    case when y.rfq_id is not null then (select count(distinct sq.supplier_id)::integer from supplier_quote sq
      join rfq r on r.id = sq.rfq_id and sq.round_no = r.round_no join supplier_quote_items qi on qi.root_id = sq.id
      where sq.rfq_id = y.rfq_id and sq.state = 'opened' and sq.currency = y.currency and qi.material_id = y.material_id and qi.uom = y.uom
        and not qi.no_quote and qi.price > 0) end as quote_count,
    (select round(avg(qi.price), 6) from supplier_quote sq
      join rfq r on r.id = sq.rfq_id and sq.round_no = r.round_no join supplier_quote_items qi on qi.root_id = sq.id
      where sq.rfq_id = y.rfq_id and sq.state = 'opened' and sq.currency = y.currency and qi.material_id = y.material_id and qi.uom = y.uom
        and not qi.no_quote and qi.price > 0) as quote_price
  from (
    select i.id, i.tenant_id, 1 as version, o.created_by, o.created_at, o.updated_by, o.updated_at,
      o.number as order_no, o.id as order_id, i.line_no as order_line, o.order_date, o.supplier_id, o.company_id, o.factory_id,
      o.purchase_group_id, o.buyer_id, i.material_id, m.material_type_id, o.order_type, o.urgent, o.contract_id, i.qty,
      case when i.delivery_done or i.line_status in ('closed', 'cancelled') then i.accepted_qty else i.qty end as bought_qty,
      i.uom, o.currency, i.price, i.price_basis as price_source, p.prev_price,
      (select ai.should_cost from account_price a join account_price_items ai on ai.root_id = a.id
        where a.number = i.price_basis and a.currency = o.currency and ai.material_id = i.material_id and ai.supplier_id = o.supplier_id
          and ai.uom = i.uom and (ai.factory_id = o.factory_id or ai.factory_id is null)
        order by ai.factory_id nulls last, ai.line_no limit 1) as should_cost,
      (select a.rfq_id from account_price a where a.number = i.price_basis limit 1) as rfq_id,
      case when o.confirmed_at >= o.released_at
        then round((extract(epoch from o.confirmed_at - o.released_at) / 3600)::numeric, 1) end as confirm_hours,
      coalesce(i.first_confirm_date, i.required_date) as due_date, coalesce(i.line_status, 'open') as line_status,
      i.accepted_qty as received_qty,
      (select max((g.receive_at at time zone 'Asia/Shanghai')::date) from goods_receipt_items gi join goods_receipt g on g.id = gi.root_id
        where gi.order_line = i.id and g.state = 'posted') as last_receipt_date,
      (select sum(coalesce(gi.accept_qty, 0) + coalesce(gi.concession_qty, 0)) from goods_receipt_items gi join goods_receipt g on g.id = gi.root_id
        where gi.order_line = i.id and g.state = 'posted'
          and (g.receive_at at time zone 'Asia/Shanghai')::date <= coalesce(i.first_confirm_date, i.required_date)) as on_time_qty,
      i.qty * (1 - coalesce(i.under_rate, 0) / 100) as enough_qty,
      i.rejected_qty, i.rejected_qty > 0 as has_rejects, i.refunded_qty + i.exchanged_qty as returned_qty
    from purchase_order_items i
    join purchase_order o on o.id = i.root_id
    join material m on m.id = i.material_id
    left join (
      select distinct on (w.root_id, w.material_id, w.uom) w.root_id, w.material_id, w.uom, w.prev_price from (
        select ii.root_id, ii.material_id, ii.uom,
          lag(round(sum(ii.price * ii.qty) / nullif(sum(ii.qty), 0), 6)) over
            (partition by oo.company_id, ii.material_id, ii.uom, oo.currency order by oo.order_date, oo.released_at, ii.root_id) as prev_price
        from purchase_order_items ii join purchase_order oo on oo.id = ii.root_id
        where oo.released_at is not null and oo.state <> 'cancelled' and ii.price > 0
        group by ii.root_id, ii.material_id, ii.uom, oo.company_id, oo.currency, oo.order_date, oo.released_at) w
    ) p on p.root_id = i.root_id and p.material_id = i.material_id and p.uom = i.uom
    where o.released_at is not null and o.state <> 'cancelled'
  ) y
) z;
grant select on purchase_record to app_staff;
`;
