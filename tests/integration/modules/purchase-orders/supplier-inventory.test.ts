import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { finishImports, openImport, releaseImport, workOn } from "~/engine/imports/batch.server";
import { failuresFile, importLink, takeFile } from "~/engine/imports/pages.server";
import { tableFile } from "~/engine/input/table-file.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import type { AccountName } from "../../../support/company";
import { confirmed, refusal } from "../../../support/orders";
import { arrivedNote, move, recordOf, withFreeNotes } from "../../../support/receipts";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const KEY = "purchase-orders/supplier-inventory";
const BATCH = "system-management/import-batch";
const world = await openWorld({ registry: withFreeNotes() });
afterAll(() => world.close());
const connection = () => world.engine.database.connection();
const screen = world.screen(KEY);

async function report(values: Readonly<Record<string, unknown>>, account: AccountName = "supplierA"): Promise<string> {
  const { id } = await createRecord(await world.as(account), {
    screen,
    values: { material_id: world.ids.corn, qty: "100", report_date: TODAY, ...values },
  });
  return id;
}

/** Figures of the list, for whoever looks. */
async function shown(account: AccountName, id: string) {
  const context = await world.as(account);
  const { extra } = world.engine.registry.server(KEY);
  return (await reading(context, async () => extra?.(context, KEY, [id], "list")))?.get(id);
}

async function found(account: AccountName, toggles: string[]): Promise<string[]> {
  const request = { filters: {}, toggles, sort: [], page: 1, size: 100, columns: ["batch_no"] };
  const context = await world.as(account);
  const { rows } = await reading(context, () => listRecords(context, screen, request));
  return rows.map(({ id }) => id);
}

async function told(account: AccountName): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`
    select title from inbox where user_id = ${world.accounts[account]} and title like '%库存%' order by at, id`.execute(
    connection(),
  );
  return rows.map(({ title }) => title);
}

describe("上报与历史", () => {
  test("最新的上报是当前库存，原来的留作历史；补报以前的日子不顶替", async () => {
    const first = await report({ batch_no: "H1", produce_date: "2025-02-01", report_date: "2025-03-01" });
    expect(await recordOf(world, KEY, first)).toMatchObject({
      current: true,
      uom: "kg",
      expire_date: addDays("2025-02-01", 180),
    });
    const second = await report({ batch_no: "H1", qty: "60", report_date: "2025-03-08" });
    const late = await report({ batch_no: "H1", qty: "80", report_date: "2025-03-04" });
    const other = await report({ batch_no: "H1", location: "外库" });
    const states = await Promise.all([first, second, late, other].map((id) => recordOf(world, KEY, id)));
    expect(states.map(({ current }) => current)).toEqual([false, true, false, true]);
    const page = await recordModel(await world.as("planner"), screen, second);
    expect(JSON.stringify(page)).toContain("上报历史");
    expect(JSON.stringify(page)).toContain("库存走势");
  });

  test("更新库存另记一次上报，不能改历史", async () => {
    const id = await report({ batch_no: "U1", report_date: "2025-03-01" });
    const again = (more: object) => move(world, "supplierA", { key: KEY, id, name: "report_again", ...more });
    await refusal(again({ input: { qty: "-1", report_date: TODAY } }), "invalid");
    await refusal(again({ input: { qty: "5", report_date: "2025-02-28" } }), "invalid");
    await again({ input: { qty: "30", report_date: TODAY } });
    const { rows } = await sql<{ qty: string; current: boolean }>`
      select qty::text as qty, current from supplier_inventory where batch_no = 'U1' order by id`.execute(connection());
    expect(rows).toEqual([
      { qty: "100.000", current: false },
      { qty: "30.000", current: true },
    ]);
    await refusal(again({ input: { qty: "5", report_date: TODAY } }), "wrong_state");
  });

  test("同时上报的两次只有一次是当前库存", async () => {
    const ids = await Promise.all(["1", "2", "3"].map((qty) => report({ batch_no: "P1", qty })));
    const all = await Promise.all(ids.map((id) => recordOf(world, KEY, id)));
    expect(all.filter(({ current }) => current)).toHaveLength(1);
  });

  test("负数、将来的日期和不供应的物料被拒绝，没有订单的供应商有货源才能上报", async () => {
    expect((await refusal(report({ qty: "-1" }), "invalid")).complaints[0]?.message).toBe("库存数量不能为负数");
    expect((await refusal(report({ report_date: "2025-03-11" }), "invalid")).complaints[0]?.message).toBe(
      "上报日期不能晚于今天",
    );
    await refusal(report({ material_id: world.ids.oil }, "supplierB"), "invalid");
    await confirmed(world);
    expect(await report({ material_id: world.ids.oil, batch_no: "O1" })).toBeTruthy();
  });
});

describe("从文件导入", () => {
  const head = ["物料", "库存类别", "批号", "库存数量", "存放地", "上报日期"];
  async function upload(account: AccountName, rows: readonly (readonly string[])[]): Promise<string> {
    const who = await world.as(account);
    const bytes = new TextEncoder().encode([head, ...rows].map((row) => row.join(",")).join("\n"));
    const id = await takeFile(who, screen, { bytes, name: "库存.csv", mode: "good" });
    expect(await workOn(who, id, () => true)).toBe(true);
    return id;
  }
  const release = async (account: AccountName, id: string) => {
    await releaseImport(await world.as(account), id);
    expect(await workOn(await world.as(account), id, () => true)).toBe(true);
  };
  const stock = async (batches: readonly string[]) =>
    (
      await sql<{ batch_no: string; qty: string }>`select batch_no, qty::text as qty from supplier_inventory
        where batch_no = any (${[...batches]}) and current order by batch_no`.execute(connection())
    ).rows.map(({ batch_no, qty }) => [batch_no, qty]);

  test("供应商看到有错误的行和原因，改好再传，好的行上报", async () => {
    const id = await upload("supplierA", [
      ["M001", "成品", "I1", "10", "", TODAY],
      ["M001", "成品", "I1", "12", "", TODAY],
      ["M001", "成品", "I2", "-3", "", TODAY],
    ]);
    const who = await world.as("supplierA");
    const looked = await recordModel(who, world.screen(BATCH), id);
    expect(JSON.stringify(looked)).toContain("库存数量不能为负数");
    expect(await stock(["I1", "I2"])).toEqual([]);
    await release("supplierA", id);
    expect((await openImport(who, id)).record).toMatchObject({ state: "partial", done_count: 2, fail_count: 1 });
    expect(await stock(["I1", "I2"])).toEqual([["I1", "12.000"]]);

    const { body } = await failuresFile(who, id);
    const bytes = new Uint8Array(await new Response(body).arrayBuffer());
    const [headings, failed = []] = await tableFile(bytes, { rows: 10, columns: 20 });
    expect(headings?.slice(0, head.length)).toEqual(head);
    expect(failed.at(-1)).toContain("库存数量不能为负数");
    const again = await upload("supplierA", [failed.slice(0, head.length).map((cell) => (cell === "-3" ? "3" : cell))]);
    await release("supplierA", again);
    expect((await openImport(who, again)).record).toMatchObject({ state: "success", done_count: 1 });
    expect(await stock(["I2"])).toEqual([["I2", "3.000"]]);
  });

  test("物料不存在或不归该供应商供应的，逐行说明；别人的供应商编码没有用", async () => {
    const id = await upload("supplierB", [
      ["M999", "成品", "X1", "3", "", TODAY],
      ["M002", "成品", "X2", "3", "", TODAY],
    ]);
    const { record, counts } = await openImport(await world.as("supplierB"), id);
    expect(record.supplier_id).toBe(world.ids.supplierB);
    expect(counts).toMatchObject({ fail: 2, planned: 0 });
    await refusal(releaseImport(await world.as("supplierB"), id), "wrong_state");
  });

  test("一批文件只有上传的人看得见：别的供应商不行，数据库也不给", async () => {
    const id = await upload("supplierA", [["M001", "成品", "I9", "10", "", TODAY]]);
    const other = await world.as("supplierB");
    await refusal(openImport(other, id), "not_found");
    await refusal(recordModel(other, world.screen(BATCH), id), "not_found");
    await refusal(releaseImport(other, id), "not_found");
    await refusal(failuresFile(other, id), "not_found");
    await refusal(
      workOn(other, id, () => true),
      "not_found",
    );
    const counted = async (account: AccountName) =>
      reading(await world.as(account), async () => {
        const { rows } = await sql<{ files: number; rows: number }>`select
          (select count(*)::int from import_file where batch_id = ${id}::uuid) as files,
          (select count(*)::int from import_row where batch_id = ${id}::uuid) as rows`.execute(connection());
        return rows[0];
      });
    expect(await counted("supplierA")).toEqual({ files: 1, rows: 1 });
    expect(await counted("supplierB")).toEqual({ files: 0, rows: 0 });
    await refusal(openImport(await world.as("planner"), id), "not_found");
    await move(world, "supplierA", { key: BATCH, id, name: "discard" });
    expect(await counted("supplierA")).toEqual({ files: 0, rows: 1 });
  });

  test("离开页面以后接着做完，上传的人得到通知", async () => {
    const who = await world.as("supplierA");
    const bytes = new TextEncoder().encode([head, ["M001", "成品", "J1", "5", "", TODAY]].map(String).join("\n"));
    const id = await takeFile(who, screen, { bytes, name: "库存.csv", mode: "all" });
    expect(await finishImports(world.engine, () => true)).toBe(1);
    expect((await openImport(who, id)).record.state).toBe("checked");
    expect(await told("supplierA")).toContainEqual("您导入的供应商库存：待导入");
  });

  test("导入的入口给有权的供应商", async () => {
    expect(importLink(await world.as("supplierA"), screen)).toHaveLength(1);
    expect(importLink(await world.as("planner"), screen)).toEqual([]);
  });
});

describe("谁看见什么", () => {
  test("别的供应商什么也看不到，也不能替别人上报", async () => {
    const id = await report({ batch_no: "S1" });
    const other = await world.as("supplierB");
    await refusal(recordModel(other, screen, id), "not_found");
    expect(await found("supplierB", ["current_only"])).not.toContain(id);
    await refusal(
      applyTransition(other, { entity: world.entity(KEY), id, name: "report_again", input: { qty: "1" } }),
      "not_found",
    );
    const foreign = await createRecord(other, {
      screen,
      values: { supplier_id: world.ids.supplierA, material_id: world.ids.corn, qty: "1", batch_no: "S2" },
    }).then(
      ({ id: made }) => recordOf(world, KEY, made),
      () => null,
    );
    expect(foreign?.supplier_id).not.toBe(world.ids.supplierA);
  });

  test("我方只能看和请求更新，不能代为上报", async () => {
    await refusal(report({ batch_no: "S3", supplier_id: world.ids.supplierA }, "planner"), "forbidden");
  });
});

describe("可用与提示", () => {
  test("在途的数量占用批号，到货后放开", async () => {
    const { id: orderId } = await confirmed(world);
    const id = await report({ batch_no: "P1", qty: "500", location: "一库" });
    await sql`update supplier_inventory set current = false where batch_no = 'P1' and id <> ${id}`.execute(
      connection(),
    );
    await arrivedNote(world, orderId, ["120"]);
    expect(await shown("planner", id)).toMatchObject({ locked_qty: "120.000", available_qty: "380.000" });
    expect(await shown("supplierA", id)).toMatchObject({ locked_qty: "120.000", available_qty: "380.000" });
    expect((await shown("planner", id))?.cover_days).toBeGreaterThan(0);
  });

  test("过期的上报和临期的批次各有快捷筛选，历史不在其中", async () => {
    const stale = await report({ batch_no: "T1", report_date: "2025-03-02" });
    const fresh = await report({ batch_no: "T2", report_date: "2025-03-03" });
    const ending = await report({ batch_no: "T3", produce_date: "2024-10-01" });
    expect(await found("buyerA", ["stale_only"])).toContain(stale);
    expect(await found("buyerA", ["stale_only"])).not.toContain(fresh);
    expect(await found("supplierA", ["expiring_only"])).toContain(ending);
    expect((await shown("planner", stale))?.hint).toBe("stale");
    await report({ batch_no: "T1" });
    expect(await found("buyerA", ["stale_only"])).not.toContain(stale);
  });

  test("库龄分布的三档是参数：改了以后同一批货归到别的档", async () => {
    await report({ batch_no: "AGE1", produce_date: addDays(TODAY, -25) });
    const bars = async () => {
      const model = await figuresModel(await world.as("buyerA"), screen);
      const [chart] = model.charts;
      if (chart?.kind !== "bar") throw new Error("no ages");
      return chart.labels.map((label, at) => [label, Number(chart.series[0]?.values[at])] as const);
    };
    const before = await bars();
    expect(before.slice(0, 4).map(([label]) => label)).toEqual(["30天以内", "31～90天", "91～180天", "180天以上"]);
    await setParameter(world, "stock.agedDays", "400");
    await setParameter(world, "stock.agingDays", "60");
    await setParameter(world, "stock.freshDays", "20");
    const after = await bars();
    expect(after.slice(0, 4).map(([label]) => label)).toEqual(["20天以内", "21～60天", "61～400天", "400天以上"]);
    expect(Number(before[0]?.[1]) - Number(after[0]?.[1])).toBeGreaterThan(0);
    const all = (rows: typeof after) => rows.reduce((total, [, count]) => total + count, 0);
    expect(all(after)).toBe(all(before));
  });

  test("一次请求几行更新，供应商听到一次；同一行一天一次", async () => {
    const ids = [await report({ batch_no: "A1" }), await report({ batch_no: "A2" })];
    const asked = async () => (await told("supplierA")).filter((title) => title === "请您更新库存上报").length;
    const before = await asked();
    for (const id of ids) await move(world, "buyerA", { key: KEY, id, name: "ask_update" });
    expect((await asked()) - before).toBe(1);
    await refusal(move(world, "buyerA", { key: KEY, id: ids[0] ?? "", name: "ask_update" }), "invalid");
    await refusal(move(world, "supplierA", { key: KEY, id: ids[1] ?? "", name: "ask_update" }), "forbidden");
  });
});
