import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { Cell } from "./cell";
import { bookParts, columnName, headXml, rowXml, sheetEnd, sheetNames, sheetStart, widthOf } from "./sheet-xml";

const NARROWEST = 8;
const WIDEST = 48;
/** Fast and nearly as small: the text of a sheet is mostly repetition. */
const COMPRESSION = 3;

/** One sheet of a file. */
export interface Sheet {
  label: string;
  /** Headings of its columns. */
  labels: readonly string[];
  batches: AsyncIterable<readonly (readonly Cell[])[]>;
}

/** A spreadsheet file of one sheet, as `bookFile` makes it. */
export function sheetFile(
  label: string,
  labels: readonly string[],
  batches: Sheet["batches"],
  at: Date,
): AsyncGenerator<Uint8Array, void, void> {
  return bookFile([{ label, labels, batches }], at);
}

/**
 * A spreadsheet file, piece by piece as it is taken: nothing is held but the rows of one batch. Stopping early ends the
 * rows too; an error of the rows rises, and what was handed out by then is no whole file.
 */
export async function* bookFile(sheets: readonly Sheet[], at: Date): AsyncGenerator<Uint8Array, void, void> {
  const zip = new ZipFile();
  const output = zip.outputStream;
  if (!(output instanceof Readable)) throw new TypeError("expected a stream that can be ended");
  const names = sheetNames(sheets.map(({ label }) => label));
  for (const [path, xml] of Object.entries(bookParts(names))) zip.addBuffer(Buffer.from(xml), path, { mtime: at });
  const drawn = sheets.map(({ labels, batches }) => Readable.from(sheetText(labels, batches), { objectMode: false }));
  // The packer listens to none of them; unheard, an error of the rows would end the process.
  for (const part of [...drawn, zip]) part.on("error", (error: Error) => output.destroy(error));
  const options = { mtime: at, compressionLevel: COMPRESSION };
  for (const [index, sheet] of drawn.entries())
    zip.addReadStreamLazy(`xl/worksheets/sheet${index + 1}.xml`, options, (give) => give(null, sheet));
  zip.end();
  try {
    for await (const piece of output) yield piece;
  } finally {
    for (const sheet of drawn) sheet.destroy();
  }
}

async function* sheetText(
  labels: readonly string[],
  batches: AsyncIterable<readonly (readonly Cell[])[]>,
): AsyncGenerator<string, void, void> {
  const names = labels.map((_label, index) => columnName(index + 1));
  let count = 1;
  let started = false;
  for await (const rows of batches) {
    if (!started) yield sheetStart(widths(labels, rows)) + headXml(labels, names);
    started = true;
    yield rows.map((cells) => rowXml(cells, names, ++count)).join("");
  }
  if (!started) yield sheetStart(widths(labels, [])) + headXml(labels, names);
  yield sheetEnd(labels.length, count);
}

/** Widths by what the first rows hold: the widths stand before the rows in the file. */
function widths(labels: readonly string[], rows: readonly (readonly Cell[])[]): number[] {
  return labels.map((label, index) => {
    // The button of the filter takes room beside the label.
    const head = widthOf({ as: "text", text: label }) + 3;
    const widest = rows.reduce((width, cells) => Math.max(width, widthOf(cells[index] ?? null)), head);
    return Math.min(WIDEST, Math.max(NARROWEST, widest + 2));
  });
}
