import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { makeExports } from "~/engine/exports/worker.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord } from "~/engine/operations/save.server";
import { reportFile } from "~/engine/report/run.server";
import { sendReports, takeReport } from "~/engine/report/send.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import type { AccountName } from "../../support/company";
import { runHourlyPurge } from "../../support/every-job";
import { ORDER, order, refusal } from "../../support/orders";
import { rowsOf, setParameter } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const change = (statement: ReturnType<typeof sql>) => statement.execute(database.connection());
const REPORT = world.screen("system-management/report-definition");
const RUN = world.screen("system-management/report-run");
let serial = 0;
await order(world, await world.as("buyerA"));
await order(world, await world.as("buyerA"));

beforeEach(async () => {
  await change(sql`delete from report_run`);
  await change(sql`update report_definition set enabled = false`);
  world.clock.advance(60_000);
});

async function report(values: Readonly<Record<string, unknown>>): Promise<string> {
  serial += 1;
  const audience = ["buyer", "purchase_manager", "warehouse"].map((role_id) => ({ role_id }));
  const basis = { code: `R-${serial}`, name: `报表${serial}`, dataset: ORDER, chart: "none", enabled: "1", audience };
  return (await createRecord(await world.as("admin"), { screen: REPORT, values: { ...basis, ...values } })).id;
}
async function take(account: AccountName, id: string) {
  const who = await world.as(account);
  const { body } = await reportFile(who, (await readRecord(who, REPORT, id)).record, "csv");
  return body;
}
const whole = async (account: AccountName, id: string) => new Response(await take(account, id)).text();
const runs = async (context: Context) =>
  (await listRecords(context, RUN, { filters: {}, toggles: [], sort: ["-started_at"], page: 1, size: 50 })).rows;
const notified = async (context: Context) =>
  Promise.all((await runs(context)).map(async ({ id }) => (await readRecord(context, RUN, id)).record));

const LISTED = { columns: [{ name: "采购订单号" }], conditions: [{ name: "订单日期", value: "2025-01-01" }] };
const COUNTED = { figures: [{ how: "count" }], group_by: "供应商" };

describe("手动导出", () => {
  test("谁、何时、什么条件、多少行；逐行的和统计的都记，只打开页面不记", async () => {
    const [listed, counted] = [await report(LISTED), await report(COUNTED)];
    await recordModel(await world.as("manager"), REPORT, listed);
    expect(await notified(await world.as("admin"))).toEqual([]);
    const lines = (await whole("manager", listed)).trimEnd().split("\r\n");
    expect(lines).toHaveLength(3);
    world.clock.advance(1_000);
    await whole("buyerA", counted);
    const [second, first] = await notified(await world.as("admin"));
    expect(first).toMatchObject({
      report_id: listed,
      user_id: world.accounts.manager,
      run_by: "manual",
      format: "csv",
      status: "done",
      row_count: 2,
      message: null,
    });
    expect(String(first?.conditions)).toMatch(/^订单日期：2025-01-01/);
    expect(second).toMatchObject({ report_id: counted, user_id: world.accounts.buyerA, status: "done", row_count: 1 });
  });

  test("下载中断的说没有取完；没有人读的什么也不记", async () => {
    const id = await report(LISTED);
    await take("manager", id);
    expect(await notified(await world.as("admin"))).toEqual([]);
    const body = await take("manager", id);
    if (body instanceof Uint8Array) throw new Error("a list is streamed");
    const reader = body.getReader();
    // The heading, then the first rows.
    await reader.read();
    await reader.read();
    expect(await notified(await world.as("admin"))).toMatchObject([
      { status: "running", row_count: null, ended_at: null },
    ]);
    await reader.cancel();
    expect(await notified(await world.as("admin"))).toMatchObject([
      { status: "failed", message: "下载中断，没有取完" },
    ]);
  });

  test("行数多得不该等的放进本人的导出中心，运行记录随它走；同一份正在生成时不再来一份", async () => {
    const id = await report(LISTED);
    await setParameter(world, "export.backgroundRows", "1");
    const manager = await world.as("manager");
    const { record } = await readRecord(manager, REPORT, id);
    const taken = await takeReport(manager, record, "csv");
    expect("task" in taken && taken.task.number).toMatch(/^DC/);
    const again = await refusal(takeReport(manager, record, "csv"), "wrong_state");
    expect(again.message).toBe("相同的导出任务正在执行，请到导出中心查看");
    expect(await notified(manager)).toMatchObject([{ status: "queued", run_by: "manual", format: "csv" }]);
    await makeExports(world.engine, new AbortController().signal);
    expect(await notified(manager)).toMatchObject([{ status: "done", row_count: 2, user_id: world.accounts.manager }]);
    await setParameter(world, "export.backgroundRows", "20000");
    expect(await takeReport(manager, record, "csv")).toHaveProperty("file");
  });

  test("没有导出的写明为什么", async () => {
    const id = await report({ ...COUNTED, dataset: "system-management/login-log", group_by: null });
    await refusal(take("warehouse", id), "forbidden");
    const [run] = await notified(await world.as("warehouse"));
    expect(run).toMatchObject({ status: "failed", row_count: null, run_by: "manual" });
    expect(String(run?.message).length).toBeGreaterThan(3);
  });

  test("发送途中进程没有了：一天后记为中断；一年后清除", async () => {
    const id = await report(LISTED);
    const body = await take("manager", id);
    if (body instanceof Uint8Array) throw new Error("a list is streamed");
    const reader = body.getReader();
    // The heading, then the first rows.
    await reader.read();
    await reader.read();
    world.clock.advance(25 * 60 * 60_000);
    await runHourlyPurge(world.engine);
    expect(await notified(await world.as("admin"))).toMatchObject([{ status: "failed", message: "生成时中断" }]);
    await reader.cancel();
    world.clock.advance(366 * 24 * 60 * 60_000);
    await runHourlyPurge(world.engine);
    expect(await rowsOf(world, "report_run", "id")).toEqual([]);
  });
});

describe("定时生成", () => {
  test("每个接收人一条，随导出中心的任务走；没有权限的写明原因；同一天再来不多出任务", async () => {
    const people = (["manager", "buyerB", "planner"] as const).map((name) => ({ person_id: world.accounts[name] }));
    const id = await report({ ...LISTED, schedule: "day", receivers: people });
    await sendReports(world.engine);
    const admin = await world.as("admin");
    const states = async () =>
      Object.fromEntries(
        (await notified(admin)).map((run) => [String(run.user_id), [run.status, run.row_count, run.run_by]]),
      );
    expect(await states()).toEqual({
      [world.accounts.manager]: ["queued", null, "schedule"],
      [world.accounts.buyerB]: ["queued", null, "schedule"],
      [world.accounts.planner]: ["failed", null, "schedule"],
    });
    expect((await notified(await world.as("planner"))).map(({ message }) => message)).toEqual([expect.any(String)]);
    await makeExports(world.engine, new AbortController().signal);
    expect(await states()).toMatchObject({
      [world.accounts.manager]: ["done", 2, "schedule"],
      [world.accounts.buyerB]: ["done", 0, "schedule"],
    });
    await sendReports(world.engine);
    expect((await notified(admin)).filter(({ status }) => status === "done")).toHaveLength(2);
    const manager = await world.as("manager");
    const [own] = await runs(manager);
    const links = await world.engine.registry.server(RUN.entity.key).rowLinks?.(manager, [own?.id ?? ""]);
    const task = String((await notified(manager))[0]?.task_id);
    expect([...(links?.values() ?? [])]).toEqual([
      [{ label: "取文件", href: `/system-management/export-center/${task}` }],
    ]);
    expect(await world.engine.registry.server(RUN.entity.key).rowLinks?.(admin, [own?.id ?? ""])).toEqual(new Map());
    expect((await notified(manager))[0]?.report_id).toBe(id);
  });

  test("补生成：停机那天该有的每日报表补一份，今天已有的不再来", async () => {
    const id = await report({ ...COUNTED, schedule: "day", receivers: [{ person_id: world.accounts.manager }] });
    const other = await report({ ...COUNTED, schedule: "day", receivers: [{ person_id: world.accounts.manager }] });
    expect(await sendReports(world.engine, () => true, { day: "2025-03-01", report: id })).toEqual({
      begun: 1,
      refused: 0,
    });
    expect((await notified(await world.as("admin"))).map(({ report_id }) => report_id)).toEqual([id]);
    expect(await sendReports(world.engine)).toEqual({ begun: 2, refused: 0 });
    const all = (await notified(await world.as("admin"))).map(({ report_id }) => report_id);
    expect(all.filter((one) => one === id)).toHaveLength(2);
    expect(all.filter((one) => one === other)).toHaveLength(1);
  });
});

describe("谁看得到", () => {
  test("自己的；管理员和审计员看全部；别人的打不开，供应商什么也看不到", async () => {
    const id = await report(COUNTED);
    await whole("manager", id);
    await whole("buyerA", id);
    expect(await runs(await world.as("manager"))).toHaveLength(1);
    expect(await runs(await world.as("admin"))).toHaveLength(2);
    const [foreign] = await runs(await world.as("buyerA"));
    await refusal(readRecord(await world.as("manager"), RUN, foreign?.id ?? ""), "not_found");
    await refusal(runs(await world.as("supplierA")), "forbidden");
    const count = (userId: string) =>
      database.transaction({ role: "staff", userId }, async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from report_run_entry`.execute(
          database.connection(),
        );
        return rows[0]?.count;
      });
    expect([await count(world.accounts.manager), await count(world.accounts.admin)]).toEqual([1, 2]);
  });

  test("报表页上有自己的运行记录，列表上有可见角色和上次运行；删了报表，记录还在", async () => {
    const id = await report(COUNTED);
    await whole("manager", id);
    const page = JSON.stringify(await recordModel(await world.as("manager"), REPORT, id));
    expect(page).toContain("运行记录");
    const list = JSON.stringify(await listModel(await world.as("admin"), REPORT, new URLSearchParams()));
    expect(list).toContain("采购员、采购经理、仓管员");
    expect(list).toContain("上次运行");
    await change(sql`delete from report_definition_audience where root_id = ${id}`);
    await change(sql`delete from report_definition_figures where root_id = ${id}`);
    await change(sql`delete from report_definition where id = ${id}`);
    expect(await notified(await world.as("admin"))).toMatchObject([{ report_id: null, report_name: `报表${serial}` }]);
  });
});
