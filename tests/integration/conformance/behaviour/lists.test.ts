import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { matches } from "~/engine/access/matches";
import type { AnyRecord, Field, Toggle } from "~/engine/entity";
import type { Screen } from "~/engine/entity/registry";
import { searchFields } from "~/engine/entity/search-fields";
import { filterField } from "~/engine/operations/filters";
import { labelsOf } from "~/engine/operations/labels.server";
import { isSortable, type ListQuery, listRecords, requireKnown } from "~/engine/operations/list.server";
import { linesOf } from "~/engine/operations/records.server";
import { searchedLabels } from "~/engine/operations/search.server";
import { dayOf } from "~/shared/calendar";
import type { Condition } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { TODAY } from "../../../support/clock";
import { allRecords, behaving, make } from "../../../support/conformance";
import { filterBy, fullWidth, sampleOf, valuesByRow } from "../../../support/filter-cases";
import { initialLimit } from "../../../support/limits";
import { released, stored, submitted } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const tested = behaving("lists");
const world = await openWorld();
afterAll(() => world.close());

const EVERYTHING: ListQuery = { filters: {}, toggles: [], sort: [], page: 1, size: 1000 };
const DAY = 86_400_000;

beforeAll(async () => {
  // Orders that differ in supplier, day, amount and state; two more rows of everything, a day apart.
  await submitted(world, { urgent: "1", order_date: "2025-03-01", order_type: "sample" });
  await released(world);
  for (const [, { key }] of tested) await make(world, key);
  world.clock.advance(DAY);
  for (const [, { key }] of tested) await make(world, key);
  await submitted(world, { supplier_id: world.ids.supplierB, order_date: TODAY });
});

async function listedIds(screen: Screen, request: Partial<ListQuery>): Promise<string[]> {
  const { rows, complaints } = await listRecords(world.system(), screen, { ...EVERYTHING, ...request });
  expect(complaints).toEqual([]);
  return rows.map((row) => row.id);
}

describe.each(tested)("%s列表", (_label, { entity, screen }) => {
  let records: AnyRecord[] = [];
  beforeAll(async () => {
    records = await allRecords(world, entity);
  });

  test("不加条件时每一行都在，各出现一次，分页不重不漏", async () => {
    expect(records.length).toBeGreaterThan(1);
    expect((await listedIds(screen, {})).sort()).toEqual(records.map(({ id }) => id).sort());
    const paged: string[] = [];
    for (let page = 1; page <= Math.ceil(records.length / 2); page += 1) {
      paged.push(...(await listedIds(screen, { page, size: 2 })));
    }
    expect(paged).toEqual(await listedIds(screen, {}));
    const beyond = await listRecords(world.system(), screen, { ...EVERYTHING, page: 9_999, size: 2 });
    expect(beyond.page).toBe(Math.ceil(records.length / 2));
    expect(beyond.count).toBe(records.length);
  });

  test.each(screen.list.filters)("按 %s 筛选：恰好是符合的行", async (name) => {
    const values = await valuesByRow(world, screen, records, name);
    const value = [...values.values()].flat().find((one) => one !== null && one !== undefined);
    // A column nobody has filled in yet: the filter still runs and finds nothing.
    const { typed, fits } = filterBy(screen, name, value ?? sampleOf(world, filterField(screen, name)?.field ?? null));
    const expected = [...values].flatMap(([id, own]) => (own.some(fits) ? [id] : []));
    expect((await listedIds(screen, { filters: { [name]: typed } })).sort()).toEqual(expected.sort());
    if (value !== undefined) expect(expected.length).toBeGreaterThan(0);
    expect(await listedIds(screen, { filters: { [name]: ["", ""] } })).toHaveLength(records.length);
  });

  test("筛选条件叠加，全角输入一样", async () => {
    const [first] = records;
    const names = screen.list.filters.filter((name) => !name.includes(".") && first?.[name] != null).slice(0, 3);
    const filters = Object.fromEntries(names.map((name) => [name, filterBy(screen, name, first?.[name]).typed]));
    expect(await listedIds(screen, { filters })).toContain(first?.id);
    const wide = Object.fromEntries(
      Object.entries(filters).map(([name, typed]) => [name, typed.map((text) => text.replace(/[0-9]/g, fullWidth))]),
    );
    expect((await listedIds(screen, { filters: wide })).sort()).toEqual((await listedIds(screen, { filters })).sort());
  });

  test("搜索框按每个可查字段的内容找得到那一行，全角输入一样，拼凑的找不到", async () => {
    // Rows of a journal have no search columns: their list has no search box, and nobody searches past it.
    if (entity.journal !== undefined) {
      expect(searchedLabels(world.system(), entity)).toBeNull();
      expect(() => requireKnown(world.system(), screen, { ...EVERYTHING, q: "甲" })).toThrow("不能按「q」筛选");
      return;
    }
    for (const name of searchFields(entity).own) {
      const record = records.find((one) => typeof one[name] === "string" && one[name] !== "");
      if (!record) continue;
      const value = String(record[name]);
      expect([name, await listedIds(screen, { q: value })]).toEqual([name, expect.arrayContaining([record.id])]);
      const wide = value.replace(/[0-9]/g, fullWidth);
      expect((await listedIds(screen, { q: wide })).sort()).toEqual((await listedIds(screen, { q: value })).sort());
      expect(await listedIds(screen, { q: `${value} 没有这样的一行` })).toEqual([]);
    }
  });

  test("看不懂的条件说出来，不影响其余", async () => {
    for (const name of screen.list.filters) {
      const shape = filterField(screen, name)?.shape;
      if (shape !== "range" && shape !== "dayRange") continue;
      const result = await listRecords(world.system(), screen, { ...EVERYTHING, filters: { [name]: ["'; drop"] } });
      expect(result.complaints.map(({ field }) => field)).toEqual([name]);
      expect(result.rows).toHaveLength(records.length);
    }
  });

  const sortable = [...new Set([...screen.list.columns, "created_at", "updated_at"])].filter((key) =>
    isSortable(screen, key),
  );

  test.each(sortable)("按 %s 排序：升序、降序，空的在最后", async (key) => {
    const field: Field | undefined = entity.fields[key];
    const labels =
      field?.kind === "reference" && field.options.to
        ? await labelsOf(
            world.system(),
            world.entity(field.options.to),
            records.flatMap((record) => (typeof record[key] === "string" ? [record[key]] : [])),
          )
        : null;
    const shown = (id: string): unknown => {
      const value = records.find((record) => record.id === id)?.[key] ?? null;
      return labels && value !== null ? (labels.get(String(value)) ?? null) : value;
    };
    for (const direction of ["", "-"]) {
      const values = (await listedIds(screen, { sort: [direction + key] })).map(shown);
      expect(values).toHaveLength(records.length);
      const filled = values.filter((value) => value !== null);
      expect(values.slice(filled.length).every((value) => value === null)).toBe(true);
      const ascending = direction === "" ? filled : filled.reverse();
      for (const [position, value] of ascending.slice(1).entries()) {
        expect(ordered(ascending[position], value), `${ascending[position]} before ${value}`).toBe(true);
      }
    }
  });

  test("不认识的排序和开关不起作用", async () => {
    const usual = await listedIds(screen, {});
    for (const name of ["no_such_column", "constructor", "__proto__", "id; drop table company", "tenant_id", ""]) {
      expect(isSortable(screen, name), name).toBe(false);
      expect(await listedIds(screen, { sort: [name], toggles: [name] })).toEqual(usual);
    }
  });

  test("快捷开关恰好留下满足条件的行", async () => {
    for (const [name, toggle] of Object.entries<Toggle | undefined>(screen.list.toggles ?? {})) {
      const facts = {
        supplierId: null,
        today: dayOf(world.clock.now()),
        now: world.clock.now().toISOString(),
        limit: initialLimit,
      };
      // What no column tells is the answer of the entity's hook, among the rows of the condition.
      const { chosen } = world.engine.registry.server(entity.key);
      const worked = toggle?.worked && chosen ? new Set(await chosen(world.system(), name, toggle.where)) : null;
      const expected = records
        .filter((record) => toggle && matchesWithLines(toggle.where, record, facts) && (worked?.has(record.id) ?? true))
        .map(({ id }) => id);
      expect((await listedIds(screen, { toggles: [name] })).sort()).toEqual(expected.sort());
    }
  });

  test("各状态的数量加起来是全部，按状态筛选与数量相符", async () => {
    if (!entity.states) return;
    const { states } = await listRecords(world.system(), screen, { ...EVERYTHING, filters: { state: ["draft"] } });
    expect([...states.values()].reduce((sum, { count }) => sum + count, 0)).toBe(records.length);
    for (const [state, { count }] of states) {
      expect(await listedIds(screen, { filters: { state: [state] } })).toHaveLength(count);
    }
  });
});

/** Judges what the database does with the rows of child tables, too. */
function matchesWithLines(condition: Condition, record: AnyRecord, facts: Parameters<typeof matches>[2]): boolean {
  if (condition.op === "all") return condition.of.every((part) => matchesWithLines(part, record, facts));
  if (condition.op !== "exists") return matches(condition, record, facts);
  const lines = Object.keys(record).filter((name) => condition.table.endsWith(`_${name}`));
  return lines.some((name) => linesOf(record, name).some((line) => matches(condition.where, line, facts)));
}

function ordered(a: unknown, b: unknown): boolean {
  const decimals = /^-?\d+\.\d+$/;
  if (typeof a === "number" && typeof b === "number") return a <= b;
  if (decimals.test(String(a)) && decimals.test(String(b))) return decimal(String(a)).lte(decimal(String(b)));
  return String(a) <= String(b);
}

test("订单按明细里的物料找得到", async () => {
  const screen = world.screen("purchase-orders/purchase-order");
  const found = await listedIds(screen, { filters: { "items.material_id": [world.ids.corn] } });
  expect(found.length).toBeGreaterThan(0);
  for (const id of found) {
    expect(linesOf(await stored(world, id), "items").map((line) => line.material_id)).toContain(world.ids.corn);
  }
});
