import type { PrintDocument, PrintPart } from "~/shared/print-document";
import { newestCase } from "../approval/cases.server";
import { approvalSections } from "../approval/panel.server";
import { type Context, systemContext } from "../context.server";
import { endAfterDecision } from "../embedded/terms.server";
import { AppError } from "../errors";
import { openRecord } from "../operations/records.server";
import { printedRecord } from "../output/print-model.server";
import { printedSection } from "../output/printed-section";
import type { Ticket } from "../tickets/tickets.server";

/** A document as somebody who decides in another system reads it: its paper, and how far its approval has come. */
export interface ApprovalPage {
  document: PrintDocument;
  /** What is weighed beside it, as the hook `decision` of the entity says. */
  beside: PrintPart[];
  /** Tables below that, newest approval first. */
  course: PrintPart[];
}

/**
 * The one document of a ticket. It is read as the system reads it: whom the other system asks for a decision sees all of it. Nothing
 * is decided here; the decision comes from the other system as a signed call (ruling 12).
 * @throws AppError("link_gone") when the document is no more, or was decided long ago
 */
export async function approvalPage(anonymous: Context, ticket: Ticket, origin: string): Promise<ApprovalPage> {
  const context = {
    ...systemContext(anonymous.services, "审批链接"),
    requestId: anonymous.requestId,
    ip: anonymous.ip,
  };
  const { registry } = context.services;
  const [screen] = registry.screensOf(ticket.entity).filter(({ where }) => where === null);
  if (!screen) throw new AppError("link_gone");
  try {
    const { document } = await printedRecord(context, screen, ticket.recordId, origin);
    const { record } = await openRecord(context, {
      entity: screen.entity,
      id: ticket.recordId,
      screen,
      wanted: { labels: false },
    });
    const newest = await newestCase(context, ticket);
    const ends = newest?.endedAt ? await endAfterDecision(context.services, "approval-view", newest.endedAt) : null;
    if (ends !== null && ends < context.now.getTime()) throw new AppError("link_gone");
    const { decision } = registry.server(screen.entity.key);
    return {
      document,
      beside: ((await decision?.(context, record)) ?? []).flatMap(printedSection),
      course: (await approvalSections(context, screen.entity, record)).flatMap(printedSection),
    };
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") throw new AppError("link_gone");
    throw error;
  }
}
