import { createHmac } from "node:crypto";
import { insertLoginEvent, useProof } from "~/data/sign-in.server";
import { findAccount, insertSignInTicket, type TicketUse, useSignInTicket } from "~/data/single-sign-on.server";
import { searchText } from "~/shared/text";
import type { EngineServices } from "../context.server";
import { AppError } from "../errors";
import { addressKey, isSame } from "./device.server";
import { isListedAddress, listedAddress } from "./listed-addresses.server";
import { Pace } from "./pace.server";
import { beginSession, type SignedIn } from "./sign-in.server";
import { isToken, newToken, stored, tokenHash } from "./token.server";

/** Longest life of a ticket, and how far the clocks of two systems may be apart. */
const MOST_MS = 5 * 60_000;
const EXCHANGES_PER_MINUTE = 30;
const OVER = "单点登录已失效";

/** A request for a ticket as it came: nothing of it is believed before the signature is. */
export interface SignedRequest {
  client: string;
  /** Milliseconds since 1970. */
  timestamp: string;
  /** 16 to 64 letters and digits, never the same twice. */
  nonce: string;
  signature: string;
  body: string;
  /** Method and path, `POST /v2/oa/approval-decision`: signed too by calls that say something, so that none passes for another. */
  target?: string;
}

/** What the other system signs, with HMAC-SHA256 under the common secret; written as hex. */
export function signatureOf(
  secret: string,
  { timestamp, nonce, target, body }: Pick<SignedRequest, "timestamp" | "nonce" | "target" | "body">,
): string {
  const signed = [timestamp, nonce, ...(target === undefined ? [] : [target]), body].join("\n");
  return createHmac("sha256", secret).update(signed).digest("hex");
}

/**
 * Believes a signed request, once.
 * @throws AppError("signed_out") for every other one, always the same
 */
export async function requireSigned(
  services: EngineServices,
  secrets: ReadonlyMap<string, string>,
  request: SignedRequest,
): Promise<void> {
  const now = services.clock().getTime();
  const secret = secrets.get(request.client);
  const isTimely = /^\d{13}$/.test(request.timestamp) && Math.abs(now - Number(request.timestamp)) <= MOST_MS;
  const isNonce = /^[A-Za-z0-9_-]{16,64}$/.test(request.nonce);
  const isSigned = isSame(request.signature.toLowerCase(), signatureOf(secret ?? "no such system", request));
  if (!secret || !isTimely || !isNonce || !isSigned) throw new AppError("signed_out");
  const until = new Date(Number(request.timestamp) + 2 * MOST_MS).toISOString();
  const proof = `nonce ${request.client} ${request.nonce}`;
  if (!(await stored(() => useProof(services.database.connection(), proof, until)))) throw new AppError("signed_out");
}

/**
 * A ticket with which the person of an account signs in once, without a password.
 * @throws AppError("not_found") for an account that nobody has
 */
export async function issueTicket(
  services: EngineServices,
  request: { account: string; redirect: string; lifeMs: number; issuedBy: string },
): Promise<{ ticket: string; expiresAt: string }> {
  const found = await stored(() => findAccount(services.database.connection(), searchText(request.account)));
  if (!found) throw new AppError("not_found", { message: "账号不存在" });
  const ticket = newToken();
  const now = services.clock();
  const expiresAt = new Date(now.getTime() + Math.min(request.lifeMs, MOST_MS)).toISOString();
  await stored(() =>
    insertSignInTicket(services.database.connection(), {
      hash: tokenHash(ticket),
      userId: found.id,
      redirect: request.redirect,
      issuedBy: request.issuedBy,
      issuedAt: now.toISOString(),
      expiresAt,
    }),
  );
  return { ticket, expiresAt };
}

const paces = new WeakMap<EngineServices, Pace>();

/**
 * Exchanges a ticket for a session. The token of a session is none, so one in an address opens nothing.
 * @throws AppError("expired" | "blocked" | "too_often" | "forbidden")
 */
export async function signInByTicket(
  services: EngineServices,
  ticket: string,
  from: { ip: string; device: string; deviceHash?: string | null },
): Promise<SignedIn & { redirect: string }> {
  const pace = paces.get(services) ?? new Pace();
  paces.set(services, pace);
  const caller = addressKey(from.ip);
  const wait = caller === "" ? 0 : pace.admit(caller, EXCHANGES_PER_MINUTE, services.clock());
  if (wait > 0) throw new AppError("too_often", { facts: { retryAfter: wait } });
  if (await stored(() => isListedAddress(services, from.ip))) throw listedAddress();
  if (!isToken(ticket)) throw new AppError("expired", { message: OVER });
  return stored(() =>
    services.database.transaction({ role: "owner" }, async () => {
      const connection = services.database.connection();
      const used = await useSignInTicket(connection, tokenHash(ticket), services.clock().toISOString());
      return used ? begin(services, used, from) : null;
    }),
  ).then((outcome) => {
    // Said after the transaction, or the ticket would be good again.
    if (outcome === null) throw new AppError("expired", { message: OVER });
    if (outcome instanceof AppError) throw outcome;
    return outcome;
  });
}

async function begin(
  services: EngineServices,
  used: TicketUse,
  from: { ip: string; device: string; deviceHash?: string | null },
): Promise<(SignedIn & { redirect: string }) | AppError> {
  const { userId: id, account, userName: name, supplierId } = used;
  if (used.state === "blocked") {
    await insertLoginEvent(services.database.connection(), {
      id: services.newId(),
      at: services.clock().toISOString(),
      userId: id,
      supplierId,
      account,
      event: "login",
      result: "fail",
      reason: "blocked",
      channel: "single",
      ip: from.ip,
      device: from.device.slice(0, 200),
      isNewDevice: false,
      sessionId: null,
    });
    return new AppError("blocked", { values: { reason: used.blockReason ?? "" } });
  }
  const signedIn = await beginSession(services, {
    user: { id, account, name, supplierId, mustChange: false },
    channel: "single",
    ip: from.ip,
    device: from.device,
    deviceHash: from.deviceHash ?? null,
    weakPassword: false,
  });
  return { ...signedIn, redirect: used.redirect };
}
