import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { insertAudit } from "~/data/audit.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { AccountName } from "../../../support/company";
import { confirmed, items, refusal, stored } from "../../../support/orders";
import { move, NOTE, recordOf } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const PASSED = "system-management/passed-warning";

const world = await openWorld();
afterAll(() => world.close());

beforeAll(async () => {
  await sql`update receive_control set early_days = 0, coa_required = 'no', shelf_ratio = null, max_batches = null, fifo_batch = 'no',
    mode = 'warn' where level = 'global'`.execute(world.engine.database.connection());
});

/** A note that comes before its day, which the rule only warns of. */
async function early(): Promise<string> {
  const { id: orderId } = await confirmed(world);
  const [line] = items(await stored(world, orderId));
  const { id } = await createRecord(await world.as("supplierA"), {
    screen: world.screen(NOTE),
    values: {
      factory_id: world.ids.factory1,
      ...{ ship_date: "2025-03-09", eta: "2025-03-10 09:00", vehicle_no: "皖A12345" },
      ...{ driver: "王师傅", driver_phone: "13800000000" },
      items: [
        { order_line: line?.id, qty: "1", batch_no: "E1", produce_date: "2025-03-01", expire_date: "2026-03-01" },
      ],
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

  test("供应商和采购员看不到，数据库也不让供应商读警告", async () => {
    await refusal(seen("supplierA"), "forbidden");
    await refusal(seen("buyerA"), "forbidden");
    const supplier = await world.as("supplierA");
    await expect(
      reading(supplier, () => sql`select passed from audit_log`.execute(world.engine.database.connection())),
    ).rejects.toThrow(/permission denied/);
  });
});
