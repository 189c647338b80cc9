import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { arrive, eventually, fill, fillSignIn, follow, open, ready, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("新建账号、授权、本人登录、冻结", async (browser, { mark, another }) => {
  const account = `e2e.${mark}`;
  await portal.enter(browser, "useradmin1");
  const page = await browser.newPage();
  await open(page, "/system-management/users");
  await follow(page, page.getByRole("link", { name: "新建用户" }));
  await fill(page, { accountname: account, username: "新来的人", phone: "13800138000" });
  await page.locator(".fm-bar").getByRole("button", { name: "保存", exact: true }).click();
  const secret = page.locator(".rv-secret output");
  await secret.waitFor();
  const password = await textOf(secret);
  expect(password).toMatch(/^\w{12}$/);
  await follow(page, page.getByRole("link", { name: "已记下，查看记录" }));
  await eventually(() => textOf(page.locator("main"))).not.toContain(password);
  const record = page.url();

  await page.locator("main").getByRole("link", { name: "授权", exact: true }).click();
  await arrive(page, /user-assign\/[^/]+\/role$/);
  await page.locator("input[name=role][value=master_data]").check();
  await send(page, "下一步：核对变化");
  expect(await textOf(page.locator(".as-confirm h2"))).toBe("新增1项，移除0项");
  await send(page, "保存");
  await eventually(() => page.locator("input[name=role][value=master_data]").isChecked()).toBe(true);

  const person = await another();
  const own = await person.newPage();
  await open(own, "/user/login");
  await fillSignIn(own, account, password);
  await arrive(own, (url) => !url.pathname.endsWith("/user/login"));

  await page.goto(record);
  await follow(page, page.locator("main").getByRole("link", { name: "冻结" }));
  await fill(page, { reason: "离职" });
  await page.locator(".fm-bar").getByRole("button", { name: "冻结" }).click();
  await eventually(() => textOf(page.locator("h1"))).toContain("已冻结");
  await own.goto(`${portal.url}/web/qiaqia/home`);
  await arrive(own, /\/user\/login/);
});

journey.likeOthers("人员同步：文件有问题先说明，检查后逐行核对，执行只动没有错误的行", async (browser, { mark }) => {
  await portal.enter(browser, "useradmin1");
  const page = await browser.newPage();
  await open(page, "/user-administration/user-log/import");
  const upload = (text: string) =>
    page
      .locator("main [name=file]")
      .setInputFiles({ name: "人员.csv", mimeType: "text/csv", buffer: Buffer.from(`\ufeff${text}`) });
  notify(page, 400);
  await upload("工号,密码\n1,2\n");
  await page.locator("main").getByRole("button", { name: "上传并检查" }).click();
  await eventually(() => page.locator("#f-file-error").allInnerTexts()).toEqual([
    expect.stringContaining("第一行有不能导入的列：密码"),
  ]);
  await ready(page);
  await upload(`工号,姓名,手机号\n${mark}1,同步甲,13800138001\n${mark}2,同步乙,138\n${mark}1,同步丙,13800138003\n`);
  await page.locator("main").getByRole("button", { name: "上传并检查" }).click();
  await arrive(page, /\/user-log\/[0-9a-f-]{36}$/);
  const users = await portal.rest("useradmin1");
  const made = () => users.list("sys/user", { accountname: `${mark}1` });
  await eventually(() => textOf(page.locator("h1"))).toContain("待执行");
  expect(await textOf(page.locator("main"))).toContain("请输入正确的手机号");
  expect(await textOf(page.locator("main"))).toContain(`工号「${mark}1」与第2行重复`);
  expect(await made()).toHaveLength(0);

  await follow(page, page.locator("main").getByRole("link", { name: "执行", exact: true }));
  await page.locator(".fm-bar").getByRole("button").click();
  await arrive(page, /\/user-log\/[0-9a-f-]{36}$/);
  await eventually(() => textOf(page.locator("h1"))).toContain("部分失败");
  expect(await made()).toMatchObject([{ username: "同步甲", state: "active" }]);
});
