import { createHash } from "node:crypto";
import {
  type CallSubject,
  insertCall,
  type KnownArrival,
  lockArrival,
  settleArrival,
} from "~/data/integrations.server";
import { INTERFACES, type InterfaceCode } from "~/shared/interfaces";
import { type Context, type EngineServices, systemContext, traceNumber } from "../context.server";
import { AppError } from "../errors";
import { inTransaction } from "../operations/transaction.server";
import { awayError } from "../storage-away.server";
import { maskedBody } from "./mask";
import { numberDay } from "./outbox.server";

/** A call that came, after its signature was believed. */
export interface Arrival {
  code: InterfaceCode;
  /** What makes it one: sent again it gets the first answer. */
  key: string;
  body: unknown;
}

/** What a call brought about: its answer, and what it was about. */
export interface ArrivalAnswer {
  result: object;
  about: CallSubject | null;
}

const DIFFERENT = "同一请求号已用于不同的内容";

/**
 * Does what a call asks for, once, and notes it in the journal. The same call again gets the first answer; one that was refused may be
 * sent again under its key and is tried anew.
 * @param work runs as the system. With `apart` it opens transactions of its own, and must do no harm when it is done twice; else all
 *   of it is one transaction together with the note
 * @throws AppError("duplicate") for another content under a known key, and whatever the work throws
 */
export async function receiveCall(
  services: EngineServices,
  arrival: Arrival,
  work: (context: Context) => Promise<ArrivalAnswer>,
  options: { apart?: boolean } = {},
): Promise<object> {
  const context = systemContext(services, INTERFACES[arrival.code].label);
  const begun = performance.now();
  const costMs = () => Math.round(performance.now() - begun);
  try {
    if (options.apart) {
      const known = await inTransaction(context, () => take(context, arrival));
      if (known.answered) return known.answered;
      const answer = await work(context);
      await inTransaction(context, () => settle(context, known.id, answer, costMs()));
      return answer.result;
    }
    return await inTransaction(context, async () => {
      const known = await take(context, arrival);
      if (known.answered) return known.answered;
      const answer = await work(context);
      await settle(context, known.id, answer, costMs());
      return answer.result;
    });
  } catch (thrown) {
    const error = awayError(thrown);
    if (error instanceof AppError && error.error !== "unavailable" && error.message !== DIFFERENT)
      await noteRefusal(context, arrival, error, costMs());
    throw error;
  }
}

/** The row of the call, new or known; answered when the other side is only asking again. */
async function take(context: Context, arrival: Arrival): Promise<{ id: string; answered: object | null }> {
  const { services, now } = context;
  const { system } = INTERFACES[arrival.code];
  const fingerprint = createHash("sha256")
    .update(JSON.stringify([arrival.code, arrival.body]))
    .digest("hex");
  const connection = services.database.connection();
  const id = services.newId();
  const isNew = await insertCall(connection, {
    id,
    day: numberDay(now),
    prefix: system.toUpperCase(),
    at: now.toISOString(),
    by: null,
    system,
    direction: "in",
    code: arrival.code,
    key: arrival.key,
    businessType: null,
    businessKey: null,
    document: null,
    factoryId: null,
    purchaseGroupId: null,
    request: maskedBody(arrival.body),
    fingerprint,
    trace: traceNumber() || null,
  });
  if (isNew) return { id, answered: null };
  const known = await lockArrival(connection, { system, key: arrival.key });
  if (!known) throw new Error("a call is known and not there");
  if (known.fingerprint !== fingerprint) throw new AppError("duplicate", { message: DIFFERENT });
  return { id: known.id, answered: known.state === "success" ? answerOf(known) : null };
}

function answerOf({ answer }: KnownArrival): object {
  return Object(JSON.parse(answer ?? "{}"));
}

async function settle(context: Context, id: string, answer: ArrivalAnswer, costMs: number): Promise<void> {
  await settleArrival(context.services.database.connection(), {
    id,
    state: "success",
    at: context.services.clock().toISOString(),
    status: 200,
    costMs,
    error: null,
    answer: JSON.stringify(answer.result, null, 2),
    about: answer.about,
  });
}

/** A refusal is noted by itself: what it refused was taken back whole. */
async function noteRefusal(context: Context, arrival: Arrival, error: AppError, costMs: number): Promise<void> {
  await inTransaction(context, async () => {
    const known = await take(context, arrival);
    if (known.answered) return;
    await settleArrival(context.services.database.connection(), {
      id: known.id,
      state: "failed",
      at: context.services.clock().toISOString(),
      status: error.status,
      costMs,
      error: (error.complaints[0]?.message ?? error.message).slice(0, 500),
      answer: JSON.stringify({ code: error.code, message: error.message }, null, 2),
      about: null,
    });
  });
}
