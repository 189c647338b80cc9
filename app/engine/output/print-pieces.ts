import type { PrintTable } from "~/shared/print-document";

/** What a landscape sheet has room for, in halves of a Chinese character. */
const ROOM = 180;
/** What a text is given before it wraps, and what lies between columns. */
const TEXT = 24;
const BETWEEN = 2;

/**
 * A table as it fits on paper: one that is wider than a sheet goes on below itself with its first column again. One that fits stays whole.
 */
export function piecesOf(table: PrintTable): PrintTable[] {
  const widths = table.columns.map((_column, index) => columnWidth(table, index));
  const [first = 0, ...others] = widths;
  if (first + others.reduce((sum, width) => sum + width, 0) <= ROOM) return [table];
  const pieces: number[][] = [];
  let room = 0;
  for (const [index, width] of others.entries()) {
    if (pieces.length === 0 || width > room) {
      pieces.push([]);
      room = ROOM - first;
    }
    pieces.at(-1)?.push(index + 1);
    room -= width;
  }
  return pieces.map((chosen) => {
    const own = <T>(all: readonly T[]): T[] => [0, ...chosen].flatMap((index) => all.slice(index, index + 1));
    return {
      columns: own(table.columns),
      rows: table.rows.map(own),
      totals: table.totals ? own(table.totals) : null,
    };
  });
}

/** Figures stay on one line, texts wrap; the head wraps as well. */
function columnWidth({ columns, rows, totals }: PrintTable, index: number): number {
  const column = columns[index];
  if (!column) return 0;
  const texts = [...rows, ...(totals ? [totals] : [])].map((cells) => halves(cells[index] ?? ""));
  const head = Math.min(halves(column.label), TEXT / 2);
  const widest = texts.reduce((most, width) => Math.max(most, width), head);
  return (column.align === "end" ? widest : Math.min(widest, TEXT)) + BETWEEN;
}

function halves(text: string): number {
  return [...text].reduce((width, sign) => width + (sign.charCodeAt(0) > 255 ? 2 : 1), 0);
}
