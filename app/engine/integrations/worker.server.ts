import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { asking, jobAsker } from "~/data/asking.server";
import { type CallOutcome, type DueCall, insertAttempt, settleCall, takeDueCall } from "~/data/integrations.server";
import { INTEGRATED_SYSTEMS, INTERFACES, type IntegratedSystem, isInterface } from "~/shared/interfaces";
import { type EngineServices, systemContext } from "../context.server";
import type { OutsideNumber } from "../entity/define";
import { notifyOnce } from "../notify/notify.server";
import { saveSystemFields } from "../operations/system-fields.server";
import { isStorageAway, logFailedWork } from "../storage-away.server";
import { issueTicket, TICKET_PURPOSES } from "../tickets/tickets.server";
import { readDrops } from "./drops.server";
import { maskedBody } from "./mask";
import type { IntegrationReply, IntegrationRoute, IntegrationRoutes } from "./routes.server";

const LOOK_EVERY_MS = 2_000;
const STOP_MS = 5_000;
/** After that a call whose process died is taken by the next one; longer than any attempt. */
const LEASE_MS = 60_000;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** Waits after an attempt that failed; then the call is given up. */
const WAITS_MS = [1, 5, 15, 60].map((minutes) => minutes * MINUTE_MS);
/** Calls to one system under way at once: one that hangs does not hold up the others. */
const LANES = 4;
const LONGEST_ERROR = 500;

const linkShape = z.object({
  path: z.string(),
  purpose: z.enum(TICKET_PURPOSES),
  entity: z.string(),
  recordId: z.string(),
  recipient: z.string().optional(),
  fingerprint: z.string().optional(),
  days: z.number(),
});
const replyShape = z.object({
  success: z.boolean().optional(),
  message: z.string().optional(),
  documentNo: z.union([z.string(), z.number()]).optional(),
});

/**
 * Sends every call that is due, by all routes. At least once: a call is settled after the other side has answered, so what a dying
 * process had handed over and not yet noted leaves a second time, under the same key.
 * @param origin of the portal, for links in calls
 * @returns how many calls were tried
 */
export async function sendCalls(
  services: EngineServices,
  routes: IntegrationRoutes,
  origin: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  const lanes = [...routes].flatMap(([system, route]) =>
    Array.from({ length: LANES }, () => lane(services, { system, route, origin, goesOn })),
  );
  return (await Promise.all(lanes)).reduce((sum, tried) => sum + tried, 0);
}

async function lane(
  services: EngineServices,
  {
    system,
    route,
    origin,
    goesOn,
  }: { system: IntegratedSystem; route: IntegrationRoute; origin: string; goesOn: () => boolean },
): Promise<number> {
  let tried = 0;
  while (goesOn()) {
    const now = services.clock();
    const until = new Date(now.getTime() + LEASE_MS).toISOString();
    const call = await takeDueCall(services.database.connection(), {
      now: now.toISOString(),
      until,
      systems: [system],
    });
    if (!call) break;
    tried += 1;
    await attempt(services, { system, route, origin, call });
  }
  return tried;
}

interface Attempt {
  system: IntegratedSystem;
  route: IntegrationRoute;
  origin: string;
  call: DueCall;
}

async function attempt(services: EngineServices, { system, route, origin, call }: Attempt): Promise<void> {
  const { number, key, code } = call;
  const begun = performance.now();
  let judged: Judged;
  try {
    if (!isInterface(code)) throw new Error(`no interface "${code}"`);
    const body = JSON.stringify(await withLink(services, call, origin));
    judged = judge(system, await route.send({ number, code, key, body }));
  } catch (error) {
    judged = { state: "failed", again: true, status: null, answer: null, error: unreached(error), outsideNo: null };
  }
  const costMs = Math.round(performance.now() - begun);
  await settle(services, call, judged, costMs);
}

interface Judged {
  state: "success" | "failed";
  /** Whether another attempt may end otherwise. */
  again: boolean;
  status: number | null;
  answer: string | null;
  error: string | null;
  outsideNo: string | null;
}

/** What an answer means: 2xx is taken over, unless its body says otherwise; a refusal stays one however often it is asked for. */
function judge(system: IntegratedSystem, { status, body }: IntegrationReply): Judged {
  const said = replyOf(body);
  const answer = body === "" ? null : maskedBody(body);
  const words = said?.message ? `${INTEGRATED_SYSTEMS[system]}：${said.message}`.slice(0, LONGEST_ERROR) : null;
  const outsideNo = said?.documentNo === undefined ? null : String(said.documentNo).slice(0, 200);
  if (status === null || (status >= 200 && status < 300)) {
    if (said?.success !== false) return { state: "success", again: false, status, answer, error: null, outsideNo };
    const error = words ?? `${INTEGRATED_SYSTEMS[system]}拒绝了这次内容`;
    return { state: "failed", again: false, status, answer, error, outsideNo };
  }
  const again = status < 400 || status === 408 || status === 425 || status === 429 || status >= 500;
  const error = words ?? `${INTEGRATED_SYSTEMS[system]}返回了错误码${status}`;
  return { state: "failed", again, status, answer, error, outsideNo };
}

function replyOf(body: string): z.infer<typeof replyShape> | null {
  try {
    return replyShape.safeParse(JSON.parse(body)).data ?? null;
  } catch {
    return null;
  }
}

function unreached(error: unknown): string {
  if (error instanceof Error && error.name === "TimeoutError") return "对方没有在规定时间内答复";
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code: unknown = Object(cause).code;
  return `无法连接对方系统（${typeof code === "string" ? code : String(Object(cause).message ?? cause)}）`.slice(
    0,
    LONGEST_ERROR,
  );
}

/** The body with its link: made now, so that nothing stored opens a page. Each attempt has a link of its own, all of them open it. */
async function withLink(services: EngineServices, call: DueCall, origin: string): Promise<unknown> {
  if (call.link === null) return call.body;
  const { path, purpose, days, ...about } = linkShape.parse(call.link);
  const context = systemContext(services, "发送接口报文");
  const expiresAt = new Date(context.now.getTime() + days * DAY_MS).toISOString();
  const { recipient, fingerprint, ...record } = about;
  const { secret } = await issueTicket(context, {
    ...record,
    purpose,
    expiresAt,
    ...(recipient ? { recipient } : {}),
    ...(fingerprint ? { fingerprint } : {}),
  });
  return { ...Object(call.body), link: `${origin}${path}?ticket=${secret}` };
}

async function settle(services: EngineServices, call: DueCall, judged: Judged, costMs: number): Promise<void> {
  const now = services.clock();
  const at = now.toISOString();
  const wait = WAITS_MS[call.attempt - 1];
  const isOver = judged.state === "failed" && judged.again && wait === undefined;
  const outcome: CallOutcome = {
    id: call.id,
    attempt: call.attempt,
    state: isOver ? "dead" : judged.state,
    at,
    nextAt: judged.again && wait !== undefined ? new Date(now.getTime() + wait).toISOString() : null,
    status: judged.status,
    costMs,
    answer: judged.answer,
    error: judged.error,
    outsideNo: judged.outsideNo,
  };
  await services.database.transaction({ role: "owner" }, async () => {
    const connection = services.database.connection();
    if (!(await settleCall(connection, outcome))) return;
    const line = { callId: call.id, status: null, costMs: null, error: null, at };
    if (call.wasInterrupted) {
      const position = call.attempt - 1;
      const error = "发送途中程序中断，不知对方是否已收到，以同一幂等键重发";
      await insertAttempt(connection, { ...line, id: services.newId(), position, outcome: "unknown", error });
    }
    const { status, error } = judged;
    const position = call.attempt;
    await insertAttempt(connection, {
      ...line,
      id: services.newId(),
      position,
      outcome: judged.state,
      status,
      costMs,
      error,
    });
    if (outcome.state !== "success" && outcome.nextAt === null) await notifyUndelivered(services, call, outcome);
  });
  if (judged.state === "success") await keepOutsideNumber(services, call, judged.outsideNo);
  if (judged.state === "failed")
    services.log.warn(
      { call: call.number, attempt: call.attempt, status: judged.status },
      "call to another system failed",
    );
}

/**
 * Writes the number the other system gave the document, where its definition has a place for it. The call has arrived whatever comes of
 * this: the log of calls has the number, too, so a document that is gone by now, or changed at the same moment, sends nothing again.
 */
async function keepOutsideNumber(services: EngineServices, call: DueCall, number: string | null): Promise<void> {
  if (number === null || call.documentEntity === null || call.documentId === null) return;
  const entity = services.registry.registrations.find((one) => one.entity.key === call.documentEntity)?.entity;
  const place: OutsideNumber | undefined = entity?.outsideNumber;
  if (!entity || !place || place.call !== call.code) return;
  try {
    await saveSystemFields(systemContext(services, "接口报文"), {
      entity,
      id: call.documentId,
      values: { [place.field]: number },
      label: `记下${entity.fields[place.field]?.options.label ?? ""}`,
    });
  } catch (error) {
    if (isStorageAway(error)) throw error;
    services.log.error({ err: error, call: call.number }, "the number of the other system was not kept");
  }
}

/** Administrators hear of a call that nobody will send again by itself, once an hour per interface: a system that is down fails them all. */
async function notifyUndelivered(
  services: EngineServices,
  call: DueCall,
  { state, at, error }: CallOutcome,
): Promise<void> {
  const { code } = call;
  if (!isInterface(code)) return;
  const { system, label } = INTERFACES[code];
  await notifyOnce(systemContext(services, "接口报文没有送达"), `${code}:${at.slice(0, 13)}`, {
    scenario: "interface.undelivered",
    toRoles: ["system_admin"],
    values: {
      number: call.number,
      system: INTEGRATED_SYSTEMS[system],
      call: label,
      document: call.businessKey ?? label,
      reason: `${state === "dead" ? "多次重发没有成功，最后一次" : ""}${error ?? "对方没有收下"}`,
    },
    record: { entity: "system-management/interface-log", id: call.id, number: call.number },
  });
}

/**
 * Sends calls, and reads those that come as files, while the process runs.
 * @param settings.origin of the portal, for links in calls
 * @param settings.dropFolder where calls come as files; undefined: nowhere
 * @returns a function that stops it and waits for what is under way
 */
export function startIntegrations(
  services: EngineServices,
  routes: IntegrationRoutes,
  { origin, dropFolder }: { origin: string; dropFolder: string | undefined },
): () => Promise<void> {
  if (routes.size === 0) return async () => undefined;
  let isStopping = false;
  let isBusy = false;
  let round = Promise.resolve();
  const begin = () => {
    if (isBusy || isStopping) return;
    isBusy = true;
    round = asking(jobAsker("outside"), async () => {
      await sendCalls(services, routes, origin, () => !isStopping);
      if (dropFolder !== undefined) await readDrops(services, dropFolder);
    })
      .catch((error: unknown) => logFailedWork(services, error, "sending calls failed"))
      .finally(() => {
        isBusy = false;
      });
  };
  begin();
  const timer = setInterval(begin, LOOK_EVERY_MS);
  timer.unref();
  return async () => {
    isStopping = true;
    clearInterval(timer);
    // A system that hangs does not keep the process; its call leaves again after the next start.
    await Promise.race([round, pause(STOP_MS, undefined, { ref: false })]);
  };
}
