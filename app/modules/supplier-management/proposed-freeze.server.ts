import { type Context, consequenceOf } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { openTask } from "~/engine/tasks/tasks.server";

export const FREEZE = "supplier-performance/supplier-freeze";

interface Proposal {
  supplier_id: unknown;
  source_type: "risk" | "certificate";
  source_no: string | null;
  reason: string;
  effective_from: string;
}

/**
 * A freeze of new business is proposed, never made: a draft that a person completes and submits, or throws away
 * (catalogue: nothing punitive runs by itself). Whoever acts gets a task to look at it.
 */
export async function proposeFreeze(context: Context, task: string, proposal: Proposal): Promise<void> {
  const { id } = await createRecord(consequenceOf(context), {
    screen: context.services.registry.mainScreen(FREEZE),
    values: { ...proposal, on_rfq: "1", on_award: "1", on_contract: "1", on_release: "1" },
  });
  await openTask(context, { title: task, entity: FREEZE, recordId: id, assignee: context.actor.id, while: ["draft"] });
}
