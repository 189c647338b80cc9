import type { CaseRow } from "~/data/approval.server";
import { ticketAbout } from "~/data/tickets.server";
import { type DecisionPage, decisionPath } from "~/shared/embedded-pages";
import { newestCase } from "../approval/cases.server";
import { type Context, systemContext } from "../context.server";
import type { AnyEntity } from "../entity";
import { AppError } from "../errors";
import { openRecord } from "../operations/records.server";
import { issueTicket } from "../tickets/tickets.server";
import { endAfterDecision, isDecisionPage, linkTerms } from "./terms.server";

const DAY_MS = 86_400_000;

interface About {
  purpose: DecisionPage;
  entity: AnyEntity;
  recordId: string;
  recipient: string | null;
  newest: CaseRow | undefined;
}

async function aboutOf(context: Context, ticketId: string): Promise<About | null> {
  const { services } = context;
  const connection = services.database.connection();
  const about = await ticketAbout(connection, ticketId);
  const entity = services.registry.registrations.find((one) => one.entity.key === about?.entity)?.entity;
  if (!about || !entity || !isDecisionPage(about.purpose)) return null;
  const newest = await newestCase(context, { entity: entity.key, recordId: about.recordId });
  return { purpose: about.purpose, entity, recordId: about.recordId, recipient: about.recipient, newest };
}

/** Why nobody reads anything by a link about this record now, whatever the link; null where a good one opens it. */
async function refusalOf(context: Context, { purpose, entity, recordId, newest }: About): Promise<string | null> {
  const { services } = context;
  if (!newest || newest.state === "withdrawn") return "单据已撤回，重新提交审批前没有可以查看的内容";
  if (newest.endedAt && (await endAfterDecision(services, purpose, newest.endedAt)) <= context.now.getTime())
    return "审批已经结束，超过了结束后还能查看的时间";
  const withheld = services.registry.server(entity.key).embedded?.withheld;
  if (!withheld) return null;
  const reading = { ...systemContext(services, "审批链接"), now: context.now };
  try {
    const { record } = await openRecord(reading, { entity, id: recordId, wanted: { labels: false } });
    return await withheld(reading, record);
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") return "单据已删除";
    throw error;
  }
}

/** Why the document of a link is not shown now, in a sentence for whoever looks after links; null where a link in force opens it. */
export async function closedWhy(context: Context, ticketId: string): Promise<string | null> {
  const about = await aboutOf(context, ticketId);
  return about ? refusalOf(context, about) : "单据已删除";
}

/**
 * Makes another link for the same approver, to what was handed in last, in the transaction of the caller. The link is in the answer alone.
 * @throws AppError("invalid") where nothing would be shown by it
 */
export async function anotherLink(
  context: Context,
  ticketId: string,
): Promise<{ address: string; expiresAt: string; recipient: string }> {
  const { services, now } = context;
  const about = await aboutOf(context, ticketId);
  const refusal = about ? await refusalOf(context, about) : "单据已删除";
  if (!about || refusal !== null) throw new AppError("invalid", { message: refusal ?? "单据已删除" });
  const { purpose, entity, recordId, recipient, newest } = about;
  const { days } = await linkTerms(services, purpose);
  const ends = now.getTime() + days * DAY_MS;
  const decided = newest?.endedAt ? await endAfterDecision(services, purpose, newest.endedAt) : ends;
  const { secret, expiresAt } = await issueTicket(context, {
    ...{ purpose, entity: entity.key, recordId },
    expiresAt: new Date(Math.min(ends, decided)).toISOString(),
    ...(recipient === null ? {} : { recipient }),
    ...(newest && purpose !== "approval-view" ? { fingerprint: newest.id } : {}),
  });
  return {
    address: `${services.origin ?? ""}${decisionPath(purpose)}?ticket=${secret}`,
    expiresAt,
    recipient: recipient ?? "",
  };
}
