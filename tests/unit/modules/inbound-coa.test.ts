import { describe, expect, test } from "vitest";
import {
  askedText,
  autoResult,
  datesFit,
  everythingFilled,
  judgeOf,
  labDifference,
  looksCopied,
  needsConcession,
  originalAttached,
  outOfLimits,
  ownDifference,
  passesByItself,
  type Reading,
  valuesReadable,
} from "~/modules/receiving/inbound-coa/inbound-coa.rules";

function reading(values: Partial<Reading> = {}): Reading {
  return {
    item: "水分",
    value_kind: "number",
    lower: null,
    lower_open: false,
    upper: "14",
    upper_open: false,
    text_value: null,
    required: true,
    value: "12",
    own_value: null,
    ...values,
  };
}

const word = (value: string | null, values: Partial<Reading> = {}) =>
  reading({ item: "气味", value_kind: "text", upper: null, text_value: "无异味", value, ...values });
const verdict = (value: string | null) => reading({ item: "感官", value_kind: "pass", upper: null, value });

describe("单项判定", () => {
  test.each([
    [reading(), "pass"],
    [reading({ value: "14.01" }), "fail"],
    [reading({ value: "未检出" }), "pass"],
    [reading({ lower: "1", value: "未检出" }), "fail"],
    [reading({ upper: "0.01", value: "<0.01" }), "pass"],
    [reading({ value: null }), "missing"],
    [reading({ value: " " }), "missing"],
    [reading({ value: null, required: false }), null],
    [word("无异味"), "pass"],
    [word("正常，无异味"), "pass"],
    [word("有霉味"), "fail"],
    [verdict("合格"), "pass"],
    [verdict("不合格"), "fail"],
  ])("%#", (one, judge) => {
    expect(judgeOf(one)).toBe(judge);
  });

  test("看不懂的值指出是哪一项，当作没有填写", () => {
    const readings = [reading(), reading({ item: "酸价", value: "正常" })];
    expect(valuesReadable({ readings })).toMatchObject({
      field: "readings.1.value",
      message: "检验项目【酸价】请填写数值、未检出，或带小于号的数值如<0.01",
    });
    expect(autoResult({ readings })).toBe("missing");
    expect(valuesReadable({ readings: [verdict("还行")] })?.message).toContain("合格或不合格");
  });
});

describe("整份判定", () => {
  test("缺项先于不合格，一项超限就不合格", () => {
    expect(autoResult({ readings: [] })).toBe("missing");
    expect(autoResult({ readings: [reading(), word("无异味"), verdict("合格")] })).toBe("pass");
    expect(autoResult({ readings: [reading({ value: "15" }), reading({ item: "酸价", value: null })] })).toBe(
      "missing",
    );
    expect(autoResult({ readings: [reading(), reading({ item: "酸价", value: "15" })] })).toBe("fail");
  });

  test("超限说出检测值和标准；提交不拦，缺项才拦", () => {
    const readings = [reading({ value: "15.2", lower: "1" })];
    expect(outOfLimits({ readings })).toEqual(["【水分】检测值15.2超出标准（1～14）"]);
    expect(everythingFilled({ readings })).toBeNull();
    expect(everythingFilled({ readings: [reading({ value: null })] })?.message).toBe("检验项目【水分】未填写");
  });

  test("超限的不能直接通过，合格的不需要让步", () => {
    expect(passesByItself({ readings: [reading({ value: "15" })] })?.message).toContain("只能让步接收或判不合格");
    expect(passesByItself({ readings: [reading()] })).toBeNull();
    expect(needsConcession({ readings: [reading()] })?.message).toContain("不需要让步");
    expect(needsConcession({ readings: [reading({ value: "15" })] })).toBeNull();
  });

  test("要求的写法", () => {
    expect(askedText(reading())).toBe("≤14");
    expect(askedText(word(null))).toBe("无异味");
    expect(askedText(verdict(null))).toBe("合格");
  });
});

describe("本厂复检", () => {
  test("没有复检时没有差异；判定相反的指出来", () => {
    expect(labDifference({ readings: [reading()] })).toBeNull();
    expect(labDifference({ readings: [reading({ own_value: "13" })] })).toBe("same");
    expect(labDifference({ readings: [reading({ own_value: "14.5" })] })).toBe("opposite");
  });

  test("差值是本厂减供方，精确", () => {
    expect(ownDifference(reading({ value: "0.1", own_value: "0.3" }))).toBe("0.2");
    expect(ownDifference(reading())).toBeNull();
    expect(ownDifference(word("无异味", { own_value: "无异味" }))).toBeNull();
  });
});

test("检验日期不早于生产日期", () => {
  expect(datesFit({ produce_date: "2025-03-02", test_date: "2025-03-01" })?.message).toBe("检验日期不能早于生产日期");
  expect(datesFit({ produce_date: "2025-03-02", test_date: "2025-03-02" })).toBeNull();
});

test("人提交的要有原件", () => {
  const person = { actorId: "u" };
  expect(originalAttached({ file: null }, {}, new Map(), person)?.field).toBe("file");
  expect(originalAttached({ file: [{}] }, {}, new Map(), person)).toBeNull();
  expect(originalAttached({ file: null }, {}, new Map(), { actorId: null })).toBeNull();
});

test("与前几批每一项都相同才提示；批数不够、有一项不同都不提示", () => {
  const of = (...values: string[]) => new Map(values.map((value, index) => [`项${index}`, value]));
  const same = [of("12", "未检出"), of("12", "未检出"), of("12", "未检出")];
  expect(looksCopied(of("12", "未检出"), same, 3)).toBe(true);
  expect(looksCopied(of("12", "未检出"), same.slice(1), 3)).toBe(false);
  expect(looksCopied(of("12.1", "未检出"), same, 3)).toBe(false);
  expect(looksCopied(of("12", "未检出"), [of("12.2", "未检出"), ...same], 3)).toBe(false);
  expect(looksCopied(of(), [of(), of(), of()], 3)).toBe(false);
});
