import { describe, expect, test } from "vitest";
import { draftOrder, ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { arrive, eventually, follow, open, ready, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import type { Row } from "./support/rest";
import { notify } from "./support/watch";

const portal = startPortal();
const LIST = `/${ORDERS}`;

async function visit(script: boolean, account = "buyer1"): Promise<{ page: Page }> {
  const visitor = await portal.visit({ script, viewport: { width: 1280, height: 800 } });
  await portal.enter(visitor, account);
  return { page: await visitor.newPage() };
}

/** Presses a button that leads to another page. */
async function press(page: Page, name: string, lead: RegExp): Promise<void> {
  await page.locator("main").getByRole("button", { name, exact: true }).click();
  await arrive(page, lead);
}

/** Labels of the columns one can sort by, without the marks of the order. */
async function heads(page: Page): Promise<string[]> {
  const cells = await page.locator("main thead th:has(a)").all();
  const labels = await Promise.all(cells.map((cell) => textOf(cell.locator("a").first())));
  return labels.map((label) => label.replace(/[\s\d+×▲▼↑↓]+$/u, ""));
}

/** Drafts of buyer1 that only this test knows. */
async function drafts(count: number): Promise<Row[]> {
  const made: Row[] = [];
  for (let at = 0; at < count; at += 1) made.push(await draftOrder(portal));
  return made;
}

function stateOf(row: Row): Promise<unknown> {
  return portal.rest("buyer1").then(async (rest) => (await rest.get(ORDERS, row.id)).state);
}

describe.each([false, true])("列表上的工作（脚本：%s）", (script) => {
  test("勾选几张订单批量提交：先确认，做不了的逐行说明，结果可以再看", async () => {
    const [first, second, late] = await drafts(3);
    if (!first || !second || !late) throw new Error("unreachable");
    const { page } = await visit(script);
    await open(page, `${LIST}?state=draft&sort=-created_at&size=50`);
    for (const { number } of [first, second, late])
      await page.getByRole("checkbox", { name: `选择 ${number}` }).check();
    if (script) await eventually(() => textOf(page.locator(".bb-bar > p"))).toBe("已选 3 条");
    await press(page, "批量提交", /batch\/submit/);
    await eventually(() => textOf(page.locator("main h1"))).toBe("批量提交：采购订单");
    await eventually(() => page.locator("main tbody tr").count()).toBe(3);
    // Somebody else is quicker with one of them.
    await (await portal.rest("buyer1")).move(ORDERS, late.id, "submit", { version: late.version });

    await press(page, "提交 3 条", /result\/error\?id=/);
    await eventually(() => textOf(page.locator("main [role=status]"))).toContain("已提交 2 条，1 条没有处理");
    const failed = page.locator("main tbody tr");
    await eventually(() => failed.count()).toBe(1);
    expect(await textOf(failed.first())).toContain(String(late.number));
    expect(await textOf(failed.first())).toContain("不能提交");
    expect(await Promise.all([first, second, late].map(stateOf))).toEqual(["approved", "approved", "approved"]);
    // The result stands under its address, and the way back leads to the list as it was left.
    await page.reload();
    await ready(page);
    await eventually(() => failed.count()).toBe(1);
    await follow(page, page.getByRole("link", { name: "返回列表" }));
    expect(new URL(page.url()).searchParams.get("state")).toBe("draft");
    expect(new URL(page.url()).searchParams.get("size")).toBe("50");
  });

  test("全选本页，什么都没选时说出来", async () => {
    const { page } = await visit(script);
    await open(page, `${LIST}?state=approved&size=10`);
    const boxes = page.locator("main tbody [type=checkbox]");
    if (script) {
      await eventually(() => page.locator("main").getByRole("button", { name: "批量下达" }).isDisabled()).toBe(true);
      await page.locator("main thead [type=checkbox]").check();
    } else {
      await press(page, "批量下达", /batch\/release/);
      expect(await textOf(page.locator("main .tr-question"))).toBe("没有选择任何记录，请返回列表勾选。");
      await page.goBack();
      await follow(page, page.getByRole("link", { name: "全选本页" }));
    }
    const chosen = await boxes.count();
    await eventually(() => page.locator("main tbody [type=checkbox]:checked").count()).toBe(chosen);
    await press(page, "批量下达", /batch\/release/);
    await page.locator("main [name=row]").first().waitFor({ state: "attached" });
    // Each of them is shown, those that cannot be released with their reason.
    await eventually(() => page.locator("main tbody tr").count()).toBe(chosen);
  });

  test("保存视图、设为默认、改名、删除", async () => {
    const account = script ? "manager1" : "finance1";
    const { page } = await visit(script, account);
    await open(page, `${LIST}?state=closed&sort=-amount`);
    await page.locator("summary", { hasText: "保存为视图" }).click();
    await page.locator("#view-name").fill("关闭的大单");
    await press(page, "保存", /state=closed/);
    const views = page.locator("nav[aria-label=我的视图]");
    await eventually(() => views.getByRole("link").allInnerTexts()).toEqual(["全部", "关闭的大单", "管理"]);
    expect(await textOf(views.locator("[aria-current=page]"))).toBe("关闭的大单");

    await follow(page, views.getByRole("link", { name: "管理" }));
    await page.locator("main").getByRole("button", { name: "设为默认" }).click();
    await page.locator("main").getByRole("button", { name: "取消默认" }).waitFor();
    await ready(page);
    await page.goto(`/web${LIST}`);
    await ready(page);
    expect(new URL(page.url()).searchParams.get("state")).toBe("closed");
    await follow(page, views.getByRole("link", { name: "全部" }));
    expect(new URL(page.url()).search).toBe("?view=all");
    await eventually(() => textOf(page.locator("nav[aria-label=快速筛选] [aria-current=page]"))).toContain("全部");

    // A second view of the same name is refused beside the field; what was typed stays.
    await open(page, `${LIST}?state=draft`);
    await page.locator("summary", { hasText: "保存为视图" }).click();
    await page.locator("#view-name").fill("关闭的大单");
    notify(page, 400);
    await press(page, "保存", /\/views/);
    await eventually(() => page.locator("#view-new-error").allInnerTexts()).toEqual([
      "已有名为「关闭的大单」的视图，请换一个名称",
    ]);
    await eventually(() => page.locator("#view-new").inputValue()).toBe("关闭的大单");
    await page.locator("#view-new").fill("草稿");
    await page.locator(".vp-save").getByRole("button", { name: "保存" }).click();
    await arrive(page, /state=draft/);

    await follow(page, views.getByRole("link", { name: "管理" }));
    const drafted = page.locator(".vp-list > li", { has: page.getByRole("link", { name: "草稿" }) });
    await drafted.locator(".in").fill("未提交");
    await drafted.getByRole("button", { name: "改名" }).click();
    await page.getByRole("link", { name: "未提交" }).waitFor();
    await ready(page);
    for (let left = 2; left > 0; left -= 1) {
      await page.locator("main").getByRole("button", { name: "删除" }).first().click();
      await eventually(() => page.locator(".vp-list > li").count()).toBe(left - 1);
      await ready(page);
    }
    await open(page, LIST);
    expect(new URL(page.url()).search).toBe("");
  });

  test("选择列并调整先后，恢复标准；按第二列接着排序", async () => {
    const account = script ? "planner1" : "qa1";
    const { page } = await visit(script, account);
    await open(page, `${LIST}?state=closed`);
    const standard = await heads(page);
    await follow(page, page.getByRole("link", { name: "选择列" }));
    await page.getByRole("checkbox", { name: "订单类型" }).uncheck();
    await page.getByRole("checkbox", { name: "付款条件" }).check();
    await page.getByRole("button", { name: "付款条件移到最前" }).click();
    await eventually(() => textOf(page.locator(".cp-list > li").nth(1))).toContain("付款条件");
    await ready(page);
    await page.getByRole("button", { name: "付款条件下移" }).click();
    await eventually(() => textOf(page.locator(".cp-list > li").nth(2))).toContain("付款条件");
    await ready(page);
    await eventually(() => page.getByRole("checkbox", { name: "付款条件" }).isChecked()).toBe(true);
    await press(page, "保存", /state=closed/);
    await eventually(() => heads(page)).toContain("付款条件");
    const chosen = await heads(page);
    expect(chosen[0]).toBe(standard[0]);
    expect(chosen).toContain("付款条件");
    expect(chosen).not.toContain("订单类型");

    await follow(page, page.locator("thead").getByRole("link", { name: "含税金额", exact: true }));
    await page.locator("thead th", { hasText: "订单日期" }).hover();
    await follow(page, page.getByRole("link", { name: "再按订单日期排序" }));
    expect(new URL(page.url()).searchParams.getAll("sort")).toEqual(["amount", "order_date"]);
    expect(await textOf(page.locator("thead th", { hasText: "订单日期" }).locator("sup"))).toBe("2");
    expect(await textOf(page.locator("tfoot"))).toMatch(/合计（\d+ 条）/);

    await follow(page, page.getByRole("link", { name: "选择列" }));
    await press(page, "恢复标准", /state=closed/);
    await eventually(() => heads(page)).toEqual(standard);
  });

  test("条件可以选几个值，逐个去掉；页码可以直接填", async () => {
    const { page } = await visit(script);
    await open(page, `${LIST}?size=10`);
    const rest = await portal.rest("buyer1");
    await page.locator(".fb-more > summary").click();
    await page.locator(".fc-many > summary", { hasText: "订单类型" }).click();
    for (const label of ["标准订单", "协议要货"]) await page.getByLabel(label).check();
    await page.locator(".fc-many[open]").getByRole("button", { name: "查询" }).click();
    await arrive(page, /order_type=standard&order_type=call_off/);
    const both = await rest.count(ORDERS, { order_type: ["standard", "call_off"] });
    expect(await textOf(page.locator(".pr > span"))).toBe(`共 ${both} 条`);
    expect(await textOf(page.locator(".fc-many > summary", { hasText: "订单类型" }))).toContain(
      "2项：标准订单、协议要货",
    );
    await page.getByLabel(/^页码/).fill("3");
    await page.getByRole("button", { name: "跳转" }).click();
    await arrive(page, /page=3/);
    expect(await textOf(page.locator(".pr [aria-current=page]"))).toBe("3");
    await follow(page, page.getByRole("link", { name: "去掉条件 订单类型：协议要货" }));
    expect(new URL(page.url()).searchParams.getAll("order_type")).toEqual(["standard"]);
  });
});

test("1280 宽、菜单展开时订单列表的最后一列看得全", async () => {
  const context = await portal.browse({ script: true, viewport: { width: 1280, height: 800 } });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, LIST);
  const cut = await page.locator(".dt").evaluate((table) => table.scrollWidth - table.clientWidth);
  expect(cut).toBeLessThanOrEqual(0);
});
