import { type EngineServices, systemContext } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import type { JobHandler } from "~/engine/jobs/handler.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { where } from "~/shared/condition";
import { isTooLate } from "../delivery-slot/delivery-slot.rules";

const NOTE = "receiving/delivery-note";
const SLOT = "receiving/delivery-slot";

/** Takes the places of lorries that are too late, and says so to both sides. @returns how many */
export async function releaseLateSlots(services: EngineServices): Promise<number> {
  const context = systemContext(services, "送货迟到");
  const now = context.now.toISOString();
  const minutes = await intParameter(services, "receiving.slotLateMinutes");
  const waiting = await unscopedRows(
    context,
    NOTE,
    ["id", "eta", "slot_id"],
    [where.eq("state", "submitted"), where.set("slot_id")],
  );
  const held = [...new Set(waiting.map(({ slot_id }) => slot_id ?? ""))];
  const columns = ["id", "slot_date", "time_from", "time_to"] as const;
  const slots = await unscopedRows(context, SLOT, columns, [where.oneOf("id", held)]);
  const entity = services.registry.entity(NOTE);
  let released = 0;
  for (const { id, eta, slot_id } of waiting) {
    const slot = slots.find((one) => one.id === slot_id);
    if (!slot || !isTooLate(slot, { eta, now, minutes })) continue;
    try {
      await applyTransition(context, { entity, id, name: "lose_slot" });
      released += 1;
    } catch (error) {
      // It came, was called off or put off at this moment.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return released;
}

/** What is done for it now and then. */
export const deliveryNoteJobs: readonly JobHandler[] = [
  {
    key: "late-slots",
    label: "迟到送货时段释放",
    purpose: "在途的车超过预计到达一段时间仍未签到的标记迟到，时段让给别的车，并通知供应商和仓库；可再次运行。",
    schedule: "*/5 * * * *",
    async run({ services }) {
      const released = await releaseLateSlots(services);
      return released > 0 ? `释放${released}个时段` : undefined;
    },
  },
];
