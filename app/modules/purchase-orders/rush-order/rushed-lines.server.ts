import type { Context } from "~/engine/context.server";
import type { Complaint } from "~/engine/entity";
import { lineField } from "~/engine/entity";
import type { RecordFor } from "~/engine/entity/entity-map";
import type { Finding, SaveWork } from "~/engine/entity/server-hooks";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, decimalOrZero, formatDecimal } from "~/shared/decimal";
import { RUSHED_ORDERS } from "./rush-order.fields";
import { firstWanted, lastOffered, RUNNING, TAKING } from "./rush-order.rules";

type RushOrderRecord = RecordFor<"purchase-orders/rush-order">;

const ORDER = "purchase-orders/purchase-order";
const RUSH = "purchase-orders/rush-order";
const STATES: Readonly<Record<string, string>> = {
  negotiating: "变更协商中",
  on_hold: "已暂停",
  completed: "已完成",
  closed: "已关闭",
  cancelled: "已取消",
};

export const textOf = (value: unknown): string | null => (typeof value === "string" ? value : null);

/** Ids in a column, each once. */
export function idsOf(rows: readonly Readonly<Record<string, unknown>>[], name: string): string[] {
  return [...new Set(rows.flatMap((row) => textOf(row[name]) ?? []))];
}

/** Lines of orders, as whoever asks may read them: suppliers in their transactions, too. */
export async function orderLines(context: Context, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: [
      "id",
      "root_id",
      "line_no",
      "material_id",
      "uom",
      "line_status",
      "required_date",
      "confirm_date",
      "open_qty",
    ],
    where: [where.oneOf("id", ids)],
  });
}

/** What follows from the lines that were chosen: the order, and of each line when it was to come. */
export async function completeRush({ context, record, set }: SaveWork<RushOrderRecord>): Promise<void> {
  const items = linesOf(record, "items");
  const known = new Map((await orderLines(context, idsOf(items, "order_line"))).map((line) => [line.id, line]));
  for (const line of items) {
    const of = known.get(textOf(line.order_line) ?? "");
    line.old_date = of ? (of.confirm_date ?? of.required_date) : null;
    if (of) Object.assign(line, { material_id: of.material_id, price: null });
  }
  const [first] = [...known.values()];
  if (record.rush_kind !== "insert" && !record.order_id && first) set({ order_id: first.root_id });
  if (record.rush_kind === "insert" && !record.order_id) set({ order_id: await latestOrder(context, record) });
  const orders = record.order_id
    ? await unscopedRows(
        context,
        ORDER,
        ["id", "factory_id", "currency", "buyer_id"],
        [where.eq("id", record.order_id)],
      )
    : [];
  const [order] = orders;
  set({
    factory_id: order?.factory_id ?? null,
    currency: order?.currency ?? null,
    buyer_id: order?.buyer_id ?? null,
    material_id: textOf(items[0]?.material_id),
    want_date: firstWanted(items),
    reply_date: lastOffered(items),
  });
  await completeMaterials(context, record);
}

/** The newest order of a supplier that went out: an urgent one goes by its terms. */
async function latestOrder(context: Context, record: RushOrderRecord): Promise<string | null> {
  if (!record.supplier_id) return null;
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "released_at"],
    [where.eq("supplier_id", record.supplier_id), where.set("released_at"), where.not(where.eq("state", "cancelled"))],
  );
  const [newest] = orders.toSorted((a, b) => (String(a.released_at) > String(b.released_at) ? -1 : 1));
  return newest?.id ?? null;
}

/** Units of the materials; and for an urgent order the price at which the supplier delivered last. */
async function completeMaterials(context: Context, record: RushOrderRecord): Promise<void> {
  const items = linesOf(record, "items");
  const materials = await unscopedRows(
    context,
    "master-data/material",
    ["id", "uom"],
    [where.oneOf("id", idsOf(items, "material_id"))],
  );
  for (const line of items) line.uom = materials.find(({ id }) => id === line.material_id)?.uom ?? null;
  const open = items.filter((line) => record.rush_kind === "insert" && !line.price);
  if (open.length === 0 || !record.supplier_id || !record.currency) return;
  const inner = where.all(
    where.eq("supplier_id", record.supplier_id),
    where.eq("currency", record.currency),
    where.set("released_at"),
  );
  const ofSupplier = where.someRow({ table: "purchase_order", column: "id", equals: "root_id", inner });
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "material_id", "uom", "price"],
    where: [where.oneOf("material_id", idsOf(open, "material_id")), ofSupplier],
  });
  // Ids are ordered by time: the newest line says the last price.
  const newest = lines.toSorted((a, b) => (a.id > b.id ? -1 : 1));
  for (const line of open) {
    const found = newest.find(({ material_id, uom }) => material_id === line.material_id && uom === line.uom);
    line.price = found?.price ?? null;
  }
}

/** What is wrong with a line, beside the field it is about. */
interface Fault {
  position: number;
  field: string;
  text: string;
}

/**
 * What speaks against rushing the lines of an order as it stands now: it may have been cancelled, received or changed since. Asked when a
 * rush is saved, sent, answered and agreed on.
 * @param quantity the field that says how much
 */
async function faultsOf(context: Context, record: RushOrderRecord, quantity: "qty" | "reply_qty"): Promise<Fault[]> {
  if (record.rush_kind === "insert") return [];
  const items = linesOf(record, "items");
  const known = new Map((await orderLines(context, idsOf(items, "order_line"))).map((line) => [line.id, line]));
  const roots = [...new Set([...known.values()].map(({ root_id }) => root_id))];
  const orders = await unscopedRows(context, ORDER, ["id", "number", "state"], [where.oneOf("id", roots)]);
  return items.flatMap((line, index): Fault[] => {
    const position = index + 1;
    const fault = (field: string, text: string): Fault[] => [{ position, field, text }];
    // Of what has ended, or was answered with nothing, nothing is asked any more.
    const asked = decimalOrZero(textOf(line[quantity]));
    if (line.ended_on || (quantity === "reply_qty" && asked.lte(0))) return [];
    const of = known.get(textOf(line.order_line) ?? "");
    const order = orders.find(({ id }) => id === of?.root_id);
    if (!of || !order) return fault("order_line", `第${position}行的订单行不存在，请重新选择`);
    if (record.order_id !== order.id)
      return fault("order_line", `第${position}行不是原订单的行，每张加急单只能选一张订单`);
    const states: readonly string[] = RUSHED_ORDERS;
    if (!states.includes(order.state ?? ""))
      return fault("order_line", `订单【${order.number ?? ""}】${STATES[order.state ?? ""] ?? "尚未下达"}，不能加急`);
    if (of.line_status !== null && !TAKING.includes(of.line_status))
      return fault("order_line", `第${position}行的订单行已不再交货，不能加急`);
    if (of.confirm_date === null) return fault("order_line", `第${position}行的订单行供应商尚未确认，不能加急`);
    if (asked.gt(decimal(of.open_qty ?? "0")))
      return fault(quantity, `第${position}行加急数量超过未交数量${formatDecimal(of.open_qty ?? "0")}`);
    // The order was changed: what was to be earlier would not be any more.
    const day = textOf(quantity === "qty" ? line.want_date : line.reply_date);
    const isMoved = asked.gt(0) && day !== null && day >= of.confirm_date;
    return isMoved
      ? fault(
          quantity === "qty" ? "want_date" : "reply_date",
          `第${position}行订单的交期已是${of.confirm_date}，${day}不早于它`,
        )
      : [];
  });
}

/** The same as sentences beside the fields, for whoever writes the rush. */
export async function complaintsOf(context: Context, record: RushOrderRecord): Promise<Complaint[]> {
  const faults = await faultsOf(context, record, "qty");
  // The day of the order has just been taken over: whether goods are wanted earlier the rules say.
  const own = faults.filter(({ field }) => field !== "want_date");
  return own.map(({ position, field, text }) => ({ field: lineField("items", position, field), message: text }));
}

/** The same as findings that block a transition. */
export async function lineFindings(
  context: Context,
  record: RushOrderRecord,
  quantity: "qty" | "reply_qty",
): Promise<Finding[]> {
  const texts = (await faultsOf(context, record, quantity)).map(({ text }) => text);
  return [...new Set(texts)].map((text) => ({ check: "order", level: "block", text }));
}

/** Lines for which another rush is running. */
export async function runningElsewhere(context: Context, record: RushOrderRecord): Promise<Finding[]> {
  const items = linesOf(record, "items");
  const ids = idsOf(items, "order_line");
  if (ids.length === 0) return [];
  const inner = where.oneOf("state", RUNNING);
  const others = await unscopedLines(context, {
    entityKey: RUSH,
    lines: "items",
    columns: ["root_id", "order_line"],
    where: [
      where.oneOf("order_line", ids),
      where.empty("ended_on"),
      where.not(where.eq<"root_id">("root_id", record.id)),
      where.someRow<"root_id">({ table: "rush_order", column: "id", equals: "root_id", inner }),
    ],
  });
  const rushes = await unscopedRows(
    context,
    RUSH,
    ["id", "number"],
    [
      where.oneOf(
        "id",
        others.map(({ root_id }) => root_id),
      ),
    ],
  );
  return items.flatMap((line, index): Finding[] => {
    const other = others.find(({ order_line }) => order_line !== null && order_line === line.order_line);
    const number = rushes.find(({ id }) => id === other?.root_id)?.number ?? "";
    return other
      ? [{ check: "running", level: "block", text: `第${index + 1}行的订单行已有进行中的加急单${number}` }]
      : [];
  });
}
