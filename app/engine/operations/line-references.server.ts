import type { Condition } from "~/shared/condition";
import { formatDecimal } from "~/shared/decimal";
import { searchText } from "~/shared/text";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import { choiceLabel } from "../entity/dictionary";
import { type OpenFormula, openBehind } from "../entity/draws";
import { UUID } from "../entity/kinds/reference";
import { linesAt } from "../entity/paths";
import { type OpenLine, type OpenLinesInput, openLinesOf } from "./open-lines.server";
import { mayRead } from "./scope.server";

/** `CG20261125-0001/10`, or a label as a pick from the list leaves it: `CG20261125-0001 行10 面粉`. */
const PLACE = /^(\S+?)\s*(?:\/|行)\s*(\d{1,9})(?:\s|$)/;

/** A line that a form offers, by its label with what is open of it. */
export interface OfferedLine {
  id: string;
  label: string;
  /** What is open, in words: 可送 500 千克; empty where nothing counts it. */
  open: string;
  /** What else tells it apart, a text per column of `tellingColumns`. */
  told: string[];
}

export interface OfferedLinesInput {
  field: Field;
  size: number;
  offset?: number;
  search?: string;
  /** Conditions on the document, e.g. that it is one of the chosen supplier. */
  also?: readonly Condition[];
}

/** Lines this person may choose for a reference now: within reach, and while something is open of them. */
export async function offeredLines(
  context: Context,
  { field, size, offset = 0, search, also = [] }: OfferedLinesInput,
): Promise<OfferedLine[]> {
  const query = queryFor(field, also);
  if (!query) return [];
  const formula = formulaBehind(context, field);
  const telling = tellingColumns(context, field);
  const lines = await openLinesOf(context, {
    ...query,
    ...(field.options.open ? { formula: field.options.open } : {}),
    ...(search === undefined ? {} : { search }),
    found: telling.flatMap(({ name, field: { kind } }) => (kind === "text" ? [name] : [])),
    columns: { line: [...(formula?.unit === undefined ? [] : [formula.unit]), ...telling.map(({ name }) => name)] },
    page: { size, offset },
  });
  return lines.map((line) => ({
    id: line.id,
    label: line.label,
    open: openText(context, field, line),
    told: telling.map(({ name }) => String(line.line[name] ?? "")),
  }));
}

/** What tells the lines apart that a field refers to, as far as this person may read it. */
export function tellingColumns(context: Context, { options }: Field): { name: string; field: Field }[] {
  const { to, lines, tellBy = [] } = options;
  if (!to || !lines) return [];
  const source = context.services.registry.entity(to);
  return tellBy.flatMap((name) => {
    const field = linesAt(source.lines, lines)?.fields[name];
    return field && mayRead(context, source, `${lines}.${name}`, field) ? [{ name, field }] : [];
  });
}

/** How much is open of a line, in words: 可送 500 千克. */
export function openText(context: Context, field: Field, line: Pick<OpenLine, "open" | "line">): string {
  const formula = formulaBehind(context, field);
  if (!formula || line.open === "") return "";
  return [formula.label, formatDecimal(line.open), unitOf(context, field, line.line)].filter(Boolean).join(" ");
}

/** The open formula of the lines a field refers to. */
export function formulaBehind(context: Context, field: Field): OpenFormula | undefined {
  return openBehind(field, (key) => context.services.registry.entity(key));
}

/** The unit of what is open of a line, in words. */
export function unitOf(context: Context, field: Field, line: Readonly<Record<string, unknown>>): string {
  const { to, lines } = field.options;
  const unit = formulaBehind(context, field)?.unit;
  const of = to && lines && unit ? linesAt(context.services.registry.entity(to).lines, lines)?.fields[unit] : undefined;
  const value = unit ? line[unit] : null;
  return of && typeof value === "string" ? choiceLabel(of.options, value) : "";
}

/**
 * The id behind each typed text: an id, `number/line`, or a label. Found among the lines the person may refer to, open or not: of what is
 * drawn too much the document itself is told. What does not exist and what lies outside the reach give the same null.
 */
export async function findLines(
  context: Context,
  field: Field,
  typed: readonly string[],
): Promise<(text: string) => string | null> {
  const query = queryFor(field, []);
  if (!query) return () => null;
  const ids = [...new Set(typed.map((text) => text.toLowerCase()).filter((text) => UUID.test(text)))];
  const places = typed.flatMap((text) => placeIn(text) ?? []);
  const size = typed.length;
  const byId = ids.length > 0 ? await openLinesOf(context, { ...query, ids, page: { size } }) : [];
  const byPlace = places.length > 0 ? await openLinesOf(context, { ...query, places, page: { size } }) : [];
  return (text) => {
    const wanted = text.toLowerCase();
    if (UUID.test(wanted)) return byId.find(({ id }) => id === wanted)?.id ?? null;
    const place = placeIn(text);
    return (
      byPlace.find(({ rootNumber, lineNo }) => rootNumber === place?.number && lineNo === place.lineNo)?.id ?? null
    );
  };
}

function placeIn(typed: string): { number: string; lineNo: number } | null {
  const [, number, lineNo] = PLACE.exec(searchText(typed)) ?? [];
  const line = Number(lineNo);
  // Beyond this the database has no such line number either.
  return number === undefined || line > 2_000_000_000 ? null : { number: number.toUpperCase(), lineNo: line };
}

/** Values of chosen lines by column: own ones by name, those of their document behind `root.`. */
export async function lineValues(
  context: Context,
  field: Field,
  ids: readonly string[],
  sources: readonly string[],
): Promise<Map<string, Record<string, unknown>>> {
  const query = queryFor(field, []);
  if (!query) return new Map();
  const wanted = [...new Set(ids)];
  const head = sources.flatMap((source) => (source.startsWith(ROOT) ? [source.slice(ROOT.length)] : []));
  const lines = await openLinesOf(context, {
    ...query,
    ids: wanted,
    columns: { head, line: sources.filter((source) => !source.startsWith(ROOT)) },
    page: { size: wanted.length },
  });
  return new Map(
    lines.map(({ id, head: document, line }) => [
      id,
      { ...line, ...Object.fromEntries(Object.entries(document).map(([name, value]) => [ROOT + name, value])) },
    ]),
  );
}

const ROOT = "root.";

function queryFor(
  { options }: Field,
  also: readonly Condition[],
): Pick<OpenLinesInput, "source" | "lines" | "where" | "lineWhere"> | null {
  const { to, lines, only, onlyLines } = options;
  if (!to || !lines) return null;
  const where = [...(only ? [only] : []), ...also];
  return {
    source: to,
    lines,
    ...(where.length > 0 ? { where: { op: "all", of: where } } : {}),
    ...(onlyLines ? { lineWhere: onlyLines } : {}),
  };
}
