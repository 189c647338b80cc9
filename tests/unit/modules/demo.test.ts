import { describe, expect, test } from "vitest";
import { inventedCreditCode, inventedPhone } from "~/engine/entity/seed";
import { planContracts } from "~/modules/contract-management/contract/contract-plan.demo";
import { planOrders } from "~/modules/demo/order-plan";
import { CITIES } from "~/modules/demo/places";
import { Random } from "~/modules/demo/random";
import { SUPPLIERS } from "~/modules/demo/suppliers";
import { ARTICLES } from "~/modules/master-data/material/material-articles.demo";
import { addDays } from "~/shared/calendar";
import { isCreditCode } from "~/shared/credit-code";

const TODAY = "2025-06-18";

describe("演示数据", () => {
  test("60家供应商、400个物料，名称和编码各不相同", () => {
    expect(SUPPLIERS).toHaveLength(60);
    expect(new Set(SUPPLIERS.map((one) => one.brand + one.trade)).size).toBe(60);
    const materials = Object.values(ARTICLES).flatMap((list) =>
      list.flatMap(({ name, specs }) => specs.map((spec) => name + spec)),
    );
    expect(materials).toHaveLength(400);
    expect(new Set(materials).size).toBe(400);
  });

  test("信用代码合乎规则，城市和号段都是虚构的", () => {
    for (const [index, { region }] of CITIES.entries())
      expect(isCreditCode(inventedCreditCode(index, region))).toBe(true);
    expect(CITIES.every(({ region }) => region.slice(2, 4) === "99")).toBe(true);
    expect(inventedPhone(12)).toMatch(/^100\d{8}$/);
  });

  test("197张订单，最近18个月，同样的种子得到同样的计划", () => {
    const plan = planOrders(54, TODAY, new Random(1));
    expect(plan).toHaveLength(197);
    expect(planOrders(54, TODAY, new Random(1))).toEqual(plan);
    const days = plan.map((order) => order.orderDate);
    expect(days.every((day) => day <= TODAY && day >= addDays(TODAY, -550))).toBe(true);
    expect(days).toEqual([...days].sort());
    expect(plan.every((order) => order.supplier < 54)).toBe(true);
  });

  test("两家有账号的供应商在每种结局里都有订单", () => {
    const endings = (supplier: number) =>
      new Set(
        planOrders(54, TODAY, new Random(2))
          .filter((order) => order.supplier === supplier)
          .map((order) => order.steps.at(-1)?.name ?? "draft"),
      );
    for (const supplier of [0, 1]) {
      for (const ending of ["draft", "submit", "release", "propose", "confirm", "close", "cancel"]) {
        expect(endings(supplier)).toContain(ending);
      }
    }
  });

  test("合同按年，多数供应商有在执行的，也有一部分没有", () => {
    const suppliers = Array.from({ length: 54 }, (_unused, index) => ({
      isAdmitted: index % 10 !== 9,
      servesSecondCompany: index % 2 === 0,
    }));
    const plans = planContracts(suppliers, TODAY, new Random(3));
    expect(plans.every(({ start, end }) => start <= end)).toBe(true);
    const running = plans.filter(({ fate }) => fate === "effective");
    expect(running.every(({ start, end }) => start <= TODAY && TODAY <= end)).toBe(true);
    expect(plans.filter(({ fate }) => fate === "expired").every(({ end }) => end < TODAY)).toBe(true);
    expect(plans.filter(({ fate }) => fate === "signed").every(({ start }) => start > TODAY)).toBe(true);
    const covered = new Set(running.map(({ supplier }) => supplier));
    expect(covered.size).toBeGreaterThan(30);
    expect(covered.size).toBeLessThan(49);
    expect(plans.every(({ supplier }) => suppliers[supplier]?.isAdmitted)).toBe(true);
  });
});
