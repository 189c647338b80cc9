import { expect, test } from "vitest";
import { absentText, isMissed, sentText } from "~/modules/receiving/inbound-coa/batch-coa.rules";
import type { Reading } from "~/modules/receiving/inbound-coa/inbound-coa.rules";

const reading = (value: string | null, own_value: string | null = null): Reading => ({
  ...{ item: "水分", value_kind: "number", lower: null, lower_open: false, upper: "13", upper_open: false },
  ...{ text_value: null, required: true, value, own_value },
});

test("没有COA要不要紧，由收货控制和标准说", () => {
  expect(isMissed({ required: true, when: "delivery" })).toBe(true);
  expect(isMissed({ required: true, when: "none" })).toBe(false);
  expect(isMissed({ required: false, when: "delivery" })).toBe(false);
  expect(absentText({ required: true, when: "delivery" }, null)).toEqual({
    text: "没有COA，收货控制要求必须有（随送货单）",
    tone: "refused",
  });
  expect(absentText({ required: true, when: null }, null).tone).toBe("warning");
  expect(absentText({ required: true, when: "none" }, null).text).toBe("没有COA，COA标准不要求提交");
  expect(absentText({ required: false, when: "delivery" }, "COA1").text).toBe("COA COA1还没有提交，收货控制不要求");
});

test("一句话写明判定、超出标准和与本厂复检不一致的项数", () => {
  const coa = {
    number: "COA1",
    state: "approved",
    autoResult: "pass",
    finalResult: "pass",
    paperCheck: "same",
  } as const;
  const free = { required: false, when: null } as const;
  expect(sentText({ ...coa, readings: [reading("12", "12.5")] }, free)).toEqual({ text: "合格", tone: "done" });
  expect(sentText({ ...coa, readings: [reading("12", "13.5")] }, free)).toEqual({
    text: "合格，1项与本厂复检不一致",
    tone: "warning",
  });
  const waiting = { ...coa, state: "submitted", autoResult: "fail", finalResult: null } as const;
  expect(sentText({ ...waiting, readings: [reading("14")] }, free)).toEqual({
    text: "待审核，系统判定不合格，1项超出标准",
    tone: "refused",
  });
});

test("收货控制要COA而原件没有核对的，写明；核对不一致的总是写明", () => {
  const coa = { number: "COA1", state: "approved", autoResult: "pass", finalResult: "pass", readings: [] } as const;
  const asked = { required: true, when: "delivery" } as const;
  expect(sentText({ ...coa, paperCheck: null }, asked)).toEqual({ text: "合格，原件未核对", tone: "warning" });
  expect(sentText({ ...coa, paperCheck: null }, { ...asked, required: false }).text).toBe("合格");
  expect(sentText({ ...coa, paperCheck: "differs" }, { ...asked, required: false })).toEqual({
    text: "合格，原件核对不一致",
    tone: "refused",
  });
});
