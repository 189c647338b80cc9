import { countGateHits, ordersHit } from "~/data/gate-hits.server";
import { selectRows } from "~/data/store.server";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import { tableOf } from "../entity/table-names";
import { factsOf, mayOnScreen, requireAction } from "./scope.server";

const DAY_MS = 24 * 60 * 60_000;

/** How many orders of the last days a rule of the gate was found on, by its code; whoever may see them. */
export function gateHits(context: Context, days: number): Promise<Map<string, number>> {
  return countGateHits(context.services.database.connection(), sinceOf(context, days));
}

function sinceOf(context: Context, days: number): string {
  return new Date(context.now.getTime() - days * DAY_MS).toISOString();
}

/** An order on which the gate named a rule, and what it said. */
export interface HitOrder {
  id: string;
  number: string;
  state: string;
  text: string;
}

/** The newest orders of the last days on which a rule was found, such as this person may open; none for whoever may open no orders. */
export async function hitOrders(
  context: Context,
  asked: { rule: string; days: number; limit: number },
): Promise<HitOrder[]> {
  const orders = context.services.registry.entity("purchase-orders/purchase-order");
  const connection = context.services.database.connection();
  if (!context.services.registry.screensOf(orders.key).some((screen) => mayOnScreen(context, screen, "get"))) return [];
  const found = await ordersHit(connection, { ...asked, since: sinceOf(context, asked.days) });
  if (found.length === 0) return [];
  const rows = await selectRows(connection, {
    table: tableOf(orders),
    columns: ["id", "number", "state"],
    where: [
      ...requireAction(context, orders, "get"),
      where.oneOf(
        "id",
        found.map(({ id }) => id),
      ),
    ],
    facts: factsOf(context),
  });
  const open = new Map(rows.map((row) => [String(row.id), row]));
  return found.flatMap(({ id, text }) => {
    const row = open.get(id);
    return row ? [{ id, number: String(row.number), state: String(row.state), text }] : [];
  });
}
