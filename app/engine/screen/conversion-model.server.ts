import { formatDecimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import { lineFields, narrowed, narrowingFields } from "../conversions/narrowing.server";
import { beginConversion, mayConvertLater, taskScreen } from "../conversions/task.server";
import type { Complaint, Field, Value } from "../entity";
import { date, quantity as quantityOf } from "../entity/field";
import { kindOf } from "../entity/kinds";
import { UUID } from "../entity/kinds/reference";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import {
  type ChosenLine,
  type Converted,
  convert,
  linesToConvert,
  MOST_CONVERTED,
  quantityField,
  type ReadyConversion,
  requireConversion,
} from "../operations/conversion.server";
import { dayRangeComplaint } from "../operations/filters";
import { labelsBehind } from "../operations/labels.server";
import { formulaBehind, unitOf } from "../operations/line-references.server";
import type { OpenLine } from "../operations/open-lines.server";
import { findChoice } from "../operations/references.server";
import { mayRead, screenFor } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { conversionPath, listPath, recordPath } from "./address";
import { controlOf, type ReferenceLists, referenceLists } from "./controls.server";
import { postedOnce } from "./form-data";
import { NOTHING, showField } from "./show";
import { transitionName } from "./transition-model.server";

const PAGE_SIZE = 50;
const LAST_PAGE = 200;
/** Quantities that one form carries along from page to page. */
const MOST_KEPT = 1000;

const PLAIN_QUANTITY = quantityOf({ label: "数量" });

const QUANTITY = /^qty\.([0-9a-f-]{36})$/;
const DAY_FROM = "_day_from";
const DAY_TO = "_day_to";

/** What the page holds: what is looked for, and what was ticked and typed, also on other pages. */
interface Chosen {
  text: string;
  /** Only lines of these documents; empty: of all. */
  sources: readonly string[];
  filters: Readonly<Record<string, string>>;
  page: number;
  ticked: ReadonlySet<string>;
  quantities: ReadonlyMap<string, string>;
  /** Only the ticked lines, wherever they stand: what was refused is seen at a glance. */
  chosenOnly: boolean;
  /** All lines are ticked when the page comes: those of the document it was opened from. */
  all: boolean;
}

interface Refusal {
  complaints: readonly Complaint[];
  /** Lines in the order the complaints count them. */
  rows: readonly ChosenLine[];
  problem?: string;
}

const NO_REFUSAL: Refusal = { complaints: [], rows: [] };

/**
 * The page on which open lines of other documents are chosen, and the documents made from them.
 * @throws AppError("not_found" | "forbidden")
 */
export async function conversionModel(context: Context, screen: Screen, segment: string, params: URLSearchParams) {
  const conversion = requireConversion(context, screen, transitionName(segment));
  const sources = idsIn([...params.getAll("source"), ...params.getAll("row")]);
  const chosen: Chosen = {
    text: params.get("q") ?? "",
    sources,
    filters: {},
    page: 1,
    ticked: new Set(),
    quantities: new Map(),
    chosenOnly: false,
    all: sources.length > 0,
  };
  return reading(context, () => draw(context, conversion, chosen, NO_REFUSAL));
}

function idOrNull(text: FormDataEntryValue | null): string | null {
  return typeof text === "string" && UUID.test(text.toLowerCase()) ? text.toLowerCase() : null;
}

/** Documents as pages name them, and as lists do with the version that stood there. */
function idsIn(values: readonly FormDataEntryValue[]): string[] {
  const ids = values.flatMap((value) => idOrNull(String(value).split(":")[0] ?? null) ?? []);
  return [...new Set(ids)].slice(0, MOST_CONVERTED);
}

/** Looks for other lines, turns the page, or makes the documents; answers the page again, or what was made. */
export async function submitConversion(context: Context, screen: Screen, segment: string, form: FormData) {
  const conversion = requireConversion(context, screen, transitionName(segment));
  const step = textOf(form, "_intent");
  const chosen = chosenIn(conversion, form, step);
  const again = (state: Chosen, refusal: Refusal, status: 200 | 400) =>
    reading(context, async () => ({ model: await draw(context, conversion, state, refusal), status }));
  if (step === "later") return submitLater(context, conversion, chosen, { requestId: postedOnce(form), again });
  if (step !== "make") return again(chosen, NO_REFUSAL, 200);
  const rows = [...chosen.ticked].map((line) => ({ line, quantity: chosen.quantities.get(line) ?? "" }));
  const requestId = postedOnce(form);
  try {
    return {
      made: await convert(context, { screen, name: conversion.name, rows, ...(requestId ? { requestId } : {}) }),
    };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate", "wrong_state", "own_rule"].includes(error.error))
      throw error;
    const problem = error.complaints.length === 0 ? { problem: error.message } : {};
    const shown = { ...chosen, chosenOnly: rows.length > 0 };
    return again(shown, { complaints: error.complaints, rows, ...problem }, 400);
  }
}

interface Later<T> {
  requestId: string | undefined;
  /** The page once more, with what was refused. */
  again(state: Chosen, refusal: Refusal, status: 400): Promise<T>;
}

/** All lines that fit, on whatever page they stand, become a task that the person starts on its own page. */
async function submitLater<T>(
  context: Context,
  conversion: ReadyConversion,
  chosen: Chosen,
  { requestId, again }: Later<T>,
): Promise<T | { begun: string }> {
  const { wanted, faults } = await soughtIn(context, conversion, chosen);
  if (faults.size > 0) return again(chosen, NO_REFUSAL, 400);
  try {
    const { id } = await beginConversion(context, conversion, {
      wanted,
      typed: chosen.quantities,
      ...(requestId ? { requestId } : {}),
    });
    return { begun: recordPath(taskScreen(context), id) };
  } catch (error) {
    if (!(error instanceof AppError) || !["invalid", "duplicate"].includes(error.error)) throw error;
    return again(chosen, { ...NO_REFUSAL, problem: error.message }, 400);
  }
}

function textOf(form: FormData, name: string): string {
  const value = form.get(name);
  return typeof value === "string" ? value : "";
}

function chosenIn(conversion: ReadyConversion, form: FormData, step: string): Chosen {
  const ticked = new Set(form.getAll("row").flatMap((value) => idOrNull(value) ?? []));
  if (ticked.size > MOST_CONVERTED)
    throw new AppError("malformed", { message: `一次最多选择${MOST_CONVERTED}行，请减少选择` });
  const quantities = new Map<string, string>();
  for (const [name, value] of form) {
    const id = QUANTITY.exec(name)?.[1];
    // What was left as it was proposed is proposed anew.
    const isTyped = id !== undefined && (ticked.has(id) || value !== form.get(`was.${id}`));
    if (id && isTyped && typeof value === "string" && quantities.size < MOST_KEPT) quantities.set(id, value);
  }
  const names = [...conversion.per, DAY_FROM, DAY_TO];
  const page = Math.min(Math.max(1, Math.trunc(Number(textOf(form, "_page"))) || 1), LAST_PAGE);
  const steps: Readonly<Record<string, number>> = { next: page + 1, previous: Math.max(1, page - 1) };
  return {
    text: textOf(form, "q"),
    sources: form.has("_everywhere") ? [] : idsIn(form.getAll("_source")),
    filters: Object.fromEntries(names.map((name) => [name, textOf(form, name)])),
    page: steps[step] ?? 1,
    ticked,
    quantities,
    chosenOnly: false,
    all: false,
  };
}

/** What is looked for as the lines are asked for, and what of it is wrong by the name of its box. */
interface Sought {
  wanted: Omit<Parameters<typeof linesToConvert>[2], "page">;
  faults: Map<string, string>;
}

async function soughtIn(context: Context, conversion: ReadyConversion, chosen: Chosen): Promise<Sought> {
  const faults = new Map<string, string>();
  const references: Record<string, readonly string[]> = {};
  for (const [name, field] of narrowingFields(context, conversion)) {
    const typed = (chosen.filters[name] ?? "").trim();
    if (typed === "" || conversion.head[name] === undefined) continue;
    const id = await findChoice(context, field, typed);
    if (id) references[name] = [id];
    else faults.set(name, `找不到${field.options.label}「${typed.slice(0, 40)}」`);
  }
  const [from = "", to = ""] = [chosen.filters[DAY_FROM], chosen.filters[DAY_TO]];
  const complaint = dayRangeComplaint(from, to);
  if (complaint) faults.set(DAY_FROM, complaint);
  const days = complaint ? (["", ""] as const) : ([from, to] as const);
  const narrowing = narrowed(conversion, { sources: chosen.sources, references, days });
  return { wanted: { ...narrowing, search: chosen.text }, faults };
}

async function draw(context: Context, conversion: ReadyConversion, chosen: Chosen, refusal: Refusal) {
  const { screen, label, field } = conversion;
  const fields = narrowingFields(context, conversion);
  const lists = await referenceLists(
    context,
    screen,
    fields.map(([, one]) => one),
  );
  const { wanted, faults } = await soughtIn(context, conversion, chosen);
  const found = await linesShown(context, conversion, chosen, wanted);
  const rows = found.slice(0, pageSize(chosen));
  const shown = new Set(rows.map(({ id }) => id));
  const columns = shownColumns(context, conversion);
  const labels = await labelsIn(context, columns, rows);
  const said = complaintsByLine(refusal);
  const quantity = quantityField(conversion);
  const model = rows.map((row) => ({
    id: row.id,
    name: nameCell(context, conversion, row),
    cells: [
      ...columns.map((column) => cellOf(column, row, labels)),
      {
        text: [row.open === "" ? NOTHING : formatDecimal(row.open), unitOf(context, field, row.line)].join(" ").trim(),
      },
    ],
    picked: chosen.all || chosen.ticked.has(row.id),
    was: row.open === "" ? "" : plainQuantity(row.open),
    ...(said.rows.has(row.id) ? { error: said.rows.get(row.id) } : {}),
    control: quantityControl({
      field: quantity,
      lists,
      id: row.id,
      value: chosen.quantities.get(row.id) ?? (row.open === "" ? "" : plainQuantity(row.open)),
      error: said.quantities.get(row.id),
    }),
  }));
  const kept = [
    ...[...chosen.ticked].flatMap((id): [string, string][] => (shown.has(id) ? [] : [["row", id]])),
    ...[...chosen.quantities].flatMap(([id, text]): [string, string][] => (shown.has(id) ? [] : [[`qty.${id}`, text]])),
  ];
  const elsewhere = kept.filter(([name]) => name === "row").length;
  return {
    title: label,
    action: conversionPath(screen, conversion.name),
    question: questionOf(conversion),
    text: chosen.text,
    page: chosen.page,
    chosenOnly: chosen.chosenOnly,
    filters: filterControls({ conversion, fields, lists, chosen, faults }),
    ...(chosen.sources.length > 0
      ? { source: { ids: [...chosen.sources], label: sourceLabel(conversion, chosen, rows) } }
      : {}),
    columns: [
      { label: field.options.label, align: "start" as const },
      ...columns.map((column) => ({ label: column.field.options.label, align: kindOf(column.field).align })),
      { label: formulaBehind(context, field)?.label ?? "", align: "end" as const },
      { label: quantity?.options.label ?? "数量", align: "end" as const },
    ],
    rows: model,
    kept,
    elsewhere,
    hasPrevious: !chosen.chosenOnly && chosen.page > 1,
    hasNext: found.length > rows.length && chosen.page < LAST_PAGE,
    label,
    // A page full is ticked; more of them are made beside the page.
    offersLater:
      mayConvertLater(context, conversion) && !chosen.chosenOnly && (chosen.page > 1 || found.length > rows.length),
    errors: errorsOf(model),
    ...problemIn(refusal, said.elsewhere),
    secrets: { csrf: context.session?.csrf ?? "", once: context.services.newId() },
    cancelHref: listPath(screen),
  };
}

/** Of one document its number is said, of several how many. */
function sourceLabel({ source }: ReadyConversion, { sources }: Chosen, rows: readonly OpenLine[]): string {
  if (sources.length > 1) return `只看所选的${sources.length}张${source.label}的行`;
  return `只看${source.label} ${rows[0]?.rootNumber ?? ""} 的行`.replace("  ", " ");
}

function pageSize({ chosenOnly }: Chosen): number {
  return chosenOnly ? MOST_CONVERTED : PAGE_SIZE;
}

/** One row more than a page has tells that there is a next one. What was ticked is shown also where nothing is open of it any more. */
async function linesShown(
  context: Context,
  conversion: ReadyConversion,
  chosen: Chosen,
  wanted: Sought["wanted"],
): Promise<OpenLine[]> {
  if (chosen.chosenOnly) {
    const ids = [...chosen.ticked];
    const page = { size: ids.length };
    const all = await linesToConvert(context, conversion, { ids, any: true, page });
    const open = await linesToConvert(context, conversion, { ids, page });
    const left = new Map(open.map((one) => [one.id, one.open]));
    return all.map((one) => ({ ...one, open: left.get(one.id) ?? "0" }));
  }
  return linesToConvert(context, conversion, {
    ...wanted,
    page: { size: PAGE_SIZE + 1, offset: (chosen.page - 1) * PAGE_SIZE },
  });
}

function questionOf({ per, screen }: ReadyConversion): string {
  const names = per.map((name) => screen.entity.fields[name]?.options.label ?? name).join("和");
  return `勾选要生成的行，核对数量后提交。每个${names}各生成一张${screen.noun}草稿，提交前可以修改。`;
}

/** A column that is shown: of the document or of its line. */
interface ShownColumn {
  side: "head" | "line";
  name: string;
  field: Field;
}

function shownColumns(context: Context, { source, field, per, head, show = [] }: ReadyConversion): ShownColumn[] {
  const lines = field.options.lines ?? "";
  const wall = source.access.suppliers;
  const own = lineFields({ source, field });
  const heads = per.flatMap((name): ShownColumn[] => {
    const column = head[name] ?? "";
    const ofLine = own[column];
    if (ofLine)
      return mayRead(context, source, `${lines}.${column}`, ofLine)
        ? [{ side: "line", name: column, field: ofLine }]
        : [];
    const of: Field | undefined = source.fields[column];
    // Whoever belongs to one supplier knows which.
    const isKnown = context.actor.supplierId !== null && wall.kind === "own" && wall.column === column;
    return of && !isKnown && mayRead(context, source, column, of) ? [{ side: "head", name: column, field: of }] : [];
  });
  const rows = show.flatMap((name): ShownColumn[] => {
    const of = own[name];
    return of && mayRead(context, source, `${lines}.${name}`, of) ? [{ side: "line", name, field: of }] : [];
  });
  return [...heads, ...rows];
}

async function labelsIn(
  context: Context,
  columns: readonly ShownColumn[],
  rows: readonly OpenLine[],
): Promise<Map<ShownColumn, Map<string, string>>> {
  const pointing = columns.filter(({ field }) => field.kind === "reference");
  const wanted = pointing.map(({ side, name, field }) => ({
    field,
    ids: rows.flatMap((row) => (typeof row[side][name] === "string" ? [String(row[side][name])] : [])),
  }));
  const found = await labelsBehind(context, wanted);
  return new Map(pointing.map((column, at) => [column, found[at] ?? new Map()]));
}

function cellOf(column: ShownColumn, row: OpenLine, labels: Map<ShownColumn, Map<string, string>>) {
  const value = plain(row[column.side][column.name]);
  return showField({ field: column.field, value, label: labels.get(column)?.get(String(value)), place: "list" });
}

function plain(raw: unknown): Value {
  return typeof raw === "string" || typeof raw === "number" || typeof raw === "boolean" ? raw : null;
}

function nameCell(context: Context, { source }: ReadyConversion, row: OpenLine): { text: string; href?: string } {
  const screen = screenFor(context, source.key, "get");
  return { text: row.label, ...(screen ? { href: recordPath(screen, row.rootId) } : {}) };
}

/** As a control holds it: without thousands separators. */
function plainQuantity(open: string): string {
  return formatDecimal(open).replaceAll(",", "");
}

function quantityControl({
  field,
  lists,
  id,
  value,
  error,
}: {
  field: Field | undefined;
  lists: ReferenceLists;
  id: string;
  value: string;
  error: string | undefined;
}) {
  return controlOf({ field: field ?? PLAIN_QUANTITY, name: `qty.${id}`, value, lists, ...(error ? { error } : {}) });
}

function filterControls({
  conversion: { day, source, field: reference },
  fields,
  lists,
  chosen,
  faults,
}: {
  conversion: ReadyConversion;
  fields: readonly [string, Field][];
  lists: ReferenceLists;
  chosen: Chosen;
  faults: ReadonlyMap<string, string>;
}) {
  const dayField = day ? linesAt(source.lines, reference.options.lines ?? "")?.fields[day] : undefined;
  const days: [string, Field][] = dayField
    ? [
        [DAY_FROM, date({ label: `${dayField.options.label}从` })],
        [DAY_TO, date({ label: `${dayField.options.label}至` })],
      ]
    : [];
  return [...fields, ...days].map(([name, field]) => {
    const control = controlOf({ field, name, value: chosen.filters[name] ?? "", lists, error: faults.get(name) });
    const { help: _help, ...rest } = { help: undefined, ...control };
    return { ...rest, required: false };
  });
}

interface ComplaintsByLine {
  quantities: Map<string, string>;
  rows: Map<string, string>;
  elsewhere: string[];
}

function complaintsByLine({ complaints, rows }: Refusal): ComplaintsByLine {
  const said: ComplaintsByLine = { quantities: new Map(), rows: new Map(), elsewhere: [] };
  for (const { field, message } of complaints) {
    const [table, at, column] = field.split(".");
    const id = table === "rows" ? rows[Number(at)]?.line : undefined;
    if (id === undefined) said.elsewhere.push(message);
    else if (column === "quantity") said.quantities.set(id, message);
    else said.rows.set(id, [said.rows.get(id), message].filter(Boolean).join("；"));
  }
  return said;
}

function errorsOf(
  rows: readonly { name: { text: string }; control: { name: string; error?: string }; error?: string }[],
): { name: string; label: string; message: string }[] {
  return rows.flatMap(({ name, control, error }) =>
    [control.error, error].flatMap((message) => (message ? [{ name: control.name, label: name.text, message }] : [])),
  );
}

function problemIn({ problem }: Refusal, elsewhere: readonly string[]): { problem?: string } {
  const text = [problem, ...elsewhere].filter(Boolean).join("；");
  return text === "" ? {} : { problem: text };
}

/** Where the documents that were made are seen, and the sentence that names them. */
export function madePage(screen: Screen, { made }: Converted): { to: string; notice: string } {
  const [only, ...others] = made;
  const names = made.map(({ number }) => number).filter((number) => number !== null);
  const notice = `已生成${made.length > 1 ? `${made.length}张` : ""}${screen.noun}：${names.join("、")}`;
  return { to: only && others.length === 0 ? recordPath(screen, only.id) : listPath(screen), notice };
}
