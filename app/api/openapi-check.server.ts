import type { Context, MiddlewareHandler } from "hono";
import { matchedRoutes } from "hono/route";
import { AppError } from "~/engine/errors";
import { permissionsOf } from "~/engine/openapi/call";
import { includesOne } from "~/engine/openapi/document.server";
import { FIXED_CALLS } from "~/engine/openapi/fixed-calls.server";
import { jsonBody } from "./body.server";
import type { RestEnv } from "./rest-env";

const calls = new Map(FIXED_CALLS.map((call) => [`${call.method} ${call.path}`, call]));

/** The pattern of the call that answers: the first that fits, before the general one of every entity. Undefined where there is no such call. */
export function callPattern(c: Context): string | undefined {
  return matchedRoutes(c).find(({ method, path }) => method !== "ALL" && path !== "/*")?.path;
}

/** A pattern of the router as the OpenAPI document writes it: `/v2/sys/user/:id{[0-9]+}` is `/v2/sys/user/{id}`. */
export function openapiPath(pattern: string): string {
  return pattern.replace(/:(\w+)(\{(?:[^{}]|\{[^{}]*\})*\})?/g, "{$1}");
}

/**
 * Before a fixed call is answered: the right that its contract names, and a JSON body that its contract knows; a name too many, a
 * wrong type, a list too long are refused. The operations ask for the right once more, with what only they know.
 * Entities read their own bodies by their definitions.
 */
export const requireOpenapi: MiddlewareHandler<RestEnv> = async (c, next) => {
  const call = calls.get(`${c.req.method.toLowerCase()} ${openapiPath(callPattern(c) ?? "")}`);
  if (call && !call.open && !call.own && !includesOne(c.get("context"), permissionsOf(call)))
    throw new AppError("forbidden", { values: { permission: permissionsOf(call)[0] ?? "" } });
  if (call?.check) {
    const judged = call.check.safeParse(await jsonBody(c.req.raw));
    if (!judged.success) {
      const [issue] = judged.error.issues;
      const named = issue?.code === "unrecognized_keys" ? issue.keys[0] : issue?.path.join(".");
      throw new AppError("malformed", { message: `参数格式不正确：${String(named ?? "").slice(0, 80)}` });
    }
  }
  await next();
};
