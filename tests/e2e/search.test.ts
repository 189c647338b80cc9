import { describe, expect, test } from "vitest";
import { ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { eventually, follow, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const MATERIALS = "master-data/material";

async function listOf(account: string, script: boolean, address: string, width = 1280): Promise<Page> {
  const context = await portal.visit({ script, viewport: { width, height: 800 } });
  await portal.enter(context, account);
  const page = await context.newPage();
  await open(page, address);
  return page;
}

function total(page: Page): Promise<string> {
  return textOf(page.locator(".pr > span"));
}

describe.each([false, true])("列表的搜索框（脚本：%s）", (script) => {
  test("输入名称的两个字或首字母就能找到物料，写进地址，可以去掉", async () => {
    const admin = await portal.rest("admin");
    const page = await listOf("admin", script, `/${MATERIALS}`);
    const all = await admin.count(MATERIALS);
    const box = page.getByLabel("搜索", { exact: true });
    await eventually(() => box.getAttribute("placeholder")).toBe("物料编码、物料名称、规格型号");
    for (const q of ["花生", "hs"]) {
      const found = await admin.count(MATERIALS, { q });
      expect(found).toBeGreaterThan(0);
      expect(found).toBeLessThan(all);
      await box.fill(q);
      // The Enter key searches as the button does.
      await box.press("Enter");
      await eventually(() => new URL(page.url()).searchParams.get("q")).toBe(q);
      await eventually(() => total(page)).toBe(`共 ${found} 条`);
      await ready(page);
      await eventually(() => box.inputValue()).toBe(q);
    }
    await follow(page, page.getByRole("link", { name: "去掉条件 搜索：hs" }));
    await eventually(() => total(page)).toBe(`共 ${all} 条`);
    await eventually(() => box.inputValue()).toBe("");
  });

  test("搜索与状态标签合用，手机上搜索框是看得见的第一个条件", async () => {
    const buyer = await portal.rest("buyer1");
    const page = await listOf("buyer1", script, `/${ORDERS}?state=released`, 390);
    const box = page.getByLabel("搜索", { exact: true });
    await eventually(() => box.isVisible()).toBe(true);
    const [order] = await buyer.list(ORDERS, { state: "released" });
    // Two words, each a part of the number.
    const words = `CG ${String(order?.number).slice(-4)}`;
    await box.fill(words);
    await page.getByRole("button", { name: "查询" }).click();
    const found = await buyer.count(ORDERS, { q: words, state: "released" });
    expect(found).toBeGreaterThan(0);
    await eventually(() => total(page)).toBe(`共 ${found} 条`);
    expect(new URL(page.url()).searchParams.get("state")).toBe("released");
  });

  test("供应商搜不到别家的订单", async () => {
    const other = await portal.rest("supplier2");
    const [order] = await other.list(ORDERS);
    const page = await listOf("supplier1", script, `/${ORDERS}?q=${String(order?.number)}`);
    expect(await textOf(page.locator("main"))).toContain("没有符合当前条件的记录");
  });
});

describe("按输入查找可选的行", () => {
  const ask = async (account: string | null, address: string) => {
    const headers: Record<string, string> = account
      ? { Cookie: `Access-Token=${(await portal.rest(account)).token}` }
      : {};
    return fetch(`${portal.url}/web/${address}`, { headers, redirect: "manual" });
  };

  test("答复是数据，不留存", async () => {
    const answer = await ask("buyer1", `${ORDERS}/options?field=items.material_id&q=hs&size=3`);
    expect(answer.status).toBe(200);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(answer.headers.get("Content-Type")).toContain("application/json");
    const { columns, rows } = await answer.json();
    expect(columns[0]).toEqual({ label: "物料编码" });
    expect(rows.length).toBeGreaterThan(0);
    expect(rows[0].label).toContain("花生");
  });

  test.each([
    [null, `${ORDERS}/options?field=supplier_id`, 401],
    ["supplier1", `${ORDERS}/options?field=supplier_id`, 403],
    ["warehouse1", `${ORDERS}/options?field=supplier_id`, 403],
    ["buyer1", `${ORDERS}/options?field=amount`, 404],
    ["buyer1", "no-such/screen/options?field=a", 404],
  ])("%s 问 %s：%i", async (account, address, status) => {
    const answer = await ask(account, address);
    expect(answer.status).toBe(status);
    expect(answer.headers.get("Cache-Control")).toBe("no-store");
    expect(typeof (await answer.json()).message).toBe("string");
  });
});
