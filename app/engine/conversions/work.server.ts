import { setTimeout as pause } from "node:timers/promises";
import {
  type ConversionRow,
  endConversionRows,
  lockConversion,
  nextConversionRows,
  runningConversions,
} from "~/data/conversions.server";
import { StorageError } from "~/data/storage-error.server";
import type { Context, EngineServices } from "../context.server";
import type { AnyRecord } from "../entity";
import { AppError } from "../errors";
import { notify } from "../notify/notify.server";
import { convertPart, requireConversion } from "../operations/conversion.server";
import { transitionBatch } from "../operations/log-batch.server";
import { openRecord } from "../operations/records.server";
import { stateLabel } from "../operations/save.server";
import { inTransaction } from "../operations/transaction.server";
import { intParameter } from "../parameters.server";
import { actingAs, loadActor } from "../session/actor.server";
import { countsOf, taskScreen } from "./task.server";

/** Tasks one run of the job sees to. */
const MOST_TASKS = 20;

/** Rows of a document that could not be made, and why each of them. */
class Refused extends Error {
  override readonly name = "Refused";
  constructor(readonly reasons: ReadonlyMap<string, string>) {
    super("refused");
  }
}

/** What a slice of work came to: it was done, there is nothing left, or another process is at it. */
type Slice = "done" | "ended" | "taken";

/**
 * Makes the documents of tasks that are under way, each under the rights its owner has now. A document and the note of which lines stand on
 * it are written in one transaction, which is also all that anybody else waits for: what a process left half-way goes on with the next line,
 * and no line is made twice.
 * @param goOn asked between documents
 * @returns how many tasks came to their end
 */
export async function workOnConversions(services: EngineServices, goOn: () => boolean): Promise<number> {
  let ended = 0;
  for (const { id, by } of await runningConversions(services.database.connection(), MOST_TASKS)) {
    for (let slice: Slice = "done"; slice === "done"; ) {
      if (!goOn()) return ended;
      slice = await workOnce(services, id, by);
      if (slice === "ended") ended += 1;
      // Between two documents others are let through: a page asks several statements, and would wait for a document before each of them.
      await pause(slice === "done" ? await intParameter(services, "conversion.pauseMs") : 0);
    }
  }
  return ended;
}

async function workOnce(services: EngineServices, id: string, by: string): Promise<Slice> {
  const context = actingAs(services, await loadActor(services, by), services.clock());
  try {
    return await makeNext(context, id);
  } catch (error) {
    if (error instanceof Refused) {
      await inTransaction(context, () => refuseRows(context, error.reasons));
      return "done";
    }
    if (!(error instanceof AppError) || error.error === "unavailable") throw error;
    await giveUp(context, id, error.message);
    return "ended";
  }
}

/** The next document of a task. @throws Refused, AppError where the owner may not go on at all */
async function makeNext(context: Context, id: string): Promise<Slice> {
  const { services } = context;
  const most = await intParameter(services, "conversion.documentLines");
  return inTransaction(context, async () => {
    const connection = services.database.connection();
    if (!(await lockConversion(connection, id))) return "taken";
    const { record } = await openRecord(context, { entity: taskScreen(context).entity, id, wanted: { labels: false } });
    if (record.state !== "running") return "taken";
    const screen = services.registry.screen(String(record.target));
    if (!screen) throw new AppError("wrong_state", { message: "要生成的页面已经没有了" });
    const conversion = requireConversion(context, screen, String(record.conversion));
    const rows = await nextConversionRows(connection, id, most);
    if (rows.length === 0) {
      await finish(context, record);
      return "ended";
    }
    const asked = rows.map(({ lineId, quantity }) => ({ line: lineId, quantity }));
    const { saved, refused } = await madeOf(context, () => convertPart(context, conversion, asked));
    // Thrown, so that nothing of the document stays; those that were not refused come with the next slice.
    if (!saved) throw new Refused(reasonsOf(rows, refused));
    await endConversionRows(
      connection,
      rows.map((row) => ({ id: row.id, state: "done", reason: null, recordId: saved.id, recordNumber: saved.number })),
    );
    return "done";
  });
}

type Part = Awaited<ReturnType<typeof convertPart>>;

/** What goes wrong without anybody knowing why stops these lines and not those behind them. */
async function madeOf(context: Context, make: () => Promise<Part>): Promise<Part> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof AppError || error instanceof StorageError) throw error;
    context.services.log.error({ err: error }, "a document was not made");
    return { saved: null, refused: new Map([[null, "生成时出错，已记录"]]) };
  }
}

/** What was said of the document as a whole keeps all of its lines from being made. */
function reasonsOf(rows: readonly ConversionRow[], refused: Part["refused"]): Map<string, string> {
  const byLine = rows.flatMap(({ id }, at): [string, string][] => {
    const reason = refused.get(at);
    return reason === undefined ? [] : [[id, reason]];
  });
  if (byLine.length > 0) return new Map(byLine);
  const reason = refused.get(null) ?? "没有生成";
  return new Map(rows.map(({ id }) => [id, reason]));
}

async function refuseRows(context: Context, reasons: ReadonlyMap<string, string>): Promise<void> {
  await endConversionRows(
    context.services.database.connection(),
    [...reasons].map(([id, reason]) => ({
      ...{ id, state: "failed" as const, reason: reason.slice(0, 500) },
      ...{ recordId: null, recordNumber: null },
    })),
  );
}

async function finish(context: Context, record: AnyRecord): Promise<void> {
  const { fail, done } = await countsOf(context, record.id);
  const state = fail === 0 ? "done" : done === 0 ? "failed" : "partial";
  await end(context, record, { state, label: "处理完毕", message: null });
}

/** Ends the task of somebody who may not go on; what was made stays. */
async function giveUp(context: Context, id: string, why: string): Promise<void> {
  await inTransaction(context, async () => {
    const { record } = await openRecord(context, { entity: taskScreen(context).entity, id, wanted: { labels: false } });
    if (record.state !== "running") return;
    const { done } = await countsOf(context, id);
    await end(context, record, {
      state: done === 0 ? "failed" : "partial",
      label: "不能继续",
      message: why.slice(0, 500),
    });
  });
}

async function end(
  context: Context,
  record: AnyRecord,
  { state, label, message }: { state: string; label: string; message: string | null },
): Promise<void> {
  const { entity } = taskScreen(context);
  const { done, fail, documents } = await countsOf(context, record.id);
  const values = {
    ...{ done_count: done, fail_count: fail, document_count: documents, message },
    ended_at: context.services.clock().toISOString(),
  };
  await transitionBatch(context, entity, record, { state, action: "finish", label, values });
  await notify(context, {
    scenario: "conversion.ended",
    values: {
      number: record.number ?? "",
      what: String(record.conversion_label),
      state: stateLabel(entity, state),
      documents: String(documents),
      fail: String(fail),
    },
    to: [String(record.created_by)],
    record: { entity: entity.key, id: record.id, number: record.number },
  });
}
