import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { arrive, buttonOf, eventually, field, fill, follow, open, ready, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);
const JOB = "会话、锁定与授权到期";
const OTHER = "任务执行日志清理";

journey.likeOthers("改任务的调度：看中文说明和未来10次，写错了说明错在第几段；执行一次，读日志", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, `/system-management/job?name=${encodeURIComponent(JOB)}`);
  await follow(page, page.locator("main").getByRole("link", { name: JOB, exact: true }).first());
  const record = page.url().replace(/\?.*$/, "");
  const backAtRecord = () => arrive(page, (url) => url.origin + url.pathname === record);

  await follow(page, page.locator("main").getByRole("link", { name: "编辑调度", exact: true }));
  await page.getByLabel("表达式", { exact: true }).fill("61 * * * *");
  await buttonOf(page, "预览").click();
  await arrive(page, /expression=61/);
  await eventually(() => textOf(page.locator("#job-problem"))).toContain("第1段“61”应为分（0-59）");
  await eventually(() => buttonOf(page, "保存预览的调度").isDisabled()).toBe(true);

  await page.getByLabel("常用方案").selectOption("0 9 * * 1-5");
  await buttonOf(page, "采用").click();
  await arrive(page, /use=usual/);
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
  await arrive(page, /use=fields/);
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
  await arrive(page, /job-run\//);
  await eventually(() => textOf(page.locator("main"))).toContain("执行进程");
});

journey.likeOthers(
  "改过期策略、停止、启动：操作日志记下是谁做了什么；分组里还有任务时不能删除",
  async (browser, { mark }) => {
    await portal.enter(browser, "admin");
    const page = await browser.newPage();
    await open(page, `/system-management/job?name=${encodeURIComponent(OTHER)}`);
    await follow(page, page.locator("main").getByRole("link", { name: OTHER, exact: true }).first());
    const record = new URL(page.url()).pathname;
    const atRecord = () => arrive(page, (url) => url.pathname === record);
    const main = page.locator("main");

    await follow(page, main.getByRole("link", { name: "修改", exact: true }));
    const before = await field(page, "misfire").inputValue();
    await fill(page, { misfire: before === "once" ? "跳过" : "立即补跑一次" });
    await buttonOf(page, "保存").click();
    await atRecord();
    await ready(page);
    for (const label of ["停止", "启动"]) {
      await follow(page, main.getByRole("link", { name: label, exact: true }));
      if (label === "停止") await fill(page, { reason: `检修${mark}` });
      await buttonOf(page, label).click();
      await atRecord();
      await ready(page);
    }
    await eventually(() => textOf(page.locator("h1 .bd"))).toBe("运行中");

    await open(page, "/system-management/job-operation-log");
    const shown = await textOf(main.locator("table").first());
    for (const word of ["修改", "停止", "启动", OTHER]) expect(shown).toContain(word);

    await open(page, "/system-management/job-group");
    await follow(page, main.locator("tbody tr").first().getByRole("link").first());
    await eventually(() => main.getByRole("link", { name: "修改", exact: true }).count()).toBe(1);
    await follow(page, main.getByRole("link", { name: "删除", exact: true }));
    notify(page, 400);
    await send(page, "删除");
    await eventually(() => textOf(main)).toMatch(/还有\d+个任务，不能删除/);
  },
);
