import { type Complaint, complain, ok } from "~/engine/entity";
import { addDays, daysBetween } from "~/shared/calendar";
import { decimal, formatDecimal, sum } from "~/shared/decimal";
import { GATE_ACTIONS, GATE_CHECKS } from "~/shared/supplier-gate";

/** What a rule can check, and what its threshold counts; none for checks that answer yes or no. */
export const CHECKS = {
  contract_window: { label: "合同有效期", threshold: null },
  supplier_frozen: { label: "供应商停止合作", threshold: null },
  min_lead_days: { label: "最短交期", threshold: "天" },
  over_amount: { label: "超金额", threshold: "元" },
  max_lines: { label: "明细行数", threshold: "行" },
  min_order_qty: { label: "最小订购量", threshold: null },
  pack_multiple: { label: "包装倍量", threshold: null },
  certificate_ending: { label: "必备资质将到期", threshold: "天" },
  stage: { label: GATE_CHECKS.stage, threshold: null },
  freeze: { label: GATE_CHECKS.freeze, threshold: null },
  certificate: { label: GATE_CHECKS.certificate, threshold: null },
  source: { label: GATE_CHECKS.source, threshold: null },
  trial_qty: { label: GATE_CHECKS.trial_qty, threshold: null },
  temporary: { label: GATE_CHECKS.temporary, threshold: null },
  brand: { label: GATE_CHECKS.brand, threshold: null },
  grade: { label: GATE_CHECKS.grade, threshold: null },
  risk: { label: GATE_CHECKS.risk, threshold: null },
  correction: { label: GATE_CHECKS.correction, threshold: null },
} as const;
export type CheckType = keyof typeof CHECKS;
const CHECK_TYPES: readonly CheckType[] = [
  "contract_window",
  "supplier_frozen",
  "min_lead_days",
  "over_amount",
  "max_lines",
  "min_order_qty",
  "pack_multiple",
  "certificate_ending",
];
/** Checks that look at each line by itself: it obeys the one rule that counts for its material. */
const OF_LINES: readonly CheckType[] = ["min_lead_days", "min_order_qty", "pack_multiple"];

/** Checks that the supplier gate makes; rules say how heavy they weigh. Type inspection is not among them: nothing changes its weight. */
export const GATE_RULES = [
  "stage",
  "freeze",
  "certificate",
  "source",
  "trial_qty",
  "temporary",
  "brand",
  "grade",
  "risk",
  "correction",
] as const;

/** When a rule speaks: checks of orders when they are submitted or released, those of the gate for each kind of business. */
export const MOMENTS = { create: "提交", ...GATE_ACTIONS, release: "下达" } as const;
export type Moment = keyof typeof MOMENTS;
export type Severity = "warn" | "reason" | "block";

interface TypedRule {
  check_type: string;
  threshold: string | null;
  effective_from: string | null;
  effective_to: string | null;
}

function unitOf(check: string): string | null {
  return Object.hasOwn(CHECKS, check) ? CHECKS[check as CheckType].threshold : null;
}

/** A check that measures something needs to be told how much is too much; the others have nothing to compare. */
export function thresholdFits({ check_type, threshold }: TypedRule): Complaint | null {
  const unit = unitOf(check_type);
  if (unit === null) return threshold === null ? ok : complain("threshold", "该检查项没有阈值，请留空");
  if (threshold === null) return complain("threshold", "请填写阈值");
  const isWhole = decimal(threshold).mod(1).eq(0);
  return unit === "元" || isWhole ? ok : complain("threshold", `阈值以${unit}计，请填写整数`);
}

/** Checks of orders know two moments; the gate is asked about everything but a submission. */
export function momentFits({ check_type, moment }: { check_type: string; moment: string }): Complaint | null {
  const isGate = GATE_RULES.some((name) => name === check_type);
  if (isGate) return moment === "create" ? complain("moment", "供应商校验不在提交时进行，请选择其他时点") : ok;
  return moment === "create" || moment === "release" ? ok : complain("moment", "该检查项只在提交或下达订单时进行");
}

export function endsAfterStart({ effective_from, effective_to }: TypedRule): Complaint | null {
  return effective_from !== null && effective_to !== null && effective_to < effective_from
    ? complain("effective_to", "失效日不能早于生效日")
    : ok;
}

interface Scoped {
  company_id: string | null;
  factory_id: string | null;
  material_type_id: string | null;
  supplier_class_id: string | null;
}

/** A rule that comes with the program is what applies where no other does: it has no scope, no end and is never off. */
export function builtInStaysWide(rule: TypedRule & Scoped & { built_in: boolean }): Complaint | null {
  if (!rule.built_in) return ok;
  const scope = (["company_id", "factory_id", "material_type_id", "supplier_class_id"] as const).find(
    (name) => rule[name] !== null,
  );
  if (scope) return complain(scope, "系统内置规则适用于所有订单，请另建规则限定范围");
  const day = (["effective_from", "effective_to"] as const).find((name) => rule[name] !== null);
  return day ? complain(day, "系统内置规则长期有效，请另建规则限定期间") : ok;
}

/** A rule as the gate needs it. */
export interface GateRule extends Scoped {
  code: string;
  check_type: CheckType;
  moment: Moment;
  threshold: string | null;
  severity: Severity;
  priority: number;
  effective_from: string | null;
  effective_to: string | null;
}

/** An order as the gate sees it. Types of a line: its material's own, then those above. */
export interface GateOrder {
  company_id: string;
  factory_id: string;
  supplier_class_id: string | null;
  order_date: string;
  amount: string;
  /** What its amounts are counted in: 元, 美元. */
  unit: string;
  items: readonly {
    position: number;
    material: string;
    types: readonly string[];
    amount: string;
    required_date: string;
    qty?: string | null;
    /** Of the row of the source list that the line is ordered by; null where it says nothing. */
    moq?: string | null;
    pack_qty?: string | null;
  }[];
}

type GateLine = GateOrder["items"][number];

/** Whether a rule speaks about this order today; its material type is asked line by line. */
export function speaksAbout(rule: GateRule, order: GateOrder, today: string): boolean {
  return (
    (rule.effective_from === null || rule.effective_from <= today) &&
    (rule.effective_to === null || today <= rule.effective_to) &&
    (rule.company_id === null || rule.company_id === order.company_id) &&
    (rule.factory_id === null || rule.factory_id === order.factory_id) &&
    (rule.supplier_class_id === null || rule.supplier_class_id === order.supplier_class_id) &&
    (rule.material_type_id === null || order.items.some(({ types }) => types.includes(rule.material_type_id ?? "")))
  );
}

function width(rule: GateRule): number {
  return [rule.company_id, rule.factory_id, rule.material_type_id, rule.supplier_class_id].filter((one) => one === null)
    .length;
}

/** The one of several rules that counts: highest priority, then narrowest scope, then by code. */
export function foremost(rules: readonly GateRule[]): GateRule | undefined {
  return [...rules].sort(
    (a, b) => b.priority - a.priority || width(a) - width(b) || (a.code < b.code ? -1 : a.code > b.code ? 1 : 0),
  )[0];
}

/** Rules that count for an order, each with the lines it counts for. */
export function countingRules(
  rules: readonly GateRule[],
  order: GateOrder,
  at: { moment: Moment; today: string },
): { rule: GateRule; lines: readonly GateLine[] }[] {
  const speaking = rules.filter((rule) => rule.moment === at.moment && speaksAbout(rule, order, at.today));
  return CHECK_TYPES.flatMap((check) => {
    const of = speaking.filter(({ check_type }) => check_type === check);
    return OF_LINES.includes(check) ? perLine(of, order) : perScope(of, order);
  });
}

/** Each line obeys the one rule that counts for its material. */
function perLine(rules: readonly GateRule[], order: GateOrder): { rule: GateRule; lines: GateLine[] }[] {
  const found = new Map<GateRule, GateLine[]>();
  for (const line of order.items) {
    const rule = foremost(rules.filter((one) => fitsLine(one, line)));
    if (rule) found.set(rule, [...(found.get(rule) ?? []), line]);
  }
  return [...found].map(([rule, lines]) => ({ rule, lines }));
}

/** A limit for one kind of material does not lift the limit of the whole order: they are different conditions. */
function perScope(rules: readonly GateRule[], order: GateOrder): { rule: GateRule; lines: GateLine[] }[] {
  const types = [...new Set(rules.map(({ material_type_id }) => material_type_id))];
  return types.flatMap((type) => {
    const rule = foremost(rules.filter(({ material_type_id }) => material_type_id === type));
    return rule ? [{ rule, lines: order.items.filter((line) => fitsLine(rule, line)) }] : [];
  });
}

function fitsLine({ material_type_id }: GateRule, { types }: GateLine): boolean {
  return material_type_id === null || types.includes(material_type_id);
}

/** What a rule says about an order by its figures alone; empty when it has nothing against it. */
export function figuresAgainst(rule: GateRule, lines: readonly GateLine[], order: GateOrder): string[] {
  const limit = rule.threshold ?? "0";
  switch (rule.check_type) {
    case "min_lead_days":
      return lines
        .filter((line) => line.required_date < addDays(order.order_date, Number(limit)))
        .map(
          (line) =>
            `第${line.position}行${line.material}的需求日期${line.required_date}距下单${daysBetween(order.order_date, line.required_date)}天，少于最短交期${Number(limit)}天`,
        );
    case "over_amount": {
      const isWhole = rule.material_type_id === null;
      const amount = isWhole ? decimal(order.amount) : sum(lines.map((line) => line.amount));
      if (amount.lte(decimal(limit))) return [];
      const what = isWhole ? "订单" : `物料${[...new Set(lines.map(({ material }) => material))].join("、")}的`;
      return [
        `${what}金额${formatDecimal(amount.toFixed(2), 2)}${order.unit}，超过${formatDecimal(limit, 2)}${order.unit}`,
      ];
    }
    case "max_lines":
      return lines.length > Number(limit) ? [`订单明细${lines.length}行，超过${Number(limit)}行`] : [];
    case "min_order_qty":
      return lines.flatMap(({ position, material, qty, moq }) =>
        qty && moq && decimal(qty).lt(decimal(moq))
          ? [`第${position}行${material}数量${formatDecimal(qty)}，低于最小起订量${formatDecimal(moq)}`]
          : [],
      );
    case "pack_multiple":
      return lines.flatMap(({ position, material, qty, pack_qty: pack }) =>
        qty && pack && decimal(pack).gt(0) && !decimal(qty).mod(decimal(pack)).eq(0)
          ? [`第${position}行${material}数量须为包装量${formatDecimal(pack)}的整数倍，现为${formatDecimal(qty)}`]
          : [],
      );
    default:
      return [];
  }
}

/** Whether a check looks at the terms of the source list. */
export function asksTerms(check: CheckType): boolean {
  return check === "min_order_qty" || check === "pack_multiple";
}
