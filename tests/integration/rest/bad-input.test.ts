import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "~/engine/openapi/call";
import { isFull } from "../../support/length";
import { ENDING, sessionOf, titleOf } from "../../support/openapi/caller";
import { bodyOf, changesOf, expectRefusal, isJson } from "../../support/openapi/changes";
import { NOBODY, propertiesOf } from "../../support/openapi/sample";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { send, calls, changing, byModule, tokenFor } = await changesOf(world);

describe.each(byModule)("内容 %s", (_beginning, changing) => {
  test("每个字段：对象、数组和过长的文本都不会出错，对象永远不算数", async () => {
    for (const call of changing) {
      if (ENDING.has(call.path)) continue;
      const token = await tokenFor(call);
      if (token === null) continue;
      for (const name of Object.keys(propertiesOf(call.body))) {
        const sent = (value: unknown) => send(call, { token, body: { ...bodyOf(call), [name]: value } });
        const long = await sent("长".repeat(10_000));
        expect(long.status, `${titleOf(call)} ${name}: ${long.text.slice(0, 200)}`).toBeLessThan(500);
        if (!isJson(call)) continue;
        for (const value of shapesFor(call)) {
          const notified = await sent(value);
          const what = `${titleOf(call)} ${name} ${JSON.stringify(value)}: ${notified.text.slice(0, 200)}`;
          expect(notified.status, what).toBeLessThan(500);
          // Bodies of pages take what they filter by as text.
          if (typeof value === "object" && !Array.isArray(value) && name !== "page" && !isMap(call, name))
            expectRefusal(notified, what);
        }
      }
    }
  });

  const SHAPES = [{ a: { b: 1 } }, [[{}]], 1e300];
  let turn = 0;

  /**
   * What no field takes is refused by the OpenAPI document before the database is asked, in one place: each field gets one shape, in
   * turn, unless the whole is asked for. What a page filters by reaches the query in any of them.
   */
  function shapesFor(call: Call): unknown[] {
    turn += 1;
    return isFull || call.path.endsWith("/page") ? SHAPES : [SHAPES[turn % SHAPES.length]];
  }

  /** Where an object is what is wanted. */
  function isMap(call: Call, name: string): boolean {
    return propertiesOf(call.body)[name]?.type === "object";
  }
});

describe("清单", () => {
  test("200 个编号可以，201 个是 40002", async () => {
    const name = (call: Call) => (call.path.includes("/batch/") ? "items" : "ids");
    const lists = changing.filter((call) => Number(propertiesOf(call.body)[name(call)]?.maxItems) === 200);
    expect(lists.length).toBeGreaterThan(3);
    const many = (count: number) => Array.from({ length: count }, () => NOBODY);
    const listOf = (call: Call, count: number) => ({
      [name(call)]: name(call) === "ids" ? many(count) : many(count).map((id) => ({ id, version: 1 })),
    });
    for (const call of lists) {
      const token = await tokenFor(call);
      if (token === null) continue;
      const body = bodyOf(call);
      expect((await send(call, { token, body: { ...body, ...listOf(call, 201) } })).code, titleOf(call)).toBe(40002);
    }
    for (const call of lists.slice(0, 3)) {
      const token = await tokenFor(call);
      if (token === null) continue;
      expect((await send(call, { token, body: { ...bodyOf(call), ...listOf(call, 200) } })).code, titleOf(call)).toBe(
        200,
      );
    }
    const block = calls.find(({ path }) => path === "/v1/user/deleteEntity.do") as Call;
    const admin = await sessionOf(world, world.accounts.admin);
    const blocking = (count: number) =>
      send(block, {
        token: admin,
        body: { mark: "1", block_reason: "批量", partial: "1", ids: many(count).join(",") },
      });
    expect((await blocking(201)).code).toBe(40002);
    expect((await blocking(200)).code).toBe(200);
  });
});

test("请求号：授权和批量冻结重复发送只做一次，内容不同是 40004", async () => {
  const admin = await sessionOf(world, world.accounts.admin);
  const by = (path: string) => calls.find((call) => call.path === path) as Call;
  const userId = world.accounts.expert;
  const list = await send(by("/v2/userFactory/findList/{userId}"), { token: admin, at: { userId } });
  const { version } = Object(list.result);
  const body = { userId, scope: "listed", factoryIds: [world.ids.factory1], version, requestId: "grant-1" };
  const add = by("/v2/userFactory/addUserFactorys");
  const first = await send(add, { token: admin, body });
  expect(first.code).toBe(200);
  expect((await send(add, { token: admin, body })).result).toEqual(first.result);
  expect((await send(add, { token: admin, body: { ...body, factoryIds: [] } })).code).toBe(40004);
  expect((await send(add, { token: admin, body: { ...body, requestId: "grant-2" } })).code).toBe(40009);
  const roles = { userId, roleIds: ["qa"], version: Object(first.result).version, requestId: "grant-3" };
  const given = await send(by("/v2/userRole/addUserRoles"), { token: admin, body: roles });
  expect(given.code).toBe(200);
  expect((await send(by("/v2/userRole/addUserRoles"), { token: admin, body: roles })).result).toEqual(given.result);
  const block = { mark: "1", ids: userId, block_reason: "长期不用", requestId: "block-1" };
  const done = await send(by("/v1/user/deleteEntity.do"), { token: admin, body: block });
  expect(done.result).toEqual({ done: 1, failed: [] });
  expect((await send(by("/v1/user/deleteEntity.do"), { token: admin, body: block })).result).toEqual(done.result);
});
