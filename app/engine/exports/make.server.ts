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
import { type Spool, settledRows } from "./settled-rows.server";
import { planTask } from "./task.server";
import { exportWishOf, screenOfWish, type TaskWish } from "./wish.server";

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
 * Makes the file that a wish asks for, under the rights the person has now.
 * @throws AppError as `planTask` does, and whatever `report` throws
 */
export async function makeFile(context: Context, wish: TaskWish, spool: Spool, report: Report): Promise<MadeFile> {
  const screen = screenOfWish(context, wish);
  await context.services.registry.server(screen.entity.key).freshen?.(context);
  const asked = wish.report ? await reportWork(context, wish.report) : null;
  return asked ? reportOf(context, wish, asked, spool, report) : listFile(context, wish, spool, report);
}

/**
 * A report with figures is made in one go; one without is a list with its own columns, conditions and order, or the paper of that list
 * under the same conditions.
 */
async function reportOf(
  context: Context,
  wish: TaskWish,
  { name, plan, figures }: ReportWork,
  spool: Spool,
  report: Report,
): Promise<MadeFile> {
  const { format } = wish;
  if (format === "pdf") {
    const { type, body } = await listPdf(context, plan.screen, plan.list, wish.origin);
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
  const made = await listFile(context, { ...wish, columns: plan.columns.map(({ key }) => key), list }, spool, report);
  return { ...made, name: `${name}.${format}` };
}

async function* piecesOf(body: OutputFile["body"]): AsyncGenerator<Uint8Array, void, void> {
  yield new Uint8Array(await new Response(body).arrayBuffer());
}

/** The same values in lists of their own, as a wish keeps them. */
function listed(filters: Readonly<Record<string, readonly string[]>>): Record<string, string[]> {
  return Object.fromEntries(Object.entries(filters).map(([key, values]) => [key, [...values]]));
}

async function listFile(context: Context, wish: TaskWish, spool: Spool, report: Report): Promise<MadeFile> {
  const screen = screenOfWish(context, wish);
  const plan = await planTask(context, wish, true);
  await noteExport(context, screen, exportWishOf(wish), plan);
  if (wish.format === "pdf") return papers(context, wish, plan, report);
  const replan = () => planTask(context, wish, true);
  const rows = await settledRows(context, screen, replan, spool, (done) => report(done, rowCount(plan)));
  const { name, type, pieces } = writtenFile(context, screen, exportWishOf(wish), plan, rows.batches());
  return {
    name,
    type,
    pieces,
    count: () => rows.count,
    note: rows.isSettled ? null : "生成期间数据一直有人修改，个别行之间可能相差几秒",
  };
}

/** Each record on paper, in one archive. A record that vanished meanwhile is left out. */
async function papers(context: Context, wish: TaskWish, plan: Plan, report: Report): Promise<MadeFile> {
  const screen = screenOfWish(context, wish);
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
        const { name, body } = await recordPdf(context, screen, idAt(plan, at), wish.origin);
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
