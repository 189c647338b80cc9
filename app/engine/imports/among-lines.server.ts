import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import type { RawInput } from "../operations/input.server";
import { linesOf, openRecord } from "../operations/records.server";
import { importsOf } from "./columns.server";

type Row = Readonly<Record<string, unknown>>;

const isRow = (row: unknown): row is Row => typeof row === "object" && row !== null;

/** The lines of a file among those of the record they change. */
interface AmongLines {
  values: RawInput;
  /** Does a piece of work over those values, and has what it complains about name the lines of the file. */
  inFile<T>(work: () => Promise<T>): Promise<T>;
}

/**
 * Where lines of a table are known by one of their columns, rows of a file change those that are there, the others are added behind, and
 * what the file does not name stays.
 * @throws AppError("forbidden" | "not_found")
 */
export async function amongLines(context: Context, screen: Screen, id: string, values: RawInput): Promise<AmongLines> {
  const { entity } = screen;
  const keys = Object.entries(importsOf(entity).lineKeys ?? {}).flatMap(([table, column]) =>
    column !== undefined && Array.isArray(values[table]) ? [{ table, column }] : [],
  );
  if (keys.length === 0) return { values, inFile: (work) => work() };
  const { record } = await openRecord(context, { entity, id, screen, wanted: { labels: false, rows: "all" } });
  const merged: Record<string, unknown> = { ...values };
  /** By table, which row of the file each line came from. */
  const origins = new Map<string, (number | null)[]>();
  for (const { table, column } of keys) {
    const raw = values[table];
    const sent: Row[] = Array.isArray(raw) ? raw.filter(isRow) : [];
    const left = new Map(sent.map((row, at) => [at, row]));
    const rows: Row[] = [];
    const origin: (number | null)[] = [];
    for (const line of linesOf(record, table)) {
      // The first of two alike changes the line; the second is one too many, and rules say so.
      const found = [...left].find(([, row]) => String(row[column] ?? "") === String(line[column]));
      if (found) left.delete(found[0]);
      rows.push({ ...found?.[1], id: line.id });
      origin.push(found?.[0] ?? null);
    }
    for (const [at, row] of left) {
      rows.push(row);
      origin.push(at);
    }
    merged[table] = rows;
    origins.set(table, origin);
  }
  return { values: merged, inFile: (work) => named(work, origins) };
}

/** Complaints about a line name its place in the file; about one that is not in the file, the table. */
async function named<T>(work: () => Promise<T>, origins: ReadonlyMap<string, (number | null)[]>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
    const complaints = error.complaints.map((complaint) => {
      const [table = "", position = "", ...rest] = complaint.field.split(".");
      const origin = origins.get(table);
      if (!origin || rest.length === 0) return complaint;
      const place = origin[Number(position)] ?? null;
      return { ...complaint, field: place === null ? table : [table, String(place), ...rest].join(".") };
    });
    throw new AppError(error.error, { message: error.message, complaints, facts: error.facts });
  }
}
