import { sendHeld } from "~/data/digest.server";
import { dayOf } from "~/shared/calendar";
import type { EngineServices } from "../context.server";

/** When the daily letter leaves, by the clock in China. */
const DIGEST_TIME = "T08:30:00+08:00";
const DAY_MS = 24 * 60 * 60_000;

/**
 * Puts what people chose to read once a day into one letter each: everything held before the last 8:30. Harmless at any hour, and
 * when it is done twice.
 * @returns how many letters were written
 */
export async function sendDigests(services: EngineServices): Promise<number> {
  const now = services.clock();
  const today = new Date(`${dayOf(now)}${DIGEST_TIME}`);
  const before = today.getTime() <= now.getTime() ? today : new Date(today.getTime() - DAY_MS);
  return services.database.transaction({ role: "owner" }, () =>
    sendHeld(services.database.connection(), { at: now.toISOString(), before: before.toISOString() }),
  );
}
