import { chinaTime } from "~/shared/calendar";
import type { DecisionPage } from "~/shared/embedded-pages";
import { newestCase } from "../approval/cases.server";
import { approvalSections } from "../approval/panel.server";
import { type Context, systemContext } from "../context.server";
import { embeddedOf } from "../entity/check-embedded";
import type { RecordTable } from "../entity/server-hooks";
import { AppError } from "../errors";
import { openRecord } from "../operations/records.server";
import type { Ticket } from "../tickets/tickets.server";
import { type EmbeddedFile, fileLinks } from "./attachments.server";
import { type KeptPage, newestPage } from "./snapshots.server";
import { endAfterDecision } from "./terms.server";

/** A document as somebody who decides in another system reads it. */
export interface EmbeddedModel {
  title: string;
  number: string;
  /** Said above everything: it has changed since the link was made. */
  notice: string | null;
  /** Said instead of everything else. */
  withheld: string | null;
  /** Who reads it, and when; stands across the page, on paper as well. */
  watermark: string;
  groups: KeptPage["groups"];
  /** What was handed in with it. */
  files: EmbeddedFile[];
  /** How far the approval has come, newest case first. */
  course: RecordTable[];
}

/**
 * The one document of a ticket, as it was handed in last. Nothing is decided here; the decision comes from the other system as a signed call.
 * @throws AppError("link_gone") where there is nothing to decide any more: taken back, removed, or decided a while ago
 */
export async function embeddedPage(anonymous: Context, ticket: Ticket): Promise<EmbeddedModel> {
  const { services, requestId, ip } = anonymous;
  const context = { ...systemContext(services, "审批链接"), requestId, ip, now: anonymous.now };
  const entity = services.registry.registrations.find((one) => one.entity.key === ticket.entity)?.entity;
  const embedded = entity && embeddedOf(entity);
  if (!entity || embedded?.page !== ticket.purpose) throw new AppError("link_gone");
  const record = await readable(context, entity, ticket.recordId);
  const newest = await newestCase(context, { entity: entity.key, recordId: record.id });
  if (!newest || newest.state === "withdrawn" || (await isLongDecided(context, embedded.page, newest.endedAt)))
    throw new AppError("link_gone");
  const said = {
    ...{
      title: entity.label,
      number: record.number ?? "",
      notice: null,
      withheld: null,
      groups: [],
      files: [],
      course: [],
    },
    watermark: `${ticket.recipient ?? ""} ${chinaTime(context.now).slice(0, 16)}`.trim(),
  };
  const withheld = (await services.registry.server(entity.key).embedded?.withheld?.(context, record)) ?? null;
  if (withheld !== null) return { ...said, withheld };
  const kept = await newestPage(context, entity.key, record.id);
  // Handed in anew, and nobody elsewhere is asked about it any more.
  if (kept?.caseId !== newest.id) throw new AppError("link_gone");
  return {
    ...said,
    title: kept.page.title,
    number: kept.page.number,
    notice: kept.caseId === ticket.fingerprint ? null : `单据已变更，当前为第${kept.version}版`,
    groups: kept.page.groups,
    files: await fileLinks(context, ticket, kept.page.files),
    course: await approvalSections(context, entity, record),
  };
}

async function readable(context: Context, entity: Parameters<typeof openRecord>[1]["entity"], id: string) {
  try {
    return (await openRecord(context, { entity, id, wanted: { labels: false } })).record;
  } catch (error) {
    if (error instanceof AppError && error.error === "not_found") throw new AppError("link_gone");
    throw error;
  }
}

async function isLongDecided(context: Context, page: DecisionPage, endedAt: string | null): Promise<boolean> {
  return endedAt !== null && (await endAfterDecision(context.services, page, endedAt)) <= context.now.getTime();
}
