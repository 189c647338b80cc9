import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAudit, insertAudits } from "~/data/audit.server";
import { up as fillOldScopes } from "~/data/migrations/20261127-202600-scope-by-what-it-hangs-on.server";
import { up as knowAccounts } from "~/data/migrations/20261128-130500-warned-accounts.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import type { AnyTransition } from "~/engine/entity";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { dayOf } from "~/shared/calendar";
import type { AccountName } from "../../../support/company";
import { confirmed, items, ORDER, refusal, stored } from "../../../support/orders";
import { move, NOTE, recordOf } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const PASSED = "system-management/passed-warning";
const BANK = "supplier-management/supplier-bank-account";

const world = await openWorld();
afterAll(() => world.close());

beforeAll(async () => {
  await sql`update receive_control set early_days = 0, coa_required = 'no', shelf_ratio = null, max_batches = null, fifo_batch = 'no',
    mode = 'warn' where level = 'global'`.execute(world.engine.database.connection());
});

/** A note that comes before its day, which the rule only warns of; of a new order, or of these. */
async function early(...given: string[]): Promise<string> {
  const orders = given.length > 0 ? given : [(await confirmed(world)).id];
  const lines = await Promise.all(orders.map(async (orderId) => items(await stored(world, orderId))[0]));
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ...{ ship_date: "2025-03-09", eta: "2025-03-10 09:00", vehicle_no: "皖A12345" },
      ...{ driver: "王师傅", driver_phone: "13800000000" },
      items: lines.map((line, at) => ({
        ...{ order_line: line?.id, qty: "1", batch_no: `E${at + 1}` },
        ...{ produce_date: "2025-03-01", expire_date: "2026-03-01" },
      })),
    },
  });
  return id;
}

const submit = (id: string, reason?: string) =>
  move(world, "supplierA", { key: NOTE, id, name: "submit", ...(reason ? { reason } : {}) });
const seen = async (account: AccountName, filters = {}) =>
  (
    await listRecords(await world.as(account), world.screen(PASSED), {
      ...{ filters, toggles: [], sort: [], page: 1, size: 100 },
    })
  ).rows;

/** Has the purchase manager work for one factory, or for all. */
async function worksFor(factory: "factory1" | "factory2" | null): Promise<void> {
  const connection = world.engine.database.connection();
  const { manager } = world.accounts;
  await sql`update app_user set factory_scope = ${factory ? "listed" : "all"} where id = ${manager}`.execute(
    connection,
  );
  await sql`delete from user_scope where user_id = ${manager} and kind = 'factory'`.execute(connection);
  if (factory)
    await sql`insert into user_scope (user_id, kind, target_id) values (${manager}, 'factory', ${world.ids[factory]})`.execute(
      connection,
    );
  await sql`update permission_version set version = version + 1`.execute(connection);
}

/** Has the purchase manager work for one purchase group, or for all. */
async function worksForGroup(group: "group1" | "group2" | null): Promise<void> {
  const connection = world.engine.database.connection();
  const { manager } = world.accounts;
  await sql`update app_user set purchase_group_scope = ${group ? "listed" : "all"} where id = ${manager}`.execute(
    connection,
  );
  await sql`delete from user_scope where user_id = ${manager} and kind = 'purchase_group'`.execute(connection);
  if (group)
    await sql`insert into user_scope (user_id, kind, target_id) values (${manager}, 'purchase_group', ${world.ids[group]})`.execute(
      connection,
    );
  await sql`update permission_version set version = version + 1`.execute(connection);
}

/** A warning about a record, as the trail is told of it by whoever knows no scope. */
const about = (entity: string, recordId: string, recordNumber: string) => ({
  ...{ id: world.engine.newId(), at: world.clock.now().toISOString() },
  ...{ userId: world.accounts.buyerA, userName: "甲采购", userSupplierId: null },
  ...{ entity, recordId, recordNumber },
  ...{ action: "submit", label: "提交", changes: [], reason: null, staffChanges: [], staffReason: "急需" },
  ...{ requestId: "test", ip: "", channel: "page", suppliers: [], passed: [{ check: "c", text: "资质到期" }] },
});

/** Takes away what the trail says about whose staff reads it, as it was before it said so. */
async function forgetScopes(): Promise<void> {
  const connection = world.engine.database.connection();
  await sql`alter table audit_log disable trigger audit_log_grows`.execute(connection);
  await sql`update audit_log set factory_id = null, purchase_group_id = null`.execute(connection);
  await sql`alter table audit_log enable trigger audit_log_grows`.execute(connection);
}

/** A warning of what belongs to no factory. */
async function ofNoFactory(): Promise<void> {
  await insertAudit(world.engine.database.connection(), {
    ...{ id: world.engine.newId(), at: world.clock.now().toISOString() },
    ...{ userId: world.accounts.buyerA, userName: "甲采购", userSupplierId: null },
    ...{ entity: "supplier-management/supplier", recordId: world.engine.newId(), recordNumber: "YS0" },
    ...{ action: "release", label: "启用", changes: [], reason: null, staffChanges: [], staffReason: "急需" },
    ...{ requestId: "test", ip: "", channel: "page", suppliers: [], passed: [{ check: "c", text: "资质到期" }] },
  });
}

describe("放行的警告", () => {
  test("写明理由放行的每条警告一行：谁、什么时候、什么理由、哪张单据，打得开单据；没放行的没有", async () => {
    const id = await early();
    await refusal(submit(id), "acknowledge");
    const number = (await recordOf(world, NOTE, id)).number;
    expect(await seen("admin", { record_number: [number] })).toEqual([]);
    await submit(id, "已与仓库约定");
    const rows = await seen("admin", { record_number: [number] });
    const about = rows.find(({ values }) => String(values.warning).includes("最早可于"));
    expect(about?.values).toMatchObject({
      ...{ entity: NOTE, label: "确认发货", reason: "已与仓库约定", user_name: expect.stringContaining("甲供方") },
    });
    expect(new Set(rows.map(({ values }) => values.warning)).size).toBe(rows.length);
    const page = await recordModel(await world.as("admin"), world.screen(PASSED), String(about?.id));
    expect(JSON.stringify(page)).toContain(`/receiving/delivery-note/${id}`);
  });

  test("按月、单据类型和人员汇总，每一格打开的行数与它相同", async () => {
    await submit(await early(), "已与仓库约定");
    const context = await world.as("admin");
    const screen = world.screen(PASSED);
    const found = await reading(context, async () =>
      world.engine.registry.server(PASSED).figures?.(context, screen, []),
    );
    expect(found?.charts.map(({ axis }) => axis)).toEqual(["月份", "单据类型", "人员"]);
    for (const { hrefs = [], series } of found?.charts ?? []) {
      expect(hrefs.length).toBeGreaterThan(0);
      for (const [at, href] of hrefs.entries()) {
        const params = new URLSearchParams(href.split("?")[1]);
        const filters = Object.fromEntries([...new Set(params.keys())].map((name) => [name, params.getAll(name)]));
        expect(await seen("admin", filters)).toHaveLength(Number(series[0]?.values[at]));
      }
    }
  });

  test("采购经理看到自己工厂和采购组的：列表、汇总、记录、接口和导出；别的工厂的、和不属于任何工厂的看不到", async () => {
    const id = await early();
    await submit(id, "已与仓库约定");
    const { number } = await recordOf(world, NOTE, id);
    const list = (query = "") => `/v2/sys/passed-warning/page?record_number=${number}${query}`;
    const get = async (path: string) => {
      const token = await signIn(world, "manager");
      return call(world, { token, method: "GET", path });
    };
    const file = async () => (await (await exported(`record_number=${number}`)).text()).replace(/^\ufeff/, "");
    const exported = async (query: string) => {
      const headers = { authorization: await signIn(world, "manager") };
      return world.services.rest.fetch(
        new Request(`http://portal.test/v2/sys/passed-warning/export?format=csv&${query}`, { headers }),
        { requestId: "test", ip: "" },
      );
    };
    const [row] = await seen("manager", { record_number: [number] });
    const about = String(row?.id);
    const screen = world.screen(PASSED);

    await worksFor("factory1");
    expect(await seen("manager", { record_number: [number] })).not.toEqual([]);
    const context = await world.as("manager");
    const shown = await reading(context, async () =>
      world.engine.registry.server(PASSED).figures?.(context, screen, []),
    );
    const all = await seen("manager");
    expect(shown?.charts[1]?.series[0]?.values.map(Number).reduce((one, other) => one + other, 0)).toBe(all.length);
    expect(JSON.stringify(await recordModel(context, screen, about))).toContain(`/receiving/delivery-note/${id}`);
    expect(await seen("manager", { factory_id: [world.ids.factory1] })).toHaveLength(all.length);
    expect((await get(list())).body.result).toMatchObject({ total: expect.any(Number) });
    expect(JSON.stringify((await get(list())).body)).toContain("已与仓库约定");
    expect((await get(`/v2/sys/passed-warning/${about}`)).status).toBe(200);
    expect(await file()).toContain("已与仓库约定");

    await worksFor("factory2");
    expect(await seen("manager")).toEqual([]);
    const elsewhere = await world.as("manager");
    const none = await reading(elsewhere, async () =>
      world.engine.registry.server(PASSED).figures?.(elsewhere, screen, []),
    );
    expect(none?.charts.flatMap(({ labels }) => labels)).toEqual([]);
    await refusal(recordModel(elsewhere, screen, about), "not_found");
    expect(JSON.stringify((await get(list())).body)).not.toContain("已与仓库约定");
    expect((await get(`/v2/sys/passed-warning/${about}`)).status).toBe(404);
    expect(await file()).not.toContain("已与仓库约定");

    // Of no factory: for whoever works for all of them.
    await ofNoFactory();
    const ofNone = { record_number: ["YS0"] };
    expect(await seen("manager", ofNone)).toEqual([]);
    await worksFor("factory1");
    expect(await seen("manager", ofNone)).toEqual([]);
    await worksFor(null);
    expect(await seen("manager", ofNone)).toHaveLength(1);
  });

  test("发货单自己没有采购组：按所送订单的采购组看，别的组看不到", async () => {
    const id = await early();
    await submit(id, "已与仓库约定");
    const { number } = await recordOf(world, NOTE, id);
    const rows = () => seen("manager", { record_number: [number] });
    try {
      await worksForGroup("group1");
      expect(await rows()).not.toEqual([]);
      const filters = {
        record_number: [number],
        factory_id: [world.ids.factory1],
        purchase_group_id: [world.ids.group1],
      };
      expect(await seen("manager", filters)).not.toEqual([]);
      await worksForGroup("group2");
      expect(await rows()).toEqual([]);
      await worksFor("factory2");
      await worksForGroup("group1");
      expect(await rows()).toEqual([]);
    } finally {
      await worksFor(null);
      await worksForGroup(null);
    }
  });

  test("供应商的单据按负责采购员的主采购组；送了两个组的订单、采购员没有主采购组的，只给看全部的人", async () => {
    const connection = world.engine.database.connection();
    await sql`update app_user set purchase_group_id = ${world.ids.group2} where id = ${world.accounts.buyerB}`.execute(
      connection,
    );
    await sql`update supplier set buyer_id = ${world.accounts.buyerB} where id = ${world.ids.supplierA}`.execute(
      connection,
    );
    await sql`update supplier set buyer_id = ${world.accounts.manager} where id = ${world.ids.supplierB}`.execute(
      connection,
    );
    const accountOf = async (supplier: string) =>
      (
        await sql<{ id: string }>`select id from supplier_bank_account where supplier_id = ${supplier} limit 1`.execute(
          connection,
        )
      ).rows[0]?.id ?? "";
    const [orderId, otherId] = [(await confirmed(world)).id, (await confirmed(world)).id];
    const mixed = await early(orderId, otherId);
    await sql`update purchase_order set purchase_group_id = ${world.ids.group2} where id = ${otherId}`.execute(
      connection,
    );
    await insertAudits(connection, [
      about(BANK, await accountOf(world.ids.supplierA), "ZH-A"),
      about(BANK, await accountOf(world.ids.supplierB), "ZH-B"),
      about("purchase-management/rfq", world.engine.newId(), "XJ-0"),
    ]);
    await insertAudits(connection, [about(NOTE, mixed, "FH-1"), about(NOTE, mixed, "FH-2")]);
    const numbers = async () =>
      new Set(
        (await seen("manager"))
          .map(({ values }) => values.record_number)
          .filter((one) => /^(ZH|FH|XJ)-/.test(`${one}`)),
      );
    try {
      await worksForGroup("group2");
      expect(await numbers()).toEqual(new Set(["ZH-A"]));
      await worksForGroup("group1");
      expect(await numbers()).toEqual(new Set());
      await worksForGroup(null);
      expect(await numbers()).toEqual(new Set(["ZH-A", "ZH-B", "XJ-0", "FH-1", "FH-2"]));
    } finally {
      await worksForGroup(null);
    }
  });

  test("以前没有记下工厂和采购组的，升级时补上：该看的看到，不该看的仍看不到", async () => {
    const id = await early();
    await submit(id, "已与仓库约定");
    const { number } = await recordOf(world, NOTE, id);
    const rows = () => seen("manager", { record_number: [number] });
    try {
      await forgetScopes();
      await worksForGroup("group1");
      expect(await rows()).toEqual([]);
      for (const step of [fillOldScopes, knowAccounts]) await sql.raw(step).execute(world.engine.database.connection());
      expect(await rows()).not.toEqual([]);
      await worksFor("factory2");
      expect(await rows()).toEqual([]);
      await worksFor("factory1");
      expect(await rows()).not.toEqual([]);
      await worksForGroup("group2");
      expect(await rows()).toEqual([]);
      await expect(sql`update audit_log set reason = 'x'`.execute(world.engine.database.connection())).rejects.toThrow(
        /only grows/,
      );
    } finally {
      await worksFor(null);
      await worksForGroup(null);
    }
  });

  test("凡是可以写明理由放行的单据，数据库都知道它挂在谁下面", async () => {
    const { rows } = await sql<{ text: string }>`
      select pg_get_functiondef('scope_of_warned(text, uuid)'::regprocedure) as text`.execute(
      world.engine.database.connection(),
    );
    const unknown = world.engine.registry.screens
      .map(({ entity }) => entity)
      .filter(({ transitions }) =>
        Object.values<AnyTransition>(transitions ?? {}).some(({ acknowledge }) => acknowledge === true),
      )
      .map(({ key }) => key)
      .filter((key) => !rows[0]?.text.includes(`when '${key}' then`));
    expect(unknown).toEqual([]);
    // A name that is none would fail at the first warning; each branch is asked once.
    for (const [, key] of rows[0]?.text.matchAll(/when '([^']+)' then/g) ?? [])
      await sql`select * from scope_of_warned(${key}, ${world.engine.newId()}::uuid)`.execute(
        world.engine.database.connection(),
      );
  });

  test("订单的按订单供应商和采购员查得到；次月1日告诉采购经理上月有几条、几张，链接打开的就是这些", async () => {
    const connection = world.engine.database.connection();
    const [one, other, later] = await Promise.all([confirmed(world), confirmed(world), confirmed(world)]);
    const number = async ({ id }: { id: string }) => String((await stored(world, id)).number);
    const passed = async (order: { id: string }) => about(ORDER, order.id, await number(order));
    const twice = {
      ...(await passed(one)),
      passed: [
        { check: "a", text: "超金额" },
        { check: "b", text: "交期短" },
      ],
    };
    await insertAudits(connection, [twice, await passed(other), about(BANK, world.engine.newId(), "ZH-9")]);
    const ofOne = { record_number: [await number(one)] };
    const { supplier_id, buyer_id } = await stored(world, one.id);
    expect(await seen("manager", { ...ofOne, supplier_id: [supplier_id], buyer_id: [buyer_id] })).toHaveLength(2);
    expect(await seen("manager", { ...ofOne, supplier_id: [world.ids.supplierB] })).toEqual([]);

    const [year = 0, month = 1] = dayOf(world.clock.now()).split("-").map(Number);
    const nextMonth = new Date(Date.UTC(year, month, 1, 4));
    world.clock.advance(nextMonth.getTime() - world.clock.now().getTime());
    await insertAudits(connection, [await passed(later)]);
    const lastMonth = async () =>
      (
        await listRecords(await world.as("manager"), world.screen(PASSED), {
          ...{ filters: {}, toggles: ["last_month_only"], sort: [], page: 1, size: 100 },
        })
      ).rows.map(({ values }) => values.record_number);
    const listed = await lastMonth();
    expect(listed.filter((shown) => shown === ofOne.record_number[0])).toHaveLength(2);
    expect(listed).toContain(await number(other));
    expect(listed).not.toContain(await number(later));
    expect(listed).not.toContain("ZH-9");
    expect(await workDeadlines(world.system(), { remindNow: true })).toMatchObject({ failed: [] });
    const { rows } = await sql<{ title: string; content: string; path: string }>`
      select title, body as content, path from inbox where user_id = ${world.accounts.manager} and title like '%订单放行记录%'`.execute(
      connection,
    );
    expect(rows).toEqual([
      {
        title: expect.stringMatching(new RegExp(`^${year}-\\d{2} 订单放行记录${listed.length}条$`)),
        content: expect.stringContaining(`有${new Set(listed).size}张订单的${listed.length}条`),
        path: "/system-management/passed-warning?last_month_only=1",
      },
    ]);
  });

  test("供应商和采购员看不到，数据库也不让供应商读警告", async () => {
    await refusal(seen("supplierA"), "forbidden");
    await refusal(seen("buyerA"), "forbidden");
    const supplier = await world.as("supplierA");
    await expect(
      reading(supplier, () => sql`select passed from audit_log`.execute(world.engine.database.connection())),
    ).rejects.toThrow(/permission denied/);
  });
});
