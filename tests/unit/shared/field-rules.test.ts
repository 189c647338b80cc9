import { describe, expect, test } from "vitest";
import { date, email, type Field, text } from "~/engine/entity";
import { kindOf } from "~/engine/entity/kinds";
import { missingComplaint, rulesOf } from "~/engine/entity/rules-of";
import { user } from "~/modules/system-management/user/user.entity";
import { fieldProblem } from "~/shared/field-rules";
import { judgeOf } from "~/ui/form/Watch/judge";

const TODAY = "2026-03-10";

/** What the server says of a text in a field that need not be filled in. */
function said(field: Field, typed: string): string | null {
  const reading = kindOf(field).read(typed, field.options, TODAY);
  return "complaint" in reading ? reading.complaint : null;
}

describe("规格第 5 节个人资料的规则，离开输入框时和保存时说的是同一句话", () => {
  const { accountname, username, email: mail, cardid, birthday, startfromdate } = user.fields;

  test("用户账号和姓名不能为空", () => {
    for (const [field, sentence] of [
      [accountname, "用户账号不能为空"],
      [username, "姓名不能为空"],
    ] as const) {
      expect(missingComplaint(field)).toBe(sentence);
      expect(fieldProblem(rulesOf(field) ?? {}, "  ", TODAY)).toBe(sentence);
      expect(fieldProblem(rulesOf(field) ?? {}, "张三丰", TODAY)).toBeNull();
    }
  });

  test.each([
    ["没有邮箱", "请输入正确的Email"],
    ["a@b", "请输入正确的Email"],
    ["ａ＠example.com", null],
    [" a@example.com ", null],
    ["", null],
  ])("邮箱 %j", (typed, sentence) => {
    expect(fieldProblem(rulesOf(mail) ?? {}, typed, TODAY)).toBe(sentence);
    expect(said(mail, typed)).toBe(sentence);
  });

  test.each([
    ["123", "请输入正确的身份证号"],
    ["11010119900101123-", "请输入正确的身份证号"],
    ["11010119900101123X", null],
    ["", null],
  ])("身份证号 %j", (typed, sentence) => {
    expect(fieldProblem(rulesOf(cardid) ?? {}, typed, TODAY)).toBe(sentence);
    expect(said(cardid, typed)).toBe(sentence);
  });

  test.each([
    ["2026-03-11", "不能晚于今天"],
    ["2026-03-10", null],
    ["", null],
  ])("出生日期和入职日期 %j", (typed, sentence) => {
    for (const field of [birthday, startfromdate]) {
      const wanted = sentence && `${field.options.label}${sentence}`;
      expect(fieldProblem(rulesOf(field) ?? {}, typed, TODAY)).toBe(wanted);
      expect(said(field, typed)).toBe(wanted);
    }
  });
});

test("日期的上下限和服务器说的一样；没有输完的日期留给服务器", () => {
  const field = date({ label: "生效日", min: "2026-01-01", max: "2026-12-31" });
  for (const typed of ["2025-12-31", "2027-01-01", "2026-06-01"])
    expect(fieldProblem(rulesOf(field) ?? {}, typed, TODAY)).toBe(said(field, typed));
  expect(fieldProblem(rulesOf(field) ?? {}, "2026-13", TODAY)).toBeNull();
});

describe("整个表单", () => {
  const asked = (required: boolean) => ({
    name: "mail",
    required,
    rules: rulesOf(email({ label: "邮箱", required: true })),
  });

  test("必填只在控件必填时才说：由别处带出的字段可以空着", () => {
    expect(judgeOf([asked(true)])({ mail: "" })).toEqual({ mail: "请填写邮箱" });
    expect(judgeOf([asked(false)])({ mail: "" })).toEqual({ mail: null });
    expect(judgeOf([asked(false)])({ mail: "x" })).toEqual({ mail: "请输入正确的Email" });
  });

  test("只读的和没有规则的字段不判断", () => {
    const rules = rulesOf(text({ label: "备注" }));
    expect(rules).toBeUndefined();
    expect(judgeOf([{ ...asked(true), readOnly: "a@example.com" }, { name: "remark" }])({ mail: "" })).toEqual({});
  });
});
