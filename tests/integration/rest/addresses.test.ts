import { afterAll, expect, test } from "vitest";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

test("接口只在契约写明的地址应答：系统管理和用户管理在 /v2/sys 之下，按模块名称的地址不存在", async () => {
  const token = await signIn(world, "admin");
  const { registrations, screensOf } = world.engine.registry;
  const elsewhere = registrations
    .map(({ entity }) => entity)
    .filter((entity) => screensOf(entity.key).length > 0 && callsPath(entity) !== `/v2/${entity.key}`);
  expect(elsewhere.length).toBeGreaterThan(10);
  const beside: string[] = [];
  for (const { key } of elsewhere) {
    for (const [method, rest] of [
      ["POST", "/page"],
      ["GET", `/${world.engine.newId()}`],
      ["POST", ""],
      ["GET", "/export?format=csv"],
    ] as const) {
      const path = `/v2/${key}${rest}`;
      const { status, body } = await call(world, { token, method, path, ...(method === "POST" ? { body: {} } : {}) });
      if (status !== 404 || body.code !== 40401) beside.push(`${method} ${path} ${status}`);
    }
    const page = await call(world, { token, method: "POST", path: `${callsPath({ key })}/page`, body: {} });
    expect([key, page.status === 404]).toEqual([key, false]);
  }
  expect(beside).toEqual([]);
});
