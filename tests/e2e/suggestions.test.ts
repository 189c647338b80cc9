import type { Page } from "playwright-core";
import { expect } from "vitest";
import { personAt } from "./support/approvals";
import { journeysOf } from "./support/journey";
import { buttonOf, complaint, eventually, fill, follow, open, ready, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { announce } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

/** The row of a list that shows the text. */
const rowWith = (page: Page, text: string) => page.locator("main table tbody tr").filter({ hasText: text });

/** Fills in the page of a move and waits until it is made. */
async function make(page: Page, label: string, values: Readonly<Record<string, string>> = {}): Promise<void> {
  const record = new URL(page.url()).pathname;
  // A section of the page may be called like the move.
  await follow(page, page.locator("main").getByRole("link", { name: label, exact: true }).first());
  await fill(page, values);
  await buttonOf(page, label).click();
  await page.waitForURL((url) => url.pathname === record);
  await ready(page);
}

journey("建议：太短的说明字数，受理、回复、评价后关闭", async (browser, { mark, another }) => {
  const author = await personAt(browser, "supplier1");
  await open(author, "/system-management/my-suggestion/new");
  await fill(author, { title: `送货预约${mark}`, category: "功能建议", content: "太短" });
  announce(author, 400);
  await send(author, "保存");
  expect(await textOf(complaint(author, "content"))).toContain("10-1000字");
  await fill(author, { content: "希望可以在手机上修改已经提交的送货预约时间。" });
  await buttonOf(author, "保存").click();
  await author.waitForURL(/\/my-suggestion\/[0-9a-f-]{36}$/);

  const page = await personAt(await another(), "admin");
  await open(page, `/system-management/homepage-suggestion?title=${encodeURIComponent(`送货预约${mark}`)}`);
  await follow(page, rowWith(page, `送货预约${mark}`).getByRole("link").first());
  await make(page, "受理", { handler: "赵宇" });
  await make(page, "回复", { text: "已列入下一版。" });

  await author.reload();
  expect(await textOf(author.locator("main"))).toContain("已列入下一版。");
  await make(author, "关闭", { rating: "满意" });
  await eventually(() => textOf(author.locator("h1 .bd"))).toBe("已关闭");
});
