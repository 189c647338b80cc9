import type { MiddlewareHandler } from "hono";
import type { Env } from "~/env.server";
import { refusals, refuse } from "./answers.server";
import type { HostEnv } from "./identify.server";

/** Answers 504 when nothing has come back in time. What runs is not stopped; its late answer is dropped. */
export function timeLimit(env: Pick<Env, "requestTimeoutMs">): MiddlewareHandler<HostEnv> {
  return async (c, next) => {
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<"late">((resolve) => {
      timer = setTimeout(resolve, env.requestTimeoutMs, "late");
    });
    const outcome = await Promise.race([next(), late]);
    clearTimeout(timer);
    if (outcome === "late") return refuse(c, refusals.timedOut);
  };
}
