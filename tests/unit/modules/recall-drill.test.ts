import { describe, expect, test } from "vitest";
import { chainOf } from "~/engine/trace/chain";
import { verdictOf } from "~/engine/trace/papers.server";
import {
  accountedFor,
  bookedLeft,
  concluded,
  daysToNext,
  minutesBetween,
  missing,
  receivedAndReturned,
  total,
} from "~/modules/receiving/recall-drill/recall-drill.rules";
import { registry } from "~/modules/registry.server";

const place = { received_qty: "400", returned_qty: "50", found_qty: "200", used_qty: "149.999", uom: "KG" };
const drill = { stocks: [{ ...place, warehouse_name: "一号库" }], diff_reason: null, findings: "未发现问题" };

describe("物料平衡", () => {
  test("入库减退货是账面结存；再减清点和领用是差异，一位小数也不丢", () => {
    expect(bookedLeft(place)).toBe("350.000");
    expect(missing(place)).toBe("0.001");
    expect(missing({ ...place, used_qty: null })).toBe("150.000");
  });

  test("没有清点的地方没有差异可言，合计也没有", () => {
    const open = { ...place, found_qty: null };
    expect(missing(open)).toBeNull();
    expect(total([place, open], missing)).toBeNull();
    expect(total([place, place], missing)).toBe("0.002");
  });

  test("单位不同的不合计，没有入库的合计为零", () => {
    expect(total([place, { ...place, uom: "EA" }], bookedLeft)).toBeNull();
    expect(total([], bookedLeft)).toBe("0.000");
  });

  test("流水里冲销抵消入库，退货是负数", () => {
    expect(receivedAndReturned({ in: "400.5", in_rev: "-100.5", out: "-20" })).toEqual({
      received_qty: "300.000",
      returned_qty: "20.000",
    });
    expect(receivedAndReturned({})).toEqual({ received_qty: "0.000", returned_qty: "0.000" });
  });
});

describe("上报和结论", () => {
  test("每处都要清点，有差异须说明，发现须写明", () => {
    const open = { ...drill, stocks: [{ ...place, found_qty: null, warehouse_name: "一号库" }] };
    expect(accountedFor(open, {})).toMatchObject({
      field: "stocks.0.found_qty",
      message: expect.stringContaining("一号库"),
    });
    expect(accountedFor(drill, {})?.field).toBe("diff_reason");
    expect(accountedFor(drill, { diff_reason: "抽样留样" })).toBeNull();
    expect(accountedFor({ ...drill, findings: null }, { diff_reason: "抽样留样", findings: " " })?.field).toBe(
      "findings",
    );
  });

  test("结论必须选择，须改进的写明要求", () => {
    const none = { conclusion: null, conclusion_text: null };
    expect(concluded(none, {})?.field).toBe("conclusion");
    expect(concluded(none, { conclusion: "effective" })).toBeNull();
    expect(concluded(none, { conclusion: "improve" })?.field).toBe("conclusion_text");
    expect(concluded(none, { conclusion: "improve", conclusion_text: "补贴标识" })).toBeNull();
  });

  test("用时按分钟进位，时钟倒拨不为负", () => {
    expect(minutesBetween("2025-03-10T02:00:00.000Z", "2025-03-10T03:30:01.000Z")).toBe(91);
    expect(minutesBetween("2025-03-10T02:00:00.000Z", "2025-03-10T01:00:00.000Z")).toBe(0);
  });

  test("每年次数均分成间隔，零次不要求", () => {
    expect(daysToNext(2)).toBe(182);
    expect(daysToNext(12)).toBe(30);
    expect(daysToNext(0)).toBeNull();
  });
});

describe("追溯链由定义得出", () => {
  const { tables, links } = chainOf(registry.registrations);
  const at = (name: string) => tables.findIndex((table) => table.name === name);

  test("订单、送货、收货、退货依次相连", () => {
    const way = [
      "purchase-orders/purchase-order",
      "receiving/delivery-note",
      "receiving/goods-receipt",
      "receiving/purchase-return",
    ];
    const places = way.map((key) => at(`${key}#items`));
    expect(places).toEqual([...places].sort((a, b) => a - b));
    expect(places).not.toContain(-1);
    for (const name of ["note_line", "order_line"])
      expect(links).toContainEqual(expect.objectContaining({ from: "receiving/goods-receipt#items", column: name }));
  });

  test("每一张有行引用的单据都在链上", () => {
    for (const { from, to } of links) expect([at(from), at(to)]).not.toContain(-1);
  });
});

test("证照按到货的日子判断", () => {
  const days = { first: "2025-03-10", last: "2025-03-20" };
  const valid = { state: "valid", from: "2024-01-01", to: "2025-12-31" };
  expect(verdictOf(valid, days).text).toBe("到货时有效");
  expect(verdictOf({ ...valid, to: null }, days).text).toBe("到货时有效");
  expect(verdictOf({ ...valid, to: "2025-03-15" }, days).text).toBe("部分到货日有效");
  expect(verdictOf({ ...valid, from: "2025-03-11" }, days).text).toBe("部分到货日有效");
  expect(verdictOf({ ...valid, to: "2025-03-09" }, days).text).toBe("到货时已过期");
  expect(verdictOf({ ...valid, state: "revoked" }, days).tone).toBe("refused");
});
