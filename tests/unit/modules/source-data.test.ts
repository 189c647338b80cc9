import { expect, test } from "vitest";
import {
  coversCategory,
  endsAfterStart,
  endsLater,
  trialIsLimited,
} from "~/modules/base-data/source-data/source-data.rules";
import { typeInspectionDue } from "~/modules/master-data/type-inspection-due/type-inspection-due.entity";
import {
  inspectionState,
  limitText,
  measuredItems,
} from "~/modules/master-data/type-inspection-report/type-inspection-report.rules";
import {
  itemsOnce,
  limitsFit,
  oneSubject,
} from "~/modules/master-data/type-inspection-rule/type-inspection-rule.rules";
import { whenDue } from "~/modules/master-data/when-due.rules";
import { bandsCover } from "~/modules/supplier-audit/audit-rule/audit-rule.rules";
import { addMonths, daysBetween } from "~/shared/calendar";
import { stepReached } from "~/shared/day-steps";

test("货源最后一天可以就是生效那天，不能更早", () => {
  expect(endsAfterStart({ effective_from: "2026-03-02", effective_to: "2026-03-02" })).toBeNull();
  expect(endsAfterStart({ effective_from: "2026-03-02", effective_to: "2026-03-01" })?.field).toBe("effective_to");
  expect(trialIsLimited({ trial_qty: null })?.message).toContain("试用限量");
});

test("延期要晚于现在的失效日期，不能是过去", () => {
  const until = (day: string, effective_to: string | null = "2026-03-31") =>
    endsLater({ effective_to, until: day, today: "2026-03-02" })?.message ?? null;
  expect(until("2026-04-01")).toBeNull();
  expect(until("2026-03-31")).toBe("新的失效日期须晚于现在的失效日期2026-03-31");
  expect(until("2026-03-01")).toBe("新的失效日期不能早于今天");
  expect(until("2026-03-02", "2026-03-01")).toBeNull();
});

test("型检状态：到期前30天起即将到期，超期15天仍可下单，第16天受限", () => {
  const on = (today: string) => inspectionState("2026-03-31", today, 30);
  expect(["2026-02-28", "2026-03-01", "2026-03-31", "2026-04-01", "2026-04-15", "2026-04-16"].map(on)).toEqual([
    "normal",
    "due_soon",
    "due_soon",
    "overdue",
    "overdue",
    "blocked",
  ]);
  expect(["2026-03-30", "2026-03-31", "2026-04-03"].map((today) => whenDue("2026-03-31", today))).toEqual([
    "将于2026-03-31到期（剩余1天）",
    "今天到期",
    "已超期3天",
  ]);
});

test("型检规则只说物料或物料类型中的一个，上限不小于下限，项目不重复", () => {
  expect(oneSubject({ material_id: null, material_type_id: null })?.field).toBe("material_id");
  expect(oneSubject({ material_id: "a", material_type_id: "b" })?.field).toBe("material_type_id");
  expect(oneSubject({ material_id: "a", material_type_id: null })).toBeNull();
  expect(limitsFit({ items: [{ item: "水分", lower: "5.1", upper: "5" }] })?.message).toContain("第1行");
  expect(
    itemsOnce({
      items: [
        { item: "水分", lower: null, upper: "5" },
        { item: "水分", lower: null, upper: "6" },
      ],
    })?.field,
  ).toBe("items.1.item");
});

test("结论区间连续覆盖0到100", () => {
  const band = (min: string, max: string) => ({ min, max });
  expect(bandsCover({ conclusions: [band("85", "100"), band("0", "70"), band("70", "85")] })).toBeNull();
  expect(bandsCover({ conclusions: [band("0", "70"), band("71", "100")] })?.field).toBe("conclusions");
  expect(bandsCover({ conclusions: [band("0", "99")] })?.field).toBe("conclusions");
});

test("几个月之后：月末不越过短月", () => {
  expect(addMonths("2025-01-31", 1)).toBe("2025-02-28");
  expect(addMonths("2024-02-29", 12)).toBe("2025-02-28");
  expect(addMonths("2025-06-15", 6)).toBe("2025-12-15");
});

test("许可证的大类包含细类，号码之间怎么分隔都可以", () => {
  expect(coversCategory("01、0302；15", "0101")).toBe(true);
  expect(coversCategory("0101 0302", "0302")).toBe(true);
  expect(coversCategory("0302", "03")).toBe(false);
  expect(coversCategory("", "0101")).toBe(false);
});

test("趋势只画至少两份报告量出数字的项目，有限值的在前；有一份没写限值的不画限值", () => {
  const item = (name: string, value: string, upper: string | null = null) => ({
    ...{ item: name, value, unit: "%", lower: null, upper },
  });
  const reports = [
    { label: "一", items: [item("感官", "正常"), item("灰分", "0.5"), item("水分", "<12", "14")] },
    { label: "二", items: [item("感官", "正常"), item("灰分", "0.6", "1"), item("水分", "11", "14")] },
    { label: "三", items: [item("铅", "0.01")] },
  ];
  expect(measuredItems(reports)).toEqual([
    {
      item: "水分",
      unit: "%",
      labels: ["一", "二"],
      series: [
        { label: "实测值", values: ["12", "11"] },
        { label: "上限", values: ["14", "14"] },
      ],
    },
    { item: "灰分", unit: "%", labels: ["一", "二"], series: [{ label: "实测值", values: ["0.5", "0.6"] }] },
  ]);
});

test.each([
  ["2025-04-09", true, false],
  ["2025-04-08", false, false],
  ["2025-03-17", true, false],
  ["2025-03-10", true, false],
  ["2025-03-08", false, false],
  ["2025-03-07", true, false],
  ["2025-02-28", false, true],
  ["2025-02-23", true, false],
  ["2025-02-22", false, true],
])("型检到期日%s，3月10日告诉供应商和质量：%s，告诉采购员：%s", (due, supplier, buyer) => {
  const late = daysBetween(due, "2025-03-10");
  const { reminders } = typeInspectionDue.deadlines?.due ?? {};
  const isSaid = (name: string) => {
    const { days = [], every = 0 } = reminders?.[name] ?? {};
    return stepReached(days, every, late) === late;
  };
  expect({ supplier: isSaid("supplier"), buyer: isSaid("buyer") }).toEqual({ supplier, buyer });
});

test.each([
  [{ lower: null, upper: "14.5000", unit: "%" }, "≤14.5 %"],
  [{ lower: "0.1000", upper: "2.0000", unit: null }, "≥0.1，≤2"],
  [{ lower: null, upper: null, unit: "mg" }, ""],
])("限值写成文字", (limits, text) => {
  expect(limitText(limits)).toBe(text);
});
