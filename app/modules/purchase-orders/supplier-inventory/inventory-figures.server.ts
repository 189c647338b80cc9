import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { Published } from "~/engine/entity/server-hooks";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, decimalOrZero, sum } from "~/shared/decimal";
import {
  availableQty,
  batchKey,
  coverDays,
  type Hint,
  isExpired,
  type Report,
  remainRate,
  spreadLocked,
  staleFor,
} from "./supplier-inventory.rules";

/*
 * What a report means today: nothing of it is stored, since it changes with every note, order and day. Sums over documents of all
 * factories, of which only the sum is shown.
 */

const KEY = "purchase-orders/supplier-inventory";
const NOTE = "receiving/delivery-note";
const ORDER = "purchase-orders/purchase-order";
/** Notes whose goods have left the supplier. */
const ON_ITS_WAY = ["submitted", "arrived", "receiving"] as const;

type Setting = "inventory.reportDays" | "inventory.coverDays" | "inventory.expiringDays";

/** A number an administrator set. */
export function inventorySetting(context: Context, key: Setting): Promise<number> {
  return limitFor(context, key);
}

const COLUMNS = [
  "id",
  "supplier_id",
  "material_id",
  "stock_kind",
  "batch_no",
  "location",
  "produce_date",
  "expire_date",
  "qty",
  "report_date",
  "current",
] as const;

/** What is known of a report today. */
export interface InventoryFigures {
  locked: string | null;
  available: string | null;
  cover: number | null;
  remain: string | null;
  /** The least the material may have left when it comes, in percent. */
  least: string | null;
  /** Days since the report, where it is too old. */
  stale: number | null;
  expired: boolean;
  hint: Hint | null;
}

type Rows = Awaited<ReturnType<typeof rowsOf>>;

function rowsOf(context: Context, ids: readonly string[]) {
  return unscopedRows(context, KEY, COLUMNS, [where.oneOf("id", ids)]);
}

/** Everything that is stock of these suppliers and materials now. */
async function currentOf(context: Context, rows: Rows): Promise<Rows> {
  const wanted = new Set(rows.map(pairOf));
  const all = await unscopedRows(context, KEY, COLUMNS, [
    where.oneOf("supplier_id", [...new Set(rows.map(({ supplier_id }) => supplier_id))]),
    where.oneOf("material_id", [...new Set(rows.map(({ material_id }) => material_id))]),
    where.eq("current", true),
  ]);
  return all.filter((row) => wanted.has(pairOf(row))).sort((a, b) => (a.id < b.id ? -1 : 1));
}

function pairOf({ supplier_id, material_id }: { supplier_id: string; material_id: string }): string {
  return `${supplier_id} ${material_id}`;
}

/** What notes on their way hold of each batch and have not been counted for yet. */
async function lockedBatches(context: Context, rows: Rows): Promise<Map<string, string>> {
  const notes = await unscopedRows(
    context,
    NOTE,
    ["id", "supplier_id"],
    [
      where.oneOf("supplier_id", [...new Set(rows.map(({ supplier_id }) => supplier_id))]),
      where.oneOf("state", ON_ITS_WAY),
    ],
  );
  if (notes.length === 0) return new Map();
  const supplierOf = new Map(notes.map(({ id, supplier_id }) => [id, supplier_id]));
  const lines = await unscopedLines(context, {
    entityKey: NOTE,
    lines: "items",
    columns: ["root_id", "material_id", "batch_no", "qty", "received_qty"],
    where: [
      where.oneOf("root_id", [...supplierOf.keys()]),
      where.oneOf("material_id", [...new Set(rows.map(({ material_id }) => material_id))]),
    ],
  });
  const found = new Map<string, string>();
  for (const { root_id, material_id, batch_no, qty, received_qty } of lines) {
    const open = decimal(qty).minus(decimalOrZero(received_qty));
    if (open.lte(0)) continue;
    const key = batchKey({ supplier_id: supplierOf.get(root_id) ?? "", material_id, batch_no });
    found.set(key, sum([found.get(key) ?? "0", open]).toFixed());
  }
  return found;
}

/** What was ordered of each supplier and material in the last days, by both. */
async function orderedOf(context: Context, rows: Rows, days: number): Promise<Map<string, string>> {
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "supplier_id"],
    [
      where.oneOf("supplier_id", [...new Set(rows.map(({ supplier_id }) => supplier_id))]),
      where.atLeast("order_date", addDays(dayOf(context.now), -days)),
      where.set("released_at"),
      where.not(where.eq("state", "cancelled")),
    ],
  );
  if (orders.length === 0) return new Map();
  const supplierOf = new Map(orders.map(({ id, supplier_id }) => [id, supplier_id]));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "material_id", "qty"],
    where: [
      where.oneOf("root_id", [...supplierOf.keys()]),
      where.oneOf("material_id", [...new Set(rows.map(({ material_id }) => material_id))]),
    ],
  });
  const found = new Map<string, string>();
  for (const { root_id, material_id, qty } of lines) {
    const key = pairOf({ supplier_id: supplierOf.get(root_id) ?? "", material_id });
    found.set(key, sum([found.get(key) ?? "0", qty]).toFixed());
  }
  return found;
}

const rules = z.array(z.object({ shelfRatio: z.string().nullable() }));

/** The rest of shelf life each material must have when it comes, by supplier and material, whichever factory it goes to. */
async function leastShelves(context: Context, rows: Rows): Promise<Map<string, string | null>> {
  const pairs = [...new Map(rows.map((row) => [pairOf(row), row]))];
  const answer = await ask(context, {
    entityKey: "base-data/receive-control",
    name: "ofPairs",
    input: pairs.map(([, { supplier_id, material_id }]) => ({ supplierId: supplier_id, materialId: material_id })),
    answer: rules,
  });
  return new Map(pairs.map(([pair], at) => [pair, answer[at]?.shelfRatio ?? null]));
}

function hintOf({ expired, stale, remain, least }: Pick<InventoryFigures, "expired" | "stale" | "remain" | "least">) {
  if (expired) return "expired" as const;
  if (stale !== null) return "stale" as const;
  return remain !== null && least !== null && decimal(remain).lt(decimal(least)) ? ("short" as const) : null;
}

/** Figures of these reports, by id; what is history has none but its rest of shelf life. */
export async function inventoryFigures(
  context: Context,
  ids: readonly string[],
): Promise<Map<string, InventoryFigures>> {
  const rows = await rowsOf(context, ids);
  if (rows.length === 0) return new Map();
  const today = dayOf(context.now);
  const days = await inventorySetting(context, "inventory.coverDays");
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  const all = await currentOf(context, rows);
  const locked = spreadLocked(all, await lockedBatches(context, rows));
  const ordered = await orderedOf(context, rows, days);
  const least = await leastShelves(context, rows);
  const availableOf = (row: Rows[number]) => availableQty(row, locked.get(row.id) ?? "0", today);
  return new Map(
    rows.map((row): [string, InventoryFigures] => {
      const same = all.filter((one) => pairOf(one) === pairOf(row));
      const remain = remainRate(row, today);
      const judged = {
        remain,
        least: least.get(pairOf(row)) ?? null,
        stale: row.current ? staleFor(row.report_date, today, reportDays) : null,
        expired: row.current && isExpired(row.expire_date, today),
      };
      const total = sum(same.map((one) => availableOf(one) ?? "0")).toFixed();
      return [
        row.id,
        {
          ...judged,
          locked: row.current ? (locked.get(row.id) ?? "0") : null,
          available: row.current ? availableOf(row) : null,
          cover: row.current ? coverDays(total, ordered.get(pairOf(row)) ?? "0", days) : null,
          hint: row.current ? hintOf(judged) : null,
        },
      ];
    }),
  );
}

const askedBatches = z.object({ supplierId: z.string(), materialIds: z.array(z.string()) });

/**
 * Batches of a supplier that lie there and may be sent, with the day they were made, published as
 * `purchase-orders/supplier-inventory.available`; what was not reported for long is left out. Answered in transactions of suppliers as well.
 */
export const availableBatches: Published = async (context, input) => {
  const { supplierId, materialIds } = askedBatches.parse(input);
  const all = await unscopedRows(context, KEY, COLUMNS, [
    where.eq("supplier_id", supplierId),
    where.oneOf("material_id", materialIds),
    where.eq("current", true),
    where.eq("stock_kind", "finished"),
  ]);
  if (all.length === 0) return [];
  const today = dayOf(context.now);
  const reportDays = await inventorySetting(context, "inventory.reportDays");
  const locked = spreadLocked(
    all.sort((a, b) => (a.id < b.id ? -1 : 1)),
    await lockedBatches(context, all),
  );
  return all.flatMap((row) => {
    const { material_id: materialId, batch_no: batchNo, produce_date: produceDate } = row;
    const isFree = decimalOrZero(availableQty(row, locked.get(row.id) ?? "0", today)).gt(0);
    if (!isFree || batchNo === null || produceDate === null) return [];
    return staleFor(row.report_date, today, reportDays) === null ? [{ materialId, batchNo, produceDate }] : [];
  });
};

/** All reports of a supplier of these materials, by material, the newest first. */
export async function reportsOf(
  context: Context,
  supplierId: string,
  materialIds: readonly string[],
): Promise<Map<string, Report[]>> {
  const rows = await unscopedRows(
    context,
    KEY,
    ["id", "material_id", "stock_kind", "batch_no", "location", "qty", "report_date", "created_at", "expire_date"],
    [where.eq("supplier_id", supplierId), where.oneOf("material_id", materialIds)],
  );
  const found = new Map<string, Report[]>(materialIds.map((id) => [id, []]));
  for (const row of rows) found.get(row.material_id)?.push({ ...row, created_at: row.created_at });
  for (const list of found.values()) list.sort((a, b) => (a.report_date < b.report_date ? 1 : -1));
  return found;
}
