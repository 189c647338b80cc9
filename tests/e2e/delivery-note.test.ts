import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { ORDERS, openOrder, releasedOrder } from "./support/orders";
import { complaint, field, follow, open, send, signIn, textOf } from "./support/pages";
import { startPortal } from "./support/portal";

const portal = startPortal();
const journey = journeysOf(portal);

const NOTES = "receiving/delivery-note";

/** An order of 10 that supplier1 has confirmed. */
async function confirmedOrder() {
  const { id } = await releasedOrder(portal);
  const supplier = await portal.rest("supplier1");
  await supplier.move(ORDERS, id, "confirm", { version: 3 });
  return supplier.get(ORDERS, id);
}

journey("供应商从两张订单生成送货单，填错的数量在行旁边提示", async (browser) => {
  const [first, second] = [await confirmedOrder(), await confirmedOrder()];
  const idOf = (order: typeof first) => String(Object(order.items)[0]?.id);
  const page = await browser.newPage();
  await signIn(page, "supplier1", "/qiaqia/home");

  await openOrder(page, first.id);
  await follow(page, page.locator("main").getByRole("link", { name: "生成送货单", exact: true }));
  expect(await field(page, `qty.${idOf(first)}`).inputValue()).toBe("10");

  await field(page, `qty.${idOf(first)}`).fill("4");
  await field(page, "_everywhere").check();
  await field(page, "q").fill(String(second.number));
  await send(page, "查找");
  expect(await textOf(page.locator("main"))).toContain("本页以外已勾选 1 行");
  await page.locator(`input[name=row][value="${idOf(second)}"]`).check();
  await field(page, `qty.${idOf(second)}`).fill("0");
  await send(page, "生成送货单");
  expect(await textOf(complaint(page, `qty.${idOf(second)}`))).toBe("送货数量须大于0");
  expect(await field(page, `qty.${idOf(first)}`).inputValue()).toBe("4");

  await field(page, `qty.${idOf(second)}`).fill("2.5");
  await send(page, "生成送货单");
  const text = await textOf(page.locator("main"));
  expect(text).toContain(`${first.number} 行10`);
  expect(text).toContain(`${second.number} 行10`);

  await open(page, `/${NOTES}`);
  await follow(page, page.getByRole("link", { name: "从采购订单生成" }));
  expect(await textOf(page.locator("h1"))).toBe("生成送货单");
});
