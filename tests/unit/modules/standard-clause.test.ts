import { expect, test } from "vitest";
import {
  fallbackDiffers,
  fineTermsComplete,
  notTiedToThirdParty,
  parametersOf,
  parametersWhole,
} from "~/modules/base-data/standard-clause/standard-clause.rules";

const clause = (body: string, fallback: string | null = null, category = "payment") => ({ category, body, fallback });

test("参数按出现的先后列出，重复的只列一次", () => {
  const { body, fallback } = clause("自{{起算日}}起{{ 付款天数 }}日内付款。", "自{{起算日}}起{{宽限天数}}日内付款。");
  expect(parametersOf({ body, fallback })).toBe("起算日、付款天数、宽限天数");
  expect(parametersOf({ body: "没有参数", fallback: null })).toBeNull();
});

test("括号不成对或没有名称的参数不能保存，指出是哪段文本", () => {
  expect(parametersWhole(clause("自{{起算日起付款"))?.field).toBe("body");
  expect(parametersWhole(clause("自起算日}}起付款"))?.field).toBe("body");
  expect(parametersWhole(clause("自{{起算日}}起付款", "自{{ }}起付款"))).toEqual({
    field: "fallback",
    message: "参数缺少名称，请写成{{参数名称}}",
  });
  expect(parametersWhole(clause("自{{起算日}}起{{付款天数}}日内付款"))).toBeNull();
});

test("付款条款不得以收到第三方付款为条件，明确排除的写法可以", () => {
  const refused = "不得约定以收到第三方付款作为向中小企业付款的条件";
  expect(notTiedToThirdParty(clause("甲方收到第三方付款后30日内付款。"))).toEqual({ field: "body", message: refused });
  expect(notTiedToThirdParty(clause("验收后付款。", "按下游客户付款进度同比例支付。"))?.field).toBe("fallback");
  expect(notTiedToThirdParty(clause("验收合格后30日内付款，不以收到第三方付款为条件。"))).toBeNull();
  expect(notTiedToThirdParty(clause("第三方付款的，由乙方开具发票。", null, "delivery"))).toBeNull();
});

test("一句排除第三方付款，不能放过另一句", () => {
  expect(notTiedToThirdParty(clause("不得拖欠。甲方在业主付款后支付。"))?.field).toBe("body");
});

test("让步文本不能就是正文", () => {
  expect(fallbackDiffers(clause("三十日内付款。", " 三十日内付款。"))?.field).toBe("fallback");
  expect(fallbackDiffers(clause("三十日内付款。", "四十五日内付款。"))).toBeNull();
  expect(fallbackDiffers(clause("三十日内付款。"))).toBeNull();
});

test("供扣款引用的违约条款要有费率和上限，上限不低于一天的违约金", () => {
  const terms = { category: "breach", for_fines: true, fine_rate: "0.05", fine_cap: "5" };
  expect(fineTermsComplete(terms)).toBeNull();
  expect(fineTermsComplete({ ...terms, fine_cap: null })).toEqual({
    field: "fine_cap",
    message: "违约条款请填写费率和上限",
  });
  expect(fineTermsComplete({ ...terms, fine_rate: null })?.field).toBe("fine_rate");
  expect(fineTermsComplete({ ...terms, category: "quality" })?.field).toBe("for_fines");
  expect(fineTermsComplete({ ...terms, for_fines: false, fine_rate: null, fine_cap: null })).toBeNull();
  expect(fineTermsComplete({ ...terms, fine_rate: "6" })?.field).toBe("fine_cap");
});
