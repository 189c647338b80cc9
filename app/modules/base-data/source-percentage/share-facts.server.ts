import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { ConditionOn } from "~/engine/entity/entity-map";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { orderedOf } from "./source-percentage.query.server";
import { onePerSupplier } from "./source-percentage.rules";

export const KEY = "base-data/source-percentage";
const SOURCE = "base-data/source-data";
const GATE = "supplier-management/gate-exemption";

/** A document with its shares, in the order of its lines. */
export interface SharesOf {
  id: string;
  number: string;
  state: string;
  material_id: string;
  factory_id: string | null;
  valid_from: string;
  valid_to: string;
  min_split_qty: string | null;
  shares: ReturnType<typeof onePerSupplier>;
}

/** Documents of these conditions with their shares; two statements. */
export async function sharesWhere(
  context: Context,
  conditions: readonly ConditionOn<typeof KEY>[],
): Promise<SharesOf[]> {
  const heads = await unscopedRows(
    context,
    KEY,
    ["id", "number", "state", "material_id", "factory_id", "valid_from", "valid_to", "min_split_qty"],
    conditions,
  );
  if (heads.length === 0) return [];
  const lines = await unscopedLines(context, {
    entityKey: KEY,
    lines: "shares",
    columns: ["root_id", "line_no", "supplier_id", "percent", "base_qty", "guaranteed_qty", "max_qty"],
    where: [
      where.oneOf(
        "root_id",
        heads.map(({ id }) => id),
      ),
    ],
  });
  lines.sort((a, b) => a.line_no - b.line_no);
  return heads.map((head) => ({
    ...head,
    number: head.number ?? "",
    shares: onePerSupplier(lines.filter(({ root_id }) => root_id === head.id)),
  }));
}

/** What was ordered from whom in the period of each document, up to a day; by document, then supplier. One statement. */
export async function orderedIn(
  context: Context,
  documents: readonly SharesOf[],
  until: string | null = null,
): Promise<ReadonlyMap<string, ReadonlyMap<string, string>>> {
  const rows = await orderedOf(
    context.services.database.connection(),
    documents.map(({ id, material_id, factory_id, valid_from, valid_to }) => ({
      ...{ id, material_id, factory_id, first: valid_from },
      last: until !== null && until < valid_to ? until : valid_to,
    })),
  );
  const found = new Map<string, Map<string, string>>();
  for (const { id, supplier_id, qty } of rows) found.set(id, (found.get(id) ?? new Map()).set(supplier_id, qty));
  return found;
}

/** A supplier of a material for a factory, or for any. */
export interface Place {
  materialId: string;
  supplierId: string;
  factoryId: string | null;
  day: string;
}

/** A source that stands there on the day, what packs it comes in, and why nothing may be ordered from it now. */
export interface Standing {
  sourceId: string | null;
  pack: string | null;
  stopped: string | null;
}

const verdicts = z.record(z.string(), z.object({ verdict: z.enum(["open", "warned", "refused"]) }));

/** Whether something may be ordered at these places: by the sources, and by what the gate says of them today. In the order of the places. */
export async function standingAt(context: Context, places: readonly Place[]): Promise<Standing[]> {
  if (places.length === 0) return [];
  const sources = await unscopedRows(
    context,
    SOURCE,
    ["id", "supplier_id", "material_id", "factory_id", "state", "effective_from", "effective_to", "pack_qty"],
    [
      where.oneOf("material_id", [...new Set(places.map(({ materialId }) => materialId))]),
      where.oneOf("supplier_id", [...new Set(places.map(({ supplierId }) => supplierId))]),
      where.oneOf("state", ["trial", "active", "suspended"]),
    ],
  );
  sources.sort((a, b) => (a.id < b.id ? -1 : 1));
  const running = sources.filter(({ state }) => state !== "suspended");
  const found = await ask(context, {
    entityKey: GATE,
    name: "sources",
    input: running.map(({ id, supplier_id, material_id, factory_id }) => ({
      ...{ id, supplierId: supplier_id, materialId: material_id, factoryId: factory_id },
    })),
    answer: verdicts,
  });
  return places.map(({ materialId, supplierId, factoryId, day }) => {
    const own = sources.filter(
      (one) =>
        one.material_id === materialId &&
        one.supplier_id === supplierId &&
        (factoryId === null || one.factory_id === factoryId) &&
        one.effective_from <= day &&
        (one.effective_to === null || one.effective_to >= day),
    );
    const standing = own.filter(({ state }) => state !== "suspended");
    const open = standing.find(({ id }) => found[id]?.verdict !== "refused");
    const source = open ?? standing[0] ?? own[0];
    return {
      sourceId: source?.id ?? null,
      pack: source?.pack_qty ?? null,
      stopped: open
        ? null
        : standing.length > 0
          ? "供应商现在不能下单"
          : own.length > 0
            ? "货源已暂停"
            : "没有有效货源",
    };
  });
}
