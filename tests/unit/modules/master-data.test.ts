import { describe, expect, test } from "vitest";
import { taxNumberFits } from "~/modules/master-data/company/company.rules";
import {
  calendarRunsForward,
  daysOnce,
  TIME_OF_DAY,
  windowsRunForward,
  workdayFrom,
  worksOn,
} from "~/modules/master-data/factory/factory.rules";
import { baseUnitStays, rateForPurchaseUnit, shelfLifeOfFood } from "~/modules/master-data/material/material.rules";
import { levelComplaints } from "~/modules/master-data/material-type/material-type.rules";
import { companiesOnce, OWN_BRANCH } from "~/modules/master-data/purchase-org/purchase-org.rules";
import { certificatesOnce, inheritedComplaints } from "~/modules/master-data/supplier-class/supplier-class.rules";
import { circleComplaint } from "~/modules/master-data/tree.rules";

describe("工厂的工作日历", () => {
  const holiday = { from_day: "2026-10-01", to_day: "2026-10-07", kind: "rest" };
  const turn = { from_day: "2026-10-10", to_day: "2026-10-10", kind: "work" };
  const weekend = { weekly_rest: "weekend", calendar: [holiday, turn] };

  test("每周休息日、放假和调休；日历先于每周休息日", () => {
    const week = ["2026-09-25", "2026-09-26", "2026-09-27", "2026-10-10", "2026-10-11"];
    expect(week.map((day) => worksOn(day, weekend))).toEqual([true, false, false, true, false]);
    expect(week.map((day) => worksOn(day, { ...weekend, weekly_rest: "sunday" }))).toEqual([
      ...[true, true, false, true, false],
    ]);
    for (const weekly_rest of ["none", null]) expect(worksOn("2026-09-27", { weekly_rest, calendar: [] })).toBe(true);
  });

  test("落在休息日的顺延到下一个收货日；休得太久的不顺延", () => {
    expect(workdayFrom("2026-09-30", weekend)).toBe("2026-09-30");
    expect(workdayFrom("2026-10-01", weekend)).toBe("2026-10-08");
    expect(workdayFrom("2026-10-11", weekend)).toBe("2026-10-12");
    const season = { weekly_rest: null, calendar: [{ from_day: "2026-01-01", to_day: "2026-05-31", kind: "rest" }] };
    expect(workdayFrom("2026-01-02", season)).toBe("2026-06-01");
    const closed = { weekly_rest: null, calendar: [{ from_day: "2026-01-01", to_day: "2027-12-31", kind: "rest" }] };
    expect(workdayFrom("2026-03-02", closed)).toBe("2026-03-02");
  });

  test("结束不早于开始，日期不重叠", () => {
    const backwards = { ...holiday, to_day: "2026-09-30" };
    expect(calendarRunsForward({ calendar: [turn, backwards] })).toEqual({
      field: "calendar.1.to_day",
      message: "第2行结束日期不能早于开始日期",
    });
    expect(daysOnce({ calendar: [holiday, turn] })).toBeNull();
    expect(daysOnce({ calendar: [holiday, turn, { ...turn, from_day: "2026-10-07" }] })?.message).toBe(
      "第3行与第1行日期重叠",
    );
  });
});

describe("公司", () => {
  test("税号校验位不对要提示", () => {
    expect(taxNumberFits({ tax_number: "91000000000000000K" })).toBeNull();
    expect(taxNumberFits({ tax_number: "91000000000000000M" })).toEqual({
      field: "tax_number",
      message: "统一社会信用代码校验不通过，请核对",
    });
  });
});

describe("树", () => {
  test("上级是自身、下级的下级都不行，别的分支可以", () => {
    expect(circleComplaint("a", [], OWN_BRANCH)).toBeNull();
    expect(circleComplaint("a", ["b", "root"], OWN_BRANCH)).toBeNull();
    expect(circleComplaint("a", ["a"], OWN_BRANCH)?.message).toBe("上级组织不能是自身或下级");
    expect(circleComplaint("a", ["c", "b", "a"], OWN_BRANCH)?.field).toBe("parent_id");
  });
});

describe("采购组织", () => {
  test("同一公司只能列一次，提示指到重复的那一行", () => {
    expect(companiesOnce({ companies: [{ company_id: "1" }, { company_id: "2" }] })).toBeNull();
    expect(companiesOnce({ companies: [{ company_id: "1" }, { company_id: "2" }, { company_id: "1" }] })).toEqual({
      field: "companies.2.company_id",
      message: "第3行公司重复，请删除",
    });
  });
});

describe("工厂收货时段", () => {
  test("时间写法", () => {
    for (const time of ["00:00", "08:30", "23:59", "24:00"]) expect(TIME_OF_DAY.test(time)).toBe(true);
    for (const time of ["8:30", "24:01", "08:60", "0830"]) expect(TIME_OF_DAY.test(time)).toBe(false);
  });

  test("结束必须晚于开始", () => {
    expect(windowsRunForward({ windows: [{ start_time: "08:00", end_time: "11:30" }] })).toBeNull();
    const windows = [
      { start_time: "08:00", end_time: "11:30" },
      { start_time: "13:00", end_time: "13:00" },
    ];
    expect(windowsRunForward({ windows })).toEqual({
      field: "windows.1.end_time",
      message: "第2行结束时间必须晚于开始时间",
    });
  });
});

describe("供应商分类", () => {
  test("资质不重复，也不重复上级已有的", () => {
    expect(certificatesOnce({ certificates: [{ cert_name: "营业执照" }, { cert_name: "营业执照" }] })?.field).toBe(
      "certificates.1.cert_name",
    );
    expect(inheritedComplaints(["型检报告", "营业执照"], ["营业执照"])).toEqual([
      { field: "certificates.1.cert_name", message: "该资质继承自上级分类" },
    ]);
    expect(inheritedComplaints(["型检报告"], [])).toEqual([]);
  });
});

describe("物料类型只有两级", () => {
  const type = { id: "t", parent_id: "p", category: "raw" };
  const parent = { parent_id: null, category: "raw" };

  test("一级之下可以，二级之下不行，自己之下不行", () => {
    expect(levelComplaints(type, { parent, childCount: 0 })).toBeNull();
    expect(levelComplaints(type, { parent: { ...parent, parent_id: "x" }, childCount: 0 })?.message).toBe(
      "物料类型只有两级，请选择一级类型作为上级",
    );
    expect(levelComplaints({ ...type, parent_id: "t" }, { parent, childCount: 0 })?.message).toBe("上级类型不能是自身");
  });

  test("有下级的不能再变成二级，类别跟着上级", () => {
    expect(levelComplaints(type, { parent, childCount: 1 })?.message).toBe("该类型已有下级，不能再挂到其他类型下");
    expect(levelComplaints({ ...type, category: "packaging" }, { parent, childCount: 0 })).toEqual({
      field: "category",
      message: "类别须与上级类型一致",
    });
  });
});

describe("物料", () => {
  test("原料和成品要填保质期，包材不用", () => {
    expect(shelfLifeOfFood("raw", null)?.message).toBe("食品类物料请填写保质期");
    expect(shelfLifeOfFood("finished", null)?.field).toBe("shelf_life_days");
    expect(shelfLifeOfFood("raw", 365)).toBeNull();
    expect(shelfLifeOfFood("packaging", null)).toBeNull();
  });

  test("采购单位不同于基本单位时要有换算率", () => {
    expect(rateForPurchaseUnit({ uom: "kg", purchase_uom: "t", uom_rate: null })?.field).toBe("uom_rate");
    expect(rateForPurchaseUnit({ uom: "kg", purchase_uom: "t", uom_rate: "1000.000000" })).toBeNull();
    expect(rateForPurchaseUnit({ uom: "kg", purchase_uom: "kg", uom_rate: null })).toBeNull();
    expect(rateForPurchaseUnit({ uom: "kg", purchase_uom: null, uom_rate: null })).toBeNull();
  });

  test("有了业务就不能改基本单位", () => {
    expect(baseUnitStays("kg", "t", 3)?.message).toBe("物料已有业务，不能修改基本单位");
    expect(baseUnitStays("kg", "t", 0)).toBeNull();
    expect(baseUnitStays("kg", "kg", 3)).toBeNull();
  });
});
