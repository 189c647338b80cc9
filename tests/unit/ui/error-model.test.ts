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

test("没有权限时，内部人员有申请权限的链接并带上缺少的权限，供应商人员找本企业管理员", () => {
  const refused = (message: string, side?: "staff" | "supplier", address = "/master-data/company/new") =>
    errorModel(new ErrorResponse(403, "", { error: "forbidden", message }), {
      requestId: "r",
      address,
      signedIn: true,
      ...(side ? { side } : {}),
    });
  const asks = (model: ReturnType<typeof errorModel>) => model.links.find(({ label }) => label === "申请权限")?.href;
  const NEW = "/user-administration/access-request/new";
  expect(asks(refused("无操作权限：company.add", "staff"))).toBe(`${NEW}?about=company.add`);
  expect(asks(refused("不能处理本人创建的单据", "staff", "/web/master-data/company/1"))).toBe(
    `${NEW}?about=company.query`,
  );
  expect(asks(refused("无操作权限：access-request.add", "staff"))).toBeUndefined();
  const supplier = refused("无操作权限：company.add", "supplier");
  expect([asks(supplier), supplier.advice]).toEqual([undefined, expect.stringContaining("贵公司的平台管理员")]);
  expect(asks(refused("无操作权限：company.add"))).toBeUndefined();
});
