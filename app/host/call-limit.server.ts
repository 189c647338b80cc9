import { createHash } from "node:crypto";
import type { MiddlewareHandler } from "hono";
import type { Env } from "~/env.server";
import { callWindow } from "~/shared/call-window";
import { UPDATE_STREAM } from "~/shared/update-stream";
import { refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";

const MINUTE_MS = 60_000;
const STREAM = `/web${UPDATE_STREAM}`;

/**
 * Answers 429 when one session asks more often than the setting allows. Counted by what is sent as a token, before anybody
 * looks at it: an attack must not cost a query. The stream of news is counted for itself. In the memory of this process: with several of them each allows as much.
 */
export function callLimit({ callsPerMinute }: Pick<Env, "callsPerMinute">): MiddlewareHandler<HostEnv> {
  if (callsPerMinute === 0) return (_c, next) => next();
  const calls = callWindow({ limit: callsPerMinute, windowMs: MINUTE_MS });
  return async (c, next) => {
    const token = tokenIn(c.req.header("Authorization"), c.req.header("Cookie"));
    if (token === "") return next();
    const session = createHash("sha256").update(token).digest("base64url");
    // A browser opens a torn stream anew by itself: that must not use up what the person may ask for.
    const wait = calls.count(c.req.path === STREAM ? `${session} stream` : session, Date.now());
    if (wait === 0) return next();
    const refused = refuse(c, refusals.tooOften);
    refused.headers.set("Retry-After", String(wait));
    return refused;
  };
}

/** The header wins over the cookie, as for the session itself; `Bearer` before a token does not make another session of it. */
function tokenIn(authorization: string | undefined, cookie: string | undefined): string {
  const header = authorization?.replace(/^Bearer\s+/i, "").trim();
  if (header) return header;
  return /(?:^|;\s*)Access-Token=([^;]*)/.exec(cookie ?? "")?.[1]?.trim() ?? "";
}
