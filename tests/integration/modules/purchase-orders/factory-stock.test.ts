import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { selectFactoryStock } from "~/modules/purchase-orders/supplier-stock/supplier-stock.query.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { confirmed, refusal } from "../../../support/orders";
import { move } from "../../../support/receipts";
import { call, signIn } from "../../../support/rest";
import { signedCalls } from "../../../support/signed-call";
import { openWorld } from "../../../support/world";

const KEY = "purchase-orders/factory-stock";
const AGREEMENT = "purchase-orders/supplier-stock";
const LOG = "system-management/interface-log";
const HOUR_MS = 3_600_000;

const world = await openWorld();
afterAll(() => world.close());
const signed = signedCalls(world);
const { corn, oil, box, factory1, factory2, supplierA } = world.ids;

// What the agreements below cost is known from an order.
beforeAll(async () => {
  await confirmed(world);
});

async function codeOf(table: "factory" | "material", id: string): Promise<string> {
  const { rows } = await sql<{ code: string }>`select code from ${sql.table(table)} where id = ${id}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.code ?? "";
}

interface Said {
  qty: string;
  at: string;
  material?: string;
  factory?: string;
  uom?: string;
}

const row = async ({ qty, at, material = corn, factory = factory1, uom = "kg" }: Said) => ({
  ...{ factory_id: await codeOf("factory", factory), material_id: await codeOf("material", material) },
  ...{ qty, uom, stated_at: at },
});

async function send(rows: object[], requestId: string = randomUUID()) {
  return (await signed("/v2/sap/master-data", { requestId, kind: "factory-stock", rows })).body.result;
}

const say = async (said: Said) => send([await row(said)]);

/** What is kept of a factory and a material. */
async function kept(material = corn, factory = factory1) {
  const rows = await unscopedRows(
    world.system(),
    KEY,
    ["id", "qty", "uom", "stated_at", "version"],
    [where.eq("factory_id", factory), where.eq("material_id", material)],
  );
  expect(rows.length).toBeLessThan(2);
  return rows[0];
}

async function agreed(items: readonly { material_id: string; price?: string; tax_rate?: string }[]): Promise<string> {
  const { id } = await createRecord(await world.as("planner"), {
    screen: world.screen(AGREEMENT),
    values: {
      ...{ supplier_id: supplierA, factory_id: factory1, stock_mode: "safety" },
      ...{ valid_from: "2025-03-01", valid_to: "2025-03-31" },
      items: items.map((one) => ({ ...one, min_qty: "100", max_qty: "500" })),
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: AGREEMENT, id, name, ...more });

async function listed(account: AccountName, id: string) {
  const list = await listModel(await world.as(account), world.screen(AGREEMENT), new URLSearchParams());
  return JSON.stringify(list.table.rows.find((one) => one.id === id) ?? null);
}

const page = async (account: AccountName, id: string) =>
  JSON.stringify(await recordModel(await world.as(account), world.screen(AGREEMENT), id));

describe("SAP陈述工厂库存", () => {
  test("第一次登记，以后按时点更新；同样的陈述再来不变，更早的不覆盖更晚的", async () => {
    expect(await say({ qty: "1000", at: "2025-03-09 06:00:00" })).toMatchObject({ added: 1 });
    expect(await say({ qty: "800.5", at: "2025-03-09T22:00:00Z" })).toMatchObject({ updated: 1 });
    const known = await kept();
    expect(known).toMatchObject({ qty: "800.500", uom: "kg", stated_at: "2025-03-09T22:00:00.000Z", version: 2 });
    expect(await say({ qty: "800.5", at: "2025-03-10 06:00:00" })).toMatchObject({ unchanged: 1 });
    expect(await say({ qty: "990", at: "2025-03-09 18:00:00", uom: "t" })).toMatchObject({ unchanged: 1, failed: 0 });
    expect(await kept()).toEqual(known);
  });

  test("同一请求号再来得到第一次的答复；两份同时到，留下的总是更晚的", async () => {
    const requestId = randomUUID();
    const rows = [await row({ qty: "5", at: "2025-03-09 06:00:00", material: oil })];
    const first = await send(rows, requestId);
    expect(await send(rows, requestId)).toEqual(first);
    await Promise.all([
      say({ qty: "7", at: "2025-03-09 08:00:00", material: oil }),
      say({ qty: "6", at: "2025-03-09 07:00:00", material: oil }),
    ]);
    // Whichever of them was refused for the other one comes again.
    await say({ qty: "7", at: "2025-03-09 08:00:00", material: oil });
    await say({ qty: "6", at: "2025-03-09 07:00:00", material: oil });
    expect(await kept(oil)).toMatchObject({ qty: "7.000" });
  });

  test("同一时点不同数量、将来的时点都拒绝；可以为负", async () => {
    const before = await kept();
    const twice = await say({ qty: "1", at: "2025-03-10 06:00:00" });
    expect(twice).toMatchObject({ failed: 1, rows: [{ message: expect.stringContaining("更正请给出更晚的时点") }] });
    const ahead = await say({ qty: "1", at: "2025-04-10 06:00:00" });
    expect(ahead).toMatchObject({ failed: 1, rows: [{ message: "截至时点不能晚于现在" }] });
    expect(await kept()).toEqual(before);
    expect(await say({ qty: "-3", at: "2025-03-09 06:00:00", factory: factory2 })).toMatchObject({ added: 1 });
    expect(await kept(corn, factory2)).toMatchObject({ qty: "-3.000" });
  });

  test("不认识的工厂和物料逐行拒绝，日志里写明原因，别的行照收", async () => {
    const requestId = randomUUID();
    const good = await row({ qty: "12", at: "2025-03-10 06:00:00", material: box, uom: "pcs" });
    const result = await send(
      [{ ...good, factory_id: "F-GONE" }, { ...good, material_id: "M-GONE" }, { ...good, material_id: "" }, good],
      requestId,
    );
    expect(result).toMatchObject({
      added: 1,
      failed: 3,
      rows: [
        { key: expect.stringMatching(/^F-GONE\//), message: expect.stringContaining("找不到工厂「F-GONE」") },
        { message: expect.stringContaining("找不到物料「M-GONE」") },
        { message: "请填写物料" },
        { outcome: "added" },
      ],
    });
    const [log] = await unscopedRows(world.system(), LOG, ["id"], [where.eq("idempotency_key", requestId)]);
    const { record } = await openRecord(world.system(), { entity: world.entity(LOG), id: log?.id ?? "" });
    expect(record).toMatchObject({ business_type: "工厂库存", system: "sap", direction: "in" });
    expect(JSON.stringify(record)).toContain("找不到工厂「F-GONE」");
  });

  test("只有管这个工厂的人看得到，供应商什么也看不到，谁也不能自己登记", async () => {
    const { id = "" } = (await kept()) ?? {};
    const screen = world.screen(KEY);
    expect(JSON.stringify(await recordModel(await world.as("buyerA"), screen, id))).toContain("800.5");
    await refusal(recordModel(await world.as("buyerB"), screen, id), "not_found");
    const list = await listModel(await world.as("buyerB"), screen, new URLSearchParams());
    expect(list.table.rows.map((one) => one.id)).toEqual([(await kept(corn, factory2))?.id]);
    await refusal(recordModel(await world.as("supplierA"), screen, id), "forbidden");
    const token = await signIn(world, "planner");
    const values = { ...(await row({ qty: "1", at: "2025-03-10 07:00:00" })), qty: "1" };
    const refused = await call(world, {
      token,
      method: "POST",
      path: "/v2/purchase-orders/factory-stock",
      body: values,
    });
    expect(refused.status).toBe(403);
  });
});

describe("备货管理里的工厂库存", () => {
  test("列表和详情标明数量、单位和截至时点，没有陈述的留空，过期的标明", async () => {
    const start = world.clock.now().getTime();
    const id = await agreed([{ material_id: corn }]);
    expect(await listed("planner", id)).toContain("800.5");
    expect(await page("planner", id)).toContain("2025-03-10 06:00");
    expect(await page("planner", id)).not.toContain("数据已过期");
    world.clock.advance(48 * HOUR_MS + 1);
    expect(await listed("planner", id)).toContain("数据已过期");
    expect(await page("planner", id)).toContain("数据已过期");
    const stale = await listModel(await world.as("planner"), world.screen(KEY), new URLSearchParams("stale_only=1"));
    expect(stale.table.rows.map((one) => one.id)).toContain((await kept())?.id);
    world.clock.advance(start - world.clock.now().getTime());
    const fresh = await listModel(await world.as("planner"), world.screen(KEY), new URLSearchParams("stale_only=1"));
    expect(fresh.table.rows.map((one) => one.id)).not.toContain((await kept())?.id);
    await step("planner", id, "submit");
    await step("planner", id, "cancel", { reason: "测试完毕" });
  });

  test("别的工厂的采购员看不到；供应商只在请其确认和执行期间看到自己的", async () => {
    const id = await agreed([{ material_id: corn }]);
    /** What the database answers in a transaction of the account. */
    const asked = async (account: AccountName) => {
      const { actor } = await world.as(account);
      const identity = actor.supplierId
        ? { role: "supplier" as const, supplierId: actor.supplierId }
        : { role: "staff" as const };
      return world.engine.database.transaction(identity, async () =>
        (await selectFactoryStock(world.engine.database.connection(), [id])).map(({ qty }) => qty),
      );
    };
    await refusal(recordModel(await world.as("buyerB"), world.screen(AGREEMENT), id), "not_found");
    expect(await asked("planner")).toEqual(["800.500"]);
    expect(await asked("supplierA")).toEqual([]);
    await step("planner", id, "submit");
    expect(await page("supplierA", id)).toContain("800.5");
    expect(await asked("supplierB")).toEqual([]);
    await step("supplierA", id, "accept");
    expect(await listed("supplierA", id)).toContain("800.5");
    await step("planner", id, "end", { reason: "测试完毕" });
    expect(await page("supplierA", id)).not.toContain("800.5");
    expect(await listed("supplierA", id)).not.toContain("800.5");
    expect(await page("planner", id)).toContain("800.5");
  });

  test("多种物料各自写明，导出的文件里也有", async () => {
    const terms = { price: "1.5", tax_rate: "13" };
    const id = await agreed([{ material_id: corn }, { material_id: box, ...terms }]);
    expect(await listed("planner", id)).toMatch(/玉米.*800\.5.*；.*外箱.*12/);
    const token = await signIn(world, "planner");
    const file = await world.services.rest.fetch(
      new Request("http://portal.test/v2/purchase-orders/supplier-stock/export?format=csv", {
        headers: { Authorization: token },
      }),
      { requestId: randomUUID(), ip: "127.0.0.1" },
    );
    expect(await file.text()).toMatch(/玉米 800\.5.*；.*外箱 12/);
  });
});
