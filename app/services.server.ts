import type { Logger } from "pino";
import type { createRest } from "~/api/rest.server";
import type { Asker } from "~/data/asking.server";
import type { EngineServices } from "~/engine/context.server";
import type { UpdateWatch } from "~/engine/stream/update-watch.server";
import { type Env, readEnv } from "~/env.server";
import type { Metrics } from "~/host/metrics.server";

export interface Health {
  status: "ok" | "unavailable";
  version: string;
  engine: string;
  schema: string;
}

/** Everything the process shares: made once at start, handed to pages, calls and jobs. */
export interface Services {
  env: Env;
  log: Logger;
  engine: EngineServices;
  rest: ReturnType<typeof createRest>;
  /** What is new, for those who listen. Ended before the host stops listening: a stop waits for open answers. */
  updates: UpdateWatch;
  /** Runs work in whose name storage counts and logs its statements. */
  asking<T>(asker: Asker, work: () => Promise<T>): Promise<T>;
  /** There only where somebody reads them, see METRICS_PORT. */
  metrics?: Metrics;
  /** Listed on the sign-in page of a demo; empty otherwise. */
  demoAccounts: readonly { account: string; role: string }[];
  /** What to print when the server listens; null when there is nothing to say. */
  welcome(port: number): string | null;
  health(): Promise<Health>;
  close(): Promise<void>;
}

type Start = (env: Env) => Promise<Services>;

let start: Start | undefined;
let started: Promise<Services> | undefined;

/** Says how the services of this process are put together. Pages ask for them and know nothing of the parts. */
export function startsWith(how: Start): void {
  start = how;
}

/**
 * The services of this process, started once: by the host, or by the first request under `remix-serve`, which knows
 * nothing of storage and needs it closed when the process is asked to go. Once they are closed, who asks starts them anew.
 */
export function services(options: { closeOnSignal: boolean } = { closeOnSignal: true }): Promise<Services> {
  if (!start) throw new Error("nobody said how the services start");
  started ??= start(readEnv()).then((made) => {
    const parts: Services = {
      ...made,
      async close() {
        await made.close();
        started = undefined;
      },
    };
    if (options.closeOnSignal) {
      for (const signal of ["SIGTERM", "SIGINT"] as const) {
        process.once(signal, () => void parts.close().finally(() => process.exit(0)));
      }
    }
    return parts;
  });
  return started;
}
