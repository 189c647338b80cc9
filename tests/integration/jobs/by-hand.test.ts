import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import { openJobQueue } from "~/data/job-queue.server";
import { createWorker } from "~/engine/jobs/worker.server";
import { readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { silentLog } from "../../support/database";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";
import { JOB, RUN } from "./support";

const world = await openWorld();
const { database } = world.engine;
const queue = await openJobQueue(database, silentLog);
afterAll(async () => {
  await queue.close();
  await world.close();
});
const change = (statement: ReturnType<typeof sql>) => statement.execute(database.connection());
await change(sql`update job set state = 'stopped', next_run_at = null`);
const admin = await world.as("admin");
const entity = world.entity(JOB);
const worker = createWorker({ ...world.engine, log: silentLog }, queue, { worker: "甲", lanes: 5 });

async function jobOf(handler: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from job where handler = ${handler}`.execute(
    database.connection(),
  );
  return rows[0]?.id ?? "";
}
const trigger = (id: string, input: Record<string, unknown> = {}) =>
  applyTransition(admin, { entity, id, name: "trigger", input });
async function round(): Promise<void> {
  await worker.look();
  await worker.settled();
}
async function newestRun(jobId: string) {
  const { rows } = await sql<{ id: string }>`select id from job_run where job_id = ${jobId}
    order by created_at desc, planned_at desc, id desc limit 1`.execute(database.connection());
  return (await readRecord(admin, world.screen(RUN), rows[0]?.id ?? "")).record;
}

const COMPLETENESS = await jobOf("supplier-completeness");
const CLEANING = await jobOf("forget-old-rows");

describe("执行一次的参数", () => {
  test("页面只问这个任务的处理程序认得的参数；没有参数的任务什么也不问", async () => {
    const asked = async (id: string) =>
      (await transitionModel(admin, world.screen(JOB), id, "trigger")).controls.map(({ label }) => label);
    expect(await asked(COMPLETENESS)).toEqual(["供应商"]);
    expect(await asked(CLEANING)).toEqual(["登录日志保留"]);
    expect(await asked(await jobOf("reports"))).toEqual(["补生成", "报表"]);
    expect(await asked(await jobOf("loose-files"))).toEqual([]);
  });

  test("只用于这一次：按参数做，记在这次执行里；下一次照旧", async () => {
    const { rows } = await sql<{ name: string; count: number }>`select
        (select name from supplier where id = ${world.ids.supplierA}) as name,
        (select count(*)::int from supplier where state = 'active') as count`.execute(database.connection());
    const [facts] = rows;
    await trigger(COMPLETENESS, { supplier_completeness_supplier_id: world.ids.supplierA });
    await round();
    const run = await newestRun(COMPLETENESS);
    expect(run).toMatchObject({ state: "success", summary: "核对1家供应商", operator_id: world.accounts.admin });
    const page = JSON.stringify(await recordModel(admin, world.screen(RUN), run.id));
    expect(page).toContain(`供应商：`);
    expect(page).toContain(facts?.name);
    world.clock.advance(60_000);
    await trigger(COMPLETENESS);
    await round();
    const next = await newestRun(COMPLETENESS);
    expect(next.id).not.toBe(run.id);
    expect(next).toMatchObject({ summary: `核对${facts?.count}家供应商`, params: null });
  });

  test("不合规定的值、别的处理程序的参数都被拒绝，什么也没有排队", async () => {
    const short = await refusal(trigger(CLEANING, { forget_old_rows_login_days: "5" }), "invalid");
    expect(short.complaints[0]?.field).toBe("forget_old_rows_login_days");
    expect(short.complaints[0]?.message).toContain("30");
    await refusal(trigger(CLEANING, { supplier_completeness_supplier_id: world.ids.supplierA }), "malformed");
    await refusal(trigger(CLEANING, { anything: "1" }), "malformed");
    const unknown = { supplier_completeness_supplier_id: world.engine.newId() };
    await refusal(trigger(COMPLETENESS, unknown), "invalid");
    const { rows } = await sql`select 1 from job_run where state = 'queued'`.execute(database.connection());
    expect(rows).toEqual([]);
  });

  test("按参数保留的天数清理登录日志，比平常短；参数不改变任务", async () => {
    const at = new Date(world.clock.now().getTime() - 60 * 24 * 60 * 60_000).toISOString();
    await change(sql`insert into login_log (id, created_at, account, event, result, channel, ip)
      select gen_random_uuid(), ${at}::timestamptz, 'manager', 'login', 'ok', 'password', ''`);
    const old = async () =>
      (await sql`select 1 from login_log where created_at = ${at}::timestamptz`.execute(database.connection())).rows
        .length;
    await trigger(CLEANING);
    await round();
    expect(await old()).toBe(1);
    world.clock.advance(60_000);
    await trigger(CLEANING, { forget_old_rows_login_days: "30" });
    await round();
    expect(await old()).toBe(0);
    expect((await newestRun(CLEANING)).params).toEqual([
      { name: "login_days", label: "登录日志保留", value: 30, text: "30天" },
    ]);
  });

  test("已有一次在排队时不能再执行，参数不会悄悄丢掉", async () => {
    await trigger(CLEANING);
    const refused = await refusal(trigger(CLEANING, { forget_old_rows_login_days: "40" }), "invalid");
    expect(refused.message).toBe("该任务已有一次在排队，请等它开始后再试");
    await round();
    expect((await newestRun(CLEANING)).params).toBeNull();
  });

  test("失败后的重试用同样的参数；程序更新后不再认得的参数说明原因，不当作没有", async () => {
    await change(sql`update job set retry = 1 where id = ${CLEANING}`);
    world.clock.advance(60_000);
    await trigger(CLEANING, { forget_old_rows_login_days: "90" });
    await change(sql`update job_run set params = '[{"name":"gone","label":"旧参数","value":"1","text":"1"}]'
      where job_id = ${CLEANING} and state = 'queued'`);
    await round();
    world.clock.advance(1_000);
    const waiting = await newestRun(CLEANING);
    expect(waiting).toMatchObject({ state: "queued", trigger_type: "retry", params: [{ name: "gone", text: "1" }] });
    world.clock.advance(120_000);
    await round();
    expect(await newestRun(CLEANING)).toMatchObject({
      state: "failed",
      summary: "程序已更新，不再接受这次执行的参数",
    });
  });
});
