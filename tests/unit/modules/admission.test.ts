import { describe, expect, test } from "vitest";
import {
  checklistPassed,
  evidenceScore,
  evidenceWords,
  hasFailed,
  lateSteps,
  openSteps,
  pathFor,
  progressOf,
  readyForApproval,
  stepOf,
} from "~/modules/supplier-management/admission/admission.rules";
import { comparedWith, pricePositions } from "~/modules/supplier-management/admission/price-position.rules";

describe("价格位置", () => {
  const at = (supplierId: string, untaxed: string, more: object = {}) => ({
    ...{ supplierId, untaxed, currency: "CNY", uom: "kg", validFrom: "2025-01-01", validTo: "2025-12-31", ...more },
  });
  const day = "2025-03-10";

  test("每家只算最新的一条，别家只算有效的；偶数家的中位取平均", () => {
    const prices = [
      at("own", "5", { validFrom: "2024-01-01", validTo: "2024-12-31" }),
      at("a", "3", { validFrom: "2024-06-01" }),
      at("a", "4"),
      at("b", "4.5"),
      at("c", "1", { validTo: "2025-03-09" }),
      at("d", "1", { validFrom: "2025-04-01" }),
    ];
    expect(pricePositions(prices, "own", day)).toEqual([
      {
        ...{ currency: "CNY", uom: "kg", others: 2, lowest: "4", median: "4.250000" },
        own: { price: "5", validTo: "2024-12-31", isOver: true },
      },
    ]);
  });

  test("币种和单位不同的不比；自己和别家都没有的不列", () => {
    const prices = [
      at("own", "5", { currency: "USD" }),
      at("a", "4"),
      at("b", "9", { uom: "t", validTo: "2025-01-31" }),
    ];
    expect(pricePositions(prices, "own", day)).toMatchObject([
      { currency: "USD", others: 0, lowest: null, median: null },
      { currency: "CNY", own: null, lowest: "4", median: "4.000000" },
    ]);
    expect(comparedWith("4", "4.0")).toBe("持平");
    expect(comparedWith("3", "4")).toBe("低25%");
  });
});

const row = (more: object) => ({
  material_type_id: null,
  supplier_type: null,
  need_audit: false,
  need_sample: false,
  need_trial: false,
  ...more,
});

describe("准入路径", () => {
  const all = { need_audit: true, need_sample: true, need_trial: true };

  test("没有规则说到的，全部步骤都要", () => {
    expect(pathFor([], ["grain", "raw"], "trader")).toEqual(all);
    expect(pathFor([row({ material_type_id: "pack" })], ["grain", "raw"], "trader")).toEqual(all);
  });

  test("越具体越优先：类别加类型、类别、上级类别、类型、缺省", () => {
    const rows = [
      row({}),
      row({ supplier_type: "trader", need_trial: true }),
      row({ material_type_id: "raw", need_sample: true }),
      row({ material_type_id: "grain", need_audit: true }),
      row({ material_type_id: "grain", supplier_type: "trader", need_audit: true, need_trial: true }),
    ];
    const path = (count: number) => pathFor(rows.slice(0, count), ["grain", "raw"], "trader");
    expect(path(1)).toEqual({ need_audit: false, need_sample: false, need_trial: false });
    expect(path(2)).toMatchObject({ need_trial: true, need_sample: false });
    expect(path(3)).toMatchObject({ need_sample: true, need_trial: false });
    expect(path(4)).toMatchObject({ need_audit: true, need_sample: false, need_trial: false });
    expect(path(5)).toEqual({ need_audit: true, need_sample: false, need_trial: true });
  });
});

const verifying = {
  state: "verifying",
  need_audit: true,
  need_sample: true,
  need_trial: true,
  audit_result: null as string | null,
  audit_score: null as string | null,
  materials: [
    { sample_result: "pass", trial_result: null },
    { sample_result: "fail", trial_result: null },
  ] as { sample_result: string | null; trial_result: string | null }[],
};

describe("步骤的时限", () => {
  const NORMS = { first_trial: 5, audit: 20, sample: 15, assessing: 5 };
  const standing = (state: string, stage_since: string | null) => ({ ...verifying, state, stage_since });
  const late = (state: string, since: string, today: string, more: object = {}) =>
    lateSteps({ ...standing(state, since), ...more }, today, NORMS).map(({ label, late: days }) => `${label}${days}`);

  test("初审和评审5个工作日：整整一周不算超，第八天起算", () => {
    expect(late("first_trial", "2025-03-10", "2025-03-17")).toEqual([]);
    expect(late("first_trial", "2025-03-10", "2025-03-18")).toEqual(["初审1"]);
    expect(late("assessing", "2025-03-14", "2025-03-21")).toEqual([]);
    expect(late("assessing", "2025-03-14", "2025-03-24")).toEqual(["综合评审3"]);
    expect(late("supplementing", "2025-01-01", "2025-03-24")).toEqual([]);
    expect(late("approved", "2025-01-01", "2025-03-24")).toEqual([]);
    expect(lateSteps(standing("first_trial", null), "2025-03-24", NORMS)).toEqual([]);
  });

  test("验证中：样品15个工作日、审核20个工作日，各算各的，已有结论的不算", () => {
    const open = { materials: [{ sample_result: null, trial_result: null }] };
    expect(late("verifying", "2025-03-03", "2025-03-24", open)).toEqual([]);
    expect(late("verifying", "2025-03-03", "2025-03-25", open)).toEqual(["样品验证1"]);
    expect(late("verifying", "2025-03-03", "2025-04-01", open)).toEqual(["质量审核1", "样品验证8"]);
    expect(late("verifying", "2025-03-03", "2025-04-01", { audit_result: "pass" })).toEqual([]);
  });

  test("列表里说当前步骤：验证中说还缺什么", () => {
    expect(stepOf(standing("verifying", null))).toBe("质量审核、小批试用");
    expect(stepOf({ ...standing("verifying", null), need_audit: false, need_trial: false })).toBe("验证已齐");
    expect(stepOf(standing("supplementing", null))).toBe("初审（待供应商补充）");
  });

  test("证据用几个字说清：合格几样、意见几票、不需要的步骤", () => {
    const assessors = [{ vote: "agree" }, { vote: "agree" }, { vote: "oppose" }, { vote: null }];
    expect(evidenceWords({ ...verifying, need_trial: false, assessors })).toEqual({
      sample_pass: "1/2合格",
      trial_pass: "不需要",
      votes: "同意2、反对1、未发表1",
    });
  });
});

describe("验证", () => {
  test("还缺什么：样品不合格的物料不再要求试用", () => {
    expect(openSteps(verifying)).toEqual(["质量审核", "小批试用"]);
    expect(openSteps({ ...verifying, need_audit: false, need_trial: false })).toEqual([]);
  });

  test("得分按步骤加权，不要求的步骤把权重让给其他步骤", () => {
    const done = { ...verifying, audit_result: "pass", audit_score: "90.0" };
    // 90×50 + 50×30 + 0×20
    expect(evidenceScore(done)).toBe("60.0");
    expect(evidenceScore({ ...done, need_sample: false, need_trial: false })).toBe("90.0");
    // (90×50 + 50×30) / 80
    expect(evidenceScore({ ...done, need_trial: false })).toBe("75.0");
    expect(evidenceScore({ ...verifying, need_audit: false, need_sample: false, need_trial: false })).toBeNull();
  });

  test("进度：供应商看不到的结果显示为进行中", () => {
    const words = (record: Parameters<typeof progressOf>[0]) => progressOf(record).map(({ state }) => state);
    expect(words({ ...verifying, audit_result: "pass", need_trial: false })).toEqual([
      "已完成",
      "已完成",
      "已完成",
      "不需要",
      "未开始",
      "未开始",
    ]);
    const { audit_result: _result, ...theirs } = verifying;
    expect(words({ ...theirs, materials: [] })[1]).toBe("进行中");
    expect(words({ state: "supplementing", need_audit: true })[0]).toBe("进行中");
    expect(words({ state: "rejected", need_audit: true })[0]).toBe("已结束");
  });
});

describe("结论", () => {
  test("每一项都要有结论，否决项不符合不能通过", () => {
    const item = (result: string | null, is_veto = false) => ({ item: "许可证", result, is_veto });
    expect(checklistPassed({ checklist: [item(null), item("ok")] })?.message).toBe("还有1项初审项目没有结论");
    expect(checklistPassed({ checklist: [item("ng", true)] })?.message).toBe("否决项【许可证】不符合，不能通过初审");
    expect(checklistPassed({ checklist: [item("ng"), item("na", true)] })).toBeNull();
  });

  test("提交审批前：评审人都表态，反对要回复，附条件要有条件和期限", () => {
    const good = {
      conclusion: "qualified",
      condition_note: null,
      condition_due: null,
      opposition_reply: null,
      audit_result: "pass",
      assessors: [{ vote: "agree" }],
      materials: [{ line_no: 10, sample_result: "pass", is_dropped: false }],
    };
    const said = (more: object) => readyForApproval({ ...good, ...more })?.message;
    expect(said({})).toBeUndefined();
    expect(said({ assessors: [] })).toBe("请先指定评审人");
    expect(said({ assessors: [{ vote: null }] })).toBe("还有1位评审人没有发表意见");
    expect(said({ assessors: [{ vote: "oppose" }] })).toBe("存在反对意见，请回复后再提交审批");
    expect(said({ assessors: [{ vote: "oppose" }], opposition_reply: "已核实" })).toBeUndefined();
    expect(said({ conclusion: null })).toBe("请填写评审结论");
    expect(said({ audit_result: "fail" })).toBe("质量审核未通过，评审结论不能为合格");
    expect(said({ conclusion: "conditional", condition_note: "补认证" })).toBe("附条件合格须填写条件和完成期限");
    expect(said({ materials: [{ is_dropped: true }] })).toBe("没有可以准入的物料");
  });
});

test("验证中有一项不通过，是否继续由人决定", () => {
  const row = { sample_result: "pass", trial_result: null };
  expect(hasFailed({ audit_result: "conditional", materials: [row] })).toBe(false);
  expect(hasFailed({ audit_result: "fail", materials: [row] })).toBe(true);
  expect(hasFailed({ audit_result: "pass", materials: [row, { ...row, trial_result: "fail" }] })).toBe(true);
});
