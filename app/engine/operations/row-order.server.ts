import { lockOrder } from "~/data/row-order.server";
import type { Condition } from "~/shared/condition";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, Work } from "../entity";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { audit } from "./audit.server";
import { changesBetween } from "./changes.server";
import { fieldValue, findRecord } from "./records.server";
import { unscopedRows } from "./unscoped.server";
import { updateRecord } from "./write.server";

/** Steps between numbers that are given anew, so that a row can be put between two by hand. */
const STEP = 10;

/** What is put in order, and how. */
export interface RowOrder {
  /** A whole number; the smaller one stands first. */
  by: string;
  /** Rows are in order among those with the same value of this field. */
  group: string;
  /** Only such rows have a place; default all of the group. */
  among?: readonly Condition[];
}

/**
 * Exchanges the place of the record that is moved with that of the row before or after it, in the transaction of the transition: to be called by
 * its effect. The transition writes the record, this writes the neighbour and its history. Two who reorder at once follow each other; who
 * looked at an older order is told that the record has changed. Where rows share a number all of the group are numbered anew.
 * @throws AppError("invalid") where there is no row on that side, AppError("stale_record")
 */
export async function swapRowOrder(
  context: Context,
  entity: AnyEntity,
  work: Work,
  wanted: RowOrder & { direction: "up" | "down" },
): Promise<void> {
  const { by, group, among = [], direction } = wanted;
  await lockOrder(context.services.database.connection(), tableOf(entity));
  const same = where.eq(group, String(fieldValue(work.record, group)));
  const rows = (await unscopedRows(context, entity, ["id", by], [same, ...among])).map((row) => ({
    id: String(row.id),
    place: typeof row[by] === "number" ? row[by] : null,
  }));
  rows.sort(inOrder);
  const from = rows.findIndex(({ id }) => id === work.record.id);
  const to = from + (direction === "up" ? -1 : 1);
  const [own, other] = [rows[from], rows[to]];
  if (!own || !other) {
    const message = direction === "up" ? "已经排在最前面" : "已经排在最后面";
    throw new AppError("invalid", { message, complaints: [{ field: by, message }] });
  }
  const isClear =
    new Set(rows.map(({ place }) => place)).size === rows.length && rows.every((row) => row.place !== null);
  const places = new Map(rows.map((row, index) => [row.id, isClear ? row.place : (index + 1) * STEP]));
  const [ownPlace, otherPlace] = [places.get(own.id) ?? null, places.get(other.id) ?? null];
  places.set(own.id, otherPlace);
  places.set(other.id, ownPlace);
  for (const row of rows) {
    const place = places.get(row.id) ?? null;
    if (row.id !== own.id && place !== row.place) await writeRowOrder(context, entity, row.id, { [by]: place });
  }
  work.set({ [by]: otherPlace });
}

function inOrder(a: { id: string; place: number | null }, b: { id: string; place: number | null }): number {
  const [first, second] = [a.place ?? Number.MAX_SAFE_INTEGER, b.place ?? Number.MAX_SAFE_INTEGER];
  return first === second ? (a.id < b.id ? -1 : 1) : first - second;
}

async function writeRowOrder(
  context: Context,
  entity: AnyEntity,
  id: string,
  values: Readonly<Record<string, number | null>>,
) {
  const { record: before } = await findRecord(context, {
    entity,
    id,
    filters: [],
    wanted: { labels: false, rows: "all" },
  });
  const after = { ...structuredClone(before), ...values };
  const changes = await changesBetween(context, entity, before, after);
  await updateRecord(context, { entity, before, after, filters: [] });
  await audit(context, entity, after, { action: "edit", label: "调整顺序", changes, reason: null });
}
