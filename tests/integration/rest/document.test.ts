import { Validator } from "@seriousme/openapi-schema-validator";
import { afterAll, expect, test } from "vitest";
import { fieldPermission } from "~/engine/access/permissions";
import { ROLES } from "~/engine/access/roles";
import type { Field } from "~/engine/entity";
import { apiDocsModel } from "~/engine/openapi/docs-model.server";
import { callsOf, openApiOf } from "~/engine/openapi/document.server";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { FIXED_CALLS } from "~/engine/openapi/fixed-calls.server";
import { personWith } from "../../support/conformance";
import { isFull } from "../../support/length";
import { callsOfOpenapi, entityOf, titleOf } from "../../support/openapi/caller";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

test("接口文档对每种内部角色都是合格的 OpenAPI 3.1", async () => {
  const documents: { code: string; calls: ReturnType<typeof callsOf> }[] = [];
  for (const { code, audience } of ROLES)
    if (audience === "internal") documents.push({ code, calls: callsOf(await personWith(world, code)) });
  documents.sort((one, other) => one.calls.length - other.calls.length);
  // A call is written alike for everybody: a usual run reads the shortest document and the longest.
  for (const { code, calls } of isFull ? documents : [...documents.slice(0, 1), ...documents.slice(-1)]) {
    const document = openApiOf(calls, { version: "1", server: "https://p.example" });
    const judged = await new Validator().validate(structuredClone(document));
    expect(judged.errors, code).toBeUndefined();
    expect(judged.valid, code).toBe(true);
  }
});

test("每个接口要么单独写明，要么由一个实体生成，在契约文档里恰好一次", () => {
  const calls = callsOfOpenapi(world);
  const written = new Set(FIXED_CALLS.map(titleOf));
  const { registrations, screensOf } = world.engine.registry;
  const withCalls = registrations.map(({ entity }) => entity).filter(({ key }) => screensOf(key).length > 0);
  const byKey = new Map(withCalls.map((entity) => [entity.key, entity]));
  for (const call of calls) {
    const key = entityOf(call);
    expect(key === null, titleOf(call)).toBe(written.has(titleOf(call)));
    if (key !== null) expect(byKey.get(key)?.label, titleOf(call)).toBe(call.group);
  }
  // System management, which answers below another name than its own, included.
  const silent = withCalls.filter(({ key }) => !calls.some((call) => entityOf(call) === key));
  expect(silent.map(({ key }) => key)).toEqual([]);
  expect(new Set(withCalls.map(callsPath)).size).toBe(withCalls.length);

  const document = openApiOf(calls, { version: "1", server: "https://p.example" });
  const told = Object.entries<object>(Object(document.paths)).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { operationId }]) => ({
      title: `${method.toUpperCase()} ${path}`,
      operationId,
    })),
  );
  expect(told.map(({ title }) => title).sort()).toEqual(calls.map(titleOf).sort());
  expect(new Set(told.map(({ operationId }) => operationId)).size).toBe(calls.length);
});

test("文档只说这个人能用的：没有权限的接口和看不到的字段都不在里面", async () => {
  const paths = (calls: ReturnType<typeof callsOf>) => calls.map(({ method, path }) => `${method} ${path}`);
  const buyer = paths(callsOf(await personWith(world, "buyer")));
  const auditor = paths(callsOf(await personWith(world, "log_auditor")));
  expect(buyer).toContain("post /v2/purchase-orders/purchase-order");
  expect(buyer).not.toContain("put /v2/sys/parameter/{id}");
  expect(auditor).toContain("post /v2/sys/parameter/page");
  expect(auditor).not.toContain("put /v2/sys/parameter/{id}");
  for (const { code, audience } of ROLES) {
    if (audience !== "internal") continue;
    const person = await personWith(world, code);
    const own = callsOf(person);
    for (const { entity } of world.engine.registry.registrations) {
      const record = own.find(({ method, summary }) => method === "get" && summary === `${entity.label}：读取一条`);
      for (const [name, field] of Object.entries<Field>(entity.fields)) {
        if (!record || !field.options.readBy) continue;
        const matches = person.actor.permissions.get(fieldPermission(entity.key, name))?.has("get") ?? false;
        expect(JSON.stringify(record.result).includes(`"${name}":`), `${code} ${entity.key} ${name}`).toBe(matches);
      }
    }
  }
});

test("供应商账号看不到接口文档，没有登录的也看不到", async () => {
  const supplier = await personWith(world, "supplier", world.ids.supplierA);
  expect(() => callsOf(supplier)).toThrow("接口文档仅供内部员工查看");
  expect(
    (await call(world, { token: await signIn(world, "supplierA"), method: "GET", path: "/v2/openapi.json" })).status,
  ).toBe(403);
  expect((await call(world, { token: "", method: "GET", path: "/v2/openapi.json" })).status).toBe(401);
  const answer = await call(world, { token: await signIn(world, "buyerA"), method: "GET", path: "/v2/openapi.json" });
  expect([answer.status, Object(answer.body).openapi]).toEqual([200, "3.1.0"]);
});

test("页面按分组列出，一个不存在的分组回到第一个", async () => {
  const person = await personWith(world, "system_admin");
  const model = apiDocsModel(person, new URLSearchParams("group=1"));
  expect(model.groups.filter(({ current }) => current)).toHaveLength(1);
  expect(model.calls.length).toBe(model.groups[1]?.count);
  expect(apiDocsModel(person, new URLSearchParams("group=999")).groups[0]?.current).toBe(true);
  expect(new Set(model.calls.map(({ id }) => id)).size).toBe(model.calls.length);
});
