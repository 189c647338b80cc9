import { z } from "zod";
import { flowFor } from "~/engine/approval/flow.server";
import type { Context } from "~/engine/context.server";
import { holdSourceLines } from "~/engine/draws/source-lines.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer, Finding } from "~/engine/entity/server-hooks";
import { refuseBlocks } from "~/engine/operations/lasting.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { decimalOrZero } from "~/shared/decimal";
import { carryOutRush, earlierAnyway } from "./agreed-rush.server";
import { noteEndedLines } from "./ended-rushes.server";
import { noteArrivals } from "./follow-rushes.server";
import { complaintsOf, completeRush, idsOf, lineFindings, runningElsewhere, textOf } from "./rushed-lines.server";

type RushOrderRecord = RecordFor<"purchase-orders/rush-order">;

const ORDER = "purchase-orders/purchase-order";
const finding = z.object({ check: z.string(), level: z.enum(["note", "warn", "block"]), text: z.string() });

/** What the gate says of the lines that are to come earlier: what may not be delivered is not rushed either. */
function gateFindings(context: Context, record: RushOrderRecord, lines: readonly string[]): Promise<Finding[]> {
  if (record.rush_kind === "insert" || lines.length === 0) return Promise.resolve([]);
  return ask(context, {
    entityKey: ORDER,
    name: "findings_while_out",
    input: { orderId: record.order_id, lines },
    answer: z.array(finding),
  });
}

async function sendFindings(context: Context, record: RushOrderRecord): Promise<Finding[]> {
  const own = [...(await lineFindings(context, record, "qty")), ...(await runningElsewhere(context, record))];
  if (own.length > 0) return own;
  const earlier = await earlierAnyway(context, record, "asked");
  if (earlier.length > 0) return earlier;
  return gateFindings(context, record, idsOf(linesOf(record, "items"), "order_line"));
}

/** Two rushes of one line sent at the same moment see each other: the lines are held, and what was asked is asked again. */
async function holdLines(context: Context, { record }: Work<RushOrderRecord>): Promise<void> {
  if (record.rush_kind === "insert") return;
  const source = { entity: context.services.registry.entity(ORDER), path: "items" };
  await holdSourceLines(context, source, idsOf(linesOf(record, "items"), "order_line"));
  refuseBlocks([...(await lineFindings(context, record, "qty")), ...(await runningElsewhere(context, record))]);
}

/**
 * What the supplier offers has to fit the order as it stands, not what was asked once: it may have sent part of it since. A supplier
 * whose goods are on their way answers for the rest.
 */
async function offerFits(context: Context, { record, lineInput }: Work<RushOrderRecord>): Promise<void> {
  const items = linesOf(record, "items").map((line) => ({ ...line, ...lineInput.get(line.id) }));
  refuseBlocks(await lineFindings(context, { ...record, items }, "reply_qty"));
}

/** What was offered still fits the order, and its goods may be delivered. */
async function agreeFindings(context: Context, record: RushOrderRecord): Promise<Finding[]> {
  const own = await lineFindings(context, record, "reply_qty");
  if (own.length > 0) return own;
  const earlier = await earlierAnyway(context, record, "offered");
  if (earlier.length > 0) return earlier;
  const offered = linesOf(record, "items").filter(
    (line) => !line.ended_on && decimalOrZero(textOf(line.reply_qty)).gt(0),
  );
  return gateFindings(context, record, idsOf(offered, "order_line"));
}

/** Where no flow asks anybody, the cost counts at once: whoever hands it in says why. */
async function costFindings(context: Context, record: RushOrderRecord): Promise<Finding[]> {
  const found = await agreeFindings(context, record);
  const flow = await flowFor(context, context.services.registry.entity("purchase-orders/rush-order"), record);
  if (flow) return found;
  return [...found, { check: "approval", level: "warn", text: "没有适用的费用审批流程，提交后费用直接生效" }];
}

export const rushOrderServer: EntityServer<"purchase-orders/rush-order"> = {
  prepare: completeRush,
  beforeSave: ({ context, record }) => complaintsOf(context, record),
  transitions: {
    send: { check: sendFindings, effect: holdLines },
    reply: { effect: offerFits },
    agree: { check: agreeFindings, effect: carryOutRush },
    ask_cost: { check: costFindings, effect: carryOutRush },
    finish: { effect: noteArrivals },
    end_lines: { effect: noteEndedLines },
  },
  judgedOnce: {
    agree: "Its own check asks the same of the same facts",
    finish: "The goods are here, or their receipt was taken back: nothing more is asked for",
  },
};
