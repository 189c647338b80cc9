import { expect, test } from "vitest";
import {
  bandsCover,
  classesOnce,
  finedAfterGrace,
  fineOf,
  isLate,
  lateDays,
} from "~/modules/master-data/delivery-assessment/delivery-assessment.rules";

const bands = (...pairs: [string, string][]) => ({
  bands: pairs.map(([from_rate, to_rate]) => ({ from_rate, to_rate })),
});

test("准时率区间从0到100首尾相接，不论先后；空档、重叠、倒置、不到头都说明", () => {
  expect(bandsCover(bands(["0", "80"], ["80", "100"]))).toBeNull();
  expect(bandsCover(bands(["80", "100.0000"], ["0.0000", "80"]))).toBeNull();
  const message = "准时率区间存在空档或重叠";
  expect(bandsCover(bands(["0", "80"], ["81", "100"]))).toEqual({ field: "bands.1.from_rate", message });
  expect(bandsCover(bands(["0", "80"], ["79", "100"]))?.message).toBe(message);
  expect(bandsCover(bands(["0", "100"], ["100", "100"]))?.message).toBe(message);
  expect(bandsCover(bands(["1", "100"]))?.field).toBe("bands.0.from_rate");
  expect(bandsCover(bands(["0", "99"]))).toEqual({ field: "bands", message });
});

test("起罚天数在宽限之后；分类不重复", () => {
  expect(finedAfterGrace({ clause_id: "a", fine_start_days: 3, grace_days: 2 })).toBeNull();
  expect(finedAfterGrace({ clause_id: "a", fine_start_days: 2, grace_days: 2 })?.field).toBe("fine_start_days");
  expect(finedAfterGrace({ clause_id: null, fine_start_days: 1, grace_days: 2 })).toBeNull();
  expect(classesOnce({ classes: [{ supplier_class_id: "a" }, { supplier_class_id: "a" }] })?.field).toBe(
    "classes.1.supplier_class_id",
  );
});

test("宽限期最后一天不算延期，次日起算", () => {
  expect(isLate("2025-03-01", "2025-03-03", 2)).toBe(false);
  expect(isLate("2025-03-01", "2025-03-04", 2)).toBe(true);
  expect(lateDays("2025-03-01", "2025-03-04")).toBe(3);
  expect(lateDays("2025-03-05", "2025-03-04")).toBe(0);
});

test("扣款=金额×日费率×（延期天数−宽限），不超过上限；未到起罚天数为零", () => {
  const terms = { graceDays: 1, startDays: 3, rate: "0.05", cap: "5" };
  expect(fineOf("10000", 2, terms)).toBe("0.00");
  expect(fineOf("10000", 3, terms)).toBe("10.00");
  expect(fineOf("10000", 300, terms)).toBe("500.00");
  expect(fineOf("10000", 300, { ...terms, cap: null })).toBe("1495.00");
  expect(fineOf("333.33", 4, { ...terms, rate: "0.3333" })).toBe("3.33");
  expect(fineOf("10000", 30, { ...terms, rate: null })).toBe("0.00");
});
