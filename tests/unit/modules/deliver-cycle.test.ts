import { describe, expect, test } from "vitest";
import {
  betterTotal,
  inSeason,
  type LeadTime,
  leadTimeFor,
  oneSubject,
  p80,
  proposesOther,
  seasonWhole,
  totalDays,
} from "~/modules/master-data/deliver-cycle/deliver-cycle.rules";

const base: LeadTime = {
  id: "x",
  material_id: null,
  material_type_id: null,
  supplier_id: null,
  factory_id: null,
  total_days: 10,
  season_from: null,
  season_to: null,
  season_extra: null,
  valid_from: "2025-01-01",
  valid_to: null,
};
const asked = { supplierId: "S", factoryId: "F", orderDate: "2025-03-10", materialId: "M", types: ["T2", "T1"] };
const cycle = (id: string, more: Partial<LeadTime>): LeadTime => ({ ...base, id, ...more });

describe("采购交货周期", () => {
  test("越具体的越优先：物料加供应商加工厂、物料加供应商、物料、下级类型、上级类型", () => {
    const all = [
      cycle("type1", { material_type_id: "T1", supplier_id: "S", factory_id: "F" }),
      cycle("type2", { material_type_id: "T2" }),
      cycle("material", { material_id: "M" }),
      cycle("material+factory", { material_id: "M", factory_id: "F" }),
      cycle("material+supplier", { material_id: "M", supplier_id: "S" }),
      cycle("all", { material_id: "M", supplier_id: "S", factory_id: "F" }),
    ];
    for (let left = all.length; left > 0; left -= 1)
      expect(leadTimeFor(all.slice(0, left), asked)?.id).toBe(all[left - 1]?.id);
  });

  test("别的供应商、别的工厂、别的物料和不在有效期内的不算", () => {
    const others = [
      cycle("a", { material_id: "M", supplier_id: "other" }),
      cycle("b", { material_id: "M", factory_id: "other" }),
      cycle("c", { material_id: "other" }),
      cycle("d", { material_id: "M", valid_from: "2025-03-11" }),
      cycle("e", { material_id: "M", valid_to: "2025-03-09" }),
    ];
    expect(leadTimeFor(others, asked)).toBeNull();
    expect(leadTimeFor([cycle("f", { material_id: "M", valid_to: "2025-03-10" })], asked)?.days).toBe(10);
  });

  test("同样具体的，生效晚的算", () => {
    const two = [cycle("old", { material_id: "M" }), cycle("new", { material_id: "M", valid_from: "2025-02-01" })];
    expect(leadTimeFor(two, asked)?.id).toBe("new");
    expect(leadTimeFor([...two].reverse(), asked)?.id).toBe("new");
  });

  test("旺季跨年；下单或到货在旺季内才加天", () => {
    const season = { season_from: "12-20", season_to: "02-15", season_extra: 7 };
    expect(["2025-12-20", "2026-01-01", "2026-02-15"].every((day) => inSeason(day, season))).toBe(true);
    expect(["2025-12-19", "2026-02-16"].some((day) => inSeason(day, season))).toBe(false);
    const one = [cycle("s", { material_id: "M", ...season })];
    expect(leadTimeFor(one, asked)?.days).toBe(10);
    expect(leadTimeFor(one, { ...asked, orderDate: "2025-12-12" })?.days).toBe(17);
    expect(leadTimeFor(one, { ...asked, orderDate: "2026-02-15" })?.days).toBe(17);
  });

  test("物料和类型只选一项，旺季三项一起填，总周期是三段之和", () => {
    expect(oneSubject({ material_id: null, material_type_id: null })?.message).toBe("请选择物料或物料类型");
    expect(oneSubject({ material_id: "M", material_type_id: "T" })?.field).toBe("material_type_id");
    expect(oneSubject({ material_id: "M", material_type_id: null })).toBeNull();
    expect(seasonWhole({ season_from: "12-20", season_to: null, season_extra: 3 })?.field).toBe("season_to");
    expect(seasonWhole({ season_from: null, season_to: null, season_extra: null })).toBeNull();
    expect(totalDays({ prepare_days: 7, transit_days: 2, inspect_days: 1 })).toBe(10);
  });
});

describe("确认周期和建议", () => {
  test("80分位：五行里的第四行；不足三行没有", () => {
    expect(p80([9, 3, 7, 5, 30], 3)).toBe(9);
    expect(p80([4, 4, 4], 3)).toBe(4);
    expect(p80([4, 4], 3)).toBeNull();
  });

  test("超过约定两成才算偏短", () => {
    expect(betterTotal(10, 12, 20)).toBeNull();
    expect(betterTotal(10, 13, 20)).toBe(13);
    expect(betterTotal(10, null, 20)).toBeNull();
  });

  test("与现行周期相同的建议不用提", () => {
    const agreed = { prepare_days: 5, transit_days: 2 };
    expect(proposesOther(agreed, { prepare_days: 5, transit_days: 2 })?.message).toBe("建议与现行周期相同，无需提出");
    expect(proposesOther(agreed, { prepare_days: 5, transit_days: 3 })).toBeNull();
  });
});
