import { type RawBuilder, sql } from "kysely";
import { z } from "zod";
import type { Connection } from "~/data/database.server";
import { daysOfMonth, INDICATORS, type IndicatorCode } from "./key-indicator.rules";

/** A rate in percent; nothing to count is no rate. */
const rate = (part: RawBuilder<unknown>, whole: RawBuilder<unknown>) =>
  sql`round(${part} * 100::numeric / nullif(${whole}, 0), 4)`;
const lines = (condition: RawBuilder<unknown>) => rate(sql`count(*) filter (where ${condition})`, sql`count(*)`);
const amounts = (condition: RawBuilder<unknown>) =>
  rate(sql`coalesce(sum(amount) filter (where ${condition}), 0)`, sql`sum(amount)`);
const MONEY = sql`currency = 'CNY'`;
const DUE = sql`line_status not in ('closed', 'cancelled')`;
const ALL = sql`true`;

/** Which rows of a month are looked at, and what is made of them. */
const COUNTED: Readonly<Record<IndicatorCode, { of: RawBuilder<unknown>; value: RawBuilder<unknown> }>> = {
  saving_rate: {
    of: sql`${MONEY} and prev_price > 0`,
    value: rate(sql`sum(saving_last)`, sql`sum(prev_price * bought_qty)`),
  },
  saving_cost_rate: {
    of: sql`${MONEY} and should_cost > 0`,
    value: rate(sql`sum(saving_cost)`, sql`sum(should_cost * bought_qty)`),
  },
  saving_quote_rate: {
    of: sql`${MONEY} and quote_price > 0`,
    value: rate(sql`sum(saving_quote)`, sql`sum(quote_price * bought_qty)`),
  },
  on_time_rate: { of: DUE, value: lines(sql`delivery = 'on_time'`) },
  full_rate: { of: DUE, value: lines(sql`delivery in ('on_time', 'late')`) },
  reject_rate: { of: ALL, value: lines(sql`has_rejects`) },
  contract_cover: { of: MONEY, value: amounts(sql`contract_id is not null`) },
  compete_rate: { of: MONEY, value: amounts(sql`quote_count >= 2`) },
  rfq_cycle: { of: ALL, value: sql`round(avg(total_days), 4)` },
  po_confirm_hours: { of: sql`confirm_hours is not null`, value: sql`round(avg(confirm_hours), 4)` },
  rush_rate: { of: ALL, value: lines(sql`urgent`) },
  top3_share: {
    of: MONEY,
    value: sql`null`,
  },
  single_source: { of: ALL, value: sql`null` },
};

/** What of a month's rows is put together before it is counted. */
const GROUPED: Readonly<Partial<Record<IndicatorCode, { by: RawBuilder<unknown>; value: RawBuilder<unknown> }>>> = {
  top3_share: {
    by: sql`supplier_id`,
    value: rate(sql`sum(amount) filter (where place <= 3)`, sql`sum(amount)`),
  },
  single_source: {
    by: sql`material_id`,
    value: rate(sql`count(*) filter (where suppliers = 1)`, sql`count(*)`),
  },
};

const TABLES = {
  order_date: "purchase_record",
  due_date: "purchase_record",
  last_receipt_date: "purchase_record_sums",
  priced_on: "sourcing_cycle",
} as const;

const answered = z.object({ actual: z.string().nullable(), lines: z.string() });

/** What an indicator is in a month, of one purchase group or of all, and how many rows it was counted from. */
export async function selectActual(
  connection: Connection,
  { code, period, groupId, today }: { code: IndicatorCode; period: string; groupId: string | null; today: string },
): Promise<{ actual: string | null; lines: number }> {
  const { from, to } = daysOfMonth(period);
  // What was received last is known of all rows at once; of the rows of one month the others are found faster row by row.
  const table = TABLES[INDICATORS[code].day];
  const rows = sql`from ${sql.table(table)} where ${sql.ref(INDICATORS[code].day)} between ${from}::date and ${to}::date
    ${INDICATORS[code].day === "due_date" ? sql`and due_date < ${today}::date` : sql``}
    and (${groupId}::uuid is null or purchase_group_id = ${groupId}::uuid) and ${COUNTED[code].of}`;
  const grouped = GROUPED[code];
  const statement = grouped
    ? sql`select ${grouped.value}::text as actual, coalesce(sum(n), 0)::text as lines from (
        select sum(amount) as amount, count(distinct supplier_id) as suppliers, count(*) as n,
          row_number() over (order by sum(amount) desc, ${grouped.by}) as place ${rows} group by ${grouped.by}) g`
    : sql`select ${COUNTED[code].value}::text as actual, count(*)::text as lines ${rows}`;
  const { rows: found } = await statement.execute(connection);
  const { actual, lines: count } = answered.parse(found[0]);
  return { actual, lines: Number(count) };
}

/** An indicator of a month and group is written once; the second of two written at once waits until the transaction of the first ends. */
export async function holdIndicator(connection: Connection, code: string, period: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`key indicator ${code} ${period}`}, 0))`.execute(
    connection,
  );
}
