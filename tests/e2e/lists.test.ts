import { describe, expect, test } from "vitest";
import { ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { arrive, eventually, follow, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const LIST = `/${ORDERS}`;

async function listOf(account: string, script: boolean, address = LIST): Promise<Page> {
  const context = await portal.visit({ script, viewport: { width: 1280, height: 800 } });
  await portal.enter(context, account);
  const page = await context.newPage();
  await open(page, address);
  return page;
}

function column(page: Page, label: string): Promise<string[]> {
  return page.locator(`main tbody [data-label="${label}"]`).allInnerTexts();
}

function addressOf(page: Page): string {
  const { pathname, search } = new URL(page.url());
  return pathname + decodeURIComponent(search);
}

function total(page: Page): Promise<string> {
  return textOf(page.locator(".pr > span"));
}

describe.each([false, true])("订单列表（脚本：%s）", (script) => {
  test("条件写进地址，成为可以逐个去掉的标签", async () => {
    const buyer = await portal.rest("buyer1");
    const page = await listOf("buyer1", script);
    const all = await buyer.count(ORDERS);
    expect(await total(page)).toBe(`共 ${all} 条`);
    const numbers = await column(page, "采购订单号");
    const part = (numbers[0] ?? "").slice(2, 10);

    await page.locator("[name=number]").fill(`cg${part}`);
    await page.getByRole("button", { name: "查询" }).click();
    const found = await buyer.count(ORDERS, { number: part });
    await eventually(() => total(page)).toBe(`共 ${found} 条`);
    await ready(page);
    expect(new URL(page.url()).searchParams.get("number")).toBe(`cg${part}`);
    await eventually(() => page.locator("[name=number]").inputValue()).toBe(`cg${part}`);

    await page.locator(".fb-more > summary").click();
    await page.locator(".fc-many > summary", { hasText: "订单类型" }).click();
    await page.getByLabel("标准订单").check();
    await page.locator(".fc-many[open]").getByRole("button", { name: "查询" }).click();
    await eventually(() => page.locator(".fb-chips li").count()).toBe(3);
    await ready(page);
    const chips = await page.locator(".fb-chips li").allInnerTexts();
    expect(chips.map((chip) => chip.replace(/\s*×$/, ""))).toEqual([`单号：cg${part}`, "订单类型：标准订单", "清除"]);
    expect(new Set(await column(page, "订单类型"))).toEqual(new Set(["标准订单"]));
    // A filter that is set stays in sight.
    await eventually(() => page.locator(".fc-many > summary", { hasText: "订单类型" }).isVisible()).toBe(true);

    await follow(page, page.getByRole("link", { name: `去掉条件 单号：cg${part}` }));
    await eventually(() => total(page)).toBe(`共 ${await buyer.count(ORDERS, { order_type: "standard" })} 条`);
    await follow(page, page.getByRole("link", { name: "清除" }));
    await eventually(() => total(page)).toBe(`共 ${all} 条`);
    expect(addressOf(page)).toBe(`/web${LIST}`);
    await eventually(() => page.locator("[name=number]").inputValue()).toBe("");
  });

  test("状态标签和快捷开关与条件合用，并可撤销", async () => {
    const buyer = await portal.rest("buyer1");
    const page = await listOf("buyer1", script);
    const quick = page.locator("nav[aria-label=快速筛选]");
    await follow(page, quick.getByRole("link", { name: /^待供应商确认/ }));
    const released = await buyer.count(ORDERS, { state: "released" });
    await eventually(() => total(page)).toBe(`共 ${released} 条`);
    expect(await textOf(quick.locator("[aria-current=page] b"))).toBe(String(released));
    // A mark may stand below the state.
    const states = (await column(page, "状态")).map((text) => text.split("\n")[0]);
    expect(new Set(states)).toEqual(new Set(["待供应商确认"]));

    await follow(page, quick.getByRole("link", { name: "加急" }));
    await eventually(() => quick.locator("[aria-current=true]").allInnerTexts()).toEqual(["加急"]);
    expect(addressOf(page)).toBe(`/web${LIST}?state=released&urgent_only=1`);
    // Filtering on carries both along.
    await page.locator("[name=number]").fill("CG");
    await page.getByRole("button", { name: "查询" }).click();
    await arrive(page, /number=CG/);
    expect(new URL(page.url()).searchParams.get("state")).toBe("released");
    expect(new URL(page.url()).searchParams.get("urgent_only")).toBe("1");
    await follow(page, quick.getByRole("link", { name: "加急" }));
    await eventually(() => quick.locator("[aria-current=true]").count()).toBe(0);
    const { searchParams } = new URL(page.url());
    expect([searchParams.get("state"), searchParams.get("urgent_only"), searchParams.get("number")]).toEqual([
      "released",
      null,
      "CG",
    ]);
  });

  test("列头排序，翻页不漏不重", async () => {
    const buyer = await portal.rest("buyer1");
    const page = await listOf("buyer1", script, `${LIST}?size=50`);
    await follow(page, page.locator("thead").getByRole("link", { name: "含税金额", exact: true }));
    const sorted = page.locator("thead th", { hasText: "含税金额" });
    await eventually(() => sorted.getAttribute("aria-sort")).toBe("ascending");
    const amounts = (await column(page, "含税金额")).map((text) => Number(text.replace(/[^\d.]/g, "")));
    expect(amounts).toEqual([...amounts].sort((one, other) => one - other));
    await follow(page, sorted.getByRole("link"));
    await eventually(() => sorted.getAttribute("aria-sort")).toBe("descending");

    const seen: string[] = [];
    for (let number = 1; ; number += 1) {
      await eventually(() => textOf(page.locator(".pr [aria-current=page]"))).toBe(String(number));
      seen.push(...(await column(page, "采购订单号")));
      const next = page.getByRole("link", { name: "下一页" });
      if ((await next.count()) === 0) break;
      await follow(page, next);
    }
    const all = await buyer.all(ORDERS);
    expect(seen.length).toBe(all.length);
    expect(new Set(seen)).toEqual(new Set(all.map((row) => String(row.number))));
    await follow(page, page.locator(".pr-sizes").getByRole("link", { name: "100" }));
    await eventually(() => page.locator("main tbody tr").count()).toBe(Math.min(100, all.length));
    expect(new URL(page.url()).searchParams.get("sort")).toBe("-amount");
  });

  test("看不懂的条件不生效，原因写在旁边", async () => {
    const page = await listOf("buyer1", script, `${LIST}?amount=abc&order_date=2026-02-30&order_date=`);
    expect(await textOf(page.locator('[id="q-amount-error"]'))).toBe("请输入数字");
    expect(await textOf(page.locator('[id="q-order_date-error"]'))).toBe("请输入日期，例如 2026-01-31");
    expect(await total(page)).toBe(`共 ${await (await portal.rest("buyer1")).count(ORDERS)} 条`);
    await open(page, `${LIST}?amount=１００００&amount=`);
    const least = (await column(page, "含税金额")).map((text) => Number(text.replace(/[^\d.]/g, "")));
    expect(Math.min(...least)).toBeGreaterThanOrEqual(10_000);
  });

  test("手机宽度下每行成为一张卡片，页面不左右滚动", async () => {
    const context = await portal.browse({ script, viewport: { width: 390, height: 800 } });
    await portal.enter(context, "buyer1");
    const page = await context.newPage();
    await open(page, LIST);
    const row = page.locator("main tbody tr").first();
    expect(await page.locator("main thead").evaluate((head) => head.getBoundingClientRect().height)).toBeLessThan(2);
    const tops = await row
      .locator("th,td")
      .evaluateAll((cells) => cells.map((cell) => Math.round(cell.getBoundingClientRect().left)));
    expect(new Set(tops).size).toBeLessThan(tops.length);
    const width = await page.evaluate(() => [document.documentElement.scrollWidth, window.innerWidth]);
    expect(width[0]).toBeLessThanOrEqual(width[1] ?? 0);
    expect(await row.evaluate((card) => card.getBoundingClientRect().right)).toBeLessThanOrEqual(390);
    await follow(page, row.getByRole("link").first());
    await page.locator("h1 .bd").waitFor();
  });

  test("供应商只看到自己的订单，也没有供应商一栏", async () => {
    const supplier = await portal.rest("supplier1");
    const { supplierId } = await supplier.whoami();
    const page = await listOf("supplier1", script, `${LIST}?size=100`);
    const admin = await portal.rest("admin");
    const own = (await admin.all(ORDERS)).filter((row) => row.supplier_id === supplierId);
    const states = new Set(["released", "negotiating", "confirmed"]);
    const visible = await supplier.all(ORDERS);
    expect(visible.every((row) => row.supplier_id === supplierId)).toBe(true);
    expect(visible.length).toBeGreaterThanOrEqual(own.filter((row) => states.has(String(row.state))).length);
    expect(visible.filter((row) => row.state === "draft" || row.state === "approved")).toEqual([]);
    expect(await total(page)).toBe(`共 ${visible.length} 条`);
    expect(new Set(await column(page, "采购订单号"))).toEqual(new Set(visible.map((row) => String(row.number))));
    await eventually(() => page.locator("thead").getByText("供应商", { exact: true }).count()).toBe(0);
    await eventually(() => page.locator("[name=supplier_id]").count()).toBe(0);
    await eventually(() => page.getByRole("link", { name: "新建采购订单" }).count()).toBe(0);
  });
});

const ODD: [address: string, page: string][] = [
  ["?page=-1", "1"],
  ["?page=0", "1"],
  ["?page=abc", "1"],
  ["?page=1.5", "1"],
  ["?page=1e3", "last"],
  ["?page=99999", "last"],
  ["?page=99999999999999999999999", "last"],
  ["?size=abc", "1"],
  ["?nothing=1&column=secret", "1"],
  ["?sort=1;drop table purchase_order", "1"],
  ["?sort=-amount)--", "1"],
  ["?sort=password_hash", "1"],
  ["?sort=__proto__&__proto__=1&constructor=2", "1"],
  ["?state=nothing", "none"],
  ["?state='||(select 1)||'", "none"],
  ["?number=%25", "none"],
  ["?number='; drop table app_user; --", "none"],
  ["?supplier_id=not-there", "1"],
  ["?urgent_only=2", "1"],
];

test("任何地址都有答复，看不懂的部分按默认处理", async () => {
  const page = await listOf("buyer1", false);
  const ordinary = await column(page, "采购订单号");
  const all = await (await portal.rest("buyer1")).count(ORDERS);
  for (const [query, wanted] of ODD) {
    const answer = await open(page, LIST + query);
    expect([query, answer.status()]).toEqual([query, 200]);
    if (wanted === "none") {
      expect([query, await page.locator("main tbody tr").count()]).toEqual([query, 0]);
      continue;
    }
    expect([query, await total(page)]).toEqual([query, `共 ${all} 条`]);
    const shown = wanted === "last" ? String(Math.ceil(all / 20)) : wanted;
    expect([query, await textOf(page.locator(".pr [aria-current=page]"))]).toEqual([query, shown]);
    if (wanted === "1") expect([query, await column(page, "采购订单号")]).toEqual([query, ordinary]);
  }
  // Sizes out of range are brought into it.
  for (const [size, wanted] of [
    ["100000", 100],
    ["-5", 10],
    ["1", 10],
    ["30", 50],
  ] as const) {
    await open(page, `${LIST}?size=${size}`);
    expect([size, await page.locator("main tbody tr").count()]).toEqual([size, Math.min(wanted, all)]);
    expect(await textOf(page.locator(".pr-sizes [aria-current=true]"))).toBe(String(wanted));
  }
});
