import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { matches } from "~/engine/access/matches";
import type { Context } from "~/engine/context.server";
import type { AnyEntity, AnyRecord } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import { tableOf } from "~/engine/entity/table-names";
import { callsPath } from "~/engine/openapi/entity-calls.server";
import { listRecords } from "~/engine/operations/list.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition, prepareTransition } from "~/engine/operations/transition.server";
import { registry } from "~/modules/registry.server";
import { ACCOUNT_NAMES, type AccountName, accountOf } from "../../../support/company";
import {
  allRecords,
  behaving,
  isGranted,
  make,
  makeLineTargets,
  minimal,
  oneOfEachSort,
} from "../../../support/conformance";
import { order, refusal, released, submitted } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { factsOf, sees as seenBy } from "../../../support/sight";
import { openWorld } from "../../../support/world";

const tested = behaving("rights");
const world = await openWorld();
await makeLineTargets(world);
afterAll(() => world.close());
const { database } = world.engine;
const { ids, accounts } = world;

const SUPPLIERS = ["supplierA", "supplierB"] as const;
const other = { supplierA: "supplierB", supplierB: "supplierA" } as const;

const tokens = new Map<string, string>();

beforeAll(async () => {
  // Orders of both suppliers, seen and not yet seen by them, in both factories and groups; a row of everything else.
  for (const supplier of SUPPLIERS) {
    await released(world, { supplier_id: ids[supplier] });
    await submitted(world, { supplier_id: ids[supplier] });
  }
  const elsewhere = { factory_id: ids.factory2, purchase_group_id: ids.group2 };
  await order(world, await world.as("buyerB"), elsewhere);
  await order(world, world.system(), { ...elsewhere, purchase_group_id: ids.group1, buyer_id: accounts.buyerA });
  for (const [, { key }] of tested) await make(world, key);
  for (const account of ACCOUNT_NAMES) tokens.set(account, await signIn(world, account));
});

const roleOf = (account: AccountName): string => accountOf(account).role;

const sees = (account: AccountName, entity: AnyEntity, record: AnyRecord) => seenBy(world, account, entity, record);

const EVERYTHING = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };

type Attempt = [what: string, work: () => Promise<unknown>];

/** What is done with any record, as the person; each one is to be refused. */
function usual(context: Context, screen: Screen, { id, version }: AnyRecord): Attempt[] {
  return [
    ["打开", () => readRecord(context, screen, id)],
    ["修改", () => updateRecordBy(context, { screen, id, version, values: {} })],
    ["删除", () => removeRecord(context, { screen, id, version })],
  ];
}

/** Every operation on this record. */
function attempts(context: Context, screen: Screen, record: AnyRecord): Attempt[] {
  const { entity } = screen;
  const { id, version } = record;
  return [
    ...usual(context, screen, record),
    ...Object.keys(entity.transitions ?? {}).flatMap((name): Attempt[] => [
      [`${name} 页`, () => prepareTransition(context, { entity, screen, id, name })],
      [name, () => applyTransition(context, { entity, id, name, version, reason: "测试" })],
    ]),
  ];
}

type Call = [method: string, path: string, body?: unknown];

/** The same over REST. */
function usualCalls(entity: AnyEntity, { id, version }: AnyRecord): Call[] {
  return [
    ["GET", `${callsPath(entity)}/${id}`],
    ["PUT", `${callsPath(entity)}/${id}`, { version }],
    ["DELETE", `${callsPath(entity)}/${id}`, { version }],
  ];
}

function calls(entity: AnyEntity, record: AnyRecord): Call[] {
  const { id, version } = record;
  return [
    ...usualCalls(entity, record),
    ...Object.keys(entity.transitions ?? {}).map((name): [string, string, unknown] => [
      "POST",
      `${callsPath(entity)}/${id}/${name}`,
      { version, reason: "测试" },
    ]),
  ];
}

describe.each(tested)("%s", (_label, { key, entity, screen }) => {
  let records: AnyRecord[] = [];
  beforeAll(async () => {
    records = await allRecords(world, entity);
  });
  const first = () => {
    const [record] = records;
    if (!record) throw new Error(`no row of ${key}`);
    return record;
  };

  test("没有登录的人什么也做不了", async () => {
    const nobody = world.anonymous();
    await refusal(listRecords(nobody, screen, EVERYTHING), "signed_out");
    await refusal(createRecord(nobody, { screen, values: minimal(world, key) }), "signed_out");
    for (const [what, work] of attempts(nobody, screen, first())) {
      expect(await refusal(work(), "signed_out"), what).toBeDefined();
    }
  });

  test("没有令牌、令牌是假的，REST都不应答", async () => {
    const requests: [string, string, unknown?][] = [
      ["POST", `${callsPath(entity)}/page`, {}],
      ["GET", `${callsPath(entity)}/page`],
      ["POST", callsPath(entity), minimal(world, key)],
      ["POST", `${callsPath(entity)}/batch/submit`, { items: [{ id: first().id, version: 1 }] }],
      ...calls(entity, first()),
    ];
    for (const [method, address, body] of requests) {
      const none = await call(world, { token: "", method, path: address, body });
      expect([none.status, none.body.code, none.body.result], address).toEqual([401, 40101, null]);
      const forged = await call(world, { token: "x".repeat(43), method, path: address, body });
      expect([forged.status, forged.body.code, forged.body.result], address).toEqual([401, 40105, null]);
    }
  });

  test.each(ACCOUNT_NAMES)("%s 恰好看到自己的行", async (account) => {
    const context = await world.as(account);
    const role = roleOf(account);
    const seen = records.filter((record) => sees(account, entity, record));
    const shows = (view: Screen) =>
      seen.filter((record) => !view.where || matches(view.where, record, factsOf(world, account))).map(({ id }) => id);
    const expected = shows(screen);
    const mayList = isGranted(screen.grants, role, "query");
    const mayOpen = isGranted(screen.grants, role, "get");
    if (mayList) {
      const { rows, count } = await listRecords(context, screen, EVERYTHING);
      expect(rows.map(({ id }) => id).sort()).toEqual(expected.sort());
      expect(count).toBe(expected.length);
    } else await refusal(listRecords(context, screen, EVERYTHING), "forbidden");
    // A call answers for the entity: what any of its screens shows the person.
    const screensWith = (action: "query" | "get") =>
      world.engine.registry.screensOf(key).filter(({ grants }) => isGranted(grants, role, action));
    const listed = new Set(screensWith("query").flatMap(shows));
    const token = tokens.get(account) ?? "";
    const list = await call(world, {
      token,
      method: "POST",
      path: `${callsPath(entity)}/page`,
      body: { page: { current: 1, size: 100 } },
    });
    expect([list.status, Object(list.body.result).total]).toEqual(
      screensWith("query").length > 0 ? [200, listed.size] : [403, undefined],
    );
    const opened = new Set(screensWith("get").flatMap(shows));
    // The lists above have named every row; of those that are alike and equally near one is opened.
    const isSeen = (record: AnyRecord) => sees(account, entity, record);
    const near = oneOfEachSort(entity, records.filter(isSeen));
    const far = oneOfEachSort(
      entity,
      records.filter((record) => !isSeen(record)),
    );
    for (const record of [...near, ...far]) {
      const answer = await call(world, { token, method: "GET", path: `${callsPath(entity)}/${record.id}` });
      // The contract lets everybody read the own account.
      const isOwn = key === "system-management/user" && record.id === accounts[account];
      const status = isOwn ? 200 : screensWith("get").length === 0 ? 403 : opened.has(record.id) ? 200 : 404;
      expect(answer.status, record.id).toBe(status);
      if (!mayOpen) await refusal(readRecord(context, screen, record.id), "forbidden");
      else if (expected.includes(record.id))
        expect((await readRecord(context, screen, record.id)).record.id).toBe(record.id);
      else await refusal(readRecord(context, screen, record.id), "not_found");
    }
  });

  test("没有权限的动作被拒绝，说出缺哪个权限", async () => {
    for (const account of ACCOUNT_NAMES) {
      const context = await world.as(account);
      const visible = records.find((record) => sees(account, entity, record)) ?? first();
      const { id, version } = visible;
      const may = (action: "add" | "edit" | "delete") => isGranted(screen.grants, roleOf(account), action);
      if (!may("add")) {
        const refused = await refusal(createRecord(context, { screen, values: minimal(world, key) }), "forbidden");
        expect(refused.message).toBe(`无操作权限：${screen.key}.add`);
      }
      if (!may("edit")) {
        const refused = await refusal(updateRecordBy(context, { screen, id, version, values: {} }), "forbidden");
        expect(refused.message).toBe(`无操作权限：${screen.key}.edit`);
      }
      if (!may("delete")) {
        const refused = await refusal(removeRecord(context, { screen, id, version }), "forbidden");
        expect(refused.message).toBe(`无操作权限：${screen.key}.delete`);
      }
    }
    expect(await allRecords(world, entity)).toHaveLength(records.length);
  });

  test("范围之外的行对采购员就是不存在", async () => {
    for (const account of ["buyerA", "buyerB", "grainKeeper"] as const) {
      const context = await world.as(account);
      const outside = records.find((record) => !sees(account, entity, record));
      if (!outside) continue;
      for (const [what, work] of attempts(context, screen, outside)) {
        const error = await work().then(
          () => "done",
          (refused: { error: string }) => refused.error,
        );
        expect(["not_found", "forbidden"], `${account} ${what}`).toContain(error);
      }
    }
  });

  describe.each(SUPPLIERS)("%s 的墙", (supplier) => {
    const foreign = () => {
      const unseen = records.filter((record) => !sees(supplier, entity, record));
      return oneOfEachSort(entity, unseen);
    };

    test("别人的行查不到、打不开、改不了、动不了，REST也一样", async () => {
      const context = await world.as(supplier);
      const token = tokens.get(supplier) ?? "";
      // Each sort is tried with what is done with any record; whether a row is looked for at all before a transition is no matter of
      // its sort, so that one of each state is enough for these.
      const sorts = foreign();
      const whole = new Set(new Map(sorts.map((record) => [record.state, record])).values());
      for (const record of sorts) {
        const works = whole.has(record) ? attempts(context, screen, record) : usual(context, screen, record);
        for (const [what, work] of works) {
          const error = await work().then(
            () => "done",
            (refused: { error: string }) => refused.error,
          );
          expect(["not_found", "forbidden"], what).toContain(error);
        }
        for (const [method, address, body] of (whole.has(record) ? calls : usualCalls)(entity, record)) {
          const { status, body: answer } = await call(world, { token, method, path: address, body });
          expect([403, 404], `${method} ${address}`).toContain(status);
          expect(answer.result).toBeNull();
        }
      }
    });

    test("绕过程序直接用供应商角色查数据库，也只有自己的行", async () => {
      const table = tableOf(entity);
      const select = (supplierId: string | undefined) =>
        database.transaction(
          { role: "supplier", userId: accounts[supplier], ...(supplierId ? { supplierId } : {}) },
          async () => {
            const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} order by id`.execute(
              database.connection(),
            );
            return rows.map(({ id }) => id);
          },
        );
      if (entity.access.suppliers.kind === "none") {
        await expect(select(ids[supplier])).rejects.toMatchObject({ code: "denied" });
        return;
      }
      const expected = records.filter((record) => sees(supplier, entity, record)).map(({ id }) => id);
      expect(await select(ids[supplier])).toEqual(expected.sort());
      // What is for every supplier is the same for the next one, whoever it is.
      if (entity.access.suppliers.kind === "everyone") return;
      expect(await select(undefined)).toEqual([]);
      expect(await select(ids[other[supplier]])).not.toEqual(expected);
    });

    test("绕过程序也写不了别人的行，写不进别人名下", async () => {
      const table = tableOf(entity);
      for (const record of foreign().slice(0, 3)) {
        for (const statement of [
          sql`update ${sql.table(table)} set version = version + 1 where id = ${record.id}`,
          sql`delete from ${sql.table(table)} where id = ${record.id}`,
        ]) {
          const work = database.transaction(
            { role: "supplier", userId: accounts[supplier], supplierId: ids[supplier] },
            async () => Number((await statement.execute(database.connection())).numAffectedRows ?? 0),
          );
          const touched = await work.catch((error: { code: string }) => error.code);
          // Views that are only read: 0A000 and 55000 say that nobody writes there.
          expect([0, "denied", ...(entity.kind === "log" ? ["0A000", "55000"] : [])]).toContain(touched);
        }
      }
      const now = await allRecords(world, entity);
      expect(now.map(({ id, version }) => [id, version])).toEqual(records.map(({ id, version }) => [id, version]));
    });
  });
});

test("没有屏幕的实体，REST当它不存在", async () => {
  const hidden = registry.registrations.filter(({ entity }) => registry.screensOf(entity.key).length === 0);
  for (const { entity } of hidden) {
    for (const [method, address, body] of [
      ["POST", `${callsPath(entity)}/page`, {}],
      ["GET", `${callsPath(entity)}/${accounts.admin}`],
      ["POST", callsPath(entity), {}],
    ] as const) {
      expect((await call(world, { token: tokens.get("admin") ?? "", method, path: address, body })).status).toBe(404);
    }
  }
});

test("收回的权限在下一次请求就生效", async () => {
  const screen = world.screen("master-data/company");
  const token = await signIn(world, "planner");
  expect((await call(world, { token, method: "POST", path: "/v2/master-data/company/page", body: {} })).status).toBe(
    200,
  );
  await database.transaction({ role: "owner" }, async () => {
    const connection = database.connection();
    await sql`delete from role_permission where role_code = 'planner' and permission_id = ${screen.key}`.execute(
      connection,
    );
    await sql`update permission_version set version = version + 1`.execute(connection);
  });
  const { status, body } = await call(world, { token, method: "POST", path: "/v2/master-data/company/page", body: {} });
  expect([status, body.code, body.message]).toEqual([403, 40301, "无操作权限：company.query"]);
});
