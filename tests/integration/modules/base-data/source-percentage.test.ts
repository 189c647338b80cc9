import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { ask } from "~/engine/operations/published.server";
import { splitAnswers } from "~/engine/operations/quota-split.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { quotaTrialModel } from "~/modules/base-data/source-percentage/$id.try.page.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { publishFlow, roleId } from "../../../support/flows";
import { refusal, released } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const KEY = "base-data/source-percentage";
const SOURCE = "base-data/source-data";
const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(KEY);
const { supplierA, supplierB, factory1, corn, oil, box } = world.ids;

/** A source as it stands after its approval; licences and samples are proved elsewhere. */
async function source(supplier_id: string, material_id: string, more: object = {}): Promise<string> {
  const values = { supplier_id, material_id, factory_id: factory1, effective_from: "2025-01-01", ...more };
  const { id } = await createRecord(world.system(), { screen: world.screen(SOURCE), values });
  await sql`update source_data set state = 'active' where id = ${id}`.execute(world.engine.database.connection());
  return id;
}

interface Wanted {
  material?: string;
  from?: string;
  to?: string;
  shares?: readonly object[];
  more?: object;
}

async function draft({ material = corn, from = TODAY, to = "2025-12-31", shares, more = {} }: Wanted = {}) {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen,
    values: {
      ...{ material_id: material, factory_id: factory1, valid_from: from, valid_to: to },
      shares: shares ?? [
        { supplier_id: supplierA, percent: "60" },
        { supplier_id: supplierB, percent: "40" },
      ],
      ...more,
    },
  });
  return id;
}

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: KEY, id, name, ...more });
const stateOf = async (id: string) => (await recordOf(world, KEY, id)).state;

async function inForce(wanted: Wanted = {}): Promise<string> {
  const id = await draft(wanted);
  await step("buyerA", id, "submit", { reason: "按计划" });
  await step("manager", id, "approve", { reason: "同意" });
  return id;
}

beforeAll(async () => {
  // As the flow that comes with the program.
  const role = await roleId(world, "purchase_manager");
  await publishFlow(world, { document: KEY, steps: [{ decider: "role", role_id: role }] });
  for (const material of [corn, oil])
    for (const supplier of [supplierA, supplierB]) await source(supplier, material, { pack_qty: "5" });
});

describe("提交", () => {
  test("没有有效货源的供应商、只有一个货源的关键物料", async () => {
    const bare = await draft({ material: box });
    const { complaints, message } = await refusal(step("buyerA", bare, "submit", { reason: "试" }), "invalid").catch(
      () => refusal(step("buyerA", bare, "submit", { reason: "试" }), "refused"),
    );
    expect(JSON.stringify([complaints, message])).toContain("没有该物料的有效货源");
    await sql`update material set key_material = true where id = ${oil}`.execute(world.engine.database.connection());
    const sole = await draft({
      material: oil,
      from: "2026-01-01",
      to: "2026-02-01",
      shares: [{ supplier_id: supplierA, percent: "100" }],
    });
    await refusal(step("buyerA", sole, "submit"), "acknowledge");
    await step("buyerA", sole, "submit", { reason: "备选供应商正在试用" });
    expect(await stateOf(sole)).toBe("reviewing");
  });

  test("合计不是100%的不能保存", async () => {
    const shares = [{ supplier_id: supplierA, percent: "60" }];
    const { complaints } = await refusal(draft({ shares }), "invalid");
    expect(complaints[0]?.message).toBe("配额比例合计必须等于100%");
  });

  test("由编制人以外的采购经理批准后生效", async () => {
    const id = await draft({ from: "2027-01-01", to: "2027-12-31" });
    await step("buyerA", id, "submit");
    expect(await stateOf(id)).toBe("reviewing");
    await refusal(step("buyerA", id, "approve"), "forbidden");
    await step("manager", id, "approve");
    expect(await stateOf(id)).toBe("active");
    await step("manager", id, "end", { reason: "测试完毕" });
  });
});

describe("先后", () => {
  test("新的生效时旧的在前一天结束；更晚开始的挡住", async () => {
    const older = await inForce({ to: "2025-12-31" });
    const newer = await inForce({ from: addDays(TODAY, 30), to: "2026-06-30" });
    expect(await recordOf(world, KEY, older)).toMatchObject({
      state: "active",
      valid_to: addDays(TODAY, 29),
      replaced_by: (await recordOf(world, KEY, newer)).number,
    });
    const early = await draft({ from: addDays(TODAY, 5), to: addDays(TODAY, 60) });
    await expect(step("buyerA", early, "submit", { reason: "试" })).rejects.toThrow();
    const same = await inForce({ to: addDays(TODAY, 20) });
    expect(await stateOf(older)).toBe("ended");
    for (const id of [newer, same]) await step("manager", id, "end", { reason: "测试完毕" });
  });

  test("到期自动结束", async () => {
    const id = await inForce({ from: "2025-03-01", to: TODAY });
    await sql`update source_percentage set valid_to = ${addDays(TODAY, -1)} where id = ${id}`.execute(
      world.engine.database.connection(),
    );
    await workDeadlines(world.system(), { remindNow: true });
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "ended", ended_on: TODAY });
  });
});

describe("执行与分配", () => {
  const split = async (lines: readonly object[]) => {
    const context = await world.as("planner");
    return reading(context, () =>
      ask(context, { entityKey: KEY, name: "allocate", input: lines, answer: splitAnswers }),
    );
  };

  test("已下达的订单计入，偏差过大的进清单，下一批先给落后的供应商", async () => {
    const id = await inForce();
    await released(world);
    const buyer = await world.as("buyerA");
    const model = JSON.stringify(await recordModel(buyer, screen, id));
    expect(model).toContain("执行偏差");
    expect(model).toContain("计划与实际份额");
    expect(JSON.stringify(await listModel(buyer, screen, new URLSearchParams("deviating_only=1")))).toContain(id);
    const line = { materialId: corn, factoryId: factory1, quantity: "50", day: TODAY };
    const answers = await split([line, line, { ...line, materialId: box }]);
    expect(answers[0]?.shares?.id).toBe(id);
    expect(answers[0]?.parts.map(({ supplierId, quantity }) => [supplierId, quantity])).toEqual([
      [supplierA, "0.000"],
      [supplierB, "50.000"],
    ]);
    expect(answers[2]).toEqual({ shares: null, parts: [], rest: "50.000" });
  });

  test("试算说出每一份的理由；货源暂停的不分", async () => {
    await sql`update source_data set state = 'suspended' where supplier_id = ${supplierB} and material_id = ${corn}
      and state = 'active'`.execute(world.engine.database.connection());
    const { rows } = await sql<{ id: string }>`select id::text from source_percentage where state = 'active'
      and material_id = ${corn}`.execute(world.engine.database.connection());
    const id = rows[0]?.id ?? "";
    const planner = await world.as("planner");
    const ask = (quantity: string) => quotaTrialModel(planner, id, new URLSearchParams({ quantity, day: TODAY }));
    const model = await ask("１００");
    expect(model).toMatchObject({ verdict: { text: "已全部分配" } });
    const cells = model.tables[0]?.table.rows.map((row) => row.cells.map(({ text }) => text)) ?? [];
    expect(cells[0]?.[3]).toBe("100");
    expect(cells[1]?.[4]).toContain("货源已暂停，份额按比例分摊");
    expect(await ask("-3")).toMatchObject({ problem: expect.stringContaining("大于0") });
    await refusal(quotaTrialModel(await world.as("supplierA"), id, new URLSearchParams()), "forbidden");
  });

  test("供应商看不到份额", async () => {
    await refusal(listModel(await world.as("supplierA"), screen, new URLSearchParams()), "forbidden");
  });
});

describe("货源物料", () => {
  test("列出货源数、配额状态和供应风险，可按风险筛选", async () => {
    const buyer = await world.as("buyerA");
    const view = world.engine.registry.screens.find(({ key }) => key === "source-material");
    if (!view) throw new Error("no view");
    const all = JSON.stringify(await listModel(buyer, view, new URLSearchParams()));
    expect(all).toContain("新增货源");
    expect(all).toContain("供应风险");
    const none = JSON.stringify(await listModel(buyer, view, new URLSearchParams("none_only=1")));
    expect(none).toContain(box);
    expect(none).not.toContain(oil);
  });
});
