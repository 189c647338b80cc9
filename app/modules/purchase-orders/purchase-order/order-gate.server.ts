import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { decimal, sum } from "~/shared/decimal";
import { callOffFindings } from "./call-off.server";
import { commitmentFindings } from "./fiscal-commitment.server";
import { leadTimeFindings, restDayFindings } from "./lead-time.server";
import { materialFindings, stoppedMaterials } from "./material-status.server";
import { priceFindings, priceFindingsAtRelease, priceFindingsOfChange } from "./order-price.server";
import { plannedFindings } from "./planned-lines.server";
import { pooledFindings } from "./pooled-orders.server";
import { openLines } from "./purchase-order.rules";

// What stands against an order, from its submission until it is over: the rules of the administrators, the gate of the supplier, its prices
// and promises, and what of it is kept with the order.

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

export const head = z.object({
  id: z.string(),
  purchase_org_id: z.string().nullable(),
  supplier_id: z.string(),
  company_id: z.string(),
  factory_id: z.string(),
  order_date: z.string(),
  contract_id: z.string().nullable(),
  amount: z.string().nullable(),
  currency: z.string().nullable(),
});

const finding = z
  .object({
    check: z.string(),
    level: z.enum(["note", "warn", "block"]),
    text: z.string(),
    rule: z.string().optional(),
    remedy: z.object({ who: z.string(), how: z.string() }).optional(),
    later: z.enum(["warn", "block"]).optional(),
  })
  .transform(
    ({ rule, remedy, later, ...one }): Finding => ({
      ...one,
      ...(rule === undefined ? {} : { rule }),
      ...(remedy === undefined ? {} : { remedy }),
      ...(later === undefined ? {} : { later }),
    }),
  );

/** What the rules of the administrators find on an order at a moment. */
async function ruleFindings(
  context: Context,
  record: AnyRecord,
  moment: "create" | "release",
  hold = false,
): Promise<Finding[]> {
  const order = orderOf(record);
  return ask(context, {
    entityKey: "system-management/order-rule",
    name: "findings",
    input: { moment, order, hold },
    answer: z.array(finding),
  });
}

function orderOf(record: AnyRecord) {
  return { ...head.parse(record), items: linesOf(record, "items") };
}

/** What will be asked at the release is said before, and stops nothing yet. */
async function releaseAhead(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const findings = await ruleFindings(context, record, "release");
  return findings.map(({ level, ...one }) => ({
    ...one,
    level: "note",
    ...(level === "note" ? {} : { later: level }),
  }));
}

/** The findings of submitting, and those that the release will ask about; each is said once. */
export async function submitFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const own = [
    ...(await ruleFindings(context, record, "create")),
    ...(await materialFindings(context, record)),
    ...(await callOffFindings(context, record)),
    ...(await plannedFindings(context, record)),
    ...(await leadTimeFindings(context, record)),
    ...(await restDayFindings(context, record)),
    ...(await priceFindings(context, record)),
    ...(await commitmentFindings(context, record)),
    ...(await pooledFindings(context, record)),
  ];
  const said = new Set(own.map(({ text }) => text));
  return [...own, ...(await releaseAhead(context, record)).filter(({ text }) => !said.has(text))];
}

/** What the release asks, whether its prices still hold, and whether the supplier promised as much. */
export async function findingsAtRelease(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  return [
    ...(await releaseFindings(context, record)),
    ...(await priceFindingsAtRelease(context, record)),
    ...(await commitmentFindings(context, record)),
  ];
}

async function releaseFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  // Nobody freezes the supplier between the answer and the release.
  return ruleFindings(context, record, "release", true);
}

export function lightOf(findings: readonly Finding[]): string {
  if (findings.some(({ level }) => level === "block")) return "block";
  return findings.length > 0 ? "warn" : "pass";
}

/** What the gate found when it counted stays with the order. */
export async function keepFindings(_context: Context, { findings, set }: Work<PurchaseOrderRecord>): Promise<void> {
  set({ gate_result: [...findings], gate_light: lightOf(findings) });
}

/** What was found and is kept with an order; nothing of what was kept before findings carried a level. */
export function keptFindings(stored: unknown): Finding[] {
  return z.array(finding).catch([]).parse(stored);
}

/** What stood with the order, and what a part of it that was asked again was told. */
export function withFound(stored: unknown, findings: readonly Finding[]): Finding[] {
  const said = new Set(findings.map(({ text }) => text));
  return [...keptFindings(stored).filter(({ text }) => !said.has(text)), ...findings];
}

export function openItems(record: AnyRecord): AnyLine[] {
  const lines = linesOf(record, "items").map((line): AnyLine & { line_status: string | null } => ({
    ...line,
    line_status: typeof line.line_status === "string" ? line.line_status : null,
  }));
  return openLines({ items: lines });
}

/** Ordered quantity of what is still open, by material. */
function openQuantities(record: AnyRecord): Map<string, string> {
  const found = new Map<string, string>();
  for (const { material_id, qty } of openItems(record))
    if (typeof qty === "string")
      found.set(String(material_id), sum([found.get(String(material_id)) ?? "0", qty]).toFixed());
  return found;
}

/** Whether an order asks the gate for more than it did: another material, or more of one. */
export function asksForMore(before: AnyRecord, after: AnyRecord): boolean {
  const old = openQuantities(before);
  return [...openQuantities(after)].some(([material, qty]) => decimal(qty).gt(decimal(old.get(material) ?? "0")));
}

const planned = z.array(
  z.object({ id: z.string(), schedules: z.array(z.object({ id: z.string(), plan_date: z.string() })) }),
);

/**
 * Open lines of which some is to come later than it was: a report of type inspection that was good enough for the old day may not be for
 * the new one.
 */
export function laterLines(before: AnyRecord, after: AnyRecord): AnyLine[] {
  const old = new Map(planned.parse(linesOf(before, "items")).map(({ id, schedules }) => [id, schedules]));
  const later = planned.parse(openItems(after)).filter(({ id, schedules }) => {
    const known = old.get(id) ?? [];
    const [first] = known.map(({ plan_date }) => plan_date).sort();
    return schedules.some((one) => {
      const was = known.find((delivery) => delivery.id === one.id)?.plan_date ?? first;
      return was !== undefined && one.plan_date > was;
    });
  });
  return openItems(after).filter((line) => later.some(({ id }) => id === line.id));
}

/**
 * What a change asks again: everything where it takes more, of what comes later whether the type inspection still holds, and of other
 * quantities whether the price is still the one of the book.
 */
export async function findingsOfChange(context: Context, before: AnyRecord, after: AnyRecord): Promise<Finding[]> {
  const prices = await priceFindingsOfChange(context, before, after);
  if (asksForMore(before, after))
    return [
      ...(await findingsWhileOut(context, after, { more: true })),
      ...prices,
      ...(await commitmentFindings(context, after)),
    ];
  const items = laterLines(before, after);
  if (items.length === 0) return prices;
  const found = await releaseFindings(context, { ...after, items });
  return [...found.filter(({ check }) => check === "type_inspection"), ...prices];
}

/**
 * An order that is out asks what its release asked of the lines that are still to come, and besides whether goods may be delivered at
 * all. Of a material that has been stopped since, nothing more is ordered; what was ordered before still comes.
 */
export async function findingsWhileOut(context: Context, order: AnyRecord, { more = false } = {}): Promise<Finding[]> {
  const record = { ...order, items: openItems(order) };
  const released = [
    ...(more ? await stoppedMaterials(context, record) : []),
    ...(await releaseFindings(context, record)),
  ];
  const said = new Set(released.map(({ text }) => text));
  return [...released, ...(await deliveryFindings(context, record)).filter(({ text }) => !said.has(text))];
}

const gateReasons = z.array(
  z.object({
    check: z.string(),
    severity: z.enum(["refuse", "warn"]),
    text: z.string(),
    cure: z.object({ who: z.string(), how: z.string() }),
    asksWhy: z.boolean(),
  }),
);

async function deliveryFindings(context: Context, record: AnyRecord): Promise<Finding[]> {
  const { id, supplier_id, factory_id, purchase_org_id, company_id, amount } = head.parse(record);
  const quantities = openQuantities(record);
  const asked = {
    action: "delivery",
    supplierId: supplier_id,
    materialIds: [...quantities.keys()],
    factoryId: factory_id,
    purchaseOrgId: purchase_org_id,
    companyId: company_id,
    quantities: Object.fromEntries(quantities),
    amount,
    orderId: id,
  };
  const reasons = await ask(context, {
    entityKey: "supplier-management/gate-exemption",
    name: "gate",
    input: asked,
    answer: gateReasons,
  });
  // What the release warned of is not said again in other words: only what stops deliveries is.
  return reasons.flatMap(({ check, severity, text, cure }): Finding[] =>
    severity === "refuse" ? [{ check, level: "block", text: `${text}（${cure.who}：${cure.how}）`, remedy: cure }] : [],
  );
}

const someLines = z.object({ orderId: z.string(), lines: z.array(z.string()) });

/** What the gate says now of some lines of an order that is out, for whoever wants them to come earlier. */
export async function findingsOfLines(context: Context, input: unknown): Promise<Finding[]> {
  const { orderId, lines } = someLines.parse(input);
  const entity = context.services.registry.entity("purchase-orders/purchase-order");
  const { record } = await openRecord(context, { entity, id: orderId, wanted: { labels: false } });
  const items = linesOf(record, "items").filter(({ id }) => lines.includes(id));
  return findingsWhileOut(context, { ...record, items });
}

/** What an exemption lets pass counts against its quantity. @returns whether the order needs one */
export async function countOnExemptions(context: Context, record: AnyRecord): Promise<boolean> {
  const used = await ask(context, {
    entityKey: "supplier-management/gate-exemption",
    name: "use",
    input: orderOf(record),
    answer: z.array(z.string()),
  });
  return used.length > 0;
}
