import { selectTickets, type TicketFacts } from "~/data/tickets.server";
import { chinaTime } from "~/shared/calendar";
import { EMBEDDED_PAGES } from "~/shared/embedded-pages";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { embeddedOf } from "../entity/check-embedded";
import type { RecordTable } from "../entity/server-hooks";
import type { IntegrationLink } from "../integrations/outbox.server";
import { mayTransition } from "../operations/scope.server";
import { columnsOf } from "../screen/table-columns";
import { endTickets } from "../tickets/tickets.server";
import { linkTerms } from "./terms.server";

const MOST = 50;
const minute = (at: string | null) => (at === null ? "" : chinaTime(at).slice(0, 16));

/** The link to the embedded page of a record for one account elsewhere; null for kinds without such a page. */
export async function pageLink(
  context: Context,
  { entity, recordId, caseId, recipient }: { entity: AnyEntity; recordId: string; caseId: string; recipient: string },
): Promise<IntegrationLink | null> {
  const embedded = embeddedOf(entity);
  if (!embedded) return null;
  return {
    path: EMBEDDED_PAGES[embedded.page],
    purpose: embedded.page,
    entity: entity.key,
    ...{ recordId, recipient },
    fingerprint: caseId,
    days: (await linkTerms(context.services, embedded.page)).days,
  };
}

/** Ends every link to the embedded page of a record, in the transaction of the transition that says so. @returns how many still opened it */
export async function endPageLinks(
  context: Context,
  entity: AnyEntity,
  recordId: string,
  why: string,
): Promise<number> {
  const embedded = embeddedOf(entity);
  return embedded ? endTickets(context, { entity: entity.key, recordId, purpose: embedded.page }, why) : 0;
}

/** Links to the embedded page and who opened them, for whoever may end them; nothing while there are none. */
export async function linkSections(context: Context, entity: AnyEntity, record: AnyRecord): Promise<RecordTable[]> {
  const embedded = embeddedOf(entity);
  if (!embedded || context.actor.supplierId || !mayTransition(context, entity, embedded.ends)) return [];
  const tickets = await selectTickets(context.services.database.connection(), {
    ...{ entity: entity.key, recordId: record.id, purpose: embedded.page, most: MOST },
  });
  if (tickets.length === 0) return [];
  return [
    {
      kind: "table",
      title: "审批链接",
      table: {
        caption: "随待办发出的链接和访问情况，链接本身不显示",
        columns: columnsOf(
          ["审批人账号", "发出时间", "失效时间", "状态", "访问次数", "最近访问", "地址", "设备"],
          ["访问次数"],
        ),
        rows: tickets.map((one) => ({
          id: one.id,
          cells: [
            { text: one.recipient ?? "" },
            { text: minute(one.issuedAt) },
            { text: minute(one.expiresAt) },
            standing(one, context.now),
            { text: String(one.visits) },
            { text: minute(one.lastAt) },
            { text: one.lastIp ?? "" },
            { text: one.lastDevice ?? "" },
          ],
        })),
      },
    },
  ];
}

function standing({ revokedAt, revokeReason, expiresAt }: TicketFacts, now: Date) {
  if (revokedAt !== null)
    return { text: `已撤销 ${minute(revokedAt)}${revokeReason ? `：${revokeReason}` : ""}`, tone: "closed" as const };
  return Date.parse(expiresAt) <= now.getTime()
    ? { text: "已过期", tone: "closed" as const }
    : { text: "未过期", tone: "running" as const };
}
