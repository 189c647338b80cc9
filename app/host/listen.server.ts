import { Server } from "node:http";
import { createAdaptorServer } from "@hono/node-server";
import type { Hono } from "hono";
import type { Env } from "~/env.server";
import type { HostEnv } from "./identify.server";
import type { Logger } from "./log.server";

/** A listening server and the way to end it. */
export interface Listening {
  server: Server;
  port: number;
  /** Stops taking requests, lets running ones finish for `graceMs`, then cuts what is left. May be called twice. */
  stop(graceMs?: number): Promise<void>;
}

/**
 * Starts listening on `env.host` and `env.port`.
 * @throws the socket's error, for instance when the port is taken
 */
export async function listen(app: Hono<HostEnv>, env: Env, log: Logger): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: app.fetch,
    // The adapter's own Request and Response spare building the platform's for most answers; they replace the global ones.
    overrideGlobalObjects: true,
    // The adapter's own clean-up resets an upload half a second after an early answer; Node's reads it to the end.
    autoCleanupIncoming: false,
  });
  if (!(server instanceof Server)) throw new TypeError("expected an HTTP/1.1 server");
  // Longer than the 60 s a proxy keeps idle connections, or it would now and then write into a closed one.
  server.keepAliveTimeout = 65_000;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(env.port, env.host, () => {
      server.off("error", reject);
      resolve();
    });
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : env.port;
  const shownHost = env.host.includes(":") ? `[${env.host}]` : env.host;
  log.info({ url: env.publicUrl ?? `http://${shownHost}:${port}`, mode: env.nodeEnv }, "listening");
  if (env.nodeEnv === "production" && isPlainAndPublic(env))
    log.warn(
      "正在以明文 http 对外提供服务：密码和会话可能被窃听。请在前面配置 https，并把 PUBLIC_URL 设为 https 地址。",
    );

  let stopping: Promise<void> | undefined;
  const stop = (graceMs = 10_000) => {
    stopping ??= close(server, graceMs);
    return stopping;
  };
  return { server, port, stop };
}

/** Ends the process on SIGTERM and SIGINT after `finish`; a second signal ends it at once. */
export function stopOnSignals(finish: (signal: NodeJS.Signals) => Promise<void>): void {
  let asked = false;
  const onSignal = (signal: NodeJS.Signals) => {
    if (asked) process.exit(1);
    asked = true;
    finish(signal).then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error);
        process.exit(1);
      },
    );
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}

function close(server: Server, graceMs: number): Promise<void> {
  return new Promise((resolve) => {
    // A connection that falls idle after the stop would otherwise stay open for its whole keep-alive time.
    const sweep = setInterval(() => server.closeIdleConnections(), 50);
    const cut = setTimeout(() => server.closeAllConnections(), graceMs);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(cut);
      resolve();
    });
  });
}

function isPlainAndPublic(env: Env): boolean {
  if (env.secure) return false;
  const host = env.publicUrl ? new URL(env.publicUrl).hostname : env.host;
  return !/^(localhost|127(\.\d+){3}|::1|\[::1\])$/.test(host);
}
