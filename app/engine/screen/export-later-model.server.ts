import type { Context } from "../context.server";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { type ExportTaskRequest, TASK_FORMATS, type TaskFormat } from "../exports/request.server";
import { MOST_PAPERS, mayExportLater, planTask, USE } from "../exports/task.server";
import { mayOnScreen } from "../operations/scope.server";
import { exportableLines } from "../output/columns.server";
import { rowCount } from "../output/export.server";
import { exportLaterPath, listPath } from "./address";
import { conditionWords } from "./list-filters.server";
import { listHref, pairsOf, readListQuery } from "./list-query.server";

const LABELS: Readonly<Record<TaskFormat, string>> = {
  xlsx: "Excel 表格",
  csv: "CSV 文件",
  pdf: `PDF，每条一份，打包下载（最多${MOST_PAPERS}条）`,
};

/** What an address of the form and its controls ask for. @throws AppError("malformed") for a format we do not write */
export function readExportTaskRequest(
  screen: Screen,
  params: URLSearchParams,
  chosen: { format: string; lines: string; origin: string },
): ExportTaskRequest {
  const format = TASK_FORMATS.find((one) => one === chosen.format);
  if (!format) throw new AppError("malformed", { message: "只能导出 Excel、CSV 或 PDF 文件" });
  const { q, filters, toggles, sort } = readListQuery(screen, params);
  const list = {
    ...(q === undefined ? {} : { q }),
    filters: Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]])),
    toggles: [...toggles],
    sort: [...sort],
  };
  return {
    screen: `${screen.area}/${screen.key}`,
    format,
    columns: [],
    lines: format === "pdf" ? null : chosen.lines || null,
    list,
    origin: chosen.origin,
  };
}

/** The form that has a list exported beside the page. @throws AppError("forbidden" | "invalid" | "wrong_state") */
export async function exportLaterModel(
  context: Context,
  screen: Screen,
  params: URLSearchParams,
  refused?: { error: string; format: string; lines: string },
) {
  if (!mayExportLater(context, screen)) throw new AppError("forbidden", { values: { permission: USE } });
  const pairs = pairsOf(readListQuery(screen, params), ["size"]);
  const request = readExportTaskRequest(screen, params, { format: "csv", lines: "", origin: "" });
  const plan = await planTask(context, request);
  const list = { ...request.list, page: 1, size: 1, ...(request.list.q === undefined ? {} : { q: request.list.q }) };
  const asked = params.get("format") ?? "xlsx";
  return {
    title: `后台导出${screen.label}`,
    text: "文件在后台生成，可以离开本页；完成后通知您，在导出中心下载。",
    facts: [
      { label: "条件", text: (await conditionWords(context, screen, list)) || "全部" },
      { label: "行数", text: `${rowCount(plan)} 行` },
    ],
    formats: TASK_FORMATS.filter((format) => format !== "pdf" || mayOnScreen(context, screen, "get")).map((format) => ({
      value: format,
      label: LABELS[format],
    })),
    format: refused?.format ?? asked,
    contents: [
      { value: "", label: screen.noun },
      ...exportableLines(context, screen).map(({ name, lines }) => ({ value: name, label: `含${lines.label}` })),
    ],
    lines: refused?.lines ?? params.get("lines") ?? "",
    action: exportLaterPath(screen, pairs),
    cancelHref: pairs.length > 0 ? listHref(screen, pairs) : listPath(screen),
    csrf: context.session?.csrf ?? "",
    ...(refused ? { error: refused.error } : {}),
  };
}
