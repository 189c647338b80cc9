import { randomUUID } from "node:crypto";
import { createRest } from "~/api/rest.server";
import { signatureOf } from "~/engine/session/single-sign-on.server";
import { readEnv } from "~/env.server";
import { SECRET } from "./integration-server";
import type { Answer } from "./rest";
import type { World } from "./world";

export interface Signing {
  client?: string;
  secret?: string;
  timestamp?: number;
  nonce?: string;
  /** What was signed, where it is not what is sent. */
  signedBody?: string;
  target?: string;
}

/** Calls of other systems to this world, signed as they are told to. */
export function signedCalls(world: World) {
  const env = readEnv({ NODE_ENV: "test", SSO_SECRETS: `oa=${SECRET},sap=${SECRET}` });
  const rest = createRest({ env, log: world.services.log, engine: world.engine });
  return async (path: string, given: unknown, signing: Signing = {}): Promise<Answer> => {
    const body = typeof given === "string" ? given : JSON.stringify(given);
    const timestamp = String(signing.timestamp ?? world.clock.now().getTime());
    const nonce = signing.nonce ?? randomUUID();
    const target = signing.target ?? `POST ${path}`;
    const signed = { timestamp, nonce, target, body: signing.signedBody ?? body };
    const request = new Request(new URL(path, "http://portal.test"), {
      method: "POST",
      body,
      headers: {
        "Content-Type": "application/json",
        "X-Portal-Client": signing.client ?? (path.startsWith("/v2/sap/") ? "sap" : "oa"),
        "X-Portal-Timestamp": timestamp,
        "X-Portal-Nonce": nonce,
        "X-Portal-Signature": signatureOf(signing.secret ?? SECRET, signed),
      },
    });
    const response = await rest.fetch(request, { requestId: world.engine.newId(), ip: "127.0.0.1" });
    return { status: response.status, headers: response.headers, body: await response.json() };
  };
}
