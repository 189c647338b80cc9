import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { openapiPath } from "~/api/openapi-check.server";
import { FIXED_CALLS } from "~/engine/openapi/fixed-calls.server";
import { callerOf, callsOfOpenapi, sessionOf, titleOf } from "../../support/openapi/caller";
import { NOBODY } from "../../support/openapi/sample";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const calls = callsOfOpenapi(world);
const { routes } = world.services.rest;

/** True where an address of the OpenAPI document follows a pattern of the router, `{36}` of a constrained part included. */
function follows(address: string, pattern: string): boolean {
  const [own, wanted] = [address.split("/"), pattern.split("/")];
  return (
    own.length === wanted.length &&
    wanted.every((part, at) => {
      const value = own[at] ?? "";
      if (!part.startsWith(":")) return part === value;
      const [, only] = /^:\w+\{(.*)\}$/.exec(part) ?? [];
      return only === undefined || new RegExp(`^(?:${only})$`).test(value.replace(/^\{\w+\}$/, NOBODY));
    })
  );
}

test("程序应答的每个接口都写在契约里", () => {
  const missing = routes.filter(
    ({ method, path }) =>
      !calls.some((call) => call.method.toUpperCase() === method && follows(call.path, path)) ||
      // An address of its own is described by itself, not by a pattern that happens to fit.
      (!path.includes(":module") &&
        !FIXED_CALLS.some((call) => call.method.toUpperCase() === method && call.path === openapiPath(path))),
  );
  expect(missing).toEqual([]);
});

test("契约里的每个接口都有人应答，且由写明它的那一个应答", () => {
  const fixed = new Set(FIXED_CALLS.map(titleOf));
  for (const call of calls) {
    const address = call.path.replace(/\{\w+\}/g, NOBODY);
    const first = routes.find(({ method, path }) => method === call.method.toUpperCase() && follows(address, path));
    expect(first, titleOf(call)).toBeDefined();
    if (fixed.has(titleOf(call))) expect(openapiPath(first?.path ?? ""), titleOf(call)).toBe(call.path);
    else expect(first?.path, titleOf(call)).toContain(":module");
  }
  expect(new Set(calls.map(titleOf)).size).toBe(calls.length);
});

test("每个接口都有用途、答复的形状；改数据的 JSON 接口都能带请求号", () => {
  for (const call of calls) {
    const title = titleOf(call);
    expect(call.summary, title).not.toBe("");
    expect(
      [call.result, call.bare, call.file].some((one) => one !== undefined),
      title,
    ).toBe(true);
    // A piece of a file says itself where it belongs: sent again, it is not taken twice.
    if (call.method === "get" || call.form || call.open || call.bytes || call.path.endsWith("/page")) continue;
    expect(Object.keys(Object(call.body?.properties)), title).toContain("requestId");
  }
});

test("答复的形状与契约相符：所有只读的固定接口", async () => {
  const send = callerOf(world);
  const token = await sessionOf(world, world.accounts.admin);
  const supplier = await sessionOf(world, world.accounts.supplierA);
  const { rows } = await sql<{ id: string }>`select id from role where code = 'buyer'`.execute(
    world.engine.database.connection(),
  );
  const asked: Record<string, string> = { userId: world.accounts.buyerA, permission: "purchase-order.edit" };
  let judged = 0;
  for (const call of FIXED_CALLS) {
    if (call.method !== "get" || call.open || !call.answer) continue;
    const id = call.path.includes("/role/") ? (rows[0]?.id ?? "") : world.accounts.buyerA;
    for (const by of [token, supplier]) {
      const { code, result } = await send(call, { token: by, at: { id, userId: id }, query: asked });
      if (code !== 200) continue;
      judged += 1;
      expect(call.answer.safeParse(result).error?.issues, titleOf(call)).toBeUndefined();
    }
  }
  expect(judged).toBeGreaterThan(20);
  for (const path of ["/v1/user/findByPage.do", "/v1/contract/base/list", "/v2/message/my"]) {
    const call = FIXED_CALLS.find((one) => one.path === path);
    const notified = call && (await send(call, { token, body: {} }));
    expect([notified?.code, call?.answer?.safeParse(notified?.result).error?.issues], path).toEqual([200, undefined]);
  }
});

test("仅供参考的样例接口不存在", async () => {
  const token = await sessionOf(world, world.accounts.admin);
  for (const path of ["/v1/auth/login", "/v2/api/user/info", "/v2/list/article", "/v2/permission", "/v2/service"]) {
    const request = new Request(`http://portal.test${path}`, { headers: { Authorization: token } });
    const answer = await world.services.rest.fetch(request, { requestId: "sample", ip: "" });
    expect([answer.status, Object(await answer.json()).code], path).toEqual([404, 40401]);
  }
});
