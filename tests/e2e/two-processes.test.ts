import type { Browser, BrowserContext } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { startNginx, type TestNginx } from "../../scripts/testing/nginx.mjs";
import { freePort } from "../support/free-port";
import { type OaProgram, startOaProgram } from "../support/oa-program";
import { PATIENCE } from "../support/patience";
import { act, askTheGroup, GROUP_AMOUNT, lineOf, personAt, stateFor } from "./support/approvals";
import { testBrowser } from "./support/browser";
import { copyDemo, type DemoCopy } from "./support/demo-copy";
import { draftOrder, goodsOf, ORDERS } from "./support/orders";
import { eventually, textOf } from "./support/pages";
import { PASSWORD } from "./support/portal";
import { Rest } from "./support/rest";
import { type Server, startServer } from "./support/server";
import { faultsOf, noteLinks, watch } from "./support/watch";

const SECRET = "a-secret-of-at-least-thirty-two-letters";
const _SERVER = "build/server.js";

const port = await freePort();
const processes = [await freePort(), await freePort()] as const;
const address = `http://127.0.0.1:${port}`;
const portal = { rest: (account: string) => Rest.signIn(address, account, PASSWORD) };

let demo: DemoCopy;
let oa: OaProgram;
let servers: Server[] = [];
let nginx: TestNginx;
let browser: Browser;

beforeAll(async () => {
  demo = await copyDemo();
  oa = await startOaProgram({ secret: SECRET, portal: address });
  const settings = {
    DATABASE_URL: demo.place.databaseUrl ?? "",
    PUBLIC_URL: address,
    TRUST_PROXY: "1",
    SSO_SECRETS: `oa=${SECRET}`,
    OA_URL: oa.address,
    OA_ORIGINS: oa.origin,
  };
  servers = await Promise.all(
    processes.map((own) => startServer(demo.place.dataDir, { ...settings, PORT: String(own) })),
  );
  nginx = await startNginx({ port, processes });
  browser = await testBrowser();
  await askTheGroup(await portal.rest("admin"));
});

afterAll(async () => {
  await nginx?.stop();
  for (const server of servers) await server.stop();
  await oa?.close();
  await demo?.remove();
});

async function visit(script: boolean): Promise<BrowserContext> {
  const context = await browser.newContext({
    baseURL: address,
    locale: "zh-CN",
    timezoneId: "Asia/Shanghai",
    javaScriptEnabled: script,
  });
  onTestFinished(() => context.close());
  context.setDefaultTimeout(PATIENCE.timeout);
  watch(context, script);
  if (script) await noteLinks(context);
  return context;
}

test.each([
  ["两个进程轮流答复", true, false],
  ["其中一个在途中被杀，另一个接着办", false, true],
] as const)("nginx后面两个进程共用一个数据库，审批从提交到OA决定：%s", async (_what, script, isKilled) => {
  const { materials } = await goodsOf(portal);
  const { id, number } = await draftOrder(portal, { items: [lineOf(materials[0].code, GROUP_AMOUNT)] });
  const people = [await visit(script), await visit(script), await visit(script)] as const;
  const buyer = await personAt(people[0], "buyer1");
  const manager = await personAt(people[1], "manager1");
  await act(buyer, id, "提交");
  expect(await stateFor(manager, id)).toBe("审批中");
  const served = nginx.served();
  for (const own of processes) expect(served[own], `process on ${own}`).toBeGreaterThan(3);
  if (isKilled) process.kill(servers[0]?.pid ?? 0, "SIGKILL");

  await act(manager, id, "通过");
  const mine = () => [...oa.todos.values()].filter(({ title }) => title.includes(String(number)));
  await eventually(() => mine().length).toBe(1);
  const desk = await people[2].newPage();
  await desk.goto(`${oa.origin}/todo/${mine()[0]?.stepId}`);
  await desk.frameLocator("iframe").locator("h1").waitFor();
  await eventually(() => desk.frameLocator("iframe").locator("body").textContent()).toContain(String(number));
  // By the keyboard: a click right after scrolling may land in the frame of the other site.
  await desk.getByRole("button", { name: "同意" }).press("Enter");
  await desk.getByRole("status").waitFor();
  expect(await textOf(desk.getByRole("status"))).toContain("待下达");
  expect(await stateFor(buyer, id)).toBe("待下达");

  const log = await (await portal.rest("admin")).list("system-management/interface-log", {
    business_key: String(number),
  });
  expect(log.map((row) => [row.interface_code, row.direction, row.state, row.attempt])).toEqual([
    ["approval_opened", "out", "success", 1],
    ["approval_decision", "in", "success", 1],
  ]);
  expect((await (await portal.rest("buyer1")).get(ORDERS, id)).state).toBe("approved");
  expect([...people.flatMap(faultsOf), ...servers.flatMap((server) => server.takeComplaints())]).toEqual([]);
  expect(oa.refused).toEqual([]);
});
