import type { ConditionOn } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { limitFor } from "~/engine/parameters.server";
import { type Condition, where } from "~/shared/condition";
import { contradicts, isOlder, isStale, type Statement, stillToCome } from "./factory-stock.rules";

const KEY = "purchase-orders/factory-stock";

function statement(row: Readonly<Record<string, unknown>> | null): Statement | null {
  if (row === null) return null;
  const { qty, uom, stated_at } = row;
  const isWhole = typeof qty === "string" && typeof uom === "string" && typeof stated_at === "string";
  return isWhole ? { qty, uom, stated_at } : null;
}

export const factoryStockServer: EntityServer<"purchase-orders/factory-stock"> = {
  /** What comes late changes nothing. */
  async prepare({ record, before, set }) {
    const [said, known] = [statement(record), statement(before)];
    if (said && known && isOlder(said, known)) set({ ...known });
  },
  async beforeSave({ context, record, before }) {
    const said = statement(record);
    if (!said) return [];
    return [contradicts(said, statement(before)) ?? [], stillToCome(said, context.now) ?? []].flat();
  },
  async extra(context, _screen, ids) {
    const rows = await unscopedRows(context, KEY, ["id", "stated_at"], [where.oneOf("id", ids)]);
    const hours = await limitFor(context, "inventory.factoryHours");
    return new Map(
      rows.map(({ id, stated_at }) => [id, { hint: isStale(stated_at, context.now, hours) ? "stale" : null }]),
    );
  },
  async chosen(context, _toggle, rows: Condition) {
    const found = await unscopedRows(context, KEY, ["id", "stated_at"], [rows as ConditionOn<typeof KEY>]);
    const hours = await limitFor(context, "inventory.factoryHours");
    return found.flatMap(({ id, stated_at }) => (isStale(stated_at, context.now, hours) ? [id] : []));
  },
};
