import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";

type CollectiveFactoryRecord = RecordFor<"purchase-management/collective-factory">;

const RFQ = "purchase-management/rfq";
/** States of an inquiry in which a factory can still leave: nothing is awarded yet. */
const OPEN: readonly string[] = ["published", "closed", "opened"];

const block = (text: string): Finding => ({ check: "rfq", level: "block", text });

/** A factory leaves before the award, and never as the last one. */
async function leaveFindings(context: Context, record: CollectiveFactoryRecord): Promise<Finding[]> {
  const own = [where.eq("id", String(record.rfq_id))];
  const [rfq] = await unscopedRows(context, RFQ, ["id", "state"], own);
  if (!rfq || !OPEN.includes(rfq.state)) return [block("询价单已定价或已结束，不能退出")];
  const others = await unscopedLines(context, {
    entityKey: RFQ,
    lines: "items",
    columns: ["id"],
    where: [
      where.eq("root_id", rfq.id),
      where.not(where.eq("factory_id", String(record.factory_id))),
      where.eq("withdrawn", false),
    ],
  });
  return others.length > 0 ? [] : [block("没有其他工厂参与，不能退出；请由采购员流标或取消询价单")];
}

/** What the factory asked for is no longer bought. */
async function leaveInquiry(context: Context, { record, reason }: Work<CollectiveFactoryRecord>): Promise<void> {
  await applyTransition(consequenceOf(context), {
    ...{ entity: context.services.registry.entity(RFQ), id: String(record.rfq_id), name: "factory_left" },
    input: { factory_id: record.factory_id },
    ...(reason ? { reason } : {}),
  });
}

const resultRows = z.array(
  z.object({
    rfq_line: z.number(),
    material_id: z.string(),
    supplier_id: z.string(),
    qty: z.string(),
    uom: z.string(),
    price: z.string().nullable(),
    freight: z.string().nullable(),
    last_price: z.string().nullable(),
    alloc_note: z.string().nullable(),
  }),
);

async function writeResults(_context: Context, { input, append }: Work<CollectiveFactoryRecord>): Promise<void> {
  for (const row of resultRows.parse(JSON.parse(String(input.results)))) append("results", row);
}

export const collectiveFactoryServer: EntityServer<"purchase-management/collective-factory"> = {
  transitions: {
    leave: { check: leaveFindings },
    consent: { check: leaveFindings, effect: leaveInquiry },
    receive: { effect: writeResults },
  },
};
