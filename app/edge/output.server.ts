import { redirect } from "@remix-run/node";
import { AppError } from "~/engine/errors";
import { exportRecords } from "~/engine/output/export.server";
import { readExportWish } from "~/engine/output/export-wish";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { listPath, recordPath } from "~/engine/screen/address";
import { readListWish } from "~/engine/screen/list-wish.server";
import { leaveNotice } from "~/engine/session/session.server";
import { publicOrigin } from "~/env.server";
import { chinaTime } from "~/shared/calendar";
import { answering, type EdgeArgs, requireEdge, screenOf } from "./request.server";

type OutputArgs = EdgeArgs & { params: { module?: string; screen?: string; id?: string } };

/** Words of the address that belong to the file and not to the list it is of. */
const OWN = ["format", "columns", "lines"];

/**
 * The rows of a list as a file. What cannot be exported as it is leads back to the list with a message, because a browser
 * that waits for a file shows no page of an error.
 */
export async function exportAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const { searchParams } = new URL(args.request.url);
    const wish = readExportWish(searchParams);
    try {
      if (!wish) throw new AppError("malformed", { message: "只能导出 Excel（xlsx）或 CSV 文件" });
      const list = readListWish(screen, searchParams);
      return fileAnswer(await exportRecords(context, screen, { ...wish, list, strict: false }));
    } catch (error) {
      if (!(error instanceof AppError) || !["invalid", "malformed", "wrong_state"].includes(error.error)) throw error;
      await leaveNotice(context, { level: "error", body: `没有导出：${error.message}` });
      for (const name of OWN) searchParams.delete(name);
      const rest = searchParams.toString();
      throw redirect(listPath(screen) + (rest === "" ? "" : `?${rest}`), 303);
    }
  });
}

/** A record as a page for the printer. */
export async function printAnswer(args: OutputArgs) {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const id = args.params.id ?? "";
    const { document, name } = await printedRecord(context, screen, id, publicOrigin(parts.env, args.request));
    const path = recordPath(screen, id);
    return {
      document,
      name,
      printed: `打印：${context.actor.name}　${chinaTime(context.now).slice(0, 16)}`,
      backHref: path,
      pdfHref: `${path}/export?format=pdf`,
    };
  });
}

/** A record as an A4 file. */
export async function pdfAnswer(args: OutputArgs): Promise<Response> {
  return answering(async () => {
    const { parts, context } = await requireEdge(args);
    const screen = screenOf(context, args);
    const origin = publicOrigin(parts.env, args.request);
    return fileAnswer(await recordPdf(context, screen, args.params.id ?? "", origin));
  });
}
