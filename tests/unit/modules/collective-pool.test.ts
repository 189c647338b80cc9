import { expect, test } from "vitest";
import {
  factoriesChanged,
  factoriesOnce,
  fallenShort,
  periodRuns,
  planLinesOnce,
  poolSaving,
  severalTakePart,
  toInquire,
} from "~/modules/purchase-management/collective/collective.rules";

const line = (id: string, factory_id: string, qty = "5") => ({ id, factory_id, material_id: "m", qty, uom: "kg" });

test("至少两个工厂有需求，只在参与工厂里列出的不算", () => {
  expect(severalTakePart({ demands: [{ factory_id: "a" }, { factory_id: "a" }] })?.message).toBe(
    "集采至少需要两个工厂参与",
  );
  expect(severalTakePart({ demands: [{ factory_id: "a" }, { factory_id: "b" }] })).toBeNull();
});

test("同一工厂、同一计划行只列一次，指出第几行；没有计划行的可以有几行", () => {
  expect(factoriesOnce({ factories: [{ factory_id: "a" }, { factory_id: "a" }] })?.field).toBe(
    "factories.1.factory_id",
  );
  expect(planLinesOnce({ demands: [{ plan_line: "p" }, { plan_line: "p" }] })?.field).toBe("demands.1.plan_line");
  expect(planLinesOnce({ demands: [{ plan_line: null }, { plan_line: null }] })).toBeNull();
});

test("供货期不能倒过来", () => {
  expect(periodRuns({ period_from: "2026-02-01", period_to: "2026-01-31" })?.field).toBe("period_to");
});

test("需求变了的工厂：增加、修改、删除、换工厂；数量只是写法不同的不算", () => {
  const before = [line("1", "a"), line("2", "b"), line("3", "c")];
  expect([...factoriesChanged(before, [line("1", "a", "5.000"), line("2", "b"), line("3", "c")])]).toEqual([]);
  expect([...factoriesChanged(before, [line("1", "a", "6"), line("2", "b"), line("3", "c")])]).toEqual(["a"]);
  expect([...factoriesChanged(before, [line("1", "a"), line("2", "d"), line("9", "e")])]).toEqual(["d", "b", "e", "c"]);
});

test("可转询价减去询价占用和已定价的数量；节约额只计有上次价的行", () => {
  expect(toInquire({ qty: "10", sourcing_qty: "3", sourced_qty: null })).toBe("7.000");
  const results = [
    { qty: "100", price: "1.40", last_price: "1.50" },
    { qty: "100", price: "2", last_price: null },
  ];
  expect(poolSaving({ results })).toBe("10.00");
  expect(poolSaving({ results: results.slice(1) })).toBeNull();
});

test("执行不足：同一工厂和物料的需求合计后比较，不足的按执行率从低到高；比较在取整之前", () => {
  const ordered: Record<string, string> = { a: "8", b: "7.9999", c: "0" };
  const short = fallenShort(
    [line("1", "a"), line("2", "a"), line("3", "b", "10"), line("4", "c")],
    ({ factory_id }) => ordered[factory_id] ?? "0",
    80,
  );
  expect(short.map(({ factory_id, rate }) => `${factory_id} ${rate}`)).toEqual(["c 0", "b 79.9"]);
});
