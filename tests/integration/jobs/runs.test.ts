import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { beginRun } from "~/data/jobs.server";
import { queueRun, seedJobs } from "~/engine/jobs/runs.server";
import { listRecords } from "~/engine/operations/list.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { knownLimit } from "~/engine/parameters.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { registry } from "~/modules/registry.server";
import { setParameter } from "../../support/sign-in";
import { openWorld } from "../../support/world";
import { AWAITED, gate, JOB, type Jobs, MINUTE, openJobs, RUN } from "./support";

const world = await openWorld();
const { engine, clock } = world;
let jobs: Jobs;
beforeAll(async () => {
  jobs = await openJobs(world);
});
afterEach(async () => {
  await sql`update job set state = 'stopped', next_run_at = null`.execute(engine.database.connection());
  await sql`delete from inbox`.execute(engine.database.connection());
});
afterAll(async () => {
  await jobs.queue.close();
  await world.close();
});

/** Goes on to the moment at which the job runs next. */
const reach = async (id: string) => {
  clock.advance(Date.parse(String((await jobs.row(id)).next_run_at)) - clock.now().getTime());
};
const states = async (id: string) => (await jobs.runs(id)).map(({ state }) => state);
const iso = (text: unknown) => new Date(String(text)).toISOString();

test("到点执行一次：有结果、日志和下次时间，按别的进程改过的参数判断；同一时刻再看不会重来", async () => {
  jobs.does(async ({ say, context }) => {
    say("处理了两张单据");
    return `完成，身份为${context.actor.name}，${knownLimit(context.services, "suggestion.mostADay")}`;
  });
  const id = await jobs.job();
  const worker = jobs.worker();
  await jobs.round(worker);
  expect(await jobs.runs(id)).toEqual([]);
  const planned = iso((await jobs.row(id)).next_run_at);
  await reach(id);
  // The jobs of these tests remember for themselves, as another process does.
  await setParameter(world, "suggestion.mostADay", "17");
  await jobs.round(worker);
  await jobs.round(worker);
  const [run, ...others] = await jobs.runs(id);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ state: "success", trigger: "schedule", attempt: 1, worker: "甲" });
  expect(iso(run?.planned)).toBe(planned);
  expect(run?.summary).toMatch(/^完成，身份为系统（任务：任务\d+），17$/);
  expect(run?.output).toMatch(/^\d\d:\d\d:\d\d 处理了两张单据$/);
  const row = await jobs.row(id);
  expect(row).toMatchObject({ last_result: "success", fail_streak: 0, version: 2 });
  expect(Date.parse(String(row.next_run_at)) - Date.parse(planned)).toBe(5 * MINUTE);
});

test("几个进程同时看，每一次只执行一次", async () => {
  let done = 0;
  jobs.does(async () => {
    done += 1;
    return undefined;
  });
  const ids = [];
  for (let count = 0; count < 4; count += 1) ids.push(await jobs.job());
  await sql`update job_group set max_parallel = 20`.execute(engine.database.connection());
  const workers = ["甲", "乙", "丙"].map((name) => jobs.worker(name));
  for (let turn = 0; turn < 3; turn += 1) {
    await reach(ids[0] ?? "");
    await Promise.all(workers.map((worker) => jobs.round(worker)));
    await Promise.all(workers.map((worker) => jobs.round(worker)));
  }
  expect(done).toBe(12);
  for (const id of ids) expect(await states(id)).toEqual(["success", "success", "success"]);
  await sql`update job_group set max_parallel = 2`.execute(engine.database.connection());
});

test("出错：记为失败，不泄露错误内容；重试用完后通知负责人，没有负责人时通知系统管理员", async () => {
  jobs.does(async () => {
    throw new TypeError("password=secret");
  });
  const id = await jobs.job({ retry: "1" });
  const worker = jobs.worker();
  await reach(id);
  await jobs.round(worker);
  const notified = async () =>
    (
      await sql<{ user_id: string; title: string }>`select user_id, title from inbox`.execute(
        engine.database.connection(),
      )
    ).rows;
  expect((await jobs.runs(id)).map(({ state, trigger }) => [state, trigger])).toEqual([
    ["failed", "schedule"],
    ["queued", "retry"],
  ]);
  expect(await notified()).toEqual([]);
  clock.advance(MINUTE);
  await jobs.round(worker);
  const runs = await jobs.runs(id);
  expect(runs.map(({ state, attempt }) => [state, attempt])).toEqual([
    ["failed", 1],
    ["failed", 2],
  ]);
  expect(JSON.stringify(runs)).not.toContain("secret");
  expect(runs[1]?.summary).toBe("处理程序出错（TypeError），详情见系统运行日志");
  expect(await notified()).toEqual([
    { user_id: world.accounts.admin, title: expect.stringMatching(/^任务「任务\d+」失败$/) },
  ]);
  await sql`update job_group set owner_id = ${world.accounts.planner}`.execute(engine.database.connection());
  await sql`update job set retry = 0 where id = ${id}`.execute(engine.database.connection());
  await sql`delete from inbox`.execute(engine.database.connection());
  await reach(id);
  await jobs.round(worker);
  expect((await notified()).map((one) => one.user_id)).toEqual([world.accounts.planner]);
  await sql`update job_group set owner_id = null`.execute(engine.database.connection());
});

test("连续失败10次，任务自动停止，操作日志写明原因", async () => {
  jobs.does(async () => {
    throw new Error("x");
  });
  const id = await jobs.job();
  const worker = jobs.worker();
  for (let turn = 0; turn < 10; turn += 1) {
    await reach(id);
    await jobs.round(worker);
  }
  expect(await states(id)).toHaveLength(10);
  expect(await jobs.row(id)).toMatchObject({ state: "stopped", next_run_at: null, fail_streak: 10 });
  const { rows } = await sql<{ operation: string; summary: string }>`select operation, summary from job_operation
    where job_id = ${id} and kind = 'op' order by at desc, id desc limit 1`.execute(engine.database.connection());
  expect(rows).toEqual([{ operation: "stop", summary: "连续失败10次，自动停止" }]);
  await jobs.transition(id, "start");
  expect(await jobs.row(id)).toMatchObject({ state: "running", fail_streak: 0 });
});

test("没有响应的处理程序：超时后不再等待，记为超时，下一次照常执行", async () => {
  const hang = gate();
  jobs.does(async () => {
    await hang.passed;
    return undefined;
  });
  const id = await jobs.job({ timeout_s: "1" });
  const worker = jobs.worker("甲", { giveUpMs: 20 });
  await reach(id);
  await jobs.round(worker);
  expect(await jobs.runs(id)).toMatchObject([{ state: "timed_out", summary: "超过允许的时间，已终止" }]);
  hang.open();
  jobs.does(async () => "正常");
  await reach(id);
  await jobs.round(worker);
  expect(await states(id)).toEqual(["timed_out", "success"]);
});

test("人工终止：处理程序在下一个安全点停下，任务继续按时执行", async () => {
  const begun = gate();
  jobs.does(async ({ signal }) => {
    begun.open();
    await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return "已处理3条";
  });
  const id = await jobs.job();
  const worker = jobs.worker("甲", { beatMs: 20 });
  await reach(id);
  await worker.look();
  await begun.passed;
  await jobs.transition(id, "kill", "占用太久");
  await worker.settled();
  expect(await jobs.runs(id)).toMatchObject([{ state: "stopped", summary: "已处理3条" }]);
  expect(await jobs.row(id)).toMatchObject({ last_result: "stopped", fail_streak: 0, state: "running" });
});

test("排队中的可以取消，取消后不再开始", async () => {
  let done = 0;
  jobs.does(async () => {
    done += 1;
    return undefined;
  });
  const id = await jobs.job({ schedule_type: "none", schedule_conf: null });
  await jobs.transition(id, "trigger");
  await expect(jobs.transition(id, "trigger")).rejects.toMatchObject({ error: "invalid" });
  const [run] = await jobs.runs(id);
  await applyTransition(await world.as("admin"), { entity: world.entity(RUN), id: run?.id ?? "", name: "cancel" });
  await jobs.round(jobs.worker());
  expect(done).toBe(0);
  expect(await jobs.runs(id)).toMatchObject([{ state: "stopped", trigger: "manual" }]);
});

test.each([
  ["discard", ["running", "skipped"], ["success", "skipped"]],
  ["serial", ["running", "queued"], ["success", "success"]],
  ["cover", ["running", "queued"], ["stopped", "success"]],
])("上一次没有结束时按阻塞策略：%s", async (overlap, during, after) => {
  let isFirst = true;
  const [begun, free] = [gate(), gate()];
  jobs.does(async ({ signal }) => {
    if (!isFirst) return undefined;
    isFirst = false;
    begun.open();
    await Promise.race([free.passed, new Promise((resolve) => signal.addEventListener("abort", resolve))]);
    return undefined;
  });
  const id = await jobs.job({ overlap });
  const worker = jobs.worker("甲", { beatMs: 20, leaseMs: 24 * 60 * MINUTE });
  await reach(id);
  await worker.look();
  await begun.passed;
  await reach(id);
  await worker.look();
  if (overlap !== "cover") expect(await states(id)).toEqual(during);
  if (overlap !== "cover") free.open();
  await worker.settled();
  await jobs.round(worker);
  expect(await states(id)).toEqual(after);
});

test.each([
  ["skip", ["skipped"], "错过了执行时间，按过期策略跳过"],
  ["once", ["success"], "补上了"],
])("停机期间错过多次，按过期策略：%s", async (misfire, expected, summary) => {
  jobs.does(async () => "补上了");
  const id = await jobs.job({ misfire });
  clock.advance(3 * 60 * MINUTE + 2 * MINUTE);
  await jobs.round(jobs.worker());
  await jobs.round(jobs.worker());
  const runs = await jobs.runs(id);
  expect(runs.map(({ state }) => state)).toEqual(expected);
  expect(runs[0]?.summary).toBe(summary);
  expect(Date.parse(String((await jobs.row(id)).next_run_at))).toBeGreaterThan(clock.now().getTime());
});

test("进程中途死掉：到期后记为中断并通知，下一次照常执行；死者后来说的不算", async () => {
  jobs.does(async () => "活着");
  const id = await jobs.job({ schedule_conf: "30 3 * * *" });
  await queueRun(world.system(), { jobId: id, trigger: "manual" });
  const [run] = await jobs.runs(id);
  const now = clock.now();
  const leaseUntil = new Date(now.getTime() + MINUTE).toISOString();
  const begin = { id: run?.id ?? "", worker: "死者", now: now.toISOString(), leaseUntil };
  expect(await beginRun(engine.database.connection(), begin)).toMatchObject({ jobId: id });
  const worker = jobs.worker("生者");
  await jobs.round(worker);
  expect(await states(id)).toEqual(["running"]);
  clock.advance(2 * MINUTE);
  await jobs.round(worker);
  expect(await jobs.runs(id)).toMatchObject([{ state: "interrupted", worker: "死者" }]);
  expect(await jobs.row(id)).toMatchObject({ last_result: "interrupted", fail_streak: 1 });
  expect(await beginRun(engine.database.connection(), begin)).toBeNull();
  await reach(id);
  await jobs.round(worker);
  expect(await states(id)).toEqual(["interrupted", "success"]);
});

test("系统停止：没有做完的记为中断，不会一直显示执行中", async () => {
  const begun = gate();
  jobs.does(async () => {
    begun.open();
    return new Promise(() => undefined);
  });
  const id = await jobs.job();
  const worker = jobs.worker("甲", { giveUpMs: 20 });
  await reach(id);
  await worker.look();
  await begun.passed;
  await worker.close();
  expect(await jobs.runs(id)).toMatchObject([{ state: "interrupted", summary: "系统停止时中断" }]);
});

test("消息丢失（如恢复了备份）：十分钟后重新交付", async () => {
  jobs.does(async () => "做了");
  const id = await jobs.job({ schedule_type: "none", schedule_conf: null });
  await queueRun(world.system(), { jobId: id, trigger: "manual" });
  await sql`update job_run set handed_at = ${clock.now().toISOString()} where job_id = ${id}`.execute(
    engine.database.connection(),
  );
  const worker = jobs.worker();
  await jobs.round(worker);
  expect(await states(id)).toEqual(["queued"]);
  clock.advance(11 * MINUTE);
  await jobs.round(worker);
  await jobs.round(worker);
  expect(await states(id)).toEqual(["success"]);
});

test("时钟被调回：不会等到原来的时间，也不会重复执行已执行的那一次", async () => {
  jobs.does(async () => undefined);
  const id = await jobs.job();
  const worker = jobs.worker();
  await reach(id);
  await jobs.round(worker);
  clock.advance(2 * 24 * 60 * MINUTE);
  await jobs.round(worker);
  const far = (await jobs.runs(id)).length;
  clock.advance(-2 * 24 * 60 * MINUTE);
  await jobs.round(worker);
  expect(await jobs.runs(id)).toHaveLength(far);
  const next = Date.parse(String((await jobs.row(id)).next_run_at));
  expect(next - clock.now().getTime()).toBeLessThanOrEqual(5 * MINUTE);
  await reach(id);
  await jobs.round(worker);
  expect(await jobs.runs(id)).toHaveLength(far + 1);
});

test("分组：超出最大并发的排队，停机窗口内只执行手动的，停用后不执行", async () => {
  const free = gate();
  jobs.does(async () => {
    await free.passed;
    return undefined;
  });
  const set = (values: string) =>
    sql`update job_group set ${sql.raw(values)} where id = ${world.ids.jobGroup}`.execute(engine.database.connection());
  const ids = [await jobs.job(), await jobs.job(), await jobs.job()];
  const worker = jobs.worker();
  await reach(ids[0] ?? "");
  await worker.look();
  const all = async () => (await Promise.all(ids.map(states))).flat().sort();
  expect(await all()).toEqual(["queued", "running", "running"]);
  free.open();
  await worker.settled();
  await jobs.round(worker);
  expect(await all()).toEqual(["success", "success", "success"]);

  await set("pause_from = '00:00', pause_to = '23:59'");
  await reach(ids[0] ?? "");
  await jobs.round(worker);
  expect((await all()).filter((state) => state === "queued")).toHaveLength(3);
  const byHand = await jobs.job({ schedule_type: "none", schedule_conf: null });
  await jobs.transition(byHand, "trigger");
  await jobs.round(worker);
  expect(await states(byHand)).toEqual(["success"]);
  await set("pause_from = null, pause_to = null");
  await jobs.round(worker);
  await jobs.round(worker);
  expect((await all()).filter((state) => state === "success")).toHaveLength(6);

  await set("enabled = false");
  clock.advance(60 * MINUTE);
  await jobs.round(worker);
  expect(await all()).toHaveLength(6);
  await set("enabled = true");
});

/** The order in which runs begin, by the jobs they are of. */
function orderOfRuns() {
  const order: string[] = [];
  jobs.does(async ({ context }) => {
    order.push(context.actor.name);
    return undefined;
  });
  return async (ids: readonly string[]) => {
    const names = new Map<string, number>();
    for (const [position, id] of ids.entries())
      names.set(`系统（任务：${String((await jobs.row(id)).name)}）`, position);
    return order.map((name) => names.get(name));
  };
}
const planFor = (id: string, minutesAgo: number) =>
  sql`update job set next_run_at = ${new Date(clock.now().getTime() - minutesAgo * MINUTE).toISOString()} where id = ${id}`.execute(
    engine.database.connection(),
  );
const byHand = { schedule_type: "none", schedule_conf: null };
const madeUp = { misfire: "once" };

test("先执行人工触发的，其余按计划时间从早到晚，与任务建立的先后无关", async () => {
  const order = orderOfRuns();
  await sql`update job_group set max_parallel = 1`.execute(engine.database.connection());
  const ids = [await jobs.job(madeUp), await jobs.job(madeUp), await jobs.job(madeUp), await jobs.job(byHand)];
  await planFor(ids[0] ?? "", 10);
  await planFor(ids[1] ?? "", 30);
  await planFor(ids[2] ?? "", 20);
  await jobs.transition(ids[3] ?? "", "trigger");
  const worker = jobs.worker("甲", { lanes: 1 });
  for (let turn = 0; turn < 4; turn += 1) await jobs.round(worker);
  expect(await order(ids)).toEqual([3, 1, 2, 0]);
  await sql`update job_group set max_parallel = 2`.execute(engine.database.connection());
});

test("例行任务占满进程和分组时，人工触发的和有人等着的照样马上开始", async () => {
  const free = gate();
  await sql`update job_group set max_parallel = 1`.execute(engine.database.connection());
  const [busy, other, wanted] = [await jobs.job(), await jobs.job(), await jobs.job(byHand)];
  jobs.does(async ({ context }) => {
    const isBusy = context.actor.name.includes(String(busyName));
    if (isBusy) await free.passed;
    return undefined;
  });
  const busyName = (await jobs.row(busy)).name;
  await planFor(busy, 0);
  const worker = jobs.worker("甲", { lanes: 1 });
  await worker.look();
  await planFor(other, 0);
  await jobs.transition(wanted, "trigger");
  await worker.look();
  await expect.poll(() => states(wanted)).toEqual(["success"]);
  expect([await states(busy), await states(other)]).toEqual([["running"], ["queued"]]);
  // The same for work that is awaited, whoever began it.
  const scheduled = await jobs.job({ handler: AWAITED });
  await planFor(scheduled, 0);
  await worker.look();
  await expect.poll(() => states(scheduled)).toEqual(["success"]);
  free.open();
  await worker.settled();
  await jobs.round(worker);
  await sql`update job_group set max_parallel = 2`.execute(engine.database.connection());
});

test("错过的例行任务一次补一个；补得久的不挡住别的", async () => {
  const free = gate();
  jobs.does(async () => {
    await free.passed;
    return undefined;
  });
  const ids = [await jobs.job(madeUp), await jobs.job(madeUp), await jobs.job(madeUp)];
  for (const id of ids) await planFor(id, 30);
  const worker = jobs.worker();
  const all = async () => (await Promise.all(ids.map(states))).flat().sort();
  await worker.look();
  await worker.look();
  expect(await all()).toEqual(["queued", "queued", "running"]);
  clock.advance(3_000);
  await worker.look();
  expect(await all()).toEqual(["queued", "running", "running"]);
  free.open();
  await worker.settled();
  await jobs.round(worker);
  expect(await all()).toEqual(["success", "success", "success"]);
});

test("一次执行结束就让出位置，接着的马上开始，不等下一次查看", async () => {
  const ids = [
    await jobs.job(madeUp),
    await jobs.job(madeUp),
    await jobs.job(madeUp),
    await jobs.job(madeUp),
    await jobs.job(madeUp),
  ];
  for (const id of ids) await planFor(id, 30);
  await sql`update job_group set max_parallel = 1`.execute(engine.database.connection());
  jobs.does(async () => undefined);
  const stop = jobs.start();
  await expect
    .poll(async () => (await Promise.all(ids.map(states))).flat())
    .toEqual(["success", "success", "success", "success", "success"]);
  await stop();
  await sql`update job_group set max_parallel = 2`.execute(engine.database.connection());
});

test("处理程序已不在程序中：失败并说明，不影响别的任务", async () => {
  const id = await jobs.job();
  await sql`update job set handler = 'gone' where id = ${id}`.execute(engine.database.connection());
  await reach(id);
  await jobs.round(jobs.worker());
  expect(await jobs.runs(id)).toMatchObject([{ state: "failed", summary: "处理程序“gone”不存在" }]);
});

test("改调度：校验中文提示，合格的从下一周期起生效", async () => {
  const id = await jobs.job();
  const save = async (values: Record<string, unknown>) => {
    const { version } = await jobs.row(id);
    return updateRecordBy(await world.as("admin"), { screen: world.screen(JOB), id, version: Number(version), values });
  };
  await expect(save({ schedule_conf: "0 0 31 2 *" })).rejects.toMatchObject({
    complaints: [{ field: "schedule_conf", message: "该表达式没有下一次执行时间" }],
  });
  await save({ schedule_conf: "30 8 * * *", time_zone: "UTC" });
  expect(iso((await jobs.row(id)).next_run_at)).toMatch(/T08:30:00/);
  await save({ schedule_type: "fix_rate", schedule_conf: "90" });
  expect(Date.parse(String((await jobs.row(id)).next_run_at)) - clock.now().getTime()).toBe(90_000);
});

test("随系统提供的任务每个处理程序一个；再次启动不增加，也不改动已调整的", async () => {
  const rows = async () =>
    (
      await sql<{ handler: string }>`select handler, schedule_conf from job where built_in order by handler`.execute(
        engine.database.connection(),
      )
    ).rows;
  await sql`update job set schedule_conf = '1 1 * * *' where built_in and handler = 'loose-files'`.execute(
    engine.database.connection(),
  );
  const before = await rows();
  expect(before.map(({ handler }) => handler)).toEqual(registry.jobs.map(({ key }) => key).sort());
  await seedJobs(engine);
  expect(await rows()).toEqual(before);
});

const CLEARING = "system-management/job-log-clearing";
const LOG = "system-management/job-operation-log";
const mails = async () =>
  (
    await sql<{ recipient: string; subject: string }>`select recipient, subject from mail_outbox
      where user_id is null order by subject, recipient`.execute(engine.database.connection())
  ).rows.map(({ recipient, subject }) => [recipient, subject]);

test("子任务：成功后接着执行，失败不执行；成环或指向自己的存不下来", async () => {
  const parent = await jobs.job();
  const child = await jobs.job({ schedule_type: "none", schedule_conf: null });
  const grandchild = await jobs.job({ schedule_type: "none", schedule_conf: null });
  const admin = await world.as("admin");
  const follow = async (id: string, ...ids: string[]) => {
    const version = Number((await jobs.row(id)).version);
    const values = { children: ids.map((job_id) => ({ job_id })) };
    return updateRecordBy(admin, { screen: world.screen(JOB), id, version, values });
  };
  await follow(parent, child);
  await follow(child, grandchild);
  const name = async (id: string) => String((await jobs.row(id)).name);
  const [one, two, three] = [await name(parent), await name(child), await name(grandchild)];
  await expect(follow(grandchild, parent)).rejects.toMatchObject({
    complaints: [{ field: "children", message: `子任务设置有误（${three} → ${one} → ${two} → ${three}）` }],
  });
  await expect(follow(child, child)).rejects.toMatchObject({
    complaints: [{ message: `子任务设置有误（${two} → ${two}）` }],
  });
  const worker = jobs.worker();
  jobs.does(async () => {
    throw new Error("x");
  });
  await reach(parent);
  await jobs.round(worker);
  await jobs.round(worker);
  expect(await states(child)).toEqual([]);
  jobs.does(async () => undefined);
  await reach(parent);
  for (let turn = 0; turn < 3; turn += 1) await jobs.round(worker);
  expect((await jobs.runs(child)).map(({ state, trigger }) => [state, trigger])).toEqual([["success", "child"]]);
  expect((await jobs.runs(grandchild)).map(({ state, trigger }) => [state, trigger])).toEqual([["success", "child"]]);
});

test("报警邮箱：失败、被系统停止、错过执行时间都发信给任务和分组的地址；写错的地址存不下来", async () => {
  const admin = await world.as("admin");
  await expect(jobs.job({ alarm_emails: "a@example.com，b@" })).rejects.toMatchObject({
    complaints: [{ field: "alarm_emails", message: "报警邮箱“b@”不是有效的邮箱" }],
  });
  const id = await jobs.job({ alarm_emails: "ops@example.com" });
  await sql`update job_group set alarm_emails = 'duty@example.com' where id = ${world.ids.jobGroup}`.execute(
    engine.database.connection(),
  );
  await sql`delete from mail_outbox`.execute(engine.database.connection());
  jobs.does(async () => {
    throw new Error("x");
  });
  const name = String((await jobs.row(id)).name);
  const worker = jobs.worker();
  await reach(id);
  await jobs.round(worker);
  expect(await mails()).toEqual([
    ["duty@example.com", `任务「${name}」失败`],
    ["ops@example.com", `任务「${name}」失败`],
  ]);
  await sql`update job set fail_streak = 9 where id = ${id}`.execute(engine.database.connection());
  await reach(id);
  await jobs.round(worker);
  expect((await jobs.row(id)).state).toBe("stopped");
  expect(await mails()).toContainEqual(["ops@example.com", `任务「${name}」已被系统停止`]);
  const notified = async (start: string) =>
    (
      await sql<{ user_id: string }>`select user_id from inbox where starts_with(title, ${start})`.execute(
        engine.database.connection(),
      )
    ).rows.map(({ user_id }) => user_id);
  expect(await notified(`任务「${name}」已被系统停止`)).toEqual([admin.actor.id]);
  jobs.does(async () => undefined);
  await jobs.transition(id, "start");
  const other = await jobs.job();
  await reach(other);
  clock.advance(30 * MINUTE);
  await sql`delete from mail_outbox`.execute(engine.database.connection());
  await jobs.round(worker);
  // One message about everything that was missed.
  expect(await notified("2个定时任务错过了执行时间")).toEqual([admin.actor.id]);
  expect(await mails()).toEqual([
    ["ops@example.com", "1个定时任务错过了执行时间"],
    ["duty@example.com", "2个定时任务错过了执行时间"],
  ]);
  await sql`update job_group set alarm_emails = null`.execute(engine.database.connection());
});

test("清理执行日志：要写原因，按时间或条数保留，每个任务最近一次总是保留，留下删不掉的操作记录", async () => {
  const clear = async (values: Record<string, unknown>) =>
    createRecord(await world.as("admin"), { screen: world.screen(CLEARING), values });
  await expect(clear({ keep: "month_1" })).rejects.toMatchObject({
    complaints: [{ field: "reason", message: "请填写清理原因" }],
  });
  jobs.does(async () => undefined);
  const id = await jobs.job();
  const worker = jobs.worker();
  for (let turn = 0; turn < 3; turn += 1) {
    await reach(id);
    await jobs.round(worker);
  }
  expect((await clear({ keep: "rows_1000", job_id: id, reason: "试" })).id).toBeTruthy();
  expect(await states(id)).toHaveLength(3);
  clock.advance(40 * 24 * 60 * MINUTE);
  const made = await clear({ keep: "month_1", job_id: id, reason: "磁盘空间不足" });
  expect(await states(id)).toHaveLength(1);
  const admin = await world.as("admin");
  const { record } = await readRecord(admin, world.screen(CLEARING), made.id);
  expect(record).toMatchObject({ removed_count: 2, reason: "磁盘空间不足" });
  const request = { filters: { operation: ["clear"] }, toggles: [], sort: ["-at"], page: 1, size: 10 };
  const { rows } = await listRecords(admin, world.screen(LOG), request);
  expect(rows[0]?.values).toMatchObject({ kind: "op", operation: "clear", summary: "磁盘空间不足（清理2条）" });
  await expect(removeRecord(admin, { screen: world.screen(CLEARING), id: made.id, version: 1 })).rejects.toMatchObject({
    error: "forbidden",
  });
  const figures = await figuresModel(admin, world.screen(LOG));
  expect(figures.charts[0]?.series.map(({ label }) => label)).toEqual(["成功", "失败"]);
  expect(figures.charts[0]?.labels).toHaveLength(30);
});
