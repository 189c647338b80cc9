import type { Page as BrowserPage } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays, dayOf, weekdayOf } from "~/shared/calendar";
import { isFull } from "../support/length";
import { findings } from "./support/accessibility";
import { journeysOf } from "./support/journey";
import { draftOrder, goodsOf, ORDERS, openOrder } from "./support/orders";
import type { Locator, Page } from "./support/page";
import { arrive, buttonOf, eventually, field, fill, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { bytesOf, traffic } from "./support/traffic";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);
const KB = 1024;
const INVITATION = "supplier-onboarding/prequalification";
const CERTIFICATES = "supplier-management/supplier-certificate";

/** A field that a browser draws. */
const drawn = (page: BrowserPage, name: string) => page.locator(`main form [name="${name}"]`);
const calendar = (page: Page) => page.getByRole("dialog", { name: /^选择日期/ });
/** Types a day, which closes the calendar, and opens it at that day. */
async function reopen(at: Locator, text: string): Promise<void> {
  await at.fill(text);
  await at.click();
}
const dayOn = (page: Page, day: string) => calendar(page).getByRole("button", { name: spoken(day), exact: true });

function spoken(day: string): string {
  const [year, month, date] = day.split("-").map(Number);
  return `${year}年${month}月${date}日 ${weekdayOf(day)}`;
}

/** A page with script for a mouse. */
async function pageOf(account: string, options: { hasTouch?: boolean; isMobile?: boolean } = {}): Promise<BrowserPage> {
  const browser = await portal.browse({ script: true, ...options });
  await portal.enter(browser, account);
  return browser.newPage();
}

describe("日历", () => {
  test("得到焦点前不取；第一次取的脚本和样式不超过 60 KB，在列表上也是", async ({ annotate }) => {
    for (const address of [`/${ORDERS}`, `/${ORDERS}/new`]) {
      const page = await pageOf("buyer1");
      const { done, pending } = await traffic(page);
      await open(page, address);
      await eventually(pending).toBe(0);
      const before = done.length;
      expect(done.filter(({ url }) => /DatePanel|dates-/.test(url))).toEqual([]);
      await page.locator(":is(input[type=date], [data-day])").first().focus();
      await calendar(page).waitFor();
      await eventually(pending).toBe(0);
      const fetched = done.slice(before);
      expect(fetched.map(({ kind }) => kind)).toContain("Stylesheet");
      expect(fetched.every(({ encoding }) => encoding === "br")).toBe(true);
      const bytes = bytesOf(fetched, "Script", "Stylesheet");
      await annotate(`${address} 的日历 ${(bytes / KB).toFixed(1)} KB`);
      expect(bytes).toBeLessThanOrEqual(60 * KB);
    }
  });

  test("中文月份，星期一在前；用鼠标选择，写入同一个字段，明细行也一样", async () => {
    const page = await pageOf("buyer1");
    const order = await draftOrder(portal);
    await openOrder(page, order.id, "/edit");
    for (const name of ["order_date", "items.0.required_date"]) {
      await reopen(field(page, name), "2026-02-10");
      await eventually(() => calendar(page).locator("th").allInnerTexts()).toEqual([
        "一",
        "二",
        "三",
        "四",
        "五",
        "六",
        "日",
      ]);
      await calendar(page).getByText("2026年2月", { exact: true }).waitFor();
      await dayOn(page, "2026-02-17").click();
      await calendar(page).waitFor({ state: "detached" });
      await eventually(() => field(page, name).inputValue()).toBe("2026-02-17");
    }
    // The months of a year are called in Chinese as well.
    await field(page, "order_date").click();
    await calendar(page).getByRole("button", { name: "2026年2月", exact: true }).click();
    await calendar(page).getByRole("button", { name: "11月", exact: true }).click();
    await dayOn(page, "2026-11-30").click();
    await eventually(() => field(page, "order_date").inputValue()).toBe("2026-11-30");
    expect(
      await page
        .locator("main form")
        .evaluate((form) => form instanceof HTMLFormElement && new FormData(form).getAll("order_date")),
    ).toEqual(["2026-11-30"]);
  });

  test("用键盘：Alt + ↓ 进入，方向键和 PageDown 移动，Enter 选定，Esc 关闭而不离开日期框", async () => {
    const page = await pageOf("buyer1");
    const order = await draftOrder(portal);
    await openOrder(page, order.id, "/edit");
    const date = field(page, "order_date");
    await date.fill("2026-03-10");
    await page.keyboard.press("Alt+ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-03-10"));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-03-18"));
    await page.keyboard.press("PageDown");
    await calendar(page).getByText("2026年4月", { exact: true }).waitFor();
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-04-18"));
    await page.keyboard.press("Enter");
    await calendar(page).waitFor({ state: "detached" });
    await eventually(() => date.inputValue()).toBe("2026-04-18");
    expect(await focusedName(page)).toBe("order_date");
    await page.keyboard.press("Alt+ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-04-18"));
    await page.keyboard.press("Escape");
    await calendar(page).waitFor({ state: "detached" });
    expect(await focusedName(page)).toBe("order_date");
    // Going on by Tab leaves no calendar behind.
    await page.keyboard.press("Alt+ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-04-18"));
    await fill(page, { remark: "写备注" });
    await calendar(page).waitFor({ state: "detached" });
  });

  test("日期和时间：选一天，再选时间；直接输入的分钟留着", async () => {
    const page = await pageOf("buyer1");
    await open(page, `/${INVITATION}/new`);
    const day = addDays(dayOf(new Date()), 20);
    await reopen(field(page, "deadline"), `${day}T09:17`);
    await dayOn(page, addDays(day, 1)).click();
    await eventually(() => field(page, "deadline").inputValue()).toBe(`${addDays(day, 1)} 09:17`);
    await calendar(page).getByRole("button", { name: "17:30", exact: true }).click();
    await calendar(page).waitFor({ state: "detached" });
    await eventually(() => field(page, "deadline").inputValue()).toBe(`${addDays(day, 1)} 17:30`);
    // Only the day is chosen: the time is the one of the parameter.
    await reopen(field(page, "question_deadline"), "");
    await dayOn(page, dayOf(new Date())).click();
    await eventually(() => field(page, "question_deadline").inputValue()).toBe(`${dayOf(new Date())} 17:00`);
    // What is sent and kept is written as a control of the browser would.
    const posted = await drawn(page, "deadline").evaluate((input) =>
      input instanceof HTMLInputElement && input.form ? new FormData(input.form).get("deadline") : null,
    );
    expect(posted).toBe(`${addDays(day, 1)}T17:30`);
  });

  test("会被拒绝的日期选不了，PageDown 到最后一天为止，焦点还在", async () => {
    const page = await pageOf("buyer1");
    await open(page, `/${CERTIFICATES}/new`);
    const today = dayOf(new Date());
    const issued = field(page, "issue_date");
    await eventually(() => issued.getAttribute("max")).toBe(today);
    await reopen(issued, today);
    await page.keyboard.press("ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken(today));
    for (const key of ["ArrowRight", "ArrowDown", "PageDown", "Shift+PageDown", "End"]) {
      await page.keyboard.press(key);
      expect([key, await focusedLabel(page)]).toEqual([key, spoken(today)]);
    }
    const later = await page
      .locator(".dp td button[data-day]")
      .evaluateAll(
        (buttons, last) =>
          buttons.filter((one) => (one.getAttribute("data-day") ?? "") > last).map((one) => one.matches(":disabled")),
        today,
      );
    expect(later.every((isDisabled) => isDisabled)).toBe(true);
  });

  test("用键盘走过月份，到星期的两头，翻年；选年月时焦点不丢；读屏听得到选中、今天和换月", async () => {
    const page = await pageOf("buyer1");
    const order = await draftOrder(portal);
    await openOrder(page, order.id, "/edit");
    const date = field(page, "order_date");
    await date.fill("2026-03-31");
    await page.keyboard.press("ArrowDown");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-03-31"));
    await eventually(() => dayOn(page, "2026-03-31").getAttribute("aria-pressed")).toBe("true");
    const news = calendar(page).getByRole("status");
    expect(await textOf(news)).toBe("");
    for (const [key, day] of [
      ["ArrowRight", "2026-04-01"],
      ["ArrowUp", "2026-03-25"],
      ["Home", "2026-03-23"],
      ["End", "2026-03-29"],
      ["ArrowLeft", "2026-03-28"],
      ["ArrowDown", "2026-04-04"],
      ["PageUp", "2026-03-04"],
      ["Shift+PageDown", "2027-03-04"],
      ["Shift+PageUp", "2026-03-04"],
    ] as const) {
      await page.keyboard.press(key);
      await eventually(async () => [key, await focusedLabel(page)]).toEqual([key, spoken(day)]);
    }
    expect(await textOf(news)).toBe("已转到2026年3月");
    await eventually(() => date.inputValue()).toBe("2026-03-31");
    const size = async () => {
      const box = await page.locator(".dp").boundingBox();
      return [box?.width, box?.height];
    };
    const before = await size();
    await calendar(page).getByRole("button", { name: "2026年3月", exact: true }).focus();
    await page.keyboard.press("Enter");
    await eventually(() => focusedText(page)).toBe("2026年");
    expect(await size()).toEqual(before);
    await calendar(page).getByRole("button", { name: "5月", exact: true }).focus();
    await page.keyboard.press("Enter");
    await eventually(() => focusedLabel(page)).toBe(spoken("2026-05-01"));
    await date.fill(dayOf(new Date()));
    await page.keyboard.press("ArrowDown");
    await eventually(() => dayOn(page, dayOf(new Date())).getAttribute("aria-current")).toBe("date");
  });

  test("个人资料的对话框里也有，Esc 先关日历，再关对话框", async () => {
    const page = await pageOf("planner1");
    await open(page, `/${ORDERS}`);
    await page.locator(".sh-user summary").click();
    await page.locator(".sh-pop").getByRole("link", { name: "个人中心", exact: true }).click();
    const dialog = page.locator("dialog[aria-modal=true]");
    await reopen(dialog.locator("[name=birthday]"), "1990-05-04");
    await dayOn(page, "1990-05-20").click();
    await eventually(() => dialog.locator("[name=birthday]").inputValue()).toBe("1990-05-20");
    await dialog.locator("[name=birthday]").click();
    await calendar(page).waitFor();
    await page.keyboard.press("Escape");
    await calendar(page).waitFor({ state: "detached" });
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
  });

  test("打开时没有无障碍问题，每种颜色都是", async () => {
    const page = await pageOf("buyer1");
    await open(page, `/${ORDERS}/new`);
    await field(page, "order_date").focus();
    await calendar(page).waitFor();
    expect(await findings(page)).toEqual([]);
    await open(page, `/${INVITATION}/new`);
    await field(page, "deadline").focus();
    await calendar(page).waitFor();
    expect(await findings(page, { isPlain: !isFull, withFrame: isFull })).toEqual([]);
  });

  test("触摸屏上是手机自己的日期选择", async () => {
    const page = await pageOf("buyer1", { hasTouch: true, isMobile: true });
    const { done } = await traffic(page);
    await open(page, `/${ORDERS}/new`);
    expect(await page.evaluate(() => matchMedia("(pointer: coarse)").matches)).toBe(true);
    const date = page.locator('main form [name="order_date"]');
    await date.focus();
    // Whether the browser may open its own picker is said by the event that would.
    const isLeft = await date.evaluate((input) =>
      input.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true })),
    );
    expect(isLeft).toBe(true);
    await eventually(() => calendar(page).count()).toBe(0);
    expect(done.filter(({ url }) => /DatePanel|dates-/.test(url))).toEqual([]);
  });
});

function focusedLabel(page: BrowserPage): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("aria-label") ?? null);
}

function focusedText(page: BrowserPage): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.textContent ?? null);
}

function focusedName(page: BrowserPage): Promise<string | null> {
  return page.evaluate(() => document.activeElement?.getAttribute("name") ?? null);
}

journey("选择的日期和输入的日期存成一样；列表按它筛选", async (browser, { script }) => {
  const { supplier } = await goodsOf(portal);
  const { id } = await draftOrder(portal, { order_date: "2026-03-02" });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  /** With script by the calendar, without by typing. */
  const choose = async (at: Locator, before: string, wanted: string) => {
    if (!script) return at.fill(wanted);
    await reopen(at, before);
    await dayOn(page, wanted).click();
  };
  await openOrder(page, id, "/edit");
  await choose(field(page, "order_date"), "2026-03-09", "2026-03-16");
  await send(page, "保存");
  await arrive(page, new RegExp(`${ORDERS}/${id}(\\?|$)`));
  expect((await (await portal.rest("buyer1")).get(ORDERS, id)).order_date).toBe("2026-03-16");

  await open(page, `/${ORDERS}?supplier_id=${String(supplier.id)}`);
  const [from, to] = [page.locator("#q-order_date"), page.locator("#q-order_date-to")];
  await choose(from, "2026-03-15", "2026-03-16");
  await choose(to, "2026-03-17", "2026-03-16");
  await buttonOf(page, "查询").click();
  await arrive(page, ({ searchParams }) => searchParams.getAll("order_date").join() === "2026-03-16,2026-03-16");
  expect(await textOf(page.locator("main"))).toContain("2026-03-16");
});

describe("输入的日期", () => {
  const year = dayOf(new Date()).slice(0, 4);

  test("每一种写法离开时写成同一种，保存的就是它；看不懂的原样留着，说明白，不保存", async () => {
    const page = await pageOf("buyer1");
    const order = await draftOrder(portal);
    await openOrder(page, order.id, "/edit");
    const required = field(page, "items.0.required_date");
    for (const [typed, wanted] of [
      ["2027-03-05", "2027-03-05"],
      ["20270306", "2027-03-06"],
      ["2027/3/7", "2027-03-07"],
      ["12-1", `${year}-12-01`],
      ["２０２７／３／８", "2027-03-08"],
      ["今天", dayOf(new Date())],
      ["+7", addDays(dayOf(new Date()), 7)],
    ] as const) {
      await required.fill("");
      await required.pressSequentially(typed);
      await page.keyboard.press("Tab");
      await eventually(() => required.inputValue()).toBe(wanted);
    }
    await required.fill("2027/2/30");
    await page.keyboard.press("Tab");
    const complaint = page.locator('[id="f-items.0.required_date-unread"]');
    await eventually(() => textOf(complaint)).toBe("该日期不存在，请核对");
    await eventually(() => required.inputValue()).toBe("2027/2/30");
    notify(page, 400);
    await send(page, "保存");
    await eventually(() => textOf(page.locator('[id="f-items.0.required_date-error"]'))).toBe("该日期不存在，请核对");
    await eventually(() => required.inputValue()).toBe("2027/2/30");
    await required.fill("2027/3/5");
    await send(page, "保存");
    await arrive(page, new RegExp(`${ORDERS}/${order.id}(\\?|$)`));
    const [saved] = (await (await portal.rest("buyer1")).get(ORDERS, order.id)).items as { required_date: string }[];
    expect(saved?.required_date).toBe("2027-03-05");
  });

  test("必填的日期没有输完时说它不是日期，而不是请选择", async () => {
    const page = await pageOf("buyer1");
    const order = await draftOrder(portal);
    await openOrder(page, order.id, "/edit");
    await field(page, "order_date").fill("2026-1");
    notify(page, 400);
    await send(page, "保存");
    await eventually(() => textOf(page.locator("#f-order_date-error"))).toBe("请输入日期，例如 2026-01-31");
    await eventually(() => field(page, "order_date").inputValue()).toBe("2026-1");
  });
});
