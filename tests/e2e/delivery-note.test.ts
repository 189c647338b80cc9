import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { confirmedOrder, NOTES } from "./support/notes";
import { openOrder } from "./support/orders";
import { complaint, eventually, field, follow, open, send, signIn, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey("供应商从两张订单生成送货单，填错的数量在行旁边提示", async (browser) => {
  const [first, second] = [await confirmedOrder(portal), await confirmedOrder(portal)];
  const idOf = (order: typeof first) => String(Object(order.items)[0]?.id);
  const page = await browser.newPage();
  await signIn(page, "supplier1", "/qiaqia/home");

  await openOrder(page, first.id);
  await follow(page, page.locator("main").getByRole("link", { name: "生成送货单", exact: true }));
  await eventually(() => field(page, `qty.${idOf(first)}`).inputValue()).toBe("10");

  await field(page, `qty.${idOf(first)}`).fill("4");
  await field(page, "_everywhere").check();
  await field(page, "q").fill(String(second.number));
  await send(page, "查找");
  expect(await textOf(page.locator("main"))).toContain("本页以外已勾选 1 行");
  await page.locator(`input[name=row][value="${idOf(second)}"]`).check();
  await field(page, `qty.${idOf(second)}`).fill("0");
  notify(page, 400);
  await send(page, "生成送货单");
  expect(await textOf(complaint(page, `qty.${idOf(second)}`))).toBe("送货数量须大于0");
  await eventually(() => field(page, `qty.${idOf(first)}`).inputValue()).toBe("4");

  await field(page, `qty.${idOf(second)}`).fill("2.5");
  await send(page, "生成送货单");
  const text = await textOf(page.locator("main"));
  expect(text).toContain(`${first.number} 行10`);
  expect(text).toContain(`${second.number} 行10`);

  await open(page, `/${NOTES}`);
  await follow(page, page.getByRole("link", { name: "从采购订单生成" }));
  expect(await textOf(page.locator("h1"))).toBe("生成送货单");
});
