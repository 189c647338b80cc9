import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { inTurn } from "../../support/length";
import { sessionOf, titleOf } from "../../support/openapi/caller";
import { bodyOf, changesOf, expectRefusal, isJson } from "../../support/openapi/changes";
import { requiredOf } from "../../support/openapi/sample";
import { openWorld } from "../../support/world";

// What is refused by the OpenAPI document, before anything is stored or looked up; the values that get further are in bad-input.test.ts.
const world = await openWorld();
afterAll(() => world.close());
const { send, calls, byModule, tokenFor } = await changesOf(world);

describe("令牌", () => {
  test.each([
    ["没有见过的", async () => "A".repeat(43)],
    ["不像令牌的", async () => "Bearer x"],
    ["过期的", async () => sessionOf(world, world.accounts.admin, -1)],
  ])("%s令牌：v1 是 500 和一句话，v2 是 401", async (_name, tokenOf) => {
    const token = await tokenOf();
    for (const call of calls) {
      if (call.open) continue;
      const { status, code, text } = await send(call, { token });
      if (call.path.startsWith("/v2")) expect([status, code], titleOf(call)).toEqual([401, 40105]);
      else expect([status, text], titleOf(call)).toEqual([500, "TOKEN认证失败"]);
    }
  });

  test("令牌放在信头（原样或 Bearer）或 Cookie 里都行，信头优先", async () => {
    const token = await sessionOf(world, world.accounts.qa);
    const info = calls.find(({ path }) => path === "/v2/user/info") as Call;
    const ways: Record<string, string>[] = [
      { Authorization: token },
      { Authorization: `Bearer ${token}` },
      { Cookie: `Access-Token=${token}` },
      { Authorization: token, Cookie: "Access-Token=other" },
    ];
    for (const headers of ways) expect((await send(info, { headers })).status).toBe(200);
    expect((await send(info, { headers: { Authorization: "x", Cookie: `Access-Token=${token}` } })).status).toBe(401);
  });
});

describe.each(byModule)("内容 %s", (_beginning, changing) => {
  test("不认识的内容类型是 415，无论哪个接口", async () => {
    for (const [at, call] of changing.entries()) {
      const token = await tokenFor(call);
      if (token === null) continue;
      const wrong = isJson(call) ? "application/x-www-form-urlencoded" : "application/json";
      for (const type of inTurn([...(call.orJson ? [] : [wrong]), "text/plain", "application/xml"], at)) {
        const { status, code } = await send(call, { token, type, body: "{}" });
        expect([status, code], `${titleOf(call)} ${type}`).toEqual([415, 41501]);
      }
    }
  });

  test("不是对象的 JSON 是 40002", async () => {
    for (const [at, call] of changing.filter(isJson).entries()) {
      const token = await tokenFor(call);
      if (token === null || !call.body) continue;
      for (const body of inTurn(["[]", "1", "null", '"text"', "{", "\u0000", "{}{}"], at)) {
        const notified = await send(call, { token, body });
        expect([notified.status, notified.code], `${titleOf(call)} ${body}`).toEqual([400, 40002]);
      }
    }
  });

  test("多出来的字段是 40002；没有的记录可以先答 404", async () => {
    for (const [at, call] of changing.filter(isJson).entries()) {
      const token = await tokenFor(call);
      if (token === null || !call.body) continue;
      for (const name of inTurn(["no_such_field", "constructor", "__proto__"], at)) {
        const body = JSON.stringify(bodyOf(call)).replace(
          /^\{/,
          `{"${name}":"1"${Object.keys(bodyOf(call)).length > 0 ? "," : ""}`,
        );
        const { status, code } = await send(call, { token, body });
        const fits = call.path.includes("{") ? [40002, 40401] : [40002];
        expect(fits, `${titleOf(call)} ${name}: ${status} ${code}`).toContain(code);
      }
    }
  });

  test("缺少必填的不会做成", async () => {
    for (const call of changing) {
      const token = await tokenFor(call);
      if (token === null) continue;
      for (const name of requiredOf(call.body)) {
        const { [name]: _left, ...body } = bodyOf(call);
        const notified = await send(call, { token, body });
        // Of many each one is refused for itself.
        if (call.path.includes("/batch/") && Object(notified.result).done?.length === 0) continue;
        expectRefusal(notified, `${titleOf(call)} without ${name}`);
      }
    }
  });
});
