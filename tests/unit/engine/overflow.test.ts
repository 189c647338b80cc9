import { expect, test } from "vitest";
import type { AnyRecord } from "~/engine/entity";
import { computeRecord, overflowComplaints } from "~/engine/operations/compute";
import { purchaseOrder } from "~/modules/purchase-orders/purchase-order/purchase-order.entity";
import { initialLimit } from "../../support/limits";

/** An order as far as its amounts are concerned. */
function orderOf(...lines: { qty: string; price: string }[]): AnyRecord {
  const items = lines.map((line, position) => ({
    id: String(position),
    line_no: position,
    tax_rate: "0",
    schedules: [],
    ...line,
  }));
  const record = {
    id: "1",
    state: "draft",
    version: 1,
    items,
    changes: [],
    supplied: [],
    progress: [],
  } as unknown as AnyRecord;
  computeRecord(purchaseOrder, record, { limit: initialLimit });
  return record;
}

test("数量乘单价放不进金额：在那一行说，合计放不下也说", () => {
  const record = orderOf({ qty: "1", price: "1" }, { qty: "999999999999999", price: "999999999999" });
  expect(overflowComplaints(purchaseOrder, record)).toEqual([
    { field: "amount", message: "含税金额过大，最多16位整数，请核对" },
    { field: "untaxed_amount", message: "未税金额过大，最多16位整数，请核对" },
    { field: "items.1.amount", message: "含税金额过大，最多16位整数，请核对" },
    { field: "items.1.untaxed_amount", message: "未税金额过大，最多16位整数，请核对" },
  ]);
});

test("每行放得下、加起来放不下：合计说", () => {
  const line = { qty: "9999999999999.99", price: "999" };
  const fields = overflowComplaints(purchaseOrder, orderOf(line, line)).map(({ field }) => field);
  expect(fields).toEqual(["amount", "untaxed_amount"]);
});

test("放得下的不说", () => {
  expect(overflowComplaints(purchaseOrder, orderOf({ qty: "999999999", price: "9999.99" }))).toEqual([]);
});
