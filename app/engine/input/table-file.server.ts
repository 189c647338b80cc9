import { AppError } from "../errors";
import { csvRows } from "./csv-rows";
import { type SheetLimits, sheetRows } from "./sheet-rows.server";

const ZIP = [0x50, 0x4b, 0x03, 0x04];
/** The old binary format of Excel, and anything else of Office before 2007. */
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];

const begins = (bytes: Uint8Array, signs: readonly number[]) => signs.every((sign, index) => bytes[index] === sign);

/**
 * A table out of an uploaded file, whatever it is called: a workbook or comma-separated text in UTF-8 or the Chinese national
 * encoding, which Excel writes on Chinese systems.
 * @throws AppError("invalid") with a sentence that says what is wrong with the file
 */
export async function tableFile(bytes: Uint8Array, limits: SheetLimits): Promise<string[][]> {
  if (bytes.byteLength === 0) throw new AppError("invalid", { message: "请选择要导入的文件" });
  if (begins(bytes, OLD_OFFICE))
    throw new AppError("invalid", { message: "不支持旧版 .xls 文件，请在 Excel 中另存为 .xlsx 后再上传" });
  if (begins(bytes, ZIP)) return sheetRows(bytes, limits);
  const rows = csvRows(decoded(bytes));
  if (!rows) throw new AppError("invalid", { message: "CSV 文件中有没有结束的引号，请检查后再上传" });
  if (rows.length > limits.rows + 1)
    throw new AppError("invalid", { message: `超过${limits.rows}行，请分成几个文件导入` });
  if (rows.some((row) => row.length > limits.columns))
    throw new AppError("invalid", { message: `列数超过${limits.columns}列，请按模板整理` });
  return rows;
}

function decoded(bytes: Uint8Array): string {
  // Neither encoding of text has a NUL in it: this is something else.
  if (bytes.includes(0))
    throw new AppError("invalid", { message: "文件无法读取：请上传 Excel 工作簿（.xlsx）或 CSV 文件" });
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("gb18030").decode(bytes);
  }
}
