import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { raisePermissionVersion } from "~/data/access.server";
import type { Context } from "~/engine/context.server";
import type { RecordChart, RecordTable } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { makeExports } from "~/engine/exports/worker.server";
import { bytesKey } from "~/engine/files/download.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { mayTakeReport, reportFile, reportSections } from "~/engine/report/run.server";
import { dueSchedules, sendReports } from "~/engine/report/send.server";
import { submitForm } from "~/engine/screen/form-submit.server";
import type { AccountName } from "../../support/company";
import { ORDER, order, refusal, stored } from "../../support/orders";
import { pdfPages } from "../../support/pdf-text";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const REPORT = world.screen("system-management/report-definition");
let serial = 0;

/** A report over orders for buyers and purchase managers, as an administrator types it. */
async function report(values: Readonly<Record<string, unknown>>): Promise<string> {
  serial += 1;
  const audience = ["buyer", "purchase_manager", "finance", "warehouse"].map((role_id) => ({ role_id }));
  const basis = { code: `R-${serial}`, name: `报表${serial}`, dataset: ORDER, chart: "none", enabled: "1", audience };
  const admin = await world.as("admin");
  return (await createRecord(admin, { screen: REPORT, values: { ...basis, ...values } })).id;
}
async function recordFor(who: Context, id: string) {
  return (await readRecord(who, REPORT, id)).record;
}
/** What the reader sees: headings and rows of the result, and the chart. */
async function run(account: AccountName, id: string) {
  const who = await world.as(account);
  const sections = await reportSections(who, await recordFor(who, id));
  const table = sections.find((one): one is RecordTable => one.kind === "table" && one.first === true);
  const chart = sections.find((one): one is RecordChart => one.kind === "chart");
  return {
    heads: table?.table.columns.map(({ label }) => label) ?? [],
    rows: table?.table.rows.map(({ cells }) => cells.map(({ text }) => text)) ?? [],
    chart: chart?.chart,
  };
}
async function complaints(values: Readonly<Record<string, unknown>>): Promise<Record<string, string>> {
  const refused = await report(values).catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error("was taken");
  return Object.fromEntries(refused.complaints.map(({ field, message }) => [field, message]));
}
async function csv(account: AccountName, id: string): Promise<string[]> {
  const who = await world.as(account);
  const { body } = await reportFile(who, await recordFor(who, id), "csv");
  const text = Buffer.from(await new Response(body).arrayBuffer()).toString("utf8");
  return text.replace("\ufeff", "").trimEnd().split("\r\n");
}

const COUNTED = { figures: [{ how: "sum", name: "含税金额" }, { how: "count" }] };
const AMOUNT = 4881.63;
const grouped = (amount: number) => amount.toLocaleString("en-US", { minimumFractionDigits: 2 });

beforeAll(async () => {
  const buyerA = await world.as("buyerA");
  const buyerB = await world.as("buyerB");
  await order(world, buyerA);
  await order(world, buyerA, { order_date: "2025-01-31" });
  const items = [{ material_id: world.ids.corn, qty: "100", price: "2", required_date: "2025-03-20" }];
  const own = { factory_id: world.ids.factory2, purchase_group_id: world.ids.group2 };
  await order(world, buyerB, { ...own, supplier_id: world.ids.supplierB, items });
});

describe("统计", () => {
  test("按供应商合计和计数，数值大的在前，图和表是同样的数；每人只算自己看得到的订单", async () => {
    const id = await report({ ...COUNTED, group_by: "供应商", descending: "1", chart: "bar" });
    const supplierA = (await stored(world, await someOrder("buyerA"))).supplier_id;
    expect(supplierA).toBe(world.ids.supplierA);
    const all = await run("manager", id);
    expect(all.heads).toEqual(["供应商", "币种", "含税金额合计", "行数"]);
    expect(all.rows.map(([, , amount, count]) => [amount, count])).toEqual([
      [grouped(2 * AMOUNT), "2"],
      ["200.00", "1"],
    ]);
    // Amounts and counts on one scale would hide the counts; the only currency tells nothing.
    expect(all.chart?.series.map(({ values }) => values.map(Number))).toEqual([[2 * AMOUNT, 200]]);
    expect(all.chart?.labels).toEqual(all.rows.map(([name]) => name));
    const mine = await run("buyerB", id);
    expect(mine.rows.map(([, , amount]) => amount)).toEqual(["200.00"]);
  });

  test("条件也管着图：图上只有符合条件的行；饼图是第一个统计值各占多少", async () => {
    const id = await report({
      ...COUNTED,
      group_by: "供应商",
      chart: "pie",
      conditions: [{ name: "订单日期", value: "2025-01-01", value_to: "2025-01-31" }],
    });
    const { rows, chart } = await run("manager", id);
    expect(rows.map((row) => row.at(-1))).toEqual(["1"]);
    expect(chart?.kind).toBe("pie");
    expect(chart?.series.map(({ values }) => values.map(Number))).toEqual([[AMOUNT]]);
    expect(chart?.labels).toEqual(rows.map(([name]) => name));
  });

  test("不同币种从不加在一起", async () => {
    const one = await someOrder("buyerA");
    await sql`update purchase_order set currency = 'USD' where id = ${one}::uuid`.execute(
      world.engine.database.connection(),
    );
    const { rows } = await run("buyerA", await report({ ...COUNTED }));
    expect(rows.map(([, amount]) => amount)).toEqual([grouped(AMOUNT), grouped(AMOUNT)]);
    expect(new Set(rows.map(([currency]) => currency)).size).toBe(2);
    await sql`update purchase_order set currency = 'CNY' where id = ${one}::uuid`.execute(
      world.engine.database.connection(),
    );
  });

  test("按月、按年；时刻按中国的日子算", async () => {
    const id = await someOrder("buyerA");
    // 2025-01-31 17:00 UTC is the first of February in China.
    await sql`update purchase_order set created_at = '2025-01-31T17:00:00Z' where id = ${id}::uuid`.execute(
      world.engine.database.connection(),
    );
    const months = await run(
      "buyerA",
      await report({ figures: [{ how: "count" }], group_by: "订单日期", chart: "line" }),
    );
    expect(months.rows).toContainEqual(["2025-01", "1"]);
    expect(months.chart?.kind).toBe("line");
    const made = await run(
      "buyerA",
      await report({ figures: [{ how: "count" }], group_by: "创建时间", group_step: "month" }),
    );
    expect(made.rows.map(([month]) => month)).toContain("2025-02");
    const years = await run(
      "buyerA",
      await report({ figures: [{ how: "count" }], group_by: "订单日期", group_step: "year" }),
    );
    expect(years.rows).toEqual([["2025", "2"]]);
  });

  test("条件用看得懂的词：状态和选项写名称，日期可以随时间走", async () => {
    const drafts = await report({ ...COUNTED, conditions: [{ name: "状态", value: "草稿" }] });
    expect((await run("manager", drafts)).rows.map((row) => row.at(-1))).toEqual(["3"]);
    const released = await report({ ...COUNTED, conditions: [{ name: "状态", value: "待供应商确认" }] });
    expect((await run("manager", released)).rows).toEqual([]);
    const january = await report({
      figures: [{ how: "count" }],
      conditions: [{ name: "订单日期", value: "2025-01-01", value_to: "2025-01-31" }],
    });
    expect((await run("manager", january)).rows).toEqual([["1"]]);
    const today = await report({
      figures: [{ how: "count" }],
      conditions: [{ name: "订单日期", value: "今天", value_to: "今天" }],
    });
    expect((await run("manager", today)).rows).toEqual([["2"]]);
  });
});

describe("逐行列出", () => {
  test("列、排序、条件与列表一样，导出的文件与页面一样", async () => {
    const id = await report({
      columns: [{ name: "采购订单号" }, { name: "供应商" }, { name: "含税金额" }],
      sort_by: "含税金额",
      descending: "1",
    });
    const shown = await run("manager", id);
    expect(shown.heads).toEqual(["采购订单号", "供应商", "含税金额", "币种"]);
    expect(shown.rows.map((row) => row[2])).toEqual([grouped(AMOUNT), grouped(AMOUNT), "200.00"]);
    expect(await csv("manager", id)).toHaveLength(4);
    expect(await csv("buyerB", id)).toHaveLength(2);
  });
});

describe("谁看得到什么", () => {
  test("不在可见角色里的人找不到报表，停用的报表只有管理员看得到", async () => {
    const id = await report({ ...COUNTED, audience: [{ role_id: "purchase_manager" }] });
    await refusal(recordFor(await world.as("buyerA"), id), "not_found");
    expect((await recordFor(await world.as("manager"), id)).id).toBe(id);
    const stopped = await report({ ...COUNTED, enabled: "0" });
    await refusal(recordFor(await world.as("manager"), stopped), "not_found");
    expect((await recordFor(await world.as("admin"), stopped)).id).toBe(stopped);
    const mine = await listRecords(await world.as("manager"), REPORT, {
      filters: {},
      toggles: [],
      sort: [],
      page: 1,
      size: 100,
    });
    expect(mine.rows.map((row) => row.id)).not.toContain(stopped);
  });

  test("角色到期后报表也看不到", async () => {
    const id = await report({ ...COUNTED });
    const until = async (day: string | null) => {
      const connection = world.engine.database.connection();
      await sql`update user_role set valid_until = ${day}::date where user_id = ${world.accounts.manager}::uuid`.execute(
        connection,
      );
      await raisePermissionVersion(connection);
    };
    await until("2000-01-01");
    const { rows } = await sql`select 1 from user_role where user_id = ${world.accounts.manager}::uuid`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toHaveLength(1);
    const manager = await world.actor("manager");
    expect(manager.permissions.size ?? 0).toBe(0);
    await until(null);
    expect((await recordFor(await world.as("manager"), id)).id).toBe(id);
  });

  test("供应商打不开报表", async () => {
    const id = await report({ ...COUNTED });
    const refused = await readRecord(await world.as("supplierA"), REPORT, id).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(AppError);
  });

  test("没有权限打开列表的人看到为什么没有结果，也没有导出", async () => {
    const id = await report({ dataset: "system-management/login-log", figures: [{ how: "count" }] });
    const who = await world.as("warehouse");
    expect(mayTakeReport(who, await recordFor(who, id))).toBe(false);
    expect((await run("warehouse", id)).heads).toEqual(["说明"]);
    await refusal(reportFile(who, await recordFor(who, id), "csv"), "forbidden");
  });
});

describe("定时生成", () => {
  const on = () => new AbortController().signal;
  const tasks = async () =>
    (
      await sql<{
        by: string;
        label: string;
        state: string;
        row_count: number;
        file: { id: string; name: string }[] | null;
      }>`
        select u.accountname as by, t.list_label as label, t.state, t.row_count, t.file from export_task t
        join app_user u on u.id = t.created_by order by 1`.execute(world.engine.database.connection())
    ).rows;
  const people = (...names: AccountName[]) => names.map((name) => ({ person_id: world.accounts[name] }));

  test("到时各人一份、各按自己的权限；当天再来一次不多出；无权的人没有", async () => {
    await report({
      ...COUNTED,
      group_by: "供应商",
      schedule: "day",
      receivers: people("manager", "buyerB", "planner"),
    });
    await report({ columns: [{ name: "采购订单号" }], schedule: "day", send_as: "csv", receivers: people("buyerB") });
    await report({ ...COUNTED, schedule: "month", receivers: people("manager") });
    expect(await sendReports(world.engine)).toEqual({ begun: 3, refused: 1 });
    expect((await sendReports(world.engine)).refused).toBe(1);
    expect((await tasks()).map(({ by, state }) => [by, state])).toEqual([
      ["buyerB", "queued"],
      ["buyerB", "queued"],
      ["manager", "queued"],
    ]);
    expect(await makeExports(world.engine, on())).toMatchObject({ done: 3, failed: 0 });
    const made = await tasks();
    expect(made.map(({ by, row_count }) => [by, row_count])).toEqual([
      ["buyerB", 1],
      ["buyerB", 1],
      ["manager", 2],
    ]);
    expect(made.map(({ file }) => file?.[0]?.name.split(".").at(-1)).sort()).toEqual(["csv", "xlsx", "xlsx"]);
    const { rows } = await sql`select 1 from inbox where scenario = 'export.ended'`.execute(
      world.engine.database.connection(),
    );
    expect(rows).toHaveLength(3);
  });

  test("合格供方名录按PDF定时发出：各人一份、按报表的条件；无权看供应商报表的人没有", async () => {
    const db = world.engine.database.connection();
    const nameOf = async (id: string | undefined) =>
      (await sql<{ name: string }>`select name from supplier where id = ${id}`.execute(db)).rows[0]?.name ?? "?";
    await sql`update supplier set region = '名录省' where id = ${world.ids.supplierA}`.execute(db);
    const list = { dataset: "supplier-management/supplier-report", columns: [{ name: "供应商名称" }] };
    const sent = { schedule: "day", send_as: "pdf", receivers: people("manager", "warehouse") };
    await report({ ...list, ...sent, name: "名录", conditions: [{ name: "所在省市", value: "名录省" }] });
    expect((await sendReports(world.engine)).refused).toBe(2);
    expect(await makeExports(world.engine, on())).toMatchObject({ done: 1, failed: 0 });
    const made = (await tasks()).filter(({ label }) => label === "报表：名录");
    expect(made.map(({ by, state, row_count }) => [by, state, row_count])).toEqual([["manager", "done", 1]]);
    const [file] = made[0]?.file ?? [];
    expect(file?.name).toMatch(/^名录_\d{4}-\d\d-\d\d\.pdf$/);
    const pieces: Uint8Array[] = [];
    for await (const piece of (await world.engine.files.store.get(bytesKey(String(file?.id)))) ?? [])
      pieces.push(piece);
    const text = pdfPages(Buffer.concat(pieces)).join("");
    expect(text).toContain("合格供方名录");
    expect(text).toContain(await nameOf(world.ids.supplierA));
    expect(text).not.toContain(await nameOf(world.ids.supplierB));
    const trail = await sql`select 1 from audit_log where label = '导出合格供方名录'`.execute(db);
    expect(trail.rows).toHaveLength(1);
  });

  test("只有有打印版的列表才能发PDF，有统计的不能", async () => {
    expect(await complaints({ columns: [{ name: "采购订单号" }], send_as: "pdf" })).toEqual({
      send_as: "“采购订单”没有打印版，不能发送PDF",
    });
    const dataset = "supplier-management/supplier-report";
    expect(await complaints({ dataset, figures: [{ how: "count" }], send_as: "pdf" })).toEqual({
      send_as: "PDF是列表的打印版，有分组和统计的报表请选择Excel或CSV",
    });
  });

  test("每天、每周一、每月1日", () => {
    expect(dueSchedules("2025-03-11")).toEqual(["day"]);
    expect(dueSchedules("2025-03-10")).toEqual(["day", "week"]);
    expect(dueSchedules("2025-04-01")).toEqual(["day", "month"]);
    expect(dueSchedules("2025-09-01")).toEqual(["day", "week", "month"]);
  });

  test("定时的要有接收人，同一人不重复", async () => {
    expect(await complaints({ ...COUNTED, schedule: "week" })).toEqual({ receivers: "定时生成请添加接收人" });
    const twice = await complaints({ ...COUNTED, schedule: "week", receivers: people("qa", "qa") });
    expect(twice["receivers.1.person_id"]).toBe("第2行的接收人重复");
  });
});

describe("定义里的错误", () => {
  test("不存在的列、不能统计的列、不能筛选的列和值，都说在那一格旁边", async () => {
    const wrong = await complaints({
      columns: [{ name: "没有这列" }],
      group_by: "备注",
      conditions: [{ name: "备注", value: "x" }],
      figures: [{ how: "count" }],
    });
    expect(wrong["columns.0.name"]).toMatch(/^列名“没有这列”不属于数据集“采购订单”，可以选：.*供应商/);
    expect(wrong.group_by).toMatch(/^分组“备注”不属于数据集“采购订单”，可以选：/);
    expect(wrong["conditions.0.name"]).toMatch(/^列名“备注”不属于数据集“采购订单”，可以选：.*状态/);
    expect(await complaints({ figures: [{ how: "sum", name: "供应商" }] })).toEqual({
      "figures.0.name": "“供应商”不是数字，不能统计",
    });
    const value = await complaints({ ...COUNTED, conditions: [{ name: "订单日期", value: "前天" }] });
    expect(value["conditions.0.value"]).toBeTruthy();
  });

  test("表单只列出所选数据集的列：能分组的、能作条件的各列各的；没选数据集时请先选，已填的列名还在", async () => {
    const admin = await world.as("admin");
    const drawn = async (typed: Readonly<Record<string, string>>) => {
      const form = new FormData();
      const all = { _intent: "compute", "_lines.columns": "1", "_lines.conditions": "1", ...typed };
      for (const [name, value] of Object.entries(all)) form.append(name, value);
      const { model } = await submitForm(admin, { screen: REPORT, form, id: null });
      const controls = (model?.sections ?? []).flatMap((section) =>
        section.kind === "lines" ? section.rows.flatMap((row) => row.controls) : section.controls,
      );
      const offered = (name: string) =>
        controls.find((one) => one.name === name && "options" in one)?.options?.map(({ label }) => label) ?? [];
      return { offered, kind: controls.find(({ name }) => name === "group_by")?.kind, model };
    };
    const typed = { "columns.0.name": "工厂编码", "conditions.0.name": "" };
    const { offered, kind } = await drawn({ ...typed, dataset: ORDER });
    expect(kind).toBe("select");
    expect(offered("group_by")).toContain("供应商");
    expect(offered("group_by")).not.toContain("备注");
    expect(offered("sort_by")).toContain("备注");
    expect(offered("conditions.0.name")).toContain("状态");
    expect(offered("conditions.0.name")).not.toContain("备注");
    expect(offered("columns.0.name")).toContain("工厂编码");
    const none = await drawn(typed);
    expect(none.offered("group_by")).toEqual(["先选择数据集"]);
    expect(none.offered("columns.0.name")).toEqual(["先选择数据集", "工厂编码"]);
    expect(JSON.stringify(none.model).length).toBeLessThan(40_000);
  });

  test("没有列也没有统计、有图没有分组、同一列两次", async () => {
    expect(await complaints({})).toEqual({ columns: "请至少选择一列" });
    expect(await complaints({ ...COUNTED, chart: "bar" })).toEqual({ group_by: "画图需要分组" });
    const twice = await complaints({ columns: [{ name: "供应商" }, { name: "供应商" }] });
    expect(twice["columns.1.name"]).toBe("第2行的列重复");
  });
});

async function someOrder(account: AccountName): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from purchase_order
    where created_by = ${world.accounts[account]}::uuid order by number limit 1`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.id ?? "";
}
