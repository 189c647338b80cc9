import { expect } from "vitest";
import { goodsOf, inDays, ORDERS, orderValues, today } from "./orders";
import type { Page } from "./page";
import {
  arrive,
  buttonOf,
  eventually,
  field,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  pressAndLoad,
  textOf,
} from "./pages";
import type { Portal } from "./portal";
import { type Rest, type Row, rowsOf } from "./rest";

/*
 * The steps of the way of goods, as people make them on pages: certificate, delivery note, receipt, return. What a step needs of the demo
 * is made by REST, because it has tests of its own.
 */

export const COAS = "receiving/inbound-coa";
export const NOTES = "receiving/delivery-note";
export const SLOTS = "receiving/delivery-slot";
export const RECEIPTS = "receiving/goods-receipt";
export const RETURNS = "receiving/purchase-return";
export const JOURNAL = "receiving/io-data";
/** What both sides compare, month by month: one row beside each of the journal. */
export const MARKS = "receiving/io-mark";
export const TRACE = "receiving/batch-trace";
const SOURCES = "base-data/source-data";
const STANDARDS = "base-data/coa-standard";
const SCAN = "/receiving/phone-receiving";

/** The template whose items the standard of the way takes over, and what is measured of them: moisture out of limits, and not. */
const TEMPLATE = "GWF";
export const ITEM = "水分";
export const WET = ["合格", "15.2", "0.4", "2.1"];
export const DRY = ["合格", "12.6", "0.4", "2.1"];
/** The place of {@link ITEM} among them. */
export const ITEM_AT = 1;
/** The window of both lorries of a way. */
const WINDOW = { from: "09:00", to: "12:00", eta: "10:00" };

const PAPER = { mimeType: "application/pdf", buffer: Buffer.from("%PDF-1.7\n% COA\n") };

/**
 * Materials for supplier1 that no standard of the demo is about and that it delivered never: the first becomes one of its sources today, so that no
 * report of a type inspection is overdue, and gets a standard for its certificate; the others get neither.
 */
export async function materialsOfTheWay(portal: Pick<Portal, "rest">): Promise<[Row, Row, Row]> {
  const admin = await portal.rest("admin");
  const buyer = await portal.rest("buyer1");
  const { supplier } = await goodsOf(portal);
  const [sources, standards, materials] = await Promise.all([
    admin.list(SOURCES, { supplier_id: supplier.id }),
    admin.all(STANDARDS),
    buyer.list("master-data/material"),
  ]);
  const known = new Set([...sources, ...standards].map(({ material_id }) => material_id));
  const [own, second, third] = materials
    .filter(({ id, material_status }) => material_status !== "stopped" && !known.has(id))
    .sort((one, other) => (String(one.code) < String(other.code) ? -1 : 1));
  if (!own || !second || !third) throw new Error("the demo lacks materials for the way of goods");
  const source = await buyer.create(SOURCES, {
    supplier_id: supplier.id,
    material_id: own.code,
    factory_id: "1010",
    effective_from: today,
  });
  const trial = { version: 1, input: { trial_qty: "100000" } };
  await (await portal.rest("manager1")).move(SOURCES, source.id, "open_trial", trial);
  return [own, second, third];
}

/** A standard of supplier1 for a material, from today on. */
export async function standardOf(portal: Pick<Portal, "rest">, material: Row): Promise<void> {
  const qa = await portal.rest("qa1");
  const { supplier } = await goodsOf(portal);
  const [template] = await qa.list("base-data/coa-template", { code: TEMPLATE });
  const { id } = await qa.create(STANDARDS, {
    material_id: material.code,
    supplier_id: supplier.code,
    template_id: template?.id,
    required_at: "before_ship",
    valid_from: today,
  });
  await qa.move(STANDARDS, id, "submit", { version: 1 });
  await (await portal.rest("qamanager1")).move(STANDARDS, id, "approve", { version: 2 });
}

/** Goods of the way may come days before they are due. */
export async function takeEarly(admin: Rest): Promise<void> {
  for (const rule of await admin.all("base-data/receive-control"))
    await admin.change("base-data/receive-control", rule.id, { version: rule.version, early_days: "60" });
}

/** An order of three lines that supplier1 has been sent. */
export async function orderOfTheWay(
  portal: Pick<Portal, "rest">,
  materials: readonly Row[],
  quantities: readonly string[],
): Promise<Row> {
  const buyer = await portal.rest("buyer1");
  const items = materials.map(({ code }, at) => ({
    material_id: code,
    qty: quantities[at],
    price: `${at + 1}.25`,
    required_date: inDays(10),
  }));
  // Prices of the book may agree on other days of credit each.
  const credit = { credit_days: "30", credit_reason: "三种物料一起付款" };
  const { id } = await buyer.create(ORDERS, await orderValues(portal, { items, ...credit }));
  // What has a price in the book is bought at that: another one would have to be agreed first.
  const draft = await buyer.get(ORDERS, id);
  const priced = rowsOf(draft, "items").map(({ id: line, price, book_price }) => ({
    id: line,
    price: book_price ?? price,
  }));
  const { version } = await buyer.change(ORDERS, id, { version: draft.version, items: priced });
  await buyer.move(ORDERS, id, "submit", { version, reason: "生产急需" });
  // What the materials cost is the demo's business: much is approved first.
  for (const account of ["manager1", "leader1"]) {
    const waiting = await buyer.get(ORDERS, id);
    if (waiting.state !== "in_approval") break;
    await (await portal.rest(account)).move(ORDERS, id, "approve", { version: waiting.version, reason: "同意" });
  }
  const { version: approved } = await buyer.get(ORDERS, id);
  await buyer.move(ORDERS, id, "release", { version: approved, reason: "生产急需" });
  return buyer.get(ORDERS, id);
}

/** A window of tomorrow at a dock of its own, for two lorries; answers what people call it. */
export async function windowFor(portal: Pick<Portal, "rest">, dock: string): Promise<Row> {
  const warehouse = await portal.rest("warehouse1");
  const { id } = await warehouse.create(SLOTS, {
    factory_id: "1010",
    slot_date: inDays(1),
    time_from: WINDOW.from,
    time_to: WINDOW.to,
    dock,
    capacity: "2",
  });
  return warehouse.get(SLOTS, id);
}

/** A person who has signed in, with a page. */
export async function pageOf(
  portal: Portal,
  visitor: Awaited<ReturnType<Portal["visit"]>>,
  who: string,
): Promise<Page> {
  await portal.enter(visitor, who);
  return visitor.newPage();
}

export function stateOn(page: Page): Promise<string> {
  return textOf(page.locator("h1 .bd"));
}

const isRecord = (key: string) => (url: URL) => new RegExp(`/${key}/[0-9a-f-]{36}$`).test(url.pathname);
const idIn = (page: Page) => new URL(page.url()).pathname.split("/").at(-1) ?? "";

/** Saves the form that is open; answers the record whose page follows. */
async function save(page: Page, key: string): Promise<string> {
  await buttonOf(page, "保存").click();
  await arrive(page, isRecord(key));
  return idIn(page);
}

/** Supplier: a certificate with its paper, as far as that its values can be filled in. */
export async function beginCertificate(
  page: Page,
  { material, batch, script }: { material: Row; batch: string; script: boolean },
): Promise<string> {
  await open(page, `/${COAS}/new`);
  await fill(page, {
    material_id: String(material.code),
    batch_no: batch,
    produce_date: inDays(-5),
    batch_qty: "100",
    test_date: inDays(-3),
    lab: "供方化验室",
  });
  await page.locator("#f-file").setInputFiles([{ name: "COA.pdf", ...PAPER }]);
  // With script a file is brought in at once, without it with the form.
  if (script) await page.locator("main .fu-list").getByRole("checkbox", { name: "COA.pdf" }).waitFor();
  return save(page, COAS);
}

/** Supplier: the values of the certificate that is open, then it is sent. */
export async function fillCertificate(page: Page, values: readonly string[]): Promise<void> {
  await follow(page, linkIn(page, "填写检测值").first());
  await fill(page, Object.fromEntries(values.map((value, at) => [`readings.${at}.value`, value])));
  await save(page, COAS);
  await makeTransition(page, "提交");
}

export interface Load {
  /** The line of the order, how much of it, its batch. */
  line: string;
  qty: string;
  batch: string;
}

/** Supplier: a draft note over some lines of the order that is asked for, filled in. Lines keep the order of the order. */
export async function writeNote(
  page: Page,
  order: Row,
  { loads, window }: { loads: readonly Load[]; window?: Row },
): Promise<string> {
  await open(page, `/${ORDERS}/${order.id}`);
  await follow(page, linkIn(page, "生成送货单").first());
  for (const row of await page.locator("main input[name=row]").all()) {
    const line = await row.getAttribute("value");
    const load = loads.find((one) => one.line === line);
    await row.setChecked(load !== undefined);
    if (load) await field(page, `qty.${load.line}`).fill(load.qty);
  }
  await buttonOf(page, "生成送货单").click();
  await arrive(page, isRecord(NOTES));
  const id = idIn(page);
  await follow(page, linkIn(page, "修改").first());
  await fill(page, {
    ship_date: today,
    eta: `${inDays(1)} ${WINDOW.eta}`,
    vehicle_no: "皖A12345",
    driver: "王师傅",
    driver_phone: "13800000000",
    ...(window ? { slot_id: String(window.name) } : {}),
    ...Object.fromEntries(
      loads.flatMap(({ batch }, at) => [
        [`items.${at}.batch_no`, batch],
        [`items.${at}.produce_date`, inDays(-5)],
        [`items.${at}.expire_date`, inDays(360)],
      ]),
    ),
  });
  await save(page, NOTES);
  return id;
}

/** Warehouse, on the phone: the number typed, the lorry checked in, every line counted as announced. */
export async function receiveByPhone(page: Page, note: Row): Promise<string> {
  await open(page, SCAN);
  await page.locator("#ph-code").fill(String(note.number));
  await pressAndLoad(page, "开始收货");
  expect(await textOf(page.locator("#ph-refusal"))).toContain("还没有到厂签到");
  await pressAndLoad(page, "到厂签到并收货");
  expect(await textOf(page.locator("h1"))).toBe(`收货 ${note.number}`);
  const ticks = page.locator("main form input[name$='.as_noticed']");
  for (let at = 0; at < (await ticks.count()); at += 1) await ticks.nth(at).check();
  await field(page, "warehouse_id").selectOption({ index: 1 });
  await buttonOf(page, "清点完成").click();
  await arrive(page, isRecord(RECEIPTS));
  return idIn(page);
}

/** Quality: what is said of each line of the receipt; what is named is rejected, the rest is good. */
export async function judgeOnPage(page: Page, receipt: Row, rejected: readonly string[] = []): Promise<void> {
  await open(page, `/${RECEIPTS}/${receipt.id}`);
  const values = rowsOf(receipt, "items")
    .filter(({ qa_result }) => qa_result !== "free")
    .flatMap(({ id, batch_no, count_qty }) => {
      const isBad = rejected.includes(String(batch_no));
      return [
        [`items.${id}.qa_result`, isBad ? "不合格" : "合格"],
        [`items.${id}.${isBad ? "reject_qty" : "accept_qty"}`, String(count_qty)],
      ];
    });
  await makeTransition(page, "检验判定", Object.fromEntries(values));
}

/** Warehouse: the receipt is booked. */
export async function postOnPage(page: Page, receiptId: string): Promise<void> {
  await open(page, `/${RECEIPTS}/${receiptId}`);
  await makeTransition(page, "过账");
  await eventually(() => stateOn(page)).toBe("已过账");
}

/** Warehouse: the return that is open is fetched, all of it. */
export async function shipReturn(page: Page, back: Row): Promise<void> {
  await open(page, `/${RETURNS}/${back.id}`);
  await makeTransition(page, "通知提货");
  const out = rowsOf(back, "items").map(({ id, qty }) => [`items.${id}.out_qty`, String(qty)]);
  await makeTransition(page, "出厂", { vehicle_no: "皖A54321", ...Object.fromEntries(out) });
}

/** What is said of a step that cannot be made: its page has no button. */
export async function blocked(page: Page, label: string): Promise<string> {
  await follow(page, linkIn(page, label).first());
  expect(await buttonOf(page, label).count()).toBe(0);
  return textOf(page.locator("main"));
}
