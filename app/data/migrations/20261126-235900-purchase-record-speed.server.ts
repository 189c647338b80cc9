/** Written by hand: what was bought, read row by row for pages and all at once for sums. It stays as it is once it has run anywhere. */
export const name = "20261126-235900-purchase-record-speed";

/** What a line is and what follows of it; how the others are asked for, differs. */
interface Asked {
  prev: string;
  quote: string;
  count: string;
  received: string;
  onTime: string;
  joins: string;
}
const view = ({ prev, quote, count, received, onTime, joins }: Asked) => `
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
  select i.id, i.tenant_id, 1 as version, o.created_by, o.created_at, o.updated_by, o.updated_at,
    o.number as order_no, o.id as order_id, i.line_no as order_line, o.order_date, o.supplier_id, o.company_id, o.factory_id,
    o.purchase_group_id, o.buyer_id, i.material_id, m.material_type_id, o.order_type, o.urgent, o.contract_id, i.qty,
    case when i.delivery_done or i.line_status in ('closed', 'cancelled') then i.accepted_qty else i.qty end as bought_qty,
    i.uom, o.currency, i.price, i.price_basis as price_source, ${prev} as prev_price,
    (select ai.should_cost from account_price_items ai
      where ai.root_id = a.id and a.currency = o.currency and ai.material_id = i.material_id and ai.supplier_id = o.supplier_id
        and ai.uom = i.uom and (ai.factory_id = o.factory_id or ai.factory_id is null)
      order by ai.factory_id nulls last, ai.line_no limit 1) as should_cost,
    ${quote} as quote_price, case when a.rfq_id is not null then coalesce(${count}, 0) end as quote_count,
    case when o.confirmed_at >= o.released_at
      then round((extract(epoch from o.confirmed_at - o.released_at) / 3600)::numeric, 1) end as confirm_hours,
    coalesce(i.first_confirm_date, i.required_date) as due_date, coalesce(i.line_status, 'open') as line_status,
    i.accepted_qty as received_qty, ${received} as last_receipt_date,
    ${onTime} as on_time_qty,
    i.qty * (1 - coalesce(i.under_rate, 0) / 100) as enough_qty,
    i.rejected_qty, i.rejected_qty > 0 as has_rejects, i.refunded_qty + i.exchanged_qty as returned_qty
  from purchase_order_items i
  join purchase_order o on o.id = i.root_id
  join material m on m.id = i.material_id
  left join account_price a on a.tenant_id = i.tenant_id and a.number = i.price_basis
  ${joins}
  where o.released_at is not null and o.state <> 'cancelled'
) z`;

const QUOTES = `from supplier_quote sq join rfq r on r.id = sq.rfq_id and sq.round_no = r.round_no
      join supplier_quote_items qi on qi.root_id = sq.id
    where sq.state = 'opened' and not qi.no_quote and qi.price > 0`;
const QUOTES_OF_ROW = `${QUOTES} and sq.rfq_id = a.rfq_id and sq.currency = o.currency and qi.material_id = i.material_id and qi.uom = i.uom`;
const COUNT = "count(distinct sq.supplier_id)::integer";
const AVERAGE = "round(avg(qi.price), 6)";
const DAY = "(gr.receive_at at time zone 'Asia/Shanghai')::date";
const RECEIPTS_OF_ROW = `from goods_receipt_items gi join goods_receipt gr on gr.id = gi.root_id
      where gi.order_line = i.id and gr.state = 'posted'`;
const ACCEPTED = "sum(coalesce(gi.accept_qty, 0) + coalesce(gi.concession_qty, 0))";
const onDay = (line: string) => `${DAY} <= coalesce(${line}.first_confirm_date, ${line}.required_date)`;

/* Questions among the columns, no joins: the database answers them for the rows of the page alone, after it sorted. */
const BY_ROW = view({
  prev: `case when i.price > 0 then (
      select round(sum(ii.price * ii.qty) / nullif(sum(ii.qty), 0), 6)
      from purchase_order_items ii join purchase_order oo on oo.id = ii.root_id
      where ii.material_id = i.material_id and ii.uom = i.uom and ii.price > 0 and oo.company_id = o.company_id
        and oo.currency = o.currency and oo.released_at is not null and oo.state <> 'cancelled'
        and (oo.order_date, oo.released_at, oo.id) < (o.order_date, o.released_at, o.id)
      group by oo.id order by oo.order_date desc, oo.released_at desc, oo.id desc limit 1) end`,
  quote: `(select ${AVERAGE} ${QUOTES_OF_ROW})`,
  count: `(select ${COUNT} ${QUOTES_OF_ROW})`,
  received: `(select max(${DAY}) ${RECEIPTS_OF_ROW})`,
  onTime: `(select ${ACCEPTED} ${RECEIPTS_OF_ROW} and ${onDay("i")})`,
  joins: "",
});

/* Joins by what the database proves to be unique, so that it drops those that a sum does not look at. */
const AT_ONCE = view({
  prev: "p.prev_price",
  quote: "q.quote_price",
  count: "q.quote_count",
  received: "g.last_receipt_date",
  onTime: "g.on_time_qty",
  joins: `left join (
    select distinct on (w.id, w.material_id, w.uom) w.id, w.material_id, w.uom, w.prev_price from (
      select oo.id, ii.material_id, ii.uom, lag(round(sum(ii.price * ii.qty) / nullif(sum(ii.qty), 0), 6)) over
        (partition by ii.material_id, ii.uom, oo.company_id, oo.currency order by oo.order_date, oo.released_at, oo.id) as prev_price
      from purchase_order_items ii join purchase_order oo on oo.id = ii.root_id
      where oo.released_at is not null and oo.state <> 'cancelled' and ii.price > 0
      group by oo.id, ii.material_id, ii.uom) w
  ) p on i.price > 0 and p.id = i.root_id and p.material_id = i.material_id and p.uom = i.uom
  left join (
    select sq.rfq_id, sq.currency, qi.material_id, qi.uom, ${COUNT} as quote_count, ${AVERAGE} as quote_price ${QUOTES}
    group by sq.rfq_id, sq.currency, qi.material_id, qi.uom
  ) q on q.rfq_id = a.rfq_id and q.currency = o.currency and q.material_id = i.material_id and q.uom = i.uom
  left join (
    select gi.order_line, max(${DAY}) as last_receipt_date, ${ACCEPTED} filter (where ${onDay("di")}) as on_time_qty
    from goods_receipt_items gi join goods_receipt gr on gr.id = gi.root_id join purchase_order_items di on di.id = gi.order_line
    where gr.state = 'posted' group by gi.order_line
  ) g on g.order_line = i.id`,
});

export const up = `
create index if not exists "purchase_order_items_paid_idx" on "purchase_order_items" ("material_id", "uom", "root_id") include ("price", "qty")
  where "price" > 0;
drop index if exists "purchase_order_items_material_id_idx";
drop view purchase_record;
/* A page has few rows: what was paid before, quoted and received is looked for row by row. */
create view purchase_record as ${BY_ROW};
/* Sums have all rows: the same columns, worked out together. */
create view purchase_record_sums as ${AT_ONCE};
grant select on purchase_record, purchase_record_sums to app_staff;
`;
