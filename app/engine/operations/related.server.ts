import { type RelatedQuery, type RelatedRow, selectRelated } from "~/data/related.server";
import type { LabelJoin } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field, Lines, Related } from "../entity";
import type { Screen } from "../entity/registry";
import { supplierCondition } from "../entity/supplier-lock";
import { linesTable, lineTable, tableOf } from "../entity/table-names";
import { titleColumns } from "../entity/tables";
import { labelJoin } from "./labels.server";
import { fieldValue, linesOf } from "./records.server";
import { factsOf, isOwnFile, lineFilter, mayRead, requireAction, rowFilter, screenFor } from "./scope.server";

/** How many rows of each kind stand on the page. */
export const RELATED_SHOWN = 5;

/** Rows of one kind that belong to a record, within the person's reach. */
export interface RelatedRows {
  related: Related;
  target: AnyEntity;
  /** A screen on which the person may open them. */
  screen: Screen;
  rows: RelatedRow[];
  total: number;
}

/** A place where a reference stands: the field, and the lines around it. */
interface Joint {
  field: Field;
  lines: string | null;
  column: string;
}

function jointOf(entity: AnyEntity, through: string): Joint | null {
  const [own = "", inner] = through.split(".");
  const lines: Lines | undefined = inner === undefined ? undefined : entity.lines[own];
  const field: Field | undefined = inner === undefined ? entity.fields[own] : lines?.fields[inner];
  return field ? { field, lines: inner === undefined ? null : own, column: inner ?? own } : null;
}

/** The reference may be known to the person: a relation must not tell what the field would not. */
function jointReadable(context: Context, holder: AnyEntity, through: string, { field, lines }: Joint): boolean {
  const table: Lines | undefined = lines === null ? undefined : holder.lines[lines];
  if (context.actor.supplierId && table?.options.suppliers === "none") return false;
  return mayRead(context, holder, through, field);
}

/** Rows of the target that a record is joined with. */
function joinCondition({
  related,
  joint,
  target,
  source,
  record,
  rows,
}: {
  related: Related;
  joint: Joint;
  target: AnyEntity;
  source: AnyEntity;
  record: AnyRecord;
  rows: RowsSeen;
}) {
  const id = record.id;
  const ofRecord: Condition = { op: "eq", column: "root_id", value: id };
  const own = (path: string) => also(ofRecord, rows(source, path));
  const { kind, options } = joint.field;
  // A line of ours points at a line of theirs: the documents around both belong together.
  if (kind === "lineReference" && joint.lines !== null && options.lines) {
    if (related.entity === undefined) {
      const pointing = exists(lineTable(tableOf(source), joint.lines), joint.column, own(joint.lines));
      return exists(linesTable(target, options.lines), "root_id", also(pointing, rows(target, options.lines)));
    }
    const there: Condition = {
      op: "exists",
      table: linesTable(source, options.lines),
      column: "id",
      equals: joint.column,
      where: own(options.lines),
    };
    return exists(lineTable(tableOf(target), joint.lines), "root_id", also(there, rows(target, joint.lines)));
  }
  if (related.entity === undefined) {
    if (joint.lines === null) return eqOrNever(fieldValue(record, joint.column));
    return exists(lineTable(tableOf(source), joint.lines), joint.column, own(joint.lines));
  }
  const points: Condition = { op: "eq", column: joint.column, value: id };
  return joint.lines === null
    ? points
    : exists(lineTable(tableOf(target), joint.lines), "root_id", also(points, rows(target, joint.lines)));
}

/** Rows of a table of lines that the person sees; nothing for all. */
type RowsSeen = (entity: AnyEntity, path: string) => readonly Condition[];

function also(condition: Condition, more: readonly Condition[]): Condition {
  return more.length === 0 ? condition : { op: "all", of: [condition, ...more] };
}

/**
 * Rows of the target that hold what the record holds: where fields of ours stand in lines, what any one of them holds. Null where there is
 * nothing to share.
 */
function sharedCondition(
  target: AnyEntity,
  record: AnyRecord,
  shares: Readonly<Record<string, string>>,
  rows: RowsSeen,
): Condition | null {
  const pairs = Object.entries(shares);
  const [lines] = pairs.flatMap(([, ours]) => (ours.includes(".") ? [ours.split(".")[0] ?? ""] : []));
  const alike = (lines === undefined ? [null] : linesOf(record, lines)).flatMap((line) => {
    const held = pairs.map(([theirs, ours]) => {
      const value = ours.includes(".") ? line?.[ours.split(".")[1] ?? ""] : fieldValue(record, ours);
      return [theirs, value] as const;
    });
    const known = held.flatMap(([theirs, value]) => (typeof value === "string" ? [[theirs, value] as const] : []));
    return known.length === held.length ? [holding(target, known, rows)] : [];
  });
  return alike.length === 0 ? null : where.any(...alike);
}

/** Rows that hold all these values, in lines one line all of theirs. */
function holding(target: AnyEntity, known: readonly (readonly [string, string])[], rows: RowsSeen): Condition {
  const own = known.flatMap(([path, value]) => (path.includes(".") ? [] : [where.eq(path, value)]));
  const tables = [...new Set(known.flatMap(([path]) => (path.includes(".") ? [path.split(".")[0] ?? ""] : [])))];
  const inLines = tables.map((lines) =>
    exists(
      lineTable(tableOf(target), lines),
      "root_id",
      where.all(
        ...known.flatMap(([path, value]) =>
          path.startsWith(`${lines}.`) ? [where.eq(path.slice(lines.length + 1), value)] : [],
        ),
        ...rows(target, lines),
      ),
    ),
  );
  return where.all(...own, ...inLines);
}

/** Nothing that the person may not read is told by what else holds it. */
function sharesReadable(context: Context, target: AnyEntity, entity: AnyEntity, shares: Related["shares"]): boolean {
  const readable = (holder: AnyEntity, path: string) => {
    const joint = jointOf(holder, path);
    return joint !== null && jointReadable(context, holder, path, joint);
  };
  return Object.entries(shares ?? {}).every(([theirs, ours]) => readable(target, theirs) && readable(entity, ours));
}

function eqOrNever(value: unknown): Condition | null {
  return typeof value === "string" ? { op: "eq", column: "id", value } : null;
}

function exists(table: string, column: string, where: Condition): Condition {
  return { op: "exists", table, column, equals: "id", where };
}

/**
 * The newest rows of everything a record belongs with, in one query. What the person may not open is not among them, and a kind
 * of which nothing may be opened is left out.
 */
export async function relatedRows(context: Context, entity: AnyEntity, record: AnyRecord): Promise<RelatedRows[]> {
  const wanted: readonly Related[] = entity.related ?? [];
  const found = wanted.flatMap((related) => {
    const part = partOf(context, entity, record, related);
    return part ? [part] : [];
  });
  const answers = await selectRelated(
    context.services.database.connection(),
    found.map(({ query }) => query),
    { facts: factsOf(context), limit: RELATED_SHOWN },
  );
  return found
    .map(({ related, target, screen }, position) => ({
      related,
      target,
      screen,
      rows: answers[position]?.rows ?? [],
      total: answers[position]?.total ?? 0,
    }))
    .filter(({ rows }) => rows.length > 0);
}

/** Where the label of a reference is read; null for what speaks for itself. */
function labelOfColumn(context: Context, target: AnyEntity, column: string): LabelJoin | null {
  const field: Field | undefined = target.fields[column];
  return (field && labelJoin(context, column, field)[0]) ?? null;
}

function partOf(
  context: Context,
  entity: AnyEntity,
  record: AnyRecord,
  related: Related,
): { related: Related; target: AnyEntity; screen: Screen; query: RelatedQuery } | null {
  const { registry } = context.services;
  const holder = related.entity === undefined ? entity : registry.entity(related.entity);
  const joint = jointOf(holder, related.through);
  if (!joint || !jointReadable(context, holder, related.through, joint)) return null;
  if (!sharesReadable(context, holder, entity, related.shares)) return null;
  const target = related.entity === undefined ? registry.entity(joint.field.options.to ?? "") : holder;
  // Tables that suppliers hold no grant on must not even be named in their transaction.
  if (context.actor.supplierId && !supplierCondition(target, registry.entity)) return null;
  const screen = screenFor(context, target.key, "get");
  // Suppliers are held by the lock of the database.
  const rows: RowsSeen = (of, path) => (context.actor.supplierId ? [] : lineFilter(context, of, path));
  const join = related.shares
    ? sharedCondition(target, record, related.shares, rows)
    : joinCondition({ related, joint, target, source: entity, record, rows });
  if (!screen || !join) return null;
  const fact: Field | undefined = related.fact === undefined ? undefined : target.fields[related.fact];
  const shown =
    fact && related.fact !== undefined && mayRead(context, target, related.fact, fact) ? related.fact : null;
  return {
    related,
    target,
    screen,
    query: {
      table: tableOf(target),
      title: titleColumns(target).map((column) => ({ column, label: labelOfColumn(context, target, column) })),
      hasState: Boolean(target.states) && !isOwnFile(context, target),
      fact: shown === null ? null : { column: shown, label: labelOfColumn(context, target, shown) },
      hasCurrency: Boolean(target.fields.currency),
      where: [join, ...rowFilter(context, target), ...requireAction(context, target, "get")],
    },
  };
}
