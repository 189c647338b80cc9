import { type Change, selectTrail, type TrailRow } from "~/data/audit.server";
import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity } from "../entity";
import { fieldAt } from "../entity/change-paths";
import { suppliersDraft } from "../entity/drafts";
import { masked } from "../entity/mask";
import { tableOf, titleColumns } from "../entity/table-names";
import { recordPath } from "../screen/address";
import { pathReadable } from "./audit.server";
import { seesChange } from "./line-scope.server";
import { factsOf, requireAction, rowFilter, screenFor } from "./scope.server";
import { isWithheld, unsentStates } from "./unsent.server";

/** One changed value as the trail shows it; without `from` the record was made with it, without `to` removed with it. */
export interface TrailChange {
  path: string;
  label: string;
  from?: string;
  to?: string;
}

export interface TrailEntry {
  id: string;
  /** The record by number or title; what this person may not open goes by its number alone. */
  record: string;
  /** Where the record stands, for whoever may open it. */
  href: string | null;
  changes: TrailChange[];
}

const WITHHELD = "（无权查看）";

/**
 * Entries of the trail as this person may read them: values of fields that only others read are left out, personal ones stand
 * masked wherever they come from, and the record is named and linked only where it could be opened. The caller has asked for
 * the right to the trail.
 */
export async function readTrail(context: Context, ids: readonly string[]): Promise<Map<string, TrailEntry>> {
  const rows = await selectTrail(context.services.database.connection(), ids);
  const found = await reachable(context, rows);
  const unsent = await unsentRecords(context, rows);
  const texts = await unsentTexts(context, rows);
  return new Map(
    rows.map((row) => {
      const key = `${row.entity} ${row.recordId}`;
      const record = found.get(key);
      const sealed = unsent.has(key) || isSealed(context, row, record);
      return [
        row.id,
        {
          id: row.id,
          record: row.recordNumber ?? record?.title ?? "",
          href: record?.href ?? null,
          changes: row.changes.map((change) => shownChange(context, row, change, sealed || texts(row, change.path))),
        },
      ];
    }),
  );
}

/** Records of the entries that this person may open, with title and address; one query for each kind. */
async function reachable(context: Context, rows: readonly TrailRow[]) {
  const found = new Map<string, { title: string; href: string }>();
  for (const key of new Set(rows.map(({ entity }) => entity))) {
    const entity = entityOf(context, key);
    const screen = entity && screenFor(context, key, "get");
    if (!entity || !screen) continue;
    const columns = titleColumns(entity);
    const values = [...new Set(rows.flatMap((row) => (row.entity === key ? [row.recordId] : [])))];
    const records = await selectRows(context.services.database.connection(), {
      table: tableOf(entity),
      columns: ["id", ...columns],
      where: [
        { op: "in", column: "id", values },
        ...rowFilter(context, entity),
        ...requireAction(context, entity, "get", screen),
      ],
      facts: factsOf(context),
    });
    for (const record of records) {
      const title = columns.flatMap((column) => (record[column] === null ? [] : [String(record[column])])).join(" ");
      found.set(`${key} ${String(record.id)}`, { title, href: recordPath(screen, String(record.id)) });
    }
  }
  return found;
}

/** Records among those of the entries that a supplier has not sent yet, as kind and id; one query for each kind that has such. */
async function unsentRecords(context: Context, rows: readonly TrailRow[]): Promise<ReadonlySet<string>> {
  const unsent = new Set<string>();
  if (context.actor.supplierId) return unsent;
  for (const key of new Set(rows.map(({ entity }) => entity))) {
    const entity = entityOf(context, key);
    const draft = entity && suppliersDraft(entity);
    if (!entity || !draft) continue;
    const values = [...new Set(rows.flatMap((row) => (row.entity === key ? [row.recordId] : [])))];
    const found = await selectRows(context.services.database.connection(), {
      table: tableOf(entity),
      columns: ["id"],
      where: [{ op: "in", column: "id", values }, draft],
      facts: factsOf(context),
    });
    for (const { id } of found) unsent.add(`${key} ${String(id)}`);
  }
  return unsent;
}

/** Tells of changes of the trail whether they are of what a supplier wrote beside a document of ours and has not sent. */
async function unsentTexts(
  context: Context,
  rows: readonly TrailRow[],
): Promise<(row: TrailRow, path: string) => boolean> {
  const found = new Map<string, ReadonlyMap<string, string>>();
  for (const key of new Set(rows.map((row) => row.entity))) {
    const entity = entityOf(context, key);
    const ids = rows.flatMap((row) => (row.entity === key ? [row.recordId] : []));
    if (entity) found.set(key, await unsentStates(context, entity, ids));
  }
  return ({ entity: key, recordId }, path) => {
    const entity = entityOf(context, key);
    const state = found.get(key)?.get(recordId);
    return entity !== null && state !== undefined && isWithheld(entity, state, path);
  };
}

/** A row of a sealed kind that this member of staff does not see: the trail tells that something changed, not what. */
function isSealed({ actor, services }: Context, { entity: key }: TrailRow, found: object | undefined): boolean {
  const { personal } = services.registry.registrations.find(({ entity }) => entity.key === key)?.entity.access ?? {};
  return Boolean(personal && personal.unless === undefined && actor.supplierId === null && !found);
}

/** The definition behind a key of the trail; rows outlive the definitions they were written under. */
function entityOf(context: Context, key: string): AnyEntity | null {
  return context.services.registry.registrations.find(({ entity }) => entity.key === key)?.entity ?? null;
}

function shownChange(context: Context, row: TrailRow, change: Change, sealed: boolean): TrailChange {
  const entity = entityOf(context, row.entity);
  const path = change.path.split(".");
  const isReadable =
    entity !== null && !sealed && seesChange(context, entity, change) && pathReadable(context, entity, path);
  const field = entity ? fieldAt(entity, path)?.field : undefined;
  const text = (value: string) =>
    !isReadable && entity ? WITHHELD : value === "" ? "空" : field ? masked(field, value, "list") : value;
  return {
    path: change.path,
    label: change.label,
    ...(row.action === "create" ? {} : { from: text(change.fromText) }),
    ...(row.action === "remove" ? {} : { to: text(change.toText) }),
  };
}

/** A change in one phrase: `金额：1.00 → 2.00`. */
export function changeText({ label, from, to }: TrailChange): string {
  return `${label}：${[from, to].filter((text) => text !== undefined).join(" → ")}`;
}
