import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { ask } from "~/engine/operations/published.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { editFormModel } from "~/engine/screen/form-model.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { supplierClassServer } from "~/modules/master-data/supplier-class/supplier-class.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { make, minimal } from "../../../support/conformance";
import { order, refusal, stored, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const FACTORY = "master-data/factory";
const ORG = "master-data/purchase-org";
const MATERIAL = "master-data/material";
const CLASS = "master-data/supplier-class";
const SOURCE = "base-data/source-data";

const world = await openWorld();
afterAll(() => world.close());
const connection = world.engine.database.connection();
let buyer: Context;
beforeAll(async () => {
  buyer = await world.as("buyerA");
});

async function change(key: string, id: string, values: Readonly<Record<string, unknown>>) {
  const { record } = await openRecord(world.system(), { entity: world.entity(key), id });
  return updateRecordBy(world.system(), { screen: world.screen(key), id, version: record.version, values });
}
const complaints = async (work: Promise<unknown>) => (await refusal(work, "invalid")).complaints;

async function openOrders(column: string, id: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*)::int as count from purchase_order
    where ${sql.ref(column)} = ${id} and state not in ('closed', 'cancelled')`.execute(connection);
  return rows[0]?.count ?? 0;
}

test("有未完成订单的工厂不能停用，说出张数；订单取消后可以", async () => {
  const { id } = await make(world, FACTORY);
  const orders = [await order(world, buyer), await order(world, buyer)];
  await sql`update purchase_order set factory_id = ${id} where id in (${orders[0]?.id}, ${orders[1]?.id})`.execute(
    connection,
  );
  expect(await openOrders("factory_id", id)).toBe(2);
  expect(await complaints(change(FACTORY, id, { enabled: "0" }))).toEqual([
    { field: "enabled", message: "工厂存在未完成订单2张，不能停用" },
  ]);
  await sql`update purchase_order set state = 'cancelled' where factory_id = ${id}`.execute(connection);
  await change(FACTORY, id, { enabled: "0" });
  // What is out of use already may be changed in other ways.
  await change(FACTORY, id, { receiver: "张三" });
});

test("有下级、采购组或未完成单据的采购组织不能停用", async () => {
  const refused = [{ field: "enabled", message: "存在下级或未完成单据，不能停用" }];
  const { id } = await make(world, ORG);
  const below = await createRecord(world.system(), {
    screen: world.screen(ORG),
    values: { ...minimal(world, ORG), parent_id: id },
  });
  expect(await complaints(change(ORG, id, { enabled: "0" }))).toEqual(refused);
  await change(ORG, below.id, { enabled: "0" });
  const made = await order(world, buyer);
  await sql`update purchase_order set purchase_org_id = ${id} where id = ${made.id}`.execute(connection);
  expect(await complaints(change(ORG, id, { enabled: "0" }))).toEqual(refused);
  await sql`update purchase_order set state = 'closed' where id = ${made.id}`.execute(connection);
  await change(ORG, id, { enabled: "0" });
});

test("物料停用：采购员知道影响几张订单；草稿不能提交，待下达的不能下达；淘汰中的只提醒", async () => {
  const draft = await order(world, buyer);
  const waiting = await order(world, buyer);
  await transition(world, { context: buyer, id: waiting.id, name: "submit" });
  const { rows } = await sql<{ id: string; code: string; name: string }>`select m.id, m.code, m.name from material m
    join purchase_order_items i on i.material_id = m.id where i.root_id = ${draft.id} limit 1`.execute(connection);
  const material = rows[0] ?? { id: "", code: "", name: "" };
  const mine = await sql<{ count: number }>`select count(distinct o.id)::int as count from purchase_order o
    join purchase_order_items i on i.root_id = o.id where i.material_id = ${material.id} and o.buyer_id = ${buyer.actor.id}
    and o.state not in ('closed', 'cancelled')`.execute(connection);

  await change(MATERIAL, material.id, { material_status: "phase_out" });
  const third = await order(world, buyer);
  expect(third.warnings).toContain(`物料${material.code}淘汰中，请确认是否改用替代物料`);
  await transition(world, { context: buyer, id: third.id, name: "submit" });

  await change(MATERIAL, material.id, { material_status: "stopped" });
  const text = `物料${material.code}已停用，不能采购`;
  expect((await refusal(transition(world, { context: buyer, id: draft.id, name: "submit" }), "invalid")).message).toBe(
    text,
  );
  const release = transition(world, { context: buyer, id: waiting.id, name: "release", more: { reason: "急用" } });
  expect((await refusal(release, "invalid")).message).toContain(text);
  expect((await stored(world, waiting.id)).state).toBe("approved");
  const inbox = JSON.stringify(await reading(buyer, () => inboxModel(buyer, new URLSearchParams())));
  expect(inbox).toContain(`物料停用影响${(mine.rows[0]?.count ?? 0) + 1}张未完成订单`);

  await change(MATERIAL, material.id, { material_status: "active" });
  await transition(world, { context: buyer, id: draft.id, name: "submit" });
});

test("SAP下发过的物料，由SAP维护的字段不能在平台修改，表单上只读；其余照常", async () => {
  const material = await make(world, MATERIAL);
  const keeper = await world.as("masterData");
  const form = async () => JSON.stringify(await editFormModel(keeper, world.screen(MATERIAL), material.id));
  const save = async (values: Readonly<Record<string, unknown>>) => {
    const { record } = await openRecord(keeper, { entity: world.entity(MATERIAL), id: material.id });
    return updateRecordBy(keeper, { screen: world.screen(MATERIAL), id: material.id, version: record.version, values });
  };
  await save({ name: "平台自建的物料" });
  expect(await form()).not.toContain("该字段由SAP维护");
  await sql`update material set sap_updated_at = ${world.clock.now().toISOString()} where id = ${material.id}`.execute(
    connection,
  );
  expect(await complaints(save({ name: "改个名", spec: "25kg" }))).toEqual([
    { field: "name", message: "该字段由SAP维护" },
    { field: "spec", message: "该字段由SAP维护" },
  ]);
  await save({ name: "平台自建的物料", allergen: "坚果" });
  const shown = await form();
  expect(shown).toContain('"readOnly":"平台自建的物料"');
  expect(shown).toContain("该字段由SAP维护");
  // SAP itself, and what the program does, is not asked.
  await change(MATERIAL, material.id, { name: "SAP改的名" });
});

test("有业务的物料不能改基本单位", async () => {
  const made = await order(world, buyer);
  const { rows } = await sql<{
    material_id: string;
    uom: string;
  }>`select i.material_id, m.uom from purchase_order_items i
    join material m on m.id = i.material_id where i.root_id = ${made.id} limit 1`.execute(connection);
  const other = rows[0]?.uom === "kg" ? "t" : "kg";
  expect(await complaints(change(MATERIAL, rows[0]?.material_id ?? "", { uom: other }))).toContainEqual({
    field: "uom",
    message: "物料已有业务，不能修改基本单位",
  });
});

test("货源列表：仅有效和30天内到期按失效日期，当天仍有效", async () => {
  const { rows } = await sql<{ id: string }>`select id from source_data order by id limit 1`.execute(connection);
  const id = rows[0]?.id ?? "";
  const listed = async (toggle: string, ends: string | null) => {
    await sql`update source_data set state = 'active', effective_from = '2020-01-01', effective_to = ${ends} where id = ${id}`.execute(
      connection,
    );
    const request = { filters: {}, toggles: [toggle], sort: [], page: 1, size: 1000 };
    const { rows: found } = await listRecords(world.system(), world.screen(SOURCE), request);
    return found.some((row) => row.id === id);
  };
  for (const [ends, valid, expiring] of [
    [null, true, false],
    [TODAY, true, true],
    [addDays(TODAY, -1), false, false],
    [addDays(TODAY, 30), true, true],
    [addDays(TODAY, 31), true, false],
  ] as const)
    expect([await listed("valid_only", ends), await listed("expiring_only", ends)]).toEqual([valid, expiring]);
});

test("分类的页面列出继承自上级的资质，最近的上级在前", async () => {
  const made = (cert_name: string, more: Readonly<Record<string, unknown>> = {}) => {
    const values = { ...minimal(world, CLASS), certificates: [{ cert_name, required: "1" }], ...more };
    return createRecord(world.system(), { screen: world.screen(CLASS), values });
  };
  const top = await made("营业执照");
  const middle = await made("食品生产许可证", { parent_id: top.id });
  const { id } = await made("有机认证", { parent_id: middle.id });
  const { record } = await openRecord(world.system(), { entity: world.engine.registry.entity(CLASS), id });
  const shown = await supplierClassServer.sections?.(world.system(), record, world.screen(CLASS));
  const [table] = shown ?? [];
  const names = table?.kind === "table" ? table.table.rows.map(({ cells }) => cells[0]?.text) : [];
  expect(names).toEqual(["食品生产许可证", "营业执照"]);
});

test("供应商看得到自己供货的工厂的地址、收货时段和工作日历，看不到别的工厂和内部编码", async () => {
  const supplier = await world.as("supplierA");
  const keys = async () => {
    const own = world.engine.registry.screensOf(FACTORY).find(({ key }) => key === "receiving-factory");
    const request = { filters: {}, toggles: [], sort: [], page: 1, size: 100, columns: ["code"] };
    return own ? (await reading(supplier, () => listRecords(supplier, own, request))).rows.map(({ id }) => id) : [];
  };
  await sql`update source_data set state = 'ended' where supplier_id = ${world.ids.supplierA}`.execute(connection);
  expect(await keys()).toEqual([]);
  await sql`update source_data set state = 'active', effective_to = null, factory_id = ${world.ids.factory1} where id = ${world.ids.sourceA}`.execute(
    connection,
  );
  expect(await keys()).toEqual([world.ids.factory1]);
  const open = (id: string) => reading(supplier, () => openRecord(supplier, { entity: world.entity(FACTORY), id }));
  const { record } = await open(world.ids.factory1);
  expect(record.address).toBeTruthy();
  expect(record).not.toHaveProperty("sap_code");
  await refusal(open(world.ids.factory2), "not_found");
});

test("没有型检规则的物料，报告按供应商分类的型检周期到期，分类没有的取上级分类的，都没有的按参数；有规则的按规则", async () => {
  const REPORT = "master-data/type-inspection-report";
  const { oil = "", supplierA = "", supplierClass = "" } = world.ids;
  const due = async () => {
    const saved = await make(world, REPORT, { "master-data/material": oil }, { supplier_id: supplierA });
    if (saved.state === "draft") await applyTransition(world.system(), { ...move(saved.id), name: "submit" });
    await applyTransition(world.system(), { ...move(saved.id), name: "approve", input: { method: "online" } });
    const { record } = await openRecord(world.system(), { entity: world.entity(REPORT), id: saved.id });
    return record.next_due_date;
  };
  const move = (id: string) => ({ entity: world.entity(REPORT), id });
  // Issued on 6 January 2025.
  expect(await due()).toBe("2026-01-06");
  const above = { code: "UPR", name: "接触食品", type_report_months: "6" };
  const { id: parent_id } = await make(world, CLASS, {}, above);
  await change(CLASS, supplierClass, { parent_id });
  expect(await due()).toBe("2025-07-06");
  await change(CLASS, supplierClass, { type_report_months: "24" });
  expect(await due()).toBe("2027-01-06");
  await createRecord(world.system(), {
    screen: world.screen("master-data/type-inspection-rule"),
    values: { code: "OIL3", name: "油", material_id: oil, cycle_months: "3" },
  });
  expect(await due()).toBe("2025-04-06");
  await change(CLASS, supplierClass, { parent_id: "", type_report_months: "" });
});

test("没有选择模板的审核取供应商分类的，分类没有的取上级分类的；都没有的要自己选；审核周期同样", async () => {
  const AUDIT = "supplier-management/supplier-audit";
  const own = () => make(world, AUDIT, {}, { template_id: "", supplier_id: world.ids.supplierA });
  expect((await complaints(own())).map(({ field }) => field)).toEqual(["template_id"]);
  const { id: parent_id } = await make(
    world,
    CLASS,
    {},
    { code: "UP", name: "食品", audit_template_id: world.ids.template, audit_months: "18" },
  );
  const monthsOf = () =>
    ask(world.system(), {
      ...{ entityKey: CLASS, name: "auditMonths", input: { supplierId: world.ids.supplierA } },
      answer: z.number().nullable(),
    });
  expect(await monthsOf()).toBeNull();
  await change(CLASS, world.ids.supplierClass ?? "", { parent_id });
  const { id } = await own();
  const { record } = await openRecord(world.system(), { entity: world.entity(AUDIT), id });
  expect(record.template_id).toBe(world.ids.template);
  expect(await monthsOf()).toBe(18);
});
