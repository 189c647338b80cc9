import { createHash } from "node:crypto";
import { z } from "zod";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import type { Screen } from "../entity/registry";
import { AppError } from "../errors";
import { lineFilter, mayRead, requireAction, rowFilter } from "../operations/scope.server";
import { EXPORT_FORMATS, type ExportRequest } from "../output/export.server";

export const TASK_FORMATS = [...EXPORT_FORMATS, "pdf"] as const;
export type TaskFormat = (typeof TASK_FORMATS)[number];

/** What a task of exporting asks for: the rows of a list as one file, or each of them on paper in one archive. */
export const exportTaskRequestSchema = z.object({
  /** `area/key` of the list. */
  screen: z.string(),
  format: z.enum(TASK_FORMATS),
  columns: z.array(z.string()),
  lines: z.string().nullable(),
  list: z.object({
    q: z.string().optional(),
    filters: z.record(z.string(), z.array(z.string())),
    toggles: z.array(z.string()),
    sort: z.array(z.string()),
  }),
  /** The report that is asked for, by id; the columns, filters and order are its own then. */
  report: z.string().optional(),
  /** Where the product was reached: the codes on paper lead there. */
  origin: z.string(),
});
export type ExportTaskRequest = z.infer<typeof exportTaskRequestSchema>;

/** The request as exporting reads it. Columns that are gone since are left out. */
export function exportRequestOf(request: ExportTaskRequest): ExportRequest {
  const { q, ...list } = request.list;
  return {
    format: request.format === "pdf" ? "xlsx" : request.format,
    columns: request.columns,
    lines: request.lines,
    list: { ...list, ...(q === undefined ? {} : { q }), page: 1, size: 20 },
    strict: false,
  };
}

/** The list a request is about. @throws AppError("wrong_state") when it is gone */
export function screenOfRequest(context: Context, request: Pick<ExportTaskRequest, "screen">): Screen {
  const screen = context.services.registry.screen(request.screen);
  if (!screen) throw new AppError("wrong_state", { message: "要导出的页面已经没有了" });
  return screen;
}

/**
 * Names what the person may take out of a list: which rows, and which fields of them. A file that was made under other rights is not
 * handed out any more.
 * @throws AppError("forbidden") when the list may not be exported at all
 */
export function rightsMark(context: Context, screen: Screen): string {
  const { entity } = screen;
  const rights = requireAction(context, screen.entity, "export", screen);
  const fields = Object.entries<Field>(entity.fields)
    .filter(([name, field]) => mayRead(context, entity, name, field))
    .map(([name]) => name);
  const rows = Object.keys(entity.lines).map((name) => lineFilter(context, entity, name));
  return createHash("sha256")
    .update(JSON.stringify([rowFilter(context, entity), rights, fields, rows]))
    .digest("hex");
}
