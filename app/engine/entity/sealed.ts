import { columnsOf } from "~/shared/condition";
import type { AnyEntity, AnyTransition } from "./define";
import type { Field, Fields } from "./field";
import type { Value } from "./kinds/kind";
import { linesAt, rowsAt } from "./paths";
import type { AnyLine, AnyRecord, Lines } from "./record";
import type { Registration } from "./registry";

/**
 * Values of a record and its lines that nobody but their writer reads until they are opened (decision 0172): stored as one encrypted text, their
 * columns stay empty until then.
 */
export interface Sealed {
  /** Fields of the head. */
  fields: readonly string[];
  /** Columns of tables of lines, by path: `items`, or `items.scales` for rows below rows. */
  lines: Readonly<Record<string, readonly string[]>>;
  /** States in which the writer works on them; the transition that leads out of these hands them over. */
  ownIn: readonly string[];
  /** Transition with which they become readable for everybody who reads the record. */
  opens: string;
  /** Reference to the record it is opened with; its history tells of looks that were refused before that. */
  looksIn: string;
}

/** Sealed values of a record: of the head, and of lines by table and id. */
export interface SealedValues {
  values: Record<string, Value>;
  lines: Record<string, Record<string, Record<string, Value>>>;
}

/**
 * What the engine notes on a loaded record for the time of one request. `none`: nothing is sealed; `own`: filled in for its writer; `closed`: withheld;
 * `open`: opened, the columns hold them.
 */
export type SealMark = "none" | "own" | "closed" | "open";
const MARK = "sealed_mark";

export function sealMark(record: AnyRecord): SealMark | undefined {
  const mark: unknown = record[MARK];
  return mark === "none" || mark === "own" || mark === "closed" || mark === "open" ? mark : undefined;
}

export function markSealed(record: AnyRecord, mark: SealMark): void {
  record[MARK] = mark;
}

/** Whether a change of e.g. `items.10.price` or `items.10.scales.20.price` is of something sealed. */
export function isSealedPath(entity: AnyEntity, path: string): boolean {
  const { sealed }: { sealed?: Sealed } = entity;
  if (!sealed) return false;
  const parts = path.split(".");
  const column = parts.at(-1) ?? "";
  if (parts.length === 1) return sealed.fields.includes(column);
  // Names of tables and numbers of rows take turns.
  const table = parts.filter((_part, at) => at % 2 === 0 && at < parts.length - 1).join(".");
  return (sealed.lines[table] ?? []).includes(column);
}

/** What stands in the column of a sealed value: a yes or no is never empty. */
function blankOf(field: Field | undefined): Value {
  return field?.kind === "yesNo" ? false : null;
}

function rowsOf(record: AnyRecord, path: string): AnyLine[] {
  return rowsAt(record, path).map(({ row }) => row);
}

function picked(row: Readonly<Record<string, unknown>>, names: readonly string[]): Record<string, Value> {
  return Object.fromEntries(
    names.map((name) => {
      const value: unknown = row[name];
      return [
        name,
        typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? value : null,
      ];
    }),
  );
}

/** Sealed values as the record in memory holds them. */
export function sealedValues(sealed: Sealed, record: AnyRecord): SealedValues {
  return {
    values: picked(record, sealed.fields),
    lines: Object.fromEntries(
      Object.entries(sealed.lines).map(([name, columns]) => [
        name,
        Object.fromEntries(rowsOf(record, name).map((row) => [row.id, picked(row, columns)])),
      ]),
    ),
  };
}

/** Puts sealed values into a record; lines that they do not know stay empty. */
export function fillSealedValues(sealed: Sealed, record: AnyRecord, { values, lines }: SealedValues): void {
  Object.assign(record, picked(values, sealed.fields));
  for (const [name, columns] of Object.entries(sealed.lines))
    for (const row of rowsOf(record, name)) {
      const held = lines[name]?.[row.id];
      if (held) Object.assign(row, picked(held, columns));
    }
}

/** Takes sealed values out of a record in memory. */
export function blankSealedValues(entity: AnyEntity, record: AnyRecord): void {
  const { sealed }: { sealed?: Sealed } = entity;
  if (!sealed) return;
  const fields: Fields = entity.fields;
  for (const name of sealed.fields) record[name] = blankOf(fields[name]);
  for (const [table, columns] of Object.entries(sealed.lines)) {
    const below = linesAt(entity.lines, table)?.fields ?? {};
    for (const row of rowsOf(record, table)) for (const name of columns) row[name] = blankOf(below[name]);
  }
}

/** What is worked out of values that are withheld says nothing, and must not be stored: it is taken out again. */
export function withoutWithheld(entity: AnyEntity, record: AnyRecord): void {
  if (sealMark(record) === "closed") blankSealedValues(entity, record);
}

const SCALAR = [
  "text",
  "longText",
  "choice",
  "integer",
  "quantity",
  "price",
  "money",
  "percent",
  "number",
  "date",
  "dateTime",
];

/** What is wrong with what an entity seals, one sentence each. */
export function sealedFaults({ entity, server = {} }: Pick<Registration, "entity" | "server">): string[] {
  return [...openingFaults({ entity, server }), ...contentFaults({ entity, server })];
}

/** What the holders of a seal make is there, and nobody makes it without them. */
function openingFaults({ entity, server = {} }: Pick<Registration, "entity" | "server">): string[] {
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const name = server.opening?.transition;
  return name === undefined || transitions[name]?.by === "system"
    ? []
    : [`Entity "${entity.key}": the hook opening makes "${name}", which is no transition of the system`];
}

function contentFaults({ entity, server = {} }: Pick<Registration, "entity" | "server">): string[] {
  const { sealed }: { sealed?: Sealed } = entity;
  if (!sealed) return server.sealKeyOf ? [`Entity "${entity.key}": sealKeyOf, but nothing is sealed`] : [];
  const at = `Entity "${entity.key}", sealed`;
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const states = Object.keys(entity.states ?? {});
  const { suppliers, personal } = entity.access;
  const owner = suppliers.kind === "own" ? suppliers.column : null;
  const told = [
    ...(entity.title ?? []),
    ...(entity.search ?? []),
    ...(entity.unique ?? []).flatMap(({ columns }: { columns: readonly string[] }) => columns),
    ...(entity.stateSince ? [entity.stateSince] : []),
    ...(personal ? columnsOf(personal.where) : []),
    ...lookedAt(entity),
  ];
  return [
    ...(server.sealKeyOf ? [] : [`${at}: the server hook sealKeyOf does not say for whom`]),
    ...(owner === null || owner === "id"
      ? [`${at}: the writer is the supplier of an own wall, and there is none`]
      : []),
    ...(entity.removable === false && entity.copy === false
      ? []
      : [`${at}: such a record is neither removed nor copied; say removable and copy false`]),
    ...(entity.approval || entity.imports || entity.conversions
      ? [`${at}: approval, imports and conversions keep what was typed elsewhere`]
      : []),
    ...(lists(entity).some(({ batch = [] }) => batch.length > 0)
      ? [`${at}: answers to transitions of many are kept with what was found; none is offered on them`]
      : []),
    ...(transitions[sealed.opens] ? [] : [`${at}: opens names the transition "${sealed.opens}", which does not exist`]),
    ...(transitions[sealed.opens]?.from.some((state) => sealed.ownIn.includes(state))
      ? [`${at}: "${sealed.opens}" starts where the writer still works`]
      : []),
    ...sealed.ownIn
      .filter((state) => !states.includes(state))
      .map((state) => `${at}: ownIn names the state "${state}", which does not exist`),
    ...looksFaults(at, entity.fields, sealed),
    ...columnFaults(at, entity.fields, sealed.fields),
    ...Object.entries(sealed.lines).flatMap(([name, columns]) => {
      const lines: Lines | undefined = linesAt(entity.lines, name);
      return lines
        ? columnFaults(`${at}, lines "${name}"`, lines.fields, columns)
        : [`${at}: names the lines "${name}", which do not exist`];
    }),
    ...told
      .filter((path) => isSealedPath(entity, path.includes(".") ? path.replace(".", ".0.") : path))
      .map((path) => `${at}: "${path}" is found, filtered, sorted or summed by while it is closed`),
    ...totalFaults(at, entity, sealed),
  ];
}

function lists(entity: AnyEntity): AnyEntity["list"][] {
  const views: readonly { list?: AnyEntity["list"] }[] = entity.views ?? [];
  return [entity.list, ...views.flatMap(({ list }) => list ?? [])];
}

/** What lists of it look at. */
function lookedAt(entity: AnyEntity): string[] {
  return lists(entity).flatMap((list) => [
    ...list.filters,
    ...list.sort.split(",").map((name: string) => name.replace(/^-/, "")),
    ...(list.sortedBy ?? []),
    ...(list.totals ?? []),
  ]);
}

function looksFaults(at: string, fields: Fields, { looksIn, fields: names }: Sealed): string[] {
  const field: Field | undefined = fields[looksIn];
  const isFine = field?.kind === "reference" && !names.includes(looksIn);
  return isFine ? [] : [`${at}: looksIn names "${looksIn}", which is no reference that is read while it is closed`];
}

function columnFaults(at: string, fields: Fields, names: readonly string[]): string[] {
  return names.flatMap((name) => {
    const field: Field | undefined = fields[name];
    if (!field) return [`${at}: names "${name}", which does not exist`];
    if (field.kind === "yesNo") return [];
    if (field.presence === "required") return [`${at}: "${name}" is required, and its column is empty while closed`];
    if (field.options.drawn !== undefined || field.options.unique || field.options.deadlineIn)
      return [`${at}: "${name}" is drawn, unique or a deadline, which the database must know`];
    return SCALAR.includes(field.kind) ? [] : [`${at}: "${name}" is of the kind ${field.kind}, which is not sealed`];
  });
}

/** What is worked out may tell what it was worked out of. */
function totalFaults(at: string, entity: AnyEntity, sealed: Sealed): string[] {
  const head = Object.keys(entity.compute ?? {}).filter((name) => !sealed.fields.includes(name));
  const below = Object.keys(sealed.lines).flatMap((name) =>
    Object.keys(linesAt(entity.lines, name)?.compute ?? {})
      .filter((column) => !sealed.lines[name]?.includes(column))
      .map((column) => `${name}.${column}`),
  );
  return [...head, ...below].map(
    (name) => `${at}: "${name}" is worked out and may tell what is sealed; seal it as well`,
  );
}
