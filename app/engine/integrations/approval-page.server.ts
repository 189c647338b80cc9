import type { CaseRow } from "~/data/approval.server";
import type { PrintDocument, PrintPart } from "~/shared/print-document";
import { newestCase } from "../approval/cases.server";
import { approvalSections } from "../approval/panel.server";
import { type Context, systemContext } from "../context.server";
import { type EmbeddedFile, embeddedFile, fileLinks, filesOfPaper } from "../embedded/attachments.server";
import { endAfterDecision } from "../embedded/terms.server";
import type { AnyRecord } from "../entity";
import type { StoredRef } from "../entity/kinds/file";
import type { Screen } from "../entity/registry";
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
  files: EmbeddedFile[];
  /** Tables below that, newest approval first. */
  course: PrintPart[];
}

/** What a ticket leads to, read as the system. */
interface Read {
  context: Context;
  screen: Screen;
  record: AnyRecord;
  newest: CaseRow | undefined;
}

/**
 * The one document of a ticket. It is read as the system reads it: whom the other system asks for a decision sees all of it. Nothing
 * is decided here; the decision comes from the other system as a signed call (ruling 12).
 * @throws AppError("link_gone") when the document is no more, was taken back, or was decided long ago
 */
export function approvalPage(anonymous: Context, ticket: Ticket, origin: string): Promise<ApprovalPage> {
  return whileThere(async () => {
    const read = await readOf(anonymous, ticket);
    const { context, screen, record } = read;
    const { document } = await printedRecord(context, screen, ticket.recordId, origin);
    const { decision } = context.services.registry.server(screen.entity.key);
    return {
      // Here nobody signs: the decision is made there.
      document: { ...document, signatures: [] },
      beside: ((await decision?.(context, record)) ?? []).flatMap(printedSection),
      files: await fileLinks(anonymous, ticket, filesIn(read)),
      course: (await approvalSections(context, screen.entity, record)).flatMap(printedSection),
    };
  });
}

/**
 * A file of that document, by a link of the page that opens once. The document is read anew: what was taken out of it meanwhile, or never was in
 * it, is not handed out.
 * @throws AppError("link_gone") whatever the reason
 */
export function approvalFile(anonymous: Context, ticket: Ticket): Promise<Response> {
  return whileThere(async () => {
    const read = await readOf(anonymous, ticket);
    const { context, screen, record } = read;
    await context.services.registry.server(screen.entity.key).beforeDownload?.(context, record);
    return embeddedFile(anonymous, ticket, "approval-view", filesIn(read));
  });
}

async function readOf(anonymous: Context, ticket: Ticket): Promise<Read> {
  const { services, requestId, ip, now } = anonymous;
  const context = { ...systemContext(services, "审批链接"), requestId, ip, now };
  const [screen] = services.registry.screensOf(ticket.entity).filter(({ where }) => where === null);
  if (!screen) throw new AppError("link_gone");
  const { entity } = screen;
  const { record } = await openRecord(context, { entity, id: ticket.recordId, screen, wanted: { labels: false } });
  const newest = await newestCase(context, ticket);
  // Taken back and not handed in again: what it says now nobody is asked about.
  if (newest?.state === "withdrawn") throw new AppError("link_gone");
  const ends = newest?.endedAt ? await endAfterDecision(services, "approval-view", newest.endedAt) : null;
  if (ends !== null && ends < now.getTime()) throw new AppError("link_gone");
  return { context, screen, record, newest };
}

function filesIn({ context, screen, record, newest }: Read): StoredRef[] {
  return newest ? filesOfPaper(context, screen.entity, record) : [];
}

async function whileThere<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") throw new AppError("link_gone");
    throw error;
  }
}
