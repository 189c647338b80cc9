import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { httpRoute, type IntegrationRoute } from "~/engine/integrations/routes.server";
import { sendCalls } from "~/engine/integrations/worker.server";
import { type IntegrationServer, integrationServer, SECRET } from "../../../support/integration-server";
import { confirmed } from "../../../support/orders";
import { arrivedNote, move, posted, RECEIPT, withFreeNotes } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const MINUTE = 60_000;

const world = await openWorld({ registry: withFreeNotes() });
const { engine, clock } = world;
let sap: IntegrationServer;
let route: IntegrationRoute;
let impatient: IntegrationRoute;
beforeAll(async () => {
  // What the orders tell is another subject: only receipts meet the other side.
  sap = await integrationServer();
  const way = { address: sap.address, secret: SECRET };
  route = httpRoute(engine, way);
  impatient = httpRoute(engine, { ...way, answerMs: 300 });
});
afterAll(async () => {
  await sap.close();
  await world.close();
});

const send = (by: IntegrationRoute = route) => sendCalls(engine, new Map([["sap", by]]), "http://portal.test");

/** A receipt that was posted while the ERP was connected. */
async function postedReceipt(): Promise<string> {
  const { id: orderId } = await confirmed(world);
  const noteId = await arrivedNote(world, orderId, ["400"]);
  engine.integration = { systems: new Set(["sap"]) };
  const id = await posted(world, noteId, ["400"]);
  engine.integration = { systems: new Set() };
  sap.received.length = 0;
  return id;
}

/** What stands of a receipt here, whatever the other side says. */
async function standing(id: string) {
  const { rows } = await sql<{ state: string; movements: number; calls: string }>`
    select r.state, (select count(*)::int from io_data where receipt_id = r.id) as movements,
      (select string_agg(interface_code || ' ' || state, ', ' order by id) from interface_log where document_id::text = r.id::text) as calls
    from goods_receipt r where r.id = ${id}`.execute(engine.database.connection());
  return rows[0];
}

test("ERP不答复：收货单已过账，只登记一次；以同一键重发，答复以后报文成功", async () => {
  const id = await postedReceipt();
  sap.next("hang", { status: 200, body: { success: true } });
  await send(impatient);
  expect(await standing(id)).toEqual({ state: "posted", movements: 1, calls: "goods_received failed" });
  clock.advance(MINUTE);
  await send();
  expect(await standing(id)).toEqual({ state: "posted", movements: 1, calls: "goods_received success" });
  expect(sap.received.map(({ key }) => key)).toEqual([`${RECEIPT}/${id}/post`, `${RECEIPT}/${id}/post`]);
});

test("ERP答复两次：答复中途断开后重发，两次都说已入账，这里仍是一张报文、一笔入库，不再发送", async () => {
  const id = await postedReceipt();
  sap.next("cut", { status: 200, body: { success: true, documentNo: "5000000001" } });
  await send();
  clock.advance(MINUTE);
  await send();
  clock.advance(120 * MINUTE);
  expect(await send()).toBe(0);
  expect(await standing(id)).toEqual({ state: "posted", movements: 1, calls: "goods_received success" });
  expect(new Set(sap.received.map(({ key }) => key)).size).toBe(1);
});

test("ERP晚答复：期间已由别的进程重发成功，晚到的出错不改结果；冲销的报文排在过账之后", async () => {
  const id = await postedReceipt();
  sap.next({ status: 200, body: { success: true } });
  let late: (() => void) | undefined;
  const slow: IntegrationRoute = {
    send: () =>
      new Promise((resolve) => {
        late = () => resolve({ status: 500, body: "" });
      }),
  };
  const first = send(slow);
  while (!late) await new Promise(setImmediate);
  engine.integration = { systems: new Set(["sap"]) };
  await move(world, "warehouse", { key: RECEIPT, id, name: "reverse", reason: "登记错误" });
  engine.integration = { systems: new Set() };
  expect(await send(), "冲销等着过账的结果").toBe(0);
  clock.advance(MINUTE);
  await send();
  late();
  await first;
  await send();
  expect(await standing(id)).toEqual({
    state: "reversed",
    movements: 2,
    calls: "goods_received success, receipt_reversed success",
  });
  expect(sap.received.map(({ key }) => key)).toEqual([`${RECEIPT}/${id}/post`, `${RECEIPT}/${id}/reverse`]);
});
