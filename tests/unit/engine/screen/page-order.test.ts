import { describe, expect, test } from "vitest";
import { placeComplaints, problemOf } from "~/engine/screen/page-order";

const page = ["supplier_id", "address", "items", "items.0.qty", "items.1.qty"];
const at = (field: string) => ({ field, message: `${field}不对` });

describe("退回的说明", () => {
  test("按页面上的次序，不按检查的次序", () => {
    const { placed } = placeComplaints([at("items.1.qty"), at("address"), at("items"), at("supplier_id")], page);
    expect(placed.map(({ field }) => field)).toEqual(["supplier_id", "address", "items", "items.1.qty"]);
  });

  test("页面上没有的输入框，也包括明细里的，放到页面上方说明，不会没有声音", () => {
    const { placed, elsewhere } = placeComplaints([at("items.0.required_date"), at("address"), at("")], page);
    expect(placed).toEqual([at("address")]);
    const labelOf = (field: string) => (field ? "订单明细第1行需求日期" : "");
    expect(problemOf("已保存，还不能提交", elsewhere, labelOf)).toEqual({
      problem: "已保存，还不能提交；订单明细第1行需求日期：items.0.required_date不对；不对",
    });
    expect(problemOf(undefined, [], labelOf)).toEqual({});
  });
});
