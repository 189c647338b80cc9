import { pasteColumns, pasteNote, readPasted } from "~/shared/pasted";
import type { Context } from "../context.server";
import type { AnyRecord, Complaint } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { readInput } from "../operations/input.server";
import { reading } from "../operations/transaction.server";
import type { Writable } from "./controls.server";
import { type FormText, inputOf, PASTE_BOX, pathOf, type RowStarts, typedRows, withRows } from "./form-data";
import type { LineTableModel } from "./line-model.server";

/** What stands in the boxes for pasted cells, by the name of their table. */
export type Pastes = Record<string, { text: string; note?: string }>;

/** The boxes of whole tables as they were posted: what was not taken yet stays there. Those beneath a row stay with the row. */
export function pastesOf(form: FormData): Pastes {
  return Object.fromEntries(
    [...form].flatMap(([name, value]) => {
      const table = name.startsWith(PASTE_BOX) ? name.slice(PASTE_BOX.length) : "";
      return /^\w+$/.test(table) && typeof value === "string" && value !== "" ? [[table, { text: value }]] : [];
    }),
  );
}

/** The table whose button was pressed, `items.paste` or `items.0.schedules.paste`. */
export function pastedTable(intent: string): string | null {
  return /^(\w+(?:\.\d{1,4}\.\w+)*)\.paste$/.exec(intent)?.[1] ?? null;
}

export interface PasteRowsInput {
  table: LineTableModel;
  starts: RowStarts;
  text: FormText;
  name: string;
  box: string;
}

/**
 * Puts the pasted lines behind the rows in which something stands; what does not fit stays in the box.
 * @param name the table as it is posted: `items.0.schedules`
 */
export function pasteRows({ table, starts, text, name, box }: PasteRowsInput): {
  text: FormText;
  paste: { text: string; note: string };
} {
  const path = pathOf(name);
  const start = starts[path] ?? {};
  const kept = typedRows(text, name, starts);
  const pasted = readPasted(box, pasteColumns(table), table.max - kept.length);
  const rows = [...kept, ...pasted.rows.map(({ values }) => ({ id: "", values: { ...start, ...values } }))];
  const left = pasted.left.map((line) => line.text).join("\n");
  return {
    text: withRows(text, name, () => rows, left),
    paste: { text: left, note: pasteNote(pasted, table.label, table.max, table.counter) },
  };
}

export interface CellComplaintsInput {
  screen: Screen;
  text: FormText;
  offered: Writable;
  record: AnyRecord | null;
  table: string;
}

/** What is wrong with the cells of a table, before anybody asks for saving. */
export async function cellComplaints(
  context: Context,
  { screen, text, offered, record, table }: CellComplaintsInput,
): Promise<Complaint[]> {
  try {
    const input = inputOf(text, offered, screen.entity);
    const { complaints } = await reading(context, () => readInput(context, screen.entity, input, record));
    return complaints.filter(({ field }) => field.startsWith(`${table}.`));
  } catch (error) {
    // What is wrong with the form as a whole is said when it is saved; the cells must not get lost for it now.
    if (error instanceof AppError) return [];
    throw error;
  }
}
