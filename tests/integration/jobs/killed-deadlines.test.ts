import { sql } from "kysely";
import { expect, inject, onTestFinished, test } from "vitest";
import { openJobQueue } from "~/data/job-queue.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { queueRun } from "~/engine/jobs/runs.server";
import { createWorker } from "~/engine/jobs/worker.server";
import { createRecord } from "~/engine/operations/save.server";
import { addDays } from "~/shared/calendar";
import { startChild } from "../../support/child-process";
import { TODAY } from "../../support/clock";
import { minimal } from "../../support/conformance";
import { copyBase, silentLog } from "../../support/database";
import { howMany } from "../../support/length";
import { openWorld, type World } from "../../support/world";
import { MINUTE } from "./support";

const SAMPLE = "supplier-management/sample-verification";
const SCENARIO = "sample.late";
/** Deaths, spread evenly over all statements of a round. */
const POINTS = howMany({ usual: 1, full: 16 });
const TIME = howMany({ usual: 300_000, full: 900_000 });

/** An installation in which nothing is due but what the test says; closed while another process lives in it. */
async function place() {
  const copy = await copyBase(inject("bases").company);
  onTestFinished(copy.remove);
  const open = () => openWorld({ copy: { ...copy, remove: async () => undefined } });
  const child = (...args: string[]) =>
    startChild("tests/support/deadlines-child.ts", args, { ...copy.place, NODE_ENV: "test", LOG_LEVEL: "silent" });
  return { open, child };
}

async function run(world: World, query: ReturnType<typeof sql>): Promise<void> {
  await query.execute(world.engine.database.connection());
}

/** Samples whose day is over, in a state in which nobody is told of them until somebody waits for them. */
async function late(world: World, count: number): Promise<string[]> {
  await run(
    world,
    sql`update parameter set value = '' where key like 'deadline.%.days'
    and key not like 'deadline.sample-verification.%'`,
  );
  await run(world, sql`update job set state = 'stopped', next_run_at = null`);
  await run(world, sql`update sample_verification set state = 'cancelled'`);
  const ids: string[] = [];
  for (let at = 0; at < count; at += 1) {
    const { id } = await createRecord(world.system(), { screen: world.screen(SAMPLE), values: minimal(world, SAMPLE) });
    await run(
      world,
      sql`update sample_verification set state = 'cancelled', require_date = ${addDays(TODAY, -1)} where id = ${id}`,
    );
    ids.push(id);
  }
  return ids;
}
/** Somebody waits for them from now on. */
const waited = (world: World, ids: readonly string[]) =>
  run(world, sql`update sample_verification set state = 'requested' where id = any(${ids})`);

/** What was noted of a record, and how often each person was told of it. */
async function said({ engine }: World, id: string): Promise<{ noted: number; told: number[] }> {
  const connection = engine.database.connection();
  const noted = await sql`select 1 from news_once where record_id = ${id} and scenario = ${SCENARIO}`.execute(
    connection,
  );
  const told = await sql<{ times: number }>`select sum(times)::int as times from inbox
    where record_id = ${id} and scenario = ${SCENARIO} group by user_id`.execute(connection);
  return { noted: noted.rows.length, told: told.rows.map(({ times }) => times) };
}
const NOTHING = { noted: 0, told: [] };

test(
  "提醒途中的几个点上强杀平台：每张每人恰好收到一次",
  async () => {
    const { open, child } = await place();
    const before = await open();
    const ids = await late(before, 2 * (POINTS + 1));
    await before.close();
    const pairs = ids.flatMap((id, index) => (index % 2 === 0 ? [`${id},${ids[index + 1]}`] : []));
    const [first = "", ...others] = pairs;
    const living = child("round", "0", first);
    const whole = Number((await living.nextLine())?.split(" ")[1]);
    await living.kill("SIGKILL");
    expect(whole).toBeGreaterThan(POINTS);
    for (const [index, pair] of others.entries()) {
      const dying = child("round", String(Math.round((whole * (index + 1)) / (POINTS + 1))), pair);
      expect(await dying.nextLine()).toBeUndefined();
    }
    const after = await open();
    onTestFinished(() => after.close());
    for (let round = 0; round < 2; round += 1) await workDeadlines(after.system(), { remindNow: true });
    const undisturbed = await said(after, ids[0] ?? "");
    expect(undisturbed).toMatchObject({ noted: 1, told: expect.arrayContaining([1]) });
    for (const id of ids) expect(await said(after, id), id).toEqual(undisturbed);
  },
  TIME,
);

test("发出和记下之间强杀平台：消息和记录一起没有，下一次恰好说一次", async () => {
  const { open, child } = await place();
  const before = await open();
  const ids = await late(before, 2);
  await waited(before, ids);
  await before.close();
  const dying = child("stand", "0");
  const sent = (await dying.nextLine())?.split(" ")[1] ?? "";
  expect(ids).toContain(sent);
  expect(await dying.kill("SIGKILL")).toEqual([]);
  const after = await open();
  onTestFinished(() => after.close());
  expect(await said(after, sent)).toEqual(NOTHING);
  for (let round = 0; round < 2; round += 1) await workDeadlines(after.system(), { remindNow: true });
  for (const id of ids) {
    const { noted, told } = await said(after, id);
    expect(noted).toBe(1);
    expect(new Set(told)).toEqual(new Set([1]));
  }
});

test("任务做到一半被强杀：记为中断，下一次执行从那里接着做", async () => {
  const { open, child } = await place();
  const before = await open();
  const ids = await late(before, 4);
  await waited(before, ids);
  const { rows } = await sql<{ id: string }>`select id from job where handler = 'deadlines'`.execute(
    before.engine.database.connection(),
  );
  const jobId = rows[0]?.id ?? "";
  await queueRun(before.system(), { jobId, trigger: "manual" });
  await before.close();
  const dying = child("job", "2");
  const sent = (await dying.nextLine())?.split(" ")[1] ?? "";
  expect(ids).toContain(sent);
  await dying.kill("SIGKILL");

  const after = await open();
  onTestFinished(() => after.close());
  const noted = async () => (await Promise.all(ids.map((id) => said(after, id)))).map((one) => one.noted);
  expect((await noted()).filter(Boolean)).toHaveLength(2);
  expect(await said(after, sent)).toEqual(NOTHING);
  const queue = await openJobQueue(after.engine.database, silentLog);
  onTestFinished(() => queue.close());
  const worker = createWorker({ ...after.engine, log: silentLog }, queue, { worker: "二", lanes: 1 });
  after.clock.advance(2 * MINUTE);
  await worker.look();
  await worker.settled();
  await queueRun(after.system(), { jobId, trigger: "manual" });
  await worker.look();
  await worker.settled();
  const runs = await sql<{ state: string; worker: string; summary: string | null }>`select state, worker, summary
    from job_run where job_id = ${jobId} order by planned_at, id`.execute(after.engine.database.connection());
  expect(runs.rows).toMatchObject([
    { state: "interrupted", worker: "一" },
    { state: "success", worker: "二", summary: expect.stringContaining("提醒2张") },
  ]);
  for (const id of ids) {
    const { noted: times, told } = await said(after, id);
    expect(times).toBe(1);
    expect(new Set(told)).toEqual(new Set([1]));
  }
});
