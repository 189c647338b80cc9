import { type RawBuilder, sql } from "kysely";
import type { Connection } from "./database.server";
import { type RowQuery, whereSql } from "./store.server";

/** Rows of a table as far as somebody sees them. */
export type Scope = Pick<RowQuery, "where" | "facts">;

/** How many certificates there were at the end of a month, and how many of them were valid then. */
export interface ValidityMonth {
  month: string;
  all: number;
  valid: number;
}

/**
 * Certificates at the end of each of the last twelve months, the present one as of today: of every supplier and kind the one that runs
 * longest among those issued by then. Revoked ones and those nobody verified do not count.
 */
export async function selectCertificateValidity(
  connection: Connection,
  { scope, today }: { scope: Scope; today: string },
): Promise<ValidityMonth[]> {
  const { rows } =
    await sql<ValidityMonth>`with seen as (select t.supplier_id, t.certificate_type, t.issue_date, t.valid_to
      from supplier_certificate as t ${whereSql(scope)}),
    month as (select least((date_trunc('month', ${today}::date) - make_interval(months => n) + interval '1 month - 1 day')::date,
      ${today}::date) as day from generate_series(0, 11) as n),
    held as (select m.day, s.supplier_id, s.certificate_type, bool_or(s.valid_to is null or s.valid_to >= m.day) as is_valid
      from month m join seen s on s.issue_date <= m.day group by 1, 2, 3)
    select to_char(m.day, 'YYYY-MM') as month, count(h.day)::int as all, (count(*) filter (where h.is_valid))::int as valid
    from month m left join held h on h.day = m.day group by m.day order by m.day`.execute(connection);
  return rows;
}

/** How long something took in days: quartiles, the ninth tenth, the ends, and how often it was measured. */
export interface Spread {
  step: string;
  count: number;
  least: string;
  quarter: string;
  median: string;
  upper: string;
  ninth: string;
  most: string;
}

/**
 * Days that admissions approved since a day stayed in each state, as their trail says, and from their making to the approval, as step
 * `all`.
 * @param entity key of the admission in the trail
 */
export async function selectAdmissionSpread(
  connection: Connection,
  { scope, entity, since }: { scope: Scope; entity: string; since: string },
): Promise<Spread[]> {
  const tenth = (part: number): RawBuilder<unknown> =>
    sql`round((percentile_cont(${sql.lit(part)}) within group (order by days))::numeric, 1)::text`;
  const { rows } = await sql<Spread>`with seen as (select t.id, t.created_at from admission as t ${whereSql(scope)}),
    decided as (select s.id, s.created_at from seen s join admission a on a.id = s.id
      where a.state = 'approved' and a.decided_on >= ${since}::date),
    moved as (select d.id, l.at, c.value ->> 'from' as "from", c.value ->> 'to' as "to" from decided d
      join audit_log l on l.record_id = d.id and l.entity = ${entity}
      cross join lateral jsonb_array_elements(l.changes) as c where c.value ->> 'path' = 'state'),
    stood as (select m.id, m.from as step,
        extract(epoch from m.at - coalesce(lag(m.at) over (partition by m.id order by m.at), d.created_at)) / 86400 as days
      from moved m join decided d on d.id = m.id where m.from is not null),
    spent as (select id, step, sum(days) as days from stood group by 1, 2
      union all select m.id, 'all', extract(epoch from max(m.at) filter (where m.to = 'approved') - min(d.created_at)) / 86400
        from moved m join decided d on d.id = m.id group by m.id)
    select step, count(*)::int as count, round(min(days)::numeric, 1)::text as least, ${tenth(0.25)} as quarter, ${tenth(0.5)} as median,
      ${tenth(0.75)} as upper, ${tenth(0.9)} as ninth, round(max(days)::numeric, 1)::text as most
    from spent where days is not null group by step`.execute(connection);
  return rows;
}

/** A material with one supplier alone. */
export interface SoleMaterial {
  id: string;
  material: string;
  supplierId: string;
  supplier: string;
  riskLevel: string | null;
  /** Ordered since a day, in the currency of the orders that most of it was ordered in; null without any. */
  amount: string | null;
}

/**
 * Materials that exactly one supplier may deliver today, whoever looks; of those whose source the person sees, the dearest first. The
 * amount is that of orders since a day in CNY, as far as the person sees orders.
 */
export async function selectSoleMaterials(
  connection: Connection,
  { scope, orders, since, limit }: { scope: Scope; orders: Scope | null; since: string; limit: number },
): Promise<SoleMaterial[]> {
  const bought = orders
    ? sql`select i.material_id, o.supplier_id, sum(i.amount) as amount from (select t.id, t.supplier_id from purchase_order as t
        ${whereSql(orders)}) as o join purchase_order p on p.id = o.id join purchase_order_items i on i.root_id = o.id
        where p.order_date >= ${since}::date and p.currency = 'CNY' and p.released_at is not null and p.state <> 'cancelled' group by 1, 2`
    : sql`select null::uuid as material_id, null::uuid as supplier_id, null::numeric as amount where false`;
  const { rows } =
    await sql<SoleMaterial>`with sole as (select d.material_id, min(d.supplier_id::text)::uuid as supplier_id
      from source_data d where d.state = 'active' group by 1 having count(distinct d.supplier_id) = 1),
    seen as (select distinct t.material_id from source_data as t ${whereSql(scope)}),
    bought as (${bought})
    select m.id::text as id, concat_ws(' ', m.code, m.name) as material, s.id::text as "supplierId",
      concat_ws(' ', s.code, s.name) as supplier, s.risk_level as "riskLevel", b.amount::text as amount
    from sole o join seen n on n.material_id = o.material_id join material m on m.id = o.material_id
      join supplier s on s.id = o.supplier_id
      left join bought b on b.material_id = o.material_id and b.supplier_id = o.supplier_id
    order by b.amount desc nulls last, m.code limit ${limit}`.execute(connection);
  return rows;
}

/** What a report says about each supplier beside its own fields. */
export interface SupplierScore {
  id: string;
  /** Percent of its certificates that are valid today; null without any. */
  validRate: string | null;
  /** Score of its last audit. */
  auditScore: string | null;
  /** Ordered since a day, in CNY, of the orders the person sees. */
  amount: string | null;
}

/** Certificates, last audit and orders of some suppliers, in one statement; what the person may not see is null. */
export async function selectSupplierScores(
  connection: Connection,
  wanted: {
    ids: readonly string[];
    today: string;
    since: string;
    certificates: boolean;
    audits: boolean;
    orders: Scope | null;
  },
): Promise<SupplierScore[]> {
  const { ids, today, since } = wanted;
  const rate = wanted.certificates
    ? sql`(select round(100.0 * count(*) filter (where h.is_valid) / nullif(count(*), 0), 1)::text from (
        select bool_or(c.valid_to is null or c.valid_to >= ${today}::date) as is_valid from supplier_certificate c
        where c.supplier_id = s.id and c.state in ('valid', 'renewing', 'expired') group by c.certificate_type) h)`
    : sql`null::text`;
  const score = wanted.audits
    ? sql`(select a.score::text from supplier_audit a where a.supplier_id = s.id and a.state in ('correcting', 'closed')
        and a.score is not null order by a.plan_date desc, a.id desc limit 1)`
    : sql`null::text`;
  const amount = wanted.orders
    ? sql`(select sum(p.amount)::text from (select t.id, t.amount, t.supplier_id, t.order_date, t.currency, t.released_at, t.state
        from purchase_order as t ${whereSql(wanted.orders)}) as p where p.supplier_id = s.id and p.order_date >= ${since}::date
        and p.currency = 'CNY' and p.released_at is not null and p.state <> 'cancelled')`
    : sql`null::text`;
  const { rows } = await sql<SupplierScore>`select s.id::text as id, ${rate} as "validRate", ${score} as "auditScore",
    ${amount} as amount from supplier s where s.id = any(string_to_array(${ids.join(",")}, ',')::uuid[])`.execute(
    connection,
  );
  return rows;
}
