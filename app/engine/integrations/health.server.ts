import { countAttempts } from "~/data/call-figures.server";
import { decimal, roundRate } from "~/shared/decimal";
import { INTEGRATED_SYSTEMS, isIntegratedSystem } from "~/shared/interfaces";
import { type EngineServices, systemContext } from "../context.server";
import { notifyOnce } from "../notify/notify.server";
import { intParameter } from "../parameters.server";

const HOUR_MS = 60 * 60_000;

/**
 * Tells administrators which systems took too few of the attempts of the last hour, once per system and hour.
 * @returns how many systems were spoken of
 */
export async function notifyFailingSystems(services: EngineServices): Promise<number> {
  const context = systemContext(services, "接口成功率检查");
  const since = new Date(context.now.getTime() - HOUR_MS).toISOString();
  // One call of two that failed says nothing about a system; that a call was given up is told by itself.
  const fewest = await intParameter(services, "interface.fewestAttempts");
  const least = await intParameter(services, "interface.leastPercent");
  let notified = 0;
  for (const { system, all, succeeded } of await countAttempts(services.database.connection(), since)) {
    const percent = decimal(succeeded).times(100).div(all);
    if (all < fewest || percent.gte(least)) continue;
    const sent = await notifyOnce(context, `${system}:${context.now.toISOString().slice(0, 13)}:failing`, {
      scenario: "interface.failing",
      toRoles: ["system_admin"],
      values: {
        system: isIntegratedSystem(system) ? INTEGRATED_SYSTEMS[system] : system,
        rate: `${roundRate(percent)}%`,
        all: String(all),
        failed: String(all - succeeded),
      },
    });
    if (sent > 0) notified += 1;
  }
  return notified;
}
