import { expect, inject, onTestFinished, test } from "vitest";
import { queueRun } from "~/engine/jobs/runs.server";
import { startChild } from "../../../support/child-process";
import { copyBase } from "../../../support/database";
import { openWorld } from "../../../support/world";
import { MINUTE, openJobs } from "../support";

const CHILD = "tests/support/jobs-child.ts";

async function open() {
  const copy = await copyBase(inject("bases").company);
  const world = await openWorld({ copy });
  const jobs = await openJobs(world);
  onTestFinished(async () => {
    await jobs.queue.close();
    await world.close();
  });
  const settings = { NODE_ENV: "test", LOG_LEVEL: "silent", ...copy.place };
  const child = async (mode: string, name: string) => {
    const started = startChild(CHILD, [mode, name], settings);
    expect(await started.nextLine()).toBe("ready");
    return started;
  };
  return { world, jobs, child };
}

test("两个进程共用一个数据库：每一次执行恰好一次", async () => {
  const { world, jobs, child } = await open();
  const ids: string[] = [];
  for (let count = 0; count < 12; count += 1) ids.push(await jobs.job({ schedule_type: "none", schedule_conf: null }));
  const children = [await child("work", "一"), await child("work", "二")];
  for (const id of ids) await queueRun(world.system(), { jobId: id, trigger: "manual" });
  // Each says its runs; together they are as many as there are.
  const said: string[] = [];
  const listen = async (one: (typeof children)[number]) => {
    for (let line = await one.nextLine(); line !== undefined; line = await one.nextLine()) said.push(line);
  };
  const listening = children.map(listen);
  await expect
    .poll(async () => (await Promise.all(ids.map(jobs.runs))).flat().filter((run) => run.state === "success").length)
    .toBe(12);
  await Promise.all(children.map((one) => one.kill("SIGKILL")));
  await Promise.all(listening);
  const runs = (await Promise.all(ids.map(jobs.runs))).flat();
  expect(said.sort()).toEqual(runs.map(({ worker }) => `ran ${worker}`).sort());
});

test("进程在执行中被强制结束：另一个进程记为中断，下一次照常执行", async () => {
  const { world, jobs, child } = await open();
  const id = await jobs.job({ schedule_type: "none", schedule_conf: null });
  const victim = await child("hang", "一");
  await queueRun(world.system(), { jobId: id, trigger: "manual" });
  expect(await victim.nextLine()).toBe("begun");
  await victim.kill("SIGKILL");
  jobs.does(async () => "做完了");
  const worker = jobs.worker("二");
  await jobs.round(worker);
  expect(await jobs.runs(id)).toMatchObject([{ state: "running", worker: "一" }]);
  world.clock.advance(2 * MINUTE);
  await jobs.round(worker);
  expect(await jobs.runs(id)).toMatchObject([{ state: "interrupted", worker: "一" }]);
  await queueRun(world.system(), { jobId: id, trigger: "manual" });
  await jobs.round(worker);
  expect(await jobs.runs(id)).toMatchObject([{ state: "interrupted" }, { state: "success", worker: "二" }]);
});
