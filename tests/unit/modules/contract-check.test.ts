import { expect, test } from "vitest";
import {
  type CheckedContract,
  checkContracts,
  isInRange,
} from "~/modules/contract-management/contract/contract-check.rules";

const contract = (id: string, start: string | null, end: string | null, state = "effective"): CheckedContract => ({
  id,
  number: `HT-${id}`,
  state,
  start_date: start,
  end_date: end,
});

test("首尾两天都在有效期内，没有写的一端不设限", () => {
  const year = contract("a", "2025-01-01", "2025-12-31");
  expect(["2025-01-01", "2025-06-01", "2025-12-31"].every((day) => isInRange(year, day))).toBe(true);
  expect(["2024-12-31", "2026-01-01"].some((day) => isInRange(year, day))).toBe(false);
  expect(isInRange(contract("b", null, "2025-12-31"), "1999-01-01")).toBe(true);
  expect(isInRange(contract("c", "2025-01-01", null), "2999-01-01")).toBe(true);
  expect(isInRange(contract("d", null, null), "2025-01-01")).toBe(true);
});

test("没有合同", () => {
  expect(checkContracts([], "2025-06-01")).toEqual({ verdict: "none" });
});

test("有效期内的优先，其次执行中的，再次开始最晚的", () => {
  const old = contract("old", "2024-01-01", "2024-12-31");
  const signed = contract("signed", "2025-02-01", "2025-12-31", "signed");
  const early = contract("early", "2025-01-01", "2025-12-31");
  const late = contract("late", "2025-03-01", "2025-12-31");
  const verdict = (contracts: CheckedContract[]) => {
    const found = checkContracts(contracts, "2025-06-01");
    return [found.verdict, found.verdict === "none" ? "" : found.contract.id];
  };
  expect(verdict([old, signed])).toEqual(["in_range", "signed"]);
  expect(verdict([old, signed, early])).toEqual(["in_range", "early"]);
  expect(verdict([early, late, signed])).toEqual(["in_range", "late"]);
  expect(verdict([old])).toEqual(["out_of_range", "old"]);
});

test("判断不改动传入的列表", () => {
  const contracts = [contract("a", "2024-01-01", "2024-12-31"), contract("b", "2025-01-01", "2025-12-31")];
  checkContracts(contracts, "2025-06-01");
  expect(contracts.map(({ id }) => id)).toEqual(["a", "b"]);
});
