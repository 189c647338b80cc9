import type { LabelSheet } from "~/shared/print-document";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { openRecord } from "../operations/records.server";
import { stateLabel } from "../operations/save.server";
import { requireAction } from "../operations/scope.server";
import { reading } from "../operations/transaction.server";
import { limitFor } from "../parameters.server";
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
  await requireSome(context, screen, rows);
  const printed = await foundOf(rows, async ({ id }) => ({
    id,
    ...(await printedRecord(context, screen, id, origin)),
  }));
  return { printed, missing: rows.length - printed.length };
}

/** A named paper of chosen rows, in the order in which they were chosen. */
export interface PaperOfRows {
  label: string;
  sheets: (LabelSheet & { id: string })[];
  /** How many of them do not exist or are not for this person. */
  missing: number;
  /** How many of them do not have this paper in their state. */
  without: number;
}

/**
 * A paper that the list names beside the records' own, of chosen rows.
 * @param name as the address says it
 * @param origin where the codes lead, e.g. `https://portal.example.com`
 * @throws AppError("forbidden"), "not_found" for a paper that the list does not have and where none of the rows is there, "invalid" for none or
 * too many rows, and where none of them has the paper
 */
export async function paperOfRows(
  context: Context,
  { screen, name, origin }: { screen: Screen; name: string; origin: string },
  rows: readonly { id: string }[],
): Promise<PaperOfRows> {
  requireAction(context, screen.entity, "get", screen);
  const key = name.replace(/-/g, "_");
  const paper = Object.entries(screen.list.rowPapers ?? {}).find(([one]) => one === key)?.[1];
  const draw = context.services.registry.server(screen.entity.key).rowPapers?.[key];
  if (!paper || !draw) throw new AppError("not_found");
  await requireSome(context, screen, rows);
  const found = await foundOf(rows, ({ id }) =>
    reading(context, async () => {
      const { record, labels } = await openRecord(context, { entity: screen.entity, id, screen });
      const isPrinted = paper.in.includes(String(record.state));
      return isPrinted ? { id, ...(await draw(context, { screen, record, labels, origin })) } : null;
    }),
  );
  const sheets = found.filter((sheet) => sheet !== null);
  if (sheets.length === 0) {
    const states = paper.in.map((state) => stateLabel(screen.entity, state)).join("、");
    throw new AppError("invalid", { message: `所选的${screen.noun}都不是${states}，不能${paper.label}` });
  }
  const [missing, without] = [rows.length - found.length, found.length - sheets.length];
  return { label: paper.label, sheets, missing, without };
}

async function requireSome(context: Context, screen: Screen, rows: readonly { id: string }[]): Promise<void> {
  if (rows.length === 0) throw new AppError("invalid", { message: `请先在列表上勾选要打印的${screen.noun}` });
  const most = await limitFor(context, "export.printRows");
  if (rows.length > most)
    throw new AppError("invalid", { message: `一次最多连续打印${most}张，选了${rows.length}张，请减少选择` });
}

/** What was made of those rows that are there for this person, one after another. @throws AppError("not_found") where none is */
async function foundOf<T>(rows: readonly { id: string }[], make: (row: { id: string }) => Promise<T>): Promise<T[]> {
  const found: T[] = [];
  for (const row of rows) {
    try {
      found.push(await make(row));
    } catch (error) {
      if (!(error instanceof AppError) || error.error !== "not_found") throw error;
    }
  }
  if (found.length === 0) throw new AppError("not_found");
  return found;
}
