import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { holdSourceLines } from "~/engine/draws/source-lines.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { formatDecimal, roundQuantity } from "~/shared/decimal";
import { agreedLines, broughtForward, RUSH_REASONS, sentOf } from "./rush-order.rules";

type RushOrderRecord = RecordFor<"purchase-orders/rush-order">;

const ORDER = "purchase-orders/purchase-order";

const agreed = z.object({
  id: z.string(),
  number: z.string().nullable(),
  rush_kind: z.string(),
  order_id: z.string(),
  reason: z.string().nullable(),
  reason_text: z.string().nullable(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      order_line: z.string().nullable(),
      material_id: z.string(),
      uom: z.string().nullable(),
      price: z.string().nullable(),
      reply_qty: z.string().nullable(),
      reply_date: z.string().nullable(),
      ended_on: z.string().nullable(),
    }),
  ),
});
type Agreed = z.infer<typeof agreed>;

const orderedLine = z.object({
  id: z.string(),
  noticed_qty: z.string(),
  accepted_qty: z.string(),
  exchanged_qty: z.string(),
  schedules: z.array(z.object({ id: z.string(), plan_date: z.string(), plan_qty: z.string() })),
});
const terms = z.object({
  id: z.string(),
  order_type: z.string(),
  supplier_id: z.string(),
  company_id: z.string(),
  factory_id: z.string(),
  purchase_org_id: z.string(),
  purchase_group_id: z.string(),
  buyer_id: z.string(),
  currency: z.string(),
  payment_term: z.string(),
  address: z.string(),
});

async function orderOf(context: Context, id: string): Promise<RecordFor<typeof ORDER>> {
  const entity = context.services.registry.entity(ORDER);
  return (await openRecord(consequenceOf(context), { entity, id, wanted: { labels: false } })).record;
}

/** Why an order changed, as its change and its trail say it. */
function whyOf({ number, reason, reason_text }: Agreed): string {
  const reasons: Readonly<Record<string, string>> = RUSH_REASONS;
  return `加急单${number ?? ""}：${reasons[reason ?? ""] ?? ""}，${reason_text ?? ""}`.slice(0, 500);
}

/** What both sides agreed on comes into force: days of the order, or a new urgent order that goes its own way through the gate. */
export async function carryOutRush(context: Context, work: Work<RushOrderRecord>): Promise<void> {
  const rush = agreed.parse(work.record);
  if (rush.rush_kind === "insert") await orderUrgently(context, work, rush);
  else await bringForward(context, work, rush);
}

async function bringForward(context: Context, work: Work<RushOrderRecord>, rush: Agreed): Promise<void> {
  // Held before they are read: nothing is received or noticed between what is looked at and what is written.
  const source = { entity: context.services.registry.entity(ORDER), path: "items" };
  const ids = agreedLines(rush).flatMap(({ order_line }) => order_line ?? []);
  await holdSourceLines(context, source, ids);
  const order = await orderOf(context, rush.order_id);
  const lines = z.array(orderedLine).parse(linesOf(order, "items"));
  const lineInput: Record<string, Record<string, string>> = {};
  for (const { id, line_no, order_line, reply_qty, reply_date } of agreedLines(rush)) {
    const line = lines.find((one) => one.id === order_line);
    if (!line || reply_qty === null || reply_date === null) continue;
    const { rows, left } = broughtForward(line, { qty: reply_qty, day: reply_date });
    if (left !== "0")
      throw new AppError("invalid", {
        message: `行${line_no}晚于${reply_date}的未交数量少了${formatDecimal(left)}，订单已经变更，请重新加急`,
      });
    Object.assign(lineInput, rows);
    work.setLine("items", id, { base_qty: roundQuantity(sentOf(line)) });
  }
  await applyTransition(consequenceOf(context), {
    entity: context.services.registry.entity(ORDER),
    id: rush.order_id,
    name: "bring_forward",
    reason: whyOf(rush),
    lineInput,
  });
}

const wanted = z.object({
  rush_kind: z.string(),
  order_id: z.string().nullable(),
  items: z.array(
    z.object({
      order_line: z.string().nullable(),
      ended_on: z.string().nullable(),
      qty: z.string(),
      want_date: z.string().nullable(),
      reply_qty: z.string().nullable(),
      reply_date: z.string().nullable(),
    }),
  ),
});

/**
 * What of the goods is planned for an earlier day anyway cannot be brought forward to it: said before somebody answers or approves, not
 * when the order is to be changed.
 * @param side what is asked for, or what was offered
 */
export async function earlierAnyway(
  context: Context,
  record: RushOrderRecord,
  side: "asked" | "offered",
): Promise<Finding[]> {
  const rush = wanted.parse(record);
  if (rush.rush_kind === "insert" || rush.order_id === null) return [];
  const lines = z.array(orderedLine).parse(linesOf(await orderOf(context, rush.order_id), "items"));
  return rush.items.flatMap(({ order_line, ended_on, ...line }, index): Finding[] => {
    const of = lines.find(({ id }) => id === order_line);
    const [qty, day] = side === "asked" ? [line.qty, line.want_date] : [line.reply_qty, line.reply_date];
    if (!of || ended_on !== null || qty === null || day === null) return [];
    const { left } = broughtForward(of, { qty, day });
    const text = `第${index + 1}行有${formatDecimal(left)}本来就在${day}以前交货，不能再提前，请减少加急数量`;
    return left === "0" ? [] : [{ check: "order", level: "block", text }];
  });
}

/** A draft of the buyer: it is submitted, approved and released like any other. */
async function orderUrgently(context: Context, work: Work<RushOrderRecord>, rush: Agreed): Promise<void> {
  const { id: _pattern, ...head } = terms.parse(await orderOf(context, rush.order_id));
  const screen = context.services.registry.mainScreen(ORDER);
  const lines = agreedLines(rush);
  const { id } = await createRecord(consequenceOf(context), {
    // Where it comes from nobody types.
    screen: { ...screen, initial: { ...screen.initial, source_no: rush.number } },
    values: {
      ...head,
      urgent: true,
      remark: whyOf(rush),
      items: lines.map(({ material_id, uom, price, reply_qty, reply_date }) => ({
        material_id,
        qty: reply_qty,
        ...(uom === null ? {} : { uom }),
        price,
        required_date: reply_date,
      })),
    },
  });
  const made = linesOf(await orderOf(context, id), "items");
  for (const [at, line] of lines.entries())
    work.setLine("items", line.id, { order_line: made[at]?.id ?? null, base_qty: "0" });
  work.set({ made_order_id: id });
}
