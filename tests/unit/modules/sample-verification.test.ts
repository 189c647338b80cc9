import { describe, expect, test } from "vitest";
import {
  dayToCome,
  judgeOf,
  limitsFit,
  sentWithDocuments,
  testsDone,
  trialNotSkipped,
  trialPlanned,
} from "~/modules/supplier-management/sample-verification/sample-verification.rules";
import { initialLimit } from "../../support/limits";

const measured = (value: string | null, lower: string | null = null, upper: string | null = null) => ({
  item: "水分",
  kind: "quantitative",
  lower,
  upper,
  value,
  verdict: null,
});
const looked = (verdict: string | null) => ({ ...measured(null), item: "色泽", kind: "sensory", verdict });

describe("样品检测", () => {
  test("定量按上下限判定，边界算合格，没写的一边不限；定性由人判定", () => {
    expect(judgeOf(measured("14.5", null, "14.5"))).toBe("合格");
    expect(judgeOf(measured("14.5001", null, "14.5"))).toBe("不合格");
    expect(judgeOf(measured("9", "10", "20"))).toBe("不合格");
    expect(judgeOf(measured("1000"))).toBe("合格");
    expect(judgeOf(measured(null, "1", "2"))).toBeNull();
    expect(judgeOf(looked("fail"))).toBe("不合格");
    expect(judgeOf(looked(null))).toBeNull();
    expect(limitsFit({ tests: [measured("1", "3", "2")] })?.field).toBe("tests.0.upper");
  });

  test("检测完成：每项都有结果，有不合格的结论不能为合格，需要试用的不能跳过", () => {
    const said = (tests: ReturnType<typeof measured>[], result?: string) => testsDone({ tests }, { result })?.message;
    expect(said([], "pass")).toBe("请先填写检测项目和结果");
    expect(said([measured("1"), looked(null) as never], "pass")).toBe("检测项目【色泽】还没有结果");
    expect(said([measured("15", null, "14")], "pass")).toBe("存在不合格项目，结论不能为合格");
    expect(said([measured("15", null, "14")], "fail")).toBeUndefined();
    expect(trialNotSkipped({ need_trial: true }, { result: "pass" })?.field).toBe("result");
    expect(trialNotSkipped({ need_trial: true }, { result: "fail" })).toBeNull();
    expect(trialPlanned({}, { result: "pass", trial_factory_id: "f" })?.field).toBe("trial_qty");
  });

  test("寄样要有单号、批号和检验报告；要求日期不能是过去", () => {
    const sent = { express_no: "SF1", batch_no: "P1", supplier_coa: ["x"] };
    expect(sentWithDocuments({}, sent)).toBeNull();
    expect(sentWithDocuments({}, { ...sent, supplier_coa: [] })?.message).toBe("请上传检验报告");
    const facts = { now: "", today: "2025-03-10", actorId: null, supplierId: null, limit: initialLimit };
    expect(dayToCome({ state: "requested", require_date: "2025-03-09" }, {}, new Map(), facts)?.field).toBe(
      "require_date",
    );
    expect(dayToCome({ state: "testing", require_date: "2025-03-09" }, {}, new Map(), facts)).toBeNull();
  });
});
