import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { availableColumns, chosenColumns, saveColumns } from "~/engine/operations/list-columns.server";
import { columnsModel, submitColumns } from "~/engine/screen/columns-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { ORDER, refusal, released } from "../../support/orders";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const screen = world.screen(ORDER);
const NOTHING = new URLSearchParams();

beforeAll(async () => {
  await released(world);
});
beforeEach(async () => {
  for (const account of ["buyerA", "buyerB", "supplierA"] as const)
    await saveColumns(await world.as(account), screen, null);
});

function form(intent: string, order: readonly string[], chosen: readonly string[]): FormData {
  const posted = new FormData();
  posted.set("_intent", intent);
  for (const key of order) posted.append("order", key);
  for (const key of chosen) posted.append("column", key);
  return posted;
}

async function headings(account: "buyerA" | "buyerB" | "supplierA"): Promise<string[]> {
  const { table } = await listModel(await world.as(account), screen, NOTHING);
  expect(table.rows.every((row) => row.cells.length === table.columns.length)).toBe(true);
  return table.columns.map(({ label }) => label);
}

describe("选择列", () => {
  test("没有选过的人看到标准列，单号在最前", async () => {
    const context = await world.as("buyerA");
    expect(await chosenColumns(context, screen)).toEqual(screen.list.columns);
    expect((await headings("buyerA"))[0]).toBe("采购订单号");
  });

  test("按自己的选择和先后显示，别人不受影响", async () => {
    const buyer = await world.as("buyerA");
    await saveColumns(buyer, screen, ["created_by", "untaxed_amount", "company_id", "state"]);
    expect(await chosenColumns(buyer, screen)).toEqual([
      "number",
      "created_by",
      "untaxed_amount",
      "company_id",
      "state",
    ]);
    expect(await headings("buyerA")).toEqual(["采购订单号", "创建人", "未税金额", "公司", "状态"]);
    expect(await headings("buyerB")).toEqual(
      (await listModel(await world.as("manager"), screen, NOTHING)).table.columns.map(({ label }) => label),
    );
    const { table } = await listModel(buyer, screen, NOTHING);
    expect(table.rows[0]?.cells.map(({ text }) => text)).toEqual([
      expect.stringMatching(/^CG/),
      "甲采购",
      expect.stringMatching(/^¥/),
      "1000 测试食品有限公司",
      "待供应商确认",
    ]);
    expect(table.rows[0]?.cells[0]).toMatchObject({ href: expect.stringContaining(`/${ORDER}/`) });
  });

  test("恢复标准", async () => {
    const buyer = await world.as("buyerA");
    await saveColumns(buyer, screen, ["state"]);
    const outcome = await submitColumns(
      buyer,
      screen,
      new URLSearchParams({ back: "sort=-amount" }),
      form("reset", [], []),
    );
    expect(outcome).toMatchObject({ listHref: `/${ORDER}?sort=-amount` });
    expect(await chosenColumns(buyer, screen)).toEqual(screen.list.columns);
  });

  test("长文本和内部结构不在可选之列，供应商看不到的列也不在", async () => {
    const staff = availableColumns(await world.as("buyerA"), screen);
    expect(staff).toEqual(expect.arrayContaining(["contract_id", "approved_amount", "created_at", "updated_by"]));
    for (const key of ["remark", "gate_result"]) expect(staff).not.toContain(key);
    const supplier = availableColumns(await world.as("supplierA"), screen);
    for (const key of ["approved_amount", "supplier_id", "gate_result"]) expect(supplier).not.toContain(key);
  });

  test("供应商选不到看不见的列，也用不了别人的选择", async () => {
    const supplier = await world.as("supplierA");
    await refusal(saveColumns(supplier, screen, ["approved_amount"]), "malformed");
    await saveColumns(await world.as("buyerA"), screen, ["approved_amount"]);
    expect(await headings("supplierA")).not.toContain("批准金额");
    await saveColumns(supplier, screen, ["amount", "created_by"]);
    expect(await headings("supplierA")).toEqual(["采购订单号", "含税金额", "创建人"]);
  });

  test("没有列表权限的人不能选择列", async () => {
    await refusal(saveColumns(await world.as("expert"), screen, ["state"]), "forbidden");
    await refusal(columnsModel(await world.as("expert"), screen, NOTHING), "forbidden");
    await refusal(columnsModel(world.anonymous(), screen, NOTHING), "signed_out");
  });
});

describe("选择列的页面", () => {
  test("上移、下移、移到最前只重画页面，保存才算数", async () => {
    const buyer = await world.as("buyerA");
    const { columns } = await columnsModel(buyer, screen, NOTHING);
    const order = columns.map(({ key }) => key);
    const chosen = ["state", "company_id"];
    const keys = async (intent: string) => {
      const outcome = await submitColumns(buyer, screen, NOTHING, form(intent, order, chosen));
      return "model" in outcome ? outcome.model?.columns : undefined;
    };
    const up = await keys("up company_id");
    expect(up?.findIndex(({ key }) => key === "company_id")).toBe(order.indexOf("company_id") - 1);
    expect(
      up
        ?.filter((column) => column.chosen)
        .map(({ key }) => key)
        .sort(),
    ).toEqual(["company_id", "number", "state"]);
    expect((await keys("top company_id"))?.slice(0, 2).map(({ key }) => key)).toEqual(["number", "company_id"]);
    expect((await keys("up number"))?.[0]?.key).toBe("number");
    expect((await keys(`up ${order[1]}`))?.map(({ key }) => key)).toEqual(order);
    expect((await keys(`down ${order.at(-1)}`))?.map(({ key }) => key)).toEqual(order);
    expect(await chosenColumns(buyer, screen)).toEqual(screen.list.columns);

    await submitColumns(buyer, screen, NOTHING, form("save", ["company_id", "state", "number"], chosen));
    expect(await chosenColumns(buyer, screen)).toEqual(["number", "company_id", "state"]);
  });

  test("编造的列不起作用", async () => {
    const buyer = await world.as("buyerA");
    const odd = ["password_hash", "__proto__", "constructor", "items", "remark"];
    await submitColumns(buyer, screen, NOTHING, form("save", ["state", ...odd], ["state", ...odd]));
    expect(await chosenColumns(buyer, screen)).toEqual(["number", "state"]);
  });

  test("返回地址只能是这个列表", async () => {
    const buyer = await world.as("buyerA");
    const model = await columnsModel(
      buyer,
      screen,
      new URLSearchParams({ back: "https://evil.example/?state=draft&x=1" }),
    );
    expect(model.cancelHref.startsWith(`/${ORDER}`)).toBe(true);
    expect(model.cancelHref).not.toContain("evil");
  });
});
