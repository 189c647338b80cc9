import type { AnyLine, AnyRecord, Lines, LinesMap } from "../entity";
import type { RawInput } from "./input.server";

/** A row that was typed into and is no longer there. */
export interface GoneRow {
  /** `订单明细第2行` */
  label: string;
}

/**
 * Typed rows next to a record that was changed meanwhile: rows that somebody else has taken away lose their ids and so are new
 * ones. Ids that are still there stay.
 */
export function withoutGoneRows(
  map: LinesMap,
  typed: RawInput,
  current: AnyRecord | AnyLine | null,
  above = "",
): { typed: RawInput; gone: GoneRow[] } {
  const gone: GoneRow[] = [];
  const tables = Object.entries<Lines>(map).flatMap(([name, lines]) => {
    const rows = typed[name];
    if (!Array.isArray(rows)) return [];
    const there = new Map(rowsOf(current, name).map((row) => [row.id, row]));
    const next = rows.map((row: unknown, position): RawInput => {
      const { id, ...values } = Object.fromEntries(Object.entries(Object(row)));
      const known = typeof id === "string" ? there.get(id) : undefined;
      const label = `${above}${lines.label}第${position + 1}${lines.options.counter ?? "行"}`;
      if (id && !known) gone.push({ label });
      const below = withoutGoneRows(lines.lines, values, known ?? null, label);
      // What stood beneath a row that is gone is gone with it, and not worth a message of its own.
      if (known || !id) gone.push(...below.gone);
      return known ? { ...below.typed, id } : below.typed;
    });
    return [[name, next]];
  });
  return { typed: { ...typed, ...Object.fromEntries(tables) }, gone };
}

function rowsOf(record: AnyRecord | AnyLine | null, name: string): AnyLine[] {
  const rows: unknown = record?.[name];
  return Array.isArray(rows) ? rows : [];
}
