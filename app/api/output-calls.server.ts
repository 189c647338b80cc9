import type { Hono } from "hono";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { beginExport } from "~/engine/exports/task.server";
import { TASK_FORMATS } from "~/engine/exports/wish.server";
import { fileOfRecord } from "~/engine/files/answer.server";
import { requireKnown } from "~/engine/operations/list.server";
import { exportRecords } from "~/engine/output/export.server";
import { readExportWish } from "~/engine/output/export-wish";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { type Env, publicOrigin } from "~/env.server";
import { jsonBody, optionalText } from "./body.server";
import { listWish, queryBody, repeatId, target, without } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest.server";

/** Words of the address that are no filters. */
const OWN = ["format", "columns", "lines", "page", "requestId"];

/** Files: a list as a spreadsheet (ruling 16), a record on A4 paper (ruling 41). */
export function outputCalls(app: Hono<RestEnv>, { env }: { env: Env; engine: EngineServices }): void {
  const base = "/v2/:module/:noun";

  app.get(`${base}/export`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "export");
    const url = new URL(c.req.url);
    const wish = readExportWish(url.searchParams);
    if (!wish) throw new AppError("malformed", { message: "参数格式不正确：format 须为 xlsx 或 csv" });
    const { page, ...body } = queryBody(url);
    const list = listWish(screen, { page: { orders: Object(page).orders }, ...without(body, OWN) });
    requireKnown(context, screen, list);
    return fileAnswer(await exportRecords(context, screen, { ...wish, list, strict: true }));
  });

  app.post(`${base}/export`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "export");
    const body = await jsonBody(c.req.raw);
    const { page, ...asked } = body;
    const orders = Object(page).orders;
    const list = listWish(screen, { page: orders === undefined ? {} : { orders }, ...without(asked, OWN) });
    requireKnown(context, screen, list);
    const format = TASK_FORMATS.find((one) => one === (body.format ?? "xlsx"));
    if (!format) throw new AppError("malformed", { message: "参数格式不正确：format 须为 xlsx、csv 或 pdf" });
    const columns: unknown[] = Array.isArray(body.columns) ? body.columns : [];
    if (!columns.every((key) => typeof key === "string"))
      throw new AppError("malformed", { message: "参数格式不正确：columns" });
    const { q, filters, toggles, sort } = list;
    return success(
      await beginExport(
        context,
        {
          screen: `${screen.area}/${screen.key}`,
          format,
          columns: columns.map(String),
          lines: optionalText(body, "lines") ?? null,
          list: {
            ...(q === undefined ? {} : { q }),
            filters: Object.fromEntries(Object.entries(filters).map(([name, values]) => [name, [...values]])),
            toggles: [...toggles],
            sort: [...sort],
          },
          origin: publicOrigin(env, c.req.raw),
        },
        repeatId(c.req.raw, body).requestId,
      ),
    );
  });

  app.get(`${base}/:id/files/:file`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    return fileOfRecord(context, screen, c.req.param("id"), c.req.param("file"), c.req.raw);
  });

  app.get(`${base}/:id/export`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    if ((c.req.query("format") ?? "pdf") !== "pdf")
      throw new AppError("malformed", { message: "参数格式不正确：format 须为 pdf" });
    return fileAnswer(await recordPdf(context, screen, c.req.param("id"), publicOrigin(env, c.req.raw)));
  });
}
