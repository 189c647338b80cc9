import type { Hono } from "hono";
import type { Context, EngineServices } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { beginExport, exportCenter, ownTask } from "~/engine/exports/task.server";
import { fileOfRecord } from "~/engine/files/answer.server";
import { stateLabel } from "~/engine/operations/save.server";
import { requireAction } from "~/engine/operations/scope.server";
import { type Env, publicOrigin } from "~/env.server";
import { chinaTime } from "~/shared/calendar";
import { jsonBody, optionalObject, optionalText } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import { exportRequest } from "./output-calls.server";
import type { RestEnv } from "./rest-env";

/** Names that would not be filters of the list, but something else of its request. */
const NO_FILTERS = ["page", "requestId"];

/** Files made beside the call (`shell-and-api.md` 13.4): asked for by the name of a list, looked after and fetched by whoever asked. */
export function exportCalls(app: Hono<RestEnv>, { env }: { env: Env; engine: EngineServices }): void {
  app.post("/v2/export", async (c) => {
    const context = c.get("context");
    const body = await jsonBody(c.req.raw);
    const screen = context.services.registry.screen(optionalText(body, "listKey") ?? "");
    if (!screen) throw new AppError("malformed", { message: "参数格式不正确：listKey 须为 模块/页面" });
    requireAction(context, screen.entity, "export", screen);
    const filters = optionalObject(body, "filters") ?? {};
    const wrong = Object.keys(filters).find((name) => NO_FILTERS.includes(name));
    if (wrong) throw new AppError("malformed", { message: `参数格式不正确：不能按「${wrong}」筛选` });
    const request = exportRequest(screen, context, {
      format: body.format ?? "xlsx",
      columns: Array.isArray(body.columns) ? body.columns : [],
      lines: optionalText(body, "lines") ?? null,
      orders: body.orders,
      filters,
      origin: publicOrigin(env, c.req.raw),
    });
    return success(await beginExport(context, request, repeatId(c.req.raw, body).requestId));
  });

  app.get("/v2/export/:id", async (c) => success(await taskOnWire(c.get("context"), c.req.param("id"))));

  app.get("/v2/export/:id/file", async (c) => {
    const context = c.get("context");
    const { record, file } = await ownTask(context, c.req.param("id"));
    if (!file) throw new AppError("wrong_state", { message: waitingText(record.state) });
    return fileOfRecord(context, {
      screen: exportCenter(context),
      recordId: record.id,
      fileId: file.id,
      request: c.req.raw,
    });
  });
}

function waitingText(state: string): string {
  if (state === "queued" || state === "running") return "文件还在生成，请稍后再下载";
  return state === "expired" ? "文件已过期，请重新生成" : "导出没有完成，请重新生成";
}

async function taskOnWire(context: Context, id: string) {
  const { record, done, expected, file } = await ownTask(context, id);
  const text = (name: string) => (typeof record[name] === "string" ? String(record[name]) : null);
  const time = (name: string) => (text(name) === null ? null : chinaTime(String(text(name))));
  return {
    id: record.id,
    number: record.number,
    version: record.version,
    state: record.state,
    stateLabel: stateLabel(exportCenter(context).entity, record.state),
    listKey: text("list_key"),
    listLabel: text("list_label"),
    format: text("format"),
    conditions: text("conditions"),
    done,
    expected,
    rowCount: typeof record.row_count === "number" ? record.row_count : null,
    fileName: file?.name ?? null,
    size: file?.size ?? null,
    expiresAt: time("expires_at"),
    message: text("message"),
  };
}
