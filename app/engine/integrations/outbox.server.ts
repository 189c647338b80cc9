import { insertCall, insertPayload } from "~/data/integrations.server";
import { dayOf } from "~/shared/calendar";
import { INTERFACES, type InterfaceCode } from "~/shared/interfaces";
import { type Context, traceNumber } from "../context.server";
import type { AnyEntity, AnyRecord } from "../entity";
import { inTransaction } from "../operations/transaction.server";
import { titleOf } from "../operations/write.server";
import type { TicketPurpose } from "../tickets/tickets.server";
import { maskedBody } from "./mask";

/** A link to a page that opens by ticket; the ticket is made when the call leaves and stands in the body as `link`. */
export interface IntegrationLink {
  /** Address of the page below the portal's own, e.g. `/web/approvalOa/approvalInfo`. */
  path: string;
  purpose: TicketPurpose;
  entity: string;
  recordId: string;
  recipient?: string;
  /** What the record was like when the link was noted, to tell later that it has changed. */
  fingerprint?: string;
  /** How long it opens the page, in days from when it leaves. */
  days: number;
}

export interface IntegrationCall {
  code: InterfaceCode;
  /** What makes the call this one: sent twice, it has one effect on the other side. Default: an id of its own. */
  key?: string;
  entity: AnyEntity;
  record: AnyRecord;
  /** States of the record in which it still makes sense to send it again by hand. Default: all. */
  validStates?: readonly string[];
  data: Readonly<Record<string, unknown>>;
  link?: IntegrationLink;
}

/** The day of a business instant as numbers of documents have it. */
export function numberDay(now: Date): string {
  return dayOf(now).replaceAll("-", "");
}

/** Whether anybody hears of it: what a call says need not be gathered otherwise. */
export function isConnected(context: Context, code: InterfaceCode): boolean {
  return context.services.integration?.systems.has(INTERFACES[code].system) ?? false;
}

/**
 * Notes a call to another system in the transaction of what it tells; it leaves after the commit. A call about a document waits until
 * those before it have arrived. Nothing is written where the system is not connected.
 * @returns id of its row in the journal, or null: not connected, or noted before under the same key
 */
export async function callIntegration(context: Context, call: IntegrationCall): Promise<string | null> {
  const { services, now, actor } = context;
  const { system } = INTERFACES[call.code];
  if (!isConnected(context, call.code)) return null;
  const { entity, record } = call;
  const id = services.newId();
  const key = call.key ?? id;
  const number = titleOf(entity, record);
  const body = {
    requestId: key,
    interface: call.code,
    document: { type: entity.label, number, id: record.id },
    ...call.data,
  };
  return inTransaction(context, async () => {
    const connection = services.database.connection();
    const isNew = await insertCall(connection, {
      id,
      day: numberDay(now),
      prefix: system.toUpperCase(),
      at: now.toISOString(),
      by: actor.id,
      system,
      direction: "out",
      code: call.code,
      key,
      businessType: entity.label,
      businessKey: number,
      document: { entity: entity.key, id: record.id, validStates: call.validStates?.join(",") ?? null },
      factoryId: idOf(record.factory_id),
      purchaseGroupId: idOf(record.purchase_group_id),
      request: maskedBody(body),
      fingerprint: null,
      trace: traceNumber() || null,
    });
    if (!isNew) return null;
    await insertPayload(connection, { id, body, link: call.link ?? null });
    return id;
  });
}

function idOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
