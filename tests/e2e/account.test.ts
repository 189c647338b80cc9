import type { Request } from "playwright-core";
import { describe, expect, test } from "vitest";
import { pictureFile } from "../support/pictures";
import { journeysOf } from "./support/journey";
import { ORDERS } from "./support/orders";
import type { Page, Visitor } from "./support/page";
import { arrive, buttonOf, eventually, fill, fillSignIn, focused, follow, open, ready, textOf } from "./support/pages";
import { PASSWORD, startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

/** Where a form of the account is drawn: over the page with script, on a page of its own without. */
function frameOf(page: Page, script: boolean) {
  return page.locator(script ? "dialog form" : "main form.af");
}

async function choose(page: Page, item: string, script: boolean): Promise<void> {
  await page.locator(".sh-user summary").click();
  await page.locator(".sh-pop").getByRole("link", { name: item, exact: true }).click();
  await frameOf(page, script).waitFor();
  if (!script) await ready(page);
}

async function enter<Shown extends Page>(
  browser: Pick<Visitor, "addCookies"> & { newPage(): Promise<Shown> },
  account: string,
  address: string,
): Promise<Shown> {
  await portal.enter(browser, account);
  const page = await browser.newPage();
  await open(page, address);
  return page;
}

journey("修改个人资料：先说明哪里不对，再保存，页眉的名字跟着变", async (browser, { script }) => {
  const page = await enter(browser, "finance1", `/${ORDERS}`);
  const name = await textOf(page.locator(".sh-user summary"));
  await choose(page, "个人中心", script);
  const form = frameOf(page, script);
  notify(page, 400);
  await form.locator("[name=email]").fill("没有邮箱");
  await form.locator("[name=cardid]").fill("123");
  await form.getByRole("button", { name: "确定" }).click();
  await eventually(() => focused(page)).toBe("email");
  expect(await textOf(form.locator("#f-email-error"))).toBe("请输入正确的Email");
  expect(await textOf(form.locator("#f-cardid-error"))).toBe("请输入正确的身份证号");
  await eventually(() => form.locator("[name=email]").inputValue()).toBe("没有邮箱");
  await form.locator("[name=email]").fill("finance1@example.com");
  await form.locator("[name=cardid]").fill("");
  await form.locator("[name=sex]").selectOption("1");
  await form.locator("[name=username]").fill("新名字");
  await form.getByRole("button", { name: "确定" }).click();
  await form.waitFor({ state: "detached" });
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
  expect(new URL(page.url()).pathname).toBe(`/web/${ORDERS}`);
  await eventually(() => textOf(page.locator(".sh-user summary > span:not(.av)"))).toBe("新名字");
  await open(page, "/account/settings-base");
  await eventually(() => page.locator("[name=sex]").inputValue()).toBe("1");
  await page.locator("[name=username]").fill(name.split("\n").at(-1)?.trim() ?? "");
  await buttonOf(page, "确定").click();
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
});

journey("个人资料填了一半离开：有脚本时回来还在，放弃后恢复；没有脚本时保存", async (browser, { script }) => {
  await portal.enter(browser, script ? "warehouse1" : "legal1");
  const page = await browser.newPage();
  await open(page, "/account/settings-base");
  const phone = page.locator("main [name=phone]");
  const before = await phone.inputValue();
  await phone.fill("139 0001");
  if (!script) {
    notify(page, 400);
    await buttonOf(page, "确定").click();
    await page.locator("#f-phone-error").waitFor();
    await eventually(() => phone.inputValue()).toBe("139 0001");
    return;
  }
  await follow(page, page.getByRole("link", { name: "首页" }).first());
  const kept = page.getByText(/以下是您于 .* 暂存的内容，还没有保存/);
  await eventually(async () => {
    await open(page, "/account/settings-base");
    return kept.count();
  }).toBe(1);
  await eventually(() => phone.inputValue()).toBe("139 0001");
  await page.locator("main").getByRole("button", { name: "放弃", exact: true }).click();
  await eventually(() => phone.inputValue()).toBe(before);
  await eventually(() => kept.count()).toBe(0);
});

journey.likeOthers("修改密码：规则逐条说明，改好后旧密码不能登录", async (browser, { script }) => {
  const account = script ? "supplier2" : "qa1";
  const page = await enter(browser, account, `/${ORDERS}`);
  await choose(page, "修改密码", script);
  const form = frameOf(page, script);
  expect(await textOf(form.locator(".af-hint"))).toBe("密码至少8位，必须含大写、小写、数字3类");
  notify(page, 400);
  const send = async (one: string, other: string) => {
    await form.locator("[name=newpassword]").fill(one);
    await form.locator("[name=confirmpassword]").fill(other);
    await form.getByRole("button", { name: "确定" }).click();
  };
  await send("", "");
  await eventually(() => form.locator(".er").allInnerTexts()).toEqual(["新密码不能为空", "确认密码不能为空"]);
  await send("Changed@2026", "Other@2026");
  await eventually(() => form.locator(".er").allInnerTexts()).toEqual([
    "新密码与确认密码不一致",
    "确认密码与新密码不一致",
  ]);
  const next = script ? "Script@2026" : "Plain@2026";
  await send(next, next);
  await form.waitFor({ state: "detached" });
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
  // The session goes on under its new token.
  await open(page, "/account/account-center");
  expect(await textOf(page.locator("h1"))).toBe("我的账号");
  const other = await (await portal.visit({ script })).newPage();
  notify(other, 401);
  await open(other, "/user/login");
  await fillSignIn(other, account, PASSWORD);
  await eventually(() => textOf(other.locator("[role=alert]"))).toBe("账户或密码错误");
  await fillSignIn(other, account, next);
  await arrive(other, "**/web/qiaqia/home");
});

describe("对话框", () => {
  test("打开修改密码和退出除脚本外不发请求，背后的页面保留所填内容，Esc 关闭后焦点回到原处", async () => {
    const browser = await portal.visit({ script: true });
    const form = await enter(browser, "admin", "/master-data/supplier-class/new");
    await fill(form, { name: "写到一半" });
    for (const item of ["修改密码", "退出登录"]) {
      const asked: string[] = [];
      const note = (request: Request) => void (request.resourceType() !== "script" && asked.push(request.url()));
      form.on("request", note);
      await form.locator(".sh-user summary").click();
      await form.locator(".sh-pop").getByRole("link", { name: item, exact: true }).click();
      const dialog = form.locator("dialog[aria-modal=true]");
      await dialog.locator("form").waitFor();
      form.off("request", note);
      // The form behind keeps what is typed by itself, which is no request of the dialog.
      expect(asked.filter((url) => !new URL(url).pathname.endsWith("/draft"))).toEqual([]);
      expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
      await form.keyboard.press("Escape");
      await dialog.waitFor({ state: "detached" });
      expect(await form.evaluate(() => document.activeElement?.tagName)).toBe("SUMMARY");
    }
    await form.locator(".sh-user summary").click();
    await form.locator(".sh-pop").getByRole("link", { name: "个人中心", exact: true }).click();
    const profile = form.locator("dialog form");
    await profile.locator("[name=professional]").fill("管理");
    await profile.getByRole("button", { name: "确定" }).click();
    await profile.waitFor({ state: "detached" });
    await eventually(() => textOf(form.locator(".sh-notices"))).toContain("修改成功");
    await eventually(() => form.locator("main [name=name]").inputValue()).toBe("写到一半");
  });

  test("修改密码每次打开都是空的；发送时不能再按，被拒绝后可以再按；取消关闭，什么都没有改", async () => {
    const browser = await portal.visit({ script: true });
    const page = await enter(browser, "admin", "/account/inbox");
    await choose(page, "修改密码", true);
    const form = frameOf(page, true);
    expect(
      await page
        .locator("dialog form .af-hint")
        .first()
        .evaluate((hint) => getComputedStyle(hint).color),
    ).toMatch(/^rgb\((1[5-9]|2\d)\d, \d{1,2}, \d{1,2}\)$/);
    const [held, release] = holding();
    await page.route("**/account/password*", async (route) => {
      await held;
      await route.continue();
    });
    notify(page, 400);
    await form.locator("[name=newpassword]").fill("short");
    await form.locator("[name=confirmpassword]").fill("short");
    await form.getByRole("button", { name: "确定" }).click();
    const busy = form.getByRole("button", { name: "处理中…" });
    await busy.waitFor();
    await eventually(() => busy.isDisabled()).toBe(true);
    release();
    await eventually(() => form.locator(".er").allInnerTexts()).toEqual([
      "您的密码复杂度太低（密码中必须包含大小写字母、数字,最少8位),请及时改密码！",
    ]);
    await eventually(() => form.getByRole("button", { name: "确定" }).isEnabled()).toBe(true);
    await form.getByRole("button", { name: "取消" }).click();
    await form.waitFor({ state: "detached" });
    await choose(page, "修改密码", true);
    await eventually(() => form.locator("[name=newpassword]").inputValue()).toBe("");
    await eventually(() => form.locator(".er").count()).toBe(0);
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
    const again = await (await portal.visit({ script: true })).newPage();
    await open(again, "/user/login");
    await fillSignIn(again, "admin", PASSWORD);
    await arrive(again, "**/web/qiaqia/home");
  });

  test("谁在答复到来之前接着填，光标留在原处：字不会打到别的字段里", async () => {
    const browser = await portal.visit({ script: true });
    const page = await enter(browser, "admin", "/account/inbox");
    await choose(page, "修改密码", true);
    const form = frameOf(page, true);
    const [held, release] = holding();
    await page.route("**/account/password*", async (route) => {
      await held;
      await route.continue();
    });
    notify(page, 400);
    await form.locator("[name=newpassword]").fill("Changed@2026");
    await form.locator("[name=confirmpassword]").fill("Other@2026");
    await form.getByRole("button", { name: "确定" }).click();
    await eventually(() => form.locator(".er").count()).toBe(2);
    const confirmed = form.locator("[name=confirmpassword]");
    await confirmed.fill("");
    await confirmed.pressSequentially("Chan");
    release();
    await eventually(() => form.getByRole("button", { name: "确定" }).isEnabled()).toBe(true);
    await page.keyboard.type("ged@2026");
    expect(await confirmed.inputValue()).toBe("Changed@2026");
    expect(await form.locator("[name=newpassword]").inputValue()).toBe("Changed@2026");
    // Whoever waits for the answer is led to the first fault.
    await confirmed.fill("Other@2026");
    await form.getByRole("button", { name: "确定" }).click();
    await eventually(() => focused(page)).toBe("newpassword");
    await page.keyboard.press("Escape");
    await form.waitFor({ state: "detached" });
  });
});

/** What is waited for until it is let go. */
function holding(): [Promise<void>, () => void] {
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  return [held, release];
}

journey.likeOthers("登录设备：把自己的其他登录退出", async (browser, { script }) => {
  const other = await portal.visit({ script });
  const second = await enter(other, "manager1", "/qiaqia/home");
  const page = await enter(browser, "manager1", "/account/settings-security");
  const devices = page.locator("table", { has: page.locator("caption", { hasText: "登录设备" }) });
  const before = await devices.locator("tbody tr").count();
  expect(before).toBeGreaterThan(1);
  expect(await textOf(devices.locator("tbody tr").first())).toContain("当前设备");
  await devices.getByRole("button").first().click();
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("已退出1处登录");
  await eventually(() => devices.locator("tbody tr").count()).toBe(before - 1);
  await open(second, "/qiaqia/home");
  expect([new URL(second.url()).pathname, new URL(page.url()).pathname]).toEqual([
    "/web/user/login",
    "/web/account/settings-security",
  ]);
});

journey("头像：不是图片的拒绝，图片裁成方形显示在页眉，可以恢复", async (browser) => {
  const page = await enter(browser, "planner1", "/account/settings-avatar");
  notify(page, 400);
  const pick = (name: string, mimeType: string, buffer: Buffer) =>
    page.locator("[name=file]").setInputFiles({ name, mimeType, buffer });
  await buttonOf(page, "上传").click();
  await eventually(() => textOf(page.locator("#f-file-error"))).toBe("请选择图片");
  await pick("a.png", "image/png", Buffer.from("<html><script>alert(1)</script></html>"));
  await buttonOf(page, "上传").click();
  await eventually(() => textOf(page.locator("#f-file-error"))).toBe("仅支持jpg、png、webp格式");
  await pick("b.png", "image/png", Buffer.alloc(2 * 1024 * 1024 + 1));
  await buttonOf(page, "上传").click();
  await eventually(() => textOf(page.locator("#f-file-error"))).toBe("图片不能超过2MB");
  await pick("c.png", "image/png", Buffer.from(await pictureFile("png", 300, 200)));
  await buttonOf(page, "上传").click();
  const shown = page.locator(".sh-user img.av");
  await shown.waitFor();
  const address = (await shown.getAttribute("src")) ?? "";
  const [cookie] = await browser.cookies();
  const picture = await fetch(portal.url + address, { headers: { Cookie: `Access-Token=${cookie?.value}` } });
  expect([picture.status, picture.headers.get("content-type"), picture.headers.get("x-content-type-options")]).toEqual([
    200,
    "image/jpeg",
    "nosniff",
  ]);
  expect(picture.headers.get("cache-control")).toContain("private");
  expect((await fetch(portal.url + address)).status).toBe(404);
  await buttonOf(page, "恢复默认").click();
  await shown.waitFor({ state: "detached" });
});

journey.likeOthers("通知设置保存后保持，账号安全关不掉", async (browser, { script }) => {
  const page = await enter(browser, script ? "buyer2" : "warehouse1", "/account/settings-notification");
  await eventually(() => page.locator("[name=security]").isDisabled()).toBe(true);
  await page.locator("[name=watch]").uncheck();
  await buttonOf(page, "保存").click();
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("修改成功");
  await open(page, "/account/settings-notification");
  await eventually(() => page.locator("[name=watch]").isChecked()).toBe(false);
  await eventually(() => page.locator("[name=mention]").isChecked()).toBe(true);
  await eventually(() => page.locator("[name=security]").isChecked()).toBe(true);
});

test("过期的结果页说明去哪里看", async () => {
  const browser = await portal.visit({ script: false });
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  notify(page, 404);
  await page.goto("/web/result/success?id=0190c0de-0000-7000-8000-000000000000");
  expect(await textOf(page.locator("main"))).toContain("结果页已过期，请到列表中查看");
});
