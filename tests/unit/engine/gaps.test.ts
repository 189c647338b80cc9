import { describe, expect, test } from "vitest";
import type { AnyEntity, AnyRecord } from "~/engine/entity";
import { type Gaps, workAround } from "~/engine/operations/gaps";
import { purchaseOrder } from "~/modules/purchase-orders/purchase-order/purchase-order.entity";
import { requiredAfterOrder, schedulesAddUp } from "~/modules/purchase-orders/purchase-order/purchase-order.rules";
import { initialLimit } from "../../support/limits";

const entity: AnyEntity = purchaseOrder;

function line(values: Record<string, unknown>) {
  return { id: "", required_date: "2026-03-20", qty: "10", price: "2", tax_rate: "13", schedules: [], ...values };
}

function order(...items: Record<string, unknown>[]): AnyRecord {
  const builtIns = { id: "", number: null, state: "draft", previous_state: null, version: 1 };
  const stamps = { created_by: null, created_at: "", updated_by: null, updated_at: "" };
  return {
    ...builtIns,
    ...stamps,
    order_date: "2026-03-10",
    supplier_id: null,
    items: items.map(line),
    changes: [],
    supplied: [],
    progress: [],
  };
}

const worked = (record: AnyRecord, faulty: readonly string[]) =>
  workAround(entity, record, faulty, { limit: initialLimit });
const fieldsOf = async (said: ReturnType<Gaps["heard"]>) => (await said).map(({ field }) => field);
const asked = (rule: (record: never) => unknown) => (seen: AnyRecord) => {
  const complaint = rule(seen as never);
  return complaint ? [complaint as { field: string; message: string }] : [];
};

describe("缺了内容的单据", () => {
  test("看不到缺口的规则照说，一次说全；说到缺口本身的不再说", async () => {
    const gaps = worked(order({ required_date: "2026-03-01" }), ["supplier_id", "items.0.qty"]);
    expect(gaps.isWhole).toBe(false);
    expect(await fieldsOf(gaps.heard(asked(requiredAfterOrder)))).toEqual(["items.0.required_date"]);
    expect(gaps.without([{ field: "supplier_id", message: "请选择供应商" }])).toEqual([]);
  });

  test("要用到缺口的规则不说话；同一张表里别的行照说", async () => {
    const short = { schedules: [{ plan_date: "2026-03-20", plan_qty: "4" }] };
    const own = worked(order({ ...short, qty: null }), ["items.0.qty"]);
    expect(await fieldsOf(own.heard(asked(schedulesAddUp)))).toEqual([]);
    const other = worked(order({ required_date: null }, { required_date: "2026-03-01" }), ["items.0.required_date"]);
    expect(await fieldsOf(other.heard(asked(requiredAfterOrder)))).toEqual(["items.1.required_date"]);
    const head = worked({ ...order({}), order_date: null }, ["order_date"]);
    expect(await fieldsOf(head.heard(() => Promise.reject(new Error("没有订单日期"))))).toEqual([]);
  });

  test("算得出的照算，要用到缺口的金额空着", () => {
    const record = order({ qty: null }, {});
    worked(record, ["items.0.qty"]);
    expect(record.items).toMatchObject([{ amount: null }, { amount: "20.00" }]);
    expect(record.amount).toBeNull();
  });
});

test("不缺内容的单据：全部照算，检查出错就是出错", async () => {
  const record = order({}, {});
  const gaps = worked(record, []);
  expect(gaps.isWhole).toBe(true);
  expect(record.amount).toBe("40.00");
  await expect(gaps.heard(() => Promise.reject(new Error("坏了")))).rejects.toThrow("坏了");
});
