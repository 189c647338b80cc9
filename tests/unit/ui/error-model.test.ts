import { UNSAFE_ErrorResponseImpl as ErrorResponse } from "@remix-run/router";
import { expect, test } from "vitest";
import { errorModel } from "~/ui/blank/error-model";

const RECORD = "/purchase-orders/purchase-order/0198d5a0-0000-7000-8000-000000000000";
const said = (error: string) => new ErrorResponse(400, "", { error, message: "单据当前为「已下达」，不能修改" });
const at = (address: string, error = "wrong_state") =>
  errorModel(said(error), { requestId: "r", address, signedIn: true });

test("状态不允许的表单和办理页说现在不能，并有回到单据的链接", () => {
  expect(at(`${RECORD}/edit?page=1`)).toMatchObject({
    status: 400,
    title: "现在不能修改",
    message: "单据当前为「已下达」，不能修改",
    links: [{ label: "返回单据", href: RECORD }, { label: "返回首页" }, { label: "重新登录" }],
  });
  expect(at(`${RECORD}/confirm-lines`)).toMatchObject({ title: "现在不能办理" });
});

test("不在单据之下的和别的错误没有这样的链接，也不说系统出错", () => {
  for (const model of [at("/purchase-orders/purchase-order/new"), at(`${RECORD}/edit`, "malformed")]) {
    expect(model.title).toBe("没有办理成功");
    expect(model.links.map(({ label }) => label)).not.toContain("返回单据");
  }
  expect(errorModel(new Error("x"), { requestId: "r", address: "/", signedIn: true }).title).toBe("系统出错了");
});
