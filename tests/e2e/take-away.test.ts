import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { buttonOf, eventually, fill, follow, open, ready, savedFile, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const journey = journeysOf(portal);
const MATERIAL = "/master-data/material";

journey("后台导出：从列表到导出中心，看着做完，下载；取消的可以重新生成", async (browser) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  const main = page.locator("main");
  await open(page, `${MATERIAL}?sort=code`);
  await page.locator("details.ex summary").click();
  await follow(page, page.locator("details.ex").getByRole("link", { name: "后台导出…" }));
  expect(await textOf(main)).toContain("行数");
  await fill(page, { format: "CSV 文件" });
  await buttonOf(page, "开始导出").click();
  await page.waitForURL(/export-center\/[0-9a-f-]{36}/);
  await eventually(async () => {
    await page.reload();
    return textOf(main.locator("h1"));
  }).toContain("已完成");
  await ready(page);
  const file = await savedFile(page, main.locator(".fl a").first());
  expect(file.name).toMatch(/^物料.*\.csv$/);
  const count = await (await portal.rest("admin")).count("master-data/material", {});
  expect(Buffer.from(file.bytes).toString("utf8").trimEnd().split("\r\n")).toHaveLength(count + 1);
  await open(page, "/system-management/export-center");
  expect(await textOf(main)).toContain("已完成");
});
