import { type Context, consequenceOf } from "~/engine/context.server";
import { createGiven, createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { intParameter } from "~/engine/parameters.server";
import { addDays, dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { sum } from "~/shared/decimal";
import { confirmedMonths, keepMonth } from "../month-confirmation/months.server";
import { holdMonths } from "./io-mark.query.server";
import { allocated, matchOf, movementKey, openMonth } from "./io-mark.rules";

const MARK = "receiving/io-mark";
const JOURNAL = "receiving/io-data";
const SAP = "receiving/sap-movement";

/** What a mark copies of the row it stands beside; none of it ever changes there. */
const COPIED = [
  "id",
  "io_no",
  "io_type",
  "post_date",
  "supplier_id",
  "factory_id",
  "order_id",
  "material_id",
  "batch_no",
  "qty",
  "uom",
  "price",
  "currency",
  "amount",
  "source_no",
] as const;

/** Gives rows of the journal their marks, in the transaction that posted them. */
export async function markRows(context: Context, ids: readonly string[]): Promise<void> {
  const rows = await unscopedRows(context, JOURNAL, COPIED, [where.oneOf("id", [...ids])]);
  const screen = context.services.registry.mainScreen(MARK);
  const system = consequenceOf(context);
  const suppliers = [...new Set(rows.map(({ supplier_id }) => supplier_id))].sort();
  for (const supplier of suppliers) await holdMonths(context.services.database.connection(), supplier, "post");
  const confirmed = await confirmedMonths(context, suppliers);
  const months = new Map<string, { supplier: string; month: string; currency: string }>();
  const marks = rows.map(({ id: movement_id, ...values }) => {
    const { supplier_id, currency } = values;
    const closed = confirmed.get(`${supplier_id} ${currency}`) ?? new Set<string>();
    const confirm_month = openMonth(values.post_date, closed);
    const about = { supplier: supplier_id, month: confirm_month, currency };
    months.set(JSON.stringify(about), about);
    return { ...values, movement_id, sync_from: "srm", confirm_month };
  });
  await createGiven(system, screen, marks);
  for (const about of months.values()) await keepMonth(system, about);
}

/** Rows of the journal that were posted before there were marks. @returns how many got theirs */
export async function markUnmarked(context: Context): Promise<number> {
  const unmarked = where.not(
    where.someRow<"id">({ table: "io_mark", column: "movement_id", equals: "id", inner: where.always }),
  );
  const rows = await unscopedRows(context, JOURNAL, ["id"], [unmarked]);
  for (const { id } of rows) await inTransaction(context, () => markRows(context, [id]));
  return rows.length;
}

const LOOKED_AT = [
  "id",
  "state",
  "source_no",
  "supplier_id",
  "material_id",
  "batch_no",
  "io_type",
  "qty",
  "uom",
  "post_date",
  "match",
  "sap_qty",
  "sync_from",
  "sap_id",
] as const;

/**
 * Compares our movements with those of the ERP and writes down what is news; done twice, nothing happens. While the ERP has never told of a
 * movement there is nothing to compare with.
 * @param only movements of this document alone
 * @returns how many rows came to something else than before
 */
export async function matchMarks(context: Context, only: string | null = null): Promise<number> {
  const today = dayOf(context.now);
  const since = addDays(today, -(await intParameter(context.services, "reconcile.lookBackDays")));
  const old = addDays(today, -(await intParameter(context.services, "reconcile.sapDays")));
  if (!(await isSapTelling(context))) return 0;
  // Whole documents: one side may have booked a day before the other, and at the edge of the days looked at each still has its counterpart.
  const sourced = (other: string) =>
    only === null
      ? where.any(
          where.atLeast("post_date", since),
          where.someRow<"source_no">({
            table: other,
            column: "source_no",
            equals: "source_no",
            inner: where.atLeast("post_date", since),
          }),
        )
      : where.eq("source_no", only);
  const told = await unscopedRows(
    context,
    SAP,
    [
      "id",
      "sap_key",
      "io_type",
      "post_date",
      "supplier_id",
      "factory_id",
      "material_id",
      "batch_no",
      "qty",
      "uom",
      "source_no",
    ],
    [sourced("io_mark")],
  );
  const marks = await unscopedRows(context, MARK, LOOKED_AT, [sourced("sap_movement")]);
  const theirs = byMovement(told);
  const ours = byMovement(marks.filter(({ sync_from }) => sync_from === "srm").sort((a, b) => (a.id < b.id ? -1 : 1)));
  const entity = context.services.registry.entity(MARK);
  let news = 0;
  for (const [key, rows] of ours) {
    const sap = theirs.get(key);
    const shares = sap
      ? allocated(
          rows.map(({ qty }) => qty),
          sum(sap.map(({ qty }) => qty)).toFixed(3),
        )
      : null;
    for (const [at, row] of rows.entries()) {
      const share = shares?.[at] ?? null;
      const match = matchOf(row.qty, share, row.post_date < old);
      if (match === null || (match === row.match && share === row.sap_qty)) continue;
      const input = match === "ok" ? { sap_qty: share } : { match, sap_qty: share };
      await applyTransition(context, { entity, id: row.id, name: match === "ok" ? "agree" : "differ", input });
      news += 1;
    }
  }
  const apart = new Map(marks.flatMap(({ sap_id, ...mark }) => (sap_id === null ? [] : [[sap_id, mark] as const])));
  for (const row of told) {
    const mark = apart.get(row.id);
    const isKnown = ours.has(movementKey(row));
    if (mark && isKnown && mark.state === "sap_only") {
      await applyTransition(context, { entity, id: mark.id, name: "merge" });
      news += 1;
    } else if (!mark && !isKnown && row.post_date < old) {
      await setApart(context, row);
      news += 1;
    }
  }
  return news;
}

function byMovement<R extends Parameters<typeof movementKey>[0]>(rows: readonly R[]): Map<string, R[]> {
  const found = new Map<string, R[]>();
  for (const row of rows) {
    const key = movementKey(row);
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return found;
}

async function isSapTelling(context: Context): Promise<boolean> {
  return (await unscopedCount(context, SAP, [])) > 0;
}

interface SapRow {
  id: string;
  sap_key: string | null;
  io_type: string | null;
  post_date: string;
  supplier_id: string;
  factory_id: string;
  material_id: string;
  batch_no: string | null;
  qty: string;
  uom: string | null;
  source_no: string | null;
}

/** A movement that the ERP alone has gets a row of its own, without a price: nothing of it is ours to bill. */
async function setApart(context: Context, { id: sap_id, sap_key, ...values }: SapRow): Promise<void> {
  const screen = context.services.registry.mainScreen(MARK);
  const confirm_month = openMonth(values.post_date, new Set());
  const given = { ...values, sap_id, io_no: sap_key, sync_from: "sap", confirm_month };
  await inTransaction(context, async () => {
    const { id } = await createRecord(context, { screen: { ...screen, initial: given }, values: {} });
    await applyTransition(context, { entity: screen.entity, id, name: "set_apart" });
  });
}
