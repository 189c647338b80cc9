import type { DemoRandom } from "~/engine/entity/seed";
import { addDays } from "~/shared/calendar";

/** A contract that the demo makes, and how far it gets. */
export interface PlannedContract {
  /** Position of the supplier. */
  supplier: number;
  company: "1000" | "2000";
  start: string;
  end: string;
  fate: "draft" | "voided" | "signed" | "effective" | "expired" | "terminated";
}

interface ContractingSupplier {
  isAdmitted: boolean;
  /** Whether one of its buyer's factories belongs to the second company. */
  servesSecondCompany: boolean;
}

/** The first day of the month in which a day lies. */
function monthStart(day: string): string {
  return `${day.slice(0, 8)}01`;
}

/**
 * Yearly contracts: most suppliers have one in force, many one that ran out before it, every ninth none at all, so that
 * the contract check has something to say.
 */
export function planContracts(
  suppliers: readonly ContractingSupplier[],
  today: string,
  random: DemoRandom,
): PlannedContract[] {
  const plans: PlannedContract[] = [];
  let admitted = 0;
  for (const [supplier, { isAdmitted, servesSecondCompany }] of suppliers.entries()) {
    if (!isAdmitted) continue;
    admitted += 1;
    if (admitted % 9 === 0) continue;
    const drawn = monthStart(addDays(today, -random.whole(40, 300)));
    // Every eleventh is about to run out, so that somebody is warned.
    const end = admitted % 11 === 2 ? addDays(today, 4 + (admitted % 25)) : addDays(yearLater(drawn), -1);
    const start = admitted % 11 === 2 ? addDays(yearLater(end, -1), 1) : drawn;
    const only = { supplier, company: "1000" as const };
    if (admitted % 10 === 5) {
      // It ran out and nobody renewed it.
      plans.push({ ...only, start: yearLater(start, -1), end: addDays(start, -1), fate: "expired" });
      continue;
    }
    plans.push({ ...only, start, end, fate: admitted % 23 === 11 ? "terminated" : "effective" });
    if (admitted % 3 === 1)
      plans.push({ ...only, start: yearLater(start, -1), end: addDays(start, -1), fate: "expired" });
    if (servesSecondCompany && admitted % 3 === 0)
      plans.push({ ...only, company: "2000", start, end, fate: "effective" });
    if (admitted % 13 === 4) plans.push({ ...only, start: addDays(end, 1), end: yearLater(end), fate: "signed" });
    if (admitted % 17 === 6) plans.push({ ...only, start: addDays(end, 1), end: yearLater(end), fate: "draft" });
    if (admitted % 29 === 8) plans.push({ ...only, start, end, fate: "voided" });
  }
  return plans;
}

/** The same day of another year; leap days become the last of February. */
function yearLater(day: string, years = 1): string {
  const transitioned = `${String(Number(day.slice(0, 4)) + years)}${day.slice(4)}`;
  return transitioned.endsWith("-02-29") ? transitioned.replace("-29", "-28") : transitioned;
}
