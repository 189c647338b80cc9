import { ZipFile } from "yazl";

/** Bytes as they would come from a socket, in pieces of that size. */
export async function* sentIn(bytes: Uint8Array, size = 64 * 1024): AsyncGenerator<Uint8Array, void, void> {
  for (let from = 0; from < bytes.byteLength; from += size) yield bytes.subarray(from, from + size);
}

/** The least that counts as a PDF, with something to tell it by. */
export function pdf(text = "合同"): Uint8Array {
  return Buffer.from(`%PDF-1.7\n% ${text}\n%%EOF\n`);
}

/** A zip with these names in it, each holding that many zeros. */
export function zip(names: readonly string[], zeros = 10): Promise<Buffer> {
  const file = new ZipFile();
  for (const name of names) file.addBuffer(Buffer.alloc(zeros), name);
  file.end();
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    file.outputStream.on("data", (piece: Buffer) => pieces.push(piece));
    file.outputStream.on("error", reject);
    file.outputStream.on("end", () => resolve(Buffer.concat(pieces)));
  });
}

/** The names of a spreadsheet as Office packs them. */
export const SHEET_NAMES = ["[Content_Types].xml", "xl/workbook.xml", "xl/worksheets/sheet1.xml"];
