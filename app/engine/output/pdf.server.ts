import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import type { OutputFile } from "./output-file.server";
import { pdfFile } from "./pdf-thread.server";
import { printedRecord } from "./print-model.server";

/**
 * A record as an A4 file. The same content is the same bytes: nothing in it tells when or by whom it was made.
 * @throws AppError("forbidden" | "not_found")
 */
export async function recordPdf(context: Context, screen: Screen, id: string, origin: string): Promise<OutputFile> {
  const { document, updatedAt, name } = await printedRecord(context, screen, id, origin);
  return { name: `${name}.pdf`, type: "application/pdf", body: await pdfFile(document, updatedAt) };
}
