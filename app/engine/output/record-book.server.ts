import type { PrintDocument, PrintTable } from "~/shared/print-document";
import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { type Cell, textCell } from "./cell";
import { FILE_TYPES, type OutputFile, pulled } from "./output-file.server";
import { printedWhole } from "./print-model.server";
import { bookFile, type Sheet } from "./sheet.server";

const NUMBER = /^-?(?:\d+|\d{1,3}(?:,\d{3})+)(?:\.(\d+))?$/;
const PERCENT = /^[+-]?(\d[\d,]*(?:\.\d+)?)%$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * What stands on a record's paper as a workbook, so that it can be calculated with: the facts on the first sheet, each table on one of its own.
 * @throws AppError("forbidden" | "not_found")
 */
export async function recordBook(context: Context, screen: Screen, id: string, origin: string): Promise<OutputFile> {
  const { document, updatedAt, name } = await printedWhole(context, screen, id, origin);
  const body = pulled(bookFile(sheetsOf(document), new Date(updatedAt)));
  return { name: `${name}.xlsx`, type: FILE_TYPES.xlsx, body };
}

async function* atOnce(rows: readonly (readonly Cell[])[]): Sheet["batches"] {
  yield rows;
}

function sheetsOf({ title, number, parts, sums, words }: PrintDocument): Sheet[] {
  const facts = [
    ...(number ? [number] : []),
    ...parts.flatMap((part) => (part.kind === "facts" ? part.facts : [])),
    ...sums,
    ...(words ? [words] : []),
  ];
  const head = facts.map(({ label, text }) => [textCell(label), textCell(text)]);
  return [
    { label: title, labels: ["项目", "内容"], batches: atOnce(head) },
    ...parts.flatMap((part, at): Sheet[] => {
      if (part.kind !== "table") return [];
      const labels = part.columns.map(({ label }) => label);
      // The table below a picture goes by the picture's title.
      return [{ label: part.title || (parts[at - 1]?.title ?? title), labels, batches: atOnce(tableCells(part)) }];
    }),
  ];
}

function tableCells({ columns, rows, totals }: PrintTable): Cell[][] {
  return [...rows, ...(totals ? [totals] : [])].map((texts) =>
    texts.map((text, index) => printedCell(text, columns[index]?.align === "end")),
  );
}

/** A text of the paper as what it says: figures stand at the right there, so a code is none. */
export function printedCell(text: string, isFigure: boolean): Cell {
  if (DAY.test(text)) return { as: "day", day: text };
  if (!isFigure) return textCell(text);
  const plain = text.replaceAll(",", "");
  if (PERCENT.test(text)) return { as: "percent", decimal: plain.replace(/^\+|%$/g, ""), minScale: 0 };
  const number = NUMBER.exec(text);
  return number ? { as: "number", decimal: plain, minScale: number[1]?.length ?? 0 } : textCell(text);
}
