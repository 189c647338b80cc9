import { describe, expect, test } from "vitest";
import type { ComplianceSnapshot, GateQuestion } from "~/modules/supplier-management/gate-exemption/gate-reason.rules";
import { ownLimits } from "~/modules/supplier-management/gate-exemption/own-limits.rules";
import { reasonsAgainst } from "~/modules/supplier-management/gate-exemption/supplier-gate.rules";

const supplier = {
  id: "s",
  name: "禾阳禾穗源面粉有限公司",
  stage: "qualified",
  type: "manufacturer",
  class: null,
  grade: "N",
  risk: "low",
  is_temporary: false,
  temp_valid_to: null,
  temp_cap: null,
};
const standing: ComplianceSnapshot = {
  factories: [],
  suppliers: [supplier],
  materials: [],
  reports: [],
  sources: [],
  freezes: [],
  exemptions: [],
  certificates: [],
  brands: [],
  corrections: [],
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

const all = (on: boolean) => ({
  ...{ stage: on, freeze: on, certificate: on, type_inspection: on, source: on, trial_qty: on, temporary: on },
  ...{ brand: on, grade: on, risk: on, correction: on },
});

const texts = (wanted: Partial<GateQuestion>, certificates: ComplianceSnapshot["certificates"]) =>
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

test("造假作废的资质拦住且不可放行；重新取得真的才恢复", () => {
  const forged = { ...licence, state: "revoked", valid_to: "2030-01-01" };
  const exemption = {
    ...{ id: "e", number: "LSFX1", supplier: "s", material: null, factory: null, left: null, taken: "0" },
    ...{ from: "2026-11-01", to: "2026-11-30" },
    checks: { ...all(false), certificate: true },
    actions: { rfq: true, award: true, contract: true, release: true, delivery: true, payment: true },
  };
  const excused = { ...standing, exemptions: [exemption] };
  const said = (certificates: ComplianceSnapshot["certificates"]) =>
    reasonsAgainst({ ...excused, certificates }, question, null, false);
  expect(said([])).toMatchObject([{ severity: "warn", exemption: { number: "LSFX1" } }]);
  expect(said([forged])).toMatchObject([
    {
      severity: "refuse",
      fixed: true,
      final: true,
      exemption: null,
      text: "供应商【禾阳禾穗源面粉有限公司】的【食品生产许可证】因造假作废，不能定标",
    },
  ]);
  expect(said([forged, { ...licence, valid_to: "2030-01-01" }])).toEqual([]);
});

describe("绩效等级、风险、品牌授权和致命整改", () => {
  const flour = { id: "m", code: "M001", type: "t", above: null, inspected: false };
  const oil = { id: "o", code: "M002", type: "t", above: null, inspected: false };
  const about = (known: Partial<ComplianceSnapshot>, asked: Partial<GateQuestion>) =>
    reasonsAgainst(
      { ...standing, required: [], materials: [flour, oil], ...known },
      { ...question, materialIds: ["m"], ...asked },
      null,
      false,
    );
  const of = (more: Partial<typeof supplier>) => ({ suppliers: [{ ...supplier, ...more }] });

  test.each([
    ["D", "refuse", "供应商【禾阳禾穗源面粉有限公司】绩效等级为D级，不能定标"],
    ["C", "warn", "供应商【禾阳禾穗源面粉有限公司】绩效等级为C级，请谨慎选择"],
  ])("%s级只影响询价和定标", (grade, severity, text) => {
    expect(about(of({ grade }), {})).toMatchObject([{ check: "grade", severity, text }]);
    for (const action of ["contract", "release", "delivery", "payment"] as const)
      expect(about(of({ grade }), { action })).toEqual([]);
    for (const good of ["A", "B", "N"]) expect(about(of({ grade: good }), {})).toEqual([]);
  });

  test("高风险只提醒采购，不拦；不告诉供应商，被规则改为禁止时只说不能办理", () => {
    const risky = of({ risk: "high" });
    const reasons = about(risky, { action: "release" });
    expect(reasons).toMatchObject([{ check: "risk", severity: "warn" }]);
    expect(about(risky, { action: "payment" })).toEqual([]);
    expect(about(of({ risk: "medium" }), { action: "release" })).toEqual([]);
    expect(ownLimits([{ action: "release", reasons }])).toEqual([]);
    const stopped = reasons.map((one) => ({ ...one, severity: "refuse" as const }));
    expect(ownLimits([{ action: "release", reasons: stopped }]).map(({ text }) => text)).toEqual([
      "您目前不能下达订单",
    ]);
  });

  test("经销商的品牌物料要有自己的有效授权：最后一天仍有效，次日询价和定标拦住、下达提醒", () => {
    const brand = {
      id: "b",
      number: "PP1",
      supplier: "s",
      material: "m",
      brand: "麦田坊",
      to: "2026-11-22",
      state: "valid",
    };
    const trader = of({ type: "trader" });
    expect(about({ ...trader, brands: [brand] }, {})).toEqual([]);
    expect(about({ ...trader, brands: [brand] }, { day: "2026-11-23" })).toMatchObject([
      {
        check: "brand",
        severity: "refuse",
        text: "供应商【禾阳禾穗源面粉有限公司】无【麦田坊】有效授权，涉及物料【M001】，不能定标",
        document: { id: "b" },
      },
    ]);
    const others = { ...trader, brands: [{ ...brand, supplier: "t" }] };
    expect(about(others, { action: "release" })).toMatchObject([
      { check: "brand", severity: "warn", document: { id: "s" } },
    ]);
    // Nobody named the other material, and whoever makes it needs nobody's leave.
    expect(about(others, { materialIds: ["o"] })).toEqual([]);
    expect(about({ brands: others.brands }, {})).toEqual([]);
  });

  test("致命整改到期当天不拦，次日拦住所涉物料的下达；没有物料的只提醒", () => {
    const late = { id: "z", number: "ZG1", supplier: "s", material: "m", due: "2026-11-22", state: "issued" };
    const release = { action: "release" as const, day: "2026-11-23" };
    expect(about({ corrections: [late] }, { ...release, day: "2026-11-22" })).toEqual([]);
    expect(about({ corrections: [late] }, release)).toMatchObject([
      {
        check: "correction",
        severity: "refuse",
        text: "供应商【禾阳禾穗源面粉有限公司】物料【M001】致命整改【ZG1】的整改报告已逾期1天，不能下达订单",
      },
    ]);
    expect(about({ corrections: [late] }, { ...release, materialIds: ["o"] })).toEqual([]);
    expect(about({ corrections: [late] }, { day: "2026-11-23" })).toEqual([]);
    expect(about({ corrections: [{ ...late, material: null, state: "verifying" }] }, release)).toMatchObject([
      { severity: "warn", text: "供应商【禾阳禾穗源面粉有限公司】致命整改【ZG1】的整改措施已逾期1天" },
    ]);
    // Everything is done and waits for us.
    expect(about({ corrections: [{ ...late, due: null, state: "verifying" }] }, release)).toEqual([]);
  });
});

test("型式检验超期第15天仍可下达，第16天拦住，定标只提醒", () => {
  const due = "2026-11-01";
  const inspected = {
    ...standing,
    required: [],
    materials: [{ id: "m", code: "M001", type: "t", above: null, inspected: true }],
    reports: [{ supplier: "s", material: "m", due, id: "r", number: "XS1" }],
  };
  const found = (action: GateQuestion["action"], day: string) =>
    reasonsAgainst(inspected, { ...question, action, materialIds: ["m"], day }, null, false)
      .filter(({ check }) => check === "type_inspection")
      .map(({ severity }) => severity);
  expect(found("release", due)).toEqual([]);
  expect(found("release", "2026-11-16")).toEqual(["warn"]);
  expect(found("release", "2026-11-17")).toEqual(["refuse"]);
  expect(found("award", "2026-11-17")).toEqual(["warn"]);
  expect(found("payment", "2026-11-17")).toEqual([]);
});

test.each(["eliminated", "blacklisted"])("终止合作的供应商（%s）只被告知已终止，不说缘由", (stage) => {
  const over = { ...standing, suppliers: [{ ...supplier, stage }], required: [] };
  const reasons = reasonsAgainst(over, { ...question, action: "release" }, null, false);
  expect(reasons.map(({ text }) => text)[0]).toMatch(/已淘汰|已列入黑名单/);
  expect(ownLimits([{ action: "release", reasons }]).map(({ text }) => text)).toEqual([
    "您与我方的合作已终止，不能下达订单",
  ]);
});

describe("只冻结部分范围", () => {
  const scope = { org: null, factory: "f2", type: null, material: null, label: "二厂" };
  const freeze = { id: "z", number: "DJ1", supplier: supplier.id, from: "2026-01-01", scopes: [scope] };
  const actions = { rfq: false, award: true, contract: false, release: true, delivery: true, payment: false };
  const frozen = { ...standing, required: [], freezes: [{ ...freeze, actions }] };
  const of = (more: object) =>
    reasonsAgainst(frozen, { ...question, action: "award", ...more }, null, false).filter(
      ({ check }) => check === "freeze",
    );

  test("具体单据只在范围内拦住；问供应商整体时作为提醒列出范围", () => {
    expect(of({ factoryId: "f1" })).toEqual([]);
    expect(of({ factoryId: "f2" })).toMatchObject([
      {
        severity: "refuse",
        text: "供应商【禾阳禾穗源面粉有限公司】已被冻结（限二厂），不能定标，冻结单【DJ1】",
      },
    ]);
    expect(of({ factoryId: null })).toEqual([]);
    const general = of({ factoryId: null, isGeneral: true });
    expect(general).toMatchObject([{ severity: "warn", fixed: true }]);
    expect(ownLimits([{ action: "award", reasons: general }])).toMatchObject([
      { severity: "warn", actions: ["award"], text: "您已被冻结（限二厂）" },
    ]);
  });
});
