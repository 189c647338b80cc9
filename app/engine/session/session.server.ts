import { timingSafeEqual } from "node:crypto";
import {
  deleteNotices,
  endSession,
  findEndedSession,
  findSession,
  insertNotice,
  type NoticeRow,
  renewToken,
  type SessionRow,
  selectNotices,
  selectSecrets,
  shortenSession,
  touchSession,
} from "~/data/sessions.server";
import { preferencesOf } from "~/shared/preferences";
import type { Actor, Context, EngineServices } from "../context.server";
import { refreshDictionaries } from "../dictionaries.server";
import { UUID } from "../entity/kinds/reference";
import { refreshExtensions } from "../extensions.server";
import { intParameter } from "../parameters.server";
import { anonymousActor, cachedActor, loadActor } from "./actor.server";
import { pressureOf } from "./password-pressure.server";
import { isToken, newToken, stored, TOKEN_LIFE_MS, tokenHash } from "./token.server";

export { type SignedIn, signIn } from "./sign-in.server";
export { stored, TOKEN_LIFE_MS, tokenHash } from "./token.server";

/** How long after its end a session still tells whose text came too late. */
export const LAPSED_FOR_MS = 24 * 60 * 60_000;
const TOUCH_EVERY_MS = 60_000;
const HOUR_MS = 60 * 60_000;
const RENEW_AFTER_MS = 24 * HOUR_MS;
/** How long a token goes on after another one took its place: for calls that were under way. */
const OVERLAP_MS = 60_000;

export interface RequestFacts {
  requestId: string;
  ip: string;
  channel: "page" | "rest";
  /** The answer can carry another token. Without it a token only grows old. */
  takesNewToken?: boolean;
}

export interface OpenSession {
  context: Context;
  /** What the person has chosen, as it is stored; how the interface looks stands in the context, checked. */
  preferences: Readonly<Record<string, unknown>>;
  permissionVersion: number;
  /** Permission names of the menu entries the person keeps at hand. */
  favourites: readonly string[];
  /** A new token in the place of the one that came, to be sent with the answer. */
  newToken: string | null;
}

/** Who is behind a token. Null: none was sent, or it is unknown, over or ended. */
export async function openSession(
  services: EngineServices,
  token: string | null,
  { takesNewToken, ...facts }: RequestFacts,
): Promise<OpenSession | null> {
  if (!isToken(token)) return null;
  const now = services.clock();
  const row = await stored(() => findSession(services.database.connection(), tokenHash(token), now.toISOString()));
  if (!row || row.userStatus === "blocked" || row.userStatus === "deleted") return null;
  if (await isIdle(services, row, now)) return null;
  const actor = await stored(() => cachedActor(services, row.userId, row.permissionVersion));
  await stored(() => refreshDictionaries(services, row.permissionVersion));
  await stored(() => refreshExtensions(services, row.permissionVersion));
  if (now.getTime() - Date.parse(row.lastSeenAt) > TOUCH_EVERY_MS) {
    await stored(() => touchSession(services.database.connection(), row.idHash, now.toISOString()));
  }
  return {
    context: {
      services,
      actor,
      now,
      ...facts,
      session: {
        idHash: row.idHash,
        csrf: row.csrf,
        currentTop: row.currentTop,
        expiresAt: row.expiresAt,
        hasNotices: row.hasNotices,
        preferences: preferencesOf(row.preferences),
        passwordProvenAt: row.passwordProvenAt,
        passwordPressure: await pressureOn(services, row, now),
        tabs: row.tabs,
        offersTabs: row.offersTabs,
        permissionVersion: row.permissionVersion,
        arranged: row.arranged,
      },
    },
    preferences: row.preferences,
    permissionVersion: row.permissionVersion,
    favourites: row.favourites,
    newToken: takesNewToken ? await renewed(services, row, token, now) : null,
  };
}

/** Who stays away longer than an administrator allows signs in again; what he sends late is kept like anybody's. */
async function isIdle(services: EngineServices, row: SessionRow, now: Date): Promise<boolean> {
  const hours = await stored(() => intParameter(services, "security.session.idleHours", row.permissionVersion));
  const over = Date.parse(row.lastSeenAt) + hours * HOUR_MS;
  if (hours === 0 || now.getTime() <= over) return false;
  await stored(() => shortenSession(services.database.connection(), row.idHash, new Date(over).toISOString()));
  return true;
}

/** Only who came with a password is pressed to change it; another system looks after its own. */
async function pressureOn(services: EngineServices, row: SessionRow, now: Date): Promise<string | null> {
  if (row.channel !== "password") return null;
  const days = await stored(() => intParameter(services, "security.password.maxAgeDays", row.permissionVersion));
  return pressureOf(row.password, days, now);
}

/** Guard step 8: a token older than a day is replaced; of several requests at once exactly one gets the new one. */
async function renewed(services: EngineServices, row: SessionRow, token: string, now: Date): Promise<string | null> {
  const at = now.getTime();
  if (row.isPreviousToken || at - Date.parse(row.tokenAt) <= RENEW_AFTER_MS) return null;
  const next = newToken();
  const isRenewed = await stored(() =>
    renewToken(services.database.connection(), {
      from: tokenHash(token),
      to: tokenHash(next),
      at: now.toISOString(),
      before: new Date(at - RENEW_AFTER_MS).toISOString(),
      expiresAt: new Date(at + TOKEN_LIFE_MS).toISOString(),
      previousUntil: new Date(at + OVERLAP_MS).toISOString(),
    }),
  );
  return isRenewed ? next : null;
}

/** A context for what needs no sign-in. */
export function anonymousContext(services: EngineServices, facts: RequestFacts): Context {
  return { services, actor: anonymousActor, now: services.clock(), ...facts, session: null };
}

/** Ends the session of the context; one that has ended already is no error. */
export async function signOut(context: Context): Promise<void> {
  const { session, services } = context;
  if (session)
    await stored(() =>
      endSession(services.database.connection(), session.idHash, context.now.toISOString(), "sign-out"),
    );
}

/** True when a form carries the secret of this session. */
export function csrfFits(context: Context, sent: unknown): boolean {
  return isSecret(context.session?.csrf, sent);
}

function isSecret(secret: string | undefined, sent: unknown): boolean {
  if (!secret || typeof sent !== "string") return false;
  const [a, b] = [Buffer.from(secret), Buffer.from(sent)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** True when a form carries the secret of another session of the same person: it was opened before the last sign-in. */
export async function isOwnOlderForm(context: Context, sent: unknown): Promise<boolean> {
  const { actor, services } = context;
  const { id } = actor;
  if (!id) return false;
  const secrets = await stored(() => selectSecrets(services.database.connection(), id));
  return secrets.some((secret) => isSecret(secret, sent));
}

/** How a session ended, as far as people are told. */
export type SessionEnd = "expired" | "left" | "ended";

/**
 * How the session ended that a browser had; null where it had none, or has it still.
 * @param session what the session is called by, see `lateCookie`
 */
export async function endOfSession(services: EngineServices, session: string | null): Promise<SessionEnd | null> {
  const over = await endedSession(services, session);
  return over && endFor(over.reason);
}

function endFor(reason: string): SessionEnd {
  if (reason === "expired") return "expired";
  return reason === "sign-out" ? "left" : "ended";
}

async function endedSession(services: EngineServices, session: string | null) {
  if (!session) return null;
  return stored(() => findEndedSession(services.database.connection(), session, services.clock().toISOString()));
}

/**
 * Whose text a post is that came after its session was over, whoever ended it. Null unless the browser names a session that ended a short
 * while ago, and the form carries its secret.
 * @param session what the session is called by, see `lateCookie`
 */
export async function lapsedOwner(
  services: EngineServices,
  session: string | null,
  sent: unknown,
): Promise<Actor | null> {
  const over = await endedSession(services, session);
  if (!over?.userId || !isSecret(over.csrf, sent)) return null;
  const { userId, endedAt } = over;
  if (services.clock().getTime() - Date.parse(endedAt) >= LAPSED_FOR_MS) return null;
  return stored(() => loadActor(services, userId));
}

/** A message for the next page this session opens. */
export async function leaveNotice(
  context: Context,
  notice: { level: NoticeRow["level"]; body: string; title?: string; msg?: string; sticky?: boolean },
): Promise<void> {
  const { session, services } = context;
  if (!session) return;
  await insertNotice(services.database.connection(), {
    id: services.newId(),
    sessionHash: session.idHash,
    level: notice.level,
    title: notice.title ?? null,
    body: notice.body,
    msg: notice.msg ?? null,
    sticky: notice.sticky ?? false,
    createdAt: new Date().toISOString(),
  });
  session.hasNotices = true;
}

/**
 * Messages waiting for this session; those that do not stick are shown once.
 * @param options.keep they stay until `closeNotices` hears that they were shown
 */
export async function takeNotices(context: Context, options: { keep?: boolean } = {}): Promise<NoticeRow[]> {
  const { session, services } = context;
  if (!session?.hasNotices) return [];
  const notices = await selectNotices(services.database.connection(), session.idHash);
  if (options.keep) return notices;
  await deleteNotices(
    services.database.connection(),
    session.idHash,
    notices.filter((notice) => !notice.sticky).map((notice) => notice.id),
  );
  return notices;
}

/** Closes messages for good. */
export async function closeNotices(context: Context, ids: readonly string[]): Promise<void> {
  const { session, services } = context;
  const known = ids.filter((id) => UUID.test(id));
  if (session) await deleteNotices(services.database.connection(), session.idHash, known);
}
