import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { tableFile } from "~/engine/input/table-file.server";
import { journeysOf } from "./support/journey";
import {
  arrive,
  buttonOf,
  eventually,
  fill,
  follow,
  isDrawn,
  lead,
  open,
  pressRow,
  ready,
  savedFile,
  send,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { allowLosses, notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);
const MATERIAL = "/master-data/material";
const LIMITS = { rows: 50, columns: 80 };

journey("导入物料：拿模板，传文件，看错误，取回有错误的行，改好再传，都进去了", async (browser, { mark }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  const main = page.locator("main");
  await open(page, MATERIAL);
  await follow(page, main.getByRole("link", { name: "导入", exact: true }));
  const template = await savedFile(page, main.getByRole("link", { name: "下载模板" }));
  const [headings = []] = await tableFile(template.bytes, LIMITS);
  expect(headings).toContain("物料编码*");

  const types = await (await portal.rest("admin")).list("master-data/material-type", {});
  const type = String(types.find(({ level }) => level === 2 || level === "2")?.code ?? types.at(-1)?.code);
  const upload = async (rows: string[][]) => {
    const text = rows.map((row) => row.join(",")).join("\n");
    await page.locator("#f-file").setInputFiles({ name: "物料.csv", mimeType: "text/csv", buffer: Buffer.from(text) });
    await page.getByLabel("有错误时").selectOption("good");
    await buttonOf(page, "上传并检查").click();
    await arrive(page, /import-batch\/[0-9a-f-]{36}/);
  };
  const HEAD = ["物料编码", "物料名称", "物料类型", "基本单位"];
  await upload([HEAD, [`${mark}-1`, "旅程面粉", type, "kg"], [`${mark}-2`, "旅程糖", "没有这类", "kg"]]);
  await eventually(() => textOf(main)).toContain("找不到物料类型「没有这类」");
  await follow(page, main.getByRole("link", { name: "导入", exact: true }).first());
  await buttonOf(page, "导入").click();
  await eventually(() => textOf(main.locator("h1"))).toContain("部分导入");

  const failed = await savedFile(page, main.getByRole("link", { name: "下载有错误的行" }));
  const [names = [], row = []] = await tableFile(failed.bytes, LIMITS);
  expect(names).toContain("物料编码");
  expect(row.join()).toContain("找不到物料类型");
  await open(page, `${MATERIAL}/import`);
  await upload([names, row.map((cell) => (cell === "没有这类" ? type : cell))]);
  await follow(page, main.getByRole("link", { name: "导入", exact: true }).first());
  await buttonOf(page, "导入").click();
  await eventually(() => textOf(main.locator("h1"))).toContain("成功");
  const found = await (await portal.rest("admin")).list("master-data/material", { code: `${mark}-` });
  expect(found.map(({ name }) => name).sort()).toEqual(["旅程糖", "旅程面粉"].sort());
});

journey("后台导出：从列表到导出中心，看着做完，下载", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  const main = page.locator("main");
  await open(page, `${MATERIAL}?sort=code`);
  await page.locator("details.ex summary").click();
  await follow(page, page.locator("details.ex").getByRole("link", { name: "后台导出…" }));
  await eventually(() => textOf(main)).toContain("行数");
  await fill(page, { format: "CSV 文件" });
  await buttonOf(page, "开始导出").click();
  await arrive(page, /export-center\/[0-9a-f-]{36}/);
  // A browser looks again by itself; a reader does what the page tells a browser to do.
  const state = async () => {
    if (!isDrawn(page)) await page.reload();
    return textOf(main.locator("h1"));
  };
  await expect.poll(state).toContain("已完成");
  await ready(page);
  const file = await savedFile(page, main.locator(".fl a").first());
  expect(file.name).toMatch(/^物料.*\.csv$/);
  const count = await (await portal.rest("admin")).count("master-data/material", {});
  expect(Buffer.from(file.bytes).toString("utf8").trimEnd().split("\r\n")).toHaveLength(count + 1);
  await open(page, "/system-management/export-center");
  expect(await textOf(main)).toContain("已完成");
});

/**
 * Hears every message from now on: one goes by itself after a while, or with what it speaks of, and on a slow machine nobody may have looked
 * by then. What is heard comes with the heading of the page, so that a failure tells how far the work was.
 */
async function listen(page: Page): Promise<() => Promise<string>> {
  await page.evaluate(() => {
    const heard = new Set<string>();
    const hear = () => {
      for (const { textContent } of document.querySelectorAll(".sh-notices p")) if (textContent) heard.add(textContent);
    };
    Reflect.set(window, "__heard", heard);
    new MutationObserver(hear).observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  return () =>
    page.evaluate(() => [document.querySelector("main h1")?.textContent, ...Reflect.get(window, "__heard")].join("\n"));
}

test("后台导出有脚本时：进度在第一屏，不去取首页，服务器不在时说出来，做完时「已开始」的消息就走", async () => {
  const admin = await portal.rest("admin");
  const [job] = await admin.list("system-management/job", { handler: "exports" });
  // While the job stands still what was asked for waits, as it does behind longer ones.
  const stopped = await admin.move("system-management/job", job?.id ?? "", "stop", { version: job?.version });
  // A run that waited or went on when the job was stopped still takes what is asked for: the schedule may just have begun one.
  const openRuns = () => admin.list("system-management/job-run", { job_id: stopped.id, state: ["queued", "running"] });
  await eventually(async () => (await openRuns()).length).toBe(0);
  const context = await portal.visit({ script: true, viewport: { width: 1280, height: 720 } });
  await portal.enter(context, "admin");
  const page = await context.newPage();
  await open(page, `${MATERIAL}/export-later?format=csv`);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  const toast = page.locator(".sh-notices").getByText("已开始后台导出");
  const said = await listen(page);
  await buttonOf(page, "开始导出").click();
  await arrive(page, /export-center\/[0-9a-f-]{36}/);
  await eventually(said).toContain("已开始后台导出");
  const bar = await page.locator("main progress").boundingBox();
  expect(bar && bar.y + bar.height).toBeLessThan(720);

  allowLosses(page);
  const data = "**/export-center/*.data*";
  await page.route(data, (route) => route.abort());
  const look = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
  await eventually(async () => {
    await look();
    return textOf(page.locator("[data-kind=away]"));
  }).toContain("连接不上服务器，恢复后自动更新");
  await page.unroute(data);

  const started = await admin.move("system-management/job", stopped.id, "start", { version: stopped.version });
  await admin.move("system-management/job", started.id, "trigger", { version: started.version });
  await eventually(async () => {
    await look();
    return textOf(page.locator("main h1"));
  }).toContain("已完成");
  await eventually(() => toast.count()).toBe(0);
  expect(asked.filter((path) => path.includes("home"))).toEqual([]);
});

journey.likeOthers("报表：管理员定义，图和表在页上，改条件后重看，带走文件", async (browser, { mark: code }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  const main = page.locator("main");
  await open(page, "/system-management/report-definition/new");
  await fill(page, { code, name: "物料按类型" });
  await lead(page, { dataset: "物料" });
  await fill(page, {
    group_by: "物料类型",
    descending: true,
    chart: "柱图",
    "audience.0.role_id": "系统管理员",
  });
  notify(page, 400);
  await send(page, "保存");
  await eventually(() => textOf(main)).toContain("分组的报表请至少添加一项统计");
  await pressRow(page, "添加一项");
  await fill(page, { "figures.0.how": "行数" });
  await buttonOf(page, "保存").click();
  await arrive(page, /\/report-definition\/[0-9a-f-]{36}$/);
  await open(page, `/system-management/report-definition?code=${code}`);
  await follow(page, main.getByRole("link", { name: code, exact: true }).first());
  await eventually(() => main.locator("figure svg").count()).toBeGreaterThan(0);
  const file = await savedFile(page, main.getByRole("link", { name: "导出 CSV" }));
  const [heads, ...rows] = Buffer.from(file.bytes).toString("utf8").trimEnd().split("\r\n");
  expect(heads).toContain('"物料类型","行数"');
  const count = await (await portal.rest("admin")).count("master-data/material", {});
  expect(rows.reduce((sum, row) => sum + Number(row.split(",").at(-1)?.replaceAll('"', "")), 0)).toBe(count);
  await follow(page, main.getByRole("link", { name: "修改" }));
  await lead(page, { dataset: "工厂" });
  notify(page, 400);
  await send(page, "保存");
  expect(await textOf(main)).toContain("分组“物料类型”不属于数据集“工厂”，可以选：");
  await lead(page, { dataset: "物料" });
  await fill(page, { group_by: "物料类型", chart: "没有图" });
  await buttonOf(page, "保存").click();
  await eventually(() => main.locator("figure svg").count()).toBe(0);
  await eventually(() => textOf(main)).toContain("结果");
});
