import { type Cell, writable } from "./cell";

/** Tells spreadsheet programs that the file is UTF-8; without it they show Chinese as garbage. */
export const BOM = "\ufeff";

/** How a formula begins, also after blanks and in full width, as spreadsheet programs of East Asia read it. */
const FORMULA = /^\s*[=+\-@＝＋－＠]|^[\t\r\n]/;

/** A whole csv file in UTF-8, for what is small enough to be held. */
export function csvText(labels: readonly string[], rows: readonly (readonly Cell[])[]): Uint8Array<ArrayBuffer> {
  const head = csvLine(labels.map((text) => ({ as: "text", text })));
  return new TextEncoder().encode(BOM + head + rows.map((cells) => csvLine(cells)).join(""));
}

/** One line of a csv file (RFC 4180), with its line end. */
export function csvLine(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join(",")}\r\n`;
}

/** Numbers and days as they are, texts quoted; a text that a program would take for a formula gets an apostrophe. */
function csvCell(cell: Cell): string {
  switch (cell?.as) {
    case "number":
      return plain(cell.decimal, cell.minScale);
    case "percent":
      return `${plain(cell.decimal, cell.minScale)}%`;
    case "day":
      return cell.day;
    case "instant":
      return cell.time;
    case "text": {
      const text = writable(cell.text);
      return `"${(FORMULA.test(cell.text) ? `'${text}` : text).replaceAll('"', '""')}"`;
    }
    default:
      return "";
  }
}

/** A decimal as the database writes it, without separators and without zeros that say nothing. */
function plain(decimal: string, minScale: number): string {
  const [whole = "0", fraction = ""] = decimal.split(".");
  const kept = fraction.replace(/0+$/, "").padEnd(minScale, "0");
  return kept === "" ? whole : `${whole}.${kept}`;
}
