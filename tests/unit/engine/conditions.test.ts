import { describe, expect, test } from "vitest";
import { policyText } from "~/data/condition-sql.server";
import { matches, mayMatch } from "~/engine/access/matches";
import { where } from "~/shared/condition";
import { CASES, MOMENT, ROWS, SUPPLIER } from "../../support/condition-cases";

const facts = { supplierId: SUPPLIER, ...MOMENT };

describe("条件在内存中的判断与数据库一致", () => {
  test.each(CASES)("%s", (_name, condition, ids) => {
    expect(ROWS.filter((row) => matches(condition, row, facts)).map((row) => row.id)).toEqual(ids);
  });

  test("没有供应商的人没有自己的行，也没有不是自己的行", () => {
    const nobody = { ...facts, supplierId: null };
    for (const condition of [where.own("supplier_id"), where.not(where.own("supplier_id"))]) {
      expect(ROWS.some((row) => matches(condition, row, nobody))).toBe(false);
    }
  });

  test("要看别的表或查找列的条件在内存中无法判断，正反都不成立", () => {
    const other = { op: "exists", table: "t", column: "id", equals: "id", where: where.always } as const;
    for (const condition of [other, { op: "search", text: "a" } as const]) {
      expect(matches(condition, { id: 1 }, facts)).toBe(false);
      expect(matches(where.not(condition), { id: 1 }, facts)).toBe(false);
    }
  });
});

test.each([
  ["只在所列状态中", where.oneOf("state", ["a", "b"]), ["a", "b"]],
  ["别的列是什么都可能", where.all(where.set("released_at"), where.own("supplier_id")), ["a", "b", "c"]],
  ["两者都要", where.all(where.empty("x"), where.not(where.eq("state", "a"))), ["b", "c"]],
  ["其一即可，另一个说不准", where.any(where.eq("state", "a"), where.past("due")), ["a", "b", "c"]],
  ["其一即可", where.any(where.eq("state", "a"), where.never), ["a"]],
])("只知道状态的行能否满足：%s", (_name, condition, states) => {
  expect(["a", "b", "c"].filter((state) => mayMatch(condition, { state }, facts))).toEqual(states);
});

describe("行级策略的文本", () => {
  test("值写成字面量并转义，供应商取自本次事务的设置", () => {
    const condition = where.all(
      where.own("supplier_id"),
      where.oneOf("state", ["it's", "b"]),
      where.not(where.set("x")),
    );
    expect(policyText(condition, "purchase_order")).toBe(
      `("purchase_order"."supplier_id" = nullif(current_setting('app.supplier_id', true), '')::uuid and "purchase_order"."state" in ('it''s', 'b') and not ("purchase_order"."x" is not null))`,
    );
  });

  test("查找用的条件和问参数的条件不能进策略", () => {
    expect(() => policyText(where.reaches("n", "warning.expiryDays"), "supplier")).toThrow(
      "a policy cannot ask for the parameter warning.expiryDays",
    );
    expect(() => policyText({ op: "contains", columns: ["name"], text: "a" }, "supplier")).toThrow(
      'Condition "contains" is for searches and cannot stand in a policy of supplier',
    );
    expect(() => policyText({ op: "search", text: "a" }, "supplier")).toThrow(
      'Condition "search" is for searches and cannot stand in a policy of supplier',
    );
  });
});
