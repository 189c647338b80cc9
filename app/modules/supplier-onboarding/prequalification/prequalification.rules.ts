import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";
import { addDays, dayOf } from "~/shared/calendar";

/** What a condition is about; who judges it follows from it. */
export const CRITERION_GROUPS = {
  exclusion: "禁入情形",
  legal: "主体资质",
  food: "食品安全与体系",
  capacity: "产能与设备",
  finance: "财务状况",
  record: "业绩",
  integrity: "廉洁合规",
} as const;
export type CriterionGroup = keyof typeof CRITERION_GROUPS;

/** Groups that quality and finance judge beside the buyer. */
export const QUALITY_GROUPS = ["food", "capacity"] as const satisfies readonly CriterionGroup[];
export const FINANCE_GROUPS = ["finance"] as const satisfies readonly CriterionGroup[];

export const CRITERION_KINDS = { pass_fail: "通过/不通过", score: "评分" } as const;
export const ANSWER_TYPES = { bool: "是否", number: "数值", text: "文本", file: "文件" } as const;

interface Announced {
  mode: string;
  deadline: string;
  question_deadline: string | null;
  valid_to: string;
  criteria: readonly { title: string; kind: string; max_score: string | null }[];
  invitees: readonly { supplier_id: string | null; email: string | null }[];
}

/** Questions end before the applications, and results outlive them. */
export function daysFollow({
  deadline,
  question_deadline,
  valid_to,
}: Pick<Announced, "deadline" | "question_deadline" | "valid_to">): Complaint | null {
  if (question_deadline !== null && question_deadline > deadline)
    return complain("question_deadline", "提问截止不能晚于申请截止");
  return valid_to <= dayOf(new Date(deadline)) ? complain("valid_to", "结果有效期须晚于申请截止日") : ok;
}

/** Points are given where a condition is scored, and nowhere else; each condition stands once. */
export function criteriaFit({ criteria }: Pick<Announced, "criteria">): Complaint | null {
  for (const [index, { title, kind, max_score }] of criteria.entries()) {
    const at = (field: string) => lineField("criteria", index + 1, field);
    if (kind === "score" && max_score === null) return complain(at("max_score"), `评分条件【${title}】请填写满分`);
    if (kind !== "score" && max_score !== null) return complain(at("max_score"), `条件【${title}】不评分，满分请留空`);
    if (criteria.findIndex((one) => one.title === title) < index) return complain(at("title"), `条件【${title}】重复`);
  }
  return ok;
}

/** An invitation goes to a supplier we know or to a mailbox, once. */
export function inviteesFit({ invitees }: Pick<Announced, "invitees">): Complaint | null {
  for (const [index, { supplier_id, email }] of invitees.entries()) {
    const at = (field: string) => lineField("invitees", index + 1, field);
    if (supplier_id === null && email === null) return complain(at("supplier_id"), "请选择供应商，或填写邮箱");
    const first = invitees.findIndex((one) =>
      supplier_id === null ? one.supplier_id === null && one.email === email : one.supplier_id === supplier_id,
    );
    if (first < index) return complain(at(supplier_id === null ? "email" : "supplier_id"), "已在邀请名单中");
  }
  return ok;
}

/** What goes out can be answered, by somebody, in time. */
export function readyToPublish(
  { mode, deadline, criteria, invitees }: Announced,
  _input: unknown,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  if (criteria.length === 0) return complain("criteria", "请至少填写一项条件");
  if (mode === "invite" && invitees.length === 0) return complain("invitees", "邀请方式请至少邀请一家");
  return deadline <= now ? complain("deadline", "申请截止时间必须晚于现在") : ok;
}

/** Catalogue: an open procedure gives companies at least so many days. */
export function openLongEnough(
  { mode, deadline }: { mode: string | null; deadline: string | null },
  today: string,
  days: number,
): Complaint | null {
  return mode === "open" && dayOf(new Date(String(deadline))) < addDays(today, days)
    ? complain("deadline", `公开预审的申请截止至少在${days}天之后`)
    : ok;
}

/** A deadline is put off while it still runs, never brought forward. */
export function putOff(
  { deadline, valid_to }: Pick<Announced, "deadline" | "valid_to">,
  input: Readonly<Record<string, unknown>>,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  const wanted = String(input.new_deadline ?? "");
  if (deadline <= now) return complain("new_deadline", "申请已截止，不能延期");
  if (wanted <= deadline) return complain("new_deadline", "新的申请截止必须晚于原截止时间");
  return dayOf(new Date(wanted)) >= valid_to ? complain("new_deadline", "申请截止须早于结果有效期") : ok;
}
