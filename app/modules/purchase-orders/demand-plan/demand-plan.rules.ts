import { type Complaint, complain, type LineInputs, lineField, ok, type RuleFacts } from "~/engine/entity";
import { addDays, weekdayNumber } from "~/shared/calendar";
import { type Decimal, decimal, decimalOrZero, roundQuantity, sum } from "~/shared/decimal";

export const DEMAND_SOURCES = { mrp: "SAP计划", import: "导入", manual: "手工" } as const;
/** How bad it is: nothing is left, or less than the safety stock. */
export const RISKS = { red: "缺料", yellow: "低于安全库存", ok: "正常" } as const;
export type Risk = keyof typeof RISKS;

const MONDAY = 1;
const WEEK = 7;

function isMonday(day: string): boolean {
  return weekdayNumber(day) === MONDAY;
}

interface Plan {
  base_week: string;
  weeks: number;
  items: readonly { material_id: string; week_start: string }[];
}

/** Plans and their lines speak of weeks, which begin on Mondays. */
export function weeksBeginOnMonday({ base_week, items }: Plan): Complaint | null {
  if (!isMonday(base_week)) return complain("base_week", "周起始日须为周一");
  const at = items.findIndex(({ week_start }) => !isMonday(week_start));
  return at < 0 ? ok : complain(lineField("items", at + 1, "week_start"), "周起始日须为周一");
}

/** No line lies outside the weeks the plan rolls over. */
export function weeksInside({ base_week, weeks, items }: Plan): Complaint | null {
  const end = addDays(base_week, weeks * WEEK);
  const at = items.findIndex(({ week_start }) => week_start < base_week || week_start >= end);
  return at < 0
    ? ok
    : complain(
        lineField("items", at + 1, "week_start"),
        `第${at + 1}行的周不在计划的${weeks}周以内（从${base_week}起）`,
      );
}

export function frozenInside({ weeks, frozen_weeks }: { weeks: number; frozen_weeks: number }): Complaint | null {
  return frozen_weeks > weeks ? complain("frozen_weeks", "锁定周数不能超过滚动周数") : ok;
}

/** Nobody is asked for weeks that are over. */
export function notOver(
  { base_week, weeks }: Pick<Plan, "base_week" | "weeks">,
  _input: unknown,
  _lines: LineInputs,
  { today }: Pick<RuleFacts, "today">,
): Complaint | null {
  return addDays(base_week, weeks * WEEK) <= today ? complain("base_week", "计划的各周都已过，请修改起始周") : ok;
}

export function weekOnce({ items }: Plan): Complaint | null {
  const keys = items.map(weekKey);
  const at = keys.findIndex((key, index) => keys.indexOf(key) !== index);
  return at < 0
    ? ok
    : complain(lineField("items", at + 1, "material_id"), `第${at + 1}行与前面的行物料和周重复，请合并为一行`);
}

/** What a line of a plan is known by. */
export function weekKey({ material_id, week_start }: { material_id: string; week_start: string }): string {
  return `${material_id} ${week_start}`;
}

/** The month a week counts to, in which demand is divided over suppliers. */
export function monthOf({ week_start }: { week_start: string }): string {
  return week_start.slice(0, 7);
}

/** The first week that may still be changed without saying why. */
export function frozenUntil({ base_week, frozen_weeks }: { base_week: string; frozen_weeks: number }): string {
  return addDays(base_week, frozen_weeks * WEEK);
}

/** The Monday of the week a day lies in. */
export function weekOf(day: string): string {
  return addDays(day, MONDAY - (weekdayNumber(day) || WEEK));
}

export interface DemandLine {
  id: string;
  material_id: string;
  week_start: string;
  gross_qty: string;
  stock_qty: string | null;
  safety_qty: string | null;
  in_transit_qty: string | null;
}

export interface Balance {
  net_qty: string;
  projected_qty: string;
  risk: Risk;
}

/**
 * Each material week by week. A stock that somebody typed counts at the beginning of its week; otherwise a week begins with what the one
 * before left over. What is left (预计结存) knows of no order that is not there yet; what has to be bought (净需求) takes it that the weeks
 * before were bought, so that a shortage is not bought twice.
 */
export function balances(lines: readonly DemandLine[]): Map<string, Balance> {
  const found = new Map<string, Balance>();
  const byMaterial = new Map<string, DemandLine[]>();
  for (const line of lines) byMaterial.set(line.material_id, [...(byMaterial.get(line.material_id) ?? []), line]);
  for (const own of byMaterial.values()) {
    let left: Decimal = decimal(0);
    let covered: Decimal = decimal(0);
    for (const line of [...own].sort((a, b) => (a.week_start < b.week_start ? -1 : 1))) {
      const coming = decimalOrZero(line.in_transit_qty);
      const safety = decimalOrZero(line.safety_qty);
      const begin = (carried: Decimal) => (line.stock_qty === null ? carried : decimal(line.stock_qty)).plus(coming);
      const gross = decimal(line.gross_qty);
      const net = gross.plus(safety).minus(begin(covered));
      const wanted = net.gt(0) ? net : decimal(0);
      covered = begin(covered).minus(gross).plus(wanted);
      left = begin(left).minus(gross);
      found.set(line.id, {
        net_qty: roundQuantity(wanted),
        projected_qty: roundQuantity(left),
        risk: riskOf(left, safety),
      });
    }
  }
  return found;
}

export function riskOf(projected: Decimal, safety: Decimal): Risk {
  if (projected.lt(0)) return "red";
  return projected.lt(safety) ? "yellow" : "ok";
}

export function redCount({ items }: { items: readonly { risk: string | null }[] }): number {
  return items.filter(({ risk }) => risk === "red").length;
}

/** What still comes of an order line, by its deliveries: what was accepted counts for the earliest. */
export function stillToCome(
  line: { accepted_qty: string; exchanged_qty: string },
  deliveries: readonly { day: string; qty: string }[],
): { day: string; qty: string }[] {
  let came: Decimal = decimal(line.accepted_qty).minus(decimal(line.exchanged_qty));
  return [...deliveries]
    .sort((a, b) => (a.day < b.day ? -1 : 1))
    .flatMap(({ day, qty }) => {
      const whole = decimal(qty);
      const open = came.gte(whole) ? decimal(0) : came.gt(0) ? whole.minus(came) : whole;
      came = came.minus(whole);
      return open.gt(0) ? [{ day, qty: roundQuantity(open) }] : [];
    });
}

/** What changed of the demand in the frozen weeks since the plan that is in force. */
export function frozenChanges(
  before: readonly { material_id: string; week_start: string; gross_qty: string }[],
  after: { base_week: string; frozen_weeks: number; items: readonly Omit<DemandLine, "in_transit_qty">[] },
): { material_id: string; week_start: string; from: string; to: string }[] {
  const until = frozenUntil(after);
  const isFrozen = ({ week_start }: { week_start: string }) => week_start >= after.base_week && week_start < until;
  const now = new Map(after.items.map((line) => [weekKey(line), line.gross_qty]));
  const old = new Map(before.filter(isFrozen).map((line) => [weekKey(line), line]));
  const changed = [...old.values()].flatMap((line) => {
    const to = now.get(weekKey(line)) ?? "0";
    return decimal(to).eq(decimal(line.gross_qty)) ? [] : [{ ...placed(line), from: line.gross_qty, to }];
  });
  const added = after.items.flatMap((line) =>
    isFrozen(line) && !old.has(weekKey(line)) && decimal(line.gross_qty).gt(0)
      ? [{ ...placed(line), from: "0", to: line.gross_qty }]
      : [],
  );
  return [...changed, ...added];
}

function placed({ material_id, week_start }: { material_id: string; week_start: string }) {
  return { material_id, week_start };
}

/** How much of what was asked of suppliers they have committed to, in percent; what is beyond the share does not make up for others. */
export function commitRate(lines: readonly { share_qty: string; commit_qty: string | null }[]): Decimal | null {
  // Materials have units of their own: the mean of the lines is what can be compared.
  const asked = lines.filter(({ share_qty }) => decimal(share_qty).gt(0));
  if (asked.length === 0) return null;
  const rates = asked.map(({ share_qty, commit_qty }) => {
    const rate = decimalOrZero(commit_qty).times(100).div(decimal(share_qty));
    return rate.gt(100) ? decimal(100) : rate;
  });
  return sum(rates).div(rates.length);
}

/** What may still be asked of suppliers that have no price; null while nothing has to be bought. */
export function toSource({
  net_qty,
  sourced_qty,
}: {
  net_qty: string | null;
  sourced_qty: string | null;
}): string | null {
  return net_qty === null || decimal(net_qty).lte(0)
    ? null
    : roundQuantity(decimal(net_qty).minus(decimalOrZero(sourced_qty)));
}
