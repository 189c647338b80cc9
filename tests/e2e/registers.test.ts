import { expect } from "vitest";
import { journeysOf } from "./support/journey";
import {
  arrive,
  complaint,
  eventually,
  field,
  fill,
  focused,
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
const CLASSES = "master-data/supplier-class";

journey("基础资料新建、修改，编码不能重复", async (browser, { mark }) => {
  const admin = await portal.rest("admin");
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  await open(page, `/${CLASSES}`);
  await follow(page, page.getByRole("link", { name: "新建供应商分类" }));
  notify(page, 400);
  const values = { code: mark, name: "试用分类", parent_id: "G3", risk_level: "高" };
  await fill(page, { ...values, code: "G1", deposit_amount: "1234567890123456789", audit_months: "1.5" });
  await send(page, "保存");
  await eventually(() => textOf(complaint(page, "deposit_amount"))).toBe("数值过大，最多16位整数");
  expect(await textOf(complaint(page, "audit_months"))).toBe("请输入整数");
  await eventually(() => field(page, "deposit_amount").inputValue()).toBe("1234567890123456789");
  await fill(page, { deposit_amount: "1,234,567,890,123,456.78", audit_months: "" });
  await send(page, "保存");
  await eventually(() => textOf(complaint(page, "code"))).toBe("分类编码已存在");
  await eventually(() => focused(page)).toBe("code");
  await eventually(() => field(page, "name").inputValue()).toBe("试用分类");
  await fill(page, { code: mark });
  await pressRow(page, "添加一行");
  await eventually(() => linesIn(page, "certificates").count()).toBe(1);
  await fill(page, { "certificates.0.cert_name": "出口备案证明", "certificates.0.required": true });
  await send(page, "保存");
  await eventually(() => textOf(page.locator("h1"))).toContain(mark);
  expect(await textOf(page.locator("main"))).toContain("¥1,234,567,890,123,456.78");

  await follow(page, page.locator("main").getByRole("link", { name: "修改" }));
  await eventually(() => field(page, "deposit_amount").inputValue()).toBe("1234567890123456.78");
  await fill(page, { name: "试用分类（改）", enabled: false });
  await send(page, "保存");
  await eventually(() => textOf(page.locator("h1"))).toContain("试用分类（改）");
  const entry = page.locator(".hs ol > li").first();
  expect(await textOf(entry)).toMatch(/修改[\s\S]*赵宇[\s\S]*分类名称\s+试用分类\s+→\s+试用分类（改）/);
  expect(await textOf(entry)).toMatch(/启用\s+是\s+→\s+否/);
  const [row] = await admin.list(CLASSES, { code: mark });
  expect(await admin.get(CLASSES, row?.id ?? "")).toMatchObject({
    version: 2,
    deposit_amount: "1234567890123456.78",
    enabled: false,
    certificates: [{ cert_name: "出口备案证明", required: true, block_on_expiry: false }],
  });
});

journey.likeOthers("在用的基础资料不能删除，没有用过的可以", async (browser, { mark }) => {
  const admin = await portal.rest("admin");
  await portal.enter(browser, "admin");
  const page = await browser.newPage();
  notify(page, 400);
  const classes = await admin.list(CLASSES);
  const idOf = (code: string) => classes.find((row) => row.code === code)?.id ?? "";
  const used = await admin.count("supplier-management/supplier", { supplier_class_id: idOf("G11") });
  for (const [code, sentence] of [
    ["G11", `分类下有供应商${used}家，不能删除`],
    ["G1", "已被其他单据引用，不能删除"],
  ] as const) {
    await open(page, `/${CLASSES}/${idOf(code)}`);
    await follow(page, page.locator("main").getByRole("link", { name: "删除" }));
    expect(await textOf(page.locator(".tr-question"))).toContain("确定要删除供应商分类");
    await send(page, "删除");
    await eventually(() => textOf(page.locator(".fm-problem"))).toBe(sentence);
    expect((await admin.call("GET", `/v2/${CLASSES}/${idOf(code)}`)).status).toBe(200);
  }

  const { id } = await admin.create(CLASSES, { code: `${mark}9`, name: "从未用过", risk_level: "low" });
  await open(page, `/${CLASSES}/${id}`);
  await follow(page, page.locator("main").getByRole("link", { name: "删除" }));
  await send(page, "删除");
  await arrive(page, `**/web/${CLASSES}`);
  await eventually(() => textOf(page.locator(".sh-notices"))).toContain("已删除");
  expect((await admin.call("GET", `/v2/${CLASSES}/${id}`)).status).toBe(404);
});

journey.likeOthers("只能查看基础资料的人没有改动的入口", async (browser) => {
  await portal.enter(browser, "buyer1");
  const page = await browser.newPage();
  await open(page, `/${CLASSES}`);
  await eventually(() => page.getByRole("link", { name: "新建供应商分类" }).count()).toBe(0);
  await follow(page, page.locator("main tbody").getByRole("link").first());
  await eventually(() => textOf(page.locator("h1"))).toMatch(/^G/);
  await eventually(() =>
    page
      .locator("main")
      .getByRole("link", { name: /^(修改|删除)$/ })
      .count(),
  ).toBe(0);
  notify(page, 403);
  const here = new URL(page.url()).pathname.replace("/web", "");
  for (const part of ["/edit", "/delete"]) {
    expect([part, (await open(page, here + part)).status()]).toEqual([part, 403]);
    expect(await textOf(page.locator("main"))).toContain("无操作权限：supplier-class.");
  }
});
