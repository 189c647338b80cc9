import { createHash, randomBytes } from "node:crypto";
import { awayError } from "../storage-away.server";

/** Life of a token: seven days (specification section 9). */
export const TOKEN_LIFE_MS = 604_800_000;

/** 256 random bits, for sessions and for links that open something. */
export function newToken(): string {
  return randomBytes(32).toString("base64url");
}

/** What is stored of a token. */
export function tokenHash(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

export function isToken(token: string | null): token is string {
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
