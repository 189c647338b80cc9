import { type ForecastRow, replaceForecast, selectWaitingOrders } from "~/data/gate-forecast.server";
import type { Context } from "../context.server";

export type { ForecastRow };

/** Orders that have not been released yet; see `selectWaitingOrders`. For the system: past every row filter. */
export function readWaitingOrders(context: Context): Promise<unknown> {
  return selectWaitingOrders(context.services.database.connection());
}

/** Keeps a forecast instead of the last one; in the caller's transaction. */
export function saveForecast(context: Context, rows: readonly ForecastRow[]): Promise<void> {
  return replaceForecast(context.services.database.connection(), rows, context.now.toISOString());
}
