import { setTimeout as pause } from "node:timers/promises";
import { z } from "zod";
import { asking, jobAsker } from "~/data/asking.server";
import { keyFor } from "~/data/file-store/file-store.server";
import { selectFiles } from "~/data/files.server";
import {
  beginHandOver,
  countWaitingMail,
  type DueMail,
  HIDDEN_ACCESS,
  HIDDEN_LINK,
  HIDDEN_PASSWORD,
  type MailFile,
  PORTAL_ADDRESS,
  returnMail,
  settleMail,
  takeDueMail,
} from "~/data/mail.server";
import { mailProofLink } from "../account/mail-proof.server";
import { type EngineServices, systemContext } from "../context.server";
import { scanRefusal } from "../files/download.server";
import { notifyLater } from "../notify/later.server";
import { notify } from "../notify/notify.server";
import { mailedPassword } from "../session/mailed-password.server";
import { recoveryLink } from "../session/recovery.server";
import { logFailedWork } from "../storage-away.server";
import { ACCESS_MAIL, mailedAccessCode, RESUME_LINK, resumeLink } from "../tickets/applicants.server";

/** A mail as it goes to a mail server. The id stays the same however often it is sent, so that a second copy can be told. */
export interface Mail {
  id: string;
  to: string;
  subject: string;
  text: string;
  attachments: readonly { name: string; type: string; content: Buffer }[];
}

export interface MailRoute {
  /** Resolves when the mail server has taken the mail over. */
  send(mail: Mail): Promise<void>;
  close?(): void;
}

const STOP_MS = 5_000;
const LOOK_EVERY_MS = 3_000;
/** Mails taken at once, and how many of them are handed over side by side. */
const TAKEN = 25;
const LANES = 5;
/** How long taken mails wait for their turn before others take them. */
const TURN_MS = 60_000;
/** How long one attempt may take; a process that dies in it leaves the mail to others after that. */
const ATTEMPT_MS = 3 * 60_000;
const MINUTE_MS = 60_000;
/** Waits after a refusal; then it is left as failed, for people to look at. */
const WAITS_MS = [1, 5, 15, 60, 180, 360, 720].map((minutes) => minutes * MINUTE_MS);
const LONGEST_ERROR = 500;

/** What mail servers and connections say of a refusal, as far as it is known. */
const refusal = z.object({ responseCode: z.number().optional(), command: z.string().optional() });

/** How what waits in the outbox leaves by its channels. */
export interface Carrier {
  channels: readonly string[];
  /** Hands one over; resolves with why it is not wanted any more, or null when it was taken. @throws Untaken, or any error: to be tried again */
  carry(mail: DueMail): Promise<string | null>;
}

/** It was not taken. */
export class Untaken extends Error {
  constructor(
    message: string,
    /** It will not be taken by being sent again. */
    readonly isFinal: boolean,
    /** The other side may have taken it all the same. */
    readonly isUncertain = false,
  ) {
    super(message);
  }
}

/**
 * Sends every mail that is due. At least once: a mail is settled after the mail server took it. What a dying process was
 * handing over is sent again under the same id and marked as uncertain; what it had only taken is simply sent.
 * @param origin of the portal, for links in mails
 * @returns how many mails were tried
 */
export async function deliverMail(
  services: EngineServices,
  route: MailRoute,
  origin: string,
  goesOn: () => boolean = () => true,
): Promise<number> {
  return deliver(services, mailCarrier(services, route, origin), goesOn);
}

/** Sends everything that is due by the channels of a carrier, as `deliverMail` says. @returns how many were tried */
export async function deliver(
  services: EngineServices,
  carrier: Carrier,
  goesOn: () => boolean = () => true,
): Promise<number> {
  const { channels } = carrier;
  const claim = services.newId();
  const connection = () => services.database.connection();
  let tried = 0;
  while (goesOn()) {
    const now = services.clock();
    const until = new Date(now.getTime() + TURN_MS).toISOString();
    const taken = await takeDueMail(connection(), { now: now.toISOString(), until, claim, most: TAKEN, channels });
    if (taken.length === 0) break;
    const lane = async () => {
      for (let mail = taken.shift(); mail && goesOn(); mail = taken.shift()) {
        if (await attempt(services, { carrier, claim, mail })) tried += 1;
      }
    };
    await Promise.all(Array.from({ length: LANES }, lane));
  }
  if (!goesOn()) await returnMail(connection(), services.clock().toISOString(), claim);
  return tried;
}

async function attempt(
  services: EngineServices,
  { carrier, claim, mail }: { carrier: Carrier; claim: string; mail: DueMail },
): Promise<boolean> {
  const { id } = mail;
  const settle = async (
    state: "sent" | "queued" | "failed" | "cancelled",
    error: string | null,
    more: { wait?: number; uncertain?: boolean } = {},
  ) => {
    const now = services.clock();
    const nextAt = new Date(now.getTime() + (more.wait ?? 0)).toISOString();
    const outcome = { id, claim, state, at: now.toISOString(), nextAt, error, uncertain: more.uncertain ?? false };
    await services.database.transaction({ role: "owner" }, async () => {
      const isOurs = await settleMail(services.database.connection(), outcome);
      if (isOurs && state === "failed") await notifyWriter(services, mail, error ?? "");
    });
  };
  const begun = services.clock();
  const until = new Date(begun.getTime() + ATTEMPT_MS).toISOString();
  const turn = { id, claim, at: begun.toISOString(), until };
  const attempts = await beginHandOver(services.database.connection(), turn);
  if (attempts === null) return false;
  try {
    const unwanted = await carrier.carry(mail);
    if (unwanted !== null) {
      await settle("cancelled", unwanted);
      return true;
    }
  } catch (error) {
    const said = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_ERROR);
    const untaken = error instanceof Untaken ? error : null;
    const wait = untaken?.isFinal ? undefined : WAITS_MS[attempts - 1];
    services.log.warn({ mail: id, channel: mail.channel, attempts, reason: said }, "mail not delivered");
    await settle(wait === undefined ? "failed" : "queued", said, {
      wait: wait ?? 0,
      uncertain: untaken?.isUncertain ?? false,
    });
    return true;
  }
  await settle("sent", null);
  return true;
}

/** The way of mails. */
function mailCarrier(services: EngineServices, route: MailRoute, origin: string): Carrier {
  return {
    channels: ["email"],
    async carry(mail) {
      const text = await textOf(services, mail, origin);
      if (text === null) return "其中的链接或密码已不再需要，邮件没有发出";
      const attachments = await filesOf(services, mail.attachments);
      try {
        await route.send({ id: mail.id, to: mail.recipient, subject: mail.subject, text, attachments });
      } catch (error) {
        const { responseCode, command } = refusal.safeParse(error).data ?? {};
        // A mailbox that does not exist will not exist in a minute either; signing in at the server is not about the mail.
        const isFinal = (responseCode ?? 0) >= 500 && command !== undefined && /^(RCPT|DATA)/.test(command);
        const said = error instanceof Error ? error.message : String(error);
        throw new Untaken(said, isFinal, command === "DATA" && responseCode === undefined);
      }
      return null;
    },
  };
}

/** Whoever wrote a mail hears that it will not arrive. */
async function notifyWriter(services: EngineServices, mail: DueMail, reason: string): Promise<void> {
  if (mail.createdBy === null) return;
  await notify(systemContext(services, "邮件没有送达"), {
    scenario: "mail.failed",
    to: [mail.createdBy],
    values: { subject: mail.subject, recipient: mail.recipient, reason },
    path: `/system-management/email/${mail.id}`,
  });
}

/** What goes with a mail, whole in memory: all of it together is limited where it is written. @throws Error what stands in the log of the mail */
async function filesOf(services: EngineServices, named: readonly MailFile[]): Promise<Mail["attachments"]> {
  if (named.length === 0) return [];
  const ids = named.map(({ id }) => id);
  const known = new Map((await selectFiles(services.database.connection(), ids)).map((file) => [file.id, file]));
  const found: { name: string; type: string; content: Buffer }[] = [];
  for (const { id, name, type } of named) {
    const refusal = scanRefusal(known.get(id)?.scan ?? "off");
    if (refusal) throw new Error(`附件「${name}」：${refusal}`);
    const bytes = known.has(id) ? await services.files.store.get(keyFor("whole", id)) : null;
    if (!bytes) throw new Error(`附件「${name}」已不存在`);
    const parts: Uint8Array[] = [];
    for await (const part of bytes) parts.push(part);
    found.push({ name, type, content: Buffer.concat(parts) });
  }
  return found;
}

/** What stands in a mail only when it leaves; null: nobody wants it any more. */
type MadeLast = (services: EngineServices, id: string, origin: string, mail: DueMail) => Promise<string | null>;

/** Links that open something, and passwords, by what a mail calls them. */
const MADE_LAST: Readonly<Record<string, MadeLast | undefined>> = {
  recover: recoveryLink,
  [RESUME_LINK]: resumeLink,
  [ACCESS_MAIL]: mailedAccessCode,
  "mail-proof": mailProofLink,
  "one-time-password": mailedPassword,
};

/** The mail with its links; those that open an account, and passwords, are made now. Null: what is made would be of no use. */
async function textOf(services: EngineServices, mail: DueMail, origin: string): Promise<string | null> {
  if (mail.linkKind === null || mail.linkId === null) {
    // What people wrote leaves as they wrote it.
    const body = mail.createdBy === null ? mail.body.replaceAll(PORTAL_ADDRESS, origin) : mail.body;
    return mail.path === null ? body : `${body}\n\n查看：${origin}/web${mail.path}`;
  }
  const makes = MADE_LAST[mail.linkKind];
  if (!makes) throw new Error(`no link of kind "${mail.linkKind}"`);
  const made = await makes(services, mail.linkId, origin, mail);
  if (made === null) return null;
  return [HIDDEN_LINK, HIDDEN_PASSWORD, HIDDEN_ACCESS].reduce((body, hidden) => body.replace(hidden, made), mail.body);
}

/**
 * Delivers mail while the process runs. Without a route mails wait, and the log says so.
 * @returns a function that stops it and waits for the mails under way
 */
export function startMail(
  services: EngineServices,
  { route, carriers = [], origin }: { route: MailRoute | null; carriers?: readonly Carrier[]; origin: string },
): () => Promise<void> {
  let isStopping = false;
  let saidWaiting = -1;
  let isFirst = true;
  let round = Promise.resolve();
  const look = async () => {
    // Nobody else can have this folder open: what a process before this one had taken is nobody's.
    if (isFirst && services.database.engine === "embedded")
      await returnMail(services.database.connection(), services.clock().toISOString());
    isFirst = false;
    await notifyLater(services, () => !isStopping);
    // Side by side: one gateway that hangs holds up neither the other nor the mails.
    await Promise.all([...carriers.map((one) => deliver(services, one, () => !isStopping)), mails()]);
  };
  const mails = async () => {
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
      .catch((error: unknown) => logFailedWork(services, error, "mail delivery failed"))
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
    // A mail server that hangs does not keep the process; the mails leave after the next start.
    await Promise.race([round, pause(STOP_MS, undefined, { ref: false })]);
    route?.close?.();
  };
}
