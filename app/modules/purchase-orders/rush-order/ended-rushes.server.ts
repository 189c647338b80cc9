import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { followRushes, rushesOf } from "./follow-rushes.server";
import { agreedLines, costOf, endedLines, everythingCame, lastOffered, RUNNING } from "./rush-order.rules";

type RushOrderRecord = RecordFor<"purchase-orders/rush-order">;
type OrderRecord = RecordFor<"purchase-orders/purchase-order">;

const ORDER = "purchase-orders/purchase-order";
const RUSH = "purchase-orders/rush-order";
const ENDED: readonly string[] = ["completed", "closed", "cancelled"];
const ENDED_AS: Readonly<Record<string, string>> = { completed: "已完成", closed: "已关闭", cancelled: "已取消" };

const running = z.object({
  state: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      line_no: z.number(),
      order_line: z.string().nullable(),
      reply_qty: z.string().nullable(),
      base_qty: z.string().nullable(),
      line_cost: z.string().nullable(),
      arrive_date: z.string().nullable(),
      ended_on: z.string().nullable(),
    }),
  ),
});

/** Lines of a rush that wait for an order line which takes no goods any more. */
async function overLines(context: Context, rush: z.infer<typeof running>) {
  const ordered = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "accepted_qty", "exchanged_qty", "line_status", "delivery_done"],
    where: [
      where.oneOf(
        "id",
        rush.items.flatMap(({ order_line }) => order_line ?? []),
      ),
    ],
  });
  return endedLines(rush, ordered);
}

/** Each line says since when nothing is asked of it; what it would have cost nobody is asked for before the cost is settled. */
export async function noteEndedLines(context: Context, work: Work<RushOrderRecord>): Promise<void> {
  const rush = running.parse(work.record);
  const over = new Set((await overLines(context, rush)).map(({ id }) => id));
  const ended_on = dayOf(context.now);
  for (const id of over) work.setLine("items", id, { ended_on });
  const lines = linesOf(work.record, "items").map((line) => (over.has(line.id) ? { ...line, ended_on } : line));
  work.set({ reply_date: lastOffered(lines) });
  if (rush.state === "agreed" || rush.state === "sent") return;
  const left = rush.items.map((line) => (over.has(line.id) ? { ...line, ended_on } : line));
  work.set({ extra_cost: costOf(left) });
}

/**
 * What is still asked of an order, or of a line of it, is over with it. Orders end in transactions of ours; what a supplier does ends no
 * line.
 */
export async function endRushes(
  context: Context,
  { before, record }: { before: OrderRecord; record: OrderRecord },
): Promise<void> {
  if (context.actor.supplierId) return;
  const hasEnded = ENDED.includes(record.state) && before.state !== record.state;
  if (hasEnded) await followRushes(context, record.id);
  const system = consequenceOf(context);
  const order = `订单${record.number ?? ""}`;
  for (const { id } of await rushesOf(system, record.id, RUNNING)) {
    const entity = context.services.registry.entity(RUSH);
    const end = (name: "end_lines" | "end_with_order", reason: string) =>
      applyTransition(system, { entity, id, name, reason });
    if (hasEnded) {
      await end("end_with_order", `${order}${ENDED_AS[record.state] ?? ""}`);
      continue;
    }
    const rush = running.parse((await openRecord(system, { entity, id, wanted: { labels: false } })).record);
    const over = await overLines(system, rush);
    if (over.length === 0) continue;
    const left = rush.items.filter((line) => !over.includes(line));
    const standing =
      rush.state === "sent" ? left.filter(({ ended_on }) => ended_on === null) : agreedLines({ items: left });
    const lines = over.map(({ line_no }) => line_no).join("、");
    await end(standing.length > 0 ? "end_lines" : "end_with_order", `第${lines}行在${order}中不再交货`);
    // The others may have come before.
    if (rush.state === "agreed" && everythingCame({ items: left }))
      await applyTransition(system, { entity, id, name: "finish" });
  }
}
