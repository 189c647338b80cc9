import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import { draftOrder, ORDERS, openOrder } from "./support/orders";
import {
  arrive,
  buttonOf,
  complaint,
  eventually,
  field,
  fill,
  follow,
  linesIn,
  open,
  pressRow,
  send,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { notify } from "./support/watch";

const portal = startPortal();
const journey = journeysOf(portal);

journey.likeOthers("改字典的显示名，采购员下一次打开表单就看到；重复的值不收", async (browser, { mark, another }) => {
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/dictionary?code=payment_term");
  await follow(page, page.getByRole("link", { name: "付款条件", exact: true }));
  await follow(page, page.locator("main").getByRole("link", { name: "修改", exact: true }));
  const rows = linesIn(page, "items");
  await rows.first().waitFor();
  const before = await rows.count();
  await fill(page, { "items.4.item_name": `季结${mark}` });
  await pressRow(page, "添加一项");
  await eventually(() => rows.count()).toBe(before + 1);
  await fill(page, { [`items.${before}.item_name`]: `周结${mark}`, [`items.${before}.item_value`]: "d90" });
  notify(page, 400);
  await send(page, "保存");
  expect(await textOf(complaint(page, `items.${before}.item_value`))).toBe("字典值“d90”重复");
  await fill(page, { [`items.${before}.item_value`]: `w${mark}` });
  await buttonOf(page, "保存").click();
  await arrive(page, (url) => /dictionary\/[0-9a-f-]{36}$/.test(url.pathname));

  await follow(page, page.locator("main").getByRole("link", { name: "引用位置" }));
  expect(await textOf(page.locator("main"))).toContain(`季结${mark}（d90）`);

  const person = await another();
  await portal.enter(person, "buyer1");
  const own = await person.newPage();
  await open(own, `/${ORDERS}/new`);
  const offered = await field(own, "payment_term").locator("option").allInnerTexts();
  expect(offered).toContain(`季结${mark}`);
  expect(offered).toContain(`周结${mark}`);
  expect(offered).not.toContain("月结90天");
  await eventually(() => field(own, "payment_term").inputValue()).toBe("d30");
});

journey.likeOthers("新建规则、试算、启用；下达被拦住，停用以后又可以", async (browser, { mark, another }) => {
  const { id, number } = await draftOrder(portal, {});
  await (await portal.rest("buyer1")).move(ORDERS, id, "submit", { version: 1 });
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, "/system-management/order-rule/new");
  await fill(page, { code: `T-${mark}`, name: "小额试验", check_type: "超金额", severity: "禁止", priority: "50" });
  notify(page, 400);
  await send(page, "保存");
  expect(await textOf(complaint(page, "threshold"))).toBe("请填写阈值");
  await fill(page, { threshold: "10" });
  await buttonOf(page, "保存").click();
  await arrive(page, (url) => /order-rule\/[0-9a-f-]{36}$/.test(url.pathname));
  const rule = page.url();

  await follow(page, page.locator("main").getByRole("link", { name: "试算" }));
  await page.getByLabel("订单号").fill(String(number));
  await buttonOf(page, "试算").click();
  await arrive(page, /order=/);
  const answer = page.locator("[aria-label=试算结果]");
  await eventually(() => textOf(answer)).toContain("命中：禁止继续");
  expect(await textOf(answer)).toContain("订单金额35.00元，超过10.00元");
  expect(await textOf(answer)).toContain("规则未启用");

  await page.goto(rule);
  await follow(page, page.locator("main").getByRole("link", { name: "启用", exact: true }));
  await buttonOf(page, "启用").click();
  await arrive(page, rule);

  const person = await another();
  await portal.enter(person, "buyer1");
  const own = await person.newPage();
  await openOrder(own, id, "/release");
  expect(await textOf(own.locator("main"))).toContain("订单金额35.00元，超过10.00元");
  await eventually(() => buttonOf(own, "下达").count()).toBe(0);

  await follow(page, page.locator("main").getByRole("link", { name: "停用", exact: true }));
  await buttonOf(page, "停用").click();
  await arrive(page, rule);
  await openOrder(own, id, "/release");
  await buttonOf(own, "下达").click();
  await eventually(() => textOf(own.locator("h1"))).toContain("待供应商确认");
});
