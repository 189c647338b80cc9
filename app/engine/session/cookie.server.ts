import { LAPSED_FOR_MS, TOKEN_LIFE_MS } from "./session.server";

const NAME = "Access-Token";

/**
 * The cookie that carries the token; an empty token takes it away. It outlives the session, which the server ends on time: with it,
 * what is sent a little late can be kept for the person who typed it.
 */
export function sessionCookie(token: string, secure: boolean): string {
  const life = token === "" ? 0 : (TOKEN_LIFE_MS + LAPSED_FOR_MS) / 1000;
  return `${NAME}=${token}; Path=/; Max-Age=${life}; HttpOnly; SameSite=Lax${secure ? "; Secure" : ""}`;
}

/** The token a request carries: the Authorization header (raw or Bearer) wins over the cookie. */
export function tokenOf(request: Request): string | null {
  const header = request.headers
    .get("Authorization")
    ?.replace(/^Bearer\s+/i, "")
    .trim();
  if (header) return header;
  for (const part of (request.headers.get("Cookie") ?? "").split(";")) {
    const [name, ...value] = part.trim().split("=");
    if (name === NAME) return value.join("=") || null;
  }
  return null;
}
