import { expect, test } from "vitest";
import type { AnyLine, AnyRecord } from "~/engine/entity";
import { defineEntity, lines, noSupplier, quantity, reference } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { concealing, type PartSeen, withUnseen } from "~/engine/operations/line-scope.server";

const entity = defineEntity({
  key: "purchase-orders/test",
  label: "测试单",
  purpose: "测试行的数据范围",
  kind: "document",
  states: { draft: "草稿" },
  fields: { qty: quantity({ label: "数量" }) },
  lines: {
    items: lines({
      label: "明细",
      max: 4,
      staff: { factory: "factory_id" },
      fields: { factory_id: reference("master-data/factory", { label: "工厂" }), qty: quantity({ label: "数量" }) },
    }),
  },
  access: { suppliers: noSupplier, grants: {} },
});

const row = (id: string, line_no: number, qty = "1"): AnyLine => ({ id, line_no, factory_id: "f", qty });
const record = (...items: AnyLine[]): AnyRecord => ({
  ...{ id: "r", number: null, state: "draft", previous_state: null, version: 1 },
  ...{ created_by: null, created_at: "", updated_by: null, updated_at: "", items },
});
const part = (seen: AnyLine[], unseen: AnyLine[]): PartSeen => ({
  record: record(...seen),
  unseen: new Map([["items", unseen]]),
});
const numbers = (one: AnyRecord) => (one.items as AnyLine[]).map(({ id, line_no }) => `${id}:${line_no}`);

test("看不到的行原样留在后面，行号不变；写入的行用看得到的行号，新行排在最后", () => {
  const sees = part([row("a", 10), row("c", 30)], [row("b", 20), row("d", 40)]);
  const less = record(row("c", 10, "9"));
  expect(withUnseen(entity, less, { part: sees, sent: ["items"] })).toEqual([]);
  expect(numbers(less)).toEqual(["c:10", "b:20", "d:40"]);
  const more = record(row("a", 10), row("c", 20), row("new", 30));
  expect(withUnseen(entity, more, { part: sees, sent: ["items"] })).toEqual([
    { field: "items", message: "明细连同您看不到的行最多4行" },
  ]);
  expect(numbers(more)).toEqual(["a:10", "c:30", "new:50", "b:20", "d:40"]);
});

test("没有提交的表不改行号，看不到的行照样保留", () => {
  const sees = part([row("c", 30)], [row("b", 20)]);
  const kept = record(row("c", 30));
  expect(withUnseen(entity, kept, { part: sees, sent: [] })).toEqual([]);
  expect(numbers(kept)).toEqual(["c:30", "b:20"]);
});

test("对看不到的行的意见只说在表上，不露内容；自己的行照原话说", async () => {
  const own = { field: "items.0.qty", message: "第1行数量不对" };
  const theirs = { field: "items.1.qty", message: "第2行与前面的行重复：二厂" };
  const judged = { record: record(row("a", 10), row("b", 20)), part: part([row("a", 10)], [row("b", 20)]) };
  const refused = await concealing(entity, judged, async () => {
    throw new AppError("invalid", {
      message: theirs.message,
      complaints: [theirs, own, { ...theirs, field: "items.b.x" }],
    });
  }).catch((error: unknown) => error);
  if (!(refused instanceof AppError)) throw new Error("not refused");
  expect(refused.complaints).toEqual([
    { field: "items", message: expect.stringContaining("「明细」中有您看不到的行") },
    own,
  ]);
  expect(`${refused.message} ${JSON.stringify(refused.complaints)}`).not.toContain("二厂");
});
