import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { Published } from "~/engine/entity/server-hooks";
import { lockCompliance, readComplianceSnapshot, readUsage } from "~/engine/operations/compliance-snapshot.server";
import { ask } from "~/engine/operations/published.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { dayOf } from "~/shared/calendar";
import { decimal, sum } from "~/shared/decimal";
import { GATE_ACTIONS, type GateAction } from "~/shared/supplier-gate";
import { supplierCertificate } from "../supplier-certificate/supplier-certificate.entity";
import { gateExemption } from "./gate-exemption.entity";
import type { ComplianceSnapshot, GateQuestion, GateReason, Usage } from "./gate-reason.rules";
import { reasonsAgainst } from "./supplier-gate.rules";

function isAction(name: string): name is GateAction {
  return Object.hasOwn(GATE_ACTIONS, name);
}

const text = z.string().nullable();
const actions = z.object({
  rfq: z.boolean(),
  award: z.boolean(),
  contract: z.boolean(),
  release: z.boolean(),
  delivery: z.boolean(),
  payment: z.boolean(),
});
const checks = z.object({
  stage: z.boolean(),
  freeze: z.boolean(),
  certificate: z.boolean(),
  type_inspection: z.boolean(),
  source: z.boolean(),
  trial_qty: z.boolean(),
  temporary: z.boolean(),
  brand: z.boolean(),
  grade: z.boolean(),
  risk: z.boolean(),
  correction: z.boolean(),
});
const certificateKind = supplierCertificate.fields.certificate_type;
export const complianceSnapshotSchema: z.ZodType<ComplianceSnapshot, z.ZodTypeDef, unknown> = z.object({
  factories: z.array(z.object({ id: z.string(), name: z.string() })),
  suppliers: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      stage: text,
      type: text,
      class: text,
      grade: text,
      risk: text,
      is_temporary: z.boolean(),
      temp_valid_to: text,
      temp_cap: text,
    }),
  ),
  materials: z.array(
    z.object({ id: z.string(), code: z.string(), type: z.string(), above: text, inspected: z.boolean() }),
  ),
  reports: z.array(
    z.object({ supplier: z.string(), material: z.string(), due: text, id: z.string(), number: z.string() }),
  ),
  sources: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      supplier: z.string(),
      material: z.string(),
      factory: z.string(),
      state: z.string(),
      from: z.string(),
      to: text,
      ended: text,
      trial_qty: text,
      trial_month_qty: text,
    }),
  ),
  freezes: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      supplier: z.string(),
      from: z.string(),
      actions,
      scopes: z.array(z.object({ org: text, factory: text, type: text, material: text, label: z.string() })),
    }),
  ),
  exemptions: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      supplier: z.string(),
      material: text,
      factory: text,
      from: z.string(),
      to: z.string(),
      left: text,
      taken: z.string(),
      checks,
      actions,
    }),
  ),
  certificates: z
    .array(
      z.object({
        supplier: z.string(),
        id: z.string(),
        type: z.string(),
        name: z.string(),
        valid_to: text,
        state: z.string(),
      }),
    )
    .nullable(),
  brands: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      supplier: z.string(),
      material: z.string(),
      brand: z.string(),
      to: text,
      state: z.string(),
    }),
  ),
  corrections: z.array(
    z.object({
      id: z.string(),
      number: z.string(),
      supplier: z.string(),
      material: text,
      due: text,
      state: z.string(),
    }),
  ),
  required: z.array(
    z
      .object({ certificate: z.string(), type: text, supplier_type: text })
      .transform((one) => ({ ...one, name: choiceLabel(certificateKind.options, one.certificate) })),
  ),
});
const usageSchema: z.ZodType<Usage> = z.object({
  amount: z.string(),
  materials: z.array(z.object({ material: z.string(), qty: z.string(), month: z.string() })),
});

const question = z.object({
  action: z.string().refine(isAction),
  supplierId: z.string(),
  materialIds: z.array(z.string()).default([]),
  factoryId: text.default(null),
  purchaseOrgId: text.default(null),
  companyId: text.default(null),
  /** Business day the answer is wanted for; default: today. */
  on: z.string().optional(),
  quantities: z.record(z.string(), z.string()).default({}),
  amount: text.default(null),
  /** The order that asks, which does not count as used already. */
  orderId: text.default(null),
  /** Keeps the compliance as it is until the running transaction ends. */
  hold: z.boolean().default(false),
  /** What administrators ruled for this moment, where whoever asks has read it; handed on as it is. */
  rules: z.unknown().optional(),
});
export type GateAsked = z.input<typeof question>;

const weight = z.object({
  check: z.string(),
  material: text,
  severity: z.enum(["warn", "reason", "block"]),
  rule: z.string(),
});
type Weight = z.infer<typeof weight>;

/**
 * May something be done with a supplier now, and if not why: every reason, refusals first, with who can cure it and the document that
 * shows it. The one gate of the product (ruling 49); others ask it by `ask(context, "supplier-management/gate-exemption", "gate", …)`.
 * Empty when nothing stands in the way. For staff and the system: reasons name internal documents.
 */
export async function supplierGate(context: Context, asked: GateAsked): Promise<GateReason[]> {
  const wanted = question.parse(asked);
  const { action, supplierId, materialIds, hold } = wanted;
  if (hold) await lockCompliance(context, supplierId, "share");
  const day = wanted.on ?? dayOf(context.now);
  const read = { suppliers: [supplierId], materials: materialIds, day, until: day, order: wanted.orderId };
  const snapshot = complianceSnapshotSchema.parse(await readComplianceSnapshot(context, read));
  const weights = await weightsOf(context, snapshot, wanted);
  const usage = await usageIfNeeded(context, snapshot, { ...wanted, day });
  const facts: GateQuestion = { ...wanted, action, day };
  const isListed = weights.some(({ check }) => check === "source");
  return weighed(reasonsAgainst(snapshot, facts, usage, isListed), weights);
}

/** Types of the materials, by material: its own, then the one above. */
export function typesOf({ materials }: Pick<ComplianceSnapshot, "materials">): Record<string, string[]> {
  return Object.fromEntries(materials.map(({ id, type, above }) => [id, above === null ? [type] : [type, above]]));
}

/** What rules of administrators say about the checks in this case. */
export function weightsOf(
  context: Context,
  { suppliers, materials }: ComplianceSnapshot,
  {
    action,
    supplierId,
    companyId,
    factoryId,
    rules,
  }: {
    action: GateAction;
    supplierId: string;
    companyId: string | null;
    factoryId: string | null;
    rules?: unknown;
  },
): Promise<Weight[]> {
  const asked = {
    moment: action,
    companyId,
    factoryId,
    supplierClassId: suppliers.find(({ id }) => id === supplierId)?.class ?? null,
    types: typesOf({ materials }),
    ...(rules === undefined ? {} : { rules }),
  };
  return ask(context, {
    entityKey: "system-management/order-rule",
    name: "weights",
    input: asked,
    answer: z.array(weight),
  });
}

/** The weight an administrator gave a check counts, but where nothing may change it or an exemption lifted the reason. */
export function weighed(reasons: readonly GateReason[], weights: readonly Weight[]): GateReason[] {
  const all = reasons.map((reason): GateReason => {
    const found =
      weights.find(({ check, material }) => check === reason.check && material === reason.materialId) ??
      weights.find(({ check, material }) => check === reason.check && material === null);
    if (!found || reason.fixed) return reason;
    if (reason.exemption) return { ...reason, rule: found.rule };
    return {
      ...reason,
      rule: found.rule,
      severity: found.severity === "block" ? "refuse" : "warn",
      asksWhy: found.severity === "reason",
    };
  });
  return all.sort((a, b) => Number(a.severity === "warn") - Number(b.severity === "warn"));
}

/** Orders are only read where something depends on them. */
async function usageIfNeeded(
  context: Context,
  snapshot: ComplianceSnapshot,
  { supplierId, materialIds, factoryId, orderId, day }: z.output<typeof question> & { day: string },
): Promise<Usage | null> {
  const [supplier] = snapshot.suppliers;
  const isTrial = snapshot.sources.some(({ state }) => state === "trial");
  if (!supplier?.is_temporary && !isTrial) return null;
  const wanted = { supplier: supplierId, materials: materialIds, factory: factoryId, order: orderId, day };
  return usageSchema.parse(await readUsage(context, wanted));
}

/** `supplierGate` for other modules. */
export const gate: Published = (context, input) => supplierGate(context, question.parse(input));

const releasedOrder = z.object({
  id: z.string(),
  supplier_id: z.string(),
  factory_id: z.string(),
  company_id: z.string(),
  purchase_org_id: z.string().nullable(),
  amount: z.string().nullable(),
  items: z.array(z.object({ material_id: z.string(), qty: z.string() })),
});

/**
 * Notes an order that is being released, or asks for more than it did, on the exemptions that let it pass, and counts what it takes
 * beyond what it has taken before. @returns their numbers
 */
export const countExempted: Published = async (context, input) => {
  const order = releasedOrder.parse(input);
  const materialIds = [...new Set(order.items.map(({ material_id }) => material_id))];
  const day = dayOf(context.now);
  const read = { suppliers: [order.supplier_id], materials: materialIds, day, until: day, order: order.id };
  const snapshot = complianceSnapshotSchema.parse(await readComplianceSnapshot(context, read));
  if (snapshot.exemptions.length === 0) return [];
  const reasons = await supplierGate(context, {
    action: "release",
    supplierId: order.supplier_id,
    materialIds,
    factoryId: order.factory_id,
    purchaseOrgId: order.purchase_org_id,
    companyId: order.company_id,
    orderId: order.id,
    amount: order.amount,
    quantities: Object.fromEntries(materialIds.map((id) => [id, quantityOf(order.items, id)])),
  });
  const used: string[] = [];
  for (const { id, number, material, taken } of snapshot.exemptions) {
    const lifted = reasons.filter(({ exemption }) => exemption?.id === id);
    if (lifted.length === 0) continue;
    const covered = new Set(lifted.flatMap(({ materialId }) => materialId ?? material ?? materialIds));
    const more = sum([...covered].map((one) => quantityOf(order.items, one))).minus(decimal(taken));
    used.push(number);
    if (more.lte(0)) continue;
    const input = { qty: more.toFixed(3), order: order.id };
    await applyTransition(consequenceOf(context), { entity: gateExemption, id, name: "consume", input });
  }
  return used;
};

function quantityOf(items: readonly { material_id: string; qty: string }[], material: string): string {
  return sum(items.flatMap(({ material_id, qty }) => (material_id === material ? [qty] : []))).toFixed();
}
