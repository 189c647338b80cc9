import { describe, expect, test } from "vitest";
import { ownPath } from "~/shared/safe-target";

describe("从哪一页来", () => {
  test("自己的页面留下路径，去掉前缀和条件", () => {
    expect(ownPath("/purchase-orders/purchase-order")).toBe("/purchase-orders/purchase-order");
    expect(ownPath("/web/purchase-orders/purchase-order?q=x#top")).toBe("/purchase-orders/purchase-order");
    expect(ownPath("/qiaqia/home")).toBe("/qiaqia/home");
  });

  test("外面的地址、登录页和太长的一律不要", () => {
    for (const given of ["https://evil.test/a", "//evil.test/a", "/\\evil.test", "/%2F/evil.test", "javascript:1", ""])
      expect(ownPath(given)).toBeNull();
    expect(ownPath("/user/login")).toBeNull();
    expect(ownPath(`/a/${"b".repeat(200)}`)).toBeNull();
    expect(ownPath(null)).toBeNull();
  });
});
