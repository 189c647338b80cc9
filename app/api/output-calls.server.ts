import type { Hono, Context as HonoContext } from "hono";
import type { Context, EngineServices } from "~/engine/context.server";
import type { Screen } from "~/engine/entity/registry";
import { AppError } from "~/engine/errors";
import { type ExportTaskRequest, TASK_FORMATS } from "~/engine/exports/request.server";
import { beginExport } from "~/engine/exports/task.server";
import { fileOfRecord } from "~/engine/files/answer.server";
import { requireKnown } from "~/engine/operations/list.server";
import { requireAction } from "~/engine/operations/scope.server";
import { exportRecords } from "~/engine/output/export.server";
import { readExportRequest } from "~/engine/output/export-request";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { type Env, publicOrigin } from "~/env.server";
import { jsonBody, optionalText } from "./body.server";
import { listQueryOf, queryBody, repeatId, type Target, target, without } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

/** Words of the address that are no filters. */
const OWN = ["format", "columns", "lines", "page", "requestId"];

/** What a body says about the file itself. */
function outputOf(body: Readonly<Record<string, unknown>>): {
  format: unknown;
  columns: unknown[];
  lines: string | null;
} {
  const columns: unknown[] = Array.isArray(body.columns) ? body.columns : [];
  return { format: body.format ?? "xlsx", columns, lines: optionalText(body, "lines") ?? null };
}

interface AskedExport {
  format: unknown;
  columns: readonly unknown[];
  lines: string | null;
  orders: unknown;
  /** Filters, quick toggles and search as the list takes them. */
  filters: Readonly<Record<string, unknown>>;
  origin: string;
}

/** What a call asks for as a task. @throws AppError("malformed") for what the list does not know */
export function exportRequest(screen: Screen, context: Context, asked: AskedExport): ExportTaskRequest {
  const { orders } = asked;
  const list = listQueryOf(screen, { ...asked.filters, page: orders === undefined ? {} : { orders } });
  requireKnown(context, screen, list);
  const format = TASK_FORMATS.find((one) => one === asked.format);
  if (!format) throw new AppError("malformed", { message: "参数格式不正确：format 须为 xlsx、csv 或 pdf" });
  if (!asked.columns.every((key) => typeof key === "string"))
    throw new AppError("malformed", { message: "参数格式不正确：columns" });
  const { q, filters, toggles, sort } = list;
  return {
    screen: `${screen.area}/${screen.key}`,
    format,
    columns: asked.columns.map(String),
    lines: asked.lines,
    list: {
      ...(q === undefined ? {} : { q }),
      filters: Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]])),
      toggles: [...toggles],
      sort: [...sort],
    },
    origin: asked.origin,
  };
}

/** What a file is made of. The right is asked first: whoever may not have it learns nothing of how it is asked for. */
function exported(context: Context, c: HonoContext<RestEnv>, action: "export" | "get"): Target {
  const found = target(context, c.req.param("module") ?? "", c.req.param("noun") ?? "", action);
  requireAction(context, found.entity, action, found.screen);
  return found;
}

/** Files: a list as a spreadsheet (ruling 16), a record on A4 paper (ruling 41). */
export function outputCalls(app: Hono<RestEnv>, { env }: { env: Env; engine: EngineServices }): void {
  const base = "/v2/:module/:noun";

  app.get(`${base}/export`, async (c) => {
    const context = c.get("context");
    const { screen } = exported(context, c, "export");
    const url = new URL(c.req.url);
    const request = readExportRequest(url.searchParams);
    if (!request) throw new AppError("malformed", { message: "参数格式不正确：format 须为 xlsx 或 csv" });
    const { page, ...body } = queryBody(url);
    const list = listQueryOf(screen, { page: { orders: Object(page).orders }, ...without(body, OWN) });
    requireKnown(context, screen, list);
    return fileAnswer(await exportRecords(context, screen, { ...request, list, strict: true }));
  });

  app.post(`${base}/export`, async (c) => {
    const context = c.get("context");
    const { screen } = exported(context, c, "export");
    const { page, ...asked } = await jsonBody(c.req.raw);
    const wanted = { ...outputOf(asked), orders: Object(page).orders, filters: without(asked, OWN) };
    const request = exportRequest(screen, context, { ...wanted, origin: publicOrigin(env, c.req.raw) });
    return success(await beginExport(context, request, repeatId(c.req.raw, asked).requestId));
  });

  app.get(`${base}/:id/files/:file`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    return fileOfRecord(context, {
      screen,
      recordId: c.req.param("id"),
      fileId: c.req.param("file"),
      request: c.req.raw,
    });
  });

  app.get(`${base}/:id/export`, async (c) => {
    const context = c.get("context");
    const { screen } = exported(context, c, "get");
    if ((c.req.query("format") ?? "pdf") !== "pdf")
      throw new AppError("malformed", { message: "参数格式不正确：format 须为 pdf" });
    return fileAnswer(await recordPdf(context, screen, c.req.param("id"), publicOrigin(env, c.req.raw)));
  });
}
