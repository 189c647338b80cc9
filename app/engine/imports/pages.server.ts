import { countImportRows, selectImportFile, selectImportRows } from "~/data/imports.server";
import type { Context } from "../context.server";
import type { AnyRecord } from "../entity";
import type { Screen } from "../entity/registry";
import type { RecordPageLink, RecordTable } from "../entity/server-hooks";
import { AppError } from "../errors";
import { tableFile } from "../input/table-file.server";
import { mayOnScreen } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { type Cell, textCell } from "../output/cell";
import { FILE_TYPES, type OutputFile, pulled } from "../output/output-file.server";
import { bookFile } from "../output/sheet.server";
import { listPath, recordPath } from "../screen/address";
import { beginImport, type ImportMode, importFileName, MOST_AT_ONCE, openImport } from "./batch.server";
import {
  GROUP,
  headingInTemplate,
  importColumns,
  importedLines,
  importsOf,
  keyField,
  readHeadings,
} from "./columns.server";
import { batchScreen, requireImport, takesFiles } from "./plan.server";
import { recordsOf } from "./rows.server";

export const MOST_BYTES = 5 * 1024 * 1024;
const MOST_RECORDS = 5000;
const MOST_COLUMNS = 80;
/** Rows of a file: records, and their lines. */
const MOST_ROWS = 20_000;
/** Rows on the page of a batch; all of them are in its file. */
const SHOWN = 100;

/** The way to the form, for whoever may import on the screen. */
export function importLink(context: Context, screen: Screen): { label: string; href: string; tone: "plain" }[] {
  const isOffered =
    takesFiles(screen) &&
    mayOnScreen(context, screen, "import") &&
    mayOnScreen(context, screen, "add") &&
    mayOnScreen(context, batchScreen(context), "get");
  return isOffered ? [{ label: "导入", href: `${listPath(screen)}/import`, tone: "plain" }] : [];
}

/** The form that takes a file. @throws AppError("not_found" | "forbidden") */
export function importModel(context: Context, screen: Screen, refused?: { error: string; mode: ImportMode }) {
  requireImport(context, screen);
  const { entity } = screen;
  const key = keyField(entity);
  const hasLines = importedLines(context, screen).length > 0;
  const columns = importColumns(context, screen);
  const { note } = importsOf(entity);
  const keyLabel = columns.find(({ path }) => path === key)?.heading;
  return {
    title: `导入${entity.label}`,
    action: `${listPath(screen)}/import`,
    templateHref: `${listPath(screen)}/import-template`,
    cancelHref: listPath(screen),
    csrf: context.session?.csrf ?? "",
    fileLabel: "文件",
    help: `Excel 工作簿（.xlsx）或 CSV，不超过5MB、${MOST_RECORDS}条记录。第一行是列名。`,
    columns: [
      ...(hasLines ? [{ label: GROUP.heading, help: "有明细时必填，序号相同的行是同一张单据" }] : []),
      ...columns.map(({ heading, help }) => ({ label: heading, help })),
    ],
    note: [
      keyLabel ? `按「${keyLabel}」对应已有的记录：有则修改，没有则新建。` : "每条记录都是新建，不修改已有的。",
      note ?? "",
      "空着的单元格不改动原来的内容。上传后先检查，核对无误再导入。",
    ].join(""),
    modes: [
      { value: "all", label: "有错误就全部不导入", help: `最多${MOST_AT_ONCE}条；要么全部成功，要么一条也不留下` },
      { value: "good", label: "只导入没有错误的记录", help: "有错误的行可以下载，改好后再上传" },
    ],
    mode: refused?.mode ?? "all",
    ...(refused ? { error: refused.error } : {}),
  };
}

/**
 * Reads an uploaded file and keeps it as a batch to look at.
 * @returns the id of the batch
 * @throws AppError("not_found" | "forbidden"), AppError("invalid") with a sentence about the file
 */
export async function takeFile(
  context: Context,
  screen: Screen,
  request: { bytes: Uint8Array; name: string; mode: ImportMode },
): Promise<string> {
  requireImport(context, screen);
  const [headings = [], ...rows] = await tableFile(request.bytes, { rows: MOST_ROWS, columns: MOST_COLUMNS });
  const groups = importedLines(context, screen).length > 0;
  const paths = readHeadings(importColumns(context, screen), headings, {
    key: keyField(screen.entity),
    groups,
  });
  const records = recordsOf(rows, paths, request.mode === "all" ? MOST_AT_ONCE : MOST_RECORDS);
  const file = { headings: paths.map((_path, at) => headings[at] ?? ""), paths };
  return beginImport(context, screen, { fileName: fileName(request.name), mode: request.mode, file, records });
}

/** What people see of a file's name: no path, nothing invisible. */
function fileName(name: string): string {
  return [...(name.split(/[\\/]/).at(-1) ?? "").replace(/[^\P{C}]/gu, "")].slice(0, 100).join("");
}

/**
 * A workbook with the headings, and where the definition has one an example on a second sheet, so that it is never imported.
 * @throws AppError("not_found" | "forbidden")
 */
export function templateFile(context: Context, screen: Screen): OutputFile {
  requireImport(context, screen);
  const columns = importColumns(context, screen).map((column) => ({
    path: column.path,
    label: headingInTemplate(column),
  }));
  const groups = importedLines(context, screen).length > 0 ? [{ path: GROUP.path, label: GROUP.heading }] : [];
  const all = [...groups, ...columns];
  const example = (importsOf(screen.entity).example ?? []).map((row) => all.map(({ path }) => row[path] ?? ""));
  const labels = all.map(({ label }) => label);
  return workbook(`${screen.label}导入模板`, labels, [], context.now, example);
}

/** The rows of a batch that cannot be imported, as they came, with the reason behind them. @throws AppError */
export async function failuresFile(context: Context, id: string): Promise<OutputFile> {
  const { record } = await openImport(context, id);
  const connection = () => context.services.database.connection();
  const [file, rows] = await reading(context, async () => [
    await selectImportFile(connection(), record.id),
    await selectImportRows(connection(), record.id, { states: ["failed"], limit: MOST_RECORDS }),
  ]);
  if (!file) throw new AppError("wrong_state", { message: "文件内容已清除，不能再下载" });
  const lines = rows.flatMap(({ cells, error }) =>
    cells.map((row, at) => [
      ...file.headings.map((_heading, column) => row[column] ?? ""),
      at === 0 ? (error ?? "") : "",
    ]),
  );
  const name = importFileName(String(record.target_label), "导入错误", context.now);
  // Headings without a name are left as they were, so that the file can be put right and sent again.
  return workbook(name, [...file.headings, ""], lines, context.now);
}

function workbook(
  name: string,
  headings: readonly string[],
  rows: readonly string[][],
  now: Date,
  example: readonly string[][] = [],
): OutputFile {
  async function* cells(of: readonly string[][]): AsyncGenerator<Cell[][]> {
    yield of.map((row) => row.map((text) => textCell(text)));
  }
  const first = { label: name.slice(0, 31), labels: headings, batches: cells(rows) };
  const shown = example.length > 0 ? [{ label: "填写示例", labels: headings, batches: cells(example) }] : [];
  return { name: `${name}.xlsx`, type: FILE_TYPES.xlsx, body: pulled(bookFile([first, ...shown], now)) };
}

/** What can be done with a batch next. */
export async function importPages(context: Context, record: AnyRecord): Promise<RecordPageLink[]> {
  const isMine = record.created_by === context.actor.id;
  const connection = () => context.services.database.connection();
  const counts = await reading(context, () => countImportRows(connection(), record.id));
  const isRefused = record.state === "checked" && (counts.planned === 0 || (record.mode === "all" && counts.fail > 0));
  const next = isRefused ? undefined : { checking: "继续检查", checked: "导入", running: "继续导入" }[record.state];
  const file = counts.fail > 0 ? await reading(context, () => selectImportFile(connection(), record.id)) : null;
  return [
    ...(isMine && next ? [{ label: next, path: "run", tone: "primary" as const }] : []),
    ...(file ? [{ label: "下载有错误的行", path: "failures", tone: "plain" as const, download: true as const }] : []),
  ];
}

const STATES = { new: "未检查", planned: "可以导入", failed: "有错误", same: "无变化", done: "已导入" } as const;
const TONES = { new: "waiting", planned: "running", failed: "refused", same: "closed", done: "done" } as const;
const OPS = { insert: "新建", update: "修改", skip: "" } as const;

/** The rows of a batch, those with errors first. */
export async function importTable(context: Context, record: AnyRecord): Promise<RecordTable> {
  const rows = await reading(context, () =>
    selectImportRows(context.services.database.connection(), record.id, {
      states: ["new", "planned", "failed", "same", "done"],
      limit: SHOWN + 1,
      failedFirst: true,
    }),
  );
  const target = context.services.registry.screen(String(record.target));
  const mayOpen = target && mayOnScreen(context, target, "get");
  const start = "start" as const;
  return {
    kind: "table",
    title: rows.length > SHOWN ? `明细（前${SHOWN}条，有错误的在前）` : "明细",
    table: {
      caption: "明细",
      columns: [
        { key: "row", label: "行号", align: start },
        { key: "label", label: "记录", align: start },
        { key: "state", label: "结果", align: start },
        { key: "op", label: "操作", align: start },
        { key: "changes", label: "内容", align: start },
        { key: "error", label: "错误", align: start },
      ],
      rows: rows.slice(0, SHOWN).map((row) => ({
        id: row.id,
        cells: [
          { text: String(row.rowNo) },
          {
            text: row.label ?? "–",
            ...(mayOpen && row.recordId && row.state !== "failed" ? { href: recordPath(target, row.recordId) } : {}),
          },
          { text: STATES[row.state], tone: TONES[row.state] },
          { text: (row.op ? OPS[row.op] : "") || "–" },
          { text: row.changes ?? "–" },
          { text: row.error ?? "–" },
        ],
      })),
    },
  };
}

/** The question before a batch is carried out, or goes on. @throws AppError("forbidden" | "not_found") */
export async function runModel(context: Context, id: string) {
  const { record, counts } = await openImport(context, id);
  if (record.created_by !== context.actor.id) throw new AppError("not_found");
  const number = record.number ?? "";
  const path = recordPath(batchScreen(context), record.id);
  const going = record.state !== "checked";
  return {
    number,
    title: `导入${record.target_label}：${number}`,
    text: going
      ? "这批记录还没有处理完：可以现在继续，也可以离开，系统会在后台接着做，完成后通知您。"
      : record.mode === "all"
        ? "要么全部导入，要么一条也不留下。"
        : "没有错误的记录逐条导入，有错误的留在这里，可以下载改好后再上传。",
    facts: [
      ...(counts.fresh > 0 ? [{ label: "还没有检查", text: `${counts.fresh} 条` }] : []),
      { label: "新建", text: `${counts.insert} 条` },
      { label: "修改", text: `${counts.update} 条` },
      { label: "无变化", text: `${counts.same} 条` },
      { label: "有错误，不导入", text: `${counts.fail} 条` },
    ],
    submit: going ? "继续" : "导入",
    action: `${path}/run`,
    cancelHref: path,
    csrf: context.session?.csrf ?? "",
  };
}
