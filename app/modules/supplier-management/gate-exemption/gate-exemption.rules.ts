import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { GATE_ACTIONS, GATE_CHECKS } from "~/shared/supplier-gate";

/** What quality answers for; everything else is a matter of buying. */
const QUALITY = ["type_inspection", "certificate", "correction"];
const lifting = (isQuality: boolean) =>
  where.any(
    ...Object.keys(GATE_CHECKS)
      .filter((check) => QUALITY.includes(check) === isQuality)
      .map((check) => where.eq(`lifts_${check}`, true)),
  );
const quality = lifting(true);
const paying = where.eq("on_payment", true);

/** Who agrees first: whoever answers for what is lifted (decision 0114). One of the rows holds for every exemption. */
export const FIRST_APPROVERS = {
  quality: { when: quality, by: ["qa_manager"] },
  buying: { when: where.not(quality), by: ["purchase_manager"] },
} as const;

/**
 * Who agrees second: finance where money goes out; the buying side where it is concerned, too; the leader or the buying side about food safety alone; else
 * somebody outside buying. One of the rows holds for every exemption.
 */
export const SECOND_APPROVERS = {
  finance: { when: paying, by: ["finance_lead", "finance"] },
  buying: { when: where.all(where.not(paying), quality, lifting(false)), by: ["purchase_manager"] },
  leader: {
    when: where.all(where.not(paying), quality, where.not(lifting(false))),
    by: ["leader", "purchase_manager"],
  },
  others: { when: where.all(where.not(paying), where.not(quality)), by: ["qa_manager", "leader"] },
} as const;

type Switches<K extends string> = Readonly<Record<K, boolean>>;
const actions = Object.keys(GATE_ACTIONS).map((name) => `on_${name}`);
const checks = Object.keys(GATE_CHECKS).map((name) => `lifts_${name}`);

function isAnyOn(record: object, names: readonly string[]): boolean {
  const values: Readonly<Record<string, unknown>> = { ...record };
  return names.some((name) => values[name] === true);
}

/** An exemption says which business it opens and which check it lifts; nothing is meant by silence. */
export function saysWhat(exemption: Switches<"on_release" | "lifts_type_inspection">): Complaint | null {
  if (!isAnyOn(exemption, checks)) return complain("lifts_type_inspection", "请选择放行检查项");
  return isAnyOn(exemption, actions) ? ok : complain("on_release", "请选择放行业务");
}

export function endsAfterItBegins({
  valid_from,
  valid_to,
}: {
  valid_from: string;
  valid_to: string;
}): Complaint | null {
  return valid_to < valid_from ? complain("valid_to", "有效期至不能早于生效日期") : ok;
}

/** The first and the last day count: thirty days are thirty days. */
export function notTooLong(
  { valid_from, valid_to }: { valid_from: string | null; valid_to: string | null },
  most: number,
): Complaint | null {
  return String(valid_to) > addDays(String(valid_from), most - 1)
    ? complain("valid_to", `放行期限不得超过${most}天`)
    : ok;
}

/** Nobody approves what is over already. */
export function notOver(
  { valid_to }: { valid_to: string },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return valid_to < today ? complain("valid_to", "有效期已过，请修改后再提交") : ok;
}

/** A type inspection and a source belong to one material; lifted for all materials nobody would know what was accepted. */
export function materialWhereItCounts({
  material_id,
  lifts_type_inspection,
  lifts_source,
  lifts_trial_qty,
}: {
  material_id: string | null;
  lifts_type_inspection: boolean;
  lifts_source: boolean;
  lifts_trial_qty: boolean;
}): Complaint | null {
  return material_id === null && (lifts_type_inspection || lifts_source || lifts_trial_qty)
    ? complain("material_id", "放行型式检验、供货清单或试用限量时请选择物料")
    : ok;
}
