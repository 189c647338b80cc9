import {
  type CallOutcome,
  insertAttempt,
  insertCall,
  insertPayload,
  settleArrival,
  settleCall,
  takeDueCall,
} from "~/data/integrations.server";
import { beginHandOver, settleMail, takeDueMail } from "~/data/mail.server";
import type { DemoRandom } from "~/engine/entity/seed";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { INTERFACES, type InterfaceCode } from "~/shared/interfaces";
import type { DemoWriter } from "./demo-writer.server";

const ORDER = "purchase-orders/purchase-order";
/** States of an order of which it may be told again. */
const RUNNING = ["released", "negotiating", "confirmed", "on_hold"];
const MINUTE = 60_000;
/** What the ERP refuses now and then; such a call waits for a person. */
const REFUSAL = "物料在该工厂没有扩展采购视图，请维护后重发";

interface Told {
  id: string;
  number: string;
  at: Date;
  factoryId: string | null;
  purchaseGroupId: string | null;
}

/**
 * A month of the journals: orders that the ERP was told of, master data that came from it, approvals that the office system was asked
 * for. The demo is connected to nothing, so the rows are written as the sender would have left them; one is refused, one was given up.
 */
export async function loadJournals(writer: DemoWriter): Promise<void> {
  const random = writer.random(20_261_122);
  const rows = await unscopedRows(
    writer.context(writer.now),
    ORDER,
    ["id", "number", "state", "released_at", "factory_id", "purchase_group_id"],
    [where.set("released_at"), where.atLeast("released_at", writer.moment(writer.daysAgo(28), 0).toISOString())],
  );
  const notified = rows
    .map((row) => ({
      id: row.id,
      number: String(row.number),
      at: new Date(Date.parse(String(row.released_at)) + 1_000),
      factoryId: idOf(row.factory_id),
      purchaseGroupId: idOf(row.purchase_group_id),
    }))
    .sort((a, b) => a.at.getTime() - b.at.getTime());
  const { database } = writer.services;
  await database.transaction({ role: "owner" }, async () => {
    for (const [position, order] of notified.entries()) {
      const fate =
        position === notified.length - 3 ? "refused" : position === Math.floor(notified.length / 2) ? "lost" : "taken";
      await notify(writer, order, fate, random);
    }
    for (const order of notified.filter((_one, position) => position % 24 === 5))
      await decideInOa(writer, order, random);
    for (let week = 3; week >= 0; week -= 1) await arrive(writer, week, random);
  });
}

async function notify(
  writer: DemoWriter,
  order: Told,
  fate: "taken" | "refused" | "lost",
  random: DemoRandom,
): Promise<void> {
  const connection = writer.services.database.connection();
  const id = writer.services.newId();
  const body = {
    requestId: id,
    interface: "order_released",
    document: { type: "采购订单", number: order.number, id: order.id },
  };
  await insertCall(connection, {
    ...callOf({ id, at: order.at, code: "order_released", direction: "out", body }),
    businessType: "采购订单",
    businessKey: order.number,
    document: { entity: ORDER, id: order.id, validStates: RUNNING.join(",") },
    factoryId: order.factoryId,
    purchaseGroupId: order.purchaseGroupId,
  });
  await insertPayload(connection, { id, body, link: null });
  const waits = fate === "lost" ? [0, 1, 6, 21, 81] : [0];
  for (const [position, minutes] of waits.entries()) {
    const at = new Date(order.at.getTime() + minutes * MINUTE);
    const now = at.toISOString();
    const taken = await takeDueCall(connection, { now, until: now, systems: ["sap"] });
    if (taken?.id !== id) throw new Error("another call was due in the journal of the demo");
    const isLast = position === waits.length - 1;
    const costMs = fate === "lost" ? 15_000 : random.whole(120, 900);
    const outcome = outcomeOf(fate, isLast, now, `45${String(random.whole(10_000_000, 99_999_999))}`);
    await settleCall(connection, { id, attempt: taken.attempt, at: now, costMs, ...outcome });
    await insertAttempt(connection, {
      id: writer.services.newId(),
      callId: id,
      position: position + 1,
      at: now,
      outcome: fate === "taken" ? "success" : "failed",
      status: outcome.status,
      costMs,
      error: outcome.error,
    });
  }
}

function outcomeOf(
  fate: "taken" | "refused" | "lost",
  isLast: boolean,
  now: string,
  outsideNo: string,
): Pick<CallOutcome, "state" | "nextAt" | "status" | "answer" | "error" | "outsideNo"> {
  if (fate === "taken") {
    const answer = JSON.stringify({ success: true, documentNo: outsideNo }, null, 2);
    return { state: "success", nextAt: null, status: 200, answer, error: null, outsideNo };
  }
  if (fate === "refused") {
    const answer = JSON.stringify({ success: false, message: REFUSAL }, null, 2);
    return { state: "failed", nextAt: null, status: 200, answer, error: `SAP：${REFUSAL}`, outsideNo: null };
  }
  const error = "15秒内没有答复";
  return {
    state: isLast ? "dead" : "failed",
    nextAt: isLast ? null : now,
    status: null,
    answer: null,
    error,
    outsideNo: null,
  };
}

/** A to-do that the office system took and decided some hours before the order was released. */
async function decideInOa(writer: DemoWriter, order: Told, random: DemoRandom): Promise<void> {
  const connection = writer.services.database.connection();
  const about = { businessType: "采购订单", businessKey: order.number, entity: ORDER, id: order.id };
  const [asked, decided] = [5, 2].map((hours) => new Date(order.at.getTime() - hours * 60 * MINUTE));
  if (!asked || !decided) return;
  const id = writer.services.newId();
  const todo = { requestId: id, interface: "approval_opened", document: { type: "采购订单", number: order.number } };
  await insertCall(connection, {
    ...callOf({ id, at: asked, code: "approval_opened", direction: "out", body: todo }),
    ...{
      businessType: about.businessType,
      businessKey: order.number,
      document: { entity: ORDER, id: order.id, validStates: null },
    },
    ...{ factoryId: order.factoryId, purchaseGroupId: order.purchaseGroupId },
  });
  await insertPayload(connection, { id, body: todo, link: null });
  const now = asked.toISOString();
  const taken = await takeDueCall(connection, { now, until: now, systems: ["oa"] });
  if (taken?.id !== id) throw new Error("another call was due in the journal of the demo");
  const costMs = random.whole(90, 600);
  const answer = JSON.stringify({ success: true }, null, 2);
  const done = { state: "success" as const, nextAt: null, status: 200, answer, error: null, outsideNo: null };
  await settleCall(connection, { id, attempt: taken.attempt, at: now, costMs, ...done });
  await insertAttempt(connection, {
    ...{ id: writer.services.newId(), callId: id, position: 1, at: now },
    ...{ outcome: "success", status: 200, costMs, error: null },
  });
  const answerId = writer.services.newId();
  const decision = { requestId: answerId, decision: "approve", by: "陈国栋", reason: "同意" };
  await insertCall(connection, {
    ...callOf({ id: answerId, at: decided, code: "approval_decision", direction: "in", body: decision }),
    ...{ businessType: null, businessKey: null, document: null, factoryId: null, purchaseGroupId: null },
  });
  await settleArrival(connection, {
    ...{
      id: answerId,
      state: "success",
      at: decided.toISOString(),
      status: 200,
      costMs: random.whole(40, 200),
      error: null,
    },
    ...{ answer: JSON.stringify({ number: order.number, stateLabel: "待下达" }, null, 2), about },
  });
}

async function arrive(writer: DemoWriter, week: number, random: DemoRandom): Promise<void> {
  const connection = writer.services.database.connection();
  const id = writer.services.newId();
  const at = writer.moment(writer.daysAgo(week * 7 + 1), 2, 30);
  const body = { requestId: id, entity: "master-data/material", rows: random.whole(4, 30) };
  await insertCall(connection, {
    ...callOf({ id, at, code: "master_data", direction: "in", body }),
    businessType: "物料",
    businessKey: null,
    document: null,
    factoryId: null,
    purchaseGroupId: null,
  });
  await settleArrival(connection, {
    id,
    state: "success",
    at: at.toISOString(),
    status: 200,
    costMs: random.whole(300, 2_500),
    error: null,
    answer: JSON.stringify({ created: 0, updated: random.whole(0, 4), unchanged: body.rows }, null, 2),
    about: null,
  });
}

function callOf({
  id,
  at,
  code,
  direction,
  body,
}: {
  id: string;
  at: Date;
  code: InterfaceCode;
  direction: "in" | "out";
  body: object;
}) {
  return {
    id,
    day: dayOf(at).replaceAll("-", ""),
    prefix: INTERFACES[code].system.toUpperCase(),
    at: at.toISOString(),
    by: null,
    system: INTERFACES[code].system,
    direction,
    code,
    key: id,
    request: JSON.stringify(body, null, 2),
    fingerprint: null,
    trace: null,
  };
}

function idOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}

/** Mails that a mail server did not take: they wait to be sent again from the records of sending. */
export async function loadUndelivered(writer: DemoWriter): Promise<void> {
  const { services } = writer;
  const connection = services.database.connection();
  const [at, claim] = [writer.now.toISOString(), services.newId()];
  const until = new Date(writer.now.getTime() + MINUTE).toISOString();
  for (const { id } of await takeDueMail(connection, { now: at, until, claim, most: 3, channels: ["email"] })) {
    await beginHandOver(connection, { id, claim, at, until });
    const refused = { state: "failed" as const, error: "550 5.1.1 mailbox unavailable", uncertain: false };
    await settleMail(connection, { id, claim, at, nextAt: at, ...refused });
  }
}
