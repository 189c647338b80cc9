import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { tellOfEndingSources } from "~/modules/base-data/source-data/source-data.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../support/clock";
import { personWith } from "../support/conformance";
import { refusal } from "../support/orders";
import { passedSample } from "../support/sources";
import { openWorld } from "../support/world";

const SOURCE = "base-data/source-data";
const LIST = "supplier-management/delivery-list";
const REPORT = "master-data/type-inspection-report";

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
  await go(SOURCE, id, "approve", await personWith(world, "purchase_manager"));
  return id;
}

async function go(key: string, id: string, name: string, by: Context, input: Record<string, unknown> = {}) {
  const { record } = await openRecord(world.system(), world.entity(key), id);
  return applyTransition(by, { entity: world.entity(key), id, name, version: record.version, input, reason: "测试" });
}

async function shown(by: Context, screen: string, toggles: string[] = []) {
  const wish = { filters: {}, toggles, sort: [], page: 1, size: 100, columns: ["number"] };
  const found = [...world.engine.registry.screensOf(SOURCE), ...world.engine.registry.screensOf(REPORT)].find(
    (one) => `${one.area}/${one.key}` === screen,
  );
  if (!found) throw new Error(screen);
  const { rows } = await reading(by, () => listRecords(by, found, wish));
  return new Map(
    rows.map(({ id, values }) => [
      id,
      Object.fromEntries(Object.entries(values).map(([name, value]) => [name.replace("+", ""), value])),
    ]),
  );
}

test("货源到期前30天提醒负责的采购员一次；延期后从头计算；延期不能与后面的货源重叠", async () => {
  const id = await source({ material_id: ids.oil, effective_to: addDays(TODAY, 31) });
  const buyer = await world.as("buyerA");
  await sql`update supplier set buyer_id = ${buyer.actor.id} where id = ${ids.supplierA}`.execute(
    world.engine.database.connection(),
  );
  const told = async () =>
    JSON.stringify(await reading(buyer, () => inboxModel(buyer, new URLSearchParams()))).split("条货源30天内到期")
      .length - 1;
  expect(await told()).toBe(0);
  expect(await tellOfEndingSources(world.engine)).toBe(0);
  world.clock.advance(DAY_MS);
  expect(await tellOfEndingSources(world.engine)).toBe(1);
  expect(await tellOfEndingSources(world.engine)).toBe(0);
  expect(await told()).toBeGreaterThan(0);

  const next = await source({
    material_id: ids.oil,
    effective_from: addDays(TODAY, 60),
    effective_to: addDays(TODAY, 90),
  });
  const to = (day: number) => go(SOURCE, id, "extend", buyer, { effective_to: addDays(TODAY, day) });
  const earlier = await refusal(to(31), "invalid");
  expect(earlier.complaints).toMatchObject([
    { field: "effective_to", message: expect.stringContaining("须晚于现在的失效日期") },
  ]);
  const { record } = await openRecord(world.system(), world.entity(SOURCE), next);
  const refused = await refusal(to(60), "invalid");
  expect(refused.complaints).toEqual([
    { field: "effective_to", message: `该供货关系已存在，有效期与已有货源记录${String(record.number)}重叠` },
  ]);
  await to(59);
  world.clock.advance(-DAY_MS);
  expect(await tellOfEndingSources(world.engine)).toBe(0);
  world.clock.advance(30 * DAY_MS);
  expect(await tellOfEndingSources(world.engine)).toBe(1);
  world.clock.advance(-30 * DAY_MS);

  const endless = await source({ material_id: ids.corn });
  const needless = await refusal(
    go(SOURCE, endless, "extend", buyer, { effective_to: addDays(TODAY, 400) }),
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
  await source({ supplier_id: ids.supplierB, material_id: ids.box });
  expect((await shown(staff, LIST)).get(id)).toMatchObject({ ...refused, is_sole: false });

  await go(SOURCE, id, "suspend", staff);
  const supplier = await world.as("supplierA");
  const own = (await shown(supplier, LIST)).get(id);
  expect(own).toMatchObject({ ti_due: addDays(TODAY, -16), ti_overdue: 16 });
  expect(own?.gate ?? null).toBeNull();
  expect(own?.is_sole ?? null).toBeNull();
  await sql`update material set type_report_required = false where id = ${ids.box}`.execute(
    world.engine.database.connection(),
  );
  await go(SOURCE, id, "resume", await personWith(world, "purchase_manager"));
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
  expect((await refusal(go(REPORT, id, "remind", qa), "wrong_state")).message).toContain("不需要提醒");
  await due(30);
  await go(REPORT, id, "remind", qa);
  const supplier = await world.as("supplierA");
  expect(JSON.stringify(await reading(supplier, () => inboxModel(supplier, new URLSearchParams())))).toContain(
    `贵司物料【M002】的型式检验报告将于${addDays(TODAY, 30)}到期（剩余30天）`,
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
  expect((await refusal(go(SOURCE, bare, "approve", manager), "invalid")).message).toBe(
    "正式货源必须关联已通过的样品验证单",
  );
  const sample = await passedSample(world, ids.supplierB, ids.oil);
  const id = await make(ids.oil);
  expect((await openRecord(world.system(), world.entity(SOURCE), id)).record.sample_id).toBe(sample);
  await run(sql`update material_type set food_category = '0201' where id = (
    select material_type_id from material where id = ${ids.oil})`);
  expect((await refusal(go(SOURCE, id, "approve", manager), "invalid")).message).toContain(
    "生产许可证许可范围未覆盖物料类别【",
  );
  await run(sql`insert into supplier_certificate (id, supplier_id, certificate_type, certificate_name, certificate_no, issuer,
      issue_date, is_long_term, food_categories, state, origin)
    values (${world.engine.newId()}, ${ids.supplierB}, 'food_production', '食品生产许可证', 'SC10000000000001', '市场监督管理局',
      '2024-01-01', true, '01、02', 'valid', 'staff')`);
  await go(SOURCE, id, "approve", manager);
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
