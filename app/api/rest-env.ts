import type { Context } from "~/engine/context.server";

/** What hangs on a call of REST. */
export interface RestEnv {
  Variables: { context: Context; requestId: string; ip: string };
  Bindings: Bindings;
}

/** What the host hands over with a call. */
export interface Bindings {
  requestId: string;
  ip: string;
  /** Told the pattern of the call before anything is asked of storage. */
  matched?(route: string): void;
}
