import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { buttonOf, eventually, follow, open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const journey = journeysOf(portal);
const JOB = "会话、锁定与授权到期";

journey("改任务的调度：看中文说明和未来10次，写错了说明错在第几段；执行一次，读日志", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, `/system-management/job?name=${encodeURIComponent(JOB)}`);
  await follow(page, page.locator("main").getByRole("link", { name: JOB, exact: true }).first());
  const record = page.url().replace(/\?.*$/, "");
  const backAtRecord = () => page.waitForURL((url) => url.origin + url.pathname === record);

  await follow(page, page.locator("main").getByRole("link", { name: "编辑调度", exact: true }));
  await page.getByLabel("表达式", { exact: true }).fill("61 * * * *");
  await buttonOf(page, "预览").click();
  await page.waitForURL(/expression=61/);
  await eventually(() => textOf(page.locator("#job-problem"))).toContain("第1段“61”应为分（0-59）");
  expect(await buttonOf(page, "保存预览的调度").isDisabled()).toBe(true);

  await page.getByLabel("常用方案").selectOption("0 9 * * 1-5");
  await buttonOf(page, "采用").click();
  await page.waitForURL(/use=usual/);
  const preview = page.locator("[aria-label=预览]");
  await eventually(() => textOf(preview)).toContain("在09:00，星期一至星期五");
  const times = await preview.locator("li").allInnerTexts();
  expect(times).toHaveLength(10);
  expect(times[0]).toMatch(/^\d{4}-\d\d-\d\d 09:00:00 星期[一二三四五]$/);

  await page.locator("main details summary").click();
  await page.locator("[name=hour_mode]").selectOption("step");
  await page.locator("[name=hour_a]").fill("8");
  await page.locator("[name=hour_b]").fill("4");
  await buttonOf(page, "按分段生成并预览").click();
  await page.waitForURL(/use=fields/);
  await eventually(() => page.getByLabel("表达式", { exact: true }).inputValue()).toBe("0 8/4 * * 1-5");
  await buttonOf(page, "保存预览的调度").click();
  await backAtRecord();
  await eventually(() => textOf(page.locator("main"))).toContain("0 8/4 * * 1-5");
  expect(await textOf(page.locator("main"))).toContain("未来10次执行时间");

  await follow(page, page.locator("main").getByRole("link", { name: "执行一次", exact: true }));
  await buttonOf(page, "执行一次").click();
  await backAtRecord();
  const newest = page.locator("main table").filter({ hasText: "触发方式" }).locator("tbody tr").first();
  await eventually(async () => {
    await page.goto(record);
    return textOf(newest);
  }).toMatch(/成功[\s\S]*手动/);
  await newest.getByRole("link").first().click();
  await page.waitForURL(/job-run\//);
  await eventually(() => textOf(page.locator("main"))).toContain("执行进程");
});
