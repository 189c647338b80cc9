import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { agreedLines, hasCome } from "./rush-order.rules";

type RushOrderRecord = RecordFor<"purchase-orders/rush-order">;

const ORDER = "purchase-orders/purchase-order";
const RUSH = "purchase-orders/rush-order";

const followed = z.object({
  id: z.string(),
  state: z.string(),
  items: z.array(
    z.object({
      id: z.string(),
      order_line: z.string().nullable(),
      reply_qty: z.string().nullable(),
      base_qty: z.string().nullable(),
      arrive_date: z.string().nullable(),
      ended_on: z.string().nullable(),
    }),
  ),
});

/** Lines of a rush of which everything that was agreed has come, by id. */
async function comeLines(context: Context, rush: z.infer<typeof followed>): Promise<Set<string>> {
  const lines = agreedLines(rush);
  const ordered = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "accepted_qty", "exchanged_qty", "line_status", "delivery_done"],
    where: [
      where.oneOf(
        "id",
        lines.flatMap(({ order_line }) => order_line ?? []),
      ),
    ],
  });
  return new Set(
    lines.flatMap((line) => {
      const of = ordered.find(({ id }) => id === line.order_line);
      if (!of) return [];
      // Goods that go back later to be exchanged were in time; only a receipt that is taken back says that nothing came.
      const since = line.arrive_date === null ? of : { ...of, exchanged_qty: "0" };
      return hasCome(line, since) ? [line.id] : [];
    }),
  );
}

/** Each line says the day on which it was whole; where a receipt was taken back it waits again. */
export async function noteArrivals(context: Context, work: Work<RushOrderRecord>): Promise<void> {
  const rush = followed.parse(work.record);
  const came = await comeLines(context, rush);
  for (const { id, arrive_date } of agreedLines(rush))
    work.setLine("items", id, { arrive_date: came.has(id) ? (arrive_date ?? dayOf(context.now)) : null });
}

/** Rushes of an order: those that bring it forward, and those that made it. */
export async function rushesOf(context: Context, orderId: string, states: readonly string[]) {
  const { registry } = context.services;
  if (!registry.registrations.some(({ entity }) => entity.key === RUSH)) return [];
  const forward = where.all(where.eq("order_id", orderId), where.not(where.eq("rush_kind", "insert")));
  return unscopedRows(
    context,
    RUSH,
    ["id"],
    [where.any(forward, where.eq("made_order_id", orderId)), where.oneOf("state", states)],
  );
}

/** Rushes follow what was received of their order. */
export async function followRushes(context: Context, orderId: string): Promise<void> {
  const system = consequenceOf(context);
  const entity = context.services.registry.registrations.find((one) => one.entity.key === RUSH)?.entity;
  if (!entity) return;
  for (const { id } of await rushesOf(system, orderId, ["agreed", "done"])) {
    const rush = followed.parse((await openRecord(system, { entity, id, wanted: { labels: false } })).record);
    const came = await comeLines(system, rush);
    if (agreedLines(rush).some((line) => came.has(line.id) !== (line.arrive_date !== null)))
      await applyTransition(system, { entity, id, name: "finish" });
  }
}
