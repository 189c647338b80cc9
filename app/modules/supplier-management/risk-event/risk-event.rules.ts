import { type Complaint, complain, type Limits, lineField, ok, type RuleFacts, type Value } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";

export const RISK_CATEGORIES = {
  sampling: "监督抽检不合格",
  food_safety: "食品安全事件",
  penalty: "行政处罚",
  judicial: "司法诉讼",
  dishonest: "失信被执行",
  abnormal: "经营异常",
  equity: "股权质押/变更",
  tax: "税务违法",
  environment: "环保处罚",
  opinion: "负面舆情",
  capacity: "断供/产能",
  related: "关联方风险",
} as const;

export const RISK_SOURCES = {
  manual: "人工录入",
  import: "批量导入",
  api: "外部数据接口",
  system: "系统识别",
} as const;

export type RiskLevel = "low" | "medium" | "high";

/** States in which an event weighs on the level of its supplier. */
export const WEIGHING = ["confirmed", "handling"] as const;

/** Probability times impact, 1 to 25. */
export function riskCoefficient({ probability, impact }: { probability: number; impact: number }): number {
  return probability * impact;
}

/** By the lowest coefficients of the upper two levels; the rest is low. */
export function riskLevel(event: { probability: number; impact: number }, { limit }: Limits): RiskLevel {
  const coefficient = riskCoefficient(event);
  return coefficient >= limit("risk.highFrom") ? "high" : coefficient >= limit("risk.midFrom") ? "medium" : "low";
}

/** The highest level among the events that weigh; low when none does. */
export function supplierRiskLevel(levels: readonly string[]): RiskLevel {
  return levels.includes("high") ? "high" : levels.includes("medium") ? "medium" : "low";
}

/**
 * How safe a supplier is, 0 to 100 with one decimal: 100 less the coefficients of its events, those closed counting half as much
 * after every `halfLife` days.
 */
export function riskScore(
  events: readonly { coefficient: number; closed_on: string | null }[],
  today: string,
  halfLife: number,
): string {
  const burden = events.reduce((total, { coefficient, closed_on }) => {
    const halvings = closed_on === null ? 0 : Math.max(0, daysBetween(closed_on, today)) / halfLife;
    return total.plus(decimal(coefficient).times(decimal((0.5 ** halvings).toFixed(6))));
  }, decimal(0));
  const score = decimal(100).minus(burden);
  return (score.lt(0) ? decimal(0) : score).toFixed(1);
}

interface Measured {
  measures: readonly { done_date: string | null; due_date: string | null }[];
}

/** A high event is judged and dealt with, never put aside. */
export function highNotIgnored(
  event: { probability: number; impact: number },
  _input: unknown,
  _lines: unknown,
  facts: RuleFacts,
): Complaint | null {
  return riskLevel(event, facts) === "high" ? complain("level", "高风险事件不可忽略，请研判后处置") : ok;
}

export function measuresPlanned({ measures }: Measured): Complaint | null {
  return measures.length > 0 ? ok : complain("measures", "请先填写至少一项应对措施");
}

export function measuresDone({ measures }: Measured): Complaint | null {
  const open = measures.filter(({ done_date }) => done_date === null).length;
  return open === 0 ? ok : complain("measures", `还有${open}项应对措施没有完成，不能关闭`);
}

export function closingExplained(_event: unknown, input: Readonly<Record<string, Value>>): Complaint | null {
  return input.close_note ? ok : complain("close_note", "请填写关闭说明");
}

/** Nothing is done before it happened, or tomorrow. */
export function doneInPast(
  { measures }: Measured,
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  const at = measures.findIndex(({ done_date }) => done_date !== null && done_date > today);
  return at < 0 ? ok : complain(lineField("measures", at + 1, "done_date"), "实际完成日期不能晚于今天");
}

/** Sentences on overdue measures, for the head of the record. */
export function overdueDays({ measures }: Measured, today: string): number | null {
  const late = measures.flatMap(({ done_date, due_date }) =>
    done_date === null && due_date !== null && due_date < today ? [daysBetween(due_date, today)] : [],
  );
  return late.length === 0 ? null : Math.max(...late);
}

/** How long closed events are still read for the score: beyond it they weigh next to nothing. */
export function scoreSince(today: string, halfLife: number): string {
  return addDays(today, -4 * halfLife);
}
