import { daysBetween } from "~/shared/calendar";
import { firstPlan, isMade, type MadeOrder, PROD_STAGES, type ReportedStage, rank } from "./product-order.rules";

/** By how many days a stage was or will be later than it was planned first, earlier below zero; none without a plan. */
export function slipOf(row: ReportedStage): number | null {
  const planned = firstPlan(row);
  return planned === null ? null : daysBetween(planned, row.actual_date ?? row.plan_date);
}

/** A stage as people call it: its name, and the batch where there is one. */
export function stageName({ stage, batch_no }: Pick<ReportedStage, "stage" | "batch_no">): string {
  const name = PROD_STAGES[stage as keyof typeof PROD_STAGES] ?? stage;
  return batch_no === null ? name : `${name} 批号${batch_no}`;
}

/** What a report made later than it was, in words; nothing that was as late before is said again. */
export function newSlips(
  before: readonly (ReportedStage & { id: string })[],
  { changed, added }: { changed: readonly { id: string; values: ReportedStage }[]; added: readonly ReportedStage[] },
): string | null {
  const rows = [
    ...changed.map(({ id, values }) => ({ now: values, was: before.find((row) => row.id === id) })),
    ...added.map((now) => ({ now, was: undefined })),
  ];
  const texts = rows.flatMap(({ now, was }) => {
    const slip = slipOf(now) ?? 0;
    const known = Math.max(0, (was && slipOf(was)) ?? 0);
    if (slip <= known) return [];
    const outcome = now.actual_date === null ? `改为${now.plan_date}` : `实际${now.actual_date}`;
    return [`行${now.item_line}${stageName(now)}原计划${firstPlan(now)}，${outcome}，晚${slip}天`];
  });
  return texts.length === 0 ? null : texts.join("；").slice(0, LONGEST_SLIPS);
}

/** As the definition has it. */
const LONGEST_SLIPS = 500;

/** From the end of what comes before to the day it is or was to be done. */
export interface StageSpan {
  from: string;
  to: string;
}

export interface ScheduledStage {
  label: string;
  planned: StageSpan | null;
  /** What was done; of what was not, the days until it is expected now, where that is later than planned. */
  actual: StageSpan | null;
  isDone: boolean;
  /** The days in words: 晚3天. */
  outcome: string;
  isLate: boolean;
  row: ReportedStage;
}

export interface ScheduledLine {
  line_no: number;
  material_id: string;
  required_date: string;
  finish: string;
  /** Days that the finish lies behind the day it is required; zero or less is in time. */
  late: number;
  stages: ScheduledStage[];
}

interface ScheduledOrder extends MadeOrder {
  items: readonly (MadeOrder["items"][number] & { material_id: string })[];
}

/**
 * The production of an order by its lines: which days each stage was planned for and took. Reports tell when a stage is done, so that one
 * begins where the one before it ended, the first with the order.
 */
export function scheduleOf(order: ScheduledOrder, start: string, today: string): ScheduledLine[] {
  return order.items.filter(isMade).flatMap(({ line_no, material_id, required_date }) => {
    const rows = order.progress
      .filter(({ item_line }) => item_line === line_no)
      .toSorted(
        (a, b) =>
          rank(a.stage) - rank(b.stage) || (a.actual_date ?? a.plan_date).localeCompare(b.actual_date ?? b.plan_date),
      );
    const stages = rows.map((row) => stageIn(rows, row, { start, today }));
    const finish = rows
      .map(({ plan_date, actual_date }) => actual_date ?? plan_date)
      .sort()
      .at(-1);
    if (finish === undefined) return [];
    return [{ line_no, material_id, required_date, finish, late: daysBetween(required_date, finish), stages }];
  });
}

function stageIn(
  rows: readonly ReportedStage[],
  row: ReportedStage,
  { start, today }: { start: string; today: string },
): ScheduledStage {
  const before = rows.filter(
    ({ stage, batch_no }) =>
      rank(stage) < rank(row.stage) && (batch_no === null || row.batch_no === null || batch_no === row.batch_no),
  );
  const span = (to: string | null, ends: readonly (string | null)[]): StageSpan | null => {
    if (to === null) return null;
    const from =
      ends
        .filter((day) => day !== null)
        .sort()
        .at(-1) ?? start;
    return { from: from < to ? from : to, to };
  };
  const planned = firstPlan(row);
  const isOverdue = row.actual_date === null && row.plan_date < today && !rows.some((other) => isBeyond(other, row));
  const expected = isOverdue ? today : row.plan_date;
  const until = row.actual_date ?? (planned !== null && expected > planned ? expected : null);
  return {
    label: stageName(row),
    planned: span(planned, before.map(firstPlan)),
    actual: span(
      until,
      before.map(({ actual_date }) => actual_date),
    ),
    isDone: row.actual_date !== null,
    ...outcomeOf(row, isOverdue ? today : null),
    row,
  };
}

/** Whether a line has come further than a planned stage, which nobody reports any more. */
function isBeyond(other: ReportedStage, row: ReportedStage): boolean {
  return other.actual_date !== null && rank(other.stage) >= rank(row.stage);
}

function outcomeOf(row: ReportedStage, overdueOn: string | null): { outcome: string; isLate: boolean } {
  const slip = slipOf(row);
  if (overdueOn !== null) return { outcome: `已过计划${daysBetween(row.plan_date, overdueOn)}天`, isLate: true };
  if (slip !== null && slip > 0)
    return { outcome: row.actual_date === null ? `改期晚${slip}天` : `晚${slip}天`, isLate: true };
  if (slip !== null && slip < 0)
    return { outcome: row.actual_date === null ? `改期早${-slip}天` : `早${-slip}天`, isLate: false };
  if (row.actual_date === null) return { outcome: "未完成", isLate: false };
  return { outcome: slip === null ? "已完成" : "按期", isLate: false };
}
