import type { Hono } from "hono";
import { AppError } from "~/engine/errors";
import { openGrants, planGrants, saveGrants } from "~/engine/session/role-grants.server";
import { pairsOf, saveExclusive } from "~/engine/session/role-pairs.server";
import { jsonBody, requiredInteger } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** What a role may do; the role itself is kept by the pattern of every entity. */
export function roleCalls(app: Hono<RestEnv>): void {
  const path = "/v2/sys/role/:id/permissions";

  app.get(path, async (c) => {
    const { role, held, members } = await openGrants(c.get("context"), c.req.param("id"));
    return success({ id: role.id, version: role.version, members, grants: [...held].sort() });
  });

  app.put(path, async (c) => {
    const body = await jsonBody(c.req.raw);
    const context = c.get("context");
    const input = {
      id: c.req.param("id"),
      version: requiredInteger(body, "version"),
      ticked: wordsOf(body.grants),
      ...repeatId(c.req.raw, body),
    };
    return success(await saveGrants(context, input));
  });

  const exclusive = "/v2/sys/role/:id/exclusive";

  app.get(exclusive, async (c) => {
    const { role, pairs } = await pairsOf(c.get("context"), c.req.param("id"));
    const roles = pairs.filter((pair) => pair.exclusive).map((pair) => pair.code);
    return success({ id: role.id, version: role.version, roles });
  });

  app.put(exclusive, async (c) => {
    const body = await jsonBody(c.req.raw);
    const input = {
      id: c.req.param("id"),
      version: requiredInteger(body, "version"),
      others: wordsOf(body.roles),
      ...repeatId(c.req.raw, body),
    };
    return success(await saveExclusive(c.get("context"), input));
  });

  /** What a change would do, without doing it. */
  app.post(`${path}/preview`, async (c) => {
    const body = await jsonBody(c.req.raw);
    const { added, removed, implied, members, complaints } = await planGrants(
      c.get("context"),
      c.req.param("id"),
      wordsOf(body.grants),
    );
    return success({ added, removed, implied, members, complaints });
  });
}

function wordsOf(value: unknown): string[] {
  if (!Array.isArray(value) || value.length > 20_000 || !value.every((one) => typeof one === "string"))
    throw new AppError("malformed", { message: "参数格式不正确" });
  return value;
}
