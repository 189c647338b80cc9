import { AppError } from "~/engine/errors";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";
import { OFFICE_INQUIRY } from "./inquiries.server";

const FLOW = "system-management/approval-flow";
const PRICE = "price-approval/account-price";
const RFQ = "purchase-management/rfq";

/**
 * A price case of an inquiry that waits for the office system. Its to-do stands in OA日志 and leaves as soon as the demo is connected (`OA_URL`), with
 * a link that is made then. The flow is switched off again: without an office system nobody could submit by it.
 */
export async function loadOfficeApproval(writer: DemoWriter): Promise<void> {
  const connected = { ...writer.services, integration: { systems: new Set(["oa" as const]) } };
  const at = writer.moment(writer.daysAgo(1), 10);
  const context = { ...writer.context(at), services: connected };
  const [rfq] = await unscopedRows(
    context,
    RFQ,
    ["id"],
    [where.eq("title", OFFICE_INQUIRY), where.eq("state", "priced")],
  );
  if (!rfq) return;
  const [price] = await unscopedRows(context, PRICE, ["id"], [where.eq("rfq_id", rfq.id), where.eq("state", "draft")]);
  if (!price) return;
  const { id } = await writer.create(context, FLOW, {
    ...{ code: "PRICE-OA", name: "询价核价集团审批", document: PRICE, priority: "30" },
    remark: "演示：由OA中的集团分管领导审批。连接OA以后可启用。",
    conditions: [{ field: "source_type", comparison: "eq", value: "询价" }],
    steps: [
      {
        ...{ step_no: "1", name: "集团分管领导审批", decider: "outside", rule: "any", on_self: "superior" },
        ...{ system_name: "OA", system_account: "chen.guodong", escalate: "none" },
      },
    ],
  });
  const flow = writer.screen(FLOW).entity;
  await applyTransition(context, { entity: flow, id, name: "publish" });
  try {
    await applyTransition(context, { entity: writer.screen(PRICE).entity, id: price.id, name: "submit" });
  } catch (error) {
    // What a supplier's file forbids today is no part of the story.
    if (!(error instanceof AppError)) throw error;
    writer.services.log.warn({ reason: error.message }, "the office approval of the demo was refused");
  }
  await applyTransition(context, { entity: flow, id, name: "disable" });
}
