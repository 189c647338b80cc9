import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { addMonths } from "~/shared/calendar";

const INDICATOR = "purchase-management/key-indicator";
const MANAGER = "manager1";

/** What each month is measured by, and its target. */
const TARGETS = [
  ["saving_rate", "2"],
  ["on_time_rate", "90"],
  ["full_rate", "95"],
  ["reject_rate", "5"],
  ["contract_cover", "80"],
  ["rfq_cycle", "20"],
  ["po_confirm_hours", "24"],
  ["rush_rate", "10"],
  ["top3_share", "60"],
] as const;

/** Targets of the last months: one that is closed, one to be explained, one that runs. */
export async function demoKeyIndicators(pen: DemoPen): Promise<void> {
  const manager = await pen.person(MANAGER);
  const context = pen.context(pen.moment(pen.daysAgo(1), 9), manager);
  const entity = context.services.registry.entity(INDICATOR);
  const month = (back: number) => addMonths(`${pen.today.slice(0, 7)}-01`, -back).slice(0, 7);
  for (const back of [2, 1, 0])
    for (const [indicator, target] of TARGETS) {
      const { id } = await pen.create(context, INDICATOR, {
        ...{ indicator, target, period: month(back) },
        ...(back === 2 ? { comment: "节前集中到货，供应商排产紧张；已与供应商商定提前一周确认。" } : {}),
      });
      if (back === 2) await applyTransition(context, { entity, id, name: "close" });
    }
}
