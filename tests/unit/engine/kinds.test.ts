import { describe, expect, test } from "vitest";
import {
  choice,
  date,
  dateTime,
  email,
  type Field,
  integer,
  json,
  longText,
  money,
  number,
  percent,
  phone,
  price,
  quantity,
  reference,
  text,
  yesNo,
} from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";

/** What reading gives: the value, or the complaint as `! …`. */
function read(field: Field, raw: unknown): unknown {
  const reading = kindOf(field).read(raw, field.options);
  return "value" in reading ? reading.value : `! ${reading.complaint}`;
}

const NOTHING = ["", "   ", "\u3000", null, undefined];

describe("没有填写", () => {
  test.each([
    text({ label: "名称" }),
    longText({ label: "备注" }),
    phone({ label: "电话" }),
    email({ label: "邮箱" }),
    integer({ label: "天数" }),
    quantity({ label: "数量", positive: true }),
    money({ label: "金额" }),
    date({ label: "日期" }),
    dateTime({ label: "时间" }),
    choice({ label: "类型", choices: { a: "甲" } }),
    reference("master-data/company", { label: "公司" }),
  ])("$kind 的空白都读作空", (field) => {
    expect(NOTHING.map((raw) => read(field, raw))).toEqual(NOTHING.map(() => null));
  });

  test("没有勾选就是否", () => {
    expect(NOTHING.map((raw) => read(yesNo({ label: "加急" }), raw))).toEqual(NOTHING.map(() => false));
  });
});

describe("文字", () => {
  const name = text({ label: "名称", maxLength: 5 });

  test("去掉首尾空白，换行变成空格，按字而不是按字节计长", () => {
    expect(read(name, "  洽洽 \n")).toBe("洽洽");
    expect(read(text({ label: "地址" }), "一楼\r\n二楼\t东")).toBe("一楼 二楼 东");
    expect(read(name, "😀😀😀😀😀")).toBe("😀😀😀😀😀");
    expect(read(name, "一二三四五六")).toBe("! 最多5个字，现在是6个字");
    expect(read(text({ label: "名称" }), "长".repeat(201))).toBe("! 最多200个字，现在是201个字");
  });

  test("多行文字保留换行，最多4000字", () => {
    expect(read(longText({ label: "备注" }), "一\r\n二\r三")).toBe("一\n二\n三");
    expect(read(longText({ label: "备注" }), "长".repeat(4001))).toBe("! 最多4000个字，现在是4001个字");
  });

  test("看不见的控制字符和半个字符被拒绝", () => {
    for (const wrong of ["a\u0000b", "a\u0007", "\ud83d", "x\udc00y", "\u007f"]) {
      expect(read(name, wrong)).toBe("! 包含不能识别的字符，请删除后重试");
    }
  });

  test("不是文字的JSON值被拒绝", () => {
    for (const wrong of [1, true, {}, ["a"]]) expect(read(name, wrong)).toBe("! 请输入文字");
  });

  test("不合格式时说出定义里的话", () => {
    const code = text({ label: "编码", pattern: { expression: /^[0-9A-Z]{3}$/, complaint: "编码为3位" } });
    expect(read(code, "A01")).toBe("A01");
    expect(read(code, "a01")).toBe("! 编码为3位");
  });

  test("电话和邮箱接受全角输入", () => {
    const mobile = phone({ label: "电话" });
    expect(read(mobile, "１３８ ０００１ ００００")).toBe("13800010000");
    expect(read(mobile, "(0551)62226222-801")).toBe("055162226222-801");
    expect(read(mobile, "12345")).toBe("! 请输入正确的手机号");
    const mail = email({ label: "邮箱" });
    expect(read(mail, "ｌｉ＠example.cn")).toBe("li@example.cn");
    for (const wrong of ["li@", "@example.cn", "a b@example.cn", "li@example", "a@b.cn;c@d.cn"]) {
      expect(read(mail, wrong)).toBe("! 请输入正确的Email");
    }
  });
});

describe("数字", () => {
  const amount = money({ label: "金额" });

  test("全角、千位分隔、正号和空格都读得懂，按位数补零", () => {
    expect(read(amount, "１，２３４．５")).toBe("1234.50");
    expect(read(amount, "+1 234 567.8")).toBe("1234567.80");
    expect(read(amount, 12.5)).toBe("12.50");
    expect(read(quantity({ label: "数量" }), "0.001")).toBe("0.001");
    expect(read(price({ label: "单价" }), "0.000001")).toBe("0.000001");
    expect(read(percent({ label: "税率" }), "13")).toBe("13.0000");
    expect(read(amount, "-0")).toBe("0.00");
  });

  test("十六位整数的金额存得下，十七位以上说清上限", () => {
    expect(read(amount, "9999999999999999.99")).toBe("9999999999999999.99");
    expect(read(amount, "1234567890123456789")).toBe("! 数值过大，最多16位整数");
    expect(read(quantity({ label: "数量" }), "1000000000000000")).toBe("! 数值过大，最多15位整数");
  });

  test("科学计数、多余小数位、文字和布尔不是数字", () => {
    for (const wrong of ["1e999", "1e5", 1e21, "abc", "1,23", "1.2.3", "--1", "٣", true, {}, "½"]) {
      expect(read(amount, wrong), String(wrong)).toBe("! 请输入数字");
    }
    expect(read(amount, "0.001")).toBe("! 最多2位小数");
    expect(read(integer({ label: "天数" }), "1.5")).toBe("! 请输入整数");
    expect(read(amount, "1.000")).toBe("1.00");
  });

  test("负数、零和界限", () => {
    expect(read(quantity({ label: "数量" }), "-1")).toBe("! 数量不能为负数");
    expect(read(quantity({ label: "数量", positive: true }), "0")).toBe("! 数量必须大于0");
    expect(read(percent({ label: "税率", max: "100" }), "100.0001")).toBe("! 税率不能大于100");
    expect(read(integer({ label: "轮次", min: "1" }), "0")).toBe("! 轮次不能小于1");
    expect(read(percent({ label: "涨跌", min: "-100" }), "-12.5")).toBe("-12.5000");
    expect(read(number({ label: "系数", precision: 6, scale: 4 }), "99.9999")).toBe("99.9999");
    expect(read(number({ label: "系数", precision: 6, scale: 4 }), "100")).toBe("! 数值过大，最多2位整数");
  });

  test("整数是数，其余是文本", () => {
    expect(read(integer({ label: "天数" }), "１２")).toBe(12);
    expect(read(integer({ label: "天数" }), "1000000000")).toBe("! 数值过大，最多9位整数");
  });
});

describe("日期与时间", () => {
  const day = date({ label: "交期", min: "2025-01-01", max: "2025-12-31" });

  test("常见的写法都读成同一种", () => {
    for (const typed of ["2025-03-05", "2025/3/5", "2025.03.05", "2025年3月5日", "２０２５－３－５", "20250305"]) {
      expect(read(day, typed), typed).toBe("2025-03-05");
    }
  });

  test("不存在的日子、越界和别的东西", () => {
    expect(read(day, "2026-02-30")).toBe("! 该日期不存在，请核对");
    expect(read(day, "2024-12-31")).toBe("! 交期不能早于2025-01-01");
    expect(read(day, "2026-01-01")).toBe("! 交期不能晚于2025-12-31");
    for (const wrong of ["明天", "+7", "3-5", 20250305, true]) {
      expect(read(day, wrong)).toBe("! 请输入日期，例如 2026-01-31");
    }
  });

  test("将来的日子在不许时被拒绝", () => {
    expect(read(date({ label: "签署日期", notInFuture: true }), "9999-01-01")).toBe("! 签署日期不能晚于今天");
    expect(read(date({ label: "签署日期", notInFuture: true }), "2020-01-01")).toBe("2020-01-01");
  });

  test("时间按上海时间读、按上海时间显示", () => {
    const moment = dateTime({ label: "截止" });
    expect(read(moment, "2025-03-05 17:30")).toBe("2025-03-05T09:30:00.000Z");
    expect(read(moment, "2025-03-05T17:30")).toBe("2025-03-05T09:30:00.000Z");
    expect(read(moment, "2025-03-05")).toBe("! 请输入日期和时间，例如 2026-01-31 17:30");
    const kind = kindOf(moment);
    expect(kind.show("2025-03-05T09:30:00.000Z", moment.options)).toBe("2025-03-05 17:30");
    expect(kind.toInput("2025-03-05T09:30:00.000Z")).toBe("2025-03-05T17:30");
    expect(kind.toWire("2025-03-05T09:30:00.000Z")).toBe("2025-03-05 17:30:00");
  });
});

describe("选择", () => {
  const type = choice({ label: "订单类型", choices: { standard: "标准订单", sample: "样品订单" } });

  test("只认列出的键，对象自带的名字不算", () => {
    expect(read(type, "sample")).toBe("sample");
    for (const wrong of ["标准订单", "constructor", "__proto__", 1, {}]) {
      expect(read(type, wrong)).toBe("! 请从列表中选择订单类型");
    }
    expect(kindOf(type).show("standard", type.options)).toBe("标准订单");
  });

  test("是与否的各种写法", () => {
    const urgent = yesNo({ label: "加急" });
    expect([true, "1", "true", "on", "是"].map((raw) => read(urgent, raw))).toEqual(Array(5).fill(true));
    expect([false, "0", "false", "off", "否"].map((raw) => read(urgent, raw))).toEqual(Array(5).fill(false));
    expect(read(urgent, "也许")).toBe("! 请选择是或否");
    expect(kindOf(urgent).show(true, urgent.options)).toBe("是");
  });

  test("引用只认编号，结构化的值从不由人填写", () => {
    const company = reference("master-data/company", { label: "公司" });
    expect(read(company, " 0195A000-0000-7000-8000-00000000000A ")).toBe("0195a000-0000-7000-8000-00000000000a");
    expect(read(company, "甲公司")).toBe("! 找不到公司，请重新选择");
    expect(read(json({ label: "检查", display: String }), "{}")).toBe("! 该字段由系统维护");
  });
});

test("显示带千位、单位与百分号", () => {
  const shown = (field: Field, value: string | number) => kindOf(field).show(value, field.options);
  expect(shown(money({ label: "金额" }), "1234567.5")).toBe("1,234,567.50");
  expect(shown(price({ label: "单价" }), "12.345600")).toBe("12.3456");
  expect(shown(quantity({ label: "数量", unit: "千克" }), "1000.000")).toBe("1,000千克");
  expect(shown(percent({ label: "税率" }), "13.0000")).toBe("13%");
  expect(shown(integer({ label: "账期", unit: "天" }), 30)).toBe("30天");
});
