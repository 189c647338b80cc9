import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import { AppError } from "../errors";
import { uniqueName } from "../files/answer.server";
import { idAt, noteExport, type Plan, rowCount, writtenFile } from "../output/export.server";
import { listPdf } from "../output/list-paper.server";
import type { OutputFile } from "../output/output-file.server";
import { recordPdf } from "../output/pdf.server";
import { type ReportWork, reportWork, writtenRows } from "../report/run.server";
import { type ExportTaskRequest, exportRequestOf, screenOfRequest } from "./request.server";
import { type Spool, settledRows } from "./settled-rows.server";
import { planTask } from "./task.server";

/** A file of a task while it is made. */
export interface MadeFile {
  name: string;
  type: string;
  pieces: AsyncIterable<Uint8Array>;
  /** Rows, or papers; known once all pieces were taken. */
  count(): number;
  /** What whoever opens the file should know; null when nothing. */
  note: string | null;
}

/** Told how far the making has come; throws to end it. */
export type Report = (done: number, expected: number) => Promise<void>;

/**
 * Makes the file that a request asks for, under the rights the person has now.
 * @throws AppError as `planTask` does, and whatever `report` throws
 */
export async function makeFile(
  context: Context,
  request: ExportTaskRequest,
  spool: Spool,
  report: Report,
): Promise<MadeFile> {
  const screen = screenOfRequest(context, request);
  await context.services.registry.server(screen.entity.key).freshen?.(context);
  const asked = request.report ? await reportWork(context, request.report) : null;
  return asked
    ? reportOf(context, { request, reportWork: asked, spool, report })
    : listFile(context, request, spool, report);
}

/**
 * A report with figures is made in one go; one without is a list with its own columns, conditions and order, or the paper of that list
 * under the same conditions.
 */
async function reportOf(
  context: Context,
  {
    request,
    reportWork: { name, plan, figures },
    spool,
    report,
  }: { request: ExportTaskRequest; reportWork: ReportWork; spool: Spool; report: Report },
): Promise<MadeFile> {
  const { format } = request;
  if (format === "pdf") {
    const { type, body } = await listPdf(context, plan.screen, plan.list, request.origin);
    await report(1, 1);
    return { name: `${name}.pdf`, type, pieces: piecesOf(body), count: () => 1, note: null };
  }
  if (figures) {
    const { labels, rows } = await figures();
    await report(rows.length, rows.length);
    const file = writtenRows(context, format === "csv" ? "csv" : "xlsx", { name, title: "报表", labels, rows });
    return { ...file, count: () => rows.length, note: null };
  }
  const { filters, sort } = plan.list;
  const list = { filters: listed(filters), toggles: [], sort: [...sort] };
  const made = await listFile(
    context,
    { ...request, columns: plan.columns.map(({ key }) => key), list },
    spool,
    report,
  );
  return { ...made, name: `${name}.${format}` };
}

async function* piecesOf(body: OutputFile["body"]): AsyncGenerator<Uint8Array, void, void> {
  yield new Uint8Array(await new Response(body).arrayBuffer());
}

/** The same values in lists of their own, as a request keeps them. */
function listed(filters: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, [...values]]));
}

async function listFile(context: Context, request: ExportTaskRequest, spool: Spool, report: Report): Promise<MadeFile> {
  const screen = screenOfRequest(context, request);
  const plan = await planTask(context, request, true);
  await noteExport(context, screen, exportRequestOf(request), plan);
  if (request.format === "pdf") return papers(context, request, plan, report);
  const replan = () => planTask(context, request, true);
  const rows = await settledRows(context, { screen, replan, spool, report: (done) => report(done, rowCount(plan)) });
  const { name, type, pieces } = writtenFile(context, {
    screen,
    request: exportRequestOf(request),
    plan,
    rows: rows.batches(),
  });
  return {
    name,
    type,
    pieces,
    count: () => rows.count,
    note: rows.isSettled ? null : "生成期间数据一直有人修改，个别行之间可能相差几秒",
  };
}

/** Each record on paper, in one archive. A record that vanished meanwhile is left out. */
async function papers(context: Context, request: ExportTaskRequest, plan: Plan, report: Report): Promise<MadeFile> {
  const screen = screenOfRequest(context, request);
  const names: string[] = [];
  async function* pieces(): AsyncGenerator<Uint8Array, void, void> {
    const zip = new ZipFile();
    const output = zip.outputStream;
    if (!(output instanceof Readable)) throw new TypeError("expected a stream that can be ended");
    zip.on("error", (error: Error) => output.destroy(error));
    const drawing = drawAll(zip).catch((error: Error) => output.destroy(error));
    for await (const piece of output) yield piece;
    await drawing;
  }
  async function drawAll(zip: ZipFile): Promise<void> {
    for (let at = 0; at < rowCount(plan); at += 1) {
      try {
        const { name, body } = await recordPdf(context, screen, idAt(plan, at), request.origin);
        const bytes = body instanceof Uint8Array ? body : new Uint8Array(await new Response(body).arrayBuffer());
        const own = name.replace(/[\\/]/g, "_");
        zip.addBuffer(Buffer.from(bytes), uniqueName(names, own), { mtime: context.now, compress: false });
        names.push(own);
      } catch (error) {
        if (!(error instanceof AppError) || error.error !== "not_found") throw error;
      }
      await report(at + 1, rowCount(plan));
    }
    zip.end();
  }
  return {
    name: `${screen.label}_${dayOf(context.now)}.zip`,
    type: "application/zip",
    pieces: pieces(),
    count: () => names.length,
    note: null,
  };
}
