import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { choiceLabel } from "~/engine/entity/dictionary";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection, RecordTable } from "~/engine/entity/server-hooks";
import { notify } from "~/engine/notify/notify.server";
import { labelsOf } from "~/engine/operations/labels.server";
import { ask } from "~/engine/operations/published.server";
import { rowsWithinReach } from "~/engine/operations/rows-within-reach.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { lastMonths } from "~/engine/screen/figures.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf, daysBetween } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, sum } from "~/shared/decimal";
import { GATE_CHECKS, type GateCheck } from "~/shared/supplier-gate";
import { sourceData } from "./source-data.entity";

type SourceDataRecord = RecordFor<"base-data/source-data">;

export const GATE = "supplier-management/gate-exemption";
const SUPPLIER = "supplier-management/supplier";
const MATERIAL = "master-data/material";
const DUE = "master-data/type-inspection-due";
const ORDER = "purchase-orders/purchase-order";
const RUNNING = ["trial", "active", "suspended"];
/** States in which something of an order may still come. */
const OPEN_ORDERS = ["approved", "released", "negotiating", "confirmed", "on_hold"];
const OPEN_LINES = ["open", "partial"];
const MONTHS = 12;
/** Orders that a table names, and a message. */
const MOST_SHOWN = 50;
const MOST_NAMED = 5;

const reasonSchema = z.object({
  check: z.string(),
  severity: z.enum(["refuse", "warn"]),
  text: z.string(),
  cure: z.object({ who: z.string(), how: z.string() }),
  document: z.object({ label: z.string() }).nullable(),
});

/** What the gate says now about releasing an order by a source. For staff: reasons name internal documents. */
export function releaseReasons(context: Context, record: SourceDataRecord): Promise<z.infer<typeof reasonSchema>[]> {
  const asked = {
    action: "release",
    supplierId: record.supplier_id,
    materialIds: [record.material_id],
    factoryId: record.factory_id,
    purchaseOrgId: record.purchase_org_id,
  };
  return ask(context, { entityKey: GATE, name: "gate", input: asked, answer: z.array(reasonSchema) });
}

/** Beside what was typed: what the gate says, the type inspection, what was ordered and what of it is open. */
export async function sourceSections(context: Context, record: SourceDataRecord): Promise<OwnSection[]> {
  const isRunning = RUNNING.includes(record.state);
  return [
    // Of its own limits a supplier reads on a page of its own.
    ...(isRunning && !context.actor.supplierId ? await limits(context, record) : []),
    ...(isRunning ? await inspection(context, record) : []),
    ...(await ordered(context, record)),
    ...(await openOrders(context, record)),
  ];
}

async function limits(context: Context, record: SourceDataRecord): Promise<RecordTable[]> {
  const reasons = await releaseReasons(context, record);
  if (reasons.length === 0) return [];
  return [
    {
      kind: "table",
      title: "下单限制与提醒",
      table: {
        caption: "现在按这条货源下达订单的检查结果",
        columns: columnsOf(["检查项", "结果", "说明", "如何解除"]),
        rows: reasons.map(({ check, severity, text, cure }, index) => ({
          id: `${check}-${index}`,
          cells: [
            { text: GATE_CHECKS[check as GateCheck] ?? check },
            severity === "refuse" ? { text: "不通过", tone: "refused" } : { text: "提醒", tone: "warning" },
            { text },
            { text: `${cure.who}：${cure.how}` },
          ],
        })),
      },
    },
  ];
}

/** When the type inspection is due, by which report; nothing where the material needs none. */
async function inspection(context: Context, record: SourceDataRecord): Promise<OwnSection[]> {
  const own = [
    where.eq("supplier_id", String(record.supplier_id)),
    where.eq("material_id", String(record.material_id)),
  ];
  const [row] = await unscopedRows(context, DUE, ["due_date", "last_day", "report_id"], own);
  if (!row) return [];
  const today = dayOf(context.now);
  const late = daysBetween(row.due_date, today);
  const report =
    typeof row.report_id === "string"
      ? await rowsWithinReach(
          context,
          "master-data/type-inspection-report",
          ["id", "number"],
          [where.eq("id", row.report_id)],
        )
      : null;
  const [paper] = report?.rows ?? [];
  return [
    {
      kind: "facts",
      title: "型式检验",
      facts: [
        { label: "到期日", text: row.due_date },
        {
          label: "超期天数",
          text: late > 0 ? `${late}天` : "未超期",
          ...(late > 0 ? { tone: row.last_day < today ? ("refused" as const) : ("warning" as const) } : {}),
        },
        { label: "最后可下单日", text: row.last_day },
        {
          label: "最近报告",
          text: paper ? String(paper.number) : typeof row.report_id === "string" ? "有效" : "未提交",
          ...(report && paper ? { href: recordPath(report.screen, paper.id) } : {}),
        },
      ],
    },
  ];
}

const orderRow = z.object({ id: z.string(), order_date: z.string() });
const lineRow = z.object({ root_id: z.string(), qty: z.string(), confirm_qty: z.string().nullable(), uom: z.string() });

/** Lines of orders by this source: the same supplier, material and factory. */
function ofSource(record: SourceDataRecord) {
  return [
    where.eq("supplier_id", String(record.supplier_id)),
    where.eq("factory_id", String(record.factory_id)),
    where.someLine("purchase_order_items", where.eq("material_id", String(record.material_id))),
  ];
}

/** Orders by this source of which something of its material is still to come. */
function openOfSource(record: SourceDataRecord) {
  const line = where.all(where.eq("material_id", String(record.material_id)), where.oneOf("line_status", OPEN_LINES));
  return [...ofSource(record), where.oneOf("state", OPEN_ORDERS), where.someLine("purchase_order_items", line)];
}

/** What was ordered and confirmed in the last twelve months; arrivals will stand beside it once goods are received here. */
async function ordered(context: Context, record: SourceDataRecord): Promise<OwnSection[]> {
  const months = lastMonths(dayOf(context.now), MONTHS);
  const orders = z
    .array(orderRow)
    .parse(
      await unscopedRows(
        context,
        ORDER,
        ["id", "order_date"],
        [
          ...ofSource(record),
          where.set("released_at"),
          where.not(where.eq("state", "cancelled")),
          where.atLeast("order_date", `${months[0]}-01`),
        ],
      ),
    );
  if (orders.length === 0) return [];
  const monthOf = new Map(orders.map(({ id, order_date }) => [id, order_date.slice(0, 7)]));
  const lines = z.array(lineRow).parse(
    await unscopedLines(context, {
      entityKey: ORDER,
      lines: "items",
      columns: ["root_id", "qty", "confirm_qty", "uom"],
      where: [
        where.oneOf("root_id", [...monthOf.keys()]),
        where.eq("material_id", String(record.material_id)),
        where.not(where.eq("line_status", "cancelled")),
      ],
    }),
  );
  // As the orders say it: of a material suppliers read no more than its name.
  const { uom } = context.services.registry.entity(MATERIAL).fields;
  const [unit, ...more] = uom
    ? [...new Set(lines.map((line) => line.uom))].map((code) => choiceLabel(uom.options, code))
    : [];
  const inMonth = (month: string, of: (line: z.infer<typeof lineRow>) => string | null) =>
    decimal(sum(lines.flatMap((line) => (monthOf.get(line.root_id) === month ? [of(line) ?? "0"] : [])))).toFixed();
  return [
    {
      kind: "chart",
      title: "近12个月下单",
      chart: {
        kind: "bar",
        caption: "按下单月份，已下达的订单",
        axis: "月份",
        ...(unit === undefined || more.length > 0 ? {} : { unit }),
        labels: months,
        series: [
          { label: "下单数量", values: months.map((month) => inMonth(month, ({ qty }) => qty)) },
          { label: "供应商已确认", values: months.map((month) => inMonth(month, ({ confirm_qty }) => confirm_qty)) },
        ],
      },
    },
  ];
}

/** Orders of the source of which something is still to come, as far as the reader may open them. */
async function openOrders(context: Context, record: SourceDataRecord): Promise<RecordTable[]> {
  const columns = ["id", "number", "state", "order_date"] as const;
  const found = await rowsWithinReach(context, ORDER, columns, openOfSource(record));
  if (!found || found.rows.length === 0) return [];
  const order = context.services.registry.entity(ORDER);
  const rows = [...found.rows].sort((a, b) => (a.order_date < b.order_date ? 1 : -1));
  return [
    {
      kind: "table",
      title: "未完成的订单",
      table: {
        caption: `按这条货源还有${rows.length}张订单未完成`,
        columns: columnsOf(["采购订单", "订单日期", "状态"]),
        rows: rows.slice(0, MOST_SHOWN).map(({ id, number, state, order_date }) => ({
          id,
          cells: [
            { text: String(number), href: recordPath(found.screen, id) },
            { text: order_date },
            { text: order.states?.[state] ?? "", tone: order.tones?.[state] ?? "draft" },
          ],
        })),
      },
    },
  ];
}

/** Whoever buys by a source that was stopped has to see to what is still to come. */
export async function notifyOfOpenOrders(context: Context, record: SourceDataRecord): Promise<void> {
  const rows = await unscopedRows(context, ORDER, ["number", "buyer_id"], openOfSource(record));
  const [supplier] = await ask(context, SUPPLIER, "care", [String(record.supplier_id)]);
  const buyers = [...new Set([supplier?.buyerId, ...rows.map(({ buyer_id }) => buyer_id)])];
  const material = String(record.material_id);
  const labels = await labelsOf(context, context.services.registry.entity(MATERIAL), [material]);
  const numbers = rows.map(({ number }) => String(number)).sort();
  const named = `${numbers.slice(0, MOST_NAMED).join("、")}${numbers.length > MOST_NAMED ? `等${numbers.length}张` : ""}`;
  await notify(context, {
    scenario: "source.suspended",
    to: buyers.filter((id): id is string => typeof id === "string" && id !== context.actor.id),
    record: { entity: sourceData.key, id: record.id, number: record.number },
    values: {
      number: record.number ?? "",
      supplier: supplier?.name ?? "",
      material: labels.get(material) ?? "",
      orders: numbers.length === 0 ? "没有未完成的订单" : `未完成的订单：${named}`,
    },
  });
}
