import type { Context, Hono } from "hono";
import { z } from "zod/v4";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { takeDecision } from "~/engine/integrations/approval-decision.server";
import { receiveCall } from "~/engine/integrations/arrivals.server";
import { takeMasterData } from "~/engine/integrations/master-data.server";
import { SIGNED_BODIES } from "~/engine/openapi/fixed/integrations.server";
import { requireSigned } from "~/engine/session/single-sign-on.server";
import type { Env } from "~/env.server";
import type { IntegratedSystem } from "~/shared/interfaces";
import { readJson } from "./body.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const decision = z.object({
  requestId: z.string(),
  caseId: z.string(),
  stepId: z.string(),
  decision: z.enum(["approve", "reject", "send_back"]),
  reason: z.string().optional(),
  by: z.string(),
});
const masterData = z.object({
  requestId: z.string(),
  kind: z.string(),
  rows: z.array(z.record(z.string(), z.unknown())),
});

/** What other systems tell us, each call signed over its method, path and body. */
export function integrationCalls(app: Hono<RestEnv>, parts: { env: Env; engine: EngineServices }): void {
  const { engine } = parts;

  app.post("/v2/oa/approval-decision", async (c) => {
    const body = decision.parse(await signedBody(c, parts, "oa", SIGNED_BODIES.approvalDecision));
    const arrival = { code: "approval_decision", key: body.requestId, body } as const;
    return success(await receiveCall(engine, arrival, (context) => takeDecision(context, body)));
  });

  app.post("/v2/sap/master-data", async (c) => {
    const body = masterData.parse(await signedBody(c, parts, "sap", SIGNED_BODIES.masterData));
    const arrival = { code: "master_data", key: body.requestId, body } as const;
    return success(await receiveCall(engine, arrival, (context) => takeMasterData(context, body), { apart: true }));
  });
}

/**
 * The body of a call from one of the systems, believed and read.
 * @throws AppError("not_found") where the system has no secret, AppError("signed_out" | "malformed")
 */
async function signedBody(
  c: Context<RestEnv>,
  { env, engine }: { env: Env; engine: EngineServices },
  system: IntegratedSystem,
  check: z.ZodType | undefined,
): Promise<unknown> {
  if (!env.ssoSecrets.has(system)) throw new AppError("not_found", { message: "接口不存在" });
  const head = (name: string) => c.req.header(name) ?? "";
  if (head("X-Portal-Client") !== system) throw new AppError("signed_out");
  const body = await c.req.raw.text();
  await requireSigned(engine, env.ssoSecrets, {
    client: system,
    timestamp: head("X-Portal-Timestamp"),
    nonce: head("X-Portal-Nonce"),
    signature: head("X-Portal-Signature"),
    target: `${c.req.method} ${c.req.path}`,
    body,
  });
  const judged = check?.safeParse(readJson(body));
  if (judged?.success) return judged.data;
  const [issue] = judged?.error.issues ?? [];
  throw new AppError("malformed", { message: `参数格式不正确：${String(issue?.path.join(".") ?? "").slice(0, 80)}` });
}
