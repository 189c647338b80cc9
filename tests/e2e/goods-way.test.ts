import { beforeAll, describe, expect, test } from "vitest";
import { decimal, formatDecimal, sum } from "~/shared/decimal";
import {
  beginCertificate,
  blocked,
  COAS,
  DRY,
  fillCertificate,
  ITEM,
  ITEM_AT,
  JOURNAL,
  judgeOnPage,
  type Load,
  MARKS,
  materialsOfTheWay,
  NOTES,
  orderOfTheWay,
  pageOf,
  postOnPage,
  RECEIPTS,
  RETURNS,
  receiveByPhone,
  SLOTS,
  shipReturn,
  standardOf,
  stateOn,
  TRACE,
  takeEarly,
  WET,
  windowFor,
  writeNote,
} from "./support/goods-way";
import { journeysOf } from "./support/journey";
import { inDays, ORDERS, openOrder } from "./support/orders";
import type { Page } from "./support/page";
import { eventually, makeTransition, open, tableRow, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";

const portal = startPortal();
const journey = journeysOf(portal, [ORDERS, SLOTS, COAS, NOTES, RECEIPTS, RETURNS]);

const PROGRESS = "各行订购、确认、在途、已收和可送的数量";
const QUANTITIES = ["100", "40", "20"];

let materials: [Row, Row, Row];
/** What the ways have made, for whoever must not see it. */
const made: { order: Row; coa: string; notes: string[]; receipts: string[]; back: string; batches: string[] }[] = [];

beforeAll(async () => {
  materials = await materialsOfTheWay(portal);
  await standardOf(portal, materials[0]);
  await takeEarly(await portal.rest("admin"));
});

/** Everything the journal says of an order. */
async function booked(order: Row): Promise<Row[]> {
  const admin = await portal.rest("admin");
  const rows = await admin.list(JOURNAL, { order_id: order.id });
  return Promise.all(rows.map(({ id }) => admin.get(JOURNAL, id)));
}

/** The rows of an order that both sides compare. */
async function compared(order: Row): Promise<Row[]> {
  const admin = await portal.rest("admin");
  const rows = await admin.list(MARKS, { order_id: order.id });
  return Promise.all(rows.map(({ id }) => admin.get(MARKS, id)));
}

/** What is printed of a document. */
async function onPaper(page: Page, key: string, id: string): Promise<string> {
  const answer = await page.request.get(`/web/${key}/${id}/print`);
  expect(answer.status()).toBe(200);
  return (await answer.text()).replace(/<[^>]*>/g, " ");
}

const totalOf = (rows: readonly Record<string, unknown>[], column: string) =>
  sum(rows.map((row) => String(row[column]))).toFixed(3);

/** Figures of order, notes, receipts and return, each against sums over the journal alone. */
async function agreesWithJournal(page: Page, way: (typeof made)[number]): Promise<void> {
  const admin = await portal.rest("admin");
  const rows = await booked(way.order);
  const back = await admin.get(RETURNS, way.back);
  const receipts = await Promise.all(way.receipts.map((id) => admin.get(RECEIPTS, id)));
  const rejected = new Map<unknown, string>();
  for (const line of receipts.flatMap((receipt) => rowsOf(receipt, "items")))
    rejected.set(
      line.material_id,
      sum([rejected.get(line.material_id) ?? "0", String(line.reject_qty ?? "0")]).toFixed(3),
    );

  const order = await admin.get(ORDERS, way.order.id);
  await openOrder(page, order.id);
  expect(await stateOn(page)).toBe("已完成");
  for (const [at, line] of rowsOf(order, "items").entries()) {
    const own = rows.filter(({ material_id }) => material_id === line.material_id);
    const came = totalOf(own, "qty");
    expect(came).toBe(`${QUANTITIES[at]}.000`);
    expect(line.accepted_qty).toBe(came);
    expect(line.rejected_qty).toBe(rejected.get(line.material_id));
    expect(sum(own.map(({ amount }) => String(amount))).toFixed(2)).toBe(
      decimal(came)
        .times(decimal(String(line.price)))
        .toFixed(2),
    );
    expect(await tableRow(page, PROGRESS, at)).toMatchObject({
      订购: formatDecimal(came),
      已收: formatDecimal(came),
      拒收: formatDecimal(rejected.get(line.material_id) ?? "0"),
      在途: "0",
      退货: "0",
      // Nothing more is sent of a line that has ended.
      可送: "",
      收货率: "100%",
    });
  }
  expect(sum(rows.map(({ amount }) => String(amount))).toFixed(2)).toBe(order.amount);

  for (const receipt of receipts) {
    const own = rows.filter(({ receipt_id }) => receipt_id === receipt.id);
    expect(receipt.accept_qty).toBe(totalOf(own, "qty"));
    expect(receipt.count_qty).toBe(sum([totalOf(own, "qty"), String(receipt.reject_qty)]).toFixed(3));
    expect(rowsOf(receipt, "items").map(({ batch_no, accept_qty }) => `${batch_no} ${accept_qty ?? "0.000"}`)).toEqual(
      rowsOf(receipt, "items").map(
        ({ batch_no }) =>
          `${batch_no} ${totalOf(
            own.filter((row) => row.batch_no === batch_no),
            "qty",
          )}`,
      ),
    );
    await open(page, `/${RECEIPTS}/${receipt.id}`);
    const shown = await textOf(page.locator("main"));
    for (const figure of [receipt.accept_qty, receipt.count_qty, receipt.reject_qty])
      expect(shown).toContain(formatDecimal(String(figure)));
    // Paper says the same, batch by batch.
    const paper = await onPaper(page, RECEIPTS, receipt.id);
    for (const { batch_no, qty } of own) {
      expect(paper).toContain(String(batch_no));
      expect(paper).toContain(formatDecimal(String(qty)));
    }
  }
  for (const id of way.notes) {
    const note = await admin.get(NOTES, id);
    expect(note.state).toBe("received");
    const of = receipts.filter(({ delivery_note_id }) => delivery_note_id === id);
    const counted = [
      ...of.map(({ reject_qty }) => String(reject_qty)),
      totalOf(
        rows.filter(({ receipt_id }) => of.some((receipt) => receipt.id === receipt_id)),
        "qty",
      ),
    ];
    expect(totalOf(rowsOf(note, "items"), "received_qty")).toBe(sum(counted).toFixed(3));
    expect(totalOf(rowsOf(note, "items"), "qty")).toBe(sum(counted).toFixed(3));
    await open(page, `/${NOTES}/${id}`);
    const shown = await textOf(page.locator("main"));
    const paper = await onPaper(page, NOTES, id);
    for (const { received_qty, batch_no } of rowsOf(note, "items")) {
      expect(shown).toContain(formatDecimal(String(received_qty)));
      expect(paper).toContain(String(batch_no));
    }
  }
  // What was rejected was never in stock, and leaves it by no row.
  expect(rows.filter(({ return_id }) => return_id !== null)).toEqual([]);
  expect(totalOf(rowsOf(back, "items"), "out_qty")).toBe(
    sum(receipts.map(({ reject_qty }) => String(reject_qty))).toFixed(3),
  );
  expect(back.amount).toBe("0.00");
  const gone = await onPaper(page, RETURNS, way.back);
  for (const { batch_no, out_qty } of rowsOf(back, "items")) {
    expect(gone).toContain(String(batch_no));
    expect(gone).toContain(formatDecimal(String(out_qty)));
  }
  // The certificate names what came of its batch, and the account the supplier confirms holds each movement once.
  const coa = await admin.get(COAS, way.coa);
  const certified = await onPaper(page, COAS, way.coa);
  expect(certified).toContain(String(coa.batch_no));
  await open(page, `/${COAS}/${way.coa}`);
  const known = await textOf(page.locator("main"));
  for (const { receipt_id } of rows.filter(({ batch_no }) => batch_no === coa.batch_no))
    expect(known).toContain(String(receipts.find(({ id }) => id === receipt_id)?.number));
  const told = (row: Row) => `${row.io_no} ${row.io_type} ${row.batch_no} ${row.qty} ${row.amount}`;
  expect((await compared(way.order)).map(told).sort()).toEqual(rows.map(told).sort());
  const ordered = await onPaper(page, ORDERS, way.order.id);
  for (const { material_id } of rowsOf(order, "items")) {
    const came = totalOf(
      rows.filter((row) => row.material_id === material_id),
      "qty",
    );
    expect(ordered).toContain(formatDecimal(came));
  }
}

journey.likeOthers(
  "从确认到入库：COA超标后改正，两车预约到厂，一批拒收带回后重新送，订单自动完成",
  async (browser, journey) => {
    const { script, mark } = journey;
    const batches = [`${mark}A1`, `${mark}B1`, `${mark}C1`, `${mark}C2`];
    const [, second, third] = QUANTITIES;
    const order = await orderOfTheWay(portal, materials, QUANTITIES);
    const lines = rowsOf(order, "items");
    const load = (line: number, qty: string, batch: number): Load => ({
      line: lines[line]?.id ?? "",
      qty,
      batch: batches[batch] ?? "",
    });
    const window = await windowFor(portal, `${mark}月台`);
    const admin = await portal.rest("admin");
    const supplier = await pageOf(portal, browser, "supplier1");
    const qa = await pageOf(portal, await journey.another(), "qa1");
    const warehouse = await pageOf(portal, await journey.another(), "warehouse1");

    await openOrder(supplier, order.id);
    await makeTransition(supplier, "确认订单");
    await eventually(() => stateOn(supplier)).toBe("执行中");

    // The certificate: one value out of limits, sent back, cured, passed. Until then nothing leaves.
    const coa = await beginCertificate(supplier, { material: materials[0], batch: batches[0] ?? "", script });
    await fillCertificate(supplier, WET);
    expect(await stateOn(supplier)).toBe("待审核");
    const note1 = await writeNote(supplier, order, {
      loads: [load(0, "60", 0), load(1, second ?? "", 1)],
      window,
    });
    expect(await blocked(supplier, "确认发货")).toContain(`批号【${batches[0]}】COA不合格，不能发货`);
    await open(qa, `/${COAS}/${coa}`);
    expect(await tableRow(qa, "检验项目", ITEM_AT)).toMatchObject({
      检验项目: ITEM,
      检测值: WET[ITEM_AT],
      单项判定: "不合格",
    });
    await makeTransition(qa, "退回修改", { reason: `【${ITEM}】超出标准，请复测` });
    await open(supplier, `/${COAS}/${coa}`);
    await fillCertificate(supplier, DRY);
    await open(qa, `/${COAS}/${coa}`);
    await makeTransition(qa, "通过");
    await eventually(() => stateOn(qa)).toBe("已通过");

    // Two lorries in one window.
    await open(supplier, `/${NOTES}/${note1}`);
    await makeTransition(supplier, "确认发货");
    await eventually(() => stateOn(supplier)).toBe("在途");
    const note2 = await writeNote(supplier, order, { loads: [load(0, "40", 0), load(2, third ?? "", 2)], window });
    await makeTransition(supplier, "确认发货");
    expect(await admin.get(SLOTS, window.id)).toMatchObject({ booked: 2, free: 0 });

    const receipt1 = await receiveByPhone(warehouse, await admin.get(NOTES, note1));
    const receipt2 = await receiveByPhone(warehouse, await admin.get(NOTES, note2));
    await judgeOnPage(qa, await admin.get(RECEIPTS, receipt1));
    await judgeOnPage(qa, await admin.get(RECEIPTS, receipt2), [batches[2] ?? ""]);
    await postOnPage(warehouse, receipt1);
    await postOnPage(warehouse, receipt2);

    // What was rejected goes back by a return nobody wrote.
    const drafts = await admin.list(RETURNS, { state: "draft" });
    const written = await Promise.all(drafts.map(({ id }) => admin.get(RETURNS, id)));
    const [back, ...others] = written.filter(({ source_receipt_id }) => source_receipt_id === receipt2);
    if (!back) throw new Error("no return was begotten");
    expect(others).toEqual([]);
    expect(back).toMatchObject({ state: "draft", return_mode: "unposted" });
    await shipReturn(warehouse, back);
    await open(supplier, `/${RETURNS}/${back.id}`);
    await makeTransition(supplier, "签收完成");
    await eventually(() => stateOn(supplier)).toBe("已完成");

    // It is sent again, and the order is over.
    await openOrder(supplier, order.id);
    expect(await stateOn(supplier)).toBe("执行中");
    const note3 = await writeNote(supplier, order, { loads: [load(2, third ?? "", 3)] });
    await makeTransition(supplier, "确认发货");
    const receipt3 = await receiveByPhone(warehouse, await admin.get(NOTES, note3));
    await judgeOnPage(qa, await admin.get(RECEIPTS, receipt3));
    await postOnPage(warehouse, receipt3);

    const way = {
      order: await admin.get(ORDERS, order.id),
      coa,
      notes: [note1, note2, note3],
      receipts: [receipt1, receipt2, receipt3],
      back: back.id,
      batches,
    };
    made.push(way);
    await agreesWithJournal(supplier, way);
    await open(supplier, `/${TRACE}?batch=${batches[2]}`);
    expect(await textOf(supplier.locator("main"))).toContain(String(back.number));
  },
);

describe("别的供应商在任何地址都看不到", () => {
  test("页面：记录、步骤、打印、标签、历史不存在，列表、查找和追溯里没有", async () => {
    const [way] = made;
    if (!way) throw new Error("no way was gone");
    const visitor = await portal.visit({ script: false });
    await portal.enter(visitor, "supplier2");
    const records = [
      [ORDERS, way.order.id],
      [COAS, way.coa],
      ...way.notes.map((id) => [NOTES, id]),
      ...way.receipts.map((id) => [RECEIPTS, id]),
      [RETURNS, way.back],
      ...(await booked(way.order)).map(({ id }) => [JOURNAL, id]),
    ];
    // What both sides compare is shown on the screen of the journal's name.
    const marks = (await compared(way.order)).map(({ id }) => [JOURNAL, id]);
    for (const [key, id] of [...records, ...marks])
      for (const rest of ["", "/history", "/states", "/comments", "/print", "/print?format=pdf", "/export", "/edit"]) {
        const answer = await visitor.request.get(`/web/${key}/${id}${rest}`, { maxRedirects: 0 });
        expect(`${key}${rest} ${answer.status()}`).toMatch(/ (403|404)$/);
      }
    const steps: [string, string | undefined, string[]][] = [
      [ORDERS, way.order.id, ["confirm", "propose"]],
      [COAS, way.coa, ["submit"]],
      [NOTES, way.notes[0], ["submit", "edit_trip", "cancel", "labels"]],
      [RECEIPTS, way.receipts[1], ["confirm_difference", "dispute_difference"]],
      [RETURNS, way.back, ["accept", "complete"]],
    ];
    for (const [key, id, names] of steps)
      for (const name of names)
        expect((await visitor.request.get(`/web/${key}/${id}/${name}`, { maxRedirects: 0 })).status()).toBe(404);
    const admin = await portal.rest("admin");
    const numbers = await Promise.all(
      records.map(async ([key, id]) => {
        const row = await admin.get(key ?? "", id ?? "");
        return String(row.number ?? row.io_no);
      }),
    );
    const lists = [
      "/receiving/phone-receiving",
      `/receiving/phone-receiving/${way.notes[0]}/receive`,
      ...new Set(records.map(([key]) => `/${key}`)),
      `/${ORDERS}?number=${way.order.number}`,
      `/${NOTES}?items.batch_no=${way.batches[0]}`,
      `/${JOURNAL}?batch_no=${way.batches[0]}`,
      `/${COAS}?batch_no=${way.batches[0]}`,
      `/receiving/open-slot?slot_date=${inDays(1)}`,
      `/${NOTES}/convert/from_orders?_everywhere=1&q=${way.order.number}`,
    ];
    for (const list of lists) {
      const text = await (await visitor.request.get(`/web${list}`)).text();
      // What was asked for stands in the address and in the boxes of the filters.
      const rows = list.includes("?") ? text.slice(text.indexOf("<tbody"), text.lastIndexOf("</tbody>")) : text;
      for (const said of [...numbers, ...way.batches]) expect(`${list} ${rows.includes(said)}`).toBe(`${list} false`);
    }
    const page = await visitor.newPage();
    for (const asked of [`batch=${way.batches[0]}`, `number=${way.order.number}`, `number=${numbers[2]}`]) {
      await open(page, `/${TRACE}?${asked}`);
      expect(await textOf(page.locator("main"))).toContain("找不到");
    }
  });

  test("所属供应商页面上的每个地址，包括文件和打印，别的供应商都打不开", async () => {
    const [way] = made;
    if (!way) throw new Error("no way was gone");
    const [owner, visitor] = [await portal.visit({ script: false }), await portal.visit({ script: false })];
    await portal.enter(owner, "supplier1");
    await portal.enter(visitor, "supplier2");
    const records = [
      [ORDERS, way.order.id],
      [COAS, way.coa],
      ...way.notes.map((id) => [NOTES, id]),
      ...way.receipts.map((id) => [RECEIPTS, id]),
      [RETURNS, way.back],
    ];
    const ids = records.map(([, id]) => id ?? "");
    const found = new Set<string>();
    for (const [key, id] of records) {
      const answer = await owner.request.get(`/web/${key}/${id}`);
      expect(answer.status()).toBe(200);
      for (const [, address = ""] of (await answer.text()).matchAll(/(?:href|src|action)="([^"#]+)/g))
        if (ids.some((one) => address.includes(`/${one}`))) found.add(address.replaceAll("&amp;", "&"));
    }
    const addresses = [...found];
    const [file] = addresses.filter((address) => address.includes(`/${way.coa}/files/`));
    expect((await owner.request.get(String(file))).status()).toBe(200);
    expect(addresses.length).toBeGreaterThan(2 * records.length);
    for (const address of addresses) {
      // What is only sent, such as a wish to watch, leads back to the record, which is not there.
      const answer = await visitor.request.get(address);
      expect(`${address} ${answer.status()}`).toMatch(/ (403|404)$/);
    }
  });

  test("接口：记录不存在，列表为空，步骤不能做", async () => {
    const [way] = made;
    if (!way) throw new Error("no way was gone");
    const stranger = await portal.rest("supplier2");
    const rows = await booked(way.order);
    const records: [string, string, string][] = [
      [ORDERS, way.order.id, "confirm"],
      [COAS, way.coa, "submit"],
      ...way.notes.map((id): [string, string, string] => [NOTES, id, "cancel"]),
      ...way.receipts.map((id): [string, string, string] => [RECEIPTS, id, "confirm_difference"]),
      [RETURNS, way.back, "accept"],
    ];
    for (const [key, id, name] of records) {
      for (const rest of ["", "/export"])
        expect((await stranger.call("GET", `/v2/${key}/${id}${rest}`)).status).toBe(404);
      expect((await stranger.call("POST", `/v2/${key}/${id}/${name}`, { version: 1, reason: "试" })).status).toBe(404);
      expect((await stranger.call("PUT", `/v2/${key}/${id}`, { version: 1, remark: "试" })).status).toBeGreaterThan(
        402,
      );
    }
    for (const { id } of rows) expect((await stranger.call("GET", `/v2/${JOURNAL}/${id}`)).status).toBe(404);
    for (const { id } of await compared(way.order))
      expect((await stranger.call("GET", `/v2/${MARKS}/${id}`)).status).toBe(404);
    expect(await stranger.count(ORDERS, { number: way.order.number })).toBe(0);
    for (const key of [JOURNAL, MARKS]) expect(await stranger.count(key, { order_id: way.order.id })).toBe(0);
    for (const [key, filter] of [
      [COAS, { batch_no: way.batches[0] }],
      [NOTES, { "items.batch_no": way.batches[0] }],
      [JOURNAL, { batch_no: way.batches[0] }],
      [RETURNS, { "items.batch_no": way.batches[2] }],
    ] as const)
      expect(await stranger.count(key, filter)).toBe(0);
    // What it may not draw on, it cannot name either.
    const answer = await stranger.call("POST", `/v2/${NOTES}`, {
      factory_id: "1010",
      items: [{ order_line: rowsOf(way.order, "items")[0]?.id, qty: "1" }],
    });
    expect(answer.success).toBe(false);
  });
});
