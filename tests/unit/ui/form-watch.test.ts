import { describe, expect, test } from "vitest";
import { faultsNow } from "~/ui/form/Watch/faults";
import { judgeOf } from "~/ui/form/Watch/judge";

const judge = judgeOf([
  { name: "code", required: true, rules: { missing: "编码不能为空" } },
  { name: "email", rules: { email: true } },
]);
const sent = { code: "", email: "没有邮箱", note: "长".repeat(600) };

describe("被退回的表单", () => {
  test("没有改过的输入框，服务器说的都还在", () => {
    expect(faultsNow(judge, sent, sent, new Set())).toEqual({});
  });

  test("改了哪个输入框，哪个的说明就消失，改回被退回的内容又出现，浏览器自己判断不了的也一样", () => {
    expect(faultsNow(judge, { ...sent, code: "A", note: "短" }, sent, new Set())).toEqual({ code: null, note: null });
    expect(faultsNow(judge, { ...sent, code: "" }, sent, new Set())).toEqual({});
  });

  test("离开输入框之后说的是现在的内容", () => {
    const texts = { ...sent, email: "还不对" };
    expect(faultsNow(judge, texts, sent, new Set())).toEqual({ email: null });
    expect(faultsNow(judge, texts, sent, new Set(["email"]))).toEqual({ email: "请输入正确的Email" });
    expect(faultsNow(judge, { ...sent, email: "a@example.com" }, sent, new Set(["email"]))).toEqual({ email: null });
  });
});
