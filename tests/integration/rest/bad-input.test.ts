import { afterAll, describe, expect, test } from "vitest";
import type { Call } from "~/engine/contract/call";
import { callsFor } from "~/engine/contract/document.server";
import {
  callerOf,
  callsOfContract,
  ENDING,
  everybody,
  sessionOf,
  type Told,
  titleOf,
} from "../../support/contract/caller";
import { NOBODY, propertiesOf, requiredOf, sampleOf } from "../../support/contract/sample";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const send = callerOf(world);
const people = await everybody(world);
const reach = people.map(({ context }) => new Set(callsFor(context).map(titleOf)));
const calls = callsOfContract(world);
const changing = calls.filter(({ method, open }) => method !== "get" && !open);
const isJson = ({ path, bytes }: Call) => path.startsWith("/v2") && bytes === undefined;

/** A token of somebody whom the call lets in; null where no role that comes with the product may make it. */
async function tokenFor(call: Call): Promise<string | null> {
  const person = people[reach.findIndex((known) => known.has(titleOf(call)))];
  if (!person) return null;
  return ENDING.has(call.path) ? sessionOf(world, String(person.context.actor.id)) : person.token;
}

const bodyOf = (call: Call): Record<string, unknown> => ({ ...Object(sampleOf(call.body ?? { type: "object" })) });

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

/** Calls that change something, by the beginning of their path: `/v1`, `/v2/master-data` … */
function byModule(): [beginning: string, calls: readonly Call[]][] {
  const groups = new Map<string, Call[]>();
  for (const call of changing) {
    const beginning = /^\/v1|^\/v2\/[^/]+/.exec(call.path)?.[0] ?? call.path;
    groups.set(beginning, [...(groups.get(beginning) ?? []), call]);
  }
  return [...groups];
}

describe.each(byModule())("内容 %s", (_beginning, changing) => {
  test("不认识的内容类型是 415，无论哪个接口", async () => {
    for (const call of changing) {
      const token = await tokenFor(call);
      if (token === null) continue;
      const wrong = isJson(call) ? "application/x-www-form-urlencoded" : "application/json";
      for (const type of [wrong, "text/plain", "application/xml"]) {
        const { status, code } = await send(call, { token, type, body: "{}" });
        expect([status, code], `${titleOf(call)} ${type}`).toEqual([415, 41501]);
      }
    }
  });

  test("不是对象的 JSON 是 40002", async () => {
    for (const call of changing.filter(isJson)) {
      const token = await tokenFor(call);
      if (token === null || !call.body) continue;
      for (const body of ["[]", "1", "null", '"text"', "{", "\u0000", "{}{}"]) {
        const told = await send(call, { token, body });
        expect([told.status, told.code], `${titleOf(call)} ${body}`).toEqual([400, 40002]);
      }
    }
  });

  test("多出来的字段是 40002；没有的记录可以先答 404", async () => {
    for (const call of changing.filter(isJson)) {
      const token = await tokenFor(call);
      if (token === null || !call.body) continue;
      for (const name of ["no_such_field", "constructor", "__proto__"]) {
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
        const told = await send(call, { token, body });
        // Of many each one is refused for itself.
        if (call.path.includes("/batch/") && Object(told.result).done?.length === 0) continue;
        expectRefusal(told, `${titleOf(call)} without ${name}`);
      }
    }
  });

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
        for (const value of [{ a: { b: 1 } }, [[{}]], 1e300]) {
          const told = await sent(value);
          const what = `${titleOf(call)} ${name} ${JSON.stringify(value)}: ${told.text.slice(0, 200)}`;
          expect(told.status, what).toBeLessThan(500);
          // Bodies of pages take what they filter by as text.
          if (typeof value === "object" && !Array.isArray(value) && name !== "page" && !isMap(call, name))
            expectRefusal(told, what);
        }
      }
    }
  });

  /** Where an object is what is wanted. */
  function isMap(call: Call, name: string): boolean {
    return propertiesOf(call.body)[name]?.type === "object";
  }
});

describe("清单", () => {
  test("200 个编号可以，201 个是 40002", async () => {
    const lists = changing.filter((call) => Number(propertiesOf(call.body).ids?.maxItems) === 200);
    expect(lists.length).toBeGreaterThan(3);
    const many = (count: number) => Array.from({ length: count }, () => NOBODY);
    for (const call of lists) {
      const token = await tokenFor(call);
      if (token === null) continue;
      const body = bodyOf(call);
      expect((await send(call, { token, body: { ...body, ids: many(201) } })).code, titleOf(call)).toBe(40002);
    }
    for (const call of lists.slice(0, 3)) {
      const token = await tokenFor(call);
      if (token === null) continue;
      expect((await send(call, { token, body: { ...bodyOf(call), ids: many(200) } })).code, titleOf(call)).toBe(200);
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

function expectRefusal(told: Told, what: string): void {
  expect([400, 403, 404], `${what}: ${told.status} ${told.text.slice(0, 200)}`).toContain(told.status);
}

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
