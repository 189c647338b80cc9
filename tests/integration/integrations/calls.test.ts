import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { takeDueCall } from "~/data/integrations.server";
import type { AnyRecord } from "~/engine/entity";
import { notifyFailingSystems } from "~/engine/integrations/health.server";
import {
  fileRoute,
  httpRoute,
  type IntegrationRoute,
  type IntegrationRoutes,
} from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { readHistory } from "~/engine/operations/audit.server";
import { readInbox } from "~/engine/operations/inbox.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../support/company";
import { type IntegrationServer, integrationServer, SECRET } from "../../support/integration-server";
import { ORDER, order, refusal, released, stored, submitted, transition } from "../../support/orders";
import { setParameter } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const LOG = "system-management/interface-log";
const MINUTE = 60_000;

const world = await openWorld();
world.engine.integration = { systems: new Set(["sap"]) };
const { engine, clock } = world;

let sap: IntegrationServer;
let routes: IntegrationRoutes;
/** For a system that never answers. */
let impatient: IntegrationRoutes;
beforeAll(async () => {
  sap = await integrationServer();
  const way = { address: sap.address, secret: SECRET };
  routes = new Map([["sap", httpRoute(engine, way)]]);
  impatient = new Map([["sap", httpRoute(engine, { ...way, answerMs: 300 })]]);
});
afterAll(async () => {
  await sap.close();
  await world.close();
});
beforeEach(() => {
  sap.received.length = 0;
  sap.next({ status: 200, body: { success: true, documentNo: "4500000001" } });
});
// What a test leaves unsent is not the business of the next one.
afterEach(async () => {
  await sql`update interface_log set state = 'dead' where state in ('pending', 'sending', 'failed')`.execute(
    engine.database.connection(),
  );
});

const send = (by: IntegrationRoutes = routes) => sendCalls(engine, by, "http://portal.test");

async function callsOf(documentId: string): Promise<AnyRecord[]> {
  const rows = await unscopedRows(world.system(), LOG, ["id"], [where.eq("document_id", documentId)]);
  const calls: AnyRecord[] = [];
  for (const { id } of rows)
    calls.push((await openRecord(world.system(), { entity: world.entity(LOG), id: String(id) })).record);
  return calls.sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** What the administrator heard about calls that did not arrive. */
async function notifiedAdmin(): Promise<unknown[]> {
  const { rows } = await sql<{ body: string }>`select body from inbox
    where scenario = 'interface.undelivered' and user_id = ${world.accounts.admin}`.execute(
    engine.database.connection(),
  );
  return rows.map(({ body }) => body);
}

async function onlyCall(documentId: string): Promise<AnyRecord> {
  const calls = await callsOf(documentId);
  expect(calls).toHaveLength(1);
  return calls[0] as AnyRecord;
}

describe("下达的订单发给SAP", () => {
  test("事务提交之后才发送，签名正确，内容用双方都认识的编码", async () => {
    const { id, number } = await released(world);
    expect(sap.received).toEqual([]);
    expect(await onlyCall(id)).toMatchObject({ state: "pending", attempt: 0, business_key: number });
    expect(await send()).toBe(1);
    const [call] = sap.received;
    expect(call).toMatchObject({ path: "/portal/order-released", isSigned: true });
    expect(call?.body).toMatchObject({
      interface: "order_released",
      document: { type: "采购订单", number, id },
      state: "released",
      order: { supplier: expect.any(String), currency: "CNY" },
    });
    expect(Object(call?.body.order).items[0]).toMatchObject({ material: expect.any(String), qty: expect.any(String) });
    const log = await onlyCall(id);
    expect(log).toMatchObject({ state: "success", attempt: 1, http_status: 200, outside_no: "4500000001" });
    expect(await stored(world, id)).toMatchObject({ sap_no: "4500000001", state: "released" });
    expect(log.number).toMatch(/^SAP20250310-\d{6}$/);
    expect(log.idempotency_key).toBe(call?.key);
    expect(await send()).toBe(0);
  });

  test("下达没有成功，就什么也没有留下", async () => {
    const { id, version } = await submitted(world);
    const buyer = await world.as("buyerA");
    await refusal(
      transition(world, { context: buyer, id, name: "release", more: { version: version + 7 } }),
      "stale_record",
    );
    expect(await callsOf(id)).toEqual([]);
  });

  test("没有连接SAP的安装不产生报文", async () => {
    const { integration } = engine;
    delete engine.integration;
    const { id } = await released(world);
    if (integration) engine.integration = integration;
    expect(await callsOf(id)).toEqual([]);
  });

  test("取消还没有下达的订单与SAP无关，取消已下达的要告诉它", async () => {
    const buyer = await world.as("buyerA");
    const draft = await order(world, buyer);
    await transition(world, { context: buyer, id: draft.id, name: "cancel", more: { reason: "不要了" } });
    expect(await callsOf(draft.id)).toEqual([]);
    const { id } = await released(world);
    await transition(world, { context: buyer, id, name: "cancel", more: { reason: "不要了" } });
    expect((await callsOf(id)).map((call) => call.interface_code)).toEqual(["order_released", "order_closed"]);
  });
});

describe("对方有时不好好答复", () => {
  test("出错、不应答、中途断开：按1、5、15、60分钟重发，同一幂等键，之后放弃", async () => {
    const { id } = await released(world);
    sap.next(
      { status: 500, text: "boom" },
      "hang",
      "cut",
      { status: 503, body: { message: "维护中" } },
      { status: 502 },
    );
    const waits = [1, 5, 15, 60];
    for (const [round, wait] of waits.entries()) {
      // Only the second call is left without an answer.
      expect(await send(round === 1 ? impatient : routes)).toBe(1);
      expect(await onlyCall(id)).toMatchObject({ state: "failed", attempt: round + 1 });
      clock.advance(wait * MINUTE - 1000);
      expect(await send(), "还没有到时间").toBe(0);
      clock.advance(1000);
    }
    expect(await send()).toBe(1);
    const log = await onlyCall(id);
    expect(log).toMatchObject({ state: "dead", attempt: 5, next_retry_at: null, http_status: 502 });
    expect(await notifiedAdmin()).toEqual([expect.stringContaining(`${log.number}）：多次重发没有成功，最后一次`)]);
    expect(log.attempts).toMatchObject([
      { outcome: "failed", http_status: 500 },
      { outcome: "failed", http_status: null, error: "对方没有在规定时间内答复" },
      { outcome: "failed", http_status: null, error: expect.stringContaining("无法连接对方系统") },
      { outcome: "failed", http_status: 503, error: "SAP：维护中" },
      { outcome: "failed", http_status: 502 },
    ]);
    expect(new Set(sap.received.map(({ key }) => key)).size).toBe(1);
    expect(new Set(sap.received.map(({ headers }) => headers["x-portal-nonce"])).size).toBe(5);
    clock.advance(120 * MINUTE);
    expect(await send()).toBe(0);
  });

  test("业务错误原样记下，不再自动重发，由人处理", async () => {
    const { id } = await released(world);
    sap.next({ status: 200, body: { success: false, message: "物料 B1 在工厂 F1 没有维护" } });
    await send();
    expect(await onlyCall(id)).toMatchObject({
      state: "failed",
      error: "SAP：物料 B1 在工厂 F1 没有维护",
      next_retry_at: null,
    });
    clock.advance(120 * MINUTE);
    expect(await send()).toBe(0);
    const admin = await world.as("admin");
    sap.next({ status: 200, body: { success: true } });
    const { version } = await onlyCall(id);
    await applyTransition(admin, { entity: world.entity(LOG), id: (await onlyCall(id)).id, name: "resend", version });
    expect(await send()).toBe(1);
    expect(await onlyCall(id)).toMatchObject({ state: "success", attempt: 2, error: null });
    expect(new Set(sap.received.map(({ key }) => key)).size).toBe(1);
  });

  test("发送途中进程被杀：租期过后由下一个进程以同一幂等键重发，一个也不丢", async () => {
    const { id } = await released(world);
    const now = clock.now();
    const taken = await takeDueCall(engine.database.connection(), {
      now: now.toISOString(),
      until: new Date(now.getTime() + MINUTE).toISOString(),
      systems: ["sap"],
    });
    expect(taken?.documentId).toBe(id);
    expect(await send()).toBe(0);
    clock.advance(MINUTE);
    expect(await send()).toBe(1);
    const log = await onlyCall(id);
    expect(log).toMatchObject({ state: "success", attempt: 2 });
    expect(log.attempts).toMatchObject([{ outcome: "unknown" }, { outcome: "success" }]);
    expect(sap.received.map(({ key }) => key)).toEqual([taken?.key]);
  });

  test("晚到的结果不盖掉后来者的", async () => {
    const { id } = await released(world);
    let late: (() => void) | undefined;
    const slow: IntegrationRoute = {
      send: () =>
        new Promise((resolve) => {
          late = () => resolve({ status: 500, body: "" });
        }),
    };
    const first = send(new Map([["sap", slow]]));
    while (!late) await new Promise(setImmediate);
    clock.advance(MINUTE);
    expect(await send()).toBe(1);
    late();
    await first;
    expect(await onlyCall(id)).toMatchObject({ state: "success", attempt: 2 });
  });
});

test("同一单据的报文按先后发送，前一个没有成功，后面的等着；放弃之后继续", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await released(world);
  await transition(world, { context: buyer, id, name: "cancel", more: { reason: "不要了" } });
  sap.next({ status: 500 });
  expect(await send()).toBe(1);
  clock.advance(MINUTE);
  expect(await send()).toBe(1);
  expect(sap.received.map(({ path: at }) => at)).toEqual(["/portal/order-released", "/portal/order-released"]);
  const [first] = await callsOf(id);
  const admin = await world.as("admin");
  const entity = world.entity(LOG);
  await applyTransition(admin, {
    entity,
    id: first?.id ?? "",
    name: "give_up",
    version: first?.version ?? 0,
    reason: "SAP 里没有这张订单",
  });
  sap.next({ status: 200 });
  expect(await send()).toBe(1);
  expect((await callsOf(id)).map((call) => call.state)).toEqual(["dead", "success"]);
});

test("单据已经不在那个状态，不能重发", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await released(world);
  sap.next({ status: 400, body: { message: "不认识" } });
  await send();
  await transition(world, { context: buyer, id, name: "cancel", more: { reason: "不要了" } });
  const [first] = await callsOf(id);
  const request = { entity: world.entity(LOG), id: first?.id ?? "", name: "resend", version: first?.version ?? 0 };
  const refused = await refusal(applyTransition(await world.as("admin"), request), "invalid");
  expect(refused.message).toBe("单据状态已变化，不能重发");
});

describe("单据上的接口异常", () => {
  const orders = world.screen(ORDER);
  const sapLog = engine.registry.screen("system-management/sap-log");
  const act = async (name: string, call: AnyRecord | undefined, reason?: string) =>
    applyTransition(await world.as("admin"), {
      entity: world.entity(LOG),
      id: call?.id ?? "",
      name,
      version: call?.version ?? 0,
      ...(reason ? { reason } : {}),
    });

  async function faultsFor(account: AccountName, id: string) {
    const context = await world.as(account);
    const { faults } = await recordModel(context, orders, id);
    const list = await listModel(context, orders, new URLSearchParams("size=100"));
    const row = list.table.rows.find((one) => one.id === id);
    const marks = row?.cells.flatMap(({ mark }) => mark ?? []);
    return { faults, marks };
  }

  test("SAP的业务错误原样显示在单据和列表上，采购员可从那里打开日志；重发成功之后消失", async () => {
    const { id } = await released(world);
    sap.next({ status: 200, body: { success: false, message: "物料 B1 在工厂 F1 没有维护" } });
    await send();
    const call = await onlyCall(id);
    const shown = await faultsFor("buyerA", id);
    expect(shown.faults).toEqual([
      {
        text: "接口异常：「采购订单下达」没有送达SAP，SAP：物料 B1 在工厂 F1 没有维护",
        link: { label: `查看SAP日志 ${call.number}`, href: `/system-management/sap-log/${call.id}` },
      },
    ]);
    expect(shown.marks).toEqual(["接口异常"]);
    await act("resend", call);
    expect((await faultsFor("buyerA", id)).marks, "还不知道结果").toEqual(["接口异常"]);
    sap.next({ status: 200, body: { success: true } });
    await send();
    expect(await faultsFor("buyerA", id)).toEqual({ faults: [], marks: [] });
  });

  test("还会自动重发的不是异常；多次没有成功而放弃的是", async () => {
    const { id } = await released(world);
    for (const wait of [1, 5, 15, 60]) {
      sap.next({ status: 500 });
      await send();
      expect(await faultsFor("buyerA", id)).toEqual({ faults: [], marks: [] });
      clock.advance(wait * MINUTE);
    }
    sap.next({ status: 500 });
    await send();
    expect((await faultsFor("buyerA", id)).faults).toMatchObject([{ text: expect.stringMatching(/^接口异常：/) }]);
  });

  test("供应商不知道；看不到日志的人只看到这句话", async () => {
    const { id } = await released(world);
    sap.next({ status: 400, body: { message: "不认识" } });
    await send();
    expect(await faultsFor("supplierA", id)).toEqual({ faults: [], marks: [] });
    const { faults, marks } = await faultsFor("planner", id);
    expect(faults).toEqual([{ text: "接口异常：「采购订单下达」没有送达SAP，SAP：不认识" }]);
    expect(marks).toEqual(["接口异常"]);
  });

  test("人工放弃的也显示，注明线下已处理之后消失，并留下是谁、为什么", async () => {
    const { id } = await released(world);
    sap.next({ status: 500 });
    await send();
    await act("give_up", await onlyCall(id), "SAP 停机一周");
    expect((await faultsFor("buyerA", id)).faults).toMatchObject([{ text: expect.stringContaining("SAP 停机一周") }]);
    await refusal(act("settle", await onlyCall(id)), "invalid");
    await act("settle", await onlyCall(id), "已在 SAP 手工建立订单");
    expect(await faultsFor("buyerA", id)).toEqual({ faults: [], marks: [] });
    const call = await onlyCall(id);
    expect(call).toMatchObject({ state: "dead", undelivered_at: null });
    await refusal(act("settle", call, "再来一次"), "wrong_state");
    const [entry] = await readHistory(await world.as("admin"), { entity: world.entity(LOG), recordId: call.id });
    expect(entry).toMatchObject({ label: "已线下处理", reason: "已在 SAP 手工建立订单" });
  });

  test("单据已经前进、对方不必再知道的，不算异常", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await released(world);
    sap.next({ status: 400, body: { message: "不认识" } }, { status: 200 });
    await send();
    await transition(world, { context: buyer, id, name: "cancel", more: { reason: "不要了" } });
    await send();
    expect(await faultsFor("buyerA", id)).toEqual({ faults: [], marks: [] });
  });

  test("管理员收到的提醒打开的就是那份SAP报文", async () => {
    clock.advance(61 * MINUTE);
    const { id } = await released(world);
    sap.next({ status: 400, body: { message: "不认识" } });
    await send();
    const call = await onlyCall(id);
    const { items } = await readInbox(await world.as("admin"), { unreadOnly: true, limit: 50, offset: 0 });
    const notified = items.find(({ recordId }) => recordId === call.id);
    expect(notified?.screen).toEqual(sapLog);
  });
});

test("多个进程同时发送，每个报文只发一次", async () => {
  const made: string[] = [];
  for (let count = 0; count < 12; count += 1) made.push((await released(world)).id);
  const tried = await Promise.all([send(), send(), send()]);
  expect(tried.reduce((sum, one) => sum + one, 0)).toBe(12);
  expect(new Set(sap.received.map(({ key }) => key)).size).toBe(12);
  expect(sap.received).toHaveLength(12);
  for (const id of made) expect(await onlyCall(id)).toMatchObject({ state: "success", attempt: 1 });
});

test("采购员只看到自己范围内单据的SAP日志，看不到OA日志", async () => {
  const { id } = await released(world);
  const { id: logId } = await onlyCall(id);
  const entity = world.entity(LOG);
  expect((await openRecord(await world.as("buyerA"), { entity, id: logId })).record.business_key).toBeDefined();
  await refusal(openRecord(await world.as("buyerB"), { entity, id: logId }), "not_found");
  await refusal(openRecord(await world.as("supplierA"), { entity, id: logId }), "forbidden");
});

test("SAP日志按天数出往来、失败和平均耗时，采购员只数到自己范围内的", async () => {
  await released(world);
  sap.next({ status: 400, body: { message: "物料未维护" } });
  await send();
  const log = engine.registry.screen("system-management/sap-log");
  if (!log) throw new Error("no such screen");
  const { rows } = await sql<{ all: string; failed: string }>`
    select count(*)::text as all, (count(*) filter (where state in ('failed', 'dead')))::text as failed
    from interface_log where system = 'sap'`.execute(engine.database.connection());
  const { charts } = await figuresModel(await world.as("admin"), log);
  const [calls, rate, cost] = charts;
  const sumOf = (values: readonly string[] = []) => String(values.reduce((sum, value) => sum + Number(value), 0));
  expect(calls?.labels).toHaveLength(30);
  expect(calls?.series.map(({ label, values }) => [label, sumOf(values)])).toEqual([
    ["全部", rows[0]?.all],
    ["失败", rows[0]?.failed],
  ]);
  // Of the last seven days those on which anything was said.
  expect([rate?.caption, cost?.caption]).toEqual(["近7天成功率", "近7天平均耗时"]);
  expect(cost?.series[0]?.values).toHaveLength(1);
  const { all = "0", failed = "0" } = rows[0] ?? {};
  expect(rate?.series[0]?.values.at(-1)).toBe(
    String(Math.floor(((Number(all) - Number(failed)) * 1000) / Number(all)) / 10),
  );
  // The figures are those of what the list shows.
  const failures = await figuresModel(await world.as("admin"), log, new URLSearchParams("state=failed&state=dead"));
  expect(sumOf(failures.charts[0]?.series[0]?.values)).toBe(failed);
  expect(failures.about).toContain("条件：");
  expect(failures.back.href).toContain("state=failed");
  const other = await figuresModel(await world.as("buyerB"), log);
  expect(sumOf(other.charts[0]?.series[0]?.values)).toBe("0");
  await refusal(
    world.as("warehouse").then((context) => figuresModel(context, log)),
    "forbidden",
  );
});

test("一小时内成功率低于80%提醒系统管理员，每小时一次；次数太少不提醒", async () => {
  clock.advance(61 * MINUTE);
  const heard = async () => {
    const { rows } = await sql<{ title: string; body: string }>`select title, body from inbox
      where scenario = 'interface.failing' and user_id = ${world.accounts.admin} order by at`.execute(
      engine.database.connection(),
    );
    return rows;
  };
  const call = async (status: number) => {
    sap.next({ status, body: { success: status === 200, documentNo: "4500000002" } });
    await released(world);
    await send();
  };
  for (const status of [200, 200, 400, 400]) await call(status);
  await notifyFailingSystems(engine);
  expect(await heard()).toEqual([]);
  await call(200);
  expect(await notifyFailingSystems(engine)).toBe(1);
  expect(await notifyFailingSystems(engine)).toBe(0);
  expect(await heard()).toEqual([
    {
      title: "SAP接口一小时内成功率60%",
      body: "近一小时与SAP往来5次，失败2次，成功率60%。请在接口日志中查看原因。",
    },
  ]);
  clock.advance(61 * MINUTE);
  for (const status of [200, 200, 200, 200, 400]) await call(status);
  await notifyFailingSystems(engine);
  expect(await heard()).toHaveLength(1);
  await setParameter(world, "interface.leastPercent", "81");
  await setParameter(world, "interface.fewestAttempts", "6");
  await notifyFailingSystems(engine);
  expect(await heard()).toHaveLength(1);
  await setParameter(world, "interface.fewestAttempts", "5");
  await notifyFailingSystems(engine);
  expect(await heard()).toHaveLength(2);
  await setParameter(world, "interface.leastPercent", "80");
});

describe("以文件交换", () => {
  test("一份报文一个文件，改名到位，重发还是同一个文件", async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "drop-"));
    try {
      const { id } = await released(world);
      await send(new Map([["sap", fileRoute(folder)]]));
      const log = await onlyCall(id);
      expect(log).toMatchObject({ state: "success", http_status: null });
      const name = `${log.number}-order-released.json`;
      expect(await readdir(path.join(folder, "out"))).toEqual([name]);
      const written = JSON.parse(await readFile(path.join(folder, "out", name), "utf8"));
      expect(written).toMatchObject({ requestId: log.idempotency_key, document: { id } });
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});
