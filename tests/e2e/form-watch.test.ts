import type { Page as BrowserPage } from "playwright-core";
import { describe, expect, test } from "vitest";
import { addDays, dayOf } from "~/shared/calendar";
import { findings } from "./support/accessibility";
import { journeysOf } from "./support/journey";
import type { Page } from "./support/page";
import { buttonOf, complaint, eventually, field, focused, open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);
const WEAK = "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！";
const tomorrow = addDays(dayOf(new Date()), 1);

const mark = (page: Page) => page.locator("main .fm-mark");
const said = (page: Page) => page.locator("main .er").allInnerTexts();

async function leave(page: BrowserPage, name: string, text: string): Promise<void> {
  await field(page, name).fill(text);
  await page.keyboard.press("Tab");
}

async function pageOf(account: string, address: string): Promise<BrowserPage> {
  const browser = await portal.browse({ script: true });
  await portal.enter(browser, account);
  const page = await browser.newPage();
  await open(page, address);
  return page;
}

/** Nothing of the form is sent while one fills it in. */
function noteSent(page: BrowserPage): string[] {
  const sent: string[] = [];
  page.on("request", (request) => {
    if (request.method() === "POST" && !/draft|compute/.test(request.url())) sent.push(request.url());
  });
  return sent;
}

describe("离开输入框时就说哪里不对", () => {
  test("修改密码：格式、与账号相同、两次不一致，改对后消失", async () => {
    const page = await pageOf("qa1", "/account/password");
    const sent = noteSent(page);
    await leave(page, "newpassword", "abc");
    await eventually(() => said(page)).toEqual([WEAK]);
    await leave(page, "newpassword", "Qa1@2026x");
    await eventually(() => said(page)).toEqual(["密码不能包含用户账号"]);
    await leave(page, "newpassword", "Changed@2026");
    await eventually(() => said(page)).toEqual([]);
    await leave(page, "confirmpassword", "Other@2026");
    await eventually(() => said(page)).toEqual(["新密码与确认密码不一致", "确认密码与新密码不一致"]);
    await field(page, "confirmpassword").fill("Changed@2026");
    await eventually(() => said(page)).toEqual([]);
    await leave(page, "confirmpassword", "");
    await eventually(() => said(page)).toEqual(["确认密码不能为空"]);
    await leave(page, "newpassword", "");
    await eventually(() => said(page)).toEqual(["新密码不能为空", "确认密码不能为空"]);
    expect(sent).toEqual([]);
  });

  test("个人资料：姓名、邮箱、身份证号、出生日期；只是经过的输入框不说，点按钮不会落空", async () => {
    const page = await pageOf("finance1", "/account/settings-base");
    const sent = noteSent(page);
    await field(page, "username").focus();
    await page.keyboard.press("Tab");
    await leave(page, "email", "没有邮箱");
    await leave(page, "cardid", "123");
    // Tab goes through the parts of a day first.
    await leave(page, "birthday", tomorrow);
    await field(page, "professional").focus();
    await eventually(() => said(page)).toEqual(["请输入正确的Email", "请输入正确的身份证号", "出生日期不能晚于今天"]);
    await eventually(() => field(page, "email").getAttribute("aria-invalid")).toBe("true");
    await eventually(() => field(page, "email").getAttribute("aria-describedby")).toContain("f-email-error");
    await leave(page, "username", " ");
    await eventually(async () => (await said(page))[0]).toBe("姓名不能为空");
    expect(await findings(page)).toEqual([]);
    expect(sent).toEqual([]);
    // The answer of the server says the same, and the press of the button was not lost.
    const shown = await said(page);
    notify(page, 400);
    await field(page, "professional").fill("管理");
    await buttonOf(page, "确定").click();
    await eventually(() => sent.length).toBe(1);
    await eventually(() => page.evaluate(() => document.activeElement?.getAttribute("name"))).toBe("username");
    expect(await said(page)).toEqual(shown);
  });

  test("用户表单由定义得到同样的说明，不用另写", async () => {
    const page = await pageOf("admin", "/system-management/users/new");
    await leave(page, "email", "a@b");
    await eventually(() => textOf(complaint(page, "email"))).toBe("请输入正确的Email");
    await leave(page, "username", "张");
    await leave(page, "username", "");
    await eventually(() => textOf(complaint(page, "username"))).toBe("姓名不能为空");
    await field(page, "email").fill("a@example.com");
    await eventually(() => complaint(page, "email").count()).toBe(0);
  });
});

describe("未保存的修改", () => {
  test("打开时没有；改了就有，改回来就没有；保存后没有，被拒绝后还有", async () => {
    const page = await pageOf("planner1", "/account/settings-base");
    const before = await field(page, "professional").inputValue();
    await field(page, "professional").focus();
    expect(await textOf(mark(page))).toBe("");
    await field(page, "professional").fill("计划");
    await eventually(() => textOf(mark(page))).toBe("未保存的修改");
    await field(page, "professional").fill(before);
    await eventually(() => textOf(mark(page))).toBe("");
    await field(page, "email").fill("x");
    await eventually(() => textOf(mark(page))).toBe("未保存的修改");
    notify(page, 400);
    await buttonOf(page, "确定").click();
    await complaint(page, "email").waitFor();
    await eventually(() => focused(page)).toBe("email");
    expect(await textOf(mark(page))).toBe("未保存的修改");
    await field(page, "email").fill("planner1@example.com");
    await buttonOf(page, "确定").click();
    await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
    await eventually(() => textOf(mark(page))).toBe("");
  });

  test("单据的明细增减也算，通知设置和授权也有", async () => {
    const buyer = await pageOf("buyer1", "/purchase-orders/purchase-order/new");
    await field(buyer, "remark").focus();
    expect(await textOf(mark(buyer))).toBe("");
    await buttonOf(buyer, "添加一行").first().click();
    await eventually(() => textOf(mark(buyer))).toBe("未保存的修改");
    await open(buyer, "/account/settings-notification");
    await buyer.getByRole("radio", { name: "不设免打扰" }).check();
    await eventually(() => textOf(mark(buyer))).toBe("未保存的修改");
  });
});

journey("没有脚本时和从前一样：保存时说明，改好后保存", async (browser, { script }) => {
  await portal.enter(browser, "warehouse1");
  const page = await browser.newPage();
  await open(page, "/account/settings-base");
  const before = await field(page, "professional").inputValue();
  notify(page, 400);
  await field(page, "email").fill("没有邮箱");
  await field(page, "birthday").fill(tomorrow);
  if (!script) expect(await said(page)).toEqual([]);
  await buttonOf(page, "确定").click();
  await eventually(() => focused(page)).toBe("email");
  await eventually(() => said(page)).toEqual(["请输入正确的Email", "出生日期不能晚于今天"]);
  if (!script) expect(await textOf(mark(page))).toBe("");
  await field(page, "email").fill("");
  await field(page, "birthday").fill("");
  await field(page, "professional").fill("仓储");
  await buttonOf(page, "确定").click();
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
  await field(page, "professional").fill(before);
  await buttonOf(page, "确定").click();
  await eventually(() => field(page, "professional").inputValue()).toBe(before);
});
