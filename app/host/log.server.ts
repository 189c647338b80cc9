import type { MiddlewareHandler } from "hono";
import { type DestinationStream, type Logger, pino } from "pino";
import type { Env } from "~/env.server";
import type { HostEnv } from "./identify.server";

export type { Logger } from "pino";

/** JSON lines to standard output, one object per event, instants in UTC. `destination` is for tests. */
export function createLog(env: Pick<Env, "logLevel">, destination?: DestinationStream): Logger {
  const options = { level: env.logLevel, base: { pid: process.pid }, timestamp: pino.stdTimeFunctions.isoTime };
  return destination ? pino(options, destination) : pino(options);
}

/**
 * One line per answered request. Query strings, cookies, headers and bodies stay out: they hold tickets, tokens and business data.
 * `bytes` is what went over the wire, headers included, or the announced length when there is no socket; `queries` and `dbMs` are what
 * the database was asked and how long that took.
 */
export function requestLog(log: Logger): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const started = performance.now();
    const { incoming, outgoing } = c.env ?? {};
    const socket = incoming?.socket;
    const sentBefore = socket?.bytesWritten ?? 0;
    await next();
    const { status, headers } = c.res;
    const work = c.get("work");
    const announced = Number(headers.get("Content-Length") ?? 0);
    const write = () => {
      const line = {
        requestId: c.get("requestId"),
        method: c.req.method,
        path: c.req.path,
        status,
        ms: Math.round((performance.now() - started) * 10) / 10,
        bytes: socket ? socket.bytesWritten - sentBefore : announced,
        ...(work.queries > 0 ? { queries: work.queries, dbMs: Math.round(work.dbMs * 10) / 10 } : {}),
        ...(outgoing?.writableFinished === false ? { aborted: true } : {}),
      };
      log[levelOf(status, c.req.path)](line, "request");
    };
    // "close" also comes when the client leaves in the middle, "finish" would not; it has come already if the client left before
    // there was an answer.
    if (outgoing && !outgoing.destroyed) outgoing.once("close", write);
    else write();
  };
}

function levelOf(status: number, path: string): "debug" | "info" | "warn" {
  if (status >= 500) return "warn";
  return path.startsWith("/web/build/") || path === "/web/health" ? "debug" : "info";
}
