import { inflateRawSync } from "node:zlib";

const DIRECTORY_ENTRY = 0x02014b50;
const DIRECTORY_END = 0x06054b50;

/**
 * The files of a zip archive as text, by name.
 * @throws Error for an archive that is not whole
 */
export function unzip(bytes: Uint8Array): Map<string, string> {
  const file = Buffer.from(bytes);
  const end = file.length - 22;
  if (end < 0 || file.readUInt32LE(end) !== DIRECTORY_END) throw new Error("the archive has no end");
  const files = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count -= 1) {
    if (file.readUInt32LE(at) !== DIRECTORY_ENTRY) throw new Error("the directory of the archive is broken");
    const [size, nameLength, moreLength, noteLength, place] = [
      file.readUInt32LE(at + 20),
      file.readUInt16LE(at + 28),
      file.readUInt16LE(at + 30),
      file.readUInt16LE(at + 32),
      file.readUInt32LE(at + 42),
    ];
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const from = place + 30 + file.readUInt16LE(place + 26) + file.readUInt16LE(place + 28);
    const packed = file.subarray(from, from + size);
    files.set(name, (file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed)).toString("utf8"));
    at += 46 + nameLength + moreLength + noteLength;
  }
  return files;
}

export interface SheetCell {
  style: number;
  /** What a spreadsheet program stores: the text, or the number as it stands in the file. */
  value: string;
  isText: boolean;
}

/** Rows of the sheet of a spreadsheet file, cells by the mails of their column. */
export function sheetRows(bytes: Uint8Array): Record<string, SheetCell>[] {
  const xml = unzip(bytes).get("xl/worksheets/sheet1.xml") ?? "";
  return [...xml.matchAll(/<row [^>]*>(.*?)<\/row>/gs)].map(([, row = ""]) =>
    Object.fromEntries(
      [...row.matchAll(/<c r="([A-Z]+)\d+" s="(\d+)"([^>]*)>(.*?)<\/c>/gs)].map(
        ([, column = "", style, more = "", inner = ""]) => [
          column,
          {
            style: Number(style),
            isText: more.includes("inlineStr"),
            value: plainText(inner.replace(/<[^>]*>/g, "")),
          },
        ],
      ),
    ),
  );
}

function plainText(xml: string): string {
  return xml.replace(/&(lt|gt|quot|amp);/g, (_whole, name: string) => ({ lt: "<", gt: ">", quot: '"' })[name] ?? "&");
}
