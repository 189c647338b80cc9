import type { Hono } from "hono";
import type { Context } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import { AppError } from "~/engine/errors";
import { addComment, commentsOf, takesComments } from "~/engine/operations/comments.server";
import { bodyText } from "~/engine/operations/mentions";
import { openRecord } from "~/engine/operations/records.server";
import { reading } from "~/engine/operations/transaction.server";
import { watchRecord } from "~/engine/operations/watch.server";
import { chinaTime } from "~/shared/calendar";
import { jsonBody, requireOnly } from "./body.server";
import { repeatId, target } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

const MOST_ROWS = 200;

/** What surrounds a record: what is written on it, and whether one watches it. Registered before the transitions, which share the address. */
export function recordCalls(app: Hono<RestEnv>): void {
  const base = "/v2/:module/:noun";

  app.get(`${base}/:id/comments`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    if (!takesComments(entity)) throw new AppError("not_found");
    const page = pageOf(new URL(c.req.url).searchParams);
    return success(
      await reading(context, async () => {
        const { record } = await openRecord(context, { entity, id: c.req.param("id"), wanted: { labels: false } });
        return commentsPage(context, entity, record.id, page);
      }),
    );
  });

  app.post(`${base}/:id/comments`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    const body = await jsonBody(c.req.raw);
    requireOnly(body, ["text", "internal", "requestId"]);
    // Left out, it stays inside: nobody tells a supplier something by forgetting a word.
    const internal = body.internal === undefined ? true : yesNo(body.internal, "internal");
    const { id } = await addComment(context, {
      entity,
      id: c.req.param("id"),
      text: body.text,
      internal,
      ...repeatId(c.req.raw, body),
    });
    return success({ id });
  });

  app.post(`${base}/:id/watch`, async (c) => {
    const context = c.get("context");
    const { entity } = target(context, c.req.param("module"), c.req.param("noun"), "get");
    const body = await jsonBody(c.req.raw);
    requireOnly(body, ["on", "requestId"]);
    const on = yesNo(body.on, "on");
    await watchRecord(context, { entity, id: c.req.param("id"), on });
    return success({ on });
  });
}

async function commentsPage(
  context: Context,
  entity: AnyEntity,
  recordId: string,
  { current, size }: { current: number; size: number },
) {
  const { rows, total } = await commentsOf(context, entity, recordId, { limit: size, offset: (current - 1) * size });
  return {
    records: rows.map((row) => ({
      id: row.id,
      at: chinaTime(row.at),
      user_name: row.userName,
      internal: row.staffOnly,
      text: bodyText(row.body, row.names),
      mentions: row.mentions.map((id) => ({ id, name: row.names[id] ?? null })),
    })),
    total,
    current,
    size,
    pages: Math.ceil(total / size),
  };
}

function pageOf(params: URLSearchParams): { current: number; size: number } {
  const current = Number(params.get("page.current") ?? 1);
  const size = Number(params.get("page.size") ?? 50);
  if (!Number.isInteger(current) || current < 1 || !Number.isInteger(size) || size < 1 || size > MOST_ROWS)
    throw new AppError("malformed", { message: `参数格式不正确：page.size 须为1到${MOST_ROWS}` });
  return { current: Math.min(current, 1_000_000), size };
}

/** Yes and no as the wire knows them (ruling 43). */
function yesNo(value: unknown, name: string): boolean {
  if (value === true || value === "true" || value === "1") return true;
  if (value === false || value === "false" || value === "0") return false;
  throw new AppError("malformed", { message: `参数格式不正确：${name}` });
}
