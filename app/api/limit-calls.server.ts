import type { Hono } from "hono";
import { ownComingLimitsOf, ownLimitsOf } from "~/engine/operations/own-limits.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** What stands in the way of the supplier that asks, and what will. */
export function limitCalls(app: Hono<RestEnv>): void {
  app.get("/v2/supplier-management/my-limits", async (c) => success(await ownLimitsOf(c.get("context"))));
  app.get("/v2/supplier-management/my-coming-limits", async (c) => success(await ownComingLimitsOf(c.get("context"))));
}
