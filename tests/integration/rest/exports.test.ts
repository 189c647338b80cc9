import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { makeExports } from "~/engine/exports/worker.server";
import { EXPORT_CALLS } from "~/engine/openapi/fixed/exports.server";
import { PREVIEW_CALLS } from "~/engine/openapi/fixed/previews.server";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
let clerk = "";
let buyer = "";
let supplier = "";
beforeAll(async () => {
  clerk = await signIn(world, "masterData");
  buyer = await signIn(world, "buyerA");
  supplier = await signIn(world, "supplierA");
});

const begin = (token: string, body: object) =>
  call(world, {
    token,
    method: "POST",
    path: "/v2/export",
    body: { listKey: "master-data/material", format: "csv", ...body },
  });
const file = (token: string, id: string) =>
  world.services.rest.fetch(
    new Request(`http://portal.test/v2/export/${id}/file`, { headers: { Authorization: token } }),
    { requestId: world.engine.newId(), ip: "127.0.0.1" },
  );
const make = () => makeExports(world.engine, new AbortController().signal);

test("建任务、看进度、下载：按条件、列和排序；同一请求号只建一个", async () => {
  const { rows } = await sql<{ code: string }>`select code from material order by code desc limit 1`.execute(
    world.engine.database.connection(),
  );
  const code = rows[0]?.code ?? "";
  const request = { filters: { code }, columns: ["code", "name"], orders: [{ column: "code", asc: false }] };
  const begun = await begin(clerk, { ...request, requestId: "export-1" });
  expect(begun.body.code, begun.body.message).toBe(200);
  const { id, number } = Object(begun.body.result);
  expect(Object((await begin(clerk, { ...request, requestId: "export-1" })).body.result)).toEqual({ id, number });
  expect((await begin(clerk, { ...request, columns: ["code"], requestId: "export-1" })).body.code).toBe(40004);
  // The same request without its request is told of the one that runs.
  expect((await begin(clerk, request)).body).toMatchObject({
    code: 40003,
    message: expect.stringContaining("相同的导出"),
  });

  const waiting = await call(world, { token: clerk, method: "GET", path: `/v2/export/${id}` });
  expect(waiting.body.result).toMatchObject({ id, number, state: "queued", done: 0, expected: 1, fileName: null });
  const early = await file(clerk, id);
  expect([early.status, Object(await early.json()).code]).toEqual([400, 40003]);

  expect(await make()).toMatchObject({ done: 1, failed: 0 });
  const done = await call(world, { token: clerk, method: "GET", path: `/v2/export/${id}` });
  expect(done.body.result).toMatchObject({ state: "done", stateLabel: "已完成", rowCount: 1 });
  const answered = EXPORT_CALLS.find(({ path, method }) => path === "/v2/export/{id}" && method === "get")?.answer;
  expect(answered?.safeParse(done.body.result).error?.issues).toBeUndefined();
  const answer = await file(clerk, id);
  expect(answer.headers.get("Content-Disposition")).toContain(".csv");
  const [head = "", row = ""] = (await answer.text()).replace("\ufeff", "").trimEnd().split("\r\n");
  expect(head.split(",")).toHaveLength(2);
  expect(row).toContain(code);
});

test("任务和文件只属于建它的人；没有导出权限的、供应商、没有登录的都不行", async () => {
  const { id } = Object((await begin(clerk, { format: "xlsx" })).body.result);
  await make();
  expect((await file(clerk, id)).status).toBe(200);
  const admin = await signIn(world, "admin");
  for (const token of [buyer, admin]) {
    expect((await call(world, { token, method: "GET", path: `/v2/export/${id}` })).status).toBe(404);
    expect((await file(token, id)).status).toBe(404);
  }
  expect((await begin(buyer, { listKey: "system-management/users" })).body.code).toBe(40301);
  for (const path of [`/v2/export/${id}`, `/v2/export/${id}/file`]) {
    expect((await call(world, { token: supplier, method: "GET", path })).status).toBe(403);
    expect((await call(world, { token: "", method: "GET", path })).status).toBe(401);
  }
  expect((await begin(supplier, {})).status).toBe(403);
});

test("不认识的列表、条件、格式和排序是 40002", async () => {
  for (const body of [
    { listKey: "no/such" },
    { listKey: "" },
    { filters: { no_such: "1" } },
    { filters: { page: { size: 1 } } },
    { filters: { code: { a: 1 } } },
    { format: "exe" },
    { columns: [1] },
    { orders: [{ column: "no_such" }] },
    { orders: "code" },
    { other: 1 },
  ])
    expect((await begin(clerk, body)).body.code, JSON.stringify(body)).toBe(40002);
});

test("预览调度：释义和十次时间；哪一段有误说得清楚", async () => {
  const admin = await signIn(world, "admin");
  const ask = async (body: object) => {
    const notified = await call(world, { token: admin, method: "POST", path: "/v2/sys/job/preview", body });
    expect(PREVIEW_CALLS[0]?.answer?.safeParse(notified.body.result).error?.issues).toBeUndefined();
    return Object(notified.body.result);
  };
  const good = await ask({ scheduleType: "cron", scheduleConf: "30 2 * * 1-5" });
  expect(good).toMatchObject({ valid: true, error: null, text: expect.stringContaining("02:30") });
  expect(good.next).toHaveLength(10);
  expect(good.next[0]).toMatch(/^\d{4}-\d{2}-\d{2} 02:30:00$/);
  expect(await ask({ scheduleType: "cron", scheduleConf: "30 25 * * *" })).toMatchObject({
    valid: false,
    next: [],
    error: { segment: 2, message: expect.stringContaining("第2段“25”") },
  });
  expect((await ask({ scheduleType: "cron", scheduleConf: "* *" })).error.segment).toBeNull();
  expect((await ask({ scheduleType: "cron", scheduleConf: "* * * * * *" })).error.message).toContain("10秒");
  expect((await ask({ scheduleType: "fix_rate", scheduleConf: "60" })).next).toHaveLength(10);
  expect((await ask({ scheduleType: "fix_rate", scheduleConf: "9" })).valid).toBe(false);
  expect(await ask({ scheduleType: "none" })).toMatchObject({ valid: true, next: [], text: "不自动执行" });
  const wrong = { scheduleType: "weekly" };
  expect(
    (await call(world, { token: admin, method: "POST", path: "/v2/sys/job/preview", body: wrong })).body.code,
  ).toBe(40002);
  expect(
    (await call(world, { token: buyer, method: "POST", path: "/v2/sys/job/preview", body: { scheduleType: "none" } }))
      .status,
  ).toBe(403);
});

test("预览消息模板：填入样例，列出没有的变量", async () => {
  const admin = await signIn(world, "admin");
  const ask = (body: object) => call(world, { token: admin, method: "POST", path: "/v2/sys/template/preview", body });
  const own = await ask({
    scenario: "export.ended",
    channel: "site",
    title: "{{number}}好了",
    content: "{{receiver}}，{{no_such}}",
  });
  const result = Object(own.body.result);
  expect(PREVIEW_CALLS[1]?.answer?.safeParse(result).error?.issues).toBeUndefined();
  expect(result.title).not.toContain("{{");
  expect(result.content).toContain("{{no_such}}");
  expect(result.unknown).toEqual(["no_such"]);
  const first = Object((await ask({ scenario: "export.ended", channel: "email" })).body.result);
  expect(first).toMatchObject({ unknown: [], title: expect.stringContaining("【供应商平台】") });
  expect((await ask({ scenario: "no.such", channel: "site" })).body.code).toBe(40002);
  expect((await call(world, { token: buyer, method: "POST", path: "/v2/sys/template/preview", body: {} })).status).toBe(
    403,
  );
});

test("任务和接口日志的操作用各自的接口：立即执行、启动、停止、重新发送", async () => {
  const admin = await signIn(world, "admin");
  const jobs = await call(world, {
    token: admin,
    method: "POST",
    path: "/v2/sys/job/page",
    body: { page: { size: 1 } },
  });
  const [job] = Object(jobs.body.result).records;
  const transition = (name: string, version: number) =>
    call(world, { token: admin, method: "POST", path: `/v2/sys/job/${job.id}/${name}`, body: { version } });
  let { version } = job;
  for (const name of job.state === "running" ? ["stop", "start", "trigger"] : ["start", "stop", "trigger"]) {
    const notified = await transition(name, version);
    expect(notified.body.code, `${name}: ${notified.body.message}`).toBe(200);
    ({ version } = Object(notified.body.result));
  }
  expect(
    (await call(world, { token: buyer, method: "POST", path: `/v2/sys/job/${job.id}/trigger`, body: { version } }))
      .status,
  ).toBe(403);
  const runs = await call(world, {
    token: admin,
    method: "POST",
    path: "/v2/sys/job-run/page",
    body: { job_id: job.id },
  });
  expect(Object(runs.body.result).records[0]).toMatchObject({ state: "queued", trigger_type: "manual" });
  const resend = (token: string) =>
    call(world, {
      token,
      method: "POST",
      path: `/v2/sys/interface-log/${world.ids.contractA}/resend`,
      body: { version: 1 },
    });
  expect((await resend(admin)).status).toBe(404);
  expect((await resend(buyer)).status).toBe(403);
});
