import type { ExportFormat, ExportRequest } from "./export.server";

const FORMATS: readonly ExportFormat[] = ["xlsx", "csv"];
const MOST_COLUMNS = 200;

/** What an address asks of a file besides the filters of the list; null for a format we do not write. */
export function readExportRequest(params: URLSearchParams): Pick<ExportRequest, "format" | "columns" | "lines"> | null {
  const asked = params.get("format") ?? "xlsx";
  const format = FORMATS.find((one) => one === asked);
  if (!format) return null;
  const columns = params
    .getAll("columns")
    .flatMap((value) => value.split(","))
    .map((key) => key.trim())
    .filter((key) => key !== "")
    .slice(0, MOST_COLUMNS);
  return { format, columns, lines: params.get("lines") || null };
}
