import { countGateHits } from "~/data/gate-hits.server";
import type { Context } from "../context.server";

const DAY_MS = 24 * 60 * 60_000;

/** How many orders of the last days a rule of the gate was found on, by its code; whoever may see them. */
export function gateHits(context: Context, days: number): Promise<Map<string, number>> {
  const since = new Date(context.now.getTime() - days * DAY_MS).toISOString();
  return countGateHits(context.services.database.connection(), since);
}
