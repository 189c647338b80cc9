import type { Logger } from "./log.server";

/** What the load balancer and the operator learn without signing in. */
export interface Health {
  status: "ok" | "unavailable";
  version: string;
  engine: string;
  schema: string;
}

const patienceMs = 5_000;

/** `/web/health`: 200 when the database answers, else 503 — also when it does not answer at all. */
export async function healthAnswer(health: () => Promise<Health>, log: Logger): Promise<Response> {
  const found = await ask(health, log);
  return Response.json(found, { status: found.status === "ok" ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}

async function ask(health: () => Promise<Health>, log: Logger): Promise<Health> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error("no answer to the health check")), patienceMs);
  });
  try {
    return await Promise.race([health(), late]);
  } catch (err) {
    log.warn({ err }, "health check failed");
    return { status: "unavailable", version: "", engine: "", schema: "" };
  } finally {
    clearTimeout(timer);
  }
}
