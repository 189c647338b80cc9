import { describe, expect, test } from "vitest";
import { ownLimits } from "~/modules/supplier-management/gate-exemption/own-limits.rules";
import {
  type GateQuestion,
  reasonsAgainst,
  type Standing,
} from "~/modules/supplier-management/gate-exemption/supplier-gate.rules";

const supplier = {
  id: "s",
  name: "禾阳禾穗源面粉有限公司",
  stage: "qualified",
  type: "manufacturer",
  class: null,
  is_temporary: false,
  temp_valid_to: null,
  temp_cap: null,
};
const standing: Standing = {
  suppliers: [supplier],
  materials: [],
  reports: [],
  sources: [],
  freezes: [],
  exemptions: [],
  certificates: [],
  required: [{ certificate: "food_production", name: "食品生产许可证", type: null, supplier_type: null }],
};
const question: GateQuestion = {
  action: "award",
  supplierId: "s",
  materialIds: [],
  factoryId: null,
  purchaseOrgId: null,
  day: "2026-11-22",
  quantities: {},
  amount: null,
};
const licence = { supplier: "s", id: "c", type: "food_production", name: "食品生产许可证", state: "valid" };

const texts = (wanted: Partial<GateQuestion>, certificates: Standing["certificates"]) =>
  reasonsAgainst({ ...standing, certificates }, { ...question, ...wanted }, null, false).map(({ text }) => text);

describe("必备资质", () => {
  test("缺少的资质按字典的名称说出，不说代码", () => {
    expect(texts({}, [])).toEqual(["供应商【禾阳禾穗源面粉有限公司】缺少必备资质【食品生产许可证】，不能定标"]);
  });

  test("当天到期仍有效，次日拦住；没有到期日的一直有效", () => {
    expect(texts({}, [{ ...licence, valid_to: "2026-11-22" }])).toEqual([]);
    expect(texts({ day: "2026-11-23" }, [{ ...licence, valid_to: "2026-11-22" }])).toEqual([
      "供应商【禾阳禾穗源面粉有限公司】的【食品生产许可证】已过期，不能定标",
    ]);
    expect(texts({ day: "2036-11-23" }, [{ ...licence, valid_to: null }])).toEqual([]);
  });

  test("别家的资质不算；收货和付款不看资质", () => {
    expect(texts({}, [{ ...licence, supplier: "t", valid_to: null }])).toHaveLength(1);
    expect(texts({ action: "delivery" }, [])).toEqual([]);
    expect(texts({ action: "payment" }, [])).toEqual([]);
  });
});

test.each(["eliminated", "blacklisted"])("终止合作的供应商（%s）只被告知已终止，不说缘由", (stage) => {
  const over = { ...standing, suppliers: [{ ...supplier, stage }], required: [] };
  const reasons = reasonsAgainst(over, { ...question, action: "release" }, null, false);
  expect(reasons.map(({ text }) => text)[0]).toMatch(/已淘汰|已列入黑名单/);
  expect(ownLimits(supplier.name, [{ action: "release", reasons }]).map(({ text }) => text)).toEqual([
    "贵司与我方的合作已终止，不能下达订单",
  ]);
});
