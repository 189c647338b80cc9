import { numberBy } from "~/engine/numbering/numbers.server";
import { refreshDueList } from "~/engine/operations/inspection-due.server";
import { createGiven, createRecord } from "~/engine/operations/save.server";
import { applyTogether } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import type { DemoWriter } from "./demo-writer.server";

const ORDER = "purchase-orders/purchase-order";
const SOURCE = "base-data/source-data";
const REPORT = "master-data/type-inspection-report";
/** Stages in which nothing is bought any more: what such a supplier delivered once has ended. */
const GONE = ["eliminated", "blacklisted"];

interface Delivered {
  supplier_id: string;
  material_id: string;
  factory_id: string;
  /** Day of the first order. */
  first: string;
}

const keyOf = (row: Readonly<Record<"supplier_id" | "material_id" | "factory_id", string>>) =>
  `${row.supplier_id} ${row.material_id} ${row.factory_id}`;

/** What each supplier was ordered to deliver to which factory, in the order of the orders. */
async function delivered(writer: DemoWriter): Promise<Delivered[]> {
  const context = writer.context(writer.now);
  const columns = ["id", "number", "supplier_id", "factory_id", "order_date"] as const;
  const orders = await unscopedRows(context, ORDER, columns, []);
  const heads = new Map(orders.map((order) => [order.id, order]));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id"],
    where: [],
  });
  const numberOf = (root: string) => String(heads.get(root)?.number);
  // Rows come in no order, and the demo is the same wherever it is loaded.
  lines.sort((a, b) => numberOf(a.root_id).localeCompare(numberOf(b.root_id)) || a.line_no - b.line_no);
  const found = new Map<string, Delivered>();
  for (const { root_id, material_id } of lines) {
    const order = heads.get(root_id);
    if (!order) continue;
    const row = { supplier_id: order.supplier_id, material_id, factory_id: order.factory_id };
    const known = found.get(keyOf(row));
    if (!known) found.set(keyOf(row), { ...row, first: order.order_date });
    else if (order.order_date < known.first) known.first = order.order_date;
  }
  return [...found.values()];
}

/**
 * Who delivered before this was kept stands in the list as it was taken over, from before the first order on: what is ordered has a
 * source. Where a source was told already, the one taken over ends the day before. Last of what is told, so that no story changes by it.
 */
export async function loadSources(writer: DemoWriter): Promise<void> {
  const rows = await delivered(writer);
  const [earliest = writer.today] = rows.map(({ first }) => first).sort();
  const begin = addDays(earliest, -7);
  const at = writer.context(writer.moment(begin, 9));
  const known = await unscopedRows(at, SOURCE, ["supplier_id", "material_id", "factory_id", "effective_from"], []);
  const since = new Map<string, string>();
  for (const row of known) {
    const day = since.get(keyOf(row));
    if (day === undefined || row.effective_from < day) since.set(keyOf(row), row.effective_from);
  }
  const suppliers = await unscopedRows(at, "supplier-management/supplier", ["id", "stage"], []);
  const gone = new Set(suppliers.flatMap(({ id, stage }) => (GONE.includes(String(stage)) ? [id] : [])));
  const places = new Set<string>();
  const missing = rows.flatMap((row) => {
    const { first, ...keys } = row;
    const next = since.get(keyOf(row));
    if (next !== undefined && next <= first) return [];
    const place = `${row.material_id} ${row.factory_id}`;
    const tier = places.has(place) ? "secondary" : "primary";
    places.add(place);
    const end = next === undefined ? (gone.has(row.supplier_id) ? writer.daysAgo(1) : null) : addDays(next, -1);
    return [{ ...keys, tier, effective_to: end, ended_on: end, state: end === null ? "active" : "ended" }];
  });
  const screen = writer.screen(SOURCE);
  const { entity } = screen;
  await inspected(
    writer,
    missing.filter(({ state }) => state === "active"),
  );
  await writer.together(at, async () => {
    const given: Record<string, string | boolean | null>[] = [];
    for (const row of missing) {
      const values = { ...row, fixed: false, inspection_mode: "normal", effective_from: begin };
      const record = { id: "", version: 1, ...values };
      const number = await numberBy(at, { rule: String(screen.number), entity, record: record as never });
      given.push({ ...values, number, remark: "上线时接收的供货关系" });
    }
    await createGiven(at, screen, given as never);
  });
  const now = writer.context(writer.now);
  await writer.together(now, () => refreshDueList(now, null));
}

/** A type inspection of each supplier over what had none: of these nothing is overdue, so nothing stops an order. */
async function inspected(
  writer: DemoWriter,
  sources: readonly { supplier_id: string; material_id: string }[],
): Promise<void> {
  const day = 120;
  const at = writer.context(writer.moment(writer.daysAgo(day), 10));
  const materials = await unscopedRows(at, "master-data/material", ["id"], [where.eq("type_report_required", true)]);
  const asked = new Set(materials.map(({ id }) => id));
  const columns = ["supplier_id", "material_id", "report_id", "due_date"] as const;
  const due = await unscopedRows(at, "master-data/type-inspection-due", columns, []);
  const late = due.filter(({ report_id, due_date }) => report_id === null && due_date < writer.today);
  const told = new Set(due.flatMap((row) => (late.includes(row) ? [] : [`${row.supplier_id} ${row.material_id}`])));
  const bySupplier = new Map<string, Set<string>>();
  for (const { supplier_id, material_id } of [...late, ...sources]) {
    if (!asked.has(material_id) || told.has(`${supplier_id} ${material_id}`)) continue;
    bySupplier.set(supplier_id, (bySupplier.get(supplier_id) ?? new Set()).add(material_id));
  }
  const screen = writer.screen(REPORT);
  await writer.together(at, async () => {
    const ids: string[] = [];
    for (const [supplier_id, covered] of bySupplier) {
      const values = {
        supplier_id,
        report_no: `YSJC-L${String(ids.length + 1).padStart(3, "0")}`,
        lab_name: "演示检测技术服务有限公司（虚构）",
        cma_no: "YS000000001",
        issue_date: writer.daysAgo(day + 5),
        standard_code: "Q/YS 0001S",
        sample_batch: writer.daysAgo(day + 25).replaceAll("-", ""),
        materials: [...covered].map((material_id) => ({ material_id })),
        items: [{ item: "感官", value: "正常" }],
      };
      ids.push((await createRecord(at, { screen, values })).id);
    }
    const { entity } = screen;
    await applyTogether(at, { entity, name: "submit", items: ids.map((id) => ({ id })) });
    await applyTogether(at, { entity, name: "approve", items: ids.map((id) => ({ id, input: { method: "issuer" } })) });
  });
}
