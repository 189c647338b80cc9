import type { Hono } from "hono";
import type { EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { requireKnown } from "~/engine/operations/list.server";
import { exportRecords } from "~/engine/output/export.server";
import { readExportWish } from "~/engine/output/export-wish";
import { fileAnswer } from "~/engine/output/output-file.server";
import { recordPdf } from "~/engine/output/pdf.server";
import { type Env, publicOrigin } from "~/env.server";
import { listWish, queryBody, target, without } from "./entity-calls.server";
import type { RestEnv } from "./rest.server";

/** Words of the address that are no filters. */
const OWN = ["format", "columns", "lines", "page"];

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

  app.get(`${base}/:id/export`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    if ((c.req.query("format") ?? "pdf") !== "pdf")
      throw new AppError("malformed", { message: "参数格式不正确：format 须为 pdf" });
    return fileAnswer(await recordPdf(context, screen, c.req.param("id"), publicOrigin(env, c.req.raw)));
  });
}
