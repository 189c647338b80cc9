import { FlowValue } from "./flow.server";

/** What the database is asked for: a request or a job. Storage adds what it cost. */
export interface Asker {
  /** The trace number people see; empty for a job. */
  readonly requestId: string;
  /** The page, call or job as the operator knows it, e.g. `GET /web/purchase-orders/purchase-order`. */
  readonly page: string;
  /** Statements so far, and the milliseconds they took together. */
  queries: number;
  dbMs: number;
}

const askers = new FlowValue<Asker>();

/** Runs work in whose name its statements are counted and, when slow, logged. */
export function asking<T>(asker: Asker, work: () => T): T {
  return askers.run(asker, work);
}

/** A job of the process itself, for `asking`. */
export function jobAsker(page: string): Asker {
  return { requestId: "", page, queries: 0, dbMs: 0 };
}

/** Who asks in this flow; undefined where nobody said. */
export function currentAsker(): Asker | undefined {
  return askers.get();
}
