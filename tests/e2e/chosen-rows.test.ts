import { expect } from "vitest";
import { JOURNAL, NOTES, RECEIPTS } from "./support/goods-way";
import { journeysOf } from "./support/journey";
import { lorryOnItsWay } from "./support/notes";
import { inDays, ORDERS, today } from "./support/orders";
import type { Page } from "./support/page";
import { arrive, buttonOf, complaint, fill, follow, open, send, signIn, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal, [ORDERS, NOTES, RECEIPTS]);

/** What a lorry brought, counted as announced and found good: the receipt waits to be booked. */
async function judgedReceipt(batch: string): Promise<Row> {
  const [warehouse, qa] = [await portal.rest("warehouse1"), await portal.rest("qa1")];
  const note = await lorryOnItsWay(portal, batch);
  await warehouse.move(NOTES, note.id, "check_in", { version: note.version });
  const [place] = await warehouse.list("master-data/warehouse", { factory_id: note.factory_id });
  const { id } = await warehouse.create(RECEIPTS, {
    supplier_id: note.supplier_id,
    factory_id: note.factory_id,
    warehouse_id: place?.id,
    items: rowsOf(note, "items").map(
      ({ id: line, order_line, material_id, batch_no, produce_date, expire_date, qty }) => ({
        ...{ note_line: line, order_line, material_id, batch_no, produce_date, expire_date },
        ...{ notice_qty: qty, count_qty: qty },
      }),
    ),
  });
  await warehouse.move(RECEIPTS, id, "count", { version: 1 });
  const counted = await qa.get(RECEIPTS, id);
  if (counted.state !== "inspecting") return counted;
  const lines = Object.fromEntries(
    rowsOf(counted, "items").map((line) => [line.id, { qa_result: "pass", accept_qty: line.count_qty }]),
  );
  await qa.move(RECEIPTS, id, "judge", { version: counted.version, lines });
  return warehouse.get(RECEIPTS, id);
}

/** Ticks those rows of the list that is open, and no others. */
async function choose(page: Page, rows: readonly Row[]): Promise<void> {
  for (const { number } of rows) await page.getByRole("checkbox", { name: `选择 ${number}` }).setChecked(true);
}

/** Presses what leads from the list to another page. */
async function leave(page: Page, label: string, lead: RegExp): Promise<void> {
  await buttonOf(page, label).click();
  await arrive(page, lead);
}

journey.likeOthers(
  "勾选两张收货单批量过账：先确认，日期不对时一张也不过账，过账后逐行登记",
  async (browser, { mark }) => {
    const receipts = [await judgedReceipt(`${mark}1`), await judgedReceipt(`${mark}2`)];
    const warehouse = await portal.rest("warehouse1");
    const states = () => Promise.all(receipts.map(async ({ id }) => (await warehouse.get(RECEIPTS, id)).state));
    expect(await states()).toEqual(["judged", "judged"]);
    const page = await browser.newPage();
    await signIn(page, "warehouse1", `/${RECEIPTS}?state=judged&size=50`);
    await choose(page, receipts);
    await leave(page, "批量过账", /batch\/post/);
    expect(await textOf(page.locator("main h1"))).toBe("批量过账：收货单");
    expect(await page.locator("main tbody tr").count()).toBe(2);
    await fill(page, { post_date: inDays(1) });
    notify(page, 400);
    await send(page, "过账 2 条");
    expect(await textOf(complaint(page, "post_date"))).toContain("过账日期不能晚于今天");
    expect(await states()).toEqual(["judged", "judged"]);

    await fill(page, { post_date: today });
    await leave(page, "过账 2 条", /result\/success\?id=/);
    expect(await textOf(page.locator("main [role=status]"))).toContain("已过账 2 条");
    expect(await states()).toEqual(["posted", "posted"]);
    const admin = await portal.rest("admin");
    for (const receipt of receipts)
      for (const line of rowsOf(receipt, "items")) {
        const rows = await admin.list(JOURNAL, { order_id: line.order_id });
        expect(rows.map(({ qty }) => qty)).toEqual([line.count_qty]);
      }
    // What is booked waits no longer.
    await open(page, `/${RECEIPTS}?state=judged&size=50`);
    for (const { number } of receipts) expect(await textOf(page.locator("main"))).not.toContain(String(number));
  },
);

journey.likeOthers("勾选两张送货单批量打印，各占一页；别的供应商打不开同一地址", async (browser, { another, mark }) => {
  const notes = [await lorryOnItsWay(portal, `${mark}3`), await lorryOnItsWay(portal, `${mark}4`)];
  const page = await browser.newPage();
  await signIn(page, "supplier1", `/${NOTES}?state=submitted&size=50`);
  await choose(page, notes);
  await leave(page, "批量打印", /print-rows/);
  const papers = page.locator("main article");
  expect(await papers.count()).toBe(2);
  const text = await textOf(page.locator("main"));
  for (const note of notes) {
    expect(text).toContain(String(note.number));
    for (const { batch_no } of rowsOf(note, "items")) expect(text).toContain(String(batch_no));
  }
  const asked = new URL(page.url());
  await follow(page, page.getByRole("link", { name: "返回" }));
  expect(new URL(page.url()).searchParams.get("state")).toBe("submitted");

  // The same address, opened by another supplier, is none.
  const stranger = await another();
  await portal.enter(stranger, "supplier2");
  expect((await stranger.request.get(asked.pathname + asked.search)).status()).toBe(404);
});
