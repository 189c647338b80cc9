import { selectPendingApproval } from "~/data/approval.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Approval, Fields } from "../entity";
import { CASE_FACTS } from "../entity/approval-transitions";
import { OWN_HAND } from "../entity/duties";

/** Notes on a record that waits for approval whether the acting person is asked: its buttons and refusals go by that. */
export async function noteCase(context: Context, entity: AnyEntity, record: AnyRecord): Promise<void> {
  const approval: Approval<Fields, string> | undefined = entity.approval;
  const { actor, services } = context;
  if (!approval || record.state !== approval.state || actor.supplierId) return;
  const pending = await selectPendingApproval(services.database.connection(), {
    entity: entity.key,
    recordId: record.id,
    userId: actor.id,
    today: dayOf(context.now),
  });
  if (!pending) return;
  const isAuthor =
    actor.id !== null && ([pending.startedBy, record.created_by].includes(actor.id) || record[OWN_HAND] === true);
  record[CASE_FACTS.mine] = actor.kind === "system" || (pending.isAsked && !isAuthor);
  record[CASE_FACTS.since] = pending.sinceVersion;
}
