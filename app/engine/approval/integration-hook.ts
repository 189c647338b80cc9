import type { Context } from "../context.server";

/** A step that is decided in another system, as that system has to be told of it. */
export interface IntegrationStep {
  caseId: string;
  stepId: string;
  /** Name of the system as the flow says it, e.g. OA. */
  system: string;
  /** Account of whoever decides there, where the flow says it. */
  account: string | null;
  /** Name of the step, e.g. 分管领导审批. */
  step: string;
  entity: string;
  recordId: string;
  recordNumber: string | null;
  title: string;
  startedByName: string;
}

/**
 * What connects another system to approval. Both run inside the transaction of the case, as the person whose move it was: they write
 * an outbox row and send nothing themselves.
 */
export interface IntegrationHook {
  /** A step waits for a decision of the other system; it answers through `decideByIntegration`. */
  opened(context: Context, step: IntegrationStep): Promise<void>;
  /** The step needs no decision any more: the document was taken back, or somebody else refused it. */
  dropped(context: Context, step: IntegrationStep): Promise<void>;
}
