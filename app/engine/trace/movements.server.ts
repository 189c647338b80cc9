import type { BatchKey } from "~/data/batches.server";
import { sumByKeys } from "~/data/journals.server";
import { type Row, selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { tableOf } from "../entity/table-names";
import { labelJoins } from "../operations/labels.server";
import { factsOf, mayRead, rowFilter } from "../operations/scope.server";
import { BATCH, batchJournals, MATERIAL, SUPPLIER } from "./chain";
import { reachOfList } from "./reach.server";

/** Movements that are listed; balances count all. */
const MOST_ROWS = 500;

/** What stands of a batch at one place, by kind of movement; exact decimal texts. */
export interface PlaceBalance {
  factoryId: string | null;
  warehouseId: string | null;
  uom: string | null;
  /** Sums by the kind of movement, and of all of them. */
  kinds: Readonly<Record<string, string>>;
  left: string;
}

/** What a journal says of a batch. */
export interface BatchMovements {
  entity: AnyEntity;
  /** Rows in the order of their days, with labels of what they point at as `{column}__label`. */
  rows: Row[];
  more: boolean;
  balances: PlaceBalance[];
  /** The day of the last movement, listed or not; null where there is none. */
  lastDay: string | null;
  /** The reader sees the rows of some places only, so what is left elsewhere is not in the balances. */
  isPart: boolean;
}

/** Conditions by which rows are those of a batch. */
export function ofBatch({ supplierId, materialId, batch }: BatchKey): Condition[] {
  return [where.eq(BATCH, batch), where.eq(SUPPLIER, supplierId), where.eq(MATERIAL, materialId)];
}

/** What journals have posted of a batch, within the reach of the person; balances come from the rows alone. */
export async function movementsOf(context: Context, batch: BatchKey): Promise<BatchMovements[]> {
  const found: BatchMovements[] = [];
  for (const entity of batchJournals(context.services.registry.registrations)) {
    const reach = reachOfList(context, entity);
    const { journal } = entity;
    if (!reach || !journal) continue;
    const fields: Readonly<Record<string, Field>> = entity.fields;
    const readable = Object.keys(fields).filter((name) => isShown(context, entity, name, fields[name]));
    const query = { table: tableOf(entity), where: [...reach, ...ofBatch(batch)], facts: factsOf(context) };
    const sorted = (descending: boolean) => [
      { by: journal.day, descending, filled: true },
      { by: "id", descending, filled: true },
    ];
    const rows = await selectRows(context.services.database.connection(), {
      ...query,
      columns: ["id", ...readable],
      labels: labelJoins(context, fields, readable),
      sort: sorted(false),
      limit: MOST_ROWS + 1,
      few: true,
    });
    const last =
      rows.length > MOST_ROWS
        ? await selectRows(context.services.database.connection(), {
            ...query,
            columns: [journal.day],
            sort: sorted(true),
            limit: 1,
            few: true,
          })
        : rows.slice(-1);
    const by = ["factory_id", "warehouse_id", "uom", journal.kind].filter((name) => name in fields);
    const sums = await sumByKeys(context.services.database.connection(), { ...query, by, figures: ["qty"] });
    found.push({
      entity,
      rows: rows.slice(0, MOST_ROWS),
      more: rows.length > MOST_ROWS,
      balances: balancesOf(sums, journal.kind),
      lastDay: textOf(last[0]?.[journal.day]),
      isPart: context.actor.supplierId === null && rowFilter(context, entity).length > 0,
    });
  }
  return found;
}

/** What suppliers read of rows, and nothing of what goods cost: a trace is about where they are. */
function isShown(context: Context, entity: AnyEntity, name: string, field: Field | undefined): boolean {
  return field !== undefined && !["money", "price"].includes(field.kind) && mayRead(context, entity, name, field);
}

function balancesOf(sums: readonly Row[], kind: string): PlaceBalance[] {
  const places = new Map<string, { balance: PlaceBalance; kinds: Record<string, string> }>();
  for (const row of sums) {
    const [factoryId, warehouseId, uom] = [textOf(row.factory_id), textOf(row.warehouse_id), textOf(row.uom)];
    const key = [factoryId, warehouseId, uom].join(" ");
    const known = places.get(key) ?? {
      balance: { factoryId, warehouseId, uom, kinds: {}, left: "0" },
      kinds: {},
    };
    known.kinds[String(row[kind])] = String(row.qty);
    places.set(key, known);
  }
  return [...places.values()].map(({ balance, kinds }) => ({
    ...balance,
    kinds,
    left: sum(Object.values(kinds)).toFixed(),
  }));
}

function textOf(value: unknown): string | null {
  return typeof value === "string" ? value : null;
}
