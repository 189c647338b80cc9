import type { Page as BrowserPage } from "playwright-core";
import { encode } from "uqr";
import { describe, expect, test } from "vitest";
import { lorryOnItsWay, NOTES } from "./support/notes";
import type { Page } from "./support/page";
import {
  arrive,
  buttonOf,
  complaint,
  eventually,
  field,
  open,
  pressAndLoad,
  send,
  textOf,
  unfold,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";
import { allowLosses, notify } from "./support/watch";

const portal = startPortal();
const RECEIPTS = "receiving/goods-receipt";
const SCAN = "/receiving/phone-receiving";
const PHONE = { width: 390, height: 844 };
const LEAST_TOUCH = 48;
const UNSENT = "还没有发送，恢复连接后自动发送";

/** A lorry at the gate of warehouse1's factory; another one each time. */
async function arrived(): Promise<Row> {
  const warehouse = await portal.rest("warehouse1");
  const note = await lorryOnItsWay(portal);
  await warehouse.move(NOTES, note.id, "check_in", { version: note.version });
  return warehouse.get(NOTES, note.id);
}

async function receiptsOf(note: Row): Promise<Row[]> {
  const all = await (await portal.rest("warehouse1")).all(RECEIPTS);
  return all.filter(({ delivery_note_id }) => delivery_note_id === note.id);
}

async function onPhone(): Promise<BrowserPage> {
  const context = await portal.browse({ script: true, viewport: PHONE });
  await portal.enter(context, "warehouse1");
  return context.newPage();
}

/** Ticks every line as announced, and chooses a place. */
async function countAll(page: Page): Promise<void> {
  const ticks = page.locator("main form input[name$='.as_noticed']");
  for (let at = 0; at < (await ticks.count()); at += 1) await ticks.nth(at).check();
  await field(page, "warehouse_id").selectOption({ index: 1 });
}

async function openCount(page: Page, note: Row): Promise<void> {
  await open(page, `${SCAN}/${note.id}/receive`);
}

describe.each([false, true])("脚本：%s", (script) => {
  test("输入单号，按通知数清点，生成待检的收货单；再输入同一单号被拒绝", async () => {
    const note = await arrived();
    const visitor = await portal.visit({ script });
    await portal.enter(visitor, "warehouse1");
    const page: Page = await visitor.newPage();
    await open(page, SCAN);
    await page.locator("#ph-code").fill("SH19990101-0001");
    await pressAndLoad(page, "开始收货");
    expect(await textOf(page.locator("#ph-refusal"))).toContain("找不到送货单【SH19990101-0001】");
    await page.locator("#ph-code").fill(` ${String(note.number).toLowerCase()} `);
    await pressAndLoad(page, "开始收货");
    expect(await textOf(page.locator("h1"))).toBe(`收货 ${note.number}`);

    // Nothing was counted yet: the field says so and nothing is made.
    await field(page, "warehouse_id").selectOption({ index: 1 });
    if (!script) notify(page, 400);
    await send(page, "清点完成");
    expect(await textOf(complaint(page, "items.0.count_qty"))).toBe("请填写第1行的清点数量");
    expect(await receiptsOf(note)).toEqual([]);

    await countAll(page);
    await buttonOf(page, "清点完成").click();
    await arrive(page, (url) => /goods-receipt\/[0-9a-f-]{36}$/.test(url.pathname));
    const [receipt, ...others] = await receiptsOf(note);
    expect(others).toEqual([]);
    expect(receipt?.state).toBe("inspecting");
    expect(await textOf(page.locator("main"))).toContain(String(receipt?.number));

    await open(page, `${SCAN}?code=${note.number}`);
    expect(await textOf(page.locator("#ph-refusal"))).toContain(`已全部清点，见收货单【${receipt?.number}】`);
  });
});

test("390像素宽：按钮和字段至少48像素高，提交按钮一直看得见，没有横向滚动", async () => {
  const note = await arrived();
  const page = await onPhone();
  await openCount(page, note);
  await unfold(page);
  const low = await page.evaluate((least) => {
    const controls = document.querySelectorAll("main .ph .in, main .ph .bt, main .ph summary, main .ph .ph-tick");
    return [...controls]
      .filter((control) => control.getBoundingClientRect().height < least)
      .map((control) => control.outerHTML.slice(0, 80));
  }, LEAST_TOUCH);
  expect(low).toEqual([]);
  const bar = await page.getByRole("button", { name: "清点完成" }).boundingBox();
  expect((bar?.y ?? PHONE.height) + (bar?.height ?? 0)).toBeLessThanOrEqual(PHONE.height);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(PHONE.width);
});

test("还没有签到的送货单，扫到以后签到并收货", async () => {
  const note = await lorryOnItsWay(portal);
  const visitor = await portal.visit({ script: false });
  await portal.enter(visitor, "warehouse1");
  const page = await visitor.newPage();
  await open(page, `${SCAN}?code=${note.number}`);
  expect(await textOf(page.locator("#ph-refusal"))).toContain("还没有到厂签到");
  await pressAndLoad(page, "到厂签到并收货");
  expect(await textOf(page.locator("h1"))).toBe(`收货 ${note.number}`);
});

describe("信号断掉", () => {
  test("按下以后、答复之前断线：说明还没有发送，再发一次只有一张收货单", async () => {
    const note = await arrived();
    const page = await onPhone();
    allowLosses(page);
    await openCount(page, note);
    await countAll(page);
    // The server takes it; the answer is lost.
    await page.route(
      "**/send",
      async (route) => {
        await route.fetch();
        await route.abort("connectionreset");
      },
      { times: 1 },
    );
    await buttonOf(page, "清点完成").click();
    await eventually(() => textOf(page.locator(".ph-bar p"))).toBe(UNSENT);
    expect(await receiptsOf(note)).toHaveLength(1);
    await eventually(() => field(page, "items.0.count_qty").isDisabled()).toBe(true);
    await buttonOf(page, "现在发送").click();
    await arrive(page, (url) => /goods-receipt\/[0-9a-f-]{36}$/.test(url.pathname));
    expect(await receiptsOf(note)).toHaveLength(1);
  });

  test("没有信号时清点，网络恢复后自己发送", async () => {
    const note = await arrived();
    const page = await onPhone();
    allowLosses(page);
    await openCount(page, note);
    await countAll(page);
    await page.context().setOffline(true);
    await buttonOf(page, "清点完成").click();
    await eventually(() => textOf(page.locator(".ph-bar p"))).toBe(UNSENT);
    expect(await receiptsOf(note)).toEqual([]);
    await page.context().setOffline(false);
    await arrive(page, (url) => /goods-receipt\/[0-9a-f-]{36}$/.test(url.pathname));
    expect(await receiptsOf(note)).toHaveLength(1);
  });

  test("关掉页面也不会丢失：下次打开扫码收货时发送，照片一起", async () => {
    const note = await arrived();
    const page = await onPhone();
    allowLosses(page);
    await openCount(page, note);
    await countAll(page);
    await page
      .locator("#f-photos")
      .setInputFiles({ name: "现场.png", mimeType: "image/png", buffer: await pictureOf(page) });
    await page
      .locator('input[type=file][name="items.0.photos"]')
      .setInputFiles({ name: "破损.png", mimeType: "image/png", buffer: await pictureOf(page) });
    await page.route("**/send", (route) => route.abort("connectionreset"));
    await buttonOf(page, "清点完成").click();
    await eventually(() => textOf(page.locator(".ph-bar p"))).toBe(UNSENT);
    await page.unroute("**/send");
    const next = await page.context().newPage();
    await page.close();
    allowLosses(next);
    await open(next, SCAN);
    await eventually(() => textOf(next.locator("main"))).toContain(`送货单 ${note.number}：已发送`);
    const [receipt] = await receiptsOf(note);
    const whole = await (await portal.rest("warehouse1")).get(RECEIPTS, receipt?.id ?? "");
    expect(whole.photos).toMatchObject([{ name: "现场.png" }]);
    expect(rowsOf(whole, "items")[0]?.photos).toMatchObject([{ name: "破损.png" }]);
  });

  test("没有提交的内容在重新打开后还在", async () => {
    const note = await arrived();
    const page = await onPhone();
    await openCount(page, note);
    await field(page, "items.0.count_qty").fill("7");
    await field(page, "remark").fill("第二垛");
    await eventually(() => keptIn(page)).toContain("第二垛");
    await page.reload();
    await eventually(() => field(page, "items.0.count_qty").inputValue()).toBe("7");
    await eventually(() => field(page, "remark").inputValue()).toBe("第二垛");
  });
});

describe("扫码", () => {
  test("没有自带识别功能的浏览器认出照片里的二维码", async () => {
    const note = await arrived();
    const page = await onPhone();
    await open(page, SCAN);
    const loaded: string[] = [];
    page.on("request", (request) => void loaded.push(request.url()));
    await page.locator("input[type=file]").setInputFiles({
      name: "code.bmp",
      mimeType: "image/bmp",
      buffer: codePicture(`${portal.url}/web/receiving/delivery-note/${note.id}`),
    });
    await arrive(page, `**${SCAN}/${note.id}/receive`);
    expect(loaded.some((url) => url.endsWith(".js"))).toBe(true);
  });

  test("没有二维码的照片，说明没有认出", async () => {
    const page = await onPhone();
    await open(page, SCAN);
    await page
      .locator("input[type=file]")
      .setInputFiles({ name: "empty.png", mimeType: "image/png", buffer: await pictureOf(page) });
    await eventually(() => textOf(page.locator("main"))).toContain("照片里没有认出二维码");
  });

  test("不是https的地址：说明摄像头不能用，照片和单号都可以", async () => {
    const page = await onPhone();
    await page.addInitScript(() => Object.defineProperty(window, "isSecureContext", { value: false }));
    await open(page, SCAN);
    await buttonOf(page, "扫码").click();
    expect(await textOf(page.locator("main"))).toContain("摄像头只能在 https 地址使用：请拍下二维码，或输入送货单号");
  });
});

/** What the browser keeps of counts, as text. */
function keptIn(page: BrowserPage): Promise<string> {
  return page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        const opening = indexedDB.open("portal-receiving", 1);
        opening.onupgradeneeded = () => opening.result.createObjectStore("counts");
        opening.onsuccess = () => {
          const all = opening.result.transaction("counts").objectStore("counts").getAll();
          all.onsuccess = () => {
            opening.result.close();
            resolve(JSON.stringify(all.result));
          };
        };
      }),
  );
}

/** A picture of nothing. */
async function pictureOf(page: BrowserPage): Promise<Buffer> {
  const text = await page.evaluate(() => {
    const canvas = document.createElement("canvas");
    canvas.width = 64;
    canvas.height = 64;
    return canvas.toDataURL("image/png").split(",")[1] ?? "";
  });
  return Buffer.from(text, "base64");
}

const DOT = 8;
const HEAD = 54;

/** A QR code as an uncompressed picture. */
function codePicture(content: string): Buffer {
  const { data, size } = encode(content, { ecc: "M", border: 4 });
  const side = size * DOT;
  const bytes = Buffer.alloc(HEAD + side * side * 4, 255);
  bytes.fill(0, 0, HEAD);
  bytes.write("BM");
  bytes.writeUInt32LE(bytes.length, 2);
  bytes.writeUInt32LE(HEAD, 10);
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(side, 18);
  bytes.writeInt32LE(-side, 22);
  bytes.writeUInt16LE(1, 26);
  bytes.writeUInt16LE(32, 28);
  for (let y = 0; y < side; y += 1)
    for (let x = 0; x < side; x += 1)
      if (data[Math.floor(y / DOT)]?.[Math.floor(x / DOT)]) bytes.writeUInt32LE(0xff000000, HEAD + (y * side + x) * 4);
  return bytes;
}
