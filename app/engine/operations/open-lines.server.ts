import { type FoundLine, type LineQuery, selectLines } from "~/data/open-lines.server";
import { type Condition, where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import { searchPhrase, searchWords } from "~/shared/search";
import type { Context } from "../context.server";
import { opensFor } from "../draws/refusal.server";
import { readSourceLines, type Source } from "../draws/source-lines.server";
import { opensOf } from "../entity/draws";
import { linesLabel } from "./labels.server";

export interface OpenLinesInput {
  /** Key of the entity whose lines are asked for, and its table of lines. */
  source: string;
  lines: string;
  /** The open formula of the lines; without one they are found whatever is open. */
  formula?: string;
  /** Only lines of which something is left: not those that only their tolerance would still admit. */
  leftOnly?: true;
  /** Conditions on the document and on its lines. */
  where?: Condition;
  lineWhere?: Condition;
  ids?: readonly string[];
  /** Lines by number of the document and their own. */
  places?: LineQuery["places"];
  /** Words of the number or of what the line is about. */
  search?: string;
  /** Texts of the lines by which they are found as well. */
  found?: readonly string[];
  /** Columns that are wanted of both sides. */
  columns?: { head?: readonly string[]; line?: readonly string[] };
  page: { size: number; offset?: number };
}

/** A line of a document and what other documents may still draw on it, as decimal texts; empty where no formula is asked. */
export interface OpenLine extends Omit<FoundLine, "open"> {
  open: string;
  /** With the tolerance. */
  room: string;
}

/** Lines that are read at once while those without room are left out. */
const BATCH = 200;

/**
 * Lines on which something may still be drawn, in the order of their documents' numbers, within what the person sees: the same answer, by
 * the rule that refuses what is too much, for the list of lines to choose from and the form that is filled from them. Without a formula all
 * lines.
 */
export async function openLinesOf(context: Context, input: OpenLinesInput): Promise<OpenLine[]> {
  const { source: key, lines, formula, columns = {}, page } = input;
  const source = context.services.registry.entity(key);
  const of = linesLabel(context, source, lines);
  if (!of || input.ids?.length === 0) return [];
  const declared = opensOf(source).find(({ path, name }) => path === lines && name === formula);
  if (formula !== undefined && !declared) throw new Error(`"${key}" "${lines}" has no open formula "${formula}"`);
  const hasTolerance = context.services.registry.server(key).tolerances?.[formula ?? ""] !== undefined;
  const usedUp = hasTolerance && input.leftOnly !== true;
  const select = (limit: number, offset: number) =>
    selectLines(context.services.database.connection(), {
      of,
      open: declared ? { column: declared.formula.into, usedUp } : null,
      columns: { head: columns.head ?? [], line: columns.line ?? [] },
      headWhere: input.where ? [input.where] : [],
      lineWhere: [
        ...(input.lineWhere ? [input.lineWhere] : []),
        ...(input.ids ? [where.oneOf("id", [...input.ids])] : []),
      ],
      words: searchWords(searchPhrase(input.search ?? "")),
      found: input.found ?? [],
      ...(input.places ? { places: input.places } : {}),
      limit,
      offset,
    });
  const { size, offset = 0 } = page;
  if (!declared || !hasTolerance)
    return (await select(size, offset)).map((line) => ({ ...line, open: line.open ?? "", room: line.open ?? "" }));
  if (!usedUp) return withRoom(context, { entity: source, path: lines }, declared.name, await select(size, offset));
  // A line that is used up may have room by its tolerance: that is worked out line by line, so pages are counted here.
  const listed: OpenLine[] = [];
  for (let from = 0, more = true; more && listed.length < offset + size; from += BATCH) {
    const found = await select(BATCH, from);
    listed.push(...(await withRoom(context, { entity: source, path: lines }, declared.name, found)));
    more = found.length === BATCH;
  }
  return listed.slice(offset, offset + size);
}

async function withRoom(
  context: Context,
  source: Source,
  formula: string,
  found: readonly FoundLine[],
): Promise<OpenLine[]> {
  const lines = await readSourceLines(
    context,
    source,
    found.map(({ id }) => id),
  );
  const opens = await opensFor(context, source, formula, [...lines.values()]);
  return found.flatMap((line) => {
    const room = opens.get(line.id)?.room ?? "0";
    return decimal(room).gt(0) ? [{ ...line, open: line.open ?? "", room }] : [];
  });
}
