import type { AnyEntity, AnyLine, AnyRecord, Complaint, Limits, Lines, LinesMap } from "../entity";
import { computeRecord } from "./compute";

/**
 * Checks on a record in which something is missing or cannot be read. What does not look at a gap speaks as ever, so that everything is
 * complained about at once; what does would speak nonsense, and is not heard.
 */
export interface Gaps {
  /** Nothing is missing. */
  isWhole: boolean;
  /** What a check says that is worth hearing; nothing where it fails, as it may trust that what is required is there. */
  heard(check: (record: AnyRecord) => Complaint[] | Promise<Complaint[]>): Promise<Complaint[]>;
  /** Complaints about fields of which nothing was said yet. */
  without(complaints: readonly Complaint[]): Complaint[];
}

/**
 * Works out what can be worked out without looking at a gap; the rest becomes a gap itself.
 * @param faulty names of the fields that are missing or could not be read: `supplier_id`, `items.0.qty`, `items` for too few rows
 */
export function workAround(entity: AnyEntity, record: AnyRecord, faulty: Iterable<string>, limits: Limits): Gaps {
  const gaps = new Set(faulty);
  const seesGap = (read: ReadonlySet<string>) => [...read].some((name) => gaps.has(name));
  const work = (compute: Readonly<Record<string, unknown>>, owner: AnyRecord | AnyLine, path: string): void => {
    for (const [field, function_] of Object.entries(compute)) {
      if (typeof function_ !== "function") continue;
      const read = new Set<string>();
      owner[field] = attempt(() => function_(watched(owner, path, read), limits));
      if (!seesGap(read) && owner[field] !== undefined) continue;
      owner[field] = null;
      gaps.add(path + field);
    }
  };
  const workLines = (map: LinesMap, owner: AnyRecord | AnyLine, path: string): void => {
    for (const [name, lines] of Object.entries<Lines>(map)) {
      for (const [index, row] of rowsOf(owner, name).entries()) {
        const at = `${path}${name}.${index}.`;
        workLines(lines.lines, row, at);
        work(lines.compute, row, at);
      }
    }
  };
  if (gaps.size === 0) computeRecord(entity, record, limits);
  else {
    workLines(entity.lines, record, "");
    work(entity.compute ?? {}, record, "");
  }
  return {
    isWhole: gaps.size === 0,
    async heard(check) {
      if (gaps.size === 0) return check(record);
      const read = new Set<string>();
      let said: Complaint[];
      try {
        said = await check(watched(record, "", read));
      } catch {
        return [];
      }
      const seen = [...read].filter((name) => gaps.has(name));
      return said.filter(({ field }) => !gaps.has(field) && seen.every((gap) => isOfOtherRows(gap, field)));
    },
    without: (complaints) => complaints.filter(({ field }) => !gaps.has(field)),
  };
}

/** A check that goes through the rows of a table may be trusted about those without gaps. */
function isOfOtherRows(gap: string, field: string): boolean {
  const [own, other] = [rowOf(field), rowOf(gap)];
  return own !== null && other !== null && own !== other;
}

function rowOf(path: string): string | null {
  return /^\w+\.\d+(?=\.)/.exec(path)?.[0] ?? null;
}

function rowsOf(owner: AnyRecord | AnyLine, name: string): AnyLine[] {
  const value: unknown = owner[name];
  return Array.isArray(value) ? value : [];
}

function attempt<T>(compute: () => T): T | undefined {
  try {
    return compute();
  } catch {
    return undefined;
  }
}

/** The same values; which of them are looked at is noted by their names. */
function watched<T extends object>(
  owner: T,
  path: string,
  read: Set<string>,
  known = new WeakMap<object, object>(),
): T {
  const made = known.get(owner);
  // What is known under an object was made from it.
  if (made) return made as T;
  const seen = new Proxy(owner, {
    get(target, key, receiver) {
      const value: unknown = Reflect.get(target, key, receiver);
      if (typeof key === "symbol" || typeof value === "function" || (Array.isArray(target) && key === "length"))
        return value;
      read.add(path + key);
      return isWatched(value) ? watched(value, `${path}${key}.`, read, known) : value;
    },
  });
  known.set(owner, seen);
  return seen;
}

function isWatched(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  return Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
}
