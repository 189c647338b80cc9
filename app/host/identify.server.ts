import { randomBytes } from "node:crypto";
import type { HttpBindings } from "@hono/node-server";
import type { MiddlewareHandler } from "hono";
import type { Env } from "~/env.server";
import type { RequestWork } from "./request-work.server";

/** What the host's middleware share about one request. Node's own objects are missing when a test calls the app without a socket. */
export interface HostEnv {
  Bindings: Partial<HttpBindings>;
  Variables: {
    requestId: string;
    ip: string;
    nonce: string;
    work: RequestWork;
  };
}

/** Gives every request an id (sent back as `X-Request-Id`) and finds the address it came from. */
export function identify(env: Pick<Env, "trustProxy">): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const given = env.trustProxy ? c.req.header("X-Request-Id") : undefined;
    const requestId = given && isSaneId(given) ? given : randomBytes(8).toString("hex");
    c.set("requestId", requestId);
    c.set(
      "ip",
      clientIp(c.env?.incoming?.socket.remoteAddress, env.trustProxy ? c.req.header("X-Forwarded-For") : undefined),
    );
    await next();
    c.res.headers.set("X-Request-Id", requestId);
  };
}

/** The last hop is the one our own proxy wrote; everything before it is the client's claim. */
function clientIp(socketAddress: string | undefined, forwardedFor: string | undefined): string {
  const address = forwardedFor?.split(",").at(-1)?.trim() || socketAddress || "";
  return address.replace(/^::ffff:(?=\d)/, "");
}

function isSaneId(value: string): boolean {
  return /^[\w.-]{8,64}$/.test(value);
}
