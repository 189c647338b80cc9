import { describe, expect, test } from "vitest";
import { choice, type Field, text } from "~/engine/entity";
import { fittingValues, leadingFields, offeredValues, strangers } from "~/engine/entity/narrowing";
import { approvalFlowOf } from "~/modules/system-management/approval-flow/approval-flow.entity";
import { grouped } from "~/ui/form/fields/options";

const kind = choice({ label: "单据类型", choices: { order: "采购订单", contract: "合同", note: "通知" } });
const values = { order: ["amount", "supplier"], contract: ["supplier", "term"] };
const FIELDS = { amount: "金额", supplier: "供应商", term: "期限" };
const FIELDS_OF = {
  amount: { value: "amount", label: "金额" },
  supplier: { value: "supplier", label: "供应商" },
  term: { value: "term", label: "期限" },
};
const field = choice({ label: "条件项", choices: FIELDS, of: { field: "kind", values } });
const column = text({ label: "列名", of: { field: "kind", values: { order: ["订单号"], contract: ["合同号"] } } });
const fields = { kind, column };
const offered = (value: string, held: unknown, of: Field = field) =>
  offeredValues(of, value, { fields, held }).map((one) => Object.values(one).join(" "));

describe("一项的选项由单据头上另一项决定", () => {
  test("选好了另一项，只列出属于它的；没有列出的值一个也没有", () => {
    expect(fittingValues(field, "order")).toEqual(["amount", "supplier"]);
    expect(fittingValues(field, "note")).toEqual([]);
    expect(fittingValues(field, "")).toBeNull();
    expect(offered("", "order")).toEqual(["amount 金额", "supplier 供应商"]);
    expect(offered("", "contract", column)).toEqual(["合同号 合同号"]);
  });

  test("填着的值不属于它时仍然列出，不会悄悄变成别的", () => {
    expect(offered("term", "order")).toEqual(["amount 金额", "supplier 供应商", "term 期限"]);
    expect(offered("没有这列", "order", column)).toEqual(["订单号 订单号", "没有这列 没有这列"]);
  });

  test("另一项还没选时按它的选项分组列出全部；多到一页放不下时请先选另一项，填着的值仍在", () => {
    expect(offered("", "")).toEqual([
      "amount 金额 采购订单",
      "supplier 供应商 采购订单",
      "supplier 供应商 合同",
      "term 期限 合同",
    ]);
    expect(grouped(offeredValues(field, "", { fields, held: "" }))).toEqual([
      { group: "采购订单", items: [FIELDS_OF.amount, FIELDS_OF.supplier] },
      { group: "合同", items: [FIELDS_OF.supplier, FIELDS_OF.term] },
    ]);
    const many = { order: Array.from({ length: 150 }, (_one, at) => `列${at}`), contract: values.order };
    const long = text({ label: "列名", of: { field: "kind", values: { ...many, note: many.order } } });
    expect(offered("", null, long)).toEqual([" 先选择单据类型"]);
    expect(offered("列3", null, long)).toEqual([" 先选择单据类型", "列3 列3"]);
  });

  test("不属于的值连同可以选什么一起说出来，在头上和明细里都一样", () => {
    const entity = { ...approvalFlowOf([]), fields };
    const said = (row: Record<string, unknown>, held: unknown) =>
      strangers(entity, { kind: held }, { fields: { field, column }, row, path: "items.1." });
    expect(said({ field: "term", column: null }, "order")).toEqual([
      {
        field: "items.1.field",
        message: "条件项“期限”不属于单据类型“采购订单”，可以选：金额、供应商",
      },
    ]);
    expect(said({ column: "订单号" }, "note")).toEqual([
      { field: "items.1.column", message: "列名“订单号”不属于单据类型“通知”，“通知”没有可选的列名" },
    ]);
    expect(said({ field: "term", column: "合同号" }, "contract")).toEqual([]);
    expect(said({ field: "term" }, null)).toEqual([]);
  });

  test("哪些项决定别的项的选项，由定义得出", () => {
    expect([...leadingFields(approvalFlowOf([]))]).toEqual(["document"]);
  });
});
