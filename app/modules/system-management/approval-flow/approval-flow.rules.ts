import { type Complaint, complain, lineField, ok } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

/** Who decides in a step. */
export const DECIDERS = {
  person: "指定人员",
  role: "角色",
  superior: "发起人的直接上级",
  group_manager: "采购组负责人",
  outside: "外部系统",
} as const;

/** What happens where the flow would ask the person who asked for approval. */
export const ON_SELF = { superior: "改由其直接上级审批", skip: "跳过这一步", refuse: "不允许提交" } as const;

export const COMPARISONS = {
  eq: "等于",
  ne: "不等于",
  gt: "大于",
  gte: "大于等于",
  lt: "小于",
  lte: "小于等于",
  in: "属于",
} as const;

interface Step {
  step_no: number;
  decider: string;
  person_id: string | null;
  role_id: string | null;
  system_name: string | null;
  system_account?: string | null;
}

/** Each way to choose deciders needs its own answer to "whom", and only that one. */
export function stepsSayWhom({ steps }: { steps: readonly Step[] }): Complaint | null {
  for (const [index, { decider, person_id, role_id, system_name, system_account }] of steps.entries()) {
    if (decider !== "outside" && (system_account ?? null) !== null)
      return complain(
        lineField("steps", index + 1, "system_account"),
        `第${index + 1}行：审批方式为「${labelOf(decider)}」，这一格请留空`,
      );
    const wanted = [
      ["person", "person_id", person_id, "请选择审批人"],
      ["role", "role_id", role_id, "请选择审批角色"],
      ["outside", "system_name", system_name, "请填写外部系统"],
    ] as const;
    for (const [kind, field, value, missing] of wanted) {
      const at = lineField("steps", index + 1, field);
      if (decider === kind && value === null) return complain(at, `第${index + 1}行：${missing}`);
      if (decider !== kind && value !== null)
        return complain(at, `第${index + 1}行：审批方式为「${labelOf(decider)}」，这一格请留空`);
    }
  }
  return ok;
}

function labelOf(decider: string): string {
  const labels: Readonly<Record<string, string>> = DECIDERS;
  return labels[decider] ?? decider;
}

/** Steps are counted without gaps, so that a number says how far a case has come; rows of one number run side by side. */
export function stepsCountUp({ steps }: { steps: readonly { step_no: number }[] }): Complaint | null {
  const numbers = [...new Set(steps.map(({ step_no }) => step_no))].sort((a, b) => a - b);
  const gap = numbers.findIndex((number, index) => number !== index + 1);
  return gap < 0 ? ok : complain("steps", `步骤序号须从1开始连续编号，缺少第${gap + 1}步；序号相同的行同时审批`);
}

/** A reminder or an escalation counts from the day of the deadline. */
export function timesNeedDeadline({
  steps,
}: {
  steps: readonly { due_hours: number | null; escalate: string }[];
}): Complaint | null {
  const index = steps.findIndex(({ due_hours, escalate }) => due_hours === null && escalate !== "none");
  return index < 0 ? ok : complain(lineField("steps", index + 1, "due_hours"), `第${index + 1}行：超时升级须填写时限`);
}

/** A number is compared as a number. */
export function isDecimalText(text: string): boolean {
  try {
    decimal(text);
    return /^-?\d+(\.\d+)?$/.test(text);
  } catch {
    return false;
  }
}
