import type { Condition } from "~/shared/condition";
import { where } from "~/shared/condition";
import { matches } from "../access/matches";
import type { Context } from "../context.server";
import type { AnyEntity, AnyLine, AnyRecord, Complaint, Lines } from "../entity";
import type { EntityName, LineColumnOf, LinesOf } from "../entity/entity-map";
import { LINE_STEP, rowsAt } from "../entity/paths";
import { AppError } from "../errors";
import { factsOf, lineFilter } from "./scope.server";

/*
 * Changes of a record by somebody who sees some of its rows only (decision 0196): the whole record is read, judged and stored, the person
 * writes the rows it sees, and nothing that is said to it tells of the others.
 */

/** Rows of a table of lines that this person sees, for hooks that read them by themselves. */
export function linesSeen<N extends EntityName, const P extends LinesOf<N>>(
  context: Context,
  entity: N,
  lines: P,
): Condition<LineColumnOf<N, P>>[] {
  const of: AnyEntity = typeof entity === "string" ? context.services.registry.entity(entity) : entity;
  // What scopes of a definition name are columns of its own lines.
  return lineFilter(context, of, lines) as Condition<LineColumnOf<N, P>>[];
}

/** What a person sees of a whole record, and the rows it does not see, by table; no tables where it sees all. */
export interface PartSeen {
  record: AnyRecord;
  unseen: ReadonlyMap<string, readonly AnyLine[]>;
}

const rowsOf = (record: AnyRecord, name: string): AnyLine[] => rowsAt(record, name).map(({ row }) => row);

/** Tables of the head of which this member of staff sees some rows only; the lock of the database has left suppliers theirs. */
function tablesInPart(context: Context, entity: AnyEntity): { name: string; seen: Condition }[] {
  if (context.actor.supplierId) return [];
  return Object.keys(entity.lines).flatMap((name) => {
    const rows = lineFilter(context, entity, name);
    return rows.length > 0 ? [{ name, seen: where.all(...rows) }] : [];
  });
}

/** Parts a whole record into what the person sees and the rest. */
export function partSeen(context: Context, entity: AnyEntity, whole: AnyRecord): PartSeen {
  const facts = factsOf(context);
  const record = { ...whole };
  const unseen = new Map<string, readonly AnyLine[]>();
  for (const { name, seen } of tablesInPart(context, entity)) {
    const rows = rowsOf(whole, name);
    const own = rows.filter((row) => matches(seen, row, facts));
    record[name] = own;
    if (own.length < rows.length)
      unseen.set(
        name,
        rows.filter((row) => !own.includes(row)),
      );
  }
  return { record, unseen };
}

/** Puts the rows that the person sees before the others: what is said of the n-th row then means the one it counts as such. */
export function putSeenFirst(context: Context, entity: AnyEntity, whole: AnyRecord): void {
  const { record, unseen } = partSeen(context, entity, whole);
  for (const [name, rows] of unseen) whole[name] = [...rowsOf(record, name), ...rows];
}

/**
 * Puts the rows that the person does not see behind those it wrote, as they were. They keep their numbers: what was written takes those of
 * the rows that the person saw, and what is new of it follows the last of all.
 * @param written the record with the rows of the person alone; tables that were not sent stay as they are
 * @param sent names of the tables that were sent
 * @returns what is wrong with the number of rows
 */
export function withUnseen(
  entity: AnyEntity,
  written: AnyRecord,
  { part, sent }: { part: PartSeen; sent: readonly string[] },
): Complaint[] {
  const complaints: Complaint[] = [];
  for (const [name, unseen] of part.unseen) {
    const own = rowsOf(written, name);
    const before = rowsOf(part.record, name);
    if (sent.includes(name)) {
      const free = before.map(({ line_no }) => line_no).sort((a, b) => a - b);
      let last = Math.max(...[...before, ...unseen].map(({ line_no }) => line_no));
      for (const [at, row] of own.entries()) {
        if (free[at] === undefined) last += LINE_STEP;
        row.line_no = free[at] ?? last;
      }
    }
    written[name] = [...own, ...unseen.map((row) => structuredClone(row))];
    const lines: Lines | undefined = entity.lines[name];
    const { max } = lines?.options ?? {};
    if (lines && max !== undefined && own.length > before.length && own.length + unseen.length > max)
      complaints.push({ field: name, message: `${lines.label}连同您看不到的行最多${max}行` });
  }
  return complaints;
}

/**
 * Does something with a whole record for a person who sees part of it: what is complained of a row that it does not see is said of the
 * table, without a word of the row.
 * @param record as it is judged, with all rows
 */
export async function concealing<T>(
  entity: AnyEntity,
  { record, part }: { record: AnyRecord; part: PartSeen },
  work: () => Promise<T>,
): Promise<T> {
  if (part.unseen.size === 0) return work();
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.complaints.length === 0) throw error;
    const complaints = concealed(entity, { record, part }, error.complaints);
    const at = error.complaints.findIndex(({ message }) => message === error.message);
    const message = complaints[at]?.message ?? error.message;
    const once = complaints.filter(
      (one, index) =>
        complaints.findIndex((other) => other.field === one.field && other.message === one.message) === index,
    );
    throw new AppError(error.error, { message, complaints: once, facts: error.facts });
  }
}

function concealed(
  entity: AnyEntity,
  { record, part }: { record: AnyRecord; part: PartSeen },
  complaints: readonly Complaint[],
): Complaint[] {
  return complaints.map((complaint) => {
    const [name = "", at = ""] = complaint.field.split(".");
    const unseen = part.unseen.get(name);
    // Rows are named by their place, or by their id where a transition asks beside them.
    const id = rowsOf(record, name)[Number(at)]?.id ?? at;
    if (!unseen?.some((row) => row.id === id)) return complaint;
    const lines: Lines | undefined = entity.lines[name];
    return {
      field: name,
      message: `「${lines?.label ?? name}」中有您看不到的行，与您填写的内容重复或有冲突，请核对，或请能看到全部行的同事处理`,
    };
  });
}

/** A change of a document as its history keeps it, for rows of a scope with whose they were. */
interface KeptChange {
  path: string;
  rowScope?: Readonly<Record<string, readonly string[]>>;
}

/** Whether a change is of what this person sees: of rows of a scope only where they were within it before and after. */
export function seesChange(context: Context, entity: AnyEntity, { path, rowScope }: KeptChange): boolean {
  const [name = ""] = path.split(".");
  if (context.actor.supplierId || !Object.hasOwn(entity.lines, name)) return true;
  return lineFilter(context, entity, name).every((condition) => {
    if (condition.op !== "in") return false;
    // What was kept before rows had a scope says of nobody whose it was.
    const values = rowScope?.[condition.column] ?? [];
    return values.length > 0 && values.every((value) => condition.values.includes(value));
  });
}
