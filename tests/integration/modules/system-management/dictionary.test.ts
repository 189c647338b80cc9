import { afterAll, beforeEach, expect, test } from "vitest";
import { refreshDictionaries, seedDictionaries } from "~/engine/dictionaries.server";
import type { AnyRecord } from "~/engine/entity";
import { choiceLabel, offeredChoices } from "~/engine/entity/dictionary";
import { readHistory } from "~/engine/operations/audit.server";
import { initialValues } from "~/engine/operations/initial-values.server";
import { linesOf } from "~/engine/operations/records.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { dictionaryUsesModel } from "~/modules/system-management/dictionary/$id.uses.page.server";
import { allRecords, personWith } from "../../../support/conformance";
import { order, refusal, stored } from "../../../support/orders";
import { call, signIn } from "../../../support/rest";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen("system-management/dictionary");
const ORDER = world.screen("purchase-orders/purchase-order");
const term = ORDER.entity.fields.payment_term;

/** A new request begins. */
beforeEach(() => refreshDictionaries(world.engine));

async function dictionary(code: string): Promise<AnyRecord> {
  const record = (await allRecords(world, screen.entity)).find((one) => one.code === code);
  if (!record) throw new Error(`no dictionary ${code}`);
  return record;
}

type Row = Record<string, unknown>;

/** Saves the entries of a dictionary as an administrator leaves them. */
async function edit(code: string, change: (rows: Row[]) => Row[], head: Row = {}) {
  const record = await dictionary(code);
  const rows = linesOf(record, "items").map(({ line_no: _no, root_id: _root, tenant_id: _tenant, ...row }) => row);
  const saved = await updateRecordBy(await personWith(world, "system_admin"), {
    screen,
    id: record.id,
    version: record.version,
    values: { ...head, items: change(rows) },
  });
  await refreshDictionaries(world.engine);
  return saved;
}

const withRow = (value: string, row: Row) => (rows: Row[]) =>
  rows.map((one) => (one.item_value === value ? { ...one, ...row } : one));
const without = (value: string) => (rows: Row[]) => rows.filter((one) => one.item_value !== value);

test("改了显示名，下一个请求处处是新的；旧单据的变更记录不变", async () => {
  const buyer = await world.as("buyerA");
  const { id, version } = await order(world, buyer);
  await updateRecordBy(buyer, { screen: ORDER, id, version, values: { payment_term: "d60" } });
  await edit("payment_term", withRow("d60", { item_name: "收票后60天" }));

  expect(choiceLabel(term.options, "d60")).toBe("收票后60天");
  const token = await signIn(world, "buyerA");
  const { body } = await call(world, { token, method: "GET", path: `/v2/purchase-orders/purchase-order/${id}` });
  expect(body.result).toMatchObject({ payment_term: "d60", payment_term_label: "收票后60天" });
  const entries = await readHistory(buyer, { entity: ORDER.entity, recordId: id });
  expect(JSON.stringify(entries)).toContain("月结60天");
});

test("停用的值不再可选，持有它的单据照常显示和保存", async () => {
  const buyer = await world.as("buyerA");
  const { id, version } = await order(world, buyer, { payment_term: "d90" });
  await edit("payment_term", withRow("d90", { enabled: false }));
  expect(offeredChoices(term.options).map(({ value }) => value)).not.toContain("d90");
  expect(offeredChoices(term.options, "d90").map(({ label }) => label)).toContain("月结90天（已停用）");

  const refused = await refusal(order(world, buyer, { payment_term: "d90" }), "invalid");
  expect(refused).toMatchObject({
    complaints: [{ field: "payment_term", message: "付款条件「月结90天」已停用，请重新选择" }],
  });
  await updateRecordBy(buyer, { screen: ORDER, id, version, values: { payment_term: "d90", remark: "不变" } });
  expect((await stored(world, id)).payment_term).toBe("d90");
});

test("加一个值，马上能用；用了就不能删，也不能改值，没用的可以", async () => {
  const buyer = await world.as("buyerA");
  await refusal(order(world, buyer, { payment_term: "d45" }), "invalid");
  await edit("payment_term", (rows) => [
    ...rows,
    { item_name: "月结45天", item_value: "d45", enabled: true },
    { item_name: "月结10天", item_value: "d10", enabled: true },
  ]);
  await order(world, buyer, { payment_term: "d45" });

  const refused = await refusal(edit("payment_term", without("d45")), "invalid");
  expect(refused).toMatchObject({
    complaints: [
      { field: "items", message: "字典项“月结45天”已被使用（采购订单“付款条件”1处），不能删除或改值，可以停用" },
    ],
  });
  await refusal(edit("payment_term", withRow("d45", { item_value: "d46" })), "invalid");
  await edit("payment_term", without("d10"));
  expect(offeredChoices(term.options).map(({ value }) => value)).not.toContain("d10");
});

test("行里的值也算使用", async () => {
  await order(world, await world.as("buyerA"));
  const refused = await refusal(edit("uom", without("kg")), "invalid");
  expect(String(Object(refused).complaints[0].message)).toMatch(/采购订单“订单明细 · 单位”\d+处/);
  const model = await dictionaryUsesModel(await personWith(world, "system_admin"), (await dictionary("uom")).id);
  expect(model.table.columns.map(({ label }) => label)).toContain("采购订单 · 订单明细 · 单位");
});

test("锁定的字典只能改显示名、颜色和顺序；规则要用的值不能删除、不能停用", async () => {
  const locked = await refusal(
    edit("risk_level", (rows) => [...rows, { item_name: "极高", item_value: "top", enabled: true }]),
    "invalid",
  );
  expect(locked).toMatchObject({ complaints: [{ message: "系统字典不允许增删值，可修改显示名与排序" }] });
  await edit("risk_level", withRow("high", { item_name: "高风险", color: "warning" }));

  await refusal(edit("contract_type", without("supplement")), "invalid");
  const kept = await refusal(edit("contract_type", withRow("supplement", { enabled: false })), "invalid");
  expect(kept).toMatchObject({ complaints: [{ message: "字典项“补充协议”由系统规则使用，不能停用" }] });
  const { id, version } = await dictionary("uom");
  const admin = await personWith(world, "system_admin");
  await refusal(updateRecordBy(admin, { screen, id, version, values: { enabled: "0" } }), "invalid");
  await refusal(updateRecordBy(admin, { screen, id, version, values: { code: "unit" } }), "invalid");
  await expect(removeRecord(admin, { screen, id, version })).rejects.toMatchObject({
    message: expect.stringContaining("系统内置字典不能删除"),
  });
});

test("默认项、上级和重复", async () => {
  const base = { item_name: "甲", item_value: "a", enabled: true };
  const make = async (items: Row[]) =>
    createRecord(await personWith(world, "system_admin"), {
      screen,
      values: { code: `own_${world.engine.newId().slice(-6).replace(/\d/g, "x")}`, name: "自建", items },
    });
  const said = async (items: Row[]) => Object(await refusal(make(items), "invalid")).complaints[0].message;
  expect(await said([base, base])).toBe("字典值“a”重复");
  expect(
    await said([
      { ...base, is_default: true },
      { ...base, item_value: "b", is_default: true },
    ]),
  ).toBe("只能设置一个默认项");
  expect(await said([{ ...base, parent_value: "x" }])).toBe("上级值“x”不在本字典中");
  expect(
    await said([
      { ...base, parent_value: "b" },
      { ...base, item_value: "b", parent_value: "a" },
    ]),
  ).toBe("上级值不能形成循环");
  await make([base, { ...base, item_value: "b", parent_value: "a" }]);
});

test("新建单据带默认值，默认改了就跟着改；重新启动不改回去", async () => {
  const buyer = await world.as("buyerA");
  expect(initialValues(buyer, ORDER)).toMatchObject({ currency: "CNY", payment_term: "d30" });
  await edit("payment_term", (rows) => rows.map((row) => ({ ...row, is_default: row.item_value === "cod" })));
  expect(initialValues(buyer, ORDER)).toMatchObject({ payment_term: "cod" });
  await seedDictionaries(world.engine);
  expect(initialValues(buyer, ORDER)).toMatchObject({ payment_term: "cod" });
  expect(choiceLabel(term.options, "d60")).toBe("收票后60天");
});

test("字典接口：按编码取，未登录只能取公开的，没变就答304", async () => {
  const path = "/v2/dictionary/dictionary-map";
  const open = await call(world, {
    token: "",
    method: "POST",
    path,
    body: ["supplier_type", "payment_term", "nothing"],
  });
  expect(open.status).toBe(200);
  expect(open.body.result).toMatchObject({ payment_term: [], nothing: [] });
  expect(Object(open.body.result).supplier_type[0]).toMatchObject({ itemName: "生产商", itemValue: "manufacturer" });

  const token = await signIn(world, "supplierA");
  const mine = await call(world, { token, method: "POST", path, body: { codes: ["payment_term"] } });
  const names = Object(mine.body.result).payment_term.map(({ itemName }: { itemName: string }) => itemName);
  expect(names).toContain("收票后60天");
  expect(mine.headers.get("ETag")).toMatch(/^".+"$/);
  expect((await call(world, { token, method: "POST", path, body: { codes: [] } })).status).toBe(400);
});

test("只有系统管理员能改，审计员只能看", async () => {
  const { id, version } = await dictionary("uom");
  await refusal(
    updateRecordBy(await personWith(world, "log_auditor"), { screen, id, version, values: { name: "x" } }),
    "forbidden",
  );
  await refusal(
    updateRecordBy(await personWith(world, "buyer"), { screen, id, version, values: { name: "x" } }),
    "forbidden",
  );
});
