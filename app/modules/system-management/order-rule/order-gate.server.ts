import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { kindOf } from "~/engine/entity/kinds";
import type { Finding, FindingLevel, Published } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import { namesOf } from "~/shared/names";
import { fill } from "~/shared/text";
import {
  asksTerms,
  CHECKS,
  type CheckType,
  countingRules,
  figuresAgainst,
  foremost,
  GATE_RULES,
  type GateOrder,
  type GateRule,
  MOMENTS,
  type Moment,
  type Severity,
} from "./order-rule.rules";
import { endingCertificates, type Terms, termsOf } from "./order-terms.server";

const ORDER_RULE = "system-management/order-rule";
const SUPPLIER = "supplier-management/supplier";
const SUPPLIER_GATE = "supplier-management/gate-exemption";

/** Stages in which nothing is ordered from a supplier any more. */
const ENDED = ["eliminated", "blacklisted"];

const LEVELS: Readonly<Record<Severity, FindingLevel>> = { warn: "note", reason: "warn", block: "block" };

/** A check this version of the program knows. */
function isCheck(name: string): name is CheckType {
  return Object.hasOwn(CHECKS, name);
}

function isMoment(name: string): name is Moment {
  return Object.hasOwn(MOMENTS, name);
}

const text = z.string().nullable();
const storedRule = z.object({
  id: z.string(),
  code: z.string(),
  name: z.string(),
  check_type: z.string().refine(isCheck),
  moment: z.string().refine(isMoment),
  severity: z.enum(["warn", "reason", "block"]),
  threshold: text,
  priority: z.number(),
  company_id: text,
  factory_id: text,
  material_type_id: text,
  supplier_class_id: text,
  effective_from: text,
  effective_to: text,
});
type StoredRule = z.infer<typeof storedRule>;

const RULE_COLUMNS = namesOf(storedRule.shape);

/** What the gate has to be told of an order; the rest it looks up. */
const orderFacts = z.object({
  supplier_id: z.string(),
  company_id: z.string(),
  factory_id: z.string(),
  order_date: z.string(),
  contract_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
  items: z.array(
    z.object({
      material_id: z.string(),
      amount: z.string().nullable(),
      required_date: z.string(),
      qty: z.string().nullish(),
    }),
  ),
  id: z.string().optional(),
  purchase_org_id: z.string().nullish(),
});
type OrderFacts = z.infer<typeof orderFacts>;

/** `hold` keeps the compliance of the supplier as it is until the order has been released. */
const question = z.object({
  moment: z.enum(["create", "release"]),
  order: orderFacts,
  hold: z.boolean().optional(),
});
const trial = z.object({ ruleId: z.string(), order: orderFacts });

const verdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("in_range") }),
  z.object({
    verdict: z.literal("out_of_range"),
    contract: z.object({ number: z.string(), start_date: text, end_date: text }),
  }),
  z.object({ verdict: z.literal("none") }),
]);

interface Subject {
  facts: OrderFacts;
  order: GateOrder;
  supplier: { id: string; name: string; type: string | null; stage: string | null; stageText: string };
  /** Types of the materials of these lines; read where nobody has asked for them before. */
  typesOf(lines: GateOrder["items"]): Promise<string[]>;
}

const WORST_FIRST: readonly FindingLevel[] = ["block", "warn", "note"];

/** Findings on an order at a moment, worst first: of the rules that count, and at the release of the supplier gate. */
export const orderFindings: Published = async (context, input): Promise<Finding[]> => {
  const { moment, order, hold } = question.parse(input);
  const rules = await rulesAt(context, moment);
  const found = moment === "release" ? await gateFindings(context, order, rules, hold === true) : [];
  const own =
    rules.length === 0 ? [] : await findingsOf(context, rules, await subjectOf(context, order, rules), moment);
  // That nothing is bought from a supplier any more is a rule of its own, and said once.
  const isEnded = own.some(({ check }) => check === "supplier_frozen");
  const all = [...own, ...found.filter(({ check }) => !(isEnded && check === "stage"))];
  return all.sort((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level));
};

/** The active rules of a moment, for whoever asks about many cases: to be handed on to `gateWeights` as they are. */
export const rulesOfMoment: Published = (context, input) =>
  rulesAt(context, z.object({ moment: z.string().refine(isMoment) }).parse(input).moment);

/** The active rules of a moment. */
async function rulesAt(context: Context, moment: Moment): Promise<StoredRule[]> {
  const active = [where.eq("state", "active"), where.eq("moment", moment)];
  return (await unscopedRows(context, ORDER_RULE, RULE_COLUMNS, active)).map((row) => storedRule.parse(row));
}

const gateReason = z.object({
  check: z.string(),
  severity: z.enum(["refuse", "warn"]),
  text: z.string(),
  cure: z.object({ who: z.string(), how: z.string() }),
  rule: z.string().nullable(),
  asksWhy: z.boolean(),
});

/** What the supplier gate says about releasing an order, as findings. */
async function gateFindings(
  context: Context,
  order: OrderFacts,
  rules: readonly StoredRule[],
  hold: boolean,
): Promise<Finding[]> {
  const quantities = new Map<string, string>();
  for (const { material_id, qty } of order.items)
    quantities.set(material_id, sum([quantities.get(material_id) ?? "0", qty ?? "0"]).toFixed());
  const asked = {
    action: "release",
    supplierId: order.supplier_id,
    materialIds: [...quantities.keys()],
    factoryId: order.factory_id,
    purchaseOrgId: order.purchase_org_id ?? null,
    companyId: order.company_id,
    quantities: Object.fromEntries(quantities),
    amount: order.amount,
    orderId: order.id ?? null,
    hold,
    rules,
  };
  const reasons = await ask(context, {
    entityKey: SUPPLIER_GATE,
    name: "gate",
    input: asked,
    answer: z.array(gateReason),
  });
  return reasons.map(({ check, severity, text: said, cure, rule, asksWhy }) => ({
    check,
    level: severity === "refuse" ? "block" : asksWhy ? "warn" : "note",
    text: severity === "refuse" ? `${said}（${cure.who}：${cure.how}）` : said,
    remedy: cure,
    ...(rule === null ? {} : { rule }),
  }));
}

const weighing = z.object({
  moment: z.string().refine(isMoment),
  companyId: text,
  factoryId: text,
  supplierClassId: text,
  /** Types of the materials it is about, by material: its own, then those above. */
  types: z.record(z.string(), z.array(z.string())),
  /** The active rules of the moment, where whoever asks has read them already. */
  rules: z.array(storedRule).optional(),
});

/** How heavy administrators let the checks of the supplier gate weigh: the rule that counts for each check, and for each material. */
export const gateWeights: Published = async (context, input) => {
  const asked = weighing.parse(input);
  const stored = (asked.rules ?? (await rulesAt(context, asked.moment))).filter(({ check_type: check }) =>
    GATE_RULES.some((one) => one === check),
  );
  if (stored.length === 0) return [];
  const today = dayOf(context.now);
  const speaking = stored.filter(
    (rule) =>
      (rule.effective_from === null || rule.effective_from <= today) &&
      (rule.effective_to === null || today <= rule.effective_to) &&
      (rule.company_id === null || rule.company_id === asked.companyId) &&
      (rule.factory_id === null || rule.factory_id === asked.factoryId) &&
      (rule.supplier_class_id === null || rule.supplier_class_id === asked.supplierClassId),
  );
  const all = Object.values(asked.types).flat();
  const about = [[null, all] as const, ...Object.entries(asked.types)];
  return GATE_RULES.flatMap((check) =>
    about.flatMap(([material, types]) => {
      const rule = foremost(
        speaking.filter(
          ({ check_type, material_type_id }) =>
            check_type === check && (material_type_id === null || types.includes(material_type_id)),
        ),
      );
      return rule ? [{ check, material, severity: rule.severity, rule: rule.code }] : [];
    }),
  );
};

const weighingOften = weighing
  .omit({ moment: true, rules: true })
  .extend({ moments: z.array(z.string().refine(isMoment)) });

/** `gateWeights` of several moments, by moment; the rules are read once. */
export const gateWeightsOften: Published = async (context, input) => {
  const { moments, ...asked } = weighingOften.parse(input);
  const active = [where.eq("state", "active"), where.oneOf("moment", moments)];
  const rows = await unscopedRows(context, ORDER_RULE, RULE_COLUMNS, active);
  const found: Record<string, unknown> = {};
  for (const moment of moments)
    found[moment] = await gateWeights(context, {
      ...asked,
      moment,
      rules: rows.filter((row) => row.moment === moment),
    });
  return found;
};

/** What one rule, in use or not, says about an order, and whether it speaks about it at all. */
export const tryRule: Published = async (context, input) => {
  const { ruleId, order } = trial.parse(input);
  const [row] = await unscopedRows(context, ORDER_RULE, RULE_COLUMNS, [where.eq("id", ruleId)]);
  const rule = storedRule.parse(row);
  const subject = await subjectOf(context, order, [rule]);
  const today = dayOf(context.now);
  const speaks = countingRules([rule], subject.order, { moment: rule.moment, today }).length > 0;
  const findings = await findingsOf(context, [rule], subject, rule.moment);
  // Others of the same check may come before it.
  const rivals = await unscopedRows(context, ORDER_RULE, RULE_COLUMNS, [
    where.eq("state", "active"),
    where.eq("moment", rule.moment),
    where.eq("check_type", rule.check_type),
    where.not(where.eq("id", rule.id)),
  ]);
  const all = [rule, ...rivals.map((one) => storedRule.parse(one))];
  const counts = countingRules(all, subject.order, { moment: rule.moment, today });
  const beaten = speaks && !counts.some((one) => one.rule.code === rule.code);
  return { speaks, beatenBy: beaten ? (counts[0]?.rule.code ?? null) : null, findings };
};

async function findingsOf(
  context: Context,
  rules: readonly StoredRule[],
  subject: Subject,
  moment: Moment,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const { rule, lines } of countingRules(rules, subject.order, { moment, today: dayOf(context.now) })) {
    const texts = [
      ...figuresAgainst(rule, lines, subject.order),
      ...(await contractAgainst(context, rule, subject)),
      ...frozenAgainst(rule, subject),
      ...(await endingCertificates(context, rule, { supplier: subject.supplier, types: () => subject.typesOf(lines) })),
    ];
    for (const said of texts)
      findings.push({ check: rule.check_type, level: LEVELS[rule.severity], text: said, rule: rule.code });
  }
  return findings.sort((a, b) => WORST_FIRST.indexOf(a.level) - WORST_FIRST.indexOf(b.level));
}

/** The contract check in the words of the specification. */
async function contractAgainst(context: Context, rule: GateRule, { facts, supplier }: Subject): Promise<string[]> {
  if (rule.check_type !== "contract_window") return [];
  const asked = {
    supplierId: facts.supplier_id,
    companyId: facts.company_id,
    orderDate: facts.order_date,
    contractId: facts.contract_id,
  };
  const found = await ask(context, {
    entityKey: "contract-management/contract",
    name: "check",
    input: asked,
    answer: verdict,
  });
  if (found.verdict === "in_range") return [];
  if (found.verdict === "out_of_range")
    return [
      fill("订单日期{orderDate}不在合同【{contractNumber}】有效期（{contractStartTime}至{contractEndTime}）内", {
        orderDate: facts.order_date,
        contractNumber: found.contract.number,
        contractStartTime: found.contract.start_date ?? "不限",
        contractEndTime: found.contract.end_date ?? "不限",
      }),
    ];
  const [company] = await unscopedRows(context, "master-data/company", ["name"], [where.eq("id", facts.company_id)]);
  return [
    fill("未找到供应商【{supplierName}】与【{companyName}】的有效合同", {
      supplierName: supplier.name,
      companyName: company?.name ?? "",
    }),
  ];
}

function frozenAgainst(rule: GateRule, { supplier }: Subject): string[] {
  if (rule.check_type !== "supplier_frozen" || supplier.stage === null || !ENDED.includes(supplier.stage)) return [];
  return [`供应商【${supplier.name}】${supplier.stageText}，不能下达订单`];
}

/** What amounts of an order are counted in: thresholds are compared in the currency of the order. */
function moneyUnit(context: Context, currency: string | null): string {
  const field = context.services.registry.entity("purchase-orders/purchase-order").fields.currency;
  return currency === null || currency === "CNY" ? "元" : kindOf(field).show(currency, field.options);
}

/** Checks of which the sentence names the material. */
const NAMING_MATERIALS: readonly CheckType[] = ["min_lead_days", "min_order_qty", "pack_multiple"];

/** Whether a rule has to know the types of the materials of an order before it can judge it. */
function asksTypes(rules: readonly StoredRule[]): boolean {
  return rules.some(({ material_type_id }) => material_type_id !== null);
}

/** Whether a sentence will name a material: where nothing is found, the page of a release need not read what they are called. */
function namesMaterials(rules: readonly StoredRule[], order: GateOrder): boolean {
  return rules.some(
    (rule) => NAMING_MATERIALS.includes(rule.check_type) && figuresAgainst(rule, order.items, order).length > 0,
  );
}

async function subjectOf(context: Context, facts: OrderFacts, rules: readonly StoredRule[]): Promise<Subject> {
  const withTypes = asksTypes(rules);
  const withTerms = rules.some(({ check_type }) => asksTerms(check_type));
  const [supplier] = await ask(context, SUPPLIER, "standing", [facts.supplier_id]);
  const terms = withTerms ? await termsOf(context, facts) : new Map<string, Terms>();
  const materials = withTypes ? await materialsOf(context, facts, true) : new Map<string, Material>();
  const subject: Subject = {
    async typesOf(lines) {
      if (withTypes) return [...new Set(lines.flatMap((line) => line.types))];
      // No rule is narrowed to a type: each speaks of the whole order.
      return [...(await materialsOf(context, facts, true)).values()].flatMap(({ types }) => types);
    },
    facts,
    supplier: {
      id: facts.supplier_id,
      name: supplier?.name ?? "",
      type: supplier?.type ?? null,
      stage: supplier?.stage ?? null,
      stageText: supplier?.stageText ?? "",
    },
    order: {
      company_id: facts.company_id,
      factory_id: facts.factory_id,
      supplier_class_id: supplier?.classId ?? null,
      order_date: facts.order_date,
      amount: facts.amount ?? "0",
      unit: moneyUnit(context, facts.currency),
      items: facts.items.map(({ material_id, amount, required_date, qty }, index) => {
        const material = materials.get(material_id);
        return {
          position: index + 1,
          material: material?.label ?? "",
          types: material?.types ?? [],
          amount: amount ?? "0",
          required_date,
          qty: qty ?? null,
          ...terms.get(material_id),
        };
      }),
    },
  };
  if (withTypes || !namesMaterials(rules, subject.order)) return subject;
  const named = await materialsOf(context, facts, false);
  const items = subject.order.items.map((line, index) => {
    const material = named.get(facts.items[index]?.material_id ?? "");
    return { ...line, material: material?.label ?? "" };
  });
  return { ...subject, order: { ...subject.order, items } };
}

interface Material {
  label: string;
  /** Its own type, then the one above. */
  types: string[];
}

async function materialsOf(context: Context, facts: OrderFacts, withTypes: boolean): Promise<Map<string, Material>> {
  const ids = [...new Set(facts.items.map(({ material_id }) => material_id))];
  const rows = await unscopedRows(
    context,
    "master-data/material",
    ["id", "code", "name", "material_type_id"],
    [where.oneOf("id", ids)],
  );
  const own = [...new Set(rows.map((row) => row.material_type_id))];
  const types = withTypes
    ? await unscopedRows(context, "master-data/material-type", ["id", "parent_id"], [where.oneOf("id", own)])
    : [];
  const above = new Map(types.map((row) => [row.id, row.parent_id === null ? [] : [row.parent_id]]));
  return new Map(
    rows.map((row) => {
      const type = row.material_type_id;
      const label = `【${row.code} ${row.name}】`;
      return [row.id, { label, types: [type, ...(above.get(type) ?? [])] }];
    }),
  );
}
