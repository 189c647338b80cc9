import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { personWith } from "../support/conformance";
import { refusal } from "../support/orders";
import { openWorld } from "../support/world";

const KEY = "supplier-management/supplier-change";
const ACCOUNT = "supplier-management/supplier-bank-account";
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(KEY);
const propose = (context: Context, values: Record<string, unknown>) =>
  createRecord(context, { screen: world.screen(KEY), values: { reason: "测试", ...values } });
const move = (context: Context, id: string, name: string, input: Record<string, unknown> = {}) =>
  applyTransition(context, { entity, id, name, input, reason: "测试" });
const whole = async (key: string, id: string) => (await openRecord(world.system(), world.entity(key), id)).record;
const account = {
  section: "bank",
  bank_name: "测试新银行",
  bank_cnaps: "102000000002",
  bank_account_name: "甲供应商",
  bank_account_no: "6222 0000 5555 6666",
};

test("供应商改法定代表人：对比新旧，采购员通过后写入档案；没有变化的不能提交", async () => {
  const supplier = await world.as("supplierA");
  const same = await propose(supplier, { section: "base", new_name: "甲供应商" });
  await refusal(move(supplier, same.id, "submit"), "invalid");
  const { id } = await propose(supplier, { section: "base", new_legal_person: "测试人" });
  expect(linesOf(await whole(KEY, id), "differences")).toMatchObject([
    { item: "法定代表人", old_value: null, new_value: "测试人" },
  ]);
  await move(supplier, id, "submit");
  const second = await propose(supplier, { section: "base", new_legal_person: "另一人" });
  const refused = await refusal(move(supplier, second.id, "submit"), "invalid");
  expect(refused.message).toMatch(/^该供应商存在审核中的变更单【BG.*】，请勿重复提交$/);
  await refusal(move(supplier, id, "approve"), "forbidden");
  await refusal(move(await world.as("finance"), id, "approve"), "forbidden");
  await move(await world.as("buyerA"), id, "approve");
  expect(await whole("supplier-management/supplier", world.ids.supplierA)).toMatchObject({ legal_person: "测试人" });
});

test("改名须采购经理通过", async () => {
  const supplier = await world.as("supplierB");
  const { id } = await propose(supplier, { section: "base", new_name: "乙方供应商" });
  await move(supplier, id, "submit");
  await refusal(move(await world.as("buyerA"), id, "approve"), "forbidden");
  await move(await world.as("manager"), id, "approve");
  expect(await whole("supplier-management/supplier", world.ids.supplierB)).toMatchObject({ name: "乙方供应商" });
});

test("银行账户：要证明、要电话核实、要两个人，新账户进入72小时复核期，旧账户停用", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await propose(supplier, { ...account, bank_replaces_id: world.ids.accountA });
  await refusal(move(supplier, id, "submit"), "invalid");
  const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
  const connection = world.engine.database.connection();
  await sql`update supplier_change set proof = ${refs}::jsonb where id = ${id}`.execute(connection);
  await move(supplier, id, "submit");
  const finance = await world.as("finance");
  await refusal(move(finance, id, "approve"), "invalid");
  await move(finance, id, "approve", { callback_note: "已拨打预留电话核实" });
  expect(await whole(KEY, id)).toMatchObject({ state: "second" });
  await refusal(move(finance, id, "confirm"), "own_rule");
  await move(await personWith(world, "finance_lead"), id, "confirm");
  expect(await whole(ACCOUNT, world.ids.accountA)).toMatchObject({ state: "disabled" });
  const { rows } = await sql<{ id: string }>`
    select id from supplier_bank_account where replaces_id = ${world.ids.accountA}`.execute(connection);
  const made = await whole(ACCOUNT, rows[0]?.id ?? "");
  expect(made).toMatchObject({ state: "valid", account_no: "6222000055556666", is_default: true });
  const cooling = Date.parse(String(made.cooling_until)) - Date.parse(String(made.effective_at));
  expect(cooling).toBe(72 * 3_600_000);
  expect(JSON.stringify(linesOf(await whole(KEY, id), "differences"))).not.toContain("6222000055556666");
});
