import { shortenTickets } from "~/data/tickets.server";
import { type DecisionPage, EMBEDDED_PAGES } from "~/shared/embedded-pages";
import type { Context, EngineServices } from "../context.server";
import { intParameter } from "../parameters.server";

const HOUR_MS = 3_600_000;

interface LinkTerms {
  days: number;
  hoursAfterDecision: number;
}

/** Whether a link of this purpose leads to what waits for a decision elsewhere. */
export function isDecisionPage(purpose: string): purpose is DecisionPage {
  return purpose === "approval-view" || Object.hasOwn(EMBEDDED_PAGES, purpose);
}

/**
 * How long links to such a page open: days from when they are made, and hours after the decision at most. The paper of a document opens
 * for as long as any approval takes, and a while after the decision (ruling 45).
 */
export async function linkTerms(services: EngineServices, purpose: DecisionPage): Promise<LinkTerms> {
  if (purpose === "approval-view")
    return {
      days: await intParameter(services, "embedded.paperDays"),
      hoursAfterDecision: await intParameter(services, "embedded.paperHours"),
    };
  return {
    days: await intParameter(services, "embedded.linkDays"),
    hoursAfterDecision: await intParameter(services, "embedded.hoursAfterDecision"),
  };
}

/** The instant after which links to something that was decided then open nothing any more. */
export async function endAfterDecision(
  services: EngineServices,
  purpose: DecisionPage,
  decidedAt: string,
): Promise<number> {
  return Date.parse(decidedAt) + (await linkTerms(services, purpose)).hoursAfterDecision * HOUR_MS;
}

/** Brings the end of the links to a record forward, in the transaction that decides about it: lists of them say until when they open. */
export async function shortenLinks(
  context: Context,
  { entity, recordId }: { entity: string; recordId: string },
): Promise<void> {
  const { services, now } = context;
  const embedded = services.registry.registrations.find((one) => one.entity.key === entity)?.entity.embedded;
  const purpose: DecisionPage = embedded?.page ?? "approval-view";
  const until = new Date(await endAfterDecision(services, purpose, now.toISOString())).toISOString();
  await shortenTickets(services.database.connection(), { entity, recordId, purpose }, until);
}
