import { describe, expect, test } from "vitest";
import { isOfAuthor, screenPath } from "~/modules/system-management/homepage-suggestion/homepage-suggestion.rules";
import { initialLimit } from "../../support/limits";

const facts = (actorId: string | null, supplierId: string | null = null) => ({
  today: "2026-03-02",
  now: "2026-03-02T02:00:00.000Z",
  supplierId,
  limit: initialLimit,
  actorId,
});

describe("匿名建议", () => {
  test("匿名的只有本人是提交人，同公司的同事不是；不匿名的同事也是", () => {
    const unnamed = { created_by: null, author_id: "a", supplier_id: null };
    expect(isOfAuthor(unnamed, facts("a", "s"))).toBe(true);
    expect(isOfAuthor(unnamed, facts("b", "s"))).toBe(false);
    const named = { created_by: "a", author_id: null, supplier_id: "s" };
    expect(isOfAuthor(named, facts("b", "s"))).toBe(true);
    expect(isOfAuthor(named, facts("b", "t"))).toBe(false);
    expect(isOfAuthor(unnamed, facts(null))).toBe(true);
  });

  test("相关页面不带单据的标识和条件", () => {
    const id = "01980000-0000-7000-8000-000000000001";
    expect(screenPath(`/supplier-management/supplier-file/${id}/edit`)).toBe("/supplier-management/supplier-file");
    expect(screenPath(`/a/b?supplier=${id}`)).toBe("/a/b");
    expect(screenPath("/a/b")).toBe("/a/b");
    expect(screenPath("首页右上角")).toBe("首页右上角");
  });
});
