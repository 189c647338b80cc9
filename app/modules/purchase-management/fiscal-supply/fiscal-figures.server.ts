import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { type SuppliedInMonth, suppliedSchema } from "~/engine/operations/bought.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundQuantity, roundRate, sum } from "~/shared/decimal";
import { execRate, forecastGap, isBehind, overQty, timeRate } from "./fiscal-supply.rules";

/*
 * What became of commitments, read from orders and demand whenever somebody looks: what is received or returned, cancelled or closed a moment
 * ago counts already, and no sum is kept that could differ from its documents.
 */

export const ORDER = "purchase-orders/purchase-order";
const DEMAND = "purchase-orders/demand-commit";

/** Columns a commitment is judged by. */
export const COMMITMENT = [
  "id",
  "state",
  "supplier_id",
  "material_id",
  "factory_id",
  "valid_from",
  "valid_to",
  "commit_qty",
  "uom",
] as const;

/** A commitment as far as its figures need it. */
export const commitment = z.object({
  id: z.string(),
  state: z.string(),
  supplier_id: z.string(),
  material_id: z.string(),
  factory_id: z.string().nullable(),
  valid_from: z.string(),
  valid_to: z.string(),
  commit_qty: z.string(),
  uom: z.string(),
});
export type Commitment = z.infer<typeof commitment>;

/** What became of one. */
export interface FiscalFigures {
  ordered: string;
  received: string;
  returned: string;
  exec: string;
  time: string;
  gap: string;
  pace: "on" | "behind" | "over";
  months: readonly SuppliedInMonth[];
}

type FiscalSetting = "fiscal.startMonth" | "fiscal.lagPoints" | "fiscal.overPercent" | "fiscal.capacityDay";

export function fiscalSetting(context: Context, key: FiscalSetting): Promise<number> {
  return limitFor(context, key);
}

const total = (values: readonly string[]) => roundQuantity(sum(values));

function isMeant(one: Commitment, row: { supplierId: string; materialId: string; factoryId: string; uom: string }) {
  return (
    one.supplier_id === row.supplierId &&
    one.material_id === row.materialId &&
    one.uom === row.uom &&
    (one.factory_id === null || one.factory_id === row.factoryId)
  );
}

/**
 * What orders say of these commitments. One question for all that begin and end on the same days: of a month that is not whole only the days
 * inside count.
 */
export async function suppliedOf(
  context: Context,
  rows: readonly Commitment[],
  exceptOrderId?: string,
): Promise<Map<string, SuppliedInMonth[]>> {
  const found = new Map<string, SuppliedInMonth[]>();
  for (const period of new Set(rows.map(({ valid_from, valid_to }) => `${valid_from} ${valid_to}`))) {
    const own = rows.filter(({ valid_from, valid_to }) => `${valid_from} ${valid_to}` === period);
    const [from = "", to = ""] = period.split(" ");
    const supplied = await ask(context, {
      entityKey: ORDER,
      name: "supplied",
      input: {
        supplierIds: [...new Set(own.map(({ supplier_id }) => supplier_id))],
        materialIds: [...new Set(own.map(({ material_id }) => material_id))],
        ...{ from, to },
        ...(exceptOrderId === undefined ? {} : { exceptOrderId }),
      },
      answer: suppliedSchema,
    });
    for (const one of own)
      found.set(
        one.id,
        supplied.filter((row) => isMeant(one, row)),
      );
  }
  return found;
}

/** What is forecast for each from this week on and not ordered yet. */
async function demandOf(context: Context, rows: readonly Commitment[]): Promise<Map<string, string>> {
  const today = dayOf(context.now);
  const open = rows.filter(({ valid_to }) => valid_to >= today);
  if (open.length === 0) return new Map();
  const asked = await unscopedRows(
    context,
    DEMAND,
    ["id", "supplier_id", "factory_id"],
    [
      where.oneOf("supplier_id", [...new Set(open.map(({ supplier_id }) => supplier_id))]),
      where.oneOf("state", ["asked", "committed"]),
    ],
  );
  if (asked.length === 0) return new Map();
  const heads = new Map(asked.map((one) => [one.id, one]));
  const lines = await unscopedLines(context, {
    entityKey: DEMAND,
    lines: "items",
    columns: ["root_id", "material_id", "week_start", "uom", "share_qty", "ordered_qty"],
    where: [
      where.oneOf("root_id", [...heads.keys()]),
      where.oneOf("material_id", [...new Set(open.map(({ material_id }) => material_id))]),
      // The week that runs counts.
      where.atLeast("week_start", addDays(today, -6)),
    ],
  });
  return new Map(
    open.map((one) => [
      one.id,
      total(
        lines.flatMap(({ root_id, material_id, week_start, uom, share_qty, ordered_qty }) => {
          const head = heads.get(root_id);
          if (!head || week_start < one.valid_from || week_start > one.valid_to) return [];
          const of = { supplierId: head.supplier_id, factoryId: head.factory_id, materialId: material_id, uom };
          const left = decimal(share_qty).minus(decimal(ordered_qty));
          return isMeant(one, of) && left.gt(0) ? [left.toFixed()] : [];
        }),
      ),
    ]),
  );
}

/** The figures of these commitments, by id. */
export async function fiscalFigures(
  context: Context,
  rows: readonly Commitment[],
): Promise<Map<string, FiscalFigures>> {
  if (rows.length === 0) return new Map();
  const today = dayOf(context.now);
  const supplied = await suppliedOf(context, rows);
  const demand = await demandOf(context, rows);
  const lagPoints = await fiscalSetting(context, "fiscal.lagPoints");
  const overPercent = await fiscalSetting(context, "fiscal.overPercent");
  return new Map(
    rows.map((one): [string, FiscalFigures] => {
      const months = supplied.get(one.id) ?? [];
      const ordered = total(months.map((row) => row.ordered));
      const received = total(months.map((row) => row.received));
      const returned = total(months.map((row) => row.returned));
      const exec = execRate({ commit: one.commit_qty, received, returned });
      const time = timeRate({ from: one.valid_from, to: one.valid_to }, today);
      const gap = forecastGap({ demand: demand.get(one.id) ?? "0", commit: one.commit_qty, ordered });
      const isOver = overQty(ordered, one.commit_qty, overPercent) !== null;
      const pace = isOver ? "over" : isBehind(exec, time, lagPoints) ? "behind" : "on";
      return [
        one.id,
        {
          ...{ ordered, received, returned, gap, pace, months },
          // Judged as they are, shown with one decimal.
          ...{ exec: roundRate(decimal(exec)), time: roundRate(decimal(time)) },
        },
      ];
    }),
  );
}
