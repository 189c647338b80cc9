import type { Readable } from "node:stream";
import sax from "sax";
import { type Entry, fromBuffer, type ZipFile } from "yauzl";
import { AppError } from "../errors";

/** What a file may cost us at most, however small it is packed. */
export interface SheetLimits {
  rows: number;
  columns: number;
}

/** Bytes all parts that are read may unpack to. A sheet of 2000 rows takes a tenth of it. */
const MOST_UNPACKED = 32 * 1024 * 1024;
const MOST_PARTS = 500;
const MOST_CELL = 4000;
const MOST_STRINGS = 100_000;

/** Entities of HTML mean nothing in a workbook; the types of the parser do not know the option. */
const STRICT: sax.SAXOptions & { strictEntities: boolean } = { strictEntities: true };

const unreadable = () => new AppError("invalid", { message: "文件无法读取：请上传 Excel 工作簿（.xlsx）或 CSV 文件" });
const tooBig = () => new AppError("invalid", { message: "文件解压后过大，没有读取：请只保留人员数据后再上传" });

/**
 * Rows of the first sheet of a workbook as text, the empty ones left out of none: a row stands at its place. The archive is
 * unpacked piece by piece and given up at the first byte over the limit, whatever its directory claims.
 * @throws AppError("invalid") for what is no workbook, and for one that holds more than the limits allow
 */
export async function sheetRows(bytes: Uint8Array, limits: SheetLimits): Promise<string[][]> {
  const parts = await openParts(bytes);
  const budget = { left: MOST_UNPACKED };
  try {
    const path = await firstSheet(parts, budget);
    const strings = await sharedStrings(parts, budget);
    return await readSheet({ parts, path, strings, limits, budget });
  } catch (error) {
    throw error instanceof AppError ? error : unreadable();
  } finally {
    parts.zip.close();
  }
}

interface Parts {
  zip: ZipFile;
  byPath: ReadonlyMap<string, Entry>;
}

interface Budget {
  left: number;
}

function openParts(bytes: Uint8Array): Promise<Parts> {
  return new Promise((resolve, reject) => {
    fromBuffer(Buffer.from(bytes), { lazyEntries: true, autoClose: false }, (error, zip) => {
      if (error || !zip) return reject(unreadable());
      const byPath = new Map<string, Entry>();
      zip.on("error", () => reject(unreadable()));
      zip.on("entry", (entry: Entry) => {
        if (byPath.size >= MOST_PARTS) return reject(tooBig());
        byPath.set(entry.fileName, entry);
        zip.readEntry();
      });
      zip.on("end", () => resolve({ zip, byPath }));
      zip.readEntry();
    });
  });
}

function openPart({ zip }: Parts, entry: Entry): Promise<Readable> {
  return new Promise((resolve, reject) => {
    zip.openReadStream(entry, (error, stream) => (error || !stream ? reject(unreadable()) : resolve(stream)));
  });
}

interface Listener {
  open?(name: string, attributes: Readonly<Record<string, string>>): void;
  text?(text: string): void;
  close?(name: string): void;
  /** True once nothing more is wanted. */
  done?(): boolean;
}

/** Runs one XML part of the archive past a listener. Parts that are not there are empty. */
async function eachTag(parts: Parts, path: string, budget: Budget, listener: Listener): Promise<boolean> {
  const entry = parts.byPath.get(path);
  if (!entry) return false;
  if (entry.uncompressedSize > budget.left) throw tooBig();
  const parser = sax.parser(true, STRICT);
  const failed: { error?: Error } = {};
  const local = (name: string) => name.slice(name.indexOf(":") + 1);
  parser.onerror = (error) => {
    failed.error ??= error;
  };
  // A workbook has no document type; entities of its own making are the one use of having one.
  parser.ondoctype = () => {
    failed.error ??= unreadable();
  };
  parser.onopentag = ({ name, attributes }) => {
    const plain = Object.entries(attributes).map(([key, value]) => [
      key,
      typeof value === "string" ? value : value.value,
    ]);
    listener.open?.(local(name), Object.fromEntries(plain));
  };
  parser.ontext = (text) => listener.text?.(text);
  parser.oncdata = (text) => listener.text?.(text);
  parser.onclosetag = (name) => listener.close?.(local(name));
  const stream = await openPart(parts, entry);
  const decoder = new TextDecoder("utf-8");
  try {
    for await (const piece of stream) {
      if (!(piece instanceof Uint8Array)) throw unreadable();
      budget.left -= piece.byteLength;
      if (budget.left < 0) throw tooBig();
      parser.write(decoder.decode(piece, { stream: true }));
      if (failed.error) throw failed.error instanceof AppError ? failed.error : unreadable();
      if (listener.done?.()) break;
    }
  } finally {
    stream.destroy();
  }
  return true;
}

/** Path of the first sheet in the order people see. */
async function firstSheet(parts: Parts, budget: Budget): Promise<string> {
  let wanted = "";
  await eachTag(parts, "xl/workbook.xml", budget, {
    open(name, attributes) {
      if (name === "sheet" && wanted === "") wanted = attributes["r:id"] ?? "";
    },
  });
  let target = "";
  await eachTag(parts, "xl/_rels/workbook.xml.rels", budget, {
    open(name, attributes) {
      if (name === "Relationship" && attributes.Id === wanted) target = attributes.Target ?? "";
    },
  });
  if (target === "") throw unreadable();
  return target.startsWith("/") ? target.slice(1) : `xl/${target}`;
}

/** Texts that the cells name by their place. Phonetic hints beside them are no part of the text. */
async function sharedStrings(parts: Parts, budget: Budget): Promise<string[]> {
  const strings: string[] = [];
  let text = "";
  let wanted = false;
  let hint = false;
  await eachTag(parts, "xl/sharedStrings.xml", budget, {
    open(name) {
      if (name === "si") text = "";
      if (name === "rPh") hint = true;
      wanted = name === "t" && !hint;
    },
    text(part) {
      if (wanted && text.length < MOST_CELL) text += part;
    },
    close(name) {
      if (name === "rPh") hint = false;
      if (name === "t") wanted = false;
      if (name !== "si") return;
      if (strings.length >= MOST_STRINGS) throw tooBig();
      strings.push(text);
    },
  });
  return strings;
}

async function readSheet({
  parts,
  path,
  strings,
  limits,
  budget,
}: {
  parts: Parts;
  path: string;
  strings: readonly string[];
  limits: SheetLimits;
  budget: Budget;
}): Promise<string[][]> {
  const rows: string[][] = [];
  let row: string[] = [];
  let at = 0;
  let filled = 0;
  let column = 0;
  let type = "n";
  let value = "";
  let wanted = false;
  const put = () => {
    const text = type === "s" ? (strings[Number(value)] ?? "") : type === "n" ? plainNumber(value) : value;
    if (text.trim() === "") return;
    if (column >= limits.columns)
      throw new AppError("invalid", { message: `列数超过${limits.columns}列，请按模板整理` });
    while (row.length < column) row.push("");
    row[column] = text;
  };
  const found = await eachTag(parts, path, budget, {
    open(name, attributes) {
      if (name === "row") {
        at = Number(attributes.r ?? at + 1);
        row = [];
        column = -1;
      } else if (name === "c") {
        column = attributes.r ? columnIndex(attributes.r) : column + 1;
        type = attributes.t ?? "n";
        value = "";
      }
      wanted = name === "v" || name === "t";
    },
    text(part) {
      if (wanted && value.length < MOST_CELL) value += part;
    },
    close(name) {
      if (name === "v" || name === "t") wanted = false;
      if (name === "c") put();
      if (name !== "row" || row.length === 0) return;
      // Rows that were cleared still stand in many files; only filled ones count.
      if (!Number.isInteger(at) || at > limits.rows * 10 || filled > limits.rows)
        throw new AppError("invalid", { message: `超过${limits.rows}行，请分成几个文件导入` });
      rows[at - 1] = row;
      filled += 1;
    },
  });
  if (!found) throw unreadable();
  return Array.from(rows, (one) => one ?? []);
}

/** `AB12` → 27. */
function columnIndex(reference: string): number {
  let index = 0;
  for (const sign of /^[A-Z]{1,3}/.exec(reference)?.[0] ?? "") index = index * 26 + sign.charCodeAt(0) - 64;
  return index === 0 ? Number.MAX_SAFE_INTEGER : index - 1;
}

/** Telephone numbers typed as numbers come as `1.3800012345E10`. */
function plainNumber(text: string): string {
  if (!/e/i.test(text)) return text;
  const number = Number(text);
  return Number.isSafeInteger(number) ? String(number) : text;
}
