import { afterAll, expect, test } from "vitest";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { allRecords } from "../../../support/conformance";
import { order, refusal, stored } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const RULE = "system-management/number-rule";
const screen = world.screen(RULE);

async function rule(docType: string) {
  const found = (await allRecords(world, screen.entity)).find((one) => one.doc_type === docType);
  if (!found) throw new Error(`no rule of ${docType}`);
  return found;
}

async function set(values: Record<string, unknown>, docType = "purchase-orders/purchase-order") {
  const { id, version } = await rule(docType);
  return updateRecordBy(await world.as("admin"), { screen, id, version, values });
}

async function numberOfOrder(): Promise<string> {
  const { id } = await order(world, await world.as("buyerA"));
  return String((await stored(world, id)).number);
}

test("每种编号的单据都有一条规则，带默认格式", async () => {
  expect(await rule("purchase-orders/purchase-order")).toMatchObject({
    name: "采购订单",
    default_pattern: "CG{YYYYMMDD}-{0001}",
    pattern: null,
    reset: "auto",
  });
  expect(await rule("supplier-management/supplier.code")).toMatchObject({ default_pattern: "GYS{000001}" });
});

test("改了格式，下一张就按新格式；预览说的就是下一个；改回来接着原来的流水", async () => {
  const before = await numberOfOrder();
  const { warnings } = await set({ pattern: "CG{YYMM}-{00001}", reset: "month" });
  expect(warnings).toEqual(["下一个编号：CG2503-00001"]);
  expect([await numberOfOrder(), await numberOfOrder()]).toEqual(["CG2503-00001", "CG2503-00002"]);
  const { id } = await rule("purchase-orders/purchase-order");
  const extra = await world.engine.registry
    .server(screen.entity.key)
    .extra?.(await world.as("admin"), screen.key, [id], "list");
  expect(extra?.get(id)).toEqual({ next: "CG2503-00003" });
  await set({ pattern: "", reset: "auto" });
  expect(await numberOfOrder()).toBe(before.replace(/\d{4}$/, (last) => String(Number(last) + 1).padStart(4, "0")));
});

test("换一种重置方式也不重号：已用过的编号跳过", async () => {
  const used = await numberOfOrder();
  await set({ reset: "day" });
  const next = await numberOfOrder();
  expect(next).not.toBe(used);
  expect(next.slice(0, -4)).toBe(used.slice(0, -4));
  await set({ reset: "auto" });
});

test("同时保存的单据各有各的号", async () => {
  await set({ pattern: "CG{YYYY}-{0001}", reset: "year" });
  const numbers = await Promise.all(Array.from({ length: 6 }, numberOfOrder));
  expect(new Set(numbers).size).toBe(6);
  await set({ pattern: "", reset: "auto" });
});

test("保存失败不占号", async () => {
  const first = await numberOfOrder();
  const wrong = createRecord(await world.as("buyerA"), {
    screen: world.screen("purchase-orders/purchase-order"),
    values: {},
  });
  await refusal(wrong, "invalid");
  expect(Number((await numberOfOrder()).slice(-4))).toBe(Number(first.slice(-4)) + 1);
});

test.for([
  [{ pattern: "CG{YYYYMMDD}" }, "pattern", "编号格式缺少流水号，例如 {0001}"],
  [{ pattern: "CG{0001}{0001}" }, "pattern", "编号格式只能有一段流水号"],
  [{ pattern: "{YYYY}-{0001}" }, "pattern", "编号格式请以大写字母前缀开头"],
  [{ pattern: "CG 单{0001}" }, "pattern", "编号的固定部分只能用字母、数字和 - _ / ."],
  [{ pattern: "CG{no_such}{0001}" }, "pattern", "“{no_such}”不是这种单据必填的文本内容，不能用于编号"],
  [
    { pattern: "CG{YYYY}-{0001}", reset: "day" },
    "reset",
    "编号中没有写出这个周期的日期，重置后会重号，请在编号格式中加上日期",
  ],
  [{ pattern: "BD{YYYY}-{0001}" }, "pattern", "前缀与表单相同，请换一个"],
] as const)("写错的规则被拒绝并说明：%s", async ([values, field, message]) => {
  const { complaints } = Object((await refusal(set(values), "invalid")) as unknown);
  expect(complaints).toEqual([{ field, message }]);
});

test("供应商和采购员改不了规则", async () => {
  const { id, version } = await rule("purchase-orders/purchase-order");
  for (const account of ["buyerA", "supplierA"] as const) {
    const work = updateRecordBy(await world.as(account), { screen, id, version, values: { reset: "never" } });
    await refusal(work, "forbidden");
  }
});
