import { setImmediate as others } from "node:timers/promises";
import { chineseAmount } from "~/shared/chinese-amount";
import { sum } from "~/shared/decimal";
import type { PrintBlock, PrintDocument, PrintFact, PrintPart, PrintTable } from "~/shared/print-document";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, Field, Fields, Lines, LinesMap, PrintLayout, PrintParty, Value } from "../entity";
import { isPointer, nobodyTypes } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { isLineSection } from "../entity/layout";
import { lastOf, linesAt, type PlacedRow, rowsAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { fieldValue, type Loaded, openRecord } from "../operations/records.server";
import { stateLabel } from "../operations/save.server";
import { factsOf, mayRead } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { titleOf } from "../operations/write.server";
import { recordPath } from "../screen/address";
import { currencySign } from "../screen/currency";
import { builtInLabel, lineNumber, NOTHING, showField, showState } from "../screen/show";
import { printCode } from "./print-code.server";
import { piecesOf } from "./print-pieces";
import { type Referenced, referencedRows } from "./print-rows.server";
import { printedSection } from "./printed-section";

const PLATFORM = "供应商平台";
/** Path of all pages. */
const BASE = "/web";
const WIDE_FROM = 11;
/** Rows that are put into words before others get their turn. */
const ROWS_AT_ONCE = 100;

type Layout = PrintLayout<Fields, LinesMap>;

/** What a record's paper is made from. */
export interface Printed {
  document: PrintDocument;
  /** When the record was last changed, ISO text: the date of a file, so that the same content is the same file. */
  updatedAt: string;
  /** Name of a file, without its ending. */
  name: string;
}

/**
 * A record as it stands on paper, for a person who may open it; nothing is on it that this person may not read.
 * @param origin where the QR code leads, e.g. `https://portal.example.com`
 * @throws AppError("forbidden" | "not_found")
 */
export function printedRecord(context: Context, screen: Screen, id: string, origin: string): Promise<Printed> {
  return printedAs(context, screen, { id, origin, isPaged: true });
}

/**
 * The same for a file without pages: its tables stay whole, however wide.
 * @throws AppError("forbidden" | "not_found")
 */
export function printedWhole(context: Context, screen: Screen, id: string, origin: string): Promise<Printed> {
  return printedAs(context, screen, { id, origin, isPaged: false });
}

interface PrintRequest {
  id: string;
  origin: string;
  isPaged: boolean;
}

async function printedAs(context: Context, screen: Screen, request: PrintRequest): Promise<Printed> {
  return reading(context, async () => {
    const loaded = await openRecord(context, { entity: screen.entity, id: request.id, screen });
    const document = await printDocument({ context, screen, loaded }, request);
    const name = `${document.title}_${document.number?.text ?? titleOf(screen.entity, loaded.record, loaded.labels)}`;
    return { document, updatedAt: loaded.record.updated_at, name };
  });
}

interface Subject {
  context: Context;
  screen: Screen;
  loaded: Loaded;
}

async function printDocument(subject: Subject, { origin, isPaged }: PrintRequest): Promise<PrintDocument> {
  const { screen, loaded } = subject;
  const { entity } = screen;
  const { record } = loaded;
  const layout: Layout = entity.print ?? {};
  const title = layout.title ?? screen.noun;
  const number = entity.number ? (record.number ?? NOTHING) : titleOf(entity, record, loaded.labels);
  const state = entity.states ? showState(entity, record.state) : null;
  const own = await ownParts(subject, layout);
  const cut = isPaged ? own.flatMap(pagedParts) : own;
  const parts = [...(await partsOf(subject, layout)), ...cut];
  const parties: PrintBlock[] = [];
  for (const party of layout.parties ?? []) {
    const block = await partyBlock(subject, party);
    if (block) parties.push(block);
  }
  return {
    title,
    head: await headBlock(subject, layout),
    number: number === "" ? null : { label: numberLabel(entity), text: number },
    mark: state && ["draft", "refused", "closed"].includes(state.tone) ? state.text : null,
    qr: printCode(`${origin}${BASE}${recordPath(screen, record.id)}`),
    parties,
    parts,
    sums: (layout.sums ?? []).flatMap((name) => factOf(subject, name) ?? []),
    words: wordsOf(subject, layout),
    clauses: [...(layout.clauses ?? [])],
    signatures: [...(layout.signatures ?? [])],
    landscape:
      layout.landscape ??
      (cut.length > own.length || parts.some((part) => part.kind === "table" && part.columns.length >= WIDE_FROM)),
    foot: [
      `${title} ${number}`.trim(),
      `版本${versionOf(subject, layout)}`,
      ...(entity.states ? [stateLabel(entity, record.state)] : []),
    ].join(" · "),
  };
}

function numberLabel(entity: AnyEntity): string {
  return entity.number ? (builtInLabel(entity, "number") ?? "") : entity.label;
}

function versionOf({ loaded }: Subject, { version }: Layout): string {
  return String((version ? fieldValue(loaded.record, version) : null) ?? loaded.record.version);
}

async function headBlock(subject: Subject, { head }: Layout): Promise<PrintBlock> {
  const own = head ? await partyBlock(subject, { title: "", ...head }) : null;
  return own ?? { title: "", name: PLATFORM, facts: [] };
}

/** Null when the reference is empty or may not be read. */
async function partyBlock(subject: Subject, party: PrintParty<Fields>): Promise<PrintBlock | null> {
  const { context, screen, loaded } = subject;
  const { entity } = screen;
  const field: Field | undefined = entity.fields[party.of];
  const id = fieldValue(loaded.record, party.of);
  if (!field?.options.to || typeof id !== "string" || !mayRead(context, entity, party.of, field)) return null;
  const target = context.services.registry.entity(field.options.to);
  const show = party.show ?? [];
  const row = (await referencedRows(context, target, [id], ["name", ...show])).get(id);
  const facts = show.flatMap((name): PrintFact[] => {
    const text = row?.get(name);
    return text ? [{ label: labelOf(target.fields, name), text }] : [];
  });
  return {
    title: party.title,
    name: row?.get("name") ?? loaded.labels.get(party.of) ?? NOTHING,
    facts: [...facts, ...(party.own ?? []).flatMap((name) => factOf(subject, name) ?? [])],
  };
}

function labelOf(fields: Fields, name: string): string {
  return fields[name]?.options.label ?? name;
}

/** Null for what is empty or not to be read by this person. */
function factOf({ context, screen, loaded }: Subject, name: string): PrintFact | null {
  const field: Field | undefined = screen.entity.fields[name];
  if (!field || !mayRead(context, screen.entity, name, field)) return null;
  const value = fieldValue(loaded.record, name);
  const { text } = showField({ field, value, label: loaded.labels.get(name), currency: loaded.record.currency });
  return text === NOTHING || text === "" ? null : { label: field.options.label, text };
}

function wordsOf({ context, screen, loaded }: Subject, { amountInWords }: Layout): PrintFact | null {
  const { entity } = screen;
  if (!amountInWords || !mayRead(context, entity, amountInWords, entity.fields[amountInWords])) return null;
  const amount = fieldValue(loaded.record, amountInWords);
  if (typeof amount !== "string") return null;
  const currency: Field | undefined = entity.fields.currency;
  const code = fieldValue(loaded.record, "currency");
  const name = currency && typeof code === "string" ? kindOf(currency).show(code, currency.options) : "人民币";
  return { label: `金额大写（${name}）`, text: chineseAmount(amount) };
}

/** The facts and tables of the layout; where it names none, those of the screen's form. */
async function partsOf(subject: Subject, layout: Layout): Promise<PrintPart[]> {
  const { context, screen, loaded } = subject;
  const shown = screen.form.filter((part) => !part.when || matches(part.when, loaded.record, factsOf(context)));
  const facts: PrintPart[] = layout.facts
    ? factsPart(subject, "", layout.facts)
    : shown.flatMap((part) => (isLineSection(part) ? [] : factsPart(subject, part.title, part.fields)));
  const wanted = layout.lines
    ? layout.lines.map(({ lines, columns }) => ({ title: lineLabel(screen.entity, lines), lines, columns }))
    : shown.filter(isLineSection);
  const tables: PrintPart[] = [];
  for (const { title, lines, columns } of wanted) {
    const table = await tableOf(subject, lines, columns);
    if (table) tables.push({ kind: "table", title, ...table });
  }
  return [...facts, ...tables];
}

/** What the hook `sections` of the entity adds to the page, as far as it is facts, tables and timelines that the layout wants. */
async function ownParts({ context, screen, loaded }: Subject, layout: Layout): Promise<PrintPart[]> {
  const wanted = layout.sections;
  if (!wanted) return [];
  const { sections } = context.services.registry.server(screen.entity.key);
  const found = (await sections?.(context, loaded.record, screen)) ?? [];
  const chosen = wanted === true ? found : found.filter(({ title }) => wanted.includes(title));
  return chosen.flatMap(printedSection);
}

/** A part as it fits on paper; what goes on below itself says so. */
function pagedParts(part: PrintPart): PrintPart[] {
  if (part.kind !== "table") return [part];
  return piecesOf(part).map((piece, at) => ({
    ...{ kind: "table", title: at === 0 ? part.title : `${part.title}（续${at}）` },
    ...piece,
  }));
}

function lineLabel(entity: AnyEntity, path: string): string {
  return linesAt(entity.lines, path)?.label ?? path;
}

function factsPart(subject: Subject, title: string, names: readonly string[]): PrintPart[] {
  const facts = names.flatMap((name) => factOf(subject, name) ?? []);
  return facts.length > 0 ? [{ kind: "facts", title, facts }] : [];
}

interface PrintColumn {
  label: string;
  align: "start" | "end";
  text(placed: PlacedRow): string;
  /** Set for a column that is summed. */
  total: string | null;
}

/** Null for a table without rows, or whose rows are kept from this person. */
async function tableOf(
  subject: Subject,
  path: string,
  wanted: readonly string[] | undefined,
): Promise<PrintTable | null> {
  const { screen, loaded } = subject;
  const lines = linesAt(screen.entity.lines, path);
  const placed = lines ? sayingRows(lines, rowsAt(loaded.record, path)) : [];
  if (!lines || placed.length === 0) return null;
  const number = ({ row, parent }: PlacedRow) => lineNumber(row, parent);
  const columns: PrintColumn[] = [{ label: "行", align: "end", text: number, total: null }];
  for (const key of wanted ?? Object.keys(lines.fields)) {
    const column = await printColumn(subject, { path, lines, placed, key });
    if (column) columns.push(column);
  }
  const texts: string[][] = [];
  for (const row of placed) {
    if (texts.length % ROWS_AT_ONCE === ROWS_AT_ONCE - 1) await others();
    texts.push(columns.map((column) => column.text(row)));
  }
  const isSummed = columns.some(({ total }) => total !== null);
  return {
    columns: columns.map(({ label, align }) => ({ label, align })),
    rows: texts,
    totals: isSummed ? columns.map(({ total }, index) => total ?? (index === 0 ? "合计" : "")) : null,
  };
}

/** The only row that a hook gave a line repeats the line: it says nothing on paper. */
function sayingRows(lines: Lines, placed: readonly PlacedRow[]): readonly PlacedRow[] {
  if (!lines.options.selfFilled) return placed;
  const counts = new Map<AnyLine | null, number>();
  for (const { parent } of placed) counts.set(parent, (counts.get(parent) ?? 0) + 1);
  return placed.filter(({ parent }) => (counts.get(parent) ?? 0) > 1);
}

async function printColumn(
  { context, screen, loaded }: Subject,
  { path, lines, placed, key }: { path: string; lines: Lines; placed: readonly PlacedRow[]; key: string },
): Promise<PrintColumn | null> {
  const rows = placed.map(({ row }) => row);
  const [own = "", through] = key.split(".");
  const field = lines.fields[own];
  if (!field || !mayRead(context, screen.entity, `${path}.${own}`, field)) return null;
  if (through !== undefined) return throughColumn(context, { field, own, through, rows });
  // A column that nobody types and no row has filled says nothing.
  if (nobodyTypes(field) && rows.every((row) => fieldValue(row, own) === null)) return null;
  const sign = currencySign(field, loaded.record.currency).trim();
  const text = (value: Value, label: string | undefined) => {
    if (value === null || value === "") return "";
    return isPointer(field) ? (label ?? "") : kindOf(field).show(value, field.options);
  };
  return {
    // The sign stands once, over the column.
    label: field.options.label + (sign === "" ? "" : `（${sign}）`),
    align: kindOf(field).align,
    text: ({ row }) => text(fieldValue(row, own), loaded.labels.get(`${lastOf(path)}.${row.id}.${own}`)),
    total: lines.options.totals?.includes(own) ? text(totalOf(rows, own), undefined) : null,
  };
}

async function throughColumn(
  context: Context,
  { field, own, through, rows }: { field: Field; own: string; through: string; rows: readonly AnyLine[] },
): Promise<PrintColumn | null> {
  if (!field.options.to) return null;
  const target = context.services.registry.entity(field.options.to);
  const inner: Field | undefined = target.fields[through];
  if (!inner || !mayRead(context, target, through, inner)) return null;
  const idOf = (row: AnyLine): string => {
    const id = fieldValue(row, own);
    return typeof id === "string" ? id : "";
  };
  const found: Referenced = await referencedRows(context, target, rows.map(idOf).filter(Boolean), [through]);
  const text = ({ row }: PlacedRow) => found.get(idOf(row))?.get(through) ?? "";
  return { label: inner.options.label, align: kindOf(inner).align, text, total: null };
}

function totalOf(rows: readonly AnyLine[], column: string): string {
  const values = rows.map((row) => fieldValue(row, column));
  return sum(values.map((value) => (typeof value === "string" ? value : null))).toFixed();
}
