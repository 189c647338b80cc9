import { type Context, systemContext, underName } from "~/engine/context.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { totalsOf } from "../io-mark/io-mark.rules";

const MONTH = "receiving/month-confirmation";
const MARK = "receiving/io-mark";

/** A month of a supplier in one currency. */
export interface MonthOf {
  supplier: string;
  month: string;
  currency: string;
}

/** Months that suppliers have confirmed, by supplier and currency. */
export async function confirmedMonths(
  context: Context,
  suppliers: readonly string[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const rows = await unscopedRows(
    context,
    MONTH,
    ["supplier_id", "month", "currency"],
    [where.oneOf("supplier_id", [...suppliers]), where.eq("state", "confirmed")],
  );
  const found = new Map<string, Set<string>>();
  for (const { supplier_id, currency, month } of rows) {
    const key = `${supplier_id} ${currency}`;
    found.set(key, (found.get(key) ?? new Set<string>()).add(month));
  }
  return found;
}

/** The movements that fall into a month, whoever may see them. */
export function rowsOfMonth(context: Context, { supplier, month, currency }: MonthOf) {
  return unscopedRows(
    context,
    MARK,
    ["id", "io_no", "io_type", "state", "match", "settled_on", "amount", "version", "confirm_month"],
    [
      where.eq("supplier_id", supplier),
      where.eq("confirm_month", month),
      where.eq("currency", currency),
      where.eq("sync_from", "srm"),
    ],
  );
}

/** The program, in the transaction and under the name of whoever made the change: a supplier stays behind the lock of the database. */
export function followingUp(context: Context): Context {
  const { id, account, name, supplierId, supplierName } = context.actor;
  const system = underName(systemContext(context.services, ""), { id, account, name, supplierId, supplierName });
  return { ...context, actor: system.actor };
}

/**
 * Brings a month that waits for its supplier up to what its movements say now: totals, and whether something is objected to. Made by the
 * program, also in the transaction of the supplier that objects: it writes what suppliers may write and no more.
 */
export async function keepMonth(context: Context, about: MonthOf): Promise<void> {
  const [found] = await unscopedRows(
    context,
    MONTH,
    ["id", "state", "row_count", "in_amount", "out_amount", "total_amount", "diff_count", "disputed_count"],
    [
      where.eq("supplier_id", about.supplier),
      where.eq("month", about.month),
      where.eq("currency", about.currency),
      where.oneOf("state", ["to_confirm", "disputed"]),
    ],
  );
  if (!found) return;
  const { id, state, ...known } = found;
  const totals = totalsOf(await rowsOfMonth(context, about));
  const system = followingUp(context);
  const entity = context.services.registry.entity(MONTH);
  const names = Object.keys(totals) as (keyof typeof totals)[];
  if (names.some((name) => totals[name] !== known[name]))
    await applyTransition(system, { entity, id, name: "refresh" });
  const isDisputed = totals.disputed_count > 0;
  if (isDisputed && state === "to_confirm") await applyTransition(system, { entity, id, name: "dispute" });
  if (!isDisputed && state === "disputed") await applyTransition(system, { entity, id, name: "resolve" });
}
