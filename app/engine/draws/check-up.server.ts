import { selectDrawsOfLines, selectStrayDraws, sumDraws } from "~/data/line-draws.server";
import { type Row, selectRows } from "~/data/store.server";
import { type Condition, where } from "~/shared/condition";
import { formatDecimal, isSameDecimal } from "~/shared/decimal";
import type { Context } from "../context.server";
import type { AnyEntity, Field } from "../entity";
import { type DeclaredDraw, drawnPaths, drawsOf, opensOf } from "../entity/draws";
import { linesAt } from "../entity/paths";
import { linesTable, tableOf } from "../entity/table-names";
import { labelsOf } from "../operations/labels.server";
import { factsOf } from "../operations/scope.server";
import { quantityOf } from "./open";
import { figureNames, lineOf, openColumns } from "./source-lines.server";

/** Lines per transaction: on the embedded database everybody waits for it. */
const BATCH = 500;
/** Differences that are named; the rest is counted. */
const NAMED = 50;

/** What a check of all draws found. */
export interface DrawCheck {
  lines: number;
  differences: number;
  /** Sentences about the first of them. */
  named: string[];
}

/**
 * Works out from the documents what they should have drawn, from the draws what the figures should be, and from those what is open, and
 * names what differs. Nothing is mended: who finds a difference looks for its cause first.
 * @param signal ends the check between two batches
 */
export async function checkDraws(context: Context, signal: AbortSignal): Promise<DrawCheck> {
  const found: DrawCheck = { lines: 0, differences: 0, named: [] };
  for (const { entity } of context.services.registry.registrations) {
    for (const declared of drawsOf(entity)) {
      await inBatches(context, { entity, path: declared.path, signal }, (rows) =>
        compareDraws(context, { entity, declared, rows, found }),
      );
      await findStray(context, { entity, declared, found });
    }
    for (const path of drawnPaths(entity))
      await inBatches(context, { entity, path, signal }, (rows) =>
        compareFigures(context, { entity, path, rows, found }),
      );
  }
  return found;
}

/** All lines of a table in the order of their ids, each batch with what is compared as of one moment. */
async function inBatches(
  context: Context,
  { entity, path, signal }: { entity: AnyEntity; path: string; signal: AbortSignal },
  compare: (rows: readonly Row[]) => Promise<void>,
): Promise<void> {
  const { database } = context.services;
  const fields = Object.keys(linesAt(entity.lines, path)?.fields ?? {});
  for (let after: string | null = null, more = true; more && !signal.aborted; ) {
    const behind: Condition[] = after === null ? [] : [{ op: "gt", column: "id", value: after }];
    const work = async () => {
      const rows = await selectRows(database.connection(), {
        table: linesTable(entity, path),
        columns: ["id", "root_id", "line_no", ...fields],
        where: behind,
        facts: factsOf(context),
        sort: [{ by: "id", descending: false, filled: true }],
        limit: BATCH,
      });
      await compare(rows);
      return rows;
    };
    const rows: Row[] = await database.transaction({ role: "owner" }, work, { snapshot: true });
    more = rows.length === BATCH;
    after = String(rows.at(-1)?.id ?? "");
  }
}

interface Comparison {
  entity: AnyEntity;
  rows: readonly Row[];
  found: DrawCheck;
}

/** Draws of lines against what their documents say. */
async function compareDraws(
  context: Context,
  { entity, declared, rows, found }: Comparison & { declared: DeclaredDraw },
): Promise<void> {
  const connection = context.services.database.connection();
  const { source: sourceEntity, draw } = declared;
  const states = await statesOf(context, entity, rows);
  const lines = rows.map(({ id }) => String(id));
  const drawn = await selectDrawsOfLines(connection, { lines, sourceEntity, figure: draw.into });
  const byLine = new Map(drawn.map((one) => [one.targetLine, one]));
  found.lines += rows.length;
  for (const row of rows) {
    const state = states.get(String(row.root_id)) ?? "";
    const counts = draw.while.includes(state) && typeof row[draw.on] === "string";
    const wanted = counts ? quantityOf(declared, lineOf(row), state).toFixed() : "0";
    const has = byLine.get(String(row.id));
    if (isSameDecimal(has?.quantity ?? "0", wanted) && (!has || has.sourceLine === row[draw.on])) continue;
    const sums = `按单据应计${formatDecimal(wanted)}，实计${formatDecimal(has?.quantity ?? "0")}`;
    await differ(context, found, { entity, row, what: `计入「${figureLabel(context, declared)}」${sums}` });
  }
}

function figureLabel(context: Context, { source, sourcePath, draw }: DeclaredDraw): string {
  const field: Field | undefined = linesAt(context.services.registry.entity(source).lines, sourcePath)?.fields[
    draw.into
  ];
  return field?.options.label ?? draw.into;
}

async function statesOf(context: Context, entity: AnyEntity, rows: readonly Row[]): Promise<Map<string, string>> {
  const heads = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id", "state"],
    where: [where.oneOf("id", [...new Set(rows.map((row) => String(row.root_id)))])],
    facts: factsOf(context),
  });
  return new Map(heads.map((head) => [String(head.id), String(head.state)]));
}

/** Draws whose line is gone. */
async function findStray(
  context: Context,
  { entity, declared, found }: { entity: AnyEntity; declared: DeclaredDraw; found: DrawCheck },
): Promise<void> {
  const { database } = context.services;
  const wanted = {
    targetEntity: entity.key,
    sourceEntity: declared.source,
    figure: declared.draw.into,
    linesTable: linesTable(entity, declared.path),
    most: NAMED,
  };
  const work = () => selectStrayDraws(database.connection(), wanted);
  const stray = await database.transaction({ role: "owner" }, work);
  for (const { targetRoot, quantity } of stray) {
    const what = `计入「${figureLabel(context, declared)}」${formatDecimal(quantity)}，但单据行已不存在`;
    await differ(context, found, { entity, row: { root_id: targetRoot }, what });
  }
}

/** Figures of lines against the sums of their draws, and what is open against what follows from the figures. */
async function compareFigures(
  context: Context,
  { entity, path, rows, found }: Comparison & { path: string },
): Promise<void> {
  const fields = linesAt(entity.lines, path)?.fields ?? {};
  const lines = rows.map(({ id }) => String(id));
  const drawn = await sumDraws(context.services.database.connection(), lines);
  const sums = new Map(drawn.map(({ line, figure, quantity }) => [`${line} ${figure}`, quantity]));
  const opens = opensOf(entity).filter((one) => one.path === path);
  found.lines += rows.length;
  for (const row of rows) {
    const figures = figureNames({ entity, path }).map((name): [string, string] => [
      name,
      sums.get(`${row.id} ${name}`) ?? "0",
    ]);
    const open = openColumns({ ...lineOf(row), ...Object.fromEntries(figures) }, opens);
    for (const [name, wanted] of [...figures, ...Object.entries(open)]) {
      const is: unknown = row[name];
      if (isSameDecimal(is, wanted)) continue;
      const text = (value: unknown) => (typeof value === "string" ? formatDecimal(value) : "空");
      const what = `「${fields[name]?.options.label ?? name}」为${text(is)}，应为${text(wanted)}`;
      await differ(context, found, { entity, row, what });
    }
  }
}

async function differ(
  context: Context,
  found: DrawCheck,
  { entity, row, what }: { entity: AnyEntity; row: Row; what: string },
): Promise<void> {
  found.differences += 1;
  if (found.named.length >= NAMED) return;
  const id = String(row.root_id);
  const title = (await labelsOf(context, entity, [id])).get(id) ?? id;
  const line = row.line_no === undefined ? "" : `行${String(row.line_no)}`;
  found.named.push(`${entity.label}${title}${line}：${what}`);
}
