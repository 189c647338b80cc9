import { safeRedirect } from "remix-utils/safe-redirect";
import { expect, test } from "vitest";
import { safeTarget } from "~/edge/login.server";

const HOME = "/qiaqia/home";

test.each([
  "/x/..//evil.test",
  "/.//evil.test/a?b=1",
  "/%2e%2e//evil.test",
  "/web/..//evil.test",
  "/web/x/..//evil.test",
  "/qiaqia/..//evil.test/%2e",
  "/a/../..///evil.test",
])("登录后的去向「%s」经整理后会离开本站，改为首页", (wanted) => {
  expect(safeTarget(wanted)).toBe(HOME);
});

test.each([
  "/%2f/evil.test",
  "/%2F%2Fevil.test",
  "/%5cevil.test",
  "/web/%5c%5cevil.test",
  "/web/..%2f..%2f/evil.test",
  "/%0d%0aLocation:%20https://evil.test",
  "/%09/evil.test",
  "/a%00b",
  "/%E0%A4%A",
  "/\nevil",
  "/qiaqia/home\r\nSet-Cookie: a=b",
  "/web/user/login",
  "/user/recover?ticket=x",
  "/404",
  "/500?from=x",
  "javascript:alert(1)//",
  "data:text/html,x",
  "https:evil.test",
  "///evil.test",
  "\\\\evil.test",
])("登录后的去向「%s」改为首页", (wanted) => {
  expect(safeTarget(wanted)).toBe(HOME);
});

test("不存在的页面改为首页；存在的保留", () => {
  const isKnown = (path: string) => path === "/known/page";
  expect(safeTarget("/unknown/page?x=1", isKnown)).toBe(HOME);
  expect(safeTarget("/web/known/page?x=1", isKnown)).toBe("/known/page?x=1");
  expect(safeTarget("/known/page?from=%2F%2Fevil", isKnown)).toBe("/known/page?from=%2F%2Fevil");
});

test.each(["//evil.test", "/\\evil.test", "https://evil.test", "/\t/evil.test", "javascript:alert(1)", "", null])(
  "登录后的去向「%s」不在本站，改为首页",
  (wanted) => {
    expect(safeTarget(wanted)).toBe(HOME);
  },
);

test("本站的去向连同查询条件原样保留", () => {
  expect(safeTarget("/web/purchase-orders/purchase-order?state=draft")).toBe(
    "/purchase-orders/purchase-order?state=draft",
  );
});

test.each(["/\t/evil.test", "/%2f/evil.test", "/.//evil.test/a?b=1"])(
  "第一道筛子放过的「%s」，由自己的检查拦下",
  (wanted) => {
    expect(safeRedirect(wanted, HOME)).toBe(wanted);
    expect(safeTarget(wanted)).toBe(HOME);
  },
);

test("查询条件里的两点不是往上一级", () => {
  expect(safeTarget("/purchase-orders/purchase-order?amount=1..2")).toBe("/purchase-orders/purchase-order?amount=1..2");
});
