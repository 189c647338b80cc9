import { z } from "zod";
import { type Condition, where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, Complaint, Field } from "../entity";
import type { Conversion } from "../entity/conversions";
import { linesAt } from "../entity/paths";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import { formulaBehind } from "./line-references.server";
import { type OpenLine, type OpenLinesInput, openLinesOf } from "./open-lines.server";
import { createRecord } from "./save.server";
import { mayOnScreen, mayRead, mayWrite, requireAction, rowFilter } from "./scope.server";
import { onceAs, savedSchema } from "./transaction.server";

/** Lines of one call, and so of all documents it makes. */
export const MOST_CONVERTED = 200;

/** A conversion with the fields its definition names. */
export interface ReadyConversion extends Conversion {
  name: string;
  screen: Screen;
  /** The reference to the line: where the lines come from and what counts as open. */
  field: Field;
  source: AnyEntity;
}

/** A line that was chosen, and how much of it, as it was typed. */
export interface ChosenLine {
  line: string;
  quantity: string;
}

const convertedSchema = z.object({ made: z.array(savedSchema) });
/** The documents that were made, in the order of the lines they came from. */
export type Converted = z.infer<typeof convertedSchema>;

/** The conversion of that name of the screen's entity. @throws AppError("not_found" | "forbidden") */
export function requireConversion(context: Context, screen: Screen, name: string): ReadyConversion {
  const ready = conversionOn(context, screen, name);
  if (!ready) throw new AppError("not_found");
  requireAction(context, screen.entity, "add", screen);
  return ready;
}

function conversionOn(context: Context, screen: Screen, name: string): ReadyConversion | null {
  const all: Readonly<Record<string, Conversion>> = screen.entity.conversions ?? {};
  const conversion = Object.hasOwn(all, name) ? all[name] : undefined;
  const field = conversion && linesAt(screen.entity.lines, conversion.into)?.fields[conversion.by];
  if (!conversion || !field?.options.to) return null;
  return { ...conversion, name, screen, field, source: context.services.registry.entity(field.options.to) };
}

/** Conversions by which this person may make documents on a screen. */
export function conversionsOn(context: Context, screen: Screen): ReadyConversion[] {
  if (!mayOnScreen(context, screen, "add")) return [];
  return Object.keys(screen.entity.conversions ?? {}).flatMap((name) => conversionOn(context, screen, name) ?? []);
}

/** Conversions that lead on from documents of an entity, on the first screen on which this person may make what comes of it. */
export function conversionsFrom(context: Context, source: AnyEntity): ReadyConversion[] {
  const { registry } = context.services;
  return registry.registrations.flatMap(({ entity }) => {
    if (!entity.conversions) return [];
    const screen = registry.screensOf(entity.key).find((one) => mayOnScreen(context, one, "add"));
    return screen ? conversionsOn(context, screen).filter((one) => one.source.key === source.key) : [];
  });
}

/** Lines of so many documents of a list. */
const MOST_OPEN = 2000;

/** Which of these documents have something open for a conversion. */
export async function openDocuments(
  context: Context,
  conversion: ReadyConversion,
  ids: readonly string[],
): Promise<string[]> {
  const of: Condition = where.oneOf("id", [...ids]);
  const lines = await linesToConvert(context, conversion, { where: of, page: { size: MOST_OPEN } });
  return [...new Set(lines.map(({ rootId }) => rootId))];
}

/**
 * What the lines have to be about so that the document can be made: a member of staff whose account lists kinds of material orders no
 * others, whoever's demand they are.
 */
function inReach(context: Context, conversion: ReadyConversion): { theirs: string; condition: Condition }[] {
  if (context.actor.kind === "system" || context.actor.supplierId) return [];
  const { screen, into, head, line = {} } = conversion;
  const own = linesAt(screen.entity.lines, into)?.fields ?? {};
  const copied = [
    ...Object.entries(head).map(([name, theirs]) => ({
      field: screen.entity.fields[name] as Field | undefined,
      theirs,
    })),
    ...Object.entries(line).map(([name, theirs]) => ({ field: own[name], theirs })),
  ];
  return copied.flatMap(({ field, theirs }) => {
    const key = field?.kind === "reference" && theirs !== "id" ? field.options.to : undefined;
    if (!key) return [];
    const target = context.services.registry.entity(key);
    const seen = rowFilter(context, target);
    if (seen.length === 0) return [];
    const some = where.someRow({ table: tableOf(target), column: "id", equals: theirs, inner: where.all(...seen) });
    return [{ theirs, condition: where.any(where.empty(theirs), some) }];
  });
}

/** Lines of which something is left for a conversion, within the person's reach, with the columns that it copies and shows. */
export function linesToConvert(
  context: Context,
  conversion: ReadyConversion,
  wanted: Pick<OpenLinesInput, "where" | "lineWhere" | "ids" | "search" | "page"> & {
    any?: true;
    /** Also what people are not offered. */
    unoffered?: boolean;
  },
): Promise<OpenLine[]> {
  const { field, source } = conversion;
  const { to = "", lines = "", only, onlyLines, open } = field.options;
  const unit = formulaBehind(context, field)?.unit;
  const { any, unoffered, where, lineWhere, ...query } = wanted;
  const { when } = conversion;
  const fields = linesAt(source.lines, lines)?.fields ?? {};
  const reach = unoffered ? [] : inReach(context, conversion);
  const heads = [
    ...(only ? [only] : []),
    ...(when && !unoffered ? [when] : []),
    ...(where ? [where] : []),
    ...reach.flatMap(({ theirs, condition }) => (theirs in fields ? [] : [condition])),
  ];
  const rows = [
    ...(onlyLines ? [onlyLines] : []),
    ...(lineWhere ? [lineWhere] : []),
    ...reach.flatMap(({ theirs, condition }) => (theirs in fields ? [condition] : [])),
  ];
  const copied = [...Object.values(conversion.head), ...Object.values(conversion.line ?? {})];
  const named = [
    ...copied,
    ...(conversion.show ?? []),
    ...(conversion.day ? [conversion.day] : []),
    ...(unit ? [unit] : []),
  ];
  const head = copied.filter((name) => {
    if (name in fields) return false;
    const own: Field | undefined = source.fields[name];
    return own === undefined || mayRead(context, source, name, own);
  });
  const line = named.filter((name) => {
    const own = fields[name];
    return own !== undefined && mayRead(context, source, `${lines}.${name}`, own);
  });
  return openLinesOf(context, {
    ...query,
    source: to,
    lines,
    // What is used up nobody asks for any more, whatever its tolerance would admit.
    ...(open && !any ? { formula: open, leftOnly: true } : {}),
    ...(heads.length > 0 ? { where: { op: "all", of: heads } } : {}),
    ...(rows.length > 0 ? { lineWhere: { op: "all", of: rows } } : {}),
    columns: { head: [...new Set(head)], line: [...new Set(line)] },
  });
}

/**
 * Makes a document for each combination of the key fields from chosen lines, all of them or none, as if the person had typed them.
 * @throws AppError("not_found") for a line that does not exist or lies outside the person's reach, AppError("invalid") with complaints at
 * `rows.<n>.quantity` and `rows.<n>`
 * @param unoffered of documents, too, whose lines people are not offered: for the transition that makes all of them
 */
export async function convert(
  context: Context,
  {
    screen,
    name,
    rows,
    requestId,
    unoffered = false,
  }: { screen: Screen; name: string; rows: readonly ChosenLine[]; requestId?: string; unoffered?: boolean },
): Promise<Converted> {
  const conversion = requireConversion(context, screen, name);
  if (rows.length > MOST_CONVERTED)
    throw new AppError("malformed", { message: `一次最多选择${MOST_CONVERTED}行，请减少选择` });
  return onceAs<Converted>(context, {
    requestId,
    asked: ["convert", screen.key, name, rows],
    kept: convertedSchema,
    work: async () => {
      const groups = await grouped(context, conversion, rows, unoffered);
      const made: Converted["made"] = [];
      for (const group of groups) made.push(await makeOne(context, conversion, group));
      return { made };
    },
  });
}

/** A chosen line with where it stood in what was sent. */
export interface Placed {
  line: OpenLine;
  quantity: string;
  position: number;
}

async function grouped(
  context: Context,
  conversion: ReadyConversion,
  rows: readonly ChosenLine[],
  unoffered: boolean,
): Promise<Placed[][]> {
  const groups = new Map<string, Placed[]>();
  for (const placed of await requireChosen(context, conversion, rows, unoffered)) {
    const key = groupKeyOf(conversion, placed.line);
    groups.set(key, [...(groups.get(key) ?? []), placed]);
  }
  return [...groups.values()];
}

/**
 * Chosen lines with what is known of them, in the order they were sent.
 * @throws AppError("not_found") for a line that does not exist or lies outside the person's reach, AppError("invalid") with complaints at
 * `rows.<n>.quantity`
 */
export async function requireChosen(
  context: Context,
  conversion: ReadyConversion,
  rows: readonly ChosenLine[],
  unoffered = false,
): Promise<Placed[]> {
  if (rows.length === 0) throw new AppError("invalid", { complaints: [{ field: "rows", message: "请至少勾选一行" }] });
  if (new Set(rows.map(({ line }) => line.toLowerCase())).size < rows.length)
    throw new AppError("malformed", { message: "参数格式不正确：同一行只能选择一次" });
  const ids = rows.map(({ line }) => line.toLowerCase());
  const asked = { ids, unoffered, page: { size: ids.length } };
  const known = new Set((await linesToConvert(context, conversion, { ...asked, any: true })).map(({ id }) => id));
  // Whether it does not exist or is somebody else's is not told apart.
  if (ids.some((id) => !known.has(id))) throw new AppError("not_found", { message: "所选的行不存在或无权查看" });
  const open = new Map((await linesToConvert(context, conversion, asked)).map((line) => [line.id, line]));
  const complaints: Complaint[] = [];
  const placed = rows.flatMap((row, position): Placed[] => {
    const line = open.get(ids[position] ?? "");
    const said = line ? quantityComplaint(conversion, row.quantity) : "该行已没有可以生成的数量，请取消勾选";
    if (said !== null) complaints.push({ field: `rows.${position}.quantity`, message: said });
    return line && said === null ? [{ line, quantity: row.quantity, position }] : [];
  });
  if (complaints.length > 0) throw new AppError("invalid", { complaints });
  return placed;
}

/** Lines with the same key stand on one document. */
export function groupKeyOf(conversion: ReadyConversion, line: OpenLine): string {
  return JSON.stringify(conversion.per.map((own) => columnOf(line, conversion.head[own] ?? "") ?? null));
}

/** What came of the lines of one document: it was made, or what was said of a line by its place, of the document as a whole under null. */
export interface ConvertedPart {
  saved: Converted["made"][number] | null;
  refused: ReadonlyMap<number | null, string>;
}

/** Refusals that lie with the lines or their document; others keep the person from making anything at all. */
const ABOUT_LINES: readonly string[] = ["invalid", "duplicate", "wrong_state", "own_rule", "not_found", "in_use"];

/**
 * Makes one document of lines that belong on one, inside the transaction of the caller, who takes it back where something was refused.
 * @throws AppError for what no other lines would change
 */
export async function convertPart(
  context: Context,
  conversion: ReadyConversion,
  rows: readonly ChosenLine[],
): Promise<ConvertedPart> {
  const ids = rows.map(({ line }) => line.toLowerCase());
  const page = { size: ids.length };
  const open = new Map((await linesToConvert(context, conversion, { ids, page })).map((line) => [line.id, line]));
  const refused = new Map<number | null, string>();
  const placedRows = rows.flatMap((row, position): Placed[] => {
    const line = open.get(ids[position] ?? "");
    const said = line ? quantityComplaint(conversion, row.quantity) : "该行已没有可以生成的数量，或已不能查看";
    if (said !== null) refused.set(position, said);
    return line && said === null ? [{ line, quantity: row.quantity, position }] : [];
  });
  if (refused.size > 0) return { saved: null, refused };
  try {
    return { saved: await createOne(context, conversion, placedRows), refused };
  } catch (error) {
    if (!(error instanceof AppError) || !ABOUT_LINES.includes(error.error)) throw error;
    if (error.complaints.length === 0) refused.set(null, error.message);
    for (const { field, message } of error.complaints) {
      const position = rowOf(conversion, field, placedRows)?.position ?? null;
      const before = refused.get(position);
      if (before !== message) refused.set(position, before ? `${before}；${message}` : message);
    }
    return { saved: null, refused };
  }
}

function quantityComplaint(conversion: ReadyConversion, typed: string): string | null {
  const label = quantityField(conversion)?.options.label ?? "数量";
  const text = typed.trim().replaceAll(",", "");
  if (text === "") return `请填写${label}`;
  // Figures that are no figures are told by the field itself.
  return /^-?\d+(\.\d+)?$/.test(text) && decimal(text).lte(0) ? `${label}须大于0` : null;
}

/** The field of the quantity that is made. */
export function quantityField({ screen, into, quantity }: ReadyConversion): Field | undefined {
  return linesAt(screen.entity.lines, into)?.fields[quantity];
}

function createOne(context: Context, conversion: ReadyConversion, rows: readonly Placed[]) {
  const { screen, into } = conversion;
  const [first] = rows;
  const values = {
    ...(first ? headValues(context, conversion, first.line) : {}),
    [into]: rows.map((row) => lineValues(context, conversion, row)),
  };
  return createRecord(context, { screen, values });
}

async function makeOne(context: Context, conversion: ReadyConversion, rows: readonly Placed[]) {
  try {
    return await createOne(context, conversion, rows);
  } catch (error) {
    if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
    const complaints = error.complaints.map((complaint) => placed(conversion, complaint, rows));
    throw new AppError(error.error, { message: error.message, complaints });
  }
}

/** A column of a line that was chosen, or else of its document. */
function columnOf({ head, line }: OpenLine, name: string): unknown {
  return name in line ? line[name] : head[name];
}

function headValues(context: Context, conversion: ReadyConversion, line: OpenLine) {
  const { entity } = conversion.screen;
  const state = Object.keys(entity.states ?? {})[0] ?? null;
  return Object.fromEntries(
    Object.entries(conversion.head).flatMap(([own, theirs]) => {
      const field: Field | undefined = entity.fields[own];
      const value = theirs === "id" ? undefined : columnOf(line, theirs);
      const typed = field && mayWrite(context, { entity, path: own, field, state });
      return typed && value !== null && value !== undefined ? [[own, value]] : [];
    }),
  );
}

function lineValues(context: Context, conversion: ReadyConversion, { line, quantity }: Placed) {
  const { screen, into, by } = conversion;
  const { entity } = screen;
  const state = Object.keys(entity.states ?? {})[0] ?? null;
  const fields = linesAt(entity.lines, into)?.fields ?? {};
  const copied = Object.entries(conversion.line ?? {}).flatMap(([own, theirs]) => {
    const field = fields[own];
    const value = columnOf(line, theirs);
    const typed = field && mayWrite(context, { entity, path: `${into}.${own}`, field, state });
    return typed && value !== null && value !== undefined ? [[own, value] as const] : [];
  });
  return { ...Object.fromEntries(copied), [by]: line.id, [conversion.quantity]: quantity };
}

/** The chosen line behind a field of the document that was to be made. */
function rowOf({ into }: ReadyConversion, field: string, rows: readonly Placed[]): Placed | undefined {
  const [table, at] = field.split(".");
  return table === into ? rows[Number(at)] : undefined;
}

/** What was said of a document that was to be made, where the person chose its lines. */
function placed(conversion: ReadyConversion, { field, message }: Complaint, rows: readonly Placed[]): Complaint {
  const row = rowOf(conversion, field, rows);
  const { position = 0 } = row ?? rows[0] ?? {};
  const isQuantity = row !== undefined && field.split(".")[2] === conversion.quantity;
  return { field: isQuantity ? `rows.${position}.quantity` : `rows.${position}`, message };
}
