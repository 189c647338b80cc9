import { describe, expect, it } from "vitest";
import { isWeakPassword, PASSWORD_WEAK, passwordComplaints } from "~/shared/password-rules";

const ask = (newpassword: string, confirmpassword = newpassword, account = "buyer1") =>
  passwordComplaints({ account, newpassword, confirmpassword });

describe("the rules of a new password", () => {
  it("takes one of eight characters with all three kinds, also with the allowed signs", () => {
    expect(ask("Abcdefg1")).toEqual([]);
    expect(ask("Aa1@$!%*?&")).toEqual([]);
  });

  it.each(["Abcdef1", "abcdefg1", "ABCDEFG1", "Abcdefgh", "Abcdefg1 ", "Abcdefg1#", "密码Abcdefg1", "Abcdefg1\n"])(
    "calls %j weak",
    (password) => {
      expect(isWeakPassword(password)).toBe(true);
      expect(ask(password)).toEqual([{ field: "newpassword", message: PASSWORD_WEAK }]);
    },
  );

  it("wants both fields", () => {
    expect(ask("", "")).toEqual([
      { field: "newpassword", message: "新密码不能为空" },
      { field: "confirmpassword", message: "确认密码不能为空" },
    ]);
  });

  it("says on both fields that they differ", () => {
    expect(ask("Abcdefg1", "Abcdefg2")).toEqual([
      { field: "newpassword", message: "新密码与确认密码不一致" },
      { field: "confirmpassword", message: "确认密码与新密码不一致" },
    ]);
  });

  it("refuses the account inside the password, whatever its case, and more than 64 characters", () => {
    expect(ask("XxBuYeR1yy")).toEqual([{ field: "newpassword", message: "密码不能包含用户账号" }]);
    expect(ask(`Aa1${"x".repeat(62)}`)).toEqual([{ field: "newpassword", message: "密码不能超过64位" }]);
    expect(ask(`Aa1${"x".repeat(61)}`)).toEqual([]);
  });

  it("does not take an unknown account for part of every password", () => {
    expect(ask("Abcdefg1", "Abcdefg1", "")).toEqual([]);
  });
});
