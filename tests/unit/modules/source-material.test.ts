import { expect, test } from "vitest";
import { type MaterialSource, sourcingOf } from "~/modules/base-data/source-data/sourcing.rules";

const source = (supplierId: string, more: Partial<MaterialSource> = {}): MaterialSource => ({
  supplierId,
  ...{ state: "active", from: "2025-01-01", to: null },
  ...more,
});
const of = (sources: readonly MaterialSource[], dueDays: Readonly<Record<string, string>> | null = null) =>
  sourcingOf({
    sources,
    inspected: dueDays !== null,
    dueDays: new Map(Object.entries(dueDays ?? {})),
    today: "2025-03-10",
    soon: "2025-04-09",
  });

test("没有正式货源、只有一个、两个以上", () => {
  expect(of([]).risk).toBe("none");
  expect(of([source("a", { state: "trial" })])).toMatchObject({ risk: "none", trial: 1, formal: 0 });
  expect(of([source("a"), source("a")])).toMatchObject({ risk: "single", formal: 1 });
  expect(of([source("a"), source("b")])).toMatchObject({ risk: "ok", formal: 2, report: "unneeded" });
});

test("暂停的单列，已有别的货源供货的不算；还没有生效和已经失效的不算", () => {
  const found = of([source("a"), source("a", { state: "suspended" }), source("b", { state: "suspended" })]);
  expect(found).toMatchObject({ formal: 1, blocked: 1 });
  expect(of([source("a", { from: "2025-03-11" }), source("b", { to: "2025-03-09" })]).risk).toBe("none");
});

test("全部货源或其型检报告在30天内到期的即将断供", () => {
  expect(of([source("a", { to: "2025-04-09" })]).risk).toBe("expiring");
  expect(of([source("a", { to: "2025-04-09" }), source("b")]).risk).toBe("ok");
  expect(of([source("a")], { a: "2025-04-09" })).toMatchObject({ risk: "expiring", report: "expiring" });
  expect(of([source("a"), source("b")], { a: "2025-03-01", b: "2026-01-01" })).toMatchObject({ report: "overdue" });
  expect(of([source("a")], {})).toMatchObject({ report: "missing" });
});
