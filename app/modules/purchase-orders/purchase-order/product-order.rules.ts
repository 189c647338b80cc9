import { type Complaint, complain, type LineInputs, ok, type RuleFacts } from "~/engine/entity";
import { type Decimal, decimal, decimalOrZero, roundPercent, sum } from "~/shared/decimal";
import { takesGoods } from "./purchase-order-progress.rules";

/** How far the production of goods made to order has come, in the order of the work. */
export const PROD_STAGES = {
  material: "备料",
  scheduled: "排产",
  producing: "生产中",
  packed: "包装完成",
  tested: "出厂检验",
  ready: "待发货",
} as const;

type Stage = keyof typeof PROD_STAGES;

const IN_ORDER = Object.keys(PROD_STAGES);
/** From here on goods are finished. */
const FIRST_FINISHED = IN_ORDER.indexOf("packed");
const SCHEDULED = IN_ORDER.indexOf("scheduled");
const LAST = IN_ORDER.length - 1;

/** Where a stage stands in the work; -1 for none. */
export const rank = (stage: string | null) => (stage === null ? -1 : IN_ORDER.indexOf(stage));

/** What tells an order of goods that are made for us from others. */
export function isProductOrder({ order_type }: { order_type: string }): boolean {
  return order_type === "outsource";
}

/** A stage of a line as its supplier reported it; without an actual day it is planned. */
export interface ReportedStage {
  item_line: number;
  stage: string;
  plan_date: string;
  /** What was planned first; of rows that were reported before it was kept, none. */
  first_plan_date: string | null;
  actual_date: string | null;
  finished_qty: string | null;
  batch_no: string | null;
}

interface MadeLine {
  line_no: number;
  qty: string;
  price: string;
  required_date: string;
  line_status: string | null;
}

export interface MadeOrder {
  order_type: string;
  items: readonly MadeLine[];
  progress: readonly ReportedStage[];
}

/** A production order cannot go out before its wrapping is settled: what is printed wrong is thrown away. */
export function labelConfirmed(order: {
  order_type: string;
  label_version: string | null;
  label_confirmed: boolean;
}): Complaint | null {
  return isProductOrder(order) && !order.label_confirmed
    ? complain("label_confirmed", `包装版本【${order.label_version ?? ""}】未确认，不能下达`)
    : ok;
}

/** A line that is still to be made, or was. */
export const isMade = ({ line_status }: MadeLine) => line_status !== "closed" && line_status !== "cancelled";
const ofLine = (order: Pick<MadeOrder, "progress">, { line_no }: Pick<MadeLine, "line_no">) =>
  order.progress.filter(({ item_line }) => item_line === line_no);

/** How much of a line is finished: of each batch what its furthest report says, since a batch is packed, tested and made ready in turn. */
export function finishedOf(rows: readonly ReportedStage[]): Decimal {
  const batches = new Map<string, { at: number; qty: string }>();
  for (const { stage, batch_no, finished_qty, actual_date } of rows) {
    const at = rank(stage);
    if (at < FIRST_FINISHED || actual_date === null || finished_qty === null) continue;
    const known = batches.get(batch_no ?? "");
    if (!known || at > known.at) batches.set(batch_no ?? "", { at, qty: finished_qty });
  }
  return sum([...batches.values()].map(({ qty }) => qty));
}

/** How much of an order is finished, in percent; lines are weighed by their price, what is made beyond them does not count. */
export function finishedRate(order: MadeOrder): string | null {
  if (!isProductOrder(order)) return null;
  const made = order.items.filter(isMade);
  const worth = (of: (line: MadeLine) => Decimal) =>
    sum(made.map((line) => of(line).times(decimal(line.price)).toFixed()));
  const ordered = worth(({ qty }) => decimal(qty));
  if (ordered.lte(0)) return roundPercent(decimal(0));
  const finished = worth((line) => {
    const own = finishedOf(ofLine(order, line));
    return own.gt(decimal(line.qty)) ? decimal(line.qty) : own;
  });
  return roundPercent(finished.times(100).div(ordered));
}

/** The stage of the line that is behind the others; none while one of them has not begun. */
export function stageOf(order: MadeOrder): Stage | null {
  const ranks = order.items.filter(isMade).map((line) => furthest(ofLine(order, line)));
  const least = ranks.length === 0 ? -1 : Math.min(...ranks);
  return (IN_ORDER[least] as Stage | undefined) ?? null;
}

/** The furthest stage that was reached; -1 for none. */
function furthest(rows: readonly ReportedStage[]): number {
  return Math.max(-1, ...rows.filter(({ actual_date }) => actual_date !== null).map(({ stage }) => rank(stage)));
}

/** The last day on which a line is to be made, as far as it was reported: what was done counts by the day it was done. */
function finishOf(rows: readonly ReportedStage[]): string | null {
  return (
    rows
      .map(({ plan_date, actual_date }) => actual_date ?? plan_date)
      .sort()
      .at(-1) ?? null
  );
}

/** When everything is to be made, as far as it was reported. */
export function plannedFinish(order: MadeOrder): string | null {
  return finishOf(order.items.filter(isMade).flatMap((line) => ofLine(order, line)));
}

/** Whether some line will be made after the day it is required. */
export function finishesLate(order: MadeOrder): boolean {
  return order.items.filter(isMade).some((line) => {
    const finish = finishOf(ofLine(order, line));
    return finish !== null && finish > line.required_date;
  });
}

/** By when the next of it is required; none where nothing is to come, and for other orders. */
export function dueOf(order: Pick<MadeOrder, "order_type" | "items">): string | null {
  if (!isProductOrder(order)) return null;
  const open = order.items.filter(takesGoods).map(({ required_date }) => required_date);
  return open.sort()[0] ?? null;
}

/** What follows from lines and reports, in fields of the order. */
export const productFigures = {
  product_due: dueOf,
  prod_stage: stageOf,
  finished_rate: finishedRate,
  planned_finish: plannedFinish,
  finish_late: finishesLate,
};

/** Whether production was scheduled and not everything is ready: then reports are expected. */
export function isInProduction(order: MadeOrder): boolean {
  const lines = order.items.filter(isMade);
  const begun = lines.some((line) => ofLine(order, line).some(({ stage }) => rank(stage) >= SCHEDULED));
  return begun && lines.some((line) => furthest(ofLine(order, line)) < LAST || !isWhole(order, line));
}

function isWhole(order: MadeOrder, line: MadeLine): boolean {
  return finishedOf(ofLine(order, line)).gte(decimal(line.qty));
}

/** Planned stages that were not reached, of lines that have not come further meanwhile. */
export function stagesToCome<O extends Pick<MadeOrder, "progress">>(order: O): O["progress"][number][] {
  return order.progress.filter(
    (row) =>
      row.actual_date === null &&
      furthest(order.progress.filter(({ item_line }) => item_line === row.item_line)) < rank(row.stage),
  );
}

interface NumberedLine {
  id: string;
  line_no: number;
}

/** What was typed beside the lines of an order, as rows of its production. */
export function reportsOf(items: readonly NumberedLine[], typed: LineInputs): ReportedStage[] {
  return items.flatMap(({ id, line_no }) => {
    const said = typed.get(id) ?? {};
    const text = (name: string) => {
      const value = said[name];
      return typeof value === "string" && value !== "" ? value : null;
    };
    const stage = text("stage");
    if (stage === null) return [];
    const finished_qty = text("finished_qty");
    const plan_date = text("plan_date") ?? text("actual_date") ?? "";
    return [
      {
        item_line: line_no,
        stage,
        plan_date,
        // Without a plan nothing was planned: what was done on its day is no slip.
        first_plan_date: text("plan_date"),
        actual_date: text("actual_date"),
        finished_qty,
        batch_no: text("batch_no"),
      },
    ];
  });
}

/** Rows that are changed by reports, and those that are new; a stage of a batch stands once, and takes the plan that named no batch. */
export function mergeReports<R extends ReportedStage & { id: string }>(
  progress: readonly R[],
  reports: readonly ReportedStage[],
): { changed: { id: string; values: ReportedStage }[]; added: ReportedStage[]; rows: ReportedStage[] } {
  const changed = new Map<string, ReportedStage>();
  const added: ReportedStage[] = [];
  for (const report of reports) {
    const same = progress.filter(
      ({ id, item_line, stage }) => item_line === report.item_line && stage === report.stage && !changed.has(id),
    );
    const known =
      same.find(({ batch_no }) => batch_no === report.batch_no) ??
      same.find(({ batch_no, actual_date }) => batch_no === null && actual_date === null);
    if (known) changed.set(known.id, keepPlan(known, report));
    else added.push(report);
  }
  return {
    changed: [...changed].map(([id, values]) => ({ id, values })),
    added,
    rows: [...progress.map((row) => changed.get(row.id) ?? row), ...added],
  };
}

/** A report that names no plan leaves the one that stood, and what was planned first is kept whatever is planned later. */
function keepPlan(known: ReportedStage, report: ReportedStage): ReportedStage {
  const first = firstPlan(known);
  return {
    ...report,
    plan_date: report.first_plan_date ?? (first === null ? report.plan_date : known.plan_date),
    first_plan_date: first ?? report.first_plan_date,
  };
}

/** The day a stage was planned for first; none for what was done without a plan. */
export function firstPlan({ plan_date, first_plan_date, actual_date }: ReportedStage): string | null {
  return first_plan_date ?? (actual_date === null ? plan_date : null);
}

/** A report says of at least one line which stage it is about and when; what is finished has a day, a quantity and a batch. */
export function reportIsWhole(
  { items }: { items: readonly NumberedLine[] },
  _input: unknown,
  typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  const FIELDS = ["plan_date", "actual_date", "finished_qty", "batch_no"];
  for (const [index, { id, line_no }] of items.entries()) {
    const said = typed.get(id) ?? {};
    const has = (name: string) => typeof said[name] === "string" && said[name] !== "";
    const at = (name: string, text: string) => complain(`items.${id}.${name}`, `第${index + 1}行${text}`);
    if (!has("stage")) {
      if (FIELDS.some(has)) return at("stage", "请选择生产阶段");
      continue;
    }
    const [report] = reportsOf([{ id, line_no }], typed);
    if (!report) continue;
    if (!has("plan_date") && !has("actual_date")) return at("plan_date", "请填写计划日期或实际日期");
    if (report.actual_date !== null && report.actual_date > today) return at("actual_date", "实际日期不能晚于今天");
    if (report.finished_qty !== null && decimal(report.finished_qty).lt(0))
      return at("finished_qty", "完成数量不能小于0");
    const isFinished = rank(report.stage) >= FIRST_FINISHED && report.actual_date !== null;
    if (isFinished && decimalOrZero(report.finished_qty).lte(0)) return at("finished_qty", "请填写完成数量");
    if (isFinished && report.batch_no === null) return at("batch_no", "请填写生产批号");
  }
  return reportsOf(items, typed).length > 0 ? ok : complain("items", "请至少填写一行的生产进度");
}

/** A supplier is asked for its progress once a day at most. */
export function progressNotAskedToday(
  order: { progress_reminded_on: string | null },
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return order.progress_reminded_on === today ? complain("reason", "今天已经催报过，请明天再试") : ok;
}
