import type { Change } from "~/data/audit.server";
import { firstRowsBy, type ImportFile, type ImportRow, selectImportFile } from "~/data/imports.server";
import { selectRows } from "~/data/store.server";
import type { Context } from "../context.server";
import type { AnyEntity, AnyRecord, Field } from "../entity";
import type { Screen } from "../entity/registry";
import { tableOf } from "../entity/table-names";
import { AppError } from "../errors";
import type { RawInput } from "../operations/input.server";
import { changesText } from "../operations/log-batch.server";
import { createRecord, updateRecordBy } from "../operations/save.server";
import { factsOf, requireAction, rowFilter } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { tryCreate, tryUpdate } from "../operations/trial.server";
import { amongLines } from "./among-lines.server";
import { type ImportColumn, importColumns, importedLines, importsOf, keyField } from "./columns.server";
import { inputOf } from "./rows.server";

export const IMPORT_BATCH = "system-management/import-batch";

/** The screen of the batches. @throws AppError("not_found") in an installation without it */
export function batchScreen(context: Context): Screen {
  const screen = context.services.registry.screen(IMPORT_BATCH);
  if (!screen) throw new AppError("not_found");
  return screen;
}

/** Whether files may be imported on a screen at all. */
export function takesFiles(screen: Screen): boolean {
  return screen.entity.imports !== undefined;
}

/**
 * The right to import on a screen, as far as it takes files.
 * @throws AppError("not_found" | "forbidden")
 */
export function requireImport(context: Context, screen: Screen): void {
  if (!takesFiles(screen)) throw new AppError("not_found");
  requireAction(context, screen.entity, "import", screen);
  // What a file may do is what the person may do by hand.
  requireAction(context, screen.entity, "add", screen);
  // And the batch has to be looked at before it is carried out.
  const batches = batchScreen(context);
  requireAction(context, batches.entity, "get", batches);
}

/** Where a batch goes, and what its columns mean for whoever carries it out. */
export interface Aim {
  screen: Screen;
  file: ImportFile;
  columns: ImportColumn[];
  key: string | null;
  tables: string[];
}

/** @throws AppError("wrong_state" | "not_found" | "forbidden") where it can go there no more */
export async function aimOf(context: Context, record: AnyRecord): Promise<Aim> {
  const screen = context.services.registry.screen(String(record.target));
  if (!screen) throw new AppError("wrong_state", { message: "这批记录要导入的页面已经没有了" });
  requireImport(context, screen);
  const file = await reading(context, () => selectImportFile(context.services.database.connection(), record.id));
  if (!file) throw new AppError("wrong_state", { message: "文件内容已超过30天被清除，请重新上传" });
  return {
    screen,
    file,
    columns: importColumns(context, screen),
    key: keyField(screen.entity),
    tables: importedLines(context, screen),
  };
}

/** Says of a row of the file what it has in common with an earlier one; null where nothing. */
export type Twins = (row: ImportRow) => string | null;

/** Finds out when its key, or a value nobody may share, stands in an earlier one already. */
export async function twinsOf(context: Context, batchId: string, { screen, file, columns, key }: Aim): Promise<Twins> {
  const unique = columns.filter(
    ({ path, field }) => !path.includes(".") && (path === key || field?.options.unique !== undefined),
  );
  const connection = context.services.database.connection();
  const known: { heading: string; at: number; first: Map<string, number> }[] = [];
  for (const { path, heading } of unique) {
    const at = file.paths.indexOf(path);
    if (at >= 0) known.push({ heading, at, first: await firstRowsBy(connection, batchId, at) });
  }
  const name = screen.entity.label;
  return ({ rowNo, cells: [cells = []] }) => {
    for (const { heading, at, first } of known) {
      const text = (cells[at] ?? "").trim();
      const place = first.get(text.toLowerCase());
      if (place !== undefined && place < rowNo) return `${heading}「${text}」与文件第${place}行的${name}重复`;
    }
    return null;
  };
}

/** How a row was judged, or ended. */
export type Judged = Pick<ImportRow, "id" | "state" | "op" | "label" | "changes" | "error" | "recordId">;

/** Looks at a row: what importing it would do, or why it cannot. */
export async function judge(context: Context, aim: Aim, row: ImportRow, twins: Twins): Promise<Judged> {
  const failed = (error: string): Judged => ({
    id: row.id,
    state: "failed",
    op: null,
    label: labelOf(aim, row),
    changes: null,
    error,
    recordId: null,
  });
  const twin = twins(row);
  if (twin) return failed(twin);
  try {
    const plan = await planRow(context, aim, row);
    const changes = changesText(aim.screen.entity, plan.changes).slice(0, LONGEST);
    const op = plan.id === null ? "insert" : plan.changes.length > 0 ? "update" : "skip";
    return {
      id: row.id,
      state: op === "skip" ? "same" : "planned",
      op,
      label: labelOf(aim, row),
      changes: changes || null,
      error: null,
      recordId: plan.id,
    };
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return failed(sentence(aim, error));
  }
}

interface Plan {
  /** The record that is changed; null for a new one. */
  id: string | null;
  version: number;
  values: RawInput;
  changes: Change[];
}

/** What a row of the file would do now, under the rights of the person. @throws AppError for whatever stands against it */
async function planRow(context: Context, aim: Aim, row: ImportRow): Promise<Plan> {
  const { screen, columns, file, key, tables } = aim;
  const input = inputOf(row.cells, file.paths, columns, { key, tables });
  const id = input.key === null ? null : await findByKey(context, screen.entity, key ?? "", input.key);
  if (id !== null) {
    const { values, inFile } = await amongLines(context, screen, id, input.values);
    const { changes, version } = await inFile(() => tryUpdate(context, screen, id, values));
    return { id, version, values, changes };
  }
  const field: Field | undefined = key ? screen.entity.fields[key] : undefined;
  const isNumbered = field?.options.numbering !== undefined;
  if (input.key !== null && isNumbered)
    throw new AppError("invalid", {
      message: `找不到${field?.options.label}为「${input.key}」的${screen.entity.label}`,
    });
  const typed = input.key !== null && key ? { ...input.values, [key]: input.key } : input.values;
  const values = { ...typed, ...importsOf(screen.entity).makes };
  await refuseTaken(context, screen.entity, values);
  return { id: null, version: 0, values, changes: await tryCreate(context, screen, values) };
}

/** A record this person may see that carries the value of the key. */
async function findByKey(context: Context, entity: AnyEntity, key: string, value: string): Promise<string | null> {
  const [found] = await selectRows(context.services.database.connection(), {
    table: tableOf(entity),
    columns: ["id"],
    where: [...rowFilter(context, entity), { op: "eq", column: key, value }],
    facts: factsOf(context),
  });
  return found ? String(found.id) : null;
}

/** Says before anything is stored what storing it would say: a value that somebody else has. */
async function refuseTaken(context: Context, entity: AnyEntity, values: RawInput): Promise<void> {
  const connection = context.services.database.connection();
  for (const [name, field] of Object.entries<Field>(entity.fields)) {
    const value = values[name];
    if (field.options.unique === undefined || typeof value !== "string" || value === "") continue;
    const where = [{ op: "eq" as const, column: name, value }];
    const [taken] = await selectRows(connection, {
      table: tableOf(entity),
      columns: ["id"],
      where,
      facts: factsOf(context),
    });
    if (taken) throw new AppError("invalid", { complaints: [{ field: name, message: field.options.unique }] });
  }
  for (const { columns, complaint } of entity.unique ?? []) {
    const where = columns.flatMap((column) => {
      const value = values[column];
      // What points at another row stands here as it was typed, and is only known when it is stored.
      const isText = entity.fields[column]?.kind === "text" && typeof value === "string" && value !== "";
      return isText ? [{ op: "eq" as const, column, value }] : [];
    });
    if (where.length < columns.length) continue;
    const [taken] = await selectRows(connection, {
      table: tableOf(entity),
      columns: ["id"],
      where,
      facts: factsOf(context),
    });
    if (taken) throw new AppError("invalid", { complaints: [{ field: columns.at(-1) ?? "", message: complaint }] });
  }
}

/** What people know a row of the file by. */
function labelOf({ file, columns }: Aim, { cells: [cells = []] }: ImportRow): string | null {
  const head = columns.filter(({ path }) => !path.includes("."));
  const texts = head.flatMap(({ path }) => cells[file.paths.indexOf(path)] || []);
  return texts.slice(0, 2).join(" ").slice(0, 200) || null;
}

/** Signs of a text about one row. */
const LONGEST = 1000;

/** An expected error in one sentence; complaints name their column, those of lines the line and the row beneath it as well. */
export function sentence({ columns }: Aim, error: AppError): string {
  const said = error.complaints.map(({ field, message }) => {
    const [table, position, ...rest] = field.split(".");
    const [name, row, cell] = rest;
    const column = columns.find(({ path }) => path === (name === undefined ? field : `${table}.${name}`));
    const place = name === undefined ? "" : `明细第${Number(position) + 1}行`;
    return column ? `${place}${column.heading}${placeBelow(column, row, cell)}：${message}` : `${place}${message}`;
  });
  return ([...new Set(said)].join("；") || error.message).slice(0, LONGEST);
}

function placeBelow({ below }: ImportColumn, row: string | undefined, cell: string | undefined): string {
  if (!below || row === undefined) return "";
  return `第${Number(row) + 1}${below.counter}${below.columns.find(({ name }) => name === cell)?.label ?? ""}`;
}

/** A row that could not be carried out. */
export const failedRow = (row: ImportRow, error: string): Judged => ({ ...row, state: "failed", op: null, error });

/** The operation that people use, with everything it asks; what changed since the row was looked at counts. */
export async function carryOut(context: Context, aim: Aim, row: ImportRow): Promise<Judged> {
  const plan = await planRow(context, aim, row);
  const { screen } = aim;
  const { values, version } = plan;
  const saved =
    plan.id === null
      ? await createRecord(context, { screen, values })
      : await updateRecordBy(context, { screen, id: plan.id, version, values });
  const op = plan.id === null ? "insert" : "update";
  const label = saved.number ?? row.label;
  return {
    ...row,
    state: "done",
    op,
    label,
    changes: changesText(screen.entity, plan.changes).slice(0, LONGEST) || null,
    recordId: saved.id,
  };
}
