import type { FoundLine } from "~/data/open-lines.server";
import { type Condition, where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { linesAt } from "../entity/paths";
import { openLinesOf } from "../operations/open-lines.server";
import { mayRead } from "../operations/scope.server";
import { BATCH, type Chain, type ChainTable, chainOf, MATERIAL, SUPPLIER } from "./chain";
import { reachOfLines } from "./reach.server";

/** Lines of one table that are followed and shown; who asks about more is told so. */
const MOST_LINES = 500;
/** What a page about a line tells of it. */
const TOLD: ReadonlySet<string> = new Set(["quantity", "choice", "date"]);

export interface TracedLine extends Pick<FoundLine, "id" | "rootId" | "rootNumber" | "lineNo" | "head" | "line"> {
  /** It stands on the way to what was asked for, and is about more than that. */
  isContext: boolean;
}

/** What was found in one table of lines. */
export interface TracedTable {
  table: ChainTable;
  rows: TracedLine[];
  /** There are more lines than were read. */
  more: boolean;
}

export interface WalkStart {
  table: ChainTable;
  /** Conditions on documents and on their lines. */
  where?: Condition;
  lineWhere?: Condition;
}

/** Columns of a line, or of its document, that this person may read and that are told. */
export function toldColumns(context: Context, entity: AnyEntity, path: string | null): string[] {
  const fields = path === null ? entity.fields : (linesAt(entity.lines, path)?.fields ?? {});
  return Object.entries<Field>(fields).flatMap(([name, field]) => {
    const isTold =
      TOLD.has(field.kind) ||
      [BATCH, SUPPLIER, MATERIAL, "factory_id", "warehouse_id"].includes(name) ||
      field.kind === "lineReference";
    return isTold && mayRead(context, entity, path === null ? name : `${path}.${name}`, field) ? [name] : [];
  });
}

/**
 * Follows references between lines: from where it starts down to everything that came of it, and, where `up`, from all of that up to what it
 * comes from, not down again, since an order has other batches, too. Each table within the reach of the person; what lies beyond is not
 * found, nor what is reached only through it.
 */
export async function walk(
  context: Context,
  { start, up }: { start: readonly WalkStart[]; up: boolean },
): Promise<TracedTable[]> {
  const way = new Way(context);
  for (const one of start) await way.read(one.table, { ...one, isContext: false });
  for (const { name } of way.chain.tables) await way.down(name);
  if (up) for (const { name } of [...way.chain.tables].reverse()) await way.up(name);
  return way.found();
}

interface Wanted {
  where?: Condition;
  lineWhere?: Condition;
  ids?: readonly string[];
  isContext: boolean;
}

class Way {
  readonly chain: Chain;
  private readonly tables = new Map<string, { rows: Map<string, TracedLine>; more: boolean }>();

  constructor(private readonly context: Context) {
    this.chain = chainOf(context.services.registry.registrations);
  }

  found(): TracedTable[] {
    return this.chain.tables.flatMap((table) => {
      const known = this.tables.get(table.name);
      return known && known.rows.size > 0 ? [{ table, rows: [...known.rows.values()], more: known.more }] : [];
    });
  }

  private rowsOf(name: string): TracedLine[] {
    return [...(this.tables.get(name)?.rows.values() ?? [])];
  }

  /** Reads lines that are not known yet. @returns the new ones */
  async read(table: ChainTable, { isContext, ids, ...wanted }: Wanted): Promise<string[]> {
    const { entity, path, name } = table;
    const reach = reachOfLines(this.context, entity, path);
    const known = this.tables.get(name) ?? { rows: new Map<string, TracedLine>(), more: false };
    this.tables.set(name, known);
    const missing = ids?.filter((id) => !known.rows.has(id));
    if (!reach || missing?.length === 0) return [];
    const lines = await openLinesOf(this.context, {
      source: entity.key,
      lines: path,
      where: where.all(...reach, ...(wanted.where ? [wanted.where] : [])),
      ...(wanted.lineWhere ? { lineWhere: wanted.lineWhere } : {}),
      ...(missing ? { ids: missing } : {}),
      columns: {
        head: [...(entity.states ? ["state"] : []), "created_at", ...toldColumns(this.context, entity, null)],
        line: toldColumns(this.context, entity, path),
      },
      page: { size: MOST_LINES + 1 },
    });
    if (lines.length > MOST_LINES) known.more = true;
    const added = lines.slice(0, MOST_LINES).filter(({ id }) => !known.rows.has(id));
    for (const { id, rootId, rootNumber, lineNo, head, line } of added)
      known.rows.set(id, { id, rootId, rootNumber, lineNo, head, line, isContext });
    return added.map(({ id }) => id);
  }

  /** Everything that came of the lines of a table, and of that again. */
  async down(name: string): Promise<void> {
    const ids = this.rowsOf(name).map(({ id }) => id);
    if (ids.length === 0) return;
    for (const { from, column } of this.chain.links.filter(({ to }) => to === name)) {
      const table = this.chain.tables.find((one) => one.name === from);
      if (!table) continue;
      const added = await this.read(table, { lineWhere: where.oneOf(column, ids), isContext: false });
      // A table that comes earlier in the order was passed already.
      if (added.length > 0 && table.depth <= this.depthOf(name)) await this.down(from);
    }
  }

  /** What the lines of a table come from, as far as their own table goes; tables further up follow. */
  async up(name: string): Promise<void> {
    for (const { column, to } of this.chain.links.filter(({ from }) => from === name)) {
      const table = this.chain.tables.find((one) => one.name === to);
      const ids = this.rowsOf(name).flatMap(({ line }) => {
        const id = line[column];
        return typeof id === "string" ? [id] : [];
      });
      if (table && ids.length > 0) await this.read(table, { ids: [...new Set(ids)], isContext: true });
    }
  }

  private depthOf(name: string): number {
    return this.chain.tables.find((one) => one.name === name)?.depth ?? 0;
  }
}
