import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { AnyLine, Value, Work } from "~/engine/entity";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, OwnSection, RecordChart } from "~/engine/entity/server-hooks";
import { linesOf, putLines } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { rowFilter } from "~/engine/operations/scope.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays, addMonths, addWorkdays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal, roundPercent } from "~/shared/decimal";
import { deliveryResult } from "./delivery-result.entity";
import { finesOf, REASON_BREAK } from "./delivery-result.rules";
import {
  type AppliedRule,
  type AssessedLine,
  appliedRule,
  assessedLines,
  daysOfMonth,
  suppliersOf,
} from "./month-lines.server";

type DeliveryResultRecord = RecordFor<"master-data/delivery-result">;

const { key } = deliveryResult;
/** Months of the trend. */
const TREND_MONTHS = 12;

const about = z.object({ rule_id: z.string(), supplier_id: z.string(), month: z.string() });

/** What a result keeps of its rule. */
function headOf(context: Context, rule: AppliedRule): Readonly<Record<string, Value>> {
  const { terms } = rule;
  return {
    rule_name: rule.title,
    due_source: rule.source,
    grace_days: terms.graceDays,
    early_counts: rule.earlyCounts,
    qty_tolerance: rule.tolerance,
    fine_rate: terms.rate,
    fine_cap: terms.cap,
    fine_start_days: terms.startDays,
    min_fine: rule.minFine,
    exempt_reasons: rule.reasons.length === 0 ? null : rule.reasons.join(REASON_BREAK),
    computed_on: dayOf(context.now),
  };
}

/** Nothing was said of a line yet. */
function saidOfNobody(): Readonly<Record<string, Value>> {
  return { exempt_reason: null, objection: null, objection_status: null, objected_on: null, answer: null };
}

function sameBands(stored: readonly AnyLine[], bands: AppliedRule["bands"]): boolean {
  const text = (rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.map(({ from_rate, to_rate, score }) => `${from_rate} ${to_rate} ${score}`).join();
  return text(stored) === text(bands);
}

/** The rows of a new result. */
function rowsOf(context: Context, rows: readonly Readonly<Record<string, Value>>[]): AnyLine[] {
  return rows.map((row, at): AnyLine => ({ ...row, id: context.services.newId(), line_no: (at + 1) * LINE_STEP }));
}

/** A result is made with its lines: nobody types them. */
async function fill(context: Context, record: DeliveryResultRecord): Promise<void> {
  const asked = about.safeParse(record);
  if (!asked.success) return;
  const { rule_id, supplier_id, month } = asked.data;
  const rule = await appliedRule(context, rule_id);
  const lines = await assessedLines(context, rule, { supplierId: supplier_id, month });
  Object.assign(record, headOf(context, rule));
  putLines(
    record,
    "items",
    rowsOf(
      context,
      lines.map((line) => ({ ...line, ...saidOfNobody() })),
    ),
  );
  putLines(
    record,
    "bands",
    rowsOf(
      context,
      rule.bands.map((band) => ({ ...band })),
    ),
  );
}

/** The figures anew; what was excused, objected to and answered stays with its line. */
async function recompute(given: Context, work: Work<DeliveryResultRecord>): Promise<void> {
  const context = consequenceOf(given);
  const { rule_id, supplier_id, month } = about.parse(work.record);
  const rule = await appliedRule(context, rule_id);
  const lines = await assessedLines(context, rule, { supplierId: supplier_id, month });
  const before = linesOf(work.record, "items");
  const due = new Set(lines.map(({ order_line }) => order_line));
  for (const { id, order_line } of before) if (!due.has(String(order_line))) work.drop("items", id);
  for (const line of lines) {
    const stored = before.find(({ order_line }) => order_line === line.order_line);
    if (stored) work.setLine("items", stored.id, { ...line });
    else work.append("items", { ...line, ...saidOfNobody() });
  }
  const bands = linesOf(work.record, "bands");
  if (!sameBands(bands, rule.bands)) {
    for (const { id } of bands) work.drop("bands", id);
    for (const band of rule.bands) work.append("bands", { ...band });
  }
  work.set(headOf(context, rule));
  // Whoever is told other figures gets the whole time to look at them.
  if (work.record.state !== "draft") work.set({ dispute_deadline: await objectUntil(context) });
}

async function objectUntil(context: Context): Promise<string> {
  return addWorkdays(dayOf(context.now), await intParameter(context.services, "assessment.disputeDays"));
}

/** What came of a month: how many results are new, were brought up to date, and are confirmed already. */
export interface MonthMade {
  made: number;
  renewed: number;
  confirmed: number;
  /** Published, not confirmed: told to the supplier, and left to the planner. */
  published: number;
}

interface MonthAsked {
  ruleId: string;
  month: string;
  /** Drafts that are there already are brought up to date; otherwise only what is missing is made. */
  renew: boolean;
  goesOn?: () => boolean;
}

/**
 * Writes the results of a rule for a month, supplier by supplier, each in a transaction of its own unless one is open. What was published
 * is left alone: it is recomputed one by one by whoever answers for it.
 */
export async function makeMonth(
  context: Context,
  { ruleId, month, renew, goesOn = () => true }: MonthAsked,
): Promise<MonthMade> {
  const done: MonthMade = { made: 0, renewed: 0, confirmed: 0, published: 0 };
  const rule = await appliedRule(context, ruleId);
  const known = await resultsOf(context, ruleId, month);
  const suppliers = new Set([...(await suppliersOf(context, rule, month)), ...known.keys()]);
  for (const supplierId of suppliers) {
    if (!goesOn()) break;
    const stored = known.get(supplierId);
    if (stored?.state === "confirmed") done.confirmed += 1;
    else if (stored && stored.state !== "draft") done.published += 1;
    else if (stored && !renew) continue;
    else if (stored) {
      await applyTransition(context, { entity: deliveryResult, id: stored.id, name: "recompute" });
      done.renewed += 1;
    } else if (await makeOne(context, rule, { supplierId, month })) done.made += 1;
  }
  return done;
}

async function resultsOf(context: Context, ruleId: string, month: string) {
  const rows = await unscopedRows(
    context,
    key,
    ["id", "supplier_id", "state"],
    [where.eq("rule_id", ruleId), where.eq("month", month)],
  );
  return new Map(rows.map((row) => [row.supplier_id, row]));
}

async function makeOne(
  context: Context,
  rule: AppliedRule,
  { supplierId, month }: { supplierId: string; month: string },
): Promise<boolean> {
  const lines: AssessedLine[] = await assessedLines(context, rule, { supplierId, month });
  if (lines.length === 0) return false;
  const screen = context.services.registry.mainScreen(key);
  await inTransaction(context, () =>
    createRecord(context, { screen, values: { rule_id: rule.id, supplier_id: supplierId, month } }),
  );
  return true;
}

/** Why the results of a month cannot be made yet, or null: days of grace have to be over. */
export async function monthRefusal(context: Context, ruleId: string, month: string): Promise<string | null> {
  const { last } = daysOfMonth(month);
  const today = dayOf(context.now);
  if (last >= today) return `${month}还没有结束，不能生成考核结果`;
  const { terms } = await appliedRule(context, ruleId);
  const ends = addDays(last, terms.graceDays);
  if (ends >= today) return `${month}的宽限期到${ends}为止，到期以后才能生成考核结果`;
  const known = [...(await resultsOf(context, ruleId, month)).values()];
  return known.length > 0 && known.every(({ state }) => state === "confirmed")
    ? `${month}考核结果已确认，不能重算`
    : null;
}

/** Rates on time by month, of the results this reader sees. */
export async function rateTrend(context: Context, of: readonly ConditionOn<typeof key>[]): Promise<RecordChart[]> {
  const since = addMonths(dayOf(context.now), -TREND_MONTHS).slice(0, 7);
  const rows = await unscopedRows(
    context,
    key,
    ["month", "due_lines", "on_time_lines"],
    [...of, where.atLeast("month", since), ...rowFilter(context, context.services.registry.entity(key))],
  );
  const months = new Map<string, { due: number; onTime: number }>();
  for (const { month, due_lines, on_time_lines } of rows) {
    const { due, onTime } = months.get(month) ?? { due: 0, onTime: 0 };
    months.set(month, { due: due + Number(due_lines), onTime: onTime + Number(on_time_lines) });
  }
  const labels = [...months.keys()].filter((month) => (months.get(month)?.due ?? 0) > 0).sort();
  if (labels.length === 0) return [];
  const values = labels.map((month) => {
    const { due, onTime } = months.get(month) ?? { due: 1, onTime: 0 };
    return formatDecimal(roundPercent(decimal(onTime).times(100).div(due)));
  });
  return [
    {
      kind: "chart",
      title: "准时率趋势",
      chart: {
        kind: "line",
        caption: `近${TREND_MONTHS}个月的准时率`,
        axis: "月份",
        unit: "%",
        labels,
        series: [{ label: "准时率", values }],
      },
    },
  ];
}

const fined = z.object({
  on_time: z.boolean(),
  in_full: z.boolean(),
  currency: z.string(),
  amount: z.string(),
  fine: z.string(),
  exempt_reason: z.string().nullable(),
});

/** Fines by currency, none added to another. */
function fineTable(record: DeliveryResultRecord): OwnSection[] {
  const least = typeof record.min_fine === "string" ? record.min_fine : null;
  const fines = finesOf(
    linesOf(record, "items").map((line) => fined.parse(line)),
    least,
  );
  if (fines.length === 0) return [];
  const numbers = ["扣款行数", "延期行金额", "建议扣款"];
  return [
    {
      kind: "table",
      title: "建议扣款（按币种）",
      table: {
        caption: "按币种汇总的建议扣款",
        columns: columnsOf(["币种", ...numbers], numbers),
        rows: fines.map(({ currency, lines, amount, fine, isBelow }) => ({
          id: currency,
          cells: [
            { text: currency },
            { text: String(lines) },
            { text: formatDecimal(amount, 2) },
            { text: isBelow ? "低于起罚金额" : formatDecimal(fine, 2) },
          ],
        })),
      },
    },
  ];
}

export const deliveryResultServer: EntityServer<"master-data/delivery-result"> = {
  async prepare({ context, record, before }) {
    if (before === null) await fill(consequenceOf(context), record);
  },
  async sections(context, record) {
    // By the name of the rule, which suppliers are told; the rule itself is not theirs to read.
    const own = [where.eq("rule_name", String(record.rule_name)), where.eq("supplier_id", String(record.supplier_id))];
    return [...fineTable(record), ...(await rateTrend(context, own))];
  },
  transitions: {
    publish: {
      async effect(context, work) {
        work.set({ dispute_deadline: await objectUntil(context) });
      },
    },
    recompute: { effect: recompute },
  },
};
