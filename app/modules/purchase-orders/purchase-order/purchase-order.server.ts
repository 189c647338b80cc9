import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { AnyLine, AnyRecord, Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { LINE_STEP } from "~/engine/entity/paths";
import type { EntityServer, Finding, SaveWork } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord, putLines } from "~/engine/operations/records.server";
import { decimal, sum } from "~/shared/decimal";
import { endRushes } from "../rush-order/ended-rushes.server";
import { bindContract } from "./bind-contract.server";
import { bought, lastPrices, supplied, suppliedOrders } from "./bought.server";
import { callOffFindings, fillCallOffDates } from "./call-off.server";
import { dividedComplaints } from "./divided-lines.server";
import { commitmentFindings } from "./fiscal-commitment.server";
import { fillRequiredDates, leadTimeFindings, restDayFindings } from "./lead-time.server";
import { materialFindings, stoppedMaterials } from "./material-status.server";
import { notifyErp } from "./notify-erp.server";
import { beforeDeadline, beginToConfirm, deliveriesDue, endedTooLong } from "./order-deadlines.server";
import {
  boughtAt,
  fillPrices,
  otherQuantities,
  priceFindings,
  priceFindingsAtRelease,
  priceFindingsOfChange,
  priceFindingsOfReopened,
  settlePrices,
} from "./order-price.server";
import { orderProgress } from "./order-progress.server";
import { fillPlanned, plannedFindings, refuseUnpriced, tellBuyer } from "./planned-lines.server";
import { changedLines, followQuantities, noteOverUse } from "./product-need.server";
import { prepareProduct, productColumns, stagesDue } from "./product-order.server";
import { productionPlan } from "./product-plan.server";
import { countsAtOnce } from "./purchase-order.effects";
import { openLines } from "./purchase-order.rules";
import { changedDeliveries, lineOf, pendingChanges, proposedChanges } from "./purchase-order-change.rules";
import { figuresAsSeen, followDraws, overTolerances, settleTolerances } from "./receipts.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const contract = z.object({ id: z.string() });
const verdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("in_range"), contract }),
  z.object({ verdict: z.literal("out_of_range"), contract }),
  z.object({ verdict: z.literal("none") }),
]);
const head = z.object({
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

/** The verdict on the order's own contract, or on all of its supplier and company while it names none. */
async function checkContract(context: Context, record: PurchaseOrderRecord): Promise<z.infer<typeof verdict>> {
  const order = head.parse(record);
  return ask(context, {
    entityKey: "contract-management/contract",
    name: "check",
    input: {
      supplierId: order.supplier_id,
      companyId: order.company_id,
      orderDate: order.order_date,
      contractId: order.contract_id,
    },
    answer: verdict,
  });
}

const finding = z.object({
  check: z.string(),
  level: z.enum(["note", "warn", "block"]),
  text: z.string(),
  rule: z.string().optional(),
});

/** What the rules of the administrators find on an order at a moment. */
async function ruleFindings(
  context: Context,
  record: AnyRecord,
  moment: "create" | "release",
  hold = false,
): Promise<Finding[]> {
  const order = orderOf(record);
  const found = await ask(context, {
    entityKey: "system-management/order-rule",
    name: "findings",
    input: { moment, order, hold },
    answer: z.array(finding),
  });
  return found.map(({ rule, ...one }) => (rule === undefined ? one : { ...one, rule }));
}

function orderOf(record: AnyRecord) {
  return { ...head.parse(record), items: linesOf(record, "items") };
}

/** What will be asked at the release is said before, and stops nothing yet. */
async function releaseAhead(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const findings = await ruleFindings(context, record, "release");
  return findings.map((one) => ({ ...one, level: "note" as const }));
}

/** The findings of submitting, and those that the release will ask about; each is said once. */
async function submitFindings(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
  const own = [
    ...(await ruleFindings(context, record, "create")),
    ...(await materialFindings(context, record)),
    ...(await callOffFindings(context, record)),
    ...(await plannedFindings(context, record)),
    ...(await leadTimeFindings(context, record)),
    ...(await restDayFindings(context, record)),
    ...(await priceFindings(context, record)),
    ...(await commitmentFindings(context, record)),
  ];
  const said = new Set(own.map(({ text }) => text));
  return [...own, ...(await releaseAhead(context, record)).filter(({ text }) => !said.has(text))];
}

/** What the release asks, whether its prices still hold, and whether the supplier promised as much. */
async function findingsAtRelease(context: Context, record: PurchaseOrderRecord): Promise<Finding[]> {
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

const negotiated = z.object({
  items: changedLines,
  changes: z.array(
    z
      .object({ result: z.string(), raised_by: z.string(), content: z.unknown() })
      .transform((one) => ({ ...one, content: one.content })),
  ),
});

const storedLines = z.array(
  z.object({
    id: z.string(),
    qty: z.string(),
    required_date: z.string(),
    schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
  }),
);

/** Each line has its deliveries: one of the whole quantity unless they were typed; a single one follows its line. */
function planDeliveries({ context, record, before }: SaveWork<PurchaseOrderRecord>): void {
  const stored = before ? storedLines.parse(linesOf(before, "items")) : [];
  for (const line of linesOf(record, "items")) {
    const { qty, required_date } = line;
    if (typeof qty !== "string" || typeof required_date !== "string") continue;
    const [only, ...more] = linesOf(line, "schedules");
    if (!only) {
      putLines(line, "schedules", [newDelivery(context.services.newId(), required_date, qty)]);
      continue;
    }
    const old = stored.find(({ id }) => id === line.id);
    const [known] = old?.schedules ?? [];
    if (more.length > 0 || !old || !known || known.id !== only.id) continue;
    if (only.plan_qty === known.plan_qty && known.plan_qty === old.qty) only.plan_qty = qty;
    if (only.plan_date === known.plan_date && known.plan_date === old.required_date) only.plan_date = required_date;
  }
}

function newDelivery(id: string, day: string, qty: string): AnyLine {
  return { id, line_no: LINE_STEP, plan_date: day, plan_qty: qty, confirm_date: null, confirm_qty: null };
}

function lightOf(findings: readonly Finding[]): string {
  if (findings.some(({ level }) => level === "block")) return "block";
  return findings.length > 0 ? "warn" : "pass";
}

/** What the gate found when it counted stays with the order. */
async function keepFindings(_context: Context, { findings, set }: Work<PurchaseOrderRecord>): Promise<void> {
  set({ gate_result: [...findings], gate_light: lightOf(findings) });
}

/** What stood with the order, and what a part of it that was asked again was told. */
function withFound(stored: unknown, findings: readonly Finding[]): Finding[] {
  const kept = z.array(finding).catch([]).parse(stored);
  const said = new Set(findings.map(({ text }) => text));
  return [
    ...kept
      .filter(({ text }) => !said.has(text))
      .map(({ rule, ...one }) => (rule === undefined ? one : { ...one, rule })),
    ...findings,
  ];
}

function openItems(record: AnyRecord): AnyLine[] {
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
function asksForMore(before: AnyRecord, after: AnyRecord): boolean {
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
function laterLines(before: AnyRecord, after: AnyRecord): AnyLine[] {
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
async function findingsOfChange(context: Context, before: AnyRecord, after: AnyRecord): Promise<Finding[]> {
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
async function findingsWhileOut(context: Context, order: AnyRecord, { more = false } = {}): Promise<Finding[]> {
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
    severity === "refuse" ? [{ check, level: "block", text: `${text}（${cure.who}：${cure.how}）` }] : [],
  );
}

/** The order as a change that waits for its answer would leave it. */
function asProposed(record: PurchaseOrderRecord, by: "buyer" | "supplier"): AnyRecord {
  const order = negotiated.parse(record);
  const changes = pendingChanges(order, by);
  const items = linesOf(record, "items").map((line) => {
    const own = order.items.find(({ id }) => id === line.id);
    if (!own || !changes.some((change) => change.line === line.id)) return line;
    const deliveries = changedDeliveries(own, changes);
    return {
      ...line,
      ...lineOf(deliveries),
      schedules: deliveries.map((one) => ({ ...one, id: one.id ?? "", line_no: 0 })),
    };
  });
  return { ...record, items };
}

/** What the answer to a change would be told; asked again, held, when it is given. */
function changeFindings(by: "buyer" | "supplier") {
  return async (context: Context, record: PurchaseOrderRecord): Promise<Finding[]> => {
    return findingsOfChange(context, record, asProposed(record, by));
  };
}

/** A material may have been stopped since the submission, which is asked once, when the release is made. */
async function releasing(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  const stopped = await stoppedMaterials(context, work.record);
  if (stopped.length > 0) throw new AppError("invalid", { message: stopped.map(({ text }) => text).join("；") });
  await settlePrices(context, work);
  await keepFindings(context, work);
  work.set({ exempted: await countOnExemptions(context, work.record) });
  await settleTolerances(context, work);
  await beginToConfirm(context, work);
}

const changed = z.object({
  approved_amount: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      line_status: z.string().nullable(),
      confirm_date: z.string().nullable(),
      qty: z.string(),
      price: z.string(),
      tax_rate: z.string(),
      schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
    }),
  ),
});

/** A change that counts at once is confirmed anew, within the time that runs from now. */
async function changing(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  const order = changed.parse(work.record);
  if (!countsAtOnce(order, work.lineInput)) return;
  await followQuantities(context, work, proposedChanges(order, work.lineInput));
  await beginToConfirm(context, work);
}

/** The supplier's proposal is accepted. */
async function agreeing(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  await followQuantities(context, work, pendingChanges(negotiated.parse(work.record), "supplier"));
}

async function applying(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  await followQuantities(context, work, pendingChanges(negotiated.parse(work.record), "buyer"));
  await beginToConfirm(context, work);
}

const someLines = z.object({ orderId: z.string(), lines: z.array(z.string()) });

/** What the gate says now of some lines of an order that is out, for whoever wants them to come earlier. */
async function findingsOfLines(context: Context, input: unknown): Promise<Finding[]> {
  const { orderId, lines } = someLines.parse(input);
  const entity = context.services.registry.entity("purchase-orders/purchase-order");
  const { record } = await openRecord(context, { entity, id: orderId, wanted: { labels: false } });
  const items = linesOf(record, "items").filter(({ id }) => lines.includes(id));
  return findingsWhileOut(context, { ...record, items });
}

/** Goods that may not be delivered are not brought forward, whoever has agreed to it. */
async function bringingForward(context: Context, work: Work<PurchaseOrderRecord>): Promise<void> {
  await figuresAsSeen(context, work);
  const changes = proposedChanges(changed.parse(work.record), work.lineInput);
  await followQuantities(context, work, changes);
  const typed = changes.map(({ line }) => line);
  const items = linesOf(work.record, "items").filter(({ id }) => typed.includes(id));
  refuseBlocks(await findingsWhileOut(context, { ...work.record, items }));
}

/** What an exemption lets pass counts against its quantity. @returns whether the order needs one */
async function countOnExemptions(context: Context, record: AnyRecord): Promise<boolean> {
  const used = await ask(context, {
    entityKey: "supplier-management/gate-exemption",
    name: "use",
    input: orderOf(record),
    answer: z.array(z.string()),
  });
  return used.length > 0;
}

export const purchaseOrderServer: EntityServer<"purchase-orders/purchase-order"> = {
  async prepare(work) {
    await fillPlanned(work);
    await fillCallOffDates(work);
    await fillRequiredDates(work);
    planDeliveries(work);
    await fillPrices(work);
    await refuseUnpriced(work);
    await prepareProduct(work);
  },
  async beforeSave(work) {
    const { context, record, set } = work;
    const complaints = await dividedComplaints(work);
    if (complaints.length > 0) return complaints;
    if (head.parse(record).contract_id) return [];
    const proposed = await checkContract(context, record);
    if (proposed.verdict === "in_range") set({ contract_id: proposed.contract.id });
    return [];
  },
  afterSave: submitFindings,
  stored: tellBuyer,
  async afterTransition(work) {
    await notifyErp(work);
    await endRushes(work.context, work);
  },
  tolerances: { to_deliver: overTolerances },
  drawn: followDraws,
  deadlines: { delivery: deliveriesDue, stage: stagesDue },
  extra: productColumns,
  async sections(context, record) {
    return [...(await productionPlan(context, record)), ...(await orderProgress(context, record))];
  },
  publishes: {
    bind_contract: bindContract,
    findings_while_out: findingsOfLines,
    bought_at: boughtAt,
    last_prices: lastPrices,
    bought,
    supplied,
    supplied_orders: suppliedOrders,
  },
  transitions: {
    submit: { check: submitFindings, effect: keepFindings },
    release: { check: findingsAtRelease, effect: releasing },
    resume: { check: (context, record) => findingsWhileOut(context, record) },
    reopen: {
      async check(context, record) {
        const late = await endedTooLong(context, record);
        if (late.length > 0) return late;
        return [...(await findingsWhileOut(context, record)), ...(await priceFindingsOfReopened(context, record))];
      },
      effect: beginToConfirm,
    },
    confirm_for_supplier: { check: beforeDeadline },
    change: { effect: changing },
    accept_change: { check: changeFindings("supplier"), effect: agreeing },
    apply_change: { check: changeFindings("buyer"), effect: applying },
    bring_forward: { effect: bringingForward },
    close_lines: { effect: figuresAsSeen },
    close: { effect: figuresAsSeen },
    complete: { effect: figuresAsSeen },
    cancel: { effect: figuresAsSeen },
    report_usage: { effect: noteOverUse },
  },
  lasting: {
    in: ["released", "negotiating", "confirmed"],
    except: {
      release: "its own check asks the same",
      follow_receipts:
        "a completed order goes on because goods went back or a receipt was taken back: nothing more is asked for",
      resume_frozen:
        "whoever lifts a freeze asks whether goods may be delivered, and leaves the order held with a task otherwise",
    },
    grown: (before, after) =>
      asksForMore(before, after) || laterLines(before, after).length > 0 || otherQuantities(before, after).size > 0,
    check: (context, record, judged) =>
      judged ? findingsOfChange(context, judged, record) : findingsWhileOut(context, record),
    async passed(context, { record, judged, findings, set }) {
      if (judged && !asksForMore(judged, record)) {
        const all = withFound(record.gate_result, findings);
        return set({ gate_result: all, gate_light: lightOf(all) });
      }
      set({ gate_result: [...findings], gate_light: lightOf(findings) });
      if (await countOnExemptions(context, { ...record, items: openItems(record) })) set({ exempted: true });
    },
  },
};
