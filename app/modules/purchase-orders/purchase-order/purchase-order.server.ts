import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { endRushes } from "../rush-order/ended-rushes.server";
import { bindContract } from "./bind-contract.server";
import { bought, lastPrices, supplied, suppliedOrders } from "./bought.server";
import { fillCallOffDates } from "./call-off.server";
import { dividedComplaints } from "./divided-lines.server";
import { gatePanel } from "./gate-panel.server";
import { fillRequiredDates } from "./lead-time.server";
import { stoppedMaterials } from "./material-status.server";

import { notifyErp } from "./notify-erp.server";
import { agreeing, applying, bringingForward, changeFindings, changing } from "./order-changes.server";
import { creditComplaints, fillCredit } from "./order-credit.server";
import { beforeDeadline, beginToConfirm, deliveriesDue, endedTooLong } from "./order-deadlines.server";
import { orderDecision } from "./order-decision.server";
import { planDeliveries } from "./order-deliveries.server";
import {
  asksForMore,
  countOnExemptions,
  findingsAtRelease,
  findingsOfChange,
  findingsOfLines,
  findingsWhileOut,
  head,
  keepFindings,
  laterLines,
  lightOf,
  openItems,
  submitFindings,
  withFound,
} from "./order-gate.server";
import { boughtAt, fillPrices, otherQuantities, priceFindingsOfReopened, settlePrices } from "./order-price.server";
import { orderProgress } from "./order-progress.server";
import { fillPlanned, refuseUnpriced, tellBuyer } from "./planned-lines.server";
import { noteOverUse } from "./product-need.server";
import { prepareProduct, productColumns, stagesDue } from "./product-order.server";
import { productionPlan } from "./product-plan.server";
import { figuresAsSeen, followDraws, overTolerances, settleTolerances } from "./receipts.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

const contract = z.object({ id: z.string() });
const verdict = z.discriminatedUnion("verdict", [
  z.object({ verdict: z.literal("in_range"), contract }),
  z.object({ verdict: z.literal("out_of_range"), contract }),
  z.object({ verdict: z.literal("none") }),
]);

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

export const purchaseOrderServer: EntityServer<"purchase-orders/purchase-order"> = {
  async prepare(work) {
    await fillPlanned(work);
    await fillCallOffDates(work);
    await fillRequiredDates(work);
    planDeliveries(work);
    await fillPrices(work);
    fillCredit(work);
    await refuseUnpriced(work);
    await prepareProduct(work);
  },
  async beforeSave(work) {
    const { context, record, set } = work;
    const complaints = [...(await dividedComplaints(work)), ...creditComplaints(work)];
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
    return [
      ...(await gatePanel(context, record)),
      ...(await productionPlan(context, record)),
      ...(await orderProgress(context, record)),
    ];
  },
  decision: orderDecision,
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
