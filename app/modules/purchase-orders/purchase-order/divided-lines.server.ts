import type { Context } from "~/engine/context.server";
import { type AnyLine, type Complaint, complain, lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { SaveWork } from "~/engine/entity/server-hooks";
import { orderableShares, takenDemand } from "~/engine/operations/allocations.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";

type PurchaseOrderRecord = RecordFor<"purchase-orders/purchase-order">;

/* Orders that are made of shares of a divided demand, and those that pass it by. */

const ALLOCATION = "purchase-management/allocation-detail";

/** Whether orders may be made of these shares, and which allocation they belong to. */
export function sharesBehind(context: Context, ids: readonly string[]) {
  return ask(context, { entityKey: ALLOCATION, name: "orderable", input: [...ids], answer: orderableShares });
}

/** Lines with a reference that was not there before, in the place they stand at. */
function added(lines: readonly AnyLine[], stored: readonly AnyLine[], column: "share_line" | "demand_line") {
  const known = new Set(stored.map((line) => line[column]));
  return lines.flatMap((line, at) => {
    const id = line[column];
    return typeof id === "string" && !known.has(id) ? [{ id, place: at + 1 }] : [];
  });
}

/**
 * Orders of a share ask the gate and its plan once more. What an allocation divides is ordered by its shares alone: by what suppliers were
 * asked for the same goods would be bought twice.
 */
export async function dividedComplaints({
  context,
  record,
  before,
}: SaveWork<PurchaseOrderRecord>): Promise<Complaint[]> {
  if (context.actor.supplierId || (before && before.state !== "draft")) return [];
  const lines = linesOf(record, "items");
  const stored = before ? linesOf(before, "items") : [];
  const [shares, demands] = [added(lines, stored, "share_line"), added(lines, stored, "demand_line")];
  const idsOf = (all: readonly { id: string }[]) => all.map(({ id }) => id);
  const { problems } = shares.length > 0 ? await sharesBehind(context, idsOf(shares)) : { problems: {} };
  const taken =
    demands.length > 0
      ? await ask(context, { entityKey: ALLOCATION, name: "taken", input: idsOf(demands), answer: takenDemand })
      : {};
  return [
    ...complaintsAt(shares, "share_line", problems),
    ...complaintsAt(
      demands,
      "demand_line",
      Object.fromEntries(
        Object.entries(taken).map(([id, number]) => [id, `该月的需求已由分配明细${number}分配，请由它生成订单`]),
      ),
    ),
  ];
}

function complaintsAt(
  lines: readonly { id: string; place: number }[],
  column: string,
  problems: Readonly<Record<string, string>>,
): Complaint[] {
  return lines.flatMap(({ id, place }) => {
    const message = problems[id];
    return message === undefined ? [] : [complain(lineField("items", place, column), message)];
  });
}
