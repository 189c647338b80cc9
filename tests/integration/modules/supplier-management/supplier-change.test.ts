import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { impactOf } from "~/modules/supplier-management/supplier-change/change-impact.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { creditCode } from "../../../support/samples";
import { openWorld } from "../../../support/world";

const KEY = "supplier-management/supplier-change";
const ACCOUNT = "supplier-management/supplier-bank-account";
const world = await openWorld();
afterAll(() => world.close());
const entity = world.entity(KEY);
const propose = (context: Context, values: Record<string, unknown>) =>
  createRecord(context, { screen: world.screen(KEY), values: { reason: "测试", ...values } });
const transition = (context: Context, id: string, name: string, input: Record<string, unknown> = {}) =>
  applyTransition(context, { entity, id, name, input, reason: "测试" });
const whole = async <K extends string>(key: K, id: string) =>
  (await openRecord(world.system(), { entity: world.engine.registry.entity(key), id })).record;
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
  await refusal(transition(supplier, same.id, "submit"), "invalid");
  const { id } = await propose(supplier, { section: "base", new_legal_person: "测试人" });
  expect(linesOf(await whole(KEY, id), "differences")).toMatchObject([
    { item: "法定代表人", old_value: null, new_value: "测试人" },
  ]);
  await transition(supplier, id, "submit");
  const second = await propose(supplier, { section: "base", new_legal_person: "另一人" });
  const refused = await refusal(transition(supplier, second.id, "submit"), "invalid");
  expect(refused.message).toMatch(/^该供应商存在审核中的变更单【BG.*】，请勿重复提交$/);
  await refusal(transition(supplier, id, "approve"), "forbidden");
  await refusal(transition(await world.as("finance"), id, "approve"), "forbidden");
  await transition(await world.as("buyerA"), id, "approve");
  expect(await whole("supplier-management/supplier", world.ids.supplierA)).toMatchObject({ legal_person: "测试人" });
});

test("供应类别：供应商从现有的改起，逐项对比，采购员通过后写入档案；不能重复，也不能一个不留；财务不能批", async () => {
  const SUPPLIER = "supplier-management/supplier";
  const { version } = await whole(SUPPLIER, world.ids.supplierA);
  const grain = { material_type_id: world.ids.grainType, tier: "primary" };
  const box = { material_type_id: world.ids.boxType, tier: "backup" };
  const screen = world.screen(SUPPLIER);
  const values = { categories: [grain] };
  await updateRecordBy(world.system(), { screen, id: world.ids.supplierA, version, values });
  const supplier = await world.as("supplierA");
  const { id, version: first } = await propose(supplier, { section: "category" });
  expect(linesOf(await whole(KEY, id), "categories")).toMatchObject([grain]);
  await refusal(transition(supplier, id, "submit"), "invalid");
  const change = async (categories: object[], at: number) =>
    (await updateRecordBy(supplier, { screen: world.screen(KEY), id, version: at, values: { categories } })).version;
  const none = await change([], first);
  expect((await refusal(transition(supplier, id, "submit"), "invalid")).message).toBe("请至少保留一个供应类别");
  const twice = await change([grain, box, { ...box, tier: "secondary" }], none);
  expect((await refusal(transition(supplier, id, "submit"), "invalid")).message).toContain("供应物料类别重复");
  await change([box], twice);
  expect(linesOf(await whole(KEY, id), "differences")).toMatchObject([
    { item: "供应类别", old_value: expect.stringMatching(/谷物（主供）$/), new_value: null },
    { item: "供应类别", old_value: null, new_value: expect.stringMatching(/纸箱（备供）$/) },
  ]);
  await transition(supplier, id, "submit");
  await refusal(transition(await world.as("finance"), id, "approve"), "forbidden");
  await refusal(transition(await personWith(world, "qa"), id, "approve"), "forbidden");
  expect(linesOf(await whole(SUPPLIER, world.ids.supplierA), "categories")).toMatchObject([grain]);
  await transition(await world.as("buyerA"), id, "approve");
  expect(linesOf(await whole(SUPPLIER, world.ids.supplierA), "categories")).toMatchObject([box]);
});

test("改名须采购经理通过", async () => {
  const supplier = await world.as("supplierB");
  const { id } = await propose(supplier, { section: "base", new_name: "乙方供应商" });
  await transition(supplier, id, "submit");
  await refusal(transition(await world.as("buyerA"), id, "approve"), "forbidden");
  await transition(await world.as("manager"), id, "approve");
  expect(await whole("supplier-management/supplier", world.ids.supplierB)).toMatchObject({ name: "乙方供应商" });
});

test("银行账户：要证明、要电话核实、要两个人，新账户进入72小时复核期，旧账户停用", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await propose(supplier, { ...account, bank_replaces_id: world.ids.accountA });
  await refusal(transition(supplier, id, "submit"), "invalid");
  const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
  const connection = world.engine.database.connection();
  await sql`update supplier_change set proof = ${refs}::jsonb where id = ${id}`.execute(connection);
  await transition(supplier, id, "submit");
  const finance = await world.as("finance");
  await refusal(transition(finance, id, "approve"), "invalid");
  await transition(finance, id, "approve", { callback_note: "已拨打预留电话核实" });
  expect(await whole(KEY, id)).toMatchObject({ state: "second" });
  await refusal(transition(finance, id, "confirm"), "own_rule");
  await transition(await personWith(world, "finance_lead"), id, "confirm");
  expect(await whole(ACCOUNT, world.ids.accountA)).toMatchObject({ state: "disabled" });
  const { rows } = await sql<{ id: string }>`
    select id from supplier_bank_account where replaces_id = ${world.ids.accountA}`.execute(connection);
  const made = await whole(ACCOUNT, rows[0]?.id ?? "");
  expect(made).toMatchObject({ state: "valid", account_no: "6222000055556666", is_default: true });
  const cooling = Date.parse(String(made.cooling_until)) - Date.parse(String(made.effective_at));
  expect(cooling).toBe(72 * 3_600_000);
  expect(JSON.stringify(linesOf(await whole(KEY, id), "differences"))).not.toContain("6222000055556666");
});

test("统一社会信用代码也由采购经理批；改名后旧名留作曾用名，准入以后的名称不能直接改", async () => {
  const supplier = await world.as("supplierB");
  const before = await whole("supplier-management/supplier", world.ids.supplierB);
  const wrong = await refusal(propose(supplier, { section: "base", new_uscc: "91000000MA0000000A" }), "invalid");
  expect(wrong.complaints).toMatchObject([{ field: "new_uscc" }]);
  const { id } = await propose(supplier, { section: "base", new_name: "乙供应商（集团）", new_uscc: creditCode(7341) });
  await transition(supplier, id, "submit");
  await refusal(transition(await world.as("buyerA"), id, "approve"), "forbidden");
  await transition(await world.as("manager"), id, "approve");
  const after = await whole("supplier-management/supplier", world.ids.supplierB);
  expect(after).toMatchObject({ name: "乙供应商（集团）", uscc: creditCode(7341) });
  expect(String(after.former_names)).toContain(`${String(before.name)}（至`);
  const screen = world.screen("supplier-management/supplier");
  await sql`update supplier set stage = 'qualified' where id = ${world.ids.supplierB}`.execute(
    world.engine.database.connection(),
  );
  const values = { name: "随手改的名称" };
  const edit = updateRecordBy(await world.as("manager"), { screen, id: after.id, version: after.version, values });
  expect((await refusal(edit, "invalid")).complaints).toMatchObject([
    { field: "name", message: expect.stringContaining("提交变更单修改") },
  ]);
});

test("邀请补充一类资料：要写期限，列出缺项，供应商填写提交；到期前3天、1天和次日各提醒一次，撤回后仍是待补充", async () => {
  const qa = await personWith(world, "qa");
  const asked = { supplier_id: world.ids.supplierA, change_type: "supplement", section: "site" };
  const late = await propose(qa, asked);
  expect((await refusal(transition(qa, late.id, "invite"), "invalid")).complaints).toMatchObject([
    { field: "due_date", message: "请填写要求完成日期" },
  ]);
  const { id } = await propose(qa, { ...asked, due_date: addDays(TODAY, 3) });
  const supplier = await world.as("supplierA");
  await refusal(openRecord(supplier, { entity, id }), "not_found");
  await transition(qa, id, "invite");
  expect((await openRecord(supplier, { entity, id })).record).toMatchObject({ state: "invited" });
  const notified = async () => {
    const { rows } = await sql<{ count: number }>`select count(*)::int as count from msg_send_record
      where scenario = 'supplier-change.invited' and channel = 'site' and user_id = ${world.accounts.supplierA}`.execute(
      world.engine.database.connection(),
    );
    return rows[0]?.count ?? 0;
  };
  expect(await notified()).toBe(1);
  expect((await workDeadlines(world.system(), { remindNow: true })).reminded).toBeGreaterThan(0);
  expect((await workDeadlines(world.system(), { remindNow: true })).reminded).toBe(0);
  expect(await notified()).toBe(2);
  const screen = world.screen(KEY);
  const { version } = (await openRecord(supplier, { entity, id })).record;
  const values = { site_name: "新基地", site_address: "测试路8号" };
  await updateRecordBy(supplier, { screen, id, version, values });
  await transition(supplier, id, "submit");
  await transition(supplier, id, "withdraw");
  expect((await openRecord(supplier, { entity, id })).record).toMatchObject({ state: "invited" });
  await refusal(transition(supplier, id, "remind"), "forbidden");
  await transition(await world.as("buyerA"), id, "remind");
  expect(await notified()).toBe(3);
});

test("改名的影响分析列出在执行的合同和订单，只列各人打得开的；生效后不再列", async () => {
  const supplier = await world.as("supplierA");
  const { id } = await propose(supplier, { section: "base", new_name: "甲供应商新名" });
  const draw = async (context: Context) => {
    const record = await whole(KEY, id);
    return reading(context, () => impactOf(context, record));
  };
  const [section] = await draw(await world.as("manager"));
  expect(section).toMatchObject({ title: "影响分析" });
  const rows = section?.kind === "table" ? section.table.rows : [];
  expect(rows.length).toBeGreaterThan(0);
  const other = await draw(await world.as("supplierB"));
  expect(other).toEqual([]);
});
