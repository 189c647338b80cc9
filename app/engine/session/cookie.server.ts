import { LAPSED_FOR_MS, TOKEN_LIFE_MS } from "./session.server";

const NAME = "Access-Token";
/** The secret of a browser, sent to the sign-in pages alone. It opens nothing. */
const DEVICE = "Device";
const DEVICE_DAYS = 365;
/** Which session a browser had, see `lateCookie`. */
const LATE = "Late-Form";
/** A word for the next sign-in page, for somebody who has no session yet. */
const WORD = "Sign-In-Word";
const WORD_SECONDS = 60;
const SIGN_IN_PAGES = "/web/user";

/** The cookie that carries the token, for as long as the session lives; an empty token takes it away. */
export function sessionCookie(token: string, secure: boolean): string {
  return cookie(NAME, token, { path: "/", life: token === "" ? 0 : TOKEN_LIFE_MS / 1000, secure });
}

/**
 * The cookie that says which session a browser had, a day longer than the session lives. It opens nothing: with it what is sent a
 * little late is kept for the person who typed it.
 * @param idHash what the session is called by, no token; empty takes the cookie away
 */
export function lateCookie(idHash: string, secure: boolean): string {
  const life = idHash === "" ? 0 : (TOKEN_LIFE_MS + LAPSED_FOR_MS) / 1000;
  return cookie(LATE, idHash, { path: "/web", life, secure });
}

/**
 * What a browser is told that has nothing to do with any session. Who signs out loses the token alone: what other tabs still send of the
 * session is kept for its person.
 */
export function signOutCookies(secure: boolean): Headers {
  const headers = new Headers();
  headers.append("Set-Cookie", sessionCookie("", secure));
  headers.append("Set-Cookie", lateCookie("", secure));
  return headers;
}

export function deviceCookie(device: string, secure: boolean): string {
  return cookie(DEVICE, device, { path: SIGN_IN_PAGES, life: DEVICE_DAYS * 24 * 60 * 60, secure });
}

/** @param word a name the sign-in page knows a sentence for; an empty one takes it away */
export function wordCookie(word: string, secure: boolean): string {
  return cookie(WORD, word, { path: SIGN_IN_PAGES, life: word === "" ? 0 : WORD_SECONDS, secure });
}

function cookie(name: string, value: string, { path, life, secure }: { path: string; life: number; secure: boolean }) {
  return `${name}=${value}; Path=${path}; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The token a request carries: the Authorization header (raw or Bearer) wins over the cookie. */
export function tokenOf(request: Request): string | null {
  const header = request.headers
    .get("Authorization")
    ?.replace(/^Bearer\s+/i, "")
    .trim();
  return header || cookieValue(request, NAME);
}

export function deviceOf(request: Request): string | null {
  return cookieValue(request, DEVICE);
}

/** What a session that may be over by now is called by; null where the browser says nothing, or nothing that can be one. */
export function lateSessionOf(request: Request): string | null {
  const idHash = cookieValue(request, LATE);
  return idHash && /^[0-9a-f]{64}$/.test(idHash) ? idHash : null;
}

export function wordOf(request: Request): string | null {
  return cookieValue(request, WORD);
}

function cookieValue(request: Request, wanted: string): string | null {
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name === wanted) return value.join("=") || null;
  }
  return null;
}
