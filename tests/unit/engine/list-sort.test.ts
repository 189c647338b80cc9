import { describe, expect, test } from "vitest";
import { columnSort } from "~/engine/screen/list-sort";

const key = (text: string) => ({ by: text.replace(/^-/, ""), descending: text.startsWith("-") });

/** The links of the head of `amount` while the list is sorted so; addresses are the keys themselves. */
function head(...sorted: string[]) {
  return columnSort("amount", "金额", sorted.map(key), (keys) => keys.join(" "));
}

describe("表头的排序链接", () => {
  test("点列名：只按这一列，从小到大；再点换方向", () => {
    expect(head("-order_date")).toMatchObject({ href: "amount", direction: "none" });
    expect(head("amount")).toMatchObject({ href: "-amount", direction: "ascending" });
    expect(head("-amount")).toMatchObject({ href: "amount", direction: "descending" });
    expect(head("order_date", "amount")).toMatchObject({ href: "amount" });
  });

  test("加为下一列、改方向、去掉，别的列不动", () => {
    expect(head("-order_date").further).toEqual({ href: "-order_date amount", label: "再按金额排序", sign: "+" });
    expect(head("-order_date", "amount").further).toMatchObject({ href: "-order_date -amount", sign: "⇅" });
    expect(head("-order_date", "-amount", "state").further).toMatchObject({ href: "-order_date state", sign: "×" });
  });

  test("只有一列时不标次序；已有三列时不再加", () => {
    expect(head("amount")).not.toHaveProperty("position");
    expect(head("amount")).not.toHaveProperty("further");
    expect(head("state", "amount").position).toBe(2);
    expect(head("state", "number", "order_date")).not.toHaveProperty("further");
  });
});
