import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Work } from "~/engine/entity";
import type { WorkedRow } from "~/engine/entity/deadlines";
import type { ConditionOn, RecordFor } from "~/engine/entity/entity-map";
import type { OwnSection } from "~/engine/entity/server-hooks";
import { labelsOf } from "~/engine/operations/labels.server";
import { linesOf } from "~/engine/operations/records.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";
import { type Condition, where } from "~/shared/condition";
import { decimal, formatDecimal, roundMoney, sum } from "~/shared/decimal";
import { inventorySetting, reportsOf } from "../supplier-inventory/inventory-figures.server";
import { belowSince, changeDays, type Report, stockOn } from "../supplier-inventory/supplier-inventory.rules";
import { coveredQty, daysShort, fillRate, wholeRate } from "./supplier-stock.rules";

type SupplierStockRecord = RecordFor<"purchase-orders/supplier-stock">;

const KEY = "purchase-orders/supplier-stock";
const MOST_CHARTS = 4;
const CHART_DAYS = 12;
const HEADINGS = [
  "物料",
  "最低库存",
  "最高库存",
  "供应商库存",
  "备货达成率",
  "已要货",
  "可要货",
  "保障数量",
  "责任金额",
  "提示",
];
const NUMBERS = HEADINGS.slice(1, -1);

const shownLine = z.object({
  id: z.string(),
  material_id: z.string(),
  min_qty: z.string(),
  max_qty: z.string(),
  uom: z.string().nullable(),
  price: z.string().nullable(),
  called_qty: z.string(),
});

/** A line of an agreement that runs, with what its supplier reported. */
interface Watched {
  root: string;
  material_id: string;
  min_qty: string;
  stock: string;
  since: string | null;
}

/** From when to when the minimum of an agreement is held: from what was agreed on, or the day the supplier said yes. */
function watchedPeriod(row: { valid_from: string; valid_to: string; accepted_at: string | null }, today: string) {
  const accepted = row.accepted_at === null ? row.valid_from : dayOf(new Date(row.accepted_at));
  const [, from = accepted] = [accepted, row.valid_from].sort();
  return {
    from,
    to: row.valid_to < today ? row.valid_to : today,
  };
}

/** What lies in each line of these agreements today, and since when it is short. Only agreements whose time runs have a minimum. */
async function watched(context: Context, conditions: readonly ConditionOn<typeof KEY>[]): Promise<Watched[]> {
  const today = dayOf(context.now);
  const all = await unscopedRows(
    context,
    KEY,
    ["id", "supplier_id", "state", "valid_from", "valid_to", "accepted_at"],
    conditions,
  );
  const running = all.filter(({ state }) => state === "active");
  if (running.length === 0) return [];
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "items",
    columns: ["root_id", "material_id", "min_qty"],
    where: [
      where.oneOf(
        "root_id",
        running.map(({ id }) => id),
      ),
    ],
  });
  const found: Watched[] = [];
  for (const supplierId of new Set(running.map(({ supplier_id }) => supplier_id))) {
    const own = running.filter((one) => one.supplier_id === supplierId);
    const items = lines.filter(({ root_id }) => own.some(({ id }) => id === root_id));
    const reports = await reportsOf(context, supplierId, [...new Set(items.map(({ material_id }) => material_id))]);
    for (const { root_id, material_id, min_qty } of items) {
      const agreement = own.find(({ id }) => id === root_id);
      if (!agreement) continue;
      const known = reports.get(material_id) ?? [];
      const isRunning = agreement.valid_from <= today && today <= agreement.valid_to;
      found.push({
        root: root_id,
        material_id,
        min_qty,
        stock: stockOn(known, today, reportDays),
        since: isRunning ? belowSince(known, { min: min_qty, ...watchedPeriod(agreement, today), reportDays }) : null,
      });
    }
  }
  return found;
}

/** What is short, by agreement and material. */
export async function shortages(context: Context): Promise<WorkedRow[]> {
  const short = (await watched(context, [where.eq("state", "active")])).flatMap((one) =>
    one.since === null ? [] : [{ ...one, since: one.since }],
  );
  const materials = await labelsOf(context, context.services.registry.entity("master-data/material"), [
    ...new Set(short.map(({ material_id }) => material_id)),
  ]);
  return short.map(({ root, material_id, min_qty, stock, since }) => ({
    id: root,
    // A shortage that was cured and came back is another one.
    about: `${material_id} ${since}`,
    day: since,
    values: {
      material: materials.get(material_id) ?? "",
      stock: formatDecimal(stock),
      least: formatDecimal(min_qty),
    },
  }));
}

/** Agreements among these of which something is short today. */
export async function belowMinimum(context: Context, rows: Condition): Promise<string[]> {
  return [
    ...new Set(
      (await watched(context, [rows as ConditionOn<typeof KEY>])).flatMap(({ root, since }) =>
        since === null ? [] : [root],
      ),
    ),
  ];
}

/** How far the minimums of these agreements are there, by id. */
export async function fillRates(context: Context, ids: readonly string[]): Promise<Map<string, string | null>> {
  const found = await watched(context, [where.oneOf("id", ids)]);
  return new Map(
    ids.map((id) => [
      id,
      wholeRate(found.flatMap((one) => (one.root === id ? [fillRate(one.stock, one.min_qty)] : []))),
    ]),
  );
}

/** Each line with what lies there, and pictures of how it went. */
export async function stockSections(context: Context, record: SupplierStockRecord): Promise<OwnSection[]> {
  if (record.state !== "active") return [];
  const today = dayOf(context.now);
  const lines = z.array(shownLine).parse(linesOf(record, "items"));
  const ids = lines.map(({ material_id }) => material_id);
  const reports = await reportsOf(context, String(record.supplier_id), ids);
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  const materials = await labelsOf(context, context.services.registry.entity("master-data/material"), ids);
  const period = watchedPeriod(
    {
      valid_from: String(record.valid_from),
      valid_to: String(record.valid_to),
      accepted_at: typeof record.accepted_at === "string" ? record.accepted_at : null,
    },
    today,
  );
  const rows = lines.map((line) => {
    const known = reports.get(line.material_id) ?? [];
    const stock = stockOn(known, today, reportDays);
    const covered = coveredQty(stock, line);
    const since = belowSince(known, { min: line.min_qty, ...period, reportDays });
    const figures = [line.min_qty, line.max_qty, stock].map((one) => ({ text: formatDecimal(one) }));
    const open = decimal(line.max_qty).minus(decimal(line.called_qty)).toFixed();
    return {
      id: line.id,
      amount: amountOf(covered, line.price),
      cells: [
        { text: materials.get(line.material_id) ?? "" },
        ...figures,
        { text: `${formatDecimal(fillRate(stock, line.min_qty))}%` },
        { text: formatDecimal(line.called_qty) },
        { text: formatDecimal(open) },
        { text: formatDecimal(covered) },
        { text: formatDecimal(amountOf(covered, line.price), 2) },
        since === null ? { text: "" } : { text: `低于下限${daysShort(since, today)}天`, tone: "warning" as const },
      ],
    };
  });
  const total = roundMoney(sum(rows.map(({ amount }) => amount)));
  return [
    {
      kind: "table",
      title: "库存与达成",
      table: {
        caption: `各物料的库存对照最低和最高库存，现有责任金额合计${formatDecimal(total, 2)}`,
        columns: columnsOf(HEADINGS, NUMBERS),
        rows: rows.map(({ id, cells }) => ({ id, cells })),
      },
    },
    ...lines.slice(0, MOST_CHARTS).flatMap((line) =>
      chartOf(reports.get(line.material_id) ?? [], {
        line,
        material: materials.get(line.material_id) ?? "",
        ...period,
        reportDays,
      }),
    ),
  ];
}

function amountOf(qty: string, price: string | null): string {
  return roundMoney(decimal(qty).times(decimal(price ?? "0")));
}

interface Drawn {
  line: z.infer<typeof shownLine>;
  material: string;
  from: string;
  to: string;
  reportDays: number;
}

function chartOf(reports: readonly Report[], { line, material, from, to, reportDays }: Drawn): OwnSection[] {
  const days = changeDays(reports, { from, to, reportDays }).slice(-CHART_DAYS);
  if (days.length < 2) return [];
  return [
    {
      kind: "chart",
      title: `库存走势：${material}`,
      chart: {
        kind: "line",
        caption: "供应商上报的成品库存与上下限",
        axis: "日期",
        labels: days,
        series: [
          { label: "库存", values: days.map((day) => stockOn(reports, day, reportDays)) },
          { label: "最低库存", values: days.map(() => line.min_qty) },
          { label: "最高库存", values: days.map(() => line.max_qty) },
        ],
      },
    },
  ];
}

/** What is left at the end, and what of it is ours to buy. */
export async function listUnused(context: Context, { record, append }: Work<SupplierStockRecord>): Promise<void> {
  const lines = z.array(shownLine).parse(linesOf(record, "items"));
  const reports = await reportsOf(
    context,
    String(record.supplier_id),
    lines.map(({ material_id }) => material_id),
  );
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  for (const line of lines) {
    const stock = stockOn(reports.get(line.material_id) ?? [], dayOf(context.now), reportDays);
    const covered = coveredQty(stock, line);
    append("unused", {
      material_id: line.material_id,
      stock_qty: stock,
      covered_qty: covered,
      uom: line.uom,
      price: line.price,
      amount: amountOf(covered, line.price),
    });
  }
}
