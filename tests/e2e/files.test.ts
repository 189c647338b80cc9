import { writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { tempDir } from "../support/temp-dir";
import type { Page } from "./support/page";
import { arrive, buttonOf, complaint, eventually, open, savedFile, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { allowLosses, notify } from "./support/watch";

const portal = startPortal();
const CONTRACTS = "contract-management/contract";
const MB = 1024 * 1024;

const pdf = (text: string, size = 0) => Buffer.concat([Buffer.from(`%PDF-1.7\n% ${text}\n`), Buffer.alloc(size, 65)]);

async function contractOf(account: string): Promise<string> {
  const [row] = await (await portal.rest(account)).list(CONTRACTS, { state: "effective" });
  return row?.id ?? "";
}

describe.each([false, true])("合同附件（脚本：%s）", (script) => {
  async function as(account: string): Promise<Page> {
    const context = await portal.visit({ script });
    await portal.enter(context, account);
    return context.newPage();
  }

  const choose = (page: Page, files: { name: string; buffer: Buffer }[]) =>
    page
      .locator("#f-attachments")
      .setInputFiles(files.map((file) => ({ ...file, mimeType: "application/octet-stream" })));

  test("采购员上传，本供应商下载，别的供应商拿不到；不收的文件说明白，收下的不用再传", async () => {
    const id = await contractOf("supplier1");
    const buyer = await as("manager1");
    await open(buyer, `/${CONTRACTS}/${id}`);
    await eventually(() => buyer.locator("main").getByRole("link", { name: "补充附件" }).count()).toBe(0);

    const page = await as("buyer1");
    await open(page, `/${CONTRACTS}/${id}/add-files`);
    const name = `扫描件-${script ? "脚本" : "无脚本"}.pdf`;
    const good = { name, buffer: pdf(name, 2 * MB) };
    const bad = { name: "报价.pdf", buffer: Buffer.from("MZ这不是PDF") };
    notify(page, 400);
    await choose(page, [good, bad]);
    if (script) {
      await page.locator(".fu-list [data-failed]").waitFor();
      expect(await textOf(page.locator(".fu-list [data-failed]"))).toContain("不是可以上传的文件");
      await page.locator(".fu-list [data-failed]").getByRole("button", { name: "移除" }).click();
    } else {
      await send(page, "补充附件");
      expect(await textOf(complaint(page, "attachments"))).toContain("「报价.pdf」不是可以上传的文件");
    }
    await page.locator("main .fu-list").getByRole("checkbox", { name }).waitFor();
    await buttonOf(page, "补充附件").click();
    await arrive(page, `**/${CONTRACTS}/${id}`);
    await page.locator("main .fl").getByText(name).waitFor();

    const supplier = await as("supplier1");
    await open(supplier, `/${CONTRACTS}/${id}`);
    const link = supplier.locator("main .fl a").filter({ hasText: name });
    const saved = await savedFile(supplier, link);
    expect(saved.name).toBe(name);
    expect(Buffer.from(saved.bytes).equals(good.buffer)).toBe(true);

    const address = await link.getAttribute("href");
    const other = await portal.visit({ script });
    await portal.enter(other, "supplier2");
    expect((await other.request.get(address ?? "")).status()).toBe(404);
    expect((await (await portal.visit({ script })).request.get(address ?? "", { maxRedirects: 0 })).status()).toBe(302);
  });
});

test("断了三次的大文件自动续传，刷新页面后接着传", async () => {
  const id = await contractOf("supplier1");
  const context = await portal.visit({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, `/${CONTRACTS}/${id}/add-files`);
  const bytes = pdf("图纸", 12 * MB);
  // A file of the disk: one made by the browser would have another date each time it is chosen.
  const big = path.join(tempDir("upload"), "大图纸.pdf");
  writeFileSync(big, bytes);
  const sent = { pieces: 0, cuts: 0 };
  allowLosses(page);
  await page.route("**/upload?*", async (route) => {
    const isPiece = route.request().url().endsWith("step=piece");
    if (isPiece) sent.pieces += 1;
    if (isPiece && sent.cuts < 3 && sent.pieces % 3 === 0) {
      sent.cuts += 1;
      await route.abort("connectionreset");
      return;
    }
    // The line stays dead until the page is loaded again.
    if (isPiece && sent.pieces > 11 && sent.pieces < 1000) return;
    await route.continue();
  });
  await page.locator("#f-attachments").setInputFiles(big);
  await eventually(() => sent.pieces).toBeGreaterThan(11);
  expect(sent.cuts).toBe(3);
  const before = sent.pieces;
  await open(page, `/${CONTRACTS}/${id}/add-files`);
  sent.pieces = 1000;
  await page.locator("#f-attachments").setInputFiles(big);
  await page.locator("main .fu-list").getByRole("checkbox", { name: "大图纸.pdf" }).waitFor();
  // What was there before the page was loaded again was not sent again.
  expect(sent.pieces - 1000).toBeLessThan(before);
  await buttonOf(page, "补充附件").click();
  await arrive(page, `**/${CONTRACTS}/${id}`);
  const saved = await savedFile(page, page.locator("main .fl a").filter({ hasText: "大图纸.pdf" }).first());
  expect(Buffer.from(saved.bytes).equals(bytes)).toBe(true);
});
