import type { Hono } from "hono";
import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { listRecords } from "~/engine/operations/list.server";
import { onceAs } from "~/engine/operations/transaction.server";
import { checkPeople, logScreen, openBatch, retryFailed, runBatch } from "~/engine/user-sync/batch.server";
import { peopleOfCall } from "~/engine/user-sync/columns";
import { chinaTime } from "~/shared/calendar";
import { jsonBody, MOST_PAGES, optionalObject, optionalText } from "./body.server";
import { repeatId } from "./entity-calls.server";
import { success } from "./envelope.server";
import type { RestEnv } from "./rest-env";

type Body = Readonly<Record<string, unknown>>;

const MOST_ROWS = 200;
/** Below the time-out of calls (specification section 7). */
const CALL_MS = 150_000;
/** What a caller knows of a batch; what was only checked has not happened. */
const HAPPENED = ["running", "success", "partial", "failed"];
const batchId = z.string();
const DETAIL = "user-administration/user-log-row";

function malformed(what: string): AppError {
  return new AppError("malformed", { message: `参数格式不正确：${what}` });
}

/** Filters stand in the address or in the body; the address goes first. */
async function asked(request: Request): Promise<{ page: number; size: number; text(name: string): string }> {
  const { searchParams } = new URL(request.url);
  const body = await jsonBody(request);
  const page = optionalObject(body, "page") ?? {};
  const whole = (name: "current" | "size", otherwise: number) => {
    const value = Number(page[name] ?? searchParams.get(name) ?? otherwise);
    if (!Number.isInteger(value) || value < 1 || value > (name === "size" ? MOST_ROWS : MOST_PAGES))
      throw malformed(`page.${name}`);
    return value;
  };
  const text = (name: string) => (searchParams.get(name) ?? optionalText(body, name) ?? "").trim();
  return { page: whole("current", 1), size: whole("size", 10), text };
}

const time = (value: unknown) => (typeof value === "string" ? chinaTime(value) : null);

/** The two calls of the specification, section 7, about the synchronisation of accounts, and the calls that begin one. */
export function userLogCalls(app: Hono<RestEnv>): void {
  app.post("/v2/sys/getSynMdmUserLogList", async (c) => success(await batches(c.get("context"), c.req.raw)));
  app.post("/v2/sys/getSynMdmUserLogDetailList", async (c) => success(await details(c.get("context"), c.req.raw)));

  app.post("/v2/sys/synMdmUsers", async (c) => {
    const context = c.get("context");
    const body: Body = await jsonBody(c.req.raw);
    const { dryRun } = body;
    if (dryRun !== undefined && typeof dryRun !== "boolean") throw malformed("dryRun");
    const people = peopleOfCall(body.rows);
    const { requestId } = repeatId(c.req.raw, body);
    const id = await onceAs(context, {
      requestId,
      asked: ["sync", people, dryRun],
      kept: batchId,
      work: () => checkPeople(context, { people, trigger: "call" }),
    });
    return success(await carriedOut(context, id, dryRun !== true && !(await isOver(context, id))));
  });

  app.post("/v2/sys/synMdmUsers/:id/run", async (c) => {
    const { requestId } = repeatId(c.req.raw, await jsonBody(c.req.raw));
    const context = c.get("context");
    const id = c.req.param("id");
    // Whoever repeats a call that was carried out already is told how it ended.
    const isRepeat = requestId !== undefined && (await isOver(context, id));
    return success(await carriedOut(context, id, !isRepeat));
  });

  app.post("/v2/sys/synMdmUsers/:id/retry", async (c) => {
    const { requestId } = repeatId(c.req.raw, await jsonBody(c.req.raw));
    const context = c.get("context");
    const of = c.req.param("id");
    const id = await onceAs(context, {
      requestId,
      asked: ["sync-retry", of],
      kept: batchId,
      work: () => retryFailed(context, of),
    });
    return success(await carriedOut(context, id, !(await isOver(context, id))));
  });
}

async function isOver(context: Context, id: string): Promise<boolean> {
  const { record } = await openBatch(context, id);
  return !["checked", "running"].includes(record.state);
}

/** Goes on with a batch until it is done or the call has taken its time; one that is over is told about as it is. */
async function carriedOut(context: Context, id: string, wanted: boolean) {
  if (wanted) await runBatch(context, id, Date.now() + CALL_MS);
  return batchOf(context, id);
}

async function batchOf(context: Context, id: string) {
  const { record, counts } = await openBatch(context, id);
  return { ...headOf({ ...record }), waiting: counts.planned };
}

function headOf(row: Readonly<Record<string, unknown>>) {
  return {
    id: row.id,
    batchNo: row.number,
    triggerType: row.trigger_type,
    startedAt: time(row.started_at),
    endedAt: time(row.ended_at),
    totalCount: row.total_count,
    insertCount: row.insert_count,
    updateCount: row.update_count,
    blockCount: row.block_count,
    skipCount: row.skip_count,
    failCount: row.fail_count,
    status: row.state,
    message: row.message ?? null,
  };
}

async function batches(context: Context, request: Request) {
  const { page, size, text } = await asked(request);
  const screen = logScreen(context);
  const status = text("status");
  if (status !== "" && !HAPPENED.includes(status)) throw malformed("status");
  const filters = {
    ...(text("batchNo") ? { number: [text("batchNo")] } : {}),
    ...(text("triggerType") ? { trigger_type: [text("triggerType")] } : {}),
    ...(text("startDate") || text("endDate") ? { started_at: [text("startDate"), text("endDate")] } : {}),
    state: status === "" ? HAPPENED : [status],
  };
  const columns = [...screen.list.columns, "message"];
  const found = await listRecords(context, screen, { filters, toggles: [], sort: [], page, size, columns });
  if (found.complaints.length > 0) throw new AppError("invalid", { complaints: found.complaints });
  const records = found.rows.map(({ id, values }) => headOf({ ...values, id }));
  return { records, current: found.page, size: found.size, total: found.count, pages: found.pages };
}

async function details(context: Context, request: Request) {
  const { page, size, text } = await asked(request);
  const screen = context.services.registry.screen(DETAIL);
  if (!screen) throw new AppError("not_found");
  const batch = text("logId") || (await idOfNumber(context, text("batchNo")));
  const flag = text("success");
  if (!["", "0", "1", "true", "false"].includes(flag)) throw malformed("success");
  const failed = ["0", "false"].includes(flag);
  const filters = {
    batch_id: [batch],
    ...(text("workNo") ? { work_no: [text("workNo")] } : {}),
    ...(text("accountname") ? { accountname: [text("accountname")] } : {}),
    ...(text("op") ? { op: [text("op")] } : {}),
    ...(flag === "" ? {} : { state: failed ? ["failed"] : ["done", "skipped"] }),
  };
  const columns = [...screen.list.columns, "user_id"];
  const found = await listRecords(context, screen, { filters, toggles: [], sort: [], page, size, columns });
  if (found.complaints.length > 0) throw new AppError("invalid", { complaints: found.complaints });
  const records = found.rows.map(({ id, values }) => ({
    id,
    rowNo: values.row_no,
    workNo: values.work_no,
    accountname: values.accountname,
    username: values.username,
    op: values.op,
    diff: values.changes,
    success: ["done", "skipped"].includes(String(values.state)),
    error: values.error,
    userId: values.user_id ?? null,
  }));
  return { records, current: found.page, size: found.size, total: found.count, pages: found.pages };
}

/** @throws AppError("malformed") without a batch, AppError("not_found") for one that does not exist */
async function idOfNumber(context: Context, number: string): Promise<string> {
  if (number === "") throw malformed("batchNo 或 logId");
  const screen = logScreen(context);
  const request = { filters: { number: [number] }, toggles: [], sort: [], page: 1, size: 10 };
  const found = await listRecords(context, screen, { ...request, columns: ["number"] });
  const row = found.rows.find(({ values }) => values.number === number);
  if (!row) throw new AppError("not_found");
  return row.id;
}
