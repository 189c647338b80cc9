import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { daysBetween } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";

/** The figure of what was measured, `<0.01` counts as 0.01; null where it is none. */
function figureOf(value: string): string | null {
  return /^[<≤]?\s*(-?\d+(?:\.\d+)?)$/.exec(value.trim())?.[1] ?? null;
}

interface Measured {
  value: string;
  lower: string | null;
  upper: string | null;
}

/** What a figure says by its limits; what is no figure, or has no limit, is for people to judge. */
export function judgeItem({ value, lower, upper }: Measured): "pass" | "fail" | "open" {
  const figure = figureOf(value);
  if (figure === null || (lower === null && upper === null)) return "open";
  const isLow = lower !== null && decimal(figure).lt(decimal(lower));
  const isHigh = upper !== null && decimal(figure).gt(decimal(upper));
  return isLow || isHigh ? "fail" : "pass";
}

/** An item that a rule asks for, with the limits it sets. */
export interface RuleItem {
  item: string;
  lower: string | null;
  upper: string | null;
  unit: string | null;
}

/** Limits in words: `≥0.1，≤14.5 %`; nothing where there are none. */
export function limitText({ lower, upper, unit }: Omit<RuleItem, "item">): string {
  const figure = (value: string) => decimal(value).toFixed();
  const parts = [...(lower === null ? [] : [`≥${figure(lower)}`]), ...(upper === null ? [] : [`≤${figure(upper)}`])];
  return parts.length === 0 ? "" : `${parts.join("，")}${unit ? ` ${unit}` : ""}`;
}

interface Covering {
  materials: readonly { material_id: string }[];
}

export function materialsOnce({ materials }: Covering): Complaint | null {
  const ids = materials.map(({ material_id }) => material_id);
  const at = ids.findIndex((id, index) => ids.indexOf(id) !== index);
  return at < 0 ? ok : complain(lineField("materials", at + 1, "material_id"), `第${at + 1}行物料重复`);
}

export function producedBeforeIssue({
  production_date,
  issue_date,
}: {
  production_date: string | null;
  issue_date: string;
}): Complaint | null {
  return production_date !== null && production_date > issue_date
    ? complain("production_date", "生产日期不能晚于签发日期")
    : ok;
}

/** The paper itself has to be there before anybody judges it; what the program takes over from elsewhere, it takes as it is. */
export function reportAttached(
  { report_file }: { report_file: readonly unknown[] | null },
  _input: unknown,
  _lines: unknown,
  { actorId }: Pick<RuleFacts, "actorId">,
): Complaint | null {
  return actorId === null || (report_file !== null && report_file.length > 0)
    ? ok
    : complain("report_file", "请上传报告文件");
}

interface Judged {
  conclusion: string;
  items: readonly { item: string; judge: string | null }[];
}

/** Only a report that says pass, with every item inside its limits, counts as one. */
export function everythingPasses({ conclusion, items }: Judged): Complaint | null {
  if (conclusion !== "pass") return complain("conclusion", "检验结论不合格，不能审核通过");
  const failed = items.filter(({ judge }) => judge === "fail").map(({ item }) => item);
  return failed.length > 0 ? complain("items", `检验项目超出限值：${failed.join("、")}，不能审核通过`) : ok;
}

/**
 * How current a valid report is on a day, by the day on which the next is due: day 15 of being late still lets orders go.
 * @param soon days before the due day from which a report is spoken of (specification section 5)
 */
export function inspectionState(
  due: string,
  today: string,
  soon: number,
): "normal" | "due_soon" | "overdue" | "blocked" {
  const late = daysBetween(due, today);
  if (late > TYPE_INSPECTION_GRACE_DAYS) return "blocked";
  if (late > 0) return "overdue";
  return late >= -soon ? "due_soon" : "normal";
}

/** Nobody is reminded of what is far away. @param soon as of `inspectionState` */
export function isSoonDue(due: string | null, today: string, soon: number): boolean {
  return due !== null && daysBetween(today, due) <= soon;
}

/** A report as its figures are drawn beside those of others. */
export interface MeasuredReport {
  label: string;
  items: readonly (Measured & { item: string; unit: string | null })[];
}

interface MeasuredItem {
  item: string;
  unit: string | null;
  labels: string[];
  series: { label: string; values: string[] }[];
}

/**
 * Items that at least two reports have measured in figures, those with limits first: what was measured, and the limits where all of these
 * reports name them.
 * @param reports the oldest first
 */
export function measuredItems(reports: readonly MeasuredReport[]): MeasuredItem[] {
  const names = [...new Set(reports.flatMap(({ items }) => items.map(({ item }) => item)))];
  const found = names.flatMap((item): (MeasuredItem & { limits: number })[] => {
    const rows = reports.flatMap(({ label, items }) => {
      const row = items.find((one) => one.item === item);
      const value = row ? figureOf(row.value) : null;
      return row && value !== null ? [{ ...row, label, value }] : [];
    });
    if (rows.length < 2) return [];
    const limit = (label: string, of: (row: Measured) => string | null) => {
      const values = rows.flatMap((row) => of(row) ?? []);
      return values.length === rows.length ? [{ label, values }] : [];
    };
    const limits = [...limit("上限", ({ upper }) => upper), ...limit("下限", ({ lower }) => lower)];
    const labels = rows.map(({ label }) => label);
    const series = [{ label: "实测值", values: rows.map(({ value }) => value) }, ...limits];
    return [{ item, unit: rows.at(-1)?.unit ?? null, labels, series, limits: limits.length }];
  });
  return found.sort((a, b) => b.limits - a.limits).map(({ limits: _limits, ...one }) => one);
}
