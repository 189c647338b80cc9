import { createHash } from "node:crypto";
import { expect } from "vitest";
import { OPENING_PASSPHRASE } from "~/modules/demo/accounts";
import { journeysOf } from "./support/journey";
import { goodsOf, inDays } from "./support/orders";
import type { Page } from "./support/page";
import {
  badge,
  buttonOf,
  complaint,
  eventually,
  field,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  recordId,
  savedFile,
  send,
  signIn,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";
import { notify } from "./support/watch";

const RFQ = "purchase-management/rfq";
const QUOTE = "receiving/supplier-quote";
const PRICE = "price-approval/account-price";

const portal = startPortal();
const journey = journeysOf(portal, [RFQ, QUOTE]);

/** Companies of both accounts of suppliers. */
async function invited(): Promise<[Row, Row]> {
  const buyer = await portal.rest("buyer1");
  const of = async (account: string) => {
    const { supplierId } = await (await portal.rest(account)).whoami();
    return buyer.get("supplier-management/supplier", supplierId ?? "");
  };
  return [await of("supplier1"), await of("supplier2")];
}

/** The form of an inquiry, by one material that both are asked for. */
async function writeInquiry(
  page: Page,
  { title, material, more = {} }: { title: string; material: Row; more?: Readonly<Record<string, string>> },
): Promise<void> {
  const [first, second] = await invited();
  await open(page, `/${RFQ}/new`);
  await fill(page, {
    title,
    company_id: "1000",
    purchase_group_id: "R01",
    payment_term: "月结30天",
    price_valid_from: inDays(1),
    price_valid_to: inDays(180),
    start_at: `${inDays(-1)}T08:00`,
    deadline: `${inDays(3)}T17:00`,
    min_suppliers: "2",
    "items.0.material_id": String(material.code),
    "items.0.factory_id": "1010",
    "items.0.qty": "1200",
    "items.0.target_price": "3.21",
    "suppliers.0.supplier_id": String(first.code),
    "suppliers.1.supplier_id": String(second.code),
    ...more,
  });
  await send(page, "保存");
}

/** A supplier opens its quote from the list and fills it in. */
async function fillQuote(page: Page, title: string, price: string): Promise<void> {
  await open(page, `/${QUOTE}?title=${encodeURIComponent(title)}&state=draft`);
  await follow(page, page.locator("main table tbody").getByRole("link").first());
  await follow(page, linkIn(page, "填写报价").first());
  await fill(page, {
    tax_rate: "13",
    valid_to: inDays(200),
    contact_phone: "13800000000",
    "items.0.price": price,
    "items.0.lead_days": "7",
  });
}

journey.likeOthers(
  "询价：两家报价互不可见，截止开启比价定价，核价批准后供应商知道结果",
  async (browser, { another, mark }) => {
    const { materials } = await goodsOf(portal);
    const title = `季度询价${mark}`;
    const buyer = await browser.newPage();
    await signIn(buyer, "buyer1");
    await writeInquiry(buyer, { title, material: materials[0] });
    await eventually(() => badge(buyer)).toBe("草稿");
    const inquiry = recordId(buyer);
    await makeTransition(buyer, "发布");
    await eventually(() => badge(buyer)).toBe("报价中");

    const one = await (await another()).newPage();
    await signIn(one, "supplier1");
    await fillQuote(one, title, "0");
    notify(one, 400);
    await send(one, "保存");
    expect(await textOf(complaint(one, "items.0.price"))).toContain("必须大于0");
    await eventually(() => field(one, "contact_phone").inputValue()).toBe("13800000000");
    await fill(one, { "items.0.price": "3.15" });
    await send(one, "保存");
    await eventually(() => badge(one)).toBe("待报价");
    expect(await textOf(one.locator("main"))).not.toContain("3.21");
    await makeTransition(one, "提问", { reason: "包装能用周转箱吗" });
    await follow(one, linkIn(one, "提交报价").first());
    await send(one, "提交报价");
    await eventually(() => badge(one)).toBe("已提交");

    // The buyer reads who has answered and what was asked, and no price.
    await open(buyer, `/${RFQ}/${inquiry}`);
    const told = await textOf(buyer.locator("main"));
    expect(told).toContain("包装能用周转箱吗");
    expect(told).not.toContain("3.15");
    notify(buyer, 404);
    await open(buyer, `/${QUOTE}/${recordId(one)}`);
    await open(buyer, `/${RFQ}/${inquiry}`);
    await follow(buyer, linkIn(buyer, "答复提问").first());
    const [question] = rowsOf(await (await portal.rest("buyer1")).get(RFQ, inquiry), "questions");
    await fill(buyer, { [`questions.${question?.id}.answer`]: "可以，押金另计" });
    await send(buyer, "答复提问");
    await eventually(() => badge(buyer)).toBe("报价中");

    const two = await (await another()).newPage();
    await signIn(two, "supplier2");
    await fillQuote(two, title, "3.05");
    await send(two, "保存");
    await eventually(() => badge(two)).toBe("待报价");
    const other = await textOf(two.locator("main"));
    expect(other).toContain("可以，押金另计");
    expect(other).not.toContain("3.15");
    notify(two, 404);
    await open(two, `/${QUOTE}/${recordId(one)}`);
    await open(two, `/${QUOTE}?title=${encodeURIComponent(title)}`);
    await follow(two, two.locator("main table tbody").getByRole("link").first());
    await follow(two, linkIn(two, "提交报价").first());
    await send(two, "提交报价");
    await eventually(() => badge(two)).toBe("已提交");

    // Both have answered: nobody needs the time that is left.
    await open(buyer, `/${RFQ}/${inquiry}`);
    await makeTransition(buyer, "截止");
    await eventually(() => badge(buyer)).toBe("已截止待开启");
    await follow(buyer, linkIn(buyer, "开启报价").first());
    await buttonOf(buyer, "开启报价").click();
    await eventually(() => badge(buyer)).toBe("比价中");
    const compared = await textOf(buyer.locator("main"));
    expect(compared).toContain("3.15");
    expect(compared).toMatch(/3\.05\s*（最低）/);
    await makeTransition(buyer, "按最低价填写");
    await makeTransition(buyer, "确定结果");
    await eventually(() => badge(buyer)).toBe("待核价");

    const [price] = (await (await portal.rest("buyer1")).list(PRICE)).filter(({ rfq_id: id }) => id !== null).slice(-1);
    await open(buyer, `/${PRICE}/${price?.id}`);
    expect(await textOf(buyer.locator("main"))).toContain("3.05");
    await makeTransition(buyer, "提交核价");
    for (const account of ["manager1"]) {
      const above = await (await another()).newPage();
      await signIn(above, account, `/${PRICE}/${price?.id}`);
      await makeTransition(above, "通过", { reason: "同意" });
    }
    await open(buyer, `/${PRICE}/${price?.id}`);
    expect(await badge(buyer)).toBe("已批准");

    // The inquiry is done, and each supplier learns its own result.
    await open(buyer, `/${RFQ}/${inquiry}`);
    expect(await badge(buyer)).toBe("已完成");
    await one.reload();
    expect(await badge(one)).toBe("未中选");
    expect(await textOf(one.locator("main"))).not.toContain("3.05");
    await two.reload();
    expect(await badge(two)).toBe("已中选");
  },
);

/** Names of people, as one chooses them in a form. */
async function nameOf(account: string): Promise<string> {
  return (await (await portal.rest(account)).whoami()).userName;
}

/** One of the openers gives the own share on the page of the inquiry. */
async function giveShare(page: Page, inquiry: string, secret: string): Promise<void> {
  await open(page, `/${RFQ}/${inquiry}/opening`);
  await page.locator("main [name=secret]").fill(secret);
  await buttonOf(page, "交出份额").click();
}

journey.likeOthers(
  "密封询价：提交后连本人也看不到，一个人开不了，两个人的口令才开启",
  async (browser, { another, mark }) => {
    const { materials } = await goodsOf(portal);
    const title = `密封询价${mark}`;
    const buyer = await browser.newPage();
    await signIn(buyer, "buyer1");
    await writeInquiry(buyer, {
      title,
      material: materials[0],
      more: {
        sealing: "密封（两人开启）",
        opener_1: await nameOf("manager1"),
        opener_2: await nameOf("finance1"),
        opener_supervisor: await nameOf("supervisor1"),
      },
    });
    await eventually(() => badge(buyer)).toBe("草稿");
    const inquiry = recordId(buyer);
    await makeTransition(buyer, "发布");

    const copies: string[] = [];
    for (const [account, price] of [
      ["supplier1", "3.14"],
      ["supplier2", "3.04"],
    ] as const) {
      const page = await (await another()).newPage();
      await signIn(page, account);
      await fillQuote(page, title, price);
      await send(page, "保存");
      await eventually(() => badge(page)).toBe("待报价");
      const copy = await savedFile(page, linkIn(page, "下载报价单副本"));
      expect(new TextDecoder().decode(copy.bytes)).toContain(price);
      copies.push(createHash("sha256").update(copy.bytes).digest("hex"));
      await makeTransition(page, "提交报价");
      await eventually(() => badge(page)).toBe("已提交");
      const sent = await textOf(page.locator("main"));
      expect(sent).not.toContain(price);
      expect(sent).toContain(copies.at(-1));
    }

    await open(buyer, `/${RFQ}/${inquiry}`);
    await makeTransition(buyer, "截止");
    await eventually(() => badge(buyer)).toBe("已截止待开启");
    const manager = await (await another()).newPage();
    await signIn(manager, "manager1");
    notify(manager, 400);
    await giveShare(manager, inquiry, "not-the-passphrase");
    await eventually(() => textOf(manager.locator("main"))).toContain("口令不正确");
    await giveShare(manager, inquiry, OPENING_PASSPHRASE);
    await eventually(() => textOf(manager.locator("main"))).toContain("您已交出份额");
    await open(buyer, `/${RFQ}/${inquiry}`);
    expect(await textOf(buyer.locator("main"))).not.toContain("3.04");

    const finance = await (await another()).newPage();
    await signIn(finance, "finance1");
    await giveShare(finance, inquiry, OPENING_PASSPHRASE);
    await eventually(async () => {
      await open(buyer, `/${RFQ}/${inquiry}`);
      return badge(buyer);
    }).toBe("比价中");
    expect(await textOf(buyer.locator("main"))).toMatch(/3\.04\s*（最低）/);
    const one = await (await another()).newPage();
    await signIn(one, "supplier1");
    await open(one, `/${QUOTE}?title=${encodeURIComponent(title)}`);
    await follow(one, one.locator("main table tbody").getByRole("link").first());
    const shown = await textOf(one.locator("main"));
    expect(shown).toContain("3.14");
    expect(shown).toContain("指纹一致");
  },
);

journey.likeOthers("行情指数算出应有成本，比价时列在报价旁边", async (browser, { another, mark }) => {
  const { materials } = await goodsOf(portal);
  const [material] = materials;
  const title = `应有成本${mark}`;
  const buyer = await browser.newPage();
  await signIn(buyer, "buyer1");
  await open(buyer, "/purchase-management/market-index/new");
  await fill(buyer, { code: `ZS${mark}`, name: title, origin: "产地报价", material_id: String(material.code) });
  await field(buyer, "uom").selectOption(String(material.uom));
  await send(buyer, "保存");
  await open(buyer, "/purchase-management/market-price/new");
  await fill(buyer, { index_id: `ZS${mark}`, price_date: inDays(0), value: "2.5" });
  await send(buyer, "保存");
  await open(buyer, "/purchase-management/cost-model/new");
  await fill(buyer, {
    name: title,
    material_id: String(material.code),
    formula: "RAW * 1.1 + 0.15",
    "elements.0.code": "RAW",
    "elements.0.name": "原料",
    "elements.0.kind": "行情联动",
    "elements.0.index_id": `ZS${mark}`,
    "elements.0.value": "1",
  });
  await field(buyer, "base_uom").selectOption(String(material.uom));
  await send(buyer, "保存");
  await eventually(() => badge(buyer)).toBe("草稿");
  const manager = await (await another()).newPage();
  await signIn(manager, "manager1", `/purchase-management/cost-model/${recordId(buyer)}`);
  await makeTransition(manager, "生效");
  expect(await badge(manager)).toBe("已生效");

  await writeInquiry(buyer, { title, material });
  await eventually(() => badge(buyer)).toBe("草稿");
  const inquiry = recordId(buyer);
  await makeTransition(buyer, "发布");
  for (const [account, price] of [
    ["supplier1", "3.15"],
    ["supplier2", "2.9"],
  ] as const) {
    const page = await (await another()).newPage();
    await signIn(page, account);
    await fillQuote(page, title, price);
    await send(page, "保存");
    await eventually(() => badge(page)).toBe("待报价");
    await makeTransition(page, "提交报价");
    // What we reckon is ours; the title of the inquiry alone says the word.
    expect((await textOf(page.locator("main"))).replaceAll(title, "")).not.toContain("应有成本");
  }
  await open(buyer, `/${RFQ}/${inquiry}`);
  await makeTransition(buyer, "截止");
  await makeTransition(buyer, "开启报价");
  await eventually(() => badge(buyer)).toBe("比价中");
  await open(buyer, `/purchase-management/rfq-comparison/${inquiry}`);
  // 2.5 of the index: 2.75 and 0.15.
  const compared = (await textOf(buyer.locator("main"))).replaceAll(title, "");
  expect(compared).toContain("应有成本");
  expect(compared).toMatch(/2\.90[\s\S]*3\.15/);
});
