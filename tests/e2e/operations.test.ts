import { spawn } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdirSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from "vitest";
import { addDays, dayOf } from "~/shared/calendar";
import { startPostgres, type TestPostgres } from "../../scripts/testing/postgres.mjs";
import { freePort } from "../support/free-port";
import { isFull } from "../support/length";
import { databaseAddress, newDatabase } from "../support/server-databases";
import { tempDir } from "../support/temp-dir";
import { testBrowser } from "./support/browser";
import { BACKUP, copyDemo } from "./support/demo-copy";
import { ORDERS } from "./support/orders";
import { PASSWORD } from "./support/portal";
import { type Answer, Rest } from "./support/rest";
import { runProgram, type Server, startServer } from "./support/server";

const ROOT = path.resolve(import.meta.dirname, "../..");
const SERVER = "build/server.js";
const today = dayOf(new Date());

function demoCopy(): string {
  const dataDir = path.join(tempDir("operations"), "data");
  cpSync(inject("demoBase"), dataDir, { recursive: true });
  return dataDir;
}

async function started(dataDir: string, settings: Readonly<Record<string, string>> = {}): Promise<Server> {
  const server = await startServer(dataDir, settings);
  onTestFinished(() => server.stop());
  return server;
}

/** As busy as a company is; without a breath between two orders nothing else on the machine would come on. */
const BREATH_MS = 100;

/** Saves small orders one after another until it is told to stop; every answer is kept. */
function writer(rest: Rest, values: Record<string, unknown>) {
  const answers: Answer[] = [];
  let isOver = false;
  const writing = (async () => {
    while (!isOver) {
      answers.push(await rest.call("POST", `/v2/${ORDERS}`, values));
      await pause(BREATH_MS);
    }
  })();
  writing.catch(() => undefined); // `stop` tells
  return {
    answers,
    saved: () => answers.filter(({ success }) => success).map(({ result }) => String(Object(result).id)),
    async stop() {
      isOver = true;
      await writing;
    },
  };
}

async function orderOf(rest: Rest, supplierId: string): Promise<Record<string, unknown>> {
  const supplier = await rest.get("supplier-management/supplier", supplierId);
  const materials = await rest.list("master-data/material");
  const material = materials.find((row) => row.material_status !== "stopped");
  return {
    supplier_id: supplier.code,
    company_id: "1000",
    factory_id: "1010",
    purchase_org_id: "P110",
    purchase_group_id: "R01",
    order_date: today,
    items: [{ material_id: material?.code, qty: "10", price: "3.5", required_date: addDays(today, 10) }],
  };
}

/** The backup from which this run has the demo: made of one that nobody works in. */
const demoBackup = () => path.join(inject("demoBase"), "..", BACKUP);

/**
 * A backup of the embedded engine, from which people move, made while somebody orders; answers its file and an order from before it. One of
 * a database of the server in use is made in `storage/backup`.
 */
async function backupWhileBusy(): Promise<{ file: string; before: string[] }> {
  const { place, remove } = await copyDemo("embedded");
  onTestFinished(remove);
  const { dataDir } = place;
  const backups = tempDir("backups");
  const server = await startServer(dataDir);
  const { rest, values } = await valuesAt(server.url);
  const before = [(await rest.create(ORDERS, values)).id];
  const busy = writer(rest, values);
  const made = await runProgram(SERVER, ["backup", "--to", backups], { DATA_DIR: dataDir });
  await busy.stop();
  expect(made).toMatchObject({ code: 0, complained: "", said: /^备份完成，已读回核对：.+\.gz\n\d+ 张表，\d+ 行/ });
  expect(busy.answers.filter(({ success }) => !success)).toEqual([]);
  // The copy that the backup was made from is gone.
  expect(server.takeComplaints()).toEqual([]);
  await server.stop();
  return { file: /：(.+\.gz)\n/.exec(made.said)?.[1] ?? "", before };
}

async function valuesAt(url: string): Promise<{ rest: Rest; values: Record<string, unknown> }> {
  const supplier = await Rest.signIn(url, "supplier1", PASSWORD);
  const rest = await Rest.signIn(url, "buyer1", PASSWORD);
  return { rest, values: await orderOf(rest, (await supplier.whoami()).supplierId ?? "") };
}

describe("备份、搬到 PostgreSQL 服务器、服务器停下又回来", () => {
  let postgres: TestPostgres;
  let browser: Browser;
  beforeAll(async () => {
    postgres = await startPostgres();
    browser = await testBrowser();
  });
  afterAll(async () => {
    await postgres?.stop();
  });

  test("备份恢复到服务器后什么都在；服务器停下时每个请求都得到交代，回来后自己恢复", async () => {
    const { file, before } = isFull ? await backupWhileBusy() : { file: demoBackup(), before: [] };

    // The login role owns no database yet: said, and nothing is done.
    const refused = await runProgram(SERVER, ["restore", file, "--into", postgres.url]);
    expect(refused).toMatchObject({
      code: 1,
      complained: /^恢复失败：数据库不允许所需的操作（.+），登录角色须是.+。\n$/,
    });
    const databaseUrl = databaseAddress(postgres.url, await newDatabase(postgres.url, "portal"));
    const into = ["restore", file, "--into", databaseUrl];
    expect(await runProgram(SERVER, into)).toMatchObject({ code: 0, complained: "", said: /恢复完成，逐表核对无误/ });
    expect(await runProgram(SERVER, into)).toMatchObject({
      code: 1,
      said: "",
      complained: /^恢复失败：目标数据库不是空的.*。\n$/,
    });

    const server = await started(tempDir("unused"), { DATABASE_URL: databaseUrl });
    const { rest, values } = await valuesAt(server.url);
    const found = (await rest.all(ORDERS)).map(({ id }) => id);
    expect(found.length).toBeGreaterThan(before.length);
    expect(found).toEqual(expect.arrayContaining(before));

    const cookie = { Cookie: `Access-Token=${rest.token}` };
    const page = (address: string, init: RequestInit = {}) =>
      fetch(`${server.url}/web${address}`, { redirect: "manual", ...init, headers: { ...cookie, ...init.headers } });
    const list = `/${ORDERS}?state=released&page=2`;
    const context = await browser.newContext({ baseURL: server.url, locale: "zh-CN" });
    onTestFinished(() => context.close());
    await context.addCookies([{ name: "Access-Token", value: rest.token, url: server.url }]);
    const open = await context.newPage();
    await open.goto(`/web/${ORDERS}`);

    const writing = writer(rest, values);
    await expect.poll(() => writing.saved().length).toBeGreaterThan(3);
    const reading = Array.from({ length: 6 }, () => page(list));
    await postgres.halt();
    for (const answer of await Promise.all(reading)) expect([200, 503]).toContain(answer.status);
    await expect.poll(() => writing.answers.filter(({ status }) => status === 503).length).toBeGreaterThan(3);

    const away = await page(list);
    const html = (await away.text()).replaceAll("<!-- -->", "");
    expect([away.status, away.headers.get("Retry-After"), away.headers.get("Refresh")]).toEqual([503, "5", "5"]);
    expect(html).toContain("<h1>系统暂时不可用</h1>");
    expect(html).toMatch(new RegExp(`href="/web/${ORDERS}\\?state=released&(amp;)?page=2"[^>]*>重试</a>`));
    expect(html).toContain(`追踪号 ${away.headers.get("X-Request-Id")}`);
    expect(html).not.toMatch(/ECONN|ENOENT|at .+\.js|postgres|socket/i);
    const login = await page("/user/login", {
      method: "POST",
      headers: { "Content-Type": "application/x-www-form-urlencoded", Cookie: "" },
      body: "username=buyer1&password=x",
    });
    expect([login.status, login.headers.get("Retry-After"), login.headers.get("Refresh")]).toEqual([503, "5", null]);
    expect(await login.text()).toContain("<h1>系统暂时不可用</h1>");
    const call = await rest.call("GET", "/v2/user/info");
    expect(call).toMatchObject({ status: 503, code: 50301, message: "系统暂时不可用，请稍后重试", result: null });
    expect((await fetch(`${server.url}/web/health`)).status).toBe(503);
    // Whoever has a page open and goes on from there keeps menu and header, and learns the number of this request.
    await open.getByRole("link", { name: "首页" }).first().click();
    await open.getByRole("heading", { name: "系统暂时不可用" }).waitFor();
    const lost = await open.goto(`/web/${ORDERS}`);
    expect(lost?.status()).toBe(503);

    await postgres.resume();
    // No script on the page and nobody at the keyboard: it comes back by itself.
    await open.getByRole("heading", { name: "采购订单" }).waitFor();
    await expect.poll(async () => (await page(list)).status).toBe(200);
    const savedBefore = writing.saved().length;
    await expect.poll(() => writing.saved().length).toBeGreaterThan(savedBefore + 2);
    await writing.stop();
    await context.close();
    expect(writing.answers.filter(({ success, code }) => !success && code !== 50301)).toEqual([]);
    const after = (await rest.all(ORDERS)).map(({ id }) => id);
    expect(after).toEqual(expect.arrayContaining(writing.saved()));
    // Work that goes on by itself and loses its database complains, and rightly; requests and the process have no cause to.
    const ofRequests = (text: string) => !text.startsWith("log:") || text.includes('"requestId"');
    expect(server.takeComplaints().filter(ofRequests)).toEqual([]);
  });
});

describe("起不来的时候", () => {
  const notAFolder = () => {
    const file = path.join(tempDir("start"), "file");
    writeFileSync(file, "");
    return { DATA_DIR: path.join(file, "data") };
  };
  const failures: [name: string, settings: () => Record<string, string>, sentence: RegExp][] = [
    ["环境变量不对", () => ({ PORT: "x" }), /^无法启动：\n环境变量 PORT .+。\n$/],
    [
      "数据库连不上",
      () => ({ DATABASE_URL: "postgres:///x?host=/nowhere" }),
      /^无法启动：连接不上数据库（.+），请检查.+。\n$/,
    ],
    ["数据目录写不进去", notAFolder, /^无法启动：数据目录 .+ 无法写入（ENOTDIR）：.+。\n$/],
  ];
  test.each(failures)("%s：一句话，退出码 1", async (_name, settings, sentence) => {
    const place = { DATA_DIR: tempDir("start"), LOG_LEVEL: "silent", ...settings() };
    const { code, complained } = await runProgram(SERVER, [], place);
    expect([code, complained]).toEqual([1, expect.stringMatching(sentence)]);
  });

  test("数据目录被占用、备份命令用错，都说清楚；演示不清空正在用的目录", async () => {
    const dataDir = demoCopy();
    const server = await started(dataDir);
    const second = await runProgram(SERVER, [], { DATA_DIR: dataDir, LOG_LEVEL: "silent" });
    expect(second).toMatchObject({
      code: 1,
      said: "",
      complained: /^无法启动：数据目录 .+ 正被进程 \d+ 使用，.+。\n$/,
    });
    const reset = await runProgram("scripts/demo.mjs", ["--reset"], { DATA_DIR: dataDir });
    expect(reset).toMatchObject({
      code: 1,
      complained: `未删除 ${dataDir}：进程 ${server.pid} 正在使用它。请先停止该进程。\n`,
    });
    expect(await runProgram(SERVER, ["backup", "everything"])).toMatchObject({
      code: 2,
      complained: /^用法：npm run backup/,
    });
    expect(await runProgram(SERVER, ["restore"])).toMatchObject({ code: 2, complained: /^用法：npm run restore/ });
    expect((await fetch(`${server.url}/web/health`)).status).toBe(200);
  });

  test("演示不清空别的机器刚刚还在用的目录", async () => {
    const dataDir = tempDir("demo");
    mkdirSync(path.join(dataDir, "database"));
    const lock = { pid: 1, place: `not-${hostname()} boot ns`, beat: Date.now() };
    writeFileSync(path.join(dataDir, "owner.lock"), JSON.stringify(lock));
    const { code, complained } = await runProgram("scripts/demo.mjs", ["--reset"], { DATA_DIR: dataDir });
    expect([code, complained]).toEqual([1, `未删除 ${dataDir}：进程 1 正在使用它。请先停止该进程。\n`]);
  });
});

test("remix-serve 也能打开同一个构建的页面", async () => {
  const port = await freePort();
  const { place, remove } = await copyDemo();
  onTestFinished(remove);
  const child = spawn(process.execPath, [path.join(ROOT, "node_modules/@remix-run/serve/dist/cli.js"), SERVER], {
    cwd: ROOT,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      PORT: String(port),
      HOST: "127.0.0.1",
      DATA_DIR: place.dataDir,
      ...(place.databaseUrl && { DATABASE_URL: place.databaseUrl }),
      LOG_LEVEL: "silent",
    },
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  onTestFinished(async () => {
    child.kill("SIGTERM");
    await ended;
  });
  const ask = (address: string) => fetch(`http://127.0.0.1:${port}/web${address}`, { redirect: "manual" });
  await expect
    .poll(() =>
      ask("/user/login").then(
        ({ status }) => status,
        () => 0,
      ),
    )
    .toBe(200);
  expect(await (await ask("/user/login")).text()).toContain('name="password"');
  expect((await ask(`/${ORDERS}`)).headers.get("Location")).toContain("/web/user/login?redirect=");
});
