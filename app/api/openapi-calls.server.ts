import type { Hono } from "hono";
import { callsOf, openApiOf } from "~/engine/openapi/document.server";
import { type Env, publicOrigin } from "~/env.server";
import type { RestEnv } from "./rest-env";

/** The description itself, as far as this person may use it: no envelope, so that tools can read it. */
export function contractCalls(app: Hono<RestEnv>, { env }: { env: Env }): void {
  app.get("/v2/openapi.json", (c) => {
    const document = openApiOf(callsOf(c.get("context")), { version: "1", server: publicOrigin(env, c.req.raw) });
    return Response.json(document, { headers: { "Cache-Control": "no-store" } });
  });
}
