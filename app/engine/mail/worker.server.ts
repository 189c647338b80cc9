import { setTimeout as pause } from "node:timers/promises";
import { asking, jobAsker } from "~/data/asking.server";
import { countWaitingMail, type DueMail, settleMail, takeDueMail } from "~/data/mail.server";
import type { EngineServices } from "../context.server";
import { recoveryLink } from "../session/recovery.server";

/** A letter as it goes to a mail server. The id stays the same however often it is sent, so that a second copy can be told. */
export interface Letter {
  id: string;
  to: string;
  subject: string;
  text: string;
}

export interface MailRoute {
  /** Resolves when the mail server has taken the letter over. */
  send(letter: Letter): Promise<void>;
  close?(): void;
}

const STOP_MS = 5_000;
const LOOK_EVERY_MS = 10_000;
/** How long one attempt may take; a process that dies in it leaves the letter to others after that. */
const ATTEMPT_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
/** Waits after a refusal; then it is left as failed, for people to look at. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const LONGEST_ERROR = 500;

/**
 * Sends every letter that is due. At least once: a letter is settled after the mail server took it, so what a dying process had handed
 * over and not yet noted leaves a second time, under the same id.
 * @param origin of the portal, for links in letters
 * @returns how many letters were tried
 */
export async function deliverMail(
  services: EngineServices,
  route: MailRoute,
  origin: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  let tried = 0;
  while (goesOn()) {
    const now = services.clock();
    const until = new Date(now.getTime() + ATTEMPT_MS).toISOString();
    const mail = await takeDueMail(services.database.connection(), { now: now.toISOString(), until });
    if (!mail) break;
    tried += 1;
    await attempt(services, route, origin, mail);
  }
  return tried;
}

async function attempt(services: EngineServices, route: MailRoute, origin: string, mail: DueMail): Promise<void> {
  const settle = async (state: "sent" | "queued" | "failed" | "dropped", error: string | null, wait = 0) => {
    const now = services.clock();
    const nextAt = new Date(now.getTime() + wait).toISOString();
    const { id, attempts } = mail;
    await settleMail(services.database.connection(), { id, attempts, state, at: now.toISOString(), nextAt, error });
  };
  try {
    const text = await textOf(services, mail, origin);
    if (text === null) return await settle("dropped", "the link is not wanted any more");
    await route.send({ id: mail.id, to: mail.recipient, subject: mail.subject, text });
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
    const wait = WAITS_MS[mail.attempts - 1];
    services.log.warn({ mail: mail.id, attempts: mail.attempts, reason: said }, "mail not delivered");
    return settle(wait === undefined ? "failed" : "queued", said, wait);
  }
  await settle("sent", null);
}

/** The letter with its links, those that open an account made now. Null: the link would open nothing. */
async function textOf(services: EngineServices, mail: DueMail, origin: string): Promise<string | null> {
  if (mail.linkKind === null || mail.linkId === null)
    return mail.path === null ? mail.body : `${mail.body}\n\n查看：${origin}/web${mail.path}`;
  if (mail.linkKind !== "recover") throw new Error(`no link of kind "${mail.linkKind}"`);
  const link = await recoveryLink(services, mail.linkId, origin);
  return link === null ? null : mail.body.replace("{link}", link);
}

/**
 * Delivers mail while the process runs. Without a route letters wait, and the log says so.
 * @returns a function that stops it and waits for the letter under way
 */
export function startMail(services: EngineServices, route: MailRoute | null, origin: string): () => Promise<void> {
  let isStopping = false;
  let saidWaiting = -1;
  let round = Promise.resolve();
  const look = async () => {
    if (route) {
      await deliverMail(services, route, origin, () => !isStopping);
      return;
    }
    const waiting = await countWaitingMail(services.database.connection());
    if (waiting > 0 && waiting !== saidWaiting)
      services.log.warn({ waiting }, "mail waits: MAIL_URL is not set, so nothing is delivered");
    saidWaiting = waiting;
  };
  let isBusy = false;
  const begin = () => {
    if (isBusy || isStopping) return;
    isBusy = true;
    round = asking(jobAsker("mail"), look)
      .catch((error: unknown) => services.log.error({ err: error }, "mail delivery failed"))
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
    // A mail server that hangs does not keep the process; the letter leaves after the next start.
    await Promise.race([round, pause(STOP_MS, undefined, { ref: false })]);
    route?.close?.();
  };
}
