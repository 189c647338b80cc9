import type { AnyEntity, AnyRecord } from "~/engine/entity";
import { titleColumns } from "~/engine/entity/table-names";
import { titleOf } from "~/engine/operations/write.server";
import { sheetRows } from "./unzip";

/** Cells of a csv file, its heads first; a cell in quotation marks may hold commas and line breaks. */
export function csvCells(bytes: Uint8Array): string[][] {
  const rows: string[][] = [[]];
  const text = Buffer.from(bytes)
    .toString("utf8")
    .replace(/^\ufeff/, "")
    .replace(/\r\n$/, "");
  for (const [, end, quoted, plain] of text.matchAll(/(^|,|\r\n)(?:"((?:[^"]|"")*)"|([^,"\r\n]*))/g)) {
    if (end === "\r\n") rows.push([]);
    rows.at(-1)?.push(quoted?.replace(/""/g, '"') ?? plain ?? "");
  }
  return rows;
}

/** Cells of a spreadsheet, its heads first; what is empty has no cell. */
export function sheetCells(bytes: Uint8Array): string[][] {
  return sheetRows(bytes).map((row) => Object.values(row).map(({ value }) => value));
}

/** Readers of what is exported, by format. */
export const readers = { csv: csvCells, xlsx: sheetCells };

/** What names a record: on paper its number has a place of its own, so the parts of a title may stand apart. */
export function titleParts(entity: AnyEntity, record: AnyRecord): string[] {
  return titleColumns(entity)
    .map((column) => titleOf({ ...entity, title: [column] }, record))
    .filter(Boolean);
}
