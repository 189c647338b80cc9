import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { listRecords } from "~/engine/operations/list.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { refreshInspections } from "~/modules/master-data/type-inspection-due/type-inspection-due.server";
import { addDays, addMonths, daysBetween } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { minimal, personWith } from "../../../support/conformance";
import { ORDER, refusal, released } from "../../../support/orders";
import { make, stored, transition } from "../../../support/quality";
import { passedSample } from "../../../support/sources";
import { openWorld } from "../../../support/world";

const SOURCE = "base-data/source-data";
const LIST = "supplier-management/delivery-list";
const REPORT = "master-data/type-inspection-report";
const ACTION = "supplier-audit/corrective-action";
const MATERIAL = "master-data/material";
const FREEZE = "supplier-performance/supplier-freeze";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;
const DAY_MS = 24 * 60 * 60_000;

async function source(values: Record<string, unknown> & { material_id: string }): Promise<string> {
  await passedSample(world, String(values.supplier_id ?? ids.supplierA), values.material_id);
  const { id } = await createRecord(world.system(), {
    screen: world.screen(SOURCE),
    values: { supplier_id: ids.supplierA, factory_id: ids.factory1, effective_from: addDays(TODAY, -40), ...values },
  });
  await go({ key: SOURCE, id, name: "approve", by: await personWith(world, "purchase_manager") });
  return id;
}

async function go({
  key,
  id,
  name,
  by,
  input = {},
}: {
  key: string;
  id: string;
  name: string;
  by: Context;
  input?: Record<string, unknown>;
}) {
  const { record } = await openRecord(world.system(), { entity: world.entity(key), id });
  return applyTransition(by, { entity: world.entity(key), id, name, version: record.version, input, reason: "测试" });
}

async function shown(by: Context, screen: string, toggles: string[] = []) {
  const request = { filters: {}, toggles, sort: [], page: 1, size: 100, columns: ["number"] };
  const found = [...world.engine.registry.screensOf(SOURCE), ...world.engine.registry.screensOf(REPORT)].find(
    (one) => `${one.area}/${one.key}` === screen,
  );
  if (!found) throw new Error(screen);
  const { rows } = await reading(by, () => listRecords(by, found, request));
  return new Map(
    rows.map(({ id, values }) => [
      id,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace("+", ""), value])),
    ]),
  );
}

/** Of how many rows a round of reminders speaks, by the scenario it says. */
async function said(scenario: string): Promise<number> {
  const count = async () =>
    (await sql`select 1 from news_once where scenario = ${scenario}`.execute(world.engine.database.connection())).rows
      .length;
  const before = await count();
  await workDeadlines(world.system(), { remindNow: true });
  return (await count()) - before;
}

/** What the supplier reads on the page of a record, under its own rights in the database. */
async function theirs(address: string, id: string): Promise<string> {
  const [area, key] = address.split("/");
  const screen = [...world.engine.registry.screensOf(SOURCE), ...world.engine.registry.screensOf(REPORT)].find(
    (one) => one.area === area && one.key === key,
  );
  if (!screen) throw new Error(address);
  return JSON.stringify((await recordModel(await world.as("supplierA"), screen, id)).sections);
}

test("货源到期前30天提醒负责的采购员一次；延期后从头计算；延期不能与后面的货源重叠", async () => {
  const id = await source({ material_id: ids.oil, effective_to: addDays(TODAY, 31) });
  const buyer = await world.as("buyerA");
  await sql`update supplier set buyer_id = ${buyer.actor.id} where id = ${ids.supplierA}`.execute(
    world.engine.database.connection(),
  );
  const notified = async () =>
    JSON.stringify(await reading(buyer, () => inboxModel(buyer, new URLSearchParams()))).split("条货源即将到期")
      .length - 1;
  expect(await notified()).toBe(0);
  expect(await said("source.ending")).toBe(0);
  world.clock.advance(DAY_MS);
  expect(await said("source.ending")).toBe(1);
  expect(await said("source.ending")).toBe(0);
  expect(await notified()).toBeGreaterThan(0);

  const next = await source({
    material_id: ids.oil,
    effective_from: addDays(TODAY, 60),
    effective_to: addDays(TODAY, 90),
  });
  const to = (day: number) =>
    go({ key: SOURCE, id, name: "extend", by: buyer, input: { effective_to: addDays(TODAY, day) } });
  const earlier = await refusal(to(31), "invalid");
  expect(earlier.complaints).toMatchObject([
    { field: "effective_to", message: expect.stringContaining("须晚于现在的失效日期") },
  ]);
  const { record } = await openRecord(world.system(), { entity: world.entity(SOURCE), id: next });
  const refused = await refusal(to(60), "invalid");
  expect(refused.complaints).toEqual([
    { field: "effective_to", message: `该供货关系已存在，有效期与已有货源记录${String(record.number)}重叠` },
  ]);
  await to(59);
  const manager = await personWith(world, "purchase_manager");
  await refusal(go({ key: SOURCE, id, name: "accept_terms", by: buyer }), "forbidden");
  await go({ key: SOURCE, id, name: "accept_terms", by: manager });
  world.clock.advance(-DAY_MS);
  expect(await said("source.ending")).toBe(0);
  world.clock.advance(30 * DAY_MS);
  expect(await said("source.ending")).toBe(1);
  world.clock.advance(-30 * DAY_MS);

  const endless = await source({ material_id: ids.corn });
  const needless = await refusal(
    go({ key: SOURCE, id: endless, name: "extend", by: buyer, input: { effective_to: addDays(TODAY, 400) } }),
    "wrong_state",
  );
  expect(needless.message).toContain("长期有效");
});

test("供货清单说出型检到期、是否独家和可否下单；供应商看不到独家和校验结论", async () => {
  const id = await source({ material_id: ids.box, effective_from: addDays(TODAY, -16) });
  await sql`update material set type_report_required = true where id = ${ids.box}`.execute(
    world.engine.database.connection(),
  );
  const staff = await personWith(world, "qa");
  const refused = { ti_due: addDays(TODAY, -16), ti_overdue: 16, gate: "refused", is_sole: true };
  expect((await shown(staff, LIST)).get(id)).toMatchObject(refused);
  // The day orders stop is told, once: whoever starts the job again that day tells nobody twice.
  await refreshInspections(world.engine);
  expect(await said("type-inspection.due")).toBeGreaterThan(0);
  expect(await said("type-inspection.due")).toBe(0);
  await source({ supplier_id: ids.supplierB, material_id: ids.box });
  expect((await shown(staff, LIST)).get(id)).toMatchObject({ ...refused, is_sole: false });

  await go({ key: SOURCE, id, name: "suspend", by: staff });
  const supplier = await world.as("supplierA");
  const own = (await shown(supplier, LIST)).get(id);
  expect(own).toMatchObject({ ti_due: addDays(TODAY, -16), ti_overdue: 16 });
  expect(own?.gate ?? null).toBeNull();
  expect(own?.is_sole ?? null).toBeNull();
  await sql`update material set type_report_required = false where id = ${ids.box}`.execute(
    world.engine.database.connection(),
  );
  await go({ key: SOURCE, id, name: "resume", by: await personWith(world, "purchase_manager") });
  expect((await shown(staff, LIST)).get(id)).toMatchObject({ ti_due: null, ti_overdue: null, gate: "open" });
});

test("型式检验报告按30天内到期、已超期、逾期超15天筛选；只有快到期的能提醒供应商", async () => {
  const id = ids.reportA ?? "";
  const qa = await personWith(world, "qa");
  const due = (day: number) =>
    sql`update type_inspection_report set state = 'valid', next_due_date = ${addDays(TODAY, day)} where id = ${id}`.execute(
      world.engine.database.connection(),
    );
  const toggles = ["due_soon_only", "overdue_only", "blocked_only"];
  const found = async () => {
    const hits = [];
    for (const toggle of toggles) if ((await shown(qa, REPORT, [toggle])).has(id)) hits.push(toggle);
    return hits;
  };
  const cases: [day: number, hits: string[], state: string, late: number | null][] = [
    [31, [], "normal", null],
    [30, ["due_soon_only"], "due_soon", null],
    [0, ["due_soon_only"], "due_soon", null],
    [-1, ["overdue_only"], "overdue", 1],
    [-15, ["overdue_only"], "overdue", 15],
    [-16, ["overdue_only", "blocked_only"], "blocked", 16],
  ];
  for (const [day, hits, ti_state, overdue_days] of cases) {
    await due(day);
    expect(await found()).toEqual(hits);
    expect((await shown(qa, REPORT)).get(id)).toMatchObject({
      ti_state,
      overdue_days,
      materials: expect.stringContaining("M002"),
    });
  }
  await due(31);
  expect((await refusal(go({ key: REPORT, id, name: "remind", by: qa }), "wrong_state")).message).toContain(
    "不需要提醒",
  );
  await due(30);
  await go({ key: REPORT, id, name: "remind", by: qa });
  const supplier = await world.as("supplierA");
  expect(JSON.stringify(await reading(supplier, () => inboxModel(supplier, new URLSearchParams())))).toContain(
    `您的物料【M002】的型式检验报告将于${addDays(TODAY, 30)}到期（剩余30天）`,
  );
});

test("正式货源必须关联合格的样品，不填时取最近的一张；许可证没有覆盖物料类别的不能列入", async () => {
  const manager = await personWith(world, "purchase_manager");
  const make = async (materialId: string) =>
    (
      await createRecord(world.system(), {
        screen: world.screen(SOURCE),
        values: {
          ...{ supplier_id: ids.supplierB, material_id: materialId, factory_id: ids.factory2 },
          ...{ effective_from: "2031-01-01", effective_to: "2031-01-31" },
        },
      })
    ).id;
  const run = (text: ReturnType<typeof sql>) => text.execute(world.engine.database.connection());
  const bare = await make(ids.corn);
  expect((await refusal(go({ key: SOURCE, id: bare, name: "approve", by: manager }), "invalid")).message).toBe(
    "正式货源必须关联已通过的样品验证单",
  );
  const sample = await passedSample(world, ids.supplierB, ids.oil);
  const id = await make(ids.oil);
  expect((await openRecord(world.system(), { entity: world.entity(SOURCE), id })).record.sample_id).toBe(sample);
  await run(sql`update material_type set food_category = '0201' where id = (
    select material_type_id from material where id = ${ids.oil})`);
  expect((await refusal(go({ key: SOURCE, id, name: "approve", by: manager }), "invalid")).message).toContain(
    "生产许可证许可范围未覆盖物料类别【",
  );
  await run(sql`insert into supplier_certificate (id, supplier_id, certificate_type, certificate_name, certificate_no, issuer,
      issue_date, is_long_term, food_categories, state, origin)
    values (${world.engine.newId()}, ${ids.supplierB}, 'food_production', '食品生产许可证', 'SC10000000000001', '市场监督管理局',
      '2024-01-01', true, '01、02', 'valid', 'staff')`);
  await go({ key: SOURCE, id, name: "approve", by: manager });
});

test("型检超期的货源可以单独列出，供应商看自己的", async () => {
  const overdue = await source({
    ...{ material_id: ids.box, factory_id: ids.factory2 },
    ...{ effective_from: "2031-02-01", effective_to: "2031-02-28" },
  });
  const run = (text: ReturnType<typeof sql>) => text.execute(world.engine.database.connection());
  await run(sql`delete from type_inspection_due where supplier_id = ${ids.supplierA} and material_id = ${ids.box}`);
  await run(sql`insert into type_inspection_due (id, supplier_id, material_id, due_date, last_day)
    values (${world.engine.newId()}, ${ids.supplierA}, ${ids.box}, '2025-01-01', '2025-01-16')`);
  for (const who of [await personWith(world, "qa"), await world.as("supplierA")])
    for (const toggle of ["ti_overdue_only", "ti_blocked_only"])
      expect([...(await shown(who, LIST, [toggle])).keys()]).toContain(overdue);
  expect((await shown(await world.as("supplierB"), LIST, ["ti_overdue_only"])).size).toBe(0);
});

test("供货清单按可下单、下单受限、独家筛选；供应商没有这些筛选", async () => {
  const { database } = world.engine;
  await sql`update material_type set food_category = null`.execute(database.connection());
  const [free, inspected] = await Promise.all(
    ["M101", "M102"].map(async (code) => (await make(world, world.system(), MATERIAL, { code, name: code })).id),
  );
  const alone = await source({ material_id: String(free) });
  const late = await source({ material_id: String(inspected), effective_from: addDays(TODAY, -16) });
  await source({ supplier_id: ids.supplierB, material_id: String(inspected) });
  await sql`update material set type_report_required = true where id = ${inspected}`.execute(database.connection());
  const staff = await personWith(world, "qa");
  const with_ = async (toggle: string, by = staff) => [...(await shown(by, LIST, [toggle])).keys()];
  expect(await with_("refused_only")).toContain(late);
  expect(await with_("refused_only")).not.toContain(alone);
  expect(await with_("orderable_only")).toContain(alone);
  expect(await with_("orderable_only")).not.toContain(late);
  expect(await with_("sole_only")).toContain(alone);
  expect(await with_("sole_only")).not.toContain(late);
  const supplier = await world.as("supplierA");
  // What is not offered is not asked for: the whole list comes.
  expect((await with_("sole_only", supplier)).length).toBe((await shown(supplier, LIST)).size);
});

test("暂停记下类别、原因和日期，告诉采购员还有哪些订单没有完成；因质量原因暂停的，整改关闭后才能恢复", async () => {
  const order = await released(world);
  const number = String((await stored(world, ORDER, order.id)).number);
  const running = await sql<{ id: string }>`select id from source_data where supplier_id = ${ids.supplierA}
    and material_id = ${ids.corn} and factory_id = ${ids.factory1} and state = 'active' and effective_to is null`.execute(
    world.engine.database.connection(),
  );
  const id = running.rows[0]?.id ?? (await source({ material_id: ids.corn }));
  const qa = await world.as("qa");
  const action = await make(world, qa, ACTION, {
    ...{ supplier_id: ids.supplierA, material_id: ids.corn },
    ...{ severity: "major", defect: "水分超标" },
  });
  await transition(world, { context: qa, key: ACTION, id: action.id, name: "issue" });
  await go({ key: SOURCE, id, name: "suspend", by: qa, input: { cause: "quality" } });
  expect(await stored(world, SOURCE, id)).toMatchObject({
    ...{ state: "suspended", block_cause: "quality", block_reason: "测试", suspended_on: TODAY },
  });
  const buyer = await world.as("buyerA");
  const inbox = await reading(buyer, () => inboxModel(buyer, new URLSearchParams()));
  expect(JSON.stringify(inbox)).toContain(number);
  const page = async (by: Context) => JSON.stringify((await recordModel(by, world.screen(SOURCE), id)).sections);
  expect(await page(buyer)).toContain("未完成的订单");
  expect(await page(buyer)).toContain(number);
  expect(await page(buyer)).toContain("近12个月下单");
  expect(await theirs(LIST, id)).toContain("近12个月下单");

  const manager = await personWith(world, "purchase_manager");
  const stopped = await refusal(go({ key: SOURCE, id, name: "resume", by: manager }), "invalid");
  const paper = String((await stored(world, ACTION, action.id)).number);
  expect(stopped.message).toBe(`该物料的整改【${paper}】尚未关闭，因质量原因暂停的货源不能恢复`);
  await sql`update corrective_action set state = 'closed' where id = ${action.id}`.execute(
    world.engine.database.connection(),
  );
  await go({ key: SOURCE, id, name: "resume", by: manager });
  expect(await stored(world, SOURCE, id)).toMatchObject({
    ...{ state: "active", block_cause: null, block_reason: null, suspended_on: null },
  });
});

test("冻结的供应商不能建立货源，说出冻结单", async () => {
  await passedSample(world, ids.supplierB, ids.oil);
  const { id } = await createRecord(world.system(), {
    screen: world.screen(SOURCE),
    values: {
      ...{ supplier_id: ids.supplierB, material_id: ids.oil, factory_id: ids.factory1 },
      effective_from: TODAY,
    },
  });
  const freeze = await make(world, await world.as("buyerA"), FREEZE, {
    ...{ supplier_id: ids.supplierB, on_release: "1", alternative: "由甲方替代", effective_from: TODAY },
  });
  await transition(world, {
    context: await world.as("buyerA"),
    key: FREEZE,
    id: freeze.id,
    name: "submit",
    more: { reason: "停产" },
  });
  const manager = await personWith(world, "purchase_manager");
  await transition(world, { context: manager, key: FREEZE, id: freeze.id, name: "approve" });
  const { number } = await stored(world, FREEZE, freeze.id);
  const said = await refusal(go({ key: SOURCE, id, name: "approve", by: manager }), "invalid");
  expect(said.message).toBe(`供应商乙供应商不是合格供应商，不能建立货源（已被冻结，冻结单【${String(number)}】）`);
});

test("型检报告审核后记下每种物料的规则，页面列出各物料的状态并与规则限值对照；超期的可以直接去申请放行", async () => {
  const { database } = world.engine;
  const qa = await world.as("qa");
  const RULE = "master-data/type-inspection-rule";
  const rule = await make(world, await personWith(world, "qa_manager"), RULE, {
    ...{
      code: "XJ-OIL",
      name: "植物油型检",
      material_id: ids.oil,
      material_type_id: "",
      cycle_months: "6",
      enabled: "1",
    },
    items: [{ item: "酸价", upper: "2", unit: "mg/g" }],
  });
  const values = { supplier_id: ids.supplierA, materials: [{ material_id: ids.oil }], conclusion: "pass" };
  const bare = await createRecord(world.system(), {
    screen: world.screen(REPORT),
    values: {
      ...minimal(world, REPORT),
      ...{ ...values, report_no: "XJ-OIL-1", issue_date: addDays(TODAY, -200) },
      items: [{ item: "酸价", upper: "3", unit: "mg/g", value: "2.4" }],
    },
  });
  const system = world.system();
  await applyTransition(system, { entity: world.entity(REPORT), id: bare.id, name: "submit" });
  await transition(world, {
    context: qa,
    key: REPORT,
    id: bare.id,
    name: "approve",
    more: { reason: "补录", input: { method: "online" } },
  });
  const due = addMonths(addDays(TODAY, -200), 6);
  const [line] = linesOf(await stored(world, REPORT, bare.id), "materials");
  expect(line).toMatchObject({ rule_id: rule.id, next_due_date: due });
  const page = JSON.stringify((await recordModel(qa, world.screen(REPORT), bare.id)).sections);
  for (const text of [
    "型检状态",
    `${daysBetween(due, TODAY)}天`,
    "与规则限值对照",
    "≤3 mg/g",
    "≤2 mg/g",
    "超出规则限值",
  ])
    expect(page).toContain(text);
  const seen = await theirs("supplier-management/inspection-report", bare.id);
  expect(seen).toContain("型检状态");
  expect(seen).not.toContain("规则限值");
  const buyer = await world.as("buyerA");
  const links = await world.engine.registry.server(REPORT).rowLinks?.(buyer, [bare.id]);
  expect(links?.get(bare.id)?.[0]?.href).toBe(
    `/supplier-management/supplier-gate/new?set=supplier_id&value=${ids.supplierA}&set=material_id&value=${ids.oil}`,
  );
  expect((await world.engine.registry.server(REPORT).rowLinks?.(await world.as("supplierA"), [bare.id]))?.size).toBe(0);
  await sql`update type_inspection_report set state = 'superseded' where id = ${bare.id}`.execute(
    database.connection(),
  );
});

test("批准过的条件不能直接修改：免检、供应定位、固定货源和失效日期由另一位采购经理批准后才生效", async () => {
  const id = await source({ material_id: ids.corn, factory_id: ids.factory2 });
  const [proposer, approver] = [await world.as("manager"), await personWith(world, "purchase_manager")];
  const stored = async () => (await openRecord(world.system(), { entity: world.entity(SOURCE), id })).record;
  for (const values of [{ inspection_mode: "exempt" }, { tier: "backup" }, { fixed: "1" }, { effective_to: TODAY }]) {
    const { version } = await stored();
    const change = updateRecordBy(proposer, { screen: world.screen(SOURCE), id, version, values });
    await refusal(change, "malformed");
  }
  await refusal(go({ key: SOURCE, id, name: "propose_terms", by: proposer }), "invalid");
  await go({
    key: SOURCE,
    id,
    name: "propose_terms",
    by: proposer,
    input: { mode: "exempt", until: addDays(TODAY, 400) },
  });
  expect(await stored()).toMatchObject({ inspection_mode: "normal", effective_to: null, proposed_mode: "exempt" });
  await refusal(go({ key: SOURCE, id, name: "accept_terms", by: proposer }), "own_rule");
  await refusal(go({ key: SOURCE, id, name: "propose_terms", by: proposer, input: { tier: "backup" } }), "wrong_state");
  await go({ key: SOURCE, id, name: "accept_terms", by: approver });
  const after = {
    inspection_mode: "exempt",
    effective_to: addDays(TODAY, 400),
    proposed_on: null,
    proposed_mode: null,
  };
  expect(await stored()).toMatchObject(after);
});
