import { endRunOutSessions } from "~/data/sessions.server";
import type { EngineServices } from "../context.server";
import { intParameter } from "../parameters.server";

/** Notes as ended what ran out by itself: sessions past their time, or idle for longer than an administrator allows. Harmless when repeated. */
export async function endWhatLapsed(services: EngineServices): Promise<void> {
  const hours = await intParameter(services, "security.session.idleHours");
  const now = services.clock().toISOString();
  await services.database.transaction({ role: "owner" }, () =>
    endRunOutSessions(services.database.connection(), now, hours),
  );
}
