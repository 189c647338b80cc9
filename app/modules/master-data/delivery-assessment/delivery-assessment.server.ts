import { z } from "zod";
import { type Context, consequenceOf } from "~/engine/context.server";
import { type Complaint, complain, type Work } from "~/engine/entity";
import type { ConditionOn, LineColumnOf, RecordFor } from "~/engine/entity/entity-map";
import type { Screen } from "~/engine/entity/registry";
import type { EntityServer, RecordTable } from "~/engine/entity/server-hooks";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { linesOf } from "~/engine/operations/records.server";
import { rowFilter, screenFor } from "~/engine/operations/scope.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { currencySign } from "~/engine/screen/currency";
import { columnsOf } from "~/engine/screen/table-columns";
import { addDays, dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { decimal, decimalOrZero, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { makeMonth, monthRefusal, rateTrend } from "../delivery-result/delivery-result.server";
import { deliveryAssessment } from "./delivery-assessment.entity";
import { fineOf, isLate, lateDays, leastOf } from "./delivery-assessment.rules";
import { type DueSource, dueDays } from "./due-days.server";
import { ofClasses, ofMaterials, termsOf } from "./rule-reach.server";

type DeliveryAssessmentRecord = RecordFor<"master-data/delivery-assessment">;

const { key } = deliveryAssessment;
const ORDER = "purchase-orders/purchase-order";
const SUPPLIER = "supplier-management/supplier";
/** Orders that a supplier has in hand. */
const IN_HAND = ["released", "negotiating", "confirmed"];
/** Lines the page tells one by one. */
const SHOWN = 50;

const ruleSchema = z.object({
  material_type_id: z.string().nullable(),
  due_source: z.enum(["order", "promise", "cycle"]),
  grace_days: z.number(),
  qty_tolerance: z.string(),
  clause_id: z.string().nullable(),
  fine_start_days: z.number().nullable(),
  min_fine: z.string().nullable(),
});
type Rule = z.infer<typeof ruleSchema> & { classes: readonly string[] };

interface LateLine {
  id: string;
  orderId: string;
  number: string;
  supplierId: string;
  currency: string;
  lineNo: number;
  due: string;
  late: number;
  amount: string;
  fine: string;
}

const classesOf = (record: DeliveryAssessmentRecord) =>
  linesOf(record, "classes").map((row) => String(row.supplier_class_id));

/** Two rules in use that speak of the same suppliers and materials would give two results. */
async function scopeFree(context: Context, record: DeliveryAssessmentRecord): Promise<Complaint[]> {
  if (record.enabled !== true) return [];
  const type = record.material_type_id;
  const rows = await unscopedRows(
    context,
    key,
    ["id", "title"],
    [
      where.eq("enabled", true),
      where.not(where.eq("id", record.id)),
      typeof type === "string" ? where.eq("material_type_id", type) : where.empty("material_type_id"),
    ],
  );
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const lines = await unscopedLines(context, {
    entityKey: key,
    lines: "classes",
    columns: ["root_id", "supplier_class_id"],
    where: [where.oneOf("root_id", ids)],
  });
  const own = classesOf(record);
  const meets = rows.find(({ id }) => {
    const theirs = lines.filter((line) => line.root_id === id).map((line) => line.supplier_class_id);
    return own.length === 0 ? theirs.length === 0 : theirs.some((one) => own.includes(one));
  });
  return meets ? [complain("material_type_id", `规则【${meets.title}】已适用于相同的分类和物料类型`)] : [];
}

/**
 * Lines of orders in hand that are late today by the rule, the longest first: what was received within the tolerance is late no longer.
 * @param seen narrows the orders to those the reader sees
 */
async function lateLines(
  context: Context,
  rule: Rule,
  seen: readonly ConditionOn<typeof ORDER>[],
): Promise<LateLine[]> {
  const today = dayOf(context.now);
  const last = addDays(today, -rule.grace_days - 1);
  const due: Record<DueSource, Condition<LineColumnOf<typeof ORDER, "items">>[]> = {
    order: [where.atMost("required_date", last)],
    promise: [
      where.any(
        where.all(where.empty("first_confirm_date"), where.atMost("required_date", last)),
        where.atMost("first_confirm_date", last),
      ),
    ],
    cycle: [],
  };
  const undone = where.all(
    where.oneOf("line_status", ["open", "partial"]),
    ...due[rule.due_source],
    ...(await ofMaterials(context, rule.material_type_id)),
  );
  const inHand = where.all(where.oneOf("state", IN_HAND), ...(await ofClasses(context, rule.classes)));
  const inner = where.all(inHand, ...seen);
  const ofOrder = where.someRow({ table: "purchase_order", column: "id", equals: "root_id", inner });
  const columns = [
    "id",
    "root_id",
    "line_no",
    "material_id",
    "qty",
    "accepted_qty",
    "amount",
    "required_date",
    "first_confirm_date",
  ] as const;
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns,
    where: [undone, ofOrder],
  });
  if (lines.length === 0) return [];
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id", "factory_id", "order_date", "currency"],
    [inHand, where.someLine("purchase_order_items", undone), ...seen],
  );
  const byId = new Map(orders.map((order) => [order.id, order]));
  const open = lines.flatMap((line) => {
    const order = byId.get(line.root_id);
    return order && decimalOrZero(line.accepted_qty).lt(leastOf(line.qty, rule.qty_tolerance)) ? [{ line, order }] : [];
  });
  const days = await dueDays(
    context,
    rule.due_source,
    open.map(({ line, order }) => ({
      supplierId: order.supplier_id,
      factoryId: order.factory_id,
      materialId: line.material_id,
      orderDate: order.order_date,
      ordered: line.required_date,
      promised: line.first_confirm_date,
    })),
  );
  const terms = await termsOf(context, rule);
  return open
    .flatMap(({ line, order }, at): LateLine[] => {
      const dueDay = days[at] ?? null;
      if (dueDay === null || !isLate(dueDay, today, rule.grace_days)) return [];
      const late = lateDays(dueDay, today);
      const amount = String(line.amount);
      return [
        {
          id: line.id,
          orderId: order.id,
          number: String(order.number),
          supplierId: order.supplier_id,
          currency: order.currency,
          lineNo: Number(line.line_no),
          due: dueDay,
          late,
          amount,
          fine: fineOf(amount, late, terms),
        },
      ];
    })
    .sort((a, b) => b.late - a.late || (a.number < b.number ? -1 : a.number > b.number ? 1 : a.lineNo - b.lineNo));
}

/** Late lines of each supplier, amounts of each currency apart; fines that stay below the least amount are none. */
function bySupplier(lines: readonly LateLine[], least: string | null) {
  const groups = new Map<string, LateLine[]>();
  for (const line of lines) {
    const group = `${line.supplierId} ${line.currency}`;
    groups.set(group, [...(groups.get(group) ?? []), line]);
  }
  return [...groups].map(([id, own]) => {
    const fine = sum(own.map((line) => line.fine));
    const isBelow = least !== null && fine.gt(0) && fine.lt(decimal(least));
    return { id, own, fine: isBelow ? decimal("0") : fine, isBelow };
  });
}

const FINE = "试算扣款";
const NUMBERS = ["延期行数", "最长延期（天）", "延期（天）", "金额", FINE];

/** What the rule would say today about the orders the reader sees. */
async function trial(context: Context, record: DeliveryAssessmentRecord, orders: Screen): Promise<RecordTable[]> {
  const rule = { ...ruleSchema.parse(record), classes: classesOf(record) };
  const lines = await lateLines(context, rule, rowFilter(context, context.services.registry.entity(ORDER)));
  const ids = [...new Set(lines.map(({ supplierId }) => supplierId))];
  const named = await ask(context, SUPPLIER, "names", ids);
  const names = new Map(named.map(({ id, name }) => [id, name]));
  // Without a clause nothing is fined, which is another thing than a fine of nothing.
  const fined = <T>(cells: T[]) => (rule.clause_id === null ? [] : cells);
  const title = `试算（截至${dayOf(context.now)}，不是考核结果）`;
  const money = (value: string, currency: string) =>
    currencySign(orders.entity.fields.amount, currency) + formatDecimal(value, 2);
  return [
    {
      kind: "table",
      title,
      table: {
        caption: "按供应商汇总",
        columns: columnsOf(["供应商", "延期行数", "最长延期（天）", "金额", ...fined([FINE])], NUMBERS),
        rows: bySupplier(lines, rule.min_fine).map(({ id, own, fine, isBelow }) => ({
          id,
          cells: [
            { text: names.get(own[0]?.supplierId ?? "") ?? "" },
            { text: String(own.length) },
            { text: String(Math.max(...own.map(({ late }) => late))) },
            { text: money(roundMoney(sum(own.map(({ amount }) => amount))), own[0]?.currency ?? "") },
            ...fined([{ text: isBelow ? "低于起罚金额" : money(roundMoney(fine), own[0]?.currency ?? "") }]),
          ],
        })),
      },
    },
    {
      kind: "table",
      title: lines.length > SHOWN ? `试算明细（延期最长的${SHOWN}行，共${lines.length}行）` : "试算明细",
      table: {
        caption: "延期的订单行",
        columns: columnsOf(["供应商", "订单", "行", "应交日期", "延期（天）", "金额", ...fined([FINE])], NUMBERS),
        rows: lines.slice(0, SHOWN).map((line) => ({
          id: line.id,
          cells: [
            { text: names.get(line.supplierId) ?? "" },
            { text: line.number, href: recordPath(orders, line.orderId) },
            { text: String(line.lineNo) },
            { text: line.due },
            { text: String(line.late) },
            { text: money(line.amount, line.currency) },
            ...fined([{ text: money(line.fine, line.currency) }]),
          ],
        })),
      },
    },
  ];
}

/** The results of a month, asked for by hand. */
async function generate(context: Context, work: Work<DeliveryAssessmentRecord>): Promise<void> {
  const month = String(work.input.month);
  const within = consequenceOf(context);
  const refused = await monthRefusal(within, work.record.id, month);
  if (refused) throw new AppError("invalid", { message: refused, complaints: [{ field: "month", message: refused }] });
  const done = await makeMonth(within, { ruleId: work.record.id, month, renew: true });
  if (Object.values(done).every((count) => count === 0)) {
    const message = `${month}没有应交的订单行，没有结果可以生成`;
    throw new AppError("invalid", { message, complaints: [{ field: "month", message }] });
  }
}

export const deliveryAssessmentServer: EntityServer<"master-data/delivery-assessment"> = {
  beforeSave: ({ context, record }) => scopeFree(context, record),
  async sections(context, record) {
    const orders = screenFor(context, ORDER, "get");
    const trend = screenFor(context, "master-data/delivery-result", "query")
      ? await rateTrend(context, [where.eq("rule_id", record.id)])
      : [];
    return [...trend, ...(orders ? await trial(context, record, orders) : [])];
  },
  transitions: { generate: { effect: generate } },
};
