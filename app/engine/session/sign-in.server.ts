import { randomBytes } from "node:crypto";
import { permissionVersion } from "~/data/access.server";
import {
  clearFailures,
  countFailure,
  findLogin,
  insertSession,
  type LoginUser,
  type Wait,
} from "~/data/sessions.server";
import {
  countAddressFailure,
  easeAddress,
  insertLoginEvent,
  rememberDevices,
  selectSignInRecord,
} from "~/data/sign-in.server";
import { chinaTime } from "~/shared/calendar";
import type { ParameterKey } from "~/shared/parameters";
import { isWeakPassword } from "~/shared/password-rules";
import { searchText } from "~/shared/text";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";
import { intParameter } from "../parameters.server";
import { provesCaptcha } from "./captcha.server";
import { addressKey, deviceHash, deviceLabel, placeHash } from "./device.server";
import { isListedAddress, listedAddress } from "./listed-addresses.server";
import { Pace } from "./pace.server";
import { type Lane, passwordFits, withinBounds } from "./password.server";
import { notifyMember, notifyOfAddress, notifyOfLock } from "./security-notifications.server";
import { newToken, stored, TOKEN_LIFE_MS, tokenHash } from "./token.server";

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const ADDRESS_WINDOW_MS = 10 * MINUTE_MS;
const FIRST_PACE = 20;

export interface SignInInput {
  account: string;
  password: string;
  /** Copy of the plain password; when it is there it must be the same (ruling of the call contract). */
  copy?: string;
  ip: string;
  /** What the program calls itself. */
  device: string;
  /** The secret of the browser, if it has one. */
  deviceSecret?: string | null;
  /** A secret the browser gets with the answer, if it had none. */
  newDeviceSecret?: string;
  captchaId?: string;
  captcha?: string;
  /** A message for the first page of the session. */
}

export interface SignedIn {
  token: string;
  expiresAt: string;
  userId: string;
  userName: string;
  mustChangePassword: boolean;
  passwordWeak: boolean;
}

interface Limits {
  windowMs: number;
  /** What strangers wait for an account, and what a browser waits that the account knows. */
  waits: Record<Lane, Wait>;
  addressWait: Wait;
  captchaAfter: number;
  perMinute: number;
}

/** Pace by address and by browser, per process; with the number that was allowed when somebody last asked the database. */
const paces = new WeakMap<EngineServices, { pace: Pace; perMinute: number }>();

function paceOf(services: EngineServices) {
  const known = paces.get(services) ?? { pace: new Pace(), perMinute: FIRST_PACE };
  paces.set(services, known);
  return known;
}

/**
 * Signs in with account and password. Unknown accounts take the same time and give the same answer as wrong passwords. Everything that
 * limits attempts stands before the password is hashed.
 * @throws AppError("invalid" | "too_often" | "locked" | "captcha" | "wrong_password" | "blocked")
 */
export async function signIn(services: EngineServices, input: SignInInput): Promise<SignedIn> {
  const account = searchText(input.account);
  const complaints = [
    ...(account === "" ? [{ field: "username", message: "请输入账号" }] : []),
    ...(input.password === "" ? [{ field: "password", message: "请输入密码" }] : []),
  ];
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  try {
    const signedIn = await stored(() => attempt(services, { ...input, account }));
    services.meter?.signedIn("success");
    return signedIn;
  } catch (error) {
    services.meter?.signedIn(error instanceof AppError ? error.error : "error");
    throw error;
  }
}

async function attempt(services: EngineServices, input: SignInInput): Promise<SignedIn> {
  const hash = await deviceHash(services, input.deviceSecret ?? null);
  // A browser we know for one of ours is counted by itself until it is seen whether the account knows it, too.
  keepPace(services, hash ? `browser ${hash}` : addressKey(input.ip));
  const tooLong = input.account.length > 64 || input.password.length > 128;
  const isCopied = (input.copy ?? "") === "" || input.copy === input.password;
  // No account name or password is longer; hashing megabytes is an attack.
  if (tooLong || !isCopied) throw new AppError("wrong_password");
  return withinBounds(
    hash ? "known" : "stranger",
    () => examine(services, input, hash),
    () => tooOften(5),
  );
}

/** Everything that refuses before a password is hashed. */
async function examine(services: EngineServices, input: SignInInput, hash: string | null): Promise<SignedIn> {
  if (await isListedAddress(services, input.ip)) {
    const at = services.clock().toISOString();
    await logRefusal(services, input, null, { at, event: "login", reason: "address" });
    throw listedAddress();
  }
  const limits = await limitsOf(services);
  const now = services.clock();
  const names = countersOf(input.account, hash);
  const record = await selectSignInRecord(services.database.connection(), {
    ...names,
    account: input.account,
    address: addressKey(input.ip),
    deviceHash: hash,
    now: now.toISOString(),
    since: new Date(now.getTime() - limits.windowMs).toISOString(),
  });
  const lane: Lane = record.isKnownDevice ? "known" : "stranger";
  if (hash && lane === "stranger") keepPace(services, addressKey(input.ip));
  if (record.lockedUntil) throw lockedError(record.lockedUntil, now);
  if (lane === "stranger" && record.addressWaitUntil) throw addressWaits(record.addressWaitUntil, now);
  if (
    record.failed >= limits.captchaAfter &&
    !(await provesCaptcha(services, input.captchaId ?? "", input.captcha ?? ""))
  )
    throw new AppError("captcha");
  return judge(services, input, { limits, lane, hash, name: lane === "known" ? names.ownName : names.name });
}

function keepPace(services: EngineServices, caller: string): void {
  if (caller === "") return;
  const { pace, perMinute } = paceOf(services);
  const wait = pace.admit(caller, perMinute, services.clock());
  if (wait > 0) throw tooOften(wait);
}

function tooOften(retryAfter: number): AppError {
  return new AppError("too_often", { message: `尝试过于频繁，请在${retryAfter}秒后再试`, facts: { retryAfter } });
}

/** Other counters hold a colon in their names; nobody counts there by typing one. */
function counterName(account: string): string {
  return account.includes(":") ? `?${tokenHash(account.toLowerCase()).slice(0, 32)}` : account;
}

/**
 * Under which names wrong passwords are counted: a browser that has signed in with the account before has a counter of its own, so that
 * strangers who guess lock out strangers only.
 */
function countersOf(account: string, hash: string | null): { name: string; ownName: string } {
  const name = counterName(account);
  return {
    name,
    ownName: hash === null ? name : `known:${tokenHash(account.toLowerCase()).slice(0, 32)}:${hash.slice(0, 32)}`,
  };
}

async function judge(
  services: EngineServices,
  input: SignInInput,
  { limits, lane, hash, name }: { limits: Limits; lane: Lane; hash: string | null; name: string },
): Promise<SignedIn> {
  const now = services.clock();
  const at = now.toISOString();
  const connection = services.database.connection();
  const address = addressKey(input.ip);
  // Counted before the password is looked at, so that many attempts at once cannot pass the limit together.
  const since = new Date(now.getTime() - limits.windowMs).toISOString();
  const wait = limits.waits[lane];
  const counted = await countFailure(connection, { account: name, now: at, since, wait, forgets: lane === "known" });
  // Others were quicker: whoever comes during their wait waits at least as long as the first wait is.
  if (!counted) throw lockedError(new Date(now.getTime() + wait.firstMs).toISOString(), now);
  const { failed, lockedUntil } = counted;
  const addressSince = new Date(now.getTime() - ADDRESS_WINDOW_MS).toISOString();
  const fromAddress =
    address === "" || lane === "known"
      ? 0
      : await countAddressFailure(connection, { address, now: at, since: addressSince, wait: limits.addressWait });
  if (fromAddress === null) throw addressWaits(new Date(now.getTime() + limits.addressWait.firstMs).toISOString(), now);
  const user = await findLogin(connection, input.account, at);
  if (!(await passwordFits(input.password, user?.passwordHash ?? null, lane)) || !user) {
    services.log.warn({ event: "sign-in refused", failed }, "sign-in refused");
    if (fromAddress === limits.addressWait.limit) {
      services.log.warn(
        { event: "address stopped", address, failures: fromAddress },
        "sign-ins from an address stopped",
      );
      await notifyOfAddress(services, { address, ip: input.ip, failures: fromAddress, at });
    }
    const reason = user ? "wrong_password" : "unknown_account";
    const locks = failed === wait.limit;
    await logRefusal(services, input, user, { at, event: locks ? "lock" : "login", reason });
    if (locks) {
      const place = placeText(input.device, input.ip);
      await notifyOfLock(services, { userId: user?.id ?? null, account: user?.account ?? "", place, at });
    }
    throw lockedUntil ? lockedError(lockedUntil, now) : new AppError("wrong_password");
  }
  if (user.state === "blocked") {
    await logRefusal(services, input, user, { at, event: "login", reason: "blocked" });
    throw new AppError("blocked", { values: { reason: user.blockReason ?? "" } });
  }
  return services.database.transaction({ role: "owner" }, async () => {
    await clearFailures(services.database.connection(), name);
    if (address !== "" && lane === "stranger") await easeAddress(services.database.connection(), address);
    return beginSession(services, {
      user,
      channel: "password",
      ip: input.ip,
      device: input.device,
      deviceHash: hash ?? (await deviceHash(services, input.newDeviceSecret ?? null)),
      weakPassword: isWeakPassword(input.password),
    });
  });
}

/** Account, person and state as both ways of signing in know them. */
export interface Newcomer {
  user: Pick<LoginUser, "id" | "account" | "name" | "supplierId" | "mustChange">;
  channel: "password" | "single";
  ip: string;
  device: string;
  deviceHash: string | null;
  weakPassword: boolean;
}

/** Begins a session of somebody who has proved who he is, in the caller's transaction: log, known devices and news about new ones. */
export async function beginSession(services: EngineServices, newcomer: Newcomer): Promise<SignedIn> {
  const { user, ip } = newcomer;
  const connection = services.database.connection();
  const now = services.clock();
  const at = now.toISOString();
  const token = newToken();
  const idHash = tokenHash(token);
  const expiresAt = new Date(now.getTime() + TOKEN_LIFE_MS).toISOString();
  const device = newcomer.device.slice(0, 200);
  await insertSession(connection, {
    idHash,
    userId: user.id,
    csrf: randomBytes(24).toString("base64url"),
    issuedAt: at,
    expiresAt,
    ip,
    device,
    channel: newcomer.channel,
    weakPassword: newcomer.weakPassword,
  });
  const keys = [
    ...(newcomer.deviceHash ? [{ hash: newcomer.deviceHash, kind: "browser" as const }] : []),
    { hash: placeHash(ip, device), kind: "place" as const },
  ];
  const label = deviceLabel(device);
  const before = await rememberDevices(connection, { userId: user.id, keys, label, at });
  // The first place of all is nothing to warn of.
  const isNewDevice = before.known === 0 && before.all > 0;
  await insertLoginEvent(connection, {
    id: services.newId(),
    at,
    userId: user.id,
    supplierId: user.supplierId,
    account: user.account,
    event: "login",
    result: "ok",
    reason: null,
    channel: newcomer.channel,
    ip,
    device,
    isNewDevice,
    sessionId: idHash.slice(0, 16),
  });
  if (isNewDevice) {
    const values = { time: chinaTime(now), place: placeText(device, ip) };
    await notifyMember(services, { userId: user.id, at, scenario: "account.new-device", values });
  }
  return {
    token,
    expiresAt,
    userId: user.id,
    userName: user.name,
    mustChangePassword: user.mustChange,
    passwordWeak: newcomer.weakPassword,
  };
}

function placeText(device: string, ip: string): string {
  const label = deviceLabel(device);
  return ip === "" ? label : `${label}，IP ${ip}`;
}

async function logRefusal(
  services: EngineServices,
  input: SignInInput,
  user: LoginUser | null,
  refusal: { at: string; event: "login" | "lock"; reason: string },
): Promise<void> {
  await insertLoginEvent(services.database.connection(), {
    id: services.newId(),
    at: refusal.at,
    userId: user?.id ?? null,
    supplierId: user?.supplierId ?? null,
    // Nobody's name may be somebody's password, typed into the wrong field.
    account: user ? user.account : `${[...input.account][0] ?? ""}***`,
    event: refusal.event,
    result: "fail",
    reason: refusal.reason,
    channel: "password",
    ip: input.ip,
    device: input.device.slice(0, 200),
    isNewDevice: false,
    sessionId: null,
  });
}

/** How many failures within which time make one wait, and how long, and the rest of what an administrator may turn. */
async function limitsOf(services: EngineServices): Promise<Limits> {
  const version = await permissionVersion(services.database.connection());
  const value = (key: ParameterKey) => intParameter(services, key, version);
  const limit = await value("security.login.maxFail");
  const lockMs = (await value("security.login.lockMin")) * MINUTE_MS;
  const firstMs = (await value("security.login.waitSec")) * SECOND_MS;
  const limits = {
    windowMs: (await value("security.login.failWindowMin")) * MINUTE_MS,
    waits: {
      stranger: { limit, firstMs, mostMs: (await value("security.login.waitMaxSec")) * SECOND_MS },
      known: { limit, firstMs: lockMs, mostMs: lockMs },
    },
    addressWait: { limit: await value("security.login.addressFail"), firstMs, mostMs: ADDRESS_WINDOW_MS },
    captchaAfter: await value("security.captcha.afterFail"),
    perMinute: await value("security.login.perMinute"),
  };
  paceOf(services).perMinute = limits.perMinute;
  return limits;
}

/** Whether the next attempt of a browser for an account has to bring a picture sum; the same for names that nobody has. */
export async function needsCaptcha(
  services: EngineServices,
  typed: string,
  deviceSecret: string | null = null,
): Promise<boolean> {
  const account = searchText(typed);
  if (account === "" || account.length > 64) return false;
  return stored(async () => {
    const limits = await limitsOf(services);
    const now = services.clock();
    const hash = await deviceHash(services, deviceSecret);
    const { failed, lockedUntil, isKnownDevice } = await selectSignInRecord(services.database.connection(), {
      ...countersOf(account, hash),
      account,
      address: "",
      deviceHash: hash,
      now: now.toISOString(),
      since: new Date(now.getTime() - limits.windowMs).toISOString(),
    });
    // A stranger's wait is short: the form it is sent with again needs the sum.
    return failed >= limits.captchaAfter && !(isKnownDevice && lockedUntil);
  });
}

function lockedError(until: string, now: Date): AppError {
  const seconds = secondsTo(until, now);
  const wait = seconds < 60 ? `${seconds}秒` : `${Math.ceil(seconds / 60)}分钟`;
  return new AppError("locked", { values: { wait }, facts: { retryAfter: seconds } });
}

function addressWaits(until: string, now: Date): AppError {
  return tooOften(secondsTo(until, now));
}

function secondsTo(until: string, now: Date): number {
  return Math.max(1, Math.ceil((Date.parse(until) - now.getTime()) / SECOND_MS));
}
