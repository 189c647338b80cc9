import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { requireAction } from "../operations/scope.server";
import { intParameter } from "../parameters.server";
import { type Printed, printedRecord } from "./print-model.server";

/** Chosen rows on paper, in the order in which they were chosen. */
export interface PrintedRows {
  printed: (Printed & { id: string })[];
  /** How many of them do not exist or are not for this person, which is the same to them. */
  missing: number;
}

/**
 * Chosen rows of a list as they stand on paper, each as its own page for the printer would show it to this person.
 * @param origin where the QR codes lead, e.g. `https://portal.example.com`
 * @throws AppError("forbidden"), "not_found" for a list that prints no rows and where none of the rows is there, "invalid" for none or too many
 */
export async function printedRows(
  context: Context,
  screen: Screen,
  rows: readonly { id: string }[],
  origin: string,
): Promise<PrintedRows> {
  requireAction(context, screen.entity, "get", screen);
  if (screen.list.prints !== true) throw new AppError("not_found");
  if (rows.length === 0) throw new AppError("invalid", { message: `请先在列表上勾选要打印的${screen.noun}` });
  const most = await intParameter(context.services, "export.printRows", context.session?.permissionVersion);
  if (rows.length > most)
    throw new AppError("invalid", { message: `一次最多连续打印${most}张，选了${rows.length}张，请减少选择` });
  const printed: PrintedRows["printed"] = [];
  for (const { id } of rows) {
    try {
      printed.push({ id, ...(await printedRecord(context, screen, id, origin)) });
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "not_found") throw error;
    }
  }
  if (printed.length === 0) throw new AppError("not_found");
  return { printed, missing: rows.length - printed.length };
}
