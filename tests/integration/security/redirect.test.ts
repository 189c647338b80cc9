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
