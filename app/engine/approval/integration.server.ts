import { findCaseById } from "~/data/approval.server";
import type { Context } from "../context.server";
import { APPROVAL_TRANSITIONS } from "../entity/approval-transitions";
import { AppError } from "../errors";
import type { Saved } from "../operations/transaction.server";
import { applyTransition } from "../operations/transition.server";

/** A decision that another system hands over about one of its steps. */
export interface IntegrationDecision {
  caseId: string;
  stepId: string;
  decision: "approve" | "reject" | "send_back";
  /** What was said there; needed to refuse, 2 to 200 characters. */
  reason?: string;
  /** Who decided there, as people read it. */
  by: string;
  /** Id of the message: the same one again is answered and does nothing. */
  requestId?: string;
}

/**
 * Takes a decision of another system about a step that was opened there. The document moves as it would by a colleague here.
 * @param context of the system: the message was judged before, by its signature
 * @throws AppError("not_found") for an unknown case, AppError("wrong_state") when the step waits no more, AppError("invalid")
 */
export async function decideByIntegration(context: Context, wanted: IntegrationDecision): Promise<Saved> {
  const found = await findCaseById(context.services.database.connection(), wanted.caseId);
  if (!found) throw new AppError("not_found");
  const names = {
    approve: APPROVAL_TRANSITIONS.approve,
    reject: APPROVAL_TRANSITIONS.reject,
    send_back: APPROVAL_TRANSITIONS.sendBack,
  };
  return applyTransition(context, {
    entity: context.services.registry.entity(found.entity),
    id: found.recordId,
    name: names[wanted.decision],
    ...(wanted.reason ? { reason: wanted.reason } : {}),
    ...(wanted.decision === "send_back" ? { input: { target: "author" } } : {}),
    ...(wanted.requestId ? { requestId: wanted.requestId } : {}),
    integration: { stepId: wanted.stepId, by: wanted.by },
  });
}
