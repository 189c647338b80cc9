/** Columns written by `npm run db:generate`, the view by hand: how long inquiries took. It stays as it is once it has run anywhere. */
export const name = "20261128-004200-sourcing-cycle";

/** Whole tenths of days from one moment to another; what began before it could is no time. */
const days = (from: string, to: string) =>
  `(case when ${from} is not null and ${to} is not null
    then greatest(round((extract(epoch from ${to} - ${from}) / 86400)::numeric, 1), 0) end)::numeric(12,1)`;

export const up = `
alter table "account_price" add column "approved_at" timestamptz;
alter table "purchase_plan_apply" add column "approved_at" timestamptz;
update account_price a set approved_at = c.ended_at
  from (select record_id, max(ended_at) as ended_at from approval_case
    where entity = 'price-approval/account-price' and state = 'approved' group by record_id) c
  where c.record_id = a.id and a.state in ('approved', 'effective', 'revoked');
update purchase_plan_apply p set approved_at = c.ended_at
  from (select record_id, max(ended_at) as ended_at from approval_case
    where entity = 'purchase-management/purchase-plan-apply' and state = 'approved' group by record_id) c
  where c.record_id = p.id and p.state in ('approved', 'closed');
create index if not exists "purchase_order_items_price_basis_idx" on "purchase_order_items" ("price_basis") where "price_basis" is not null;
/* One row an inquiry whose price is approved: the whole is the sum of what people read of its stages. */
create view sourcing_cycle as
select y.*, (y.apply_days + y.quote_days + y.compare_days + y.approve_days)::numeric(12,1) as total_days
from (
  select z.*, (z.approved_at at time zone 'Asia/Shanghai')::date as priced_on,
    coalesce(${days("z.planned_at", "z.published_at")}, 0)::numeric(12,1) as apply_days,
    ${days("z.published_at", "z.opened_at")} as quote_days,
    ${days("z.opened_at", "z.submitted_at")} as compare_days,
    ${days("z.submitted_at", "z.approved_at")} as approve_days,
    ${days("z.approved_at", "z.ordered_at")} as order_days
  from (
    select r.id, r.tenant_id, 1 as version, r.created_by, r.created_at, r.updated_by, r.updated_at, r.number as rfq_no, r.id as rfq_id,
      r.price_no, r.rfq_kind, r.mode, r.company_id, r.purchase_group_id, r.buyer_id, r.round_no, r.published_at, r.opened_at, a.approved_at,
      coalesce((select max(c.started_at) from approval_case c where c.entity = 'price-approval/account-price' and c.record_id = a.id and c.state = 'approved'), a.approved_at) as submitted_at,
      (select mode() within group (order by m.material_type_id) from rfq_items i join material m on m.id = i.material_id
        where i.root_id = r.id) as material_type_id,
      (select max(p.approved_at) from rfq_items i left join collective_demands d on d.id = i.pool_line
        join purchase_plan_apply_items pi on pi.id = coalesce(i.plan_line, d.plan_line) join purchase_plan_apply p on p.id = pi.root_id
        where i.root_id = r.id) as planned_at,
      (select min(o.released_at) from purchase_order_items oi join purchase_order o on o.id = oi.root_id
        where oi.price_basis = r.price_no and o.released_at >= a.approved_at) as ordered_at
    from rfq r join account_price a on a.rfq_id = r.id and a.number = r.price_no
    where r.state = 'done' and a.approved_at is not null and r.published_at is not null and r.opened_at is not null
  ) z
) y;
grant select on sourcing_cycle to app_staff;
`;
