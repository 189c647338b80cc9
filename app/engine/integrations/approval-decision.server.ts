import { findCaseById } from "~/data/approval.server";
import { decideByIntegration, type IntegrationDecision } from "../approval/integration.server";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { stateLabel } from "../operations/save.server";
import type { ArrivalAnswer } from "./arrivals.server";

/** A case that is not there yet may be on its way: its to-do and its row travel by different roads. */
const RETRY_SECONDS = 30;

/**
 * A decision of the office-automation system. Every refusal says by `retry` whether the same decision may fare better later.
 * @throws AppError("not_found" | "wrong_state" | "invalid" | "own_rule")
 */
export async function takeDecision(
  context: Context,
  { caseId, stepId, decision, reason, by }: IntegrationDecision,
): Promise<ArrivalAnswer> {
  const found = await findCaseById(context.services.database.connection(), caseId);
  if (!found)
    throw new AppError("not_found", {
      message: "没有这个审批事项，请稍后以同一请求号重试",
      facts: { retry: true, retryAfter: RETRY_SECONDS },
    });
  const saved = await decided(context, { caseId, stepId, decision, by, ...(reason ? { reason } : {}) });
  const entity = context.services.registry.entity(found.entity);
  return {
    result: { number: saved.number, state: saved.state, stateLabel: saved.state && stateLabel(entity, saved.state) },
    about: { businessType: entity.label, businessKey: saved.number, entity: entity.key, id: found.recordId },
  };
}

async function decided(context: Context, wanted: IntegrationDecision) {
  try {
    return await decideByIntegration(context, wanted);
  } catch (error) {
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    const { message, complaints, facts } = error;
    throw new AppError(error.error, { message, complaints, facts: { ...facts, retry: false } });
  }
}
