import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { beatExport, endExport, expiredExports, type OpenExport, openExports, takeExport } from "~/data/exports.server";
import { FileStoreError } from "~/data/file-store/file-store.server";
import { attachFiles, insertFile } from "~/data/files.server";
import { StorageError } from "~/data/storage-error.server";
import { type Context, type EngineServices, systemContext } from "../context.server";
import type { AnyRecord } from "../entity";
import { AppError } from "../errors";
import { bytesKey } from "../files/download.server";
import { removeFile } from "../files/upkeep.server";
import { notify } from "../notify/notify.server";
import { transitionBatch } from "../operations/log-batch.server";
import { openRecord } from "../operations/records.server";
import { stateLabel } from "../operations/save.server";
import { inTransaction } from "../operations/transaction.server";
import { intParameter } from "../parameters.server";
import { actingAs, loadActor } from "../session/actor.server";
import { type MadeFile, makeFile } from "./make.server";
import { rightsMark, screenOfRequest } from "./request.server";
import { Spool } from "./settled-rows.server";
import { EXPORT_TASK, exportCenter, queryOf } from "./task.server";

/** A process that says nothing for so long is dead. */
const SILENT_MS = 60_000;
const BEAT_MS = 1_000;
/** How often a process that makes files looks whether somebody else asked for one meanwhile. */
const LOOK_MS = 250;
const MOST_ATTEMPTS = 3;
const MOST_WAITING = 200;
const DAY_MS = 24 * 60 * 60_000;

/** The work on a task ends because it is somebody else's by now, or was cancelled. */
class Gone extends Error {
  override readonly name = "Gone";
}

/** The work on a task ends because the process is asked to go: it begins anew elsewhere. */
class Interrupted extends Error {
  override readonly name = "Interrupted";
}

/** What a round of making files came to. */
export interface ExportRound {
  done: number;
  failed: number;
  expired: number;
}

/**
 * Makes the files of all tasks that wait, a few at a time and one per person, and takes those away that were kept long enough. What a
 * dead process left behind begins anew: of a file that was half made nothing is kept.
 * @param signal ends the round; what is under way waits for the next
 */
export async function makeExports(services: EngineServices, signal: AbortSignal): Promise<ExportRound> {
  const round: ExportRound = { done: 0, failed: 0, expired: await expireExports(services, signal) };
  const atOnce = await intParameter(services, "export.atOnce");
  const worker = services.newId();
  const underWay = new Map<string, Promise<void>>();
  for (;;) {
    if (!signal.aborted) {
      const aliveSince = new Date(services.clock().getTime() - SILENT_MS).toISOString();
      const open = await openExports(services.database.connection(), aliveSince, MOST_WAITING);
      const busy = new Set(open.flatMap(({ state, isAlive, by }) => (state === "running" && isAlive ? [by] : [])));
      for (const task of open) {
        if (underWay.size >= atOnce) break;
        if (underWay.has(task.by) || busy.has(task.by)) continue;
        busy.add(task.by);
        const work = makeOne(services, task, worker, signal).then((end) => {
          if (end) round[end] += 1;
        });
        underWay.set(
          task.by,
          work.finally(() => underWay.delete(task.by)),
        );
      }
    }
    if (underWay.size === 0) return round;
    await firstOf(underWay.values());
  }
}

/** Until one of them ends, or it is time to look whether somebody else waits: one person's long file keeps nobody waiting. */
async function firstOf(works: Iterable<Promise<void>>): Promise<void> {
  const ended = new AbortController();
  const looksAgain = pause(LOOK_MS, undefined, { signal: ended.signal }).catch(() => undefined);
  try {
    await Promise.race([...works, looksAgain]);
  } finally {
    ended.abort();
  }
}

/** @returns how it ended; null when it did not: it was cancelled, or waits again */
async function makeOne(
  services: EngineServices,
  task: OpenExport,
  worker: string,
  signal: AbortSignal,
): Promise<"done" | "failed" | null> {
  const system = systemContext(services, "后台导出");
  try {
    if (task.attempt >= MOST_ATTEMPTS) {
      await settle(system, task.id, "failed", `生成${MOST_ATTEMPTS}次都没有完成，请缩小范围后重新导出`);
      return "failed";
    }
    if (!(await begin(system, task, worker))) return null;
    await produce(system, task, worker, signal);
    return "done";
  } catch (error) {
    return endOf(system, task, error);
  }
}

async function endOf(system: Context, task: OpenExport, error: unknown): Promise<"failed" | null> {
  if (error instanceof Gone) return null;
  const isAway =
    error instanceof FileStoreError ||
    error instanceof StorageError ||
    (error instanceof AppError && error.error === "unavailable");
  if (error instanceof Interrupted || (isAway && task.attempt + 1 < MOST_ATTEMPTS)) {
    // Waits for the next round; where even that cannot be noted, silence says it.
    await settle(system, task.id, "queued").catch((err: unknown) =>
      system.services.log.warn({ err }, "an export waits"),
    );
    return null;
  }
  const known = error instanceof AppError || isAway;
  if (!known || isAway) system.services.log.error({ err: error, task: task.id }, "an export failed");
  const message = isAway ? "文件存储暂时不可用" : error instanceof AppError ? error.message : "生成时出错，已记录";
  await settle(system, task.id, "failed", message.slice(0, 500));
  return "failed";
}

/** The task is this process's from now on. @returns false when it is not open any more */
async function begin(system: Context, task: OpenExport, worker: string): Promise<boolean> {
  const { entity } = exportCenter(system);
  const { services } = system;
  return inTransaction(system, async () => {
    const { record } = await openRecord(system, { entity, id: task.id, wanted: { labels: false } });
    if (record.state !== task.state) return false;
    const at = services.clock().toISOString();
    await takeExport(services.database.connection(), { taskId: task.id, worker, at });
    const label = task.state === "running" ? "中断后重新生成" : "开始生成";
    await transitionBatch(system, entity, record, {
      state: "running",
      action: "run",
      label,
      values: { started_at: at },
    });
    return true;
  });
}

async function produce(system: Context, task: OpenExport, worker: string, signal: AbortSignal): Promise<void> {
  const { services } = system;
  if (!task.isActive) throw new AppError("forbidden", { message: "账号已停用，不再生成" });
  const context = actingAs(services, await loadActor(services, task.by), services.clock());
  const { request } = await queryOf(system, task.id);
  const rights = rightsMark(context, screenOfRequest(context, request));
  let [done, expected] = [0, null as number | null];
  // How long ago the others heard of this process is a matter of the wall clock, not of the business.
  let beaten = 0;
  const beat = async () => {
    if (signal.aborted) throw new Interrupted();
    if (Date.now() - beaten < BEAT_MS) return;
    beaten = Date.now();
    const at = services.clock().toISOString();
    const isOurs = await beatExport(services.database.connection(), { taskId: task.id, worker, at, done, expected });
    if (!isOurs) throw new Gone();
  };
  const spool = await Spool.open();
  const id = services.newId();
  try {
    const made = await makeFile(context, request, spool, async (rows, of) => {
      [done, expected] = [rows, of];
      await beat();
    });
    const stored = await store(system, { task, id, made, beat });
    await finish(system, { task, worker, made, stored, rights, expected });
  } catch (error) {
    await services.files.store.remove(bytesKey(id)).catch(() => undefined);
    throw error;
  } finally {
    await spool.close();
  }
}

interface StoredBytes {
  id: string;
  size: number;
}

async function store(
  system: Context,
  { task, id, made, beat }: { task: OpenExport; id: string; made: MadeFile; beat: () => Promise<void> },
): Promise<StoredBytes> {
  const { services } = system;
  const hash = createHash("sha256");
  let size = 0;
  async function* counted(): AsyncGenerator<Uint8Array, void, void> {
    for await (const piece of made.pieces) {
      size += piece.byteLength;
      hash.update(piece);
      await beat();
      yield piece;
    }
  }
  await services.files.store.put(bytesKey(id), counted());
  const { name, type } = made;
  const at = services.clock().toISOString();
  await services.database.transaction({ role: "owner" }, () =>
    insertFile(services.database.connection(), {
      ...{ id, name, size, type, sha256: hash.digest("hex"), state: "whole", received: size, scan: "off" },
      ...{ entity: EXPORT_TASK, field: "file", uploadedBy: task.by, uploadedAt: at },
    }),
  );
  return { id, size };
}

interface Finished {
  task: OpenExport;
  worker: string;
  made: MadeFile;
  stored: StoredBytes;
  rights: string;
  expected: number | null;
}

/** Hands the file over and tells the owner, in one transaction: it is offered whole or not at all. @throws Gone */
async function finish(system: Context, { task, worker, made, stored, rights, expected }: Finished): Promise<void> {
  const { services } = system;
  const { entity } = exportCenter(system);
  const keptDays = await intParameter(services, "export.keepDays");
  await inTransaction(system, async () => {
    const now = services.clock();
    const at = now.toISOString();
    const connection = services.database.connection();
    const done = made.count();
    if (!(await beatExport(connection, { taskId: task.id, worker, at, done, expected }))) throw new Gone();
    await attachFiles(connection, { ids: [stored.id], entity: entity.key, recordId: task.id, at });
    await endExport(connection, { taskId: task.id, done, rights });
    const { record } = await openRecord(system, { entity, id: task.id, wanted: { labels: false } });
    const values = {
      file: [{ id: stored.id, name: made.name, size: stored.size, type: made.type }],
      row_count: done,
      ended_at: at,
      expires_at: new Date(now.getTime() + keptDays * DAY_MS).toISOString(),
      message: made.note,
    };
    const transitioned = await transitionBatch(system, entity, record, {
      state: "done",
      action: "finish",
      label: "生成完毕",
      values,
    });
    await notifyOwner(system, transitioned);
  });
}

async function settle(
  system: Context,
  id: string,
  state: "failed" | "queued",
  message: string | null = null,
): Promise<void> {
  const { entity } = exportCenter(system);
  const { services } = system;
  await inTransaction(system, async () => {
    const { record } = await openRecord(system, { entity, id, wanted: { labels: false } });
    if (record.state !== "queued" && record.state !== "running") return;
    if (record.state === state) return;
    await endExport(services.database.connection(), { taskId: id, done: 0, rights: null });
    if (state === "queued") {
      await transitionBatch(system, entity, record, { state, action: "requeue", label: "重新排队" });
      return;
    }
    const ended = { message, ended_at: services.clock().toISOString() };
    await notifyOwner(
      system,
      await transitionBatch(system, entity, record, { state, action: "fail", label: "没有完成", values: ended }),
    );
  });
}

async function notifyOwner(system: Context, record: AnyRecord): Promise<void> {
  const { entity } = exportCenter(system);
  await notify(system, {
    scenario: "export.ended",
    values: {
      number: record.number ?? "",
      list: String(record.list_label),
      state: stateLabel(entity, record.state),
    },
    to: [String(record.created_by)],
    record: { entity: entity.key, id: record.id, number: record.number },
  });
}

/** Takes files away whose time is over; the task stays and can be made anew. @returns how many */
async function expireExports(services: EngineServices, signal: AbortSignal): Promise<number> {
  const system = systemContext(services, "导出文件到期");
  const { entity } = exportCenter(system);
  const now = services.clock().toISOString();
  const over = await expiredExports(services.database.connection(), now, MOST_WAITING);
  let count = 0;
  for (const { id, fileId } of over) {
    if (signal.aborted) break;
    await inTransaction(system, async () => {
      const { record } = await openRecord(system, { entity, id, wanted: { labels: false } });
      if (record.state !== "done") return;
      await transitionBatch(system, entity, record, {
        state: "expired",
        action: "expire",
        label: "到期清理",
        values: { file: null },
      });
    });
    if (fileId) await removeFile(services, fileId);
    count += 1;
  }
  return count;
}
