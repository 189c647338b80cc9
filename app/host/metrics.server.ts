import { createServer } from "node:http";
import type { MiddlewareHandler } from "hono";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Env } from "~/env.server";
import type { HostEnv } from "./identify.server";
import type { Logger } from "./log.server";

/** Seconds; the longest request ends after 180. */
const REQUEST_BUCKETS = [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60];
const STATEMENT_BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1, 5, 60];
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "DELETE"]);
const FORMATS: readonly [type: RegExp, format: string][] = [
  [/spreadsheetml/, "xlsx"],
  [/csv/, "csv"],
  [/pdf/, "pdf"],
  [/zip/, "zip"],
];

/** How busy the database's connections are. */
interface Load {
  open: number;
  idle: number;
  waiting: number;
}

/** Figures of this process. Labels come from small closed sets: no person, no record, no address as typed. */
export interface Metrics {
  /** The parts of storage and sign-in; durations in milliseconds. */
  statement(kind: string, durationMs: number, failed: boolean): void;
  waited(durationMs: number): void;
  repeated(): void;
  restarted(): void;
  signedIn(outcome: string): void;
  /** Asked at every reading. */
  watchLoad(load: () => Load): void;
  request(facts: { route: string; method: string; status: number; durationMs: number; exported?: string }): void;
  /** Everything in the text format of Prometheus. */
  text(): Promise<string>;
  readonly contentType: string;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const requests = new Histogram({
    name: "portal_http_request_duration_seconds",
    help: "Time until an answer was ready",
    labelNames: ["route", "method", "status"],
    buckets: REQUEST_BUCKETS,
    registers,
  });
  const statements = new Histogram({
    name: "portal_database_statement_duration_seconds",
    help: "Duration of statements by their first word",
    labelNames: ["kind"],
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const failures = new Counter({
    name: "portal_database_statement_failures_total",
    help: "Statements that the database refused or that were lost",
    labelNames: ["kind"],
    registers,
  });
  const waits = new Histogram({
    name: "portal_database_wait_seconds",
    help: "Time until a connection was free; on the embedded database there is one",
    buckets: STATEMENT_BUCKETS,
    registers,
  });
  const repeats = new Counter({
    name: "portal_database_transactions_repeated_total",
    help: "Transactions that met others and were repeated",
    registers,
  });
  const restarts = new Counter({
    name: "portal_database_restarts_total",
    help: "Times the thread of the embedded database was lost and started again",
    registers,
  });
  const signIns = new Counter({
    name: "portal_sign_ins_total",
    help: "Attempts to sign in by outcome",
    labelNames: ["outcome"],
    registers,
  });
  const exports = new Counter({
    name: "portal_exports_total",
    help: "Files that were handed out, by format",
    labelNames: ["format"],
    registers,
  });
  let load: () => Load = () => ({ open: 0, idle: 0, waiting: 0 });
  new Gauge({
    name: "portal_database_connections",
    help: "Connections to the database by state; waiting are requests without one",
    labelNames: ["state"],
    registers,
    collect() {
      for (const [state, count] of Object.entries(load())) this.set({ state }, count);
    },
  });
  return {
    statement(kind, durationMs, failed) {
      statements.observe({ kind }, durationMs / 1000);
      if (failed) failures.inc({ kind });
    },
    waited: (durationMs) => waits.observe(durationMs / 1000),
    repeated: () => repeats.inc(),
    restarted: () => restarts.inc(),
    signedIn: (outcome) => signIns.inc({ outcome }),
    watchLoad(asked) {
      load = asked;
    },
    request({ route, method, status, durationMs, exported }) {
      const labels = { route, method: METHODS.has(method) ? method : "other", status: `${Math.floor(status / 100)}xx` };
      requests.observe(labels, durationMs / 1000);
      if (exported !== undefined) exports.inc({ format: exported });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}

/** Notes every answer once it is ready. */
export function measured(metrics: Metrics): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    const started = performance.now();
    await next();
    const { status, headers } = c.res;
    metrics.request({
      route: c.get("work").route,
      method: c.req.method,
      status,
      durationMs: performance.now() - started,
      ...(headers.get("Content-Disposition")?.startsWith("attachment") ? { exported: formatOf(headers) } : {}),
    });
  };
}

function formatOf(headers: Headers): string {
  const type = headers.get("Content-Type") ?? "";
  return FORMATS.find(([pattern]) => pattern.test(type))?.[1] ?? "other";
}

/**
 * Serves the figures at `/metrics` on a port of their own, where only the operator's tools get to.
 * @returns a function that ends it
 * @throws the socket's error, for instance when the port is taken
 */
export async function listenForMetrics(
  metrics: Metrics,
  { metricsHost, metricsPort }: Pick<Env, "metricsHost" | "metricsPort">,
  log: Logger,
): Promise<{ port: number; stop(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    if (request.method !== "GET" || request.url?.split("?")[0] !== "/metrics") return response.writeHead(404).end();
    try {
      const text = await metrics.text();
      response.writeHead(200, { "Content-Type": metrics.contentType, "Cache-Control": "no-store" }).end(text);
    } catch (err) {
      log.error({ err }, "the metrics could not be read");
      response.writeHead(500).end();
    }
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(metricsPort, metricsHost, resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  log.info({ host: metricsHost, port }, "metrics listening");
  return {
    port,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
