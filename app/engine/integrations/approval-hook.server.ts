import { PAPER_PAGE } from "~/shared/embedded-pages";
import type { IntegrationHook, IntegrationStep } from "../approval/integration-hook";
import { type Context, systemContext } from "../context.server";
import { pageLink } from "../embedded/links.server";
import { linkTerms } from "../embedded/terms.server";
import type { AnyEntity } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { fieldValue, type Loaded, openRecord } from "../operations/records.server";
import { columnLabel, NOTHING, showField } from "../screen/show";
import { callIntegration, isConnected } from "./outbox.server";

const FACTS = 8;

/**
 * Steps of approval that the office-automation system decides: it is sent a to-do when one opens, and told when it need not decide
 * any more. Both are noted in the transaction of the case.
 */
export const oaApprovals: IntegrationHook = {
  async opened(context, step) {
    if (!isConnected(context, "approval_opened"))
      throw new AppError("invalid", {
        message: `审批步骤「${step.step}」由${step.system}决定，但系统没有与${step.system}连接，请联系管理员`,
      });
    const { entity, loaded } = await documentOf(context, step);
    const { recordId, caseId } = step;
    const recipient = step.account ?? step.system;
    await callIntegration(context, {
      code: "approval_opened",
      key: `opened:${step.stepId}`,
      entity,
      record: loaded.record,
      ...waitingStates(entity),
      data: {
        ...aboutStep(step),
        ...(step.account === null ? {} : { account: step.account }),
        title: step.title,
        startedBy: step.startedByName,
        facts: factsOf(context, entity, loaded),
      },
      link: (await pageLink(context, { entity, recordId, caseId, recipient })) ?? {
        path: PAPER_PAGE,
        purpose: "approval-view",
        entity: step.entity,
        ...{ recordId, recipient },
        days: (await linkTerms(context.services, "approval-view")).days,
      },
    });
  },
  async dropped(context, step) {
    const { entity, loaded } = await documentOf(context, step);
    await callIntegration(context, {
      code: "approval_closed",
      key: `closed:${step.stepId}`,
      entity,
      record: loaded.record,
      data: aboutStep(step),
    });
  },
};

function aboutStep({ caseId, stepId, step }: IntegrationStep) {
  return { caseId, stepId, step };
}

/** Read as the system: what the other side has to be told does not depend on whose move it was. */
async function documentOf(context: Context, { entity: key, recordId }: IntegrationStep) {
  const entity = context.services.registry.entity(key);
  return { entity, loaded: await openRecord(systemContext(context.services, "审批待办"), { entity, id: recordId }) };
}

function waitingStates({ approval }: AnyEntity): { validStates?: readonly string[] } {
  return approval ? { validStates: [String(approval.state)] } : {};
}

/** What the list of the document says about it, as texts. */
function factsOf(context: Context, entity: AnyEntity, { record, labels }: Loaded): { label: string; text: string }[] {
  const screen: Screen | undefined = context.services.registry.screensOf(entity.key)[0];
  return entity.list.columns
    .flatMap((column: string) => {
      const field = entity.fields[column];
      if (!screen || !field) return [];
      const { text } = showField({
        field,
        value: fieldValue(record, column),
        label: labels.get(column),
        currency: record.currency,
      });
      return text === NOTHING || text === "" ? [] : [{ label: columnLabel(screen, column), text }];
    })
    .slice(0, FACTS);
}
