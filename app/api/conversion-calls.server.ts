import type { Hono } from "hono";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { MOST_SOURCES, MOST_VALUES, narrowed, narrowingFields } from "~/engine/conversions/narrowing.server";
import { type AskedLines, beginConversion, MOST_TASK_ROWS, mayConvertLater } from "~/engine/conversions/task.server";
import { AppError } from "~/engine/errors";
import {
  type ChosenLine,
  convert,
  MOST_CONVERTED,
  type ReadyConversion,
  requireConversion,
} from "~/engine/operations/conversion.server";
import { dayRangeComplaint } from "~/engine/operations/filters";
import { LONGEST_SEARCH } from "~/shared/search";
import { jsonBody, optionalText, requireOnly } from "./body.server";
import { repeatId, target } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

type Body = Readonly<Record<string, unknown>>;

const chosenLine = z.object({ line: z.string().uuid(), quantity: z.string().max(40) }).strict();
const someIds = (most: number) => z.array(z.string().uuid()).max(most);

/** Documents of chosen lines of others, at once and beside the call. Registered before the moves of a record, for which `convert` is an id. */
export function conversionCalls(app: Hono<RestEnv>): void {
  const base = "/v2/:module/:noun/convert/:conversion";

  app.post(base, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "add");
    const name = c.req.param("conversion");
    const body = await jsonBody(c.req.raw);
    requireConversion(context, screen, name);
    requireOnly(body, ["rows", "requestId"]);
    const rows = rowsIn(body, MOST_CONVERTED);
    return success(await convert(context, { screen, name, rows, ...repeatId(c.req.raw, body) }));
  });

  /** Kept as a task, which whoever called starts by its own move, as on the page. */
  app.post(`${base}/later`, async (c) => {
    const context = c.get("context");
    const { screen } = target(context, c.req.param("module"), c.req.param("noun"), "add");
    const body = await jsonBody(c.req.raw);
    const conversion = requireConversion(context, screen, c.req.param("conversion"));
    if (!conversion.background) throw new AppError("not_found", { message: "这个操作不在后台进行" });
    if (!mayConvertLater(context, conversion)) throw new AppError("forbidden");
    const asked = body.rows === undefined ? soughtIn(context, conversion, body) : chosenIn(body);
    return success(await beginConversion(context, conversion, { ...asked, ...repeatId(c.req.raw, body) }));
  });
}

function rowsIn(body: Body, most: number): ChosenLine[] {
  const rows = z.array(chosenLine).min(1).max(most).safeParse(body.rows);
  if (rows.success) return rows.data;
  throw new AppError("malformed", { message: `参数格式不正确：rows 须为1到${most}个，各有 line 和 quantity` });
}

function chosenIn(body: Body): AskedLines {
  requireOnly(body, ["rows", "requestId"]);
  return { rows: rowsIn(body, MOST_TASK_ROWS) };
}

/** Every open line that fits, by what the page is narrowed by as well. */
function soughtIn(context: Context, conversion: ReadyConversion, body: Body): AskedLines {
  const { day } = conversion;
  const names = narrowingFields(context, conversion).map(([name]) => name);
  requireOnly(body, ["sources", "q", ...names, ...(day ? [day] : []), "requestId"]);
  const q = optionalText(body, "q") ?? "";
  if ([...q].length > LONGEST_SEARCH)
    throw new AppError("malformed", { message: `参数格式不正确：q 最多${LONGEST_SEARCH}个字` });
  const references = Object.fromEntries(names.map((name) => [name, idsIn(body, name, MOST_VALUES)]));
  const days = day ? daysIn(body, day) : (["", ""] as const);
  const narrowing = narrowed(conversion, { sources: idsIn(body, "sources", MOST_SOURCES), references, days });
  return { wanted: { ...narrowing, search: q }, typed: new Map() };
}

function idsIn(body: Body, name: string, most: number): string[] {
  const value = body[name] ?? [];
  const ids = someIds(most).safeParse(typeof value === "string" ? [value] : value);
  if (ids.success) return ids.data;
  throw new AppError("malformed", { message: `参数格式不正确：${name} 须为 id，最多${most}个` });
}

function daysIn(body: Body, name: string): [string, string] {
  const days = z.tuple([z.string(), z.string()]).safeParse(body[name] ?? ["", ""]);
  const said = days.success ? dayRangeComplaint(...days.data) : "须为 [起, 止]，一端可以为空";
  if (days.success && said === null) return days.data;
  throw new AppError("malformed", { message: `参数格式不正确：${name} ${said}` });
}
