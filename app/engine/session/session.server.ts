import { createHash, randomBytes, timingSafeEqual } from "node:crypto";
import { permissionVersion } from "~/data/access.server";
import {
  clearFailures,
  countFailure,
  deleteNotices,
  endSession,
  findLapsedSession,
  findLogin,
  findSession,
  insertNotice,
  insertSession,
  lockedUntil,
  type NoticeRow,
  selectNotices,
  selectSecrets,
  touchSession,
} from "~/data/sessions.server";
import type { ParameterKey } from "~/shared/parameters";
import { searchText } from "~/shared/text";
import type { Actor, Context, EngineServices } from "../context.server";
import { refreshDictionaries } from "../dictionaries.server";
import { UUID } from "../entity/kinds/reference";
import { AppError } from "../errors";
import { intParameter } from "../parameters.server";
import { awayError } from "../storage-away.server";
import { anonymousActor, cachedActor, loadActor } from "./actor.server";
import { passwordFits } from "./password.server";

/** Life of a token: seven days (specification section 9). */
export const TOKEN_LIFE_MS = 604_800_000;
/** How long after its end a session still tells whose text came too late. */
export const LAPSED_FOR_MS = 24 * 60 * 60_000;
const TOUCH_EVERY_MS = 60_000;
const MINUTE_MS = 60_000;

export interface RequestFacts {
  requestId: string;
  ip: string;
  channel: "page" | "rest";
}

export interface OpenSession {
  context: Context;
  preferences: Readonly<Record<string, unknown>>;
  permissionVersion: number;
  /** Permission names of the menu entries the person keeps at hand. */
  favourites: readonly string[];
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** Who is behind a token. Null: none was sent, or it is unknown, over or ended. */
export async function openSession(
  services: EngineServices,
  token: string | null,
  facts: RequestFacts,
): Promise<OpenSession | null> {
  if (!isToken(token)) return null;
  const now = services.clock();
  const row = await stored(() => findSession(services.database.connection(), tokenHash(token), now.toISOString()));
  if (!row || row.userStatus === "blocked" || row.userStatus === "deleted") return null;
  const actor = await stored(() => cachedActor(services, row.userId, row.permissionVersion));
  await stored(() => refreshDictionaries(services, row.permissionVersion));
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
        passwordProvenAt: row.passwordProvenAt,
        tabs: row.tabs,
        offersTabs: row.offersTabs,
        permissionVersion: row.permissionVersion,
      },
    },
    preferences: row.preferences,
    permissionVersion: row.permissionVersion,
    favourites: row.favourites,
  };
}

function isToken(token: string | null): token is string {
  return token !== null && /^[A-Za-z0-9_-]{43}$/.test(token);
}

/** Storage out of reach is said as such; everything else rises. */
export async function stored<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw awayError(error);
  }
}

/** A context for what needs no sign-in. */
export function anonymousContext(services: EngineServices, facts: RequestFacts): Context {
  return { services, actor: anonymousActor, now: services.clock(), ...facts, session: null };
}

export interface SignedIn {
  token: string;
  expiresAt: string;
  userId: string;
  userName: string;
  mustChangePassword: boolean;
}

/**
 * Signs in with account and password. Unknown accounts take the same time and give the same answer as wrong passwords.
 * @throws AppError("invalid" | "wrong_password" | "locked" | "blocked")
 */
export async function signIn(
  services: EngineServices,
  input: { account: string; password: string; ip: string; device: string },
): Promise<SignedIn> {
  const account = searchText(input.account);
  const complaints = [
    ...(account === "" ? [{ field: "username", message: "请输入账号" }] : []),
    ...(input.password === "" ? [{ field: "password", message: "请输入密码" }] : []),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  try {
    // No account name or password is longer; hashing megabytes is an attack.
    if (account.length > 64 || input.password.length > 128) throw new AppError("wrong_password");
    const signedIn = await stored(() => judge(services, account, input));
    services.meter?.signedIn("success");
    return signedIn;
  } catch (error) {
    services.meter?.signedIn(error instanceof AppError ? error.error : "error");
    throw error;
  }
}

async function judge(
  services: EngineServices,
  account: string,
  input: { password: string; ip: string; device: string },
): Promise<SignedIn> {
  const now = services.clock();
  const connection = services.database.connection();
  const limits = await lockLimits(services);
  const lock = await lockedUntil(connection, account, now.toISOString());
  if (lock) throw lockedError(lock, now);
  // Counted before the password is looked at, so that many attempts at once cannot pass the limit together.
  const lockUntil = new Date(now.getTime() + limits.lockMs).toISOString();
  const failed = await countFailure(connection, {
    account,
    now: now.toISOString(),
    since: new Date(now.getTime() - limits.windowMs).toISOString(),
    limit: limits.failures,
    lockUntil,
  });
  if (failed > limits.failures) throw lockedError(lockUntil, now);
  const user = await findLogin(connection, account, now.toISOString());
  if (!(await passwordFits(input.password, user?.passwordHash ?? null)) || !user) {
    services.log.warn({ event: "sign-in refused", failed }, "sign-in refused");
    throw failed >= limits.failures ? lockedError(lockUntil, now) : new AppError("wrong_password");
  }
  if (user.status === "blocked") throw new AppError("blocked", { values: { reason: user.blockReason ?? "" } });
  await clearFailures(connection, account);
  const token = randomBytes(32).toString("base64url");
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS).toISOString();
  await insertSession(connection, {
    idHash: tokenHash(token),
    userId: user.id,
    csrf: randomBytes(24).toString("base64url"),
    issuedAt: now.toISOString(),
    expiresAt,
    ip: input.ip,
    device: input.device.slice(0, 200),
    channel: "password",
  });
  return { token, expiresAt, userId: user.id, userName: user.name, mustChangePassword: user.mustChange };
}

/** How many failures within which time lock an account, and for how long: parameters. */
async function lockLimits(services: EngineServices): Promise<{ failures: number; windowMs: number; lockMs: number }> {
  const version = await permissionVersion(services.database.connection());
  const value = (key: ParameterKey) => intParameter(services, key, version);
  return {
    failures: await value("security.login.maxFail"),
    windowMs: (await value("security.login.failWindowMin")) * MINUTE_MS,
    lockMs: (await value("security.login.lockMin")) * MINUTE_MS,
  };
}

function lockedError(until: string, now: Date): AppError {
  const minutes = Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / 60_000));
  return new AppError("locked", { values: { minutes }, facts: { retryAfter: minutes * 60 } });
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

/**
 * Whose text a post is that came after its session had run out. Null unless both the token and the secret of the form are those
 * of a session that ended by itself a short while ago.
 */
export async function lapsedOwner(
  services: EngineServices,
  token: string | null,
  sent: unknown,
): Promise<Actor | null> {
  if (!isToken(token)) return null;
  const now = services.clock();
  const since = new Date(now.getTime() - LAPSED_FOR_MS);
  const lapsed = await stored(() =>
    findLapsedSession(services.database.connection(), tokenHash(token), since.toISOString(), now.toISOString()),
  );
  if (!lapsed || !isSecret(lapsed.csrf, sent)) return null;
  return stored(() => loadActor(services, lapsed.userId));
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

/** Messages waiting for this session; those that do not stick are shown once. */
export async function takeNotices(context: Context): Promise<NoticeRow[]> {
  const { session, services } = context;
  if (!session?.hasNotices) return [];
  const notices = await selectNotices(services.database.connection(), session.idHash);
  await deleteNotices(
    services.database.connection(),
    session.idHash,
    notices.filter((notice) => !notice.sticky).map((notice) => notice.id),
  );
  return notices;
}

/** Closes a message for good. */
export async function closeNotice(context: Context, id: string): Promise<void> {
  const { session, services } = context;
  if (session && UUID.test(id)) await deleteNotices(services.database.connection(), session.idHash, [id]);
}
