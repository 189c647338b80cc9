import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { daysBetween } from "~/shared/calendar";
import { decimal } from "~/shared/decimal";
import { TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";

interface Measured {
  value: string;
  lower: string | null;
  upper: string | null;
}

/** What a figure says by its limits; what is no figure, or has no limit, is for people to judge. */
export function judgeItem({ value, lower, upper }: Measured): "pass" | "fail" | "open" {
  const figure = /^[<≤]?\s*(-?\d+(?:\.\d+)?)$/.exec(value.trim())?.[1];
  if (figure === undefined || (lower === null && upper === null)) return "open";
  const isLow = lower !== null && decimal(figure).lt(decimal(lower));
  const isHigh = upper !== null && decimal(figure).gt(decimal(upper));
  return isLow || isHigh ? "fail" : "pass";
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
  if (conclusion !== "pass") return complain("conclusion", "报告结论为不合格，不能审核通过");
  const failed = items.filter(({ judge }) => judge === "fail").map(({ item }) => item);
  return failed.length > 0 ? complain("items", `检验项目超出限值：${failed.join("、")}，不能审核通过`) : ok;
}

/** Days before the due day from which a report is spoken of (specification section 5). */
export const SOON_DAYS = 30;

/** How current a valid report is on a day, by the day on which the next is due: day 15 of being late still lets orders go. */
export function inspectionState(due: string, today: string): "normal" | "due_soon" | "overdue" | "blocked" {
  const late = daysBetween(due, today);
  if (late > TYPE_INSPECTION_GRACE_DAYS) return "blocked";
  if (late > 0) return "overdue";
  return late >= -SOON_DAYS ? "due_soon" : "normal";
}

/** Nobody is reminded of what is far away. */
export function isSoonDue(due: string | null, today: string): boolean {
  return due !== null && daysBetween(today, due) <= SOON_DAYS;
}
