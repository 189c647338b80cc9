import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { permissionVersion } from "~/data/access.server";
import { explainAccess } from "~/engine/assign/explain.server";
import type { Context } from "~/engine/context.server";
import { queueRun } from "~/engine/jobs/runs.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { menusOf } from "~/engine/session/menu.server";
import { refusal } from "../../support/orders";
import { openWorld } from "../../support/world";
import { JOB, RUN } from "./support";

const GROUP = "system-management/job-group";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const admin = await world.as("admin");
const entity = world.entity(JOB);
const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100 };
const listed = async (context: Context, key: string) =>
  (await listRecords(context, world.screen(key), request)).rows.map(({ id }) => id);
const transition = (context: Context, id: string, name: string) =>
  applyTransition(context, { entity, id, name, ...(name === "kill" ? { reason: "停一下" } : {}) });
const own = { id: "", run: "" };
const foreign = { id: "", run: "" };

async function give(owner: string | null): Promise<void> {
  const screen = world.screen(GROUP);
  const { record } = await readRecord(admin, screen, world.ids.jobGroup);
  await updateRecordBy(admin, { screen, id: record.id, version: record.version, values: { owner_id: owner ?? "" } });
}

beforeAll(async () => {
  await sql`update job set state = 'stopped', next_run_at = null`.execute(database.connection());
  const values = {
    name: "仓库的任务",
    group_id: world.ids.jobGroup,
    handler: "loose-files",
    schedule_conf: "*/5 * * * *",
  };
  own.id = (await createRecord(admin, { screen: world.screen(JOB), values })).id;
  const { rows } = await sql<{
    id: string;
  }>`select id from job where group_id <> ${world.ids.jobGroup} limit 1`.execute(database.connection());
  foreign.id = rows[0]?.id ?? "";
  own.run = (await queueRun(world.system(), { jobId: own.id, trigger: "manual" })) ?? "";
  foreign.run = (await queueRun(world.system(), { jobId: foreign.id, trigger: "manual" })) ?? "";
  await sql`update job_run set state = 'success'`.execute(database.connection());
});

describe("任务分组负责人", () => {
  test("不是负责人的员工没有任务的菜单和权限；成为负责人后立刻有，换人后立刻没有", async () => {
    const opens = async (name: "warehouse" | "planner") => {
      const { tops } = await menusOf(await world.as(name));
      return JSON.stringify(tops).includes("/system-management/job-run");
    };
    const before = await permissionVersion(database.connection());
    expect(await opens("warehouse")).toBe(false);
    await refusal(listRecords(await world.as("warehouse"), world.screen(JOB), request), "forbidden");
    await give(world.accounts.warehouse);
    expect(await permissionVersion(database.connection())).toBeGreaterThan(before);
    expect([await opens("warehouse"), await opens("planner")]).toEqual([true, false]);
    await give(world.accounts.planner);
    expect([await opens("warehouse"), await opens("planner")]).toEqual([false, true]);
    await give(null);
    expect(await opens("planner")).toBe(false);
  });

  test("只看到自己分组的任务、分组和执行日志；别的打不开，也动不了", async () => {
    await give(world.accounts.warehouse);
    const owner = await world.as("warehouse");
    expect(await listed(owner, JOB)).toEqual([own.id]);
    expect(await listed(owner, GROUP)).toEqual([world.ids.jobGroup]);
    expect(await listed(owner, RUN)).toEqual([own.run]);
    await refusal(readRecord(owner, world.screen(JOB), foreign.id), "not_found");
    await refusal(readRecord(owner, world.screen(RUN), foreign.run), "not_found");
    for (const name of ["start", "stop", "trigger"]) await refusal(transition(owner, foreign.id, name), "not_found");
    expect((await listed(admin, JOB)).length).toBeGreaterThan(1);
    expect(await listed(admin, RUN)).toHaveLength(2);
  });

  test("可以启动、停止、执行一次；不能修改、终止、删除和清理日志", async () => {
    const owner = await world.as("warehouse");
    const page = await recordModel(owner, world.screen(JOB), own.id);
    const buttons = JSON.stringify(page);
    for (const word of ["执行一次", "启动"]) expect(buttons).toContain(word);
    for (const word of ["终止", "编辑调度", "修改"]) expect(buttons).not.toContain(`"label":"${word}"`);
    expect(await transition(owner, own.id, "start")).toMatchObject({ state: "running" });
    await transition(owner, own.id, "trigger");
    const { rows } = await sql<{ by: string }>`select operator_id as by from job_run
      where job_id = ${own.id} and state = 'queued'`.execute(database.connection());
    expect(rows).toEqual([{ by: world.accounts.warehouse }]);
    expect(await transition(owner, own.id, "stop")).toMatchObject({ state: "stopped" });
    await refusal(transition(owner, own.id, "kill"), "forbidden");
    const { record } = await readRecord(owner, world.screen(JOB), own.id);
    const values = { name: "改个名" };
    const wanted = { screen: world.screen(JOB), id: own.id, version: record.version, values };
    await refusal(updateRecordBy(owner, wanted), "forbidden");
    await refusal(listRecords(owner, world.screen("system-management/job-operation-log"), request), "forbidden");
  });

  test("权限溯源说得出是因为负责分组；停用了任务的菜单，负责人也没有", async () => {
    const asked = { userId: world.accounts.warehouse, permission: "job-start", action: "edit" };
    const { allowed, because } = await explainAccess(admin, asked);
    expect(allowed).toBe(true);
    expect(because).toContainEqual({
      role: "任务分组负责人",
      grant: "有这项权限",
      scope: "所负责分组的任务",
      verdict: "allows",
    });
    expect((await explainAccess(admin, { ...asked, userId: world.accounts.planner })).allowed).toBe(false);
    const stop = (enabled: boolean) =>
      sql`update resource set enabled = ${enabled} where name = 'job'`.execute(database.connection());
    await stop(false);
    await refusal(listRecords(await world.as("warehouse"), world.screen(JOB), request), "stopped");
    await stop(true);
    expect(await listed(await world.as("warehouse"), JOB)).toEqual([own.id]);
  });

  test("供应商的账号不会因为写进分组而得到什么", async () => {
    await sql`update job_group set owner_id = ${world.accounts.supplierA} where id = ${world.ids.jobGroup}`.execute(
      database.connection(),
    );
    await refusal(listRecords(await world.as("supplierA"), world.screen(JOB), request), "forbidden");
  });
});
