import { expect, test } from "vitest";
import { goodsOf, ORDERS } from "./support/orders";
import { eventually, field, fill, focused, open, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();

async function newOrder() {
  const context = await portal.browse({ script: true });
  await portal.enter(context, "buyer1");
  const page = await context.newPage();
  await open(page, `/${ORDERS}/new`);
  return page;
}

// First: what the other tests leave unsaved waits as drafts afterwards.
test("停下来就自动暂存，离开页面也会；页面不跳转", async () => {
  const page = await newOrder();
  await fill(page, { remark: "停一停" });
  await page.getByText(/已自动暂存 \d\d:\d\d/).waitFor();
  expect(page.url()).toMatch(/\/new$/);
  await fill(page, { remark: "写完就走" });
  const kept = page.waitForResponse((response) => response.url().includes("/draft?"));
  await page.getByRole("link", { name: "取消", exact: true }).click();
  expect((await kept).status()).toBe(200);
  await open(page, `/${ORDERS}/new?draft=1`);
  await eventually(() => field(page, "remark").inputValue()).toBe("写完就走");
  await page.getByRole("button", { name: "放弃" }).click();
  await eventually(() => textOf(page.locator("main"))).not.toContain("您于");
});

test("边输入边列出候选：方向键移动，回车选中，规格、单位和税率随之填好", async () => {
  const { materials } = await goodsOf(portal);
  const page = await newOrder();
  const material = field(page, "items.0.material_id");
  await fill(page, { "items.0.tax_rate": "6" });
  await material.pressSequentially(String(materials[0].code));
  const options = page.locator(".cb-pop [role=option]");
  await options.first().waitFor();
  await eventually(() => material.getAttribute("aria-expanded")).toBe("true");
  await eventually(() => material.getAttribute("aria-activedescendant")).toBe(await options.first().getAttribute("id"));
  await material.press("Enter");
  await eventually(() => material.inputValue()).toBe(`${materials[0].code} ${materials[0].name}`);
  await eventually(() => options.count()).toBe(0);
  await eventually(() => field(page, "items.0.uom").inputValue()).toBe(String(materials[0].uom));
  await eventually(() => field(page, "items.0.tax_rate").inputValue()).toBe("6");
  expect(page.url()).toContain("/new");

  await material.fill("");
  await material.pressSequentially(String(materials[1].code));
  await options.first().waitFor();
  await options.first().click();
  await eventually(() => field(page, "items.0.uom").inputValue()).toBe(String(materials[1].uom));
});

test("Esc 收起，Tab 保留键入的文字，找不到时说明；列表不被表格截断", async () => {
  const page = await newOrder();
  const material = field(page, "items.2.material_id");
  await material.pressSequentially("没有这样的物料");
  await page.getByText("没有找到，请换个说法").waitFor();
  await material.press("Escape");
  await eventually(() => page.locator(".cb-pop").count()).toBe(0);
  await eventually(() => material.inputValue()).toBe("没有这样的物料");

  const supplier = field(page, "supplier_id");
  await supplier.pressSequentially("GYS");
  await page.locator(".cb-pop [role=option]").nth(1).waitFor();
  const onTop = await page.locator(".cb-pop").evaluate((list) => {
    const box = list.getBoundingClientRect();
    const hit = document.elementFromPoint(box.left + box.width / 2, box.top + box.height / 2);
    return hit !== null && list.contains(hit);
  });
  expect(onTop).toBe(true);
  await supplier.press("Tab");
  await eventually(() => supplier.inputValue()).toBe("GYS");
  expect(await focused(page)).not.toBe("supplier_id");
  await eventually(() => page.locator(".cb-pop [role=option]").count()).toBe(0);
});

test("从短列表里选了工厂，送货地址随之填好；改选时跟着换，自己写的不动", async () => {
  const page = await newOrder();
  await fill(page, { factory_id: "1010" });
  await eventually(() => field(page, "address").inputValue()).not.toBe("");
  const first = await field(page, "address").inputValue();
  await fill(page, { factory_id: "1020" });
  // Empty in between: what came with the factory before is taken away at once, the new address a moment later.
  await eventually(() => field(page, "address").inputValue()).not.toMatch(new RegExp(`^$|^${first}$`));
  await fill(page, { address: "自己写的地址" });
  const answered = page.waitForResponse((response) => response.url().includes("/options?"));
  await fill(page, { factory_id: "1010" });
  await answered;
  await eventually(() => field(page, "address").inputValue()).toBe("自己写的地址");
});
