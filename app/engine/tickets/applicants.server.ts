import { createHmac, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import {
  type ApplicantRow,
  countCodes,
  countFile,
  countStarts,
  countTry,
  insertAccessLetter,
  insertApplicant,
  insertCode,
  proveApplicant,
  saveApplicantPassword,
  selectApplicant,
  selectCode,
} from "~/data/applicants.server";
import { HIDDEN_ACCESS } from "~/data/mail.server";
import { type CallWindow, callWindow } from "~/shared/call-window";
import { firstWording } from "~/shared/scenarios";
import { fillIn } from "~/shared/wording";
import { type Context, type EngineServices, systemContext, underName } from "../context.server";
import { AppError } from "../errors";
import { scenarioRule } from "../notify/notification-rules.server";
import { intParameter } from "../parameters.server";
import { addressKey, isSame, signInSecret } from "../session/device.server";
import { Pace } from "../session/pace.server";
import { hashPassword } from "../session/password.server";
import { issueTicket } from "./tickets.server";

/*
 * People without an account who fill in one record over several days: they prove who they are by a code sent to their mailbox, come
 * back by a link or by the access code they noted, and never have a session (ruling 5). Decision 0064.
 */

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Catalogue register-ui: 10 minutes, resend after 60 s, 5 tries, 20 code mails per mailbox and day, 10 new drafts per address and hour. */
const CODE_LIFE_MS = 10 * MINUTE_MS;
const RESEND_MS = MINUTE_MS;
const CODE_TRIES = 5;
const CODES_PER_DAY = 20;
const STARTS_PER_HOUR = 10;
/** Whoever begins for somebody else's company, from however many addresses, does not go on for ever. */
const STARTS_PER_SUBJECT = 10;
const FILES_EVER = 60;
const GUESSES = 20;
const GUESS_WINDOW_MS = 10 * MINUTE_MS;

/** Letters and digits that nobody confuses when they are read from paper. */
const SIGNS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789";
const ACCESS_SIGNS = 12;

/** Letters with the access code of one mailbox, and requests for them from one address. */
const LETTERS = 3;
const LETTER_WINDOW_MS = 30 * MINUTE_MS;
const ASKED_PER_MINUTE = 5;

const guesses = new WeakMap<EngineServices, CallWindow>();
const paces = new WeakMap<EngineServices, Pace>();

/** Before what an access code is worked out from; elsewhere stands the hash of one. */
const SEED = "seed:";

async function hashed(services: EngineServices, purpose: string, recordId: string, code: string): Promise<string> {
  // Keyed: a code of six digits behind a plain hash is read by trying them all.
  return createHmac("sha256", await signInSecret(services))
    .update(`${purpose}\n${recordId}\n${code}`)
    .digest("hex");
}

function isSameHash(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Acting for somebody without an account: the system does it, named after whom it is done for. @param recordId whose files may be named */
export function applicantContext(context: Context, recordId: string | null): Context {
  const { services, now, requestId, ip, channel } = context;
  const applicant = underName(systemContext(services, ""), {
    id: recordId,
    account: "applicant",
    name: "申请人（未登录）",
  });
  return { ...applicant, ...{ now, requestId, ip, channel } };
}

function tooOften(seconds: number): AppError {
  return new AppError("too_often", {
    message: `操作过于频繁，请${seconds >= 120 ? `${Math.ceil(seconds / 60)}分钟` : `${seconds}秒`}后再试`,
    facts: { retryAfter: seconds },
  });
}

/**
 * Refuses whoever begins too often: from one address, or about one subject from anywhere. Asked before anything is written.
 * @throws AppError("too_often")
 */
export async function refuseManyStarts(context: Context, subject: string): Promise<void> {
  const { services, ip, now } = context;
  const known = await countStarts(services.database.connection(), {
    addressKey: addressKey(ip),
    addressSince: new Date(now.getTime() - HOUR_MS).toISOString(),
    subject,
    subjectSince: new Date(now.getTime() - DAY_MS).toISOString(),
  });
  if ((ip !== "" && known.address >= STARTS_PER_HOUR) || known.subject >= STARTS_PER_SUBJECT)
    throw tooOften(HOUR_MS / 1000);
}

/** Notes whose record it is, in the transaction that makes it. @param one.subject what limits are counted by, e.g. a credit code */
export async function addApplicant(
  context: Context,
  one: { recordId: string; entity: string; email: string; subject: string },
): Promise<void> {
  await insertApplicant(context.services.database.connection(), {
    ...one,
    email: one.email.toLowerCase(),
    addressKey: addressKey(context.ip),
    at: context.now.toISOString(),
  });
}

/** The applicant of a record. @throws AppError("link_gone") where it has none */
export async function applicantOf(context: Context, recordId: string): Promise<ApplicantRow> {
  const row = await selectApplicant(context.services.database.connection(), recordId);
  if (!row) throw new AppError("link_gone");
  return row;
}

/**
 * A new code of six digits for the mailbox, good for ten minutes; whoever calls puts it into a mail. Kept is its hash.
 * @throws AppError("too_often") within a minute of the last one, or after twenty to one mailbox in a day
 */
export async function newMailCode(context: Context, applicant: { recordId: string; email: string }): Promise<string> {
  const { services, ip, now } = context;
  const connection = services.database.connection();
  const email = applicant.email.toLowerCase();
  const last = await selectCode(connection, applicant.recordId);
  const wait = last ? Date.parse(last.sentAt) + RESEND_MS - now.getTime() : 0;
  if (wait > 0) throw tooOften(Math.ceil(wait / 1000));
  const since = new Date(now.getTime() - DAY_MS).toISOString();
  if ((await countCodes(connection, email, since)) >= CODES_PER_DAY) throw tooOften(HOUR_MS / 1000);
  const code = String(randomInt(1_000_000)).padStart(6, "0");
  await insertCode(connection, {
    id: services.newId(),
    recordId: applicant.recordId,
    email,
    addressKey: addressKey(ip),
    hash: await hashed(services, "mail-code", applicant.recordId, code),
    sentAt: now.toISOString(),
    expiresAt: new Date(now.getTime() + CODE_LIFE_MS).toISOString(),
  });
  return code;
}

/**
 * The mailbox is the applicant's when the code fits. The answer is the access code: with the number of the record it opens the way back
 * for as long as the record lives. Kept is a random seed, from which only the installation's secret makes it: so a letter can say it
 * again, and neither the database nor a backup says it.
 * @throws AppError("invalid") beside `email_code`, always in the same words
 */
export async function proveByMailCode(context: Context, recordId: string, typed: string): Promise<string> {
  const { services, now } = context;
  const connection = services.database.connection();
  const wrong = new AppError("invalid", { complaints: [{ field: "email_code", message: "验证码错误或已过期" }] });
  const code = await selectCode(connection, recordId);
  if (!code || !/^\d{6}$/.test(typed)) throw wrong;
  // Counted first, and for good: of many tries at once each counts.
  if (!(await countTry(connection, { id: code.id, most: CODE_TRIES, now: now.toISOString() }))) throw wrong;
  if (!isSameHash(code.hash, await hashed(services, "mail-code", recordId, typed))) throw wrong;
  const accessHash = `${SEED}${randomBytes(18).toString("base64url")}`;
  await proveApplicant(connection, { recordId, at: now.toISOString(), accessHash });
  return readableCode(await accessCode(services, recordId, accessHash));
}

/** The access code that a seed stands for. */
async function accessCode(services: EngineServices, recordId: string, seed: string): Promise<string> {
  const made = createHmac("sha256", await signInSecret(services))
    .update(`access-code-of\n${recordId}\n${seed}`)
    .digest();
  // 32 signs: five bits of a byte choose one evenly.
  return Array.from(made.subarray(0, ACCESS_SIGNS), (byte) => SIGNS.charAt(byte % SIGNS.length)).join("");
}

function readableCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, "$1-");
}

const ACCESS_LETTER = "registration.access-code";
/** Kind of letter in which the access code of an application is filled in when it leaves. */
export const ACCESS_MAIL = "registration-access";

/** The access code for a letter that is about to leave. Null: there is none that could be said again. */
export async function mailedAccessCode(services: EngineServices, recordId: string): Promise<string | null> {
  const row = await selectApplicant(services.database.connection(), recordId);
  if (!row?.accessHash?.startsWith(SEED)) return null;
  return readableCode(await accessCode(services, recordId, row.accessHash));
}

/**
 * Writes number and access code to the mailbox of an application that was proven: of this record, or of the newest that was begun about a
 * subject with a mailbox. Three letters to a mailbox in half an hour at most. Nobody turns it off: without a template the first wording applies.
 */
export async function writeAccessLetter(
  context: Context,
  table: string,
  whose: { recordId: string } | { subject: string; email: string },
): Promise<void> {
  const { services, now } = context;
  const rule = await scenarioRule(systemContext(services, "查询码邮件"), ACCESS_LETTER);
  const facts = services.registry.scenario(ACCESS_LETTER);
  const wording = rule.words("email", "supplier") ?? firstWording(facts, "email", "supplier");
  const values = { code: HIDDEN_ACCESS };
  await insertAccessLetter(services.database.connection(), {
    id: services.newId(),
    table,
    at: now.toISOString(),
    since: new Date(now.getTime() - LETTER_WINDOW_MS).toISOString(),
    most: LETTERS,
    whose: "recordId" in whose ? whose : { subject: whose.subject, email: whose.email.toLowerCase() },
    scenario: ACCESS_LETTER,
    kind: ACCESS_MAIL,
    subject: fillIn(wording.title, values),
    body: fillIn(wording.content, values),
  });
}

/** Refuses whoever asks for letters too often from one address. @throws AppError("too_often") */
export function refuseManyRequests(context: Context): void {
  const { services, ip, now } = context;
  const pace = paces.get(services) ?? new Pace();
  paces.set(services, pace);
  const caller = addressKey(ip);
  const wait = caller === "" ? 0 : pace.admit(caller, ASKED_PER_MINUTE, now);
  if (wait > 0) throw tooOften(wait);
}

/** Whether the typed access code is that of the record; whoever guesses from one address too often is not told. */
export async function fitsAccessCode(context: Context, recordId: string | null, typed: string): Promise<boolean> {
  const { services, ip, now } = context;
  const tries = guesses.get(services) ?? callWindow({ limit: GUESSES, windowMs: GUESS_WINDOW_MS });
  guesses.set(services, tries);
  const from = addressKey(ip);
  if (tries.look(from, now.getTime()) > 0) return false;
  const code = typed.toUpperCase().replace(/[^A-Z0-9]/g, "");
  const row = recordId === null ? null : await selectApplicant(services.database.connection(), recordId);
  // The same work whether the record is there or not.
  const kept = row?.accessHash ?? SEED;
  const [typedCode, wanted] = kept.startsWith(SEED)
    ? [code, await accessCode(services, recordId ?? "", kept)]
    : [await hashed(services, "access-code", recordId ?? "", code), kept];
  const fits = row?.accessHash ? isSame(typedCode, wanted) : false;
  if (!fits) tries.count(from, now.getTime());
  return fits;
}

/** The secret of a link that opens the application for some days. Everything that proves the applicant ends in one. */
export async function resumeTicket(
  context: Context,
  record: { entity: string; recordId: string; email: string },
): Promise<string> {
  const days = await intParameter(context.services, "registration.linkDays");
  const { secret } = await issueTicket(context, {
    purpose: "registration-resume",
    entity: record.entity,
    recordId: record.recordId,
    recipient: record.email,
    expiresAt: new Date(context.now.getTime() + days * DAY_MS).toISOString(),
  });
  return secret;
}

/** Kind of link in a mail that opens an application. */
export const RESUME_LINK = "registration";

/** The link for a mail that is about to leave: made now, so that only its hash is ever stored. Null: there is nothing to open. */
export async function resumeLink(services: EngineServices, recordId: string, origin: string): Promise<string | null> {
  const row = await selectApplicant(services.database.connection(), recordId);
  if (!row) return null;
  const secret = await services.database.transaction({ role: "owner" }, () =>
    resumeTicket(systemContext(services, "注册续填链接"), row),
  );
  return `${origin}/web/registerSupplier/registerUI?ticket=${secret}`;
}

/** Keeps the hash of the password that the applicant chose for the account to come. */
export async function choosePassword(context: Context, recordId: string, password: string): Promise<void> {
  await saveApplicantPassword(context.services.database.connection(), recordId, await hashPassword(password));
}

/** The hash that waits for the account, or null; it is taken out by asking. */
export async function takeChosenPassword(context: Context, recordId: string): Promise<string | null> {
  const connection = context.services.database.connection();
  const hash = (await selectApplicant(connection, recordId))?.passwordHash ?? null;
  if (hash !== null) await saveApplicantPassword(connection, recordId, null);
  return hash;
}

/**
 * Counts a file of an application in, those that were taken away again included.
 * @throws AppError("invalid") beside the field when there were too many
 */
export async function countApplicantFile(context: Context, recordId: string, field: string): Promise<void> {
  const { database } = context.services;
  const isTaken = await database.transaction({ role: "owner" }, () =>
    countFile(database.connection(), recordId, FILES_EVER),
  );
  if (!isTaken)
    throw new AppError("invalid", {
      complaints: [{ field, message: `本次申请上传文件已达${FILES_EVER}个，请联系采购员` }],
    });
}
