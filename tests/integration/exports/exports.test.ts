import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Bytes } from "~/data/file-store/file-store.server";
import type { Context } from "~/engine/context.server";
import type { ExportTaskRequest } from "~/engine/exports/request.server";
import { Spool, settledRows } from "~/engine/exports/settled-rows.server";
import { beginExport, planTask, progressOf } from "~/engine/exports/task.server";
import { makeExports } from "~/engine/exports/worker.server";
import { fileOfRecord } from "~/engine/files/answer.server";
import { openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { refusal } from "../../support/orders";
import { PATIENCE } from "../../support/patience";
import { unzip } from "../../support/unzip";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { engine } = world;
const MATERIAL = world.screen("master-data/material");
const CENTER = world.screen("system-management/export-task");
const { entity } = CENTER;
const on = () => new AbortController().signal;
const connection = () => engine.database.connection();
const TASK = { entity, screen: CENTER };

const request = (more: Partial<ExportTaskRequest> = {}): ExportTaskRequest => ({
  screen: "master-data/material",
  format: "csv",
  columns: [],
  lines: null,
  list: { filters: {}, toggles: [], sort: ["code"] },
  origin: "http://portal.test",
  ...more,
});

async function taskOf(who: Context, id: string) {
  return (await openRecord(who, { entity, id, screen: CENTER, wanted: { labels: false } })).record;
}
async function begun(who: Context, more: Partial<ExportTaskRequest> = {}): Promise<string> {
  return (await beginExport(who, request(more))).id;
}
async function download(who: Context, id: string): Promise<Buffer> {
  const { file } = await taskOf(who, id);
  const [ref] = Array.isArray(file) ? file : [];
  const address = new Request(`http://portal.test/x?id=${id}`);
  return Buffer.from(
    await (
      await fileOfRecord(who, { screen: CENTER, recordId: id, fileId: String(Object(ref).id), request: address })
    ).arrayBuffer(),
  );
}
const linesOf = (bytes: Buffer) => bytes.toString("utf8").trimEnd().split("\r\n").length - 1;
async function audited(id: string): Promise<string[]> {
  const { rows } = await sql<{
    label: string;
  }>`select label from audit_log where record_id = ${id}::uuid order by at, id`.execute(connection());
  return rows.map(({ label }) => label);
}
async function count(table: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from ${sql.table(table)}`.execute(connection());
  return rows[0]?.n ?? 0;
}

beforeAll(async () => {
  await sql`insert into material (id, code, name, ${sql.raw(await othersOf("material", ["id", "code", "name"]))})
    select gen_random_uuid(), 'X' || lpad(n::text, 4, '0'), '导出物料' || n, ${sql.raw(await othersOf("material", ["id", "code", "name"]))}
    from generate_series(1, 350) n cross join (select * from material order by code limit 1) one`.execute(connection());
});

async function othersOf(table: string, without: string[]): Promise<string> {
  const { rows } = await sql<{ name: string }>`select column_name as name from information_schema.columns
    where table_name = ${table}`.execute(connection());
  return rows.flatMap(({ name }) => (without.includes(name) ? [] : [`"${name}"`])).join(", ");
}

// Each test begins without tasks that wait.
beforeEach(async () => {
  await sql`delete from export_task`.execute(connection());
});

describe("导出中心", () => {
  test("任务排队、生成、通知、下载，文件与列表一样全；下载留痕", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    const queued = await taskOf(who, id);
    expect(queued).toMatchObject({ state: "queued", list_label: "物料", format: "csv" });
    expect(queued.number).toMatch(/^DC\d{8}-\d{5}$/);
    const [progress] = await progressOf(who, queued);
    expect(progress).toMatchObject({ done: 0, total: await count("material"), live: true });

    expect(await makeExports(engine, on())).toMatchObject({ done: 1, failed: 0 });
    const done = await taskOf(who, id);
    expect(done).toMatchObject({ state: "done", row_count: await count("material"), message: null });
    expect(await progressOf(who, done)).toEqual([]);
    const bytes = await download(who, id);
    expect(linesOf(bytes)).toBe(await count("material"));
    expect(bytes.toString("utf8")).toContain("导出物料350");
    expect(await audited(id)).toEqual(["后台导出", "开始生成", "生成完毕", "下载"]);
    const { rows } = await sql<{ said: string }>`select title || body as said from inbox
      where record_id = ${id}::uuid and user_id = ${who.actor.id}::uuid`.execute(connection());
    expect(rows.map(({ said }) => said)).toEqual([expect.stringContaining("导出物料：已完成")]);
  });

  test("同样的任务不重复建，每人同时最多三个；别人不受影响", async () => {
    const who = await world.as("masterData");
    await begun(who);
    expect((await refusal(begun(who), "wrong_state")).message).toContain("相同的导出任务正在执行");
    await begun(who, { format: "xlsx" });
    await begun(who, { list: { filters: {}, toggles: [], sort: ["-code"] } });
    expect(
      (await refusal(begun(who, { list: { filters: { code: ["M"] }, toggles: [], sort: [] } }), "wrong_state")).message,
    ).toContain("导出任务过多，请稍后再试：您有3个还没有完成");
    const other = await world.as("admin");
    await begun(other);
    expect(await makeExports(engine, on())).toMatchObject({ done: 4, failed: 0 });
  });

  test("没有导出权限的人不能建任务；建好之后权限没了，生成时如实拒绝", async () => {
    const supplier = await world.as("supplierA");
    await refusal(begun(supplier), "forbidden");
    const who = await world.as("masterData");
    const id = await begun(who);
    const stripped = await withoutRight("material", "export", () => makeExports(engine, on()));
    expect(stripped).toMatchObject({ done: 0, failed: 1 });
    const record = await taskOf(who, id);
    expect(record.state).toBe("failed");
    expect(String(record.message)).toContain("无操作权限");
    // With the right back it can be made after all.
    await applyTransition(who, { ...TASK, id, name: "retry" });
    expect(await makeExports(engine, on())).toMatchObject({ done: 1 });
    expect((await taskOf(who, id)).message).toBeNull();
  });

  test("生成之后权限没了，文件不再给；别人看不到任务，看得到的人也拿不到文件", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    await makeExports(engine, on());
    const { file } = await taskOf(who, id);
    const [ref] = Array.isArray(file) ? file : [];
    const fetchAs = async (one: Context) =>
      fileOfRecord(one, {
        screen: CENTER,
        recordId: id,
        fileId: String(Object(ref).id),
        request: new Request("http://portal.test/x"),
      });
    await withoutRight("material", "export", async () => {
      await refusal(fetchAs(await world.as("masterData")), "forbidden");
    });
    await refusal(fetchAs(await world.as("buyerA")), "not_found");
    await refusal(fetchAs(await world.as("admin")), "own_rule");
    expect((await fetchAs(who)).status).toBe(200);
  });

  test("取消的任务不留下文件，也不再生成", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    const { store } = engine.files;
    const { put } = store;
    const removed: string[] = [];
    // Cancelled while the bytes are on their way.
    store.put = async (key: string, bytes: Bytes) => {
      await put.call(store, key, bytes);
      await applyTransition(who, { ...TASK, id, name: "cancel" });
      removed.push(key);
    };
    try {
      expect(await makeExports(engine, on())).toMatchObject({ done: 0, failed: 0 });
    } finally {
      store.put = put;
    }
    expect((await taskOf(who, id)).state).toBe("cancelled");
    expect(await store.get(removed[0] ?? "")).toBeNull();
    const left = await sql<{
      n: number;
    }>`select count(*)::int as n from stored_file where record_id = ${id}::uuid`.execute(connection());
    expect(left.rows[0]?.n).toBe(0);
    expect(await makeExports(engine, on())).toMatchObject({ done: 0, failed: 0 });
  });

  test("进程死了的任务从头再来，半个文件不给人看；三次都没完成就不再试", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    const die = async (attempt: number) => {
      // As a killed process leaves it: running, and silent.
      await sql`update export_task set state = 'running' where id = ${id}::uuid`.execute(connection());
      await sql`update export_work set attempt = ${attempt}, worker = 'gone', beat_at = ${new Date(world.clock.now().getTime() - 120_000).toISOString()}::timestamptz
        where task_id = ${id}::uuid`.execute(connection());
    };
    await die(1);
    expect((await taskOf(who, id)).file).toBeNull();
    expect(await makeExports(engine, on())).toMatchObject({ done: 1 });
    expect((await taskOf(who, id)).state).toBe("done");
    expect(linesOf(await download(who, id))).toBe(await count("material"));

    const again = await begun(who, { format: "xlsx" });
    await sql`update export_work set attempt = 3 where task_id = ${again}::uuid`.execute(connection());
    expect(await makeExports(engine, on())).toMatchObject({ failed: 1 });
    expect(String((await taskOf(who, again)).message)).toContain("3次都没有完成");
  });

  test("要求结束的进程把任务放回队列，下一轮重新生成", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    const abort = new AbortController();
    const { store } = engine.files;
    const { put } = store;
    store.put = (key: string, bytes: Bytes) => {
      abort.abort();
      return put.call(store, key, bytes);
    };
    try {
      expect(await makeExports(engine, abort.signal)).toMatchObject({ done: 0, failed: 0 });
    } finally {
      store.put = put;
    }
    expect((await taskOf(who, id)).state).toBe("queued");
    expect(await makeExports(engine, on())).toMatchObject({ done: 1 });
  });

  test("一个人的大文件还在生成，别人后来要的先做完", async () => {
    const [slow, quick] = [await world.as("masterData"), await world.as("admin")];
    const first = await begun(slow);
    let second = "";
    const { store } = engine.files;
    const { put } = store;
    store.put = async (key: string, bytes: Bytes) => {
      const isFirst = second === "";
      if (isFirst) second = await begun(quick);
      // What is asked for while the first file is written must be there before it is.
      if (isFirst) await vi.waitUntil(async () => (await taskOf(quick, second)).state === "done", PATIENCE);
      await put.call(store, key, bytes);
    };
    try {
      expect(await makeExports(engine, on())).toMatchObject({ done: 2, failed: 0 });
    } finally {
      store.put = put;
    }
    expect((await taskOf(slow, first)).state).toBe("done");
  });

  test("到期的文件删除，任务留着，可以重新生成", async () => {
    const who = await world.as("masterData");
    const id = await begun(who);
    await makeExports(engine, on());
    const { file } = await taskOf(who, id);
    const fileId = String(Object(Array.isArray(file) ? file[0] : null).id);
    await sql`update export_task set expires_at = ${new Date(world.clock.now().getTime() - 60_000).toISOString()}::timestamptz where id = ${id}::uuid`.execute(
      connection(),
    );
    await refusal(download(who, id), "wrong_state");
    expect(await makeExports(engine, on())).toMatchObject({ expired: 1 });
    expect(await taskOf(who, id)).toMatchObject({ state: "expired", file: null });
    const { rows } = await sql`select 1 from stored_file where id = ${fileId}::uuid`.execute(connection());
    expect(rows).toEqual([]);
    await applyTransition(who, { ...TASK, id, name: "retry" });
    expect(await makeExports(engine, on())).toMatchObject({ done: 1 });
  });

  test("每条记录一份 PDF，打成一个包；超过200条不收", async () => {
    const who = await world.as("masterData");
    const id = await begun(who, { format: "pdf", list: { filters: { code: ["X000"] }, toggles: [], sort: ["code"] } });
    expect(await makeExports(engine, on())).toMatchObject({ done: 1 });
    const names = [...unzip(await download(who, id)).keys()];
    expect(names).toHaveLength(9);
    expect(names[0]).toMatch(/X0001.*\.pdf$/);
    expect((await refusal(begun(who, { format: "pdf" }), "wrong_state")).message).toContain("超过200行");
  });
});

describe("边改边导出", () => {
  test("读取期间改了、加了、删了的行，最后都按同一时刻的样子出现", async () => {
    const who = await world.as("masterData");
    const spool = await Spool.open();
    let disturbed = false;
    const replan = () =>
      planTask(who, request({ list: { filters: { code: ["X"] }, toggles: [], sort: ["code"] } }), true);
    const before = (await replan()).ids.length / 40;
    try {
      const rows = await settledRows(who, {
        screen: MATERIAL,
        replan,
        spool,
        report: async (done) => {
          if (disturbed || done < 200) return;
          disturbed = true;
          await rename("X0001", "读过之后改的");
          await rename("X0340", "没读到就改的");
          await sql`delete from material where code = 'X0002'`.execute(connection());
          await sql`update material set code = 'X9999', version = version + 1 where code = 'X0003'`.execute(
            connection(),
          );
        },
      });
      expect(rows).toMatchObject({ isSettled: true, count: before - 1 });
      const found: string[] = [];
      for await (const batch of rows.batches())
        for (const cells of batch) found.push(cells.map((cell) => Object(cell).text ?? "").join("|"));
      expect(found).toHaveLength(before - 1);
      expect(found[0]).toContain("读过之后改的");
      expect(found.filter((row) => row.includes("没读到就改的"))).toHaveLength(1);
      expect(found.some((row) => row.includes("X0002"))).toBe(false);
      expect(found.some((row) => row.includes("X0003"))).toBe(false);
      expect(found.at(-1)).toContain("X9999");
    } finally {
      await spool.close();
    }
  });

  test("一直在变的列表也有个了结，并说明", async () => {
    const who = await world.as("masterData");
    const spool = await Spool.open();
    try {
      const replan = async () => {
        await sql`update material set version = version + 1 where code = 'X0010'`.execute(connection());
        return planTask(who, request({ list: { filters: { code: ["X00"] }, toggles: [], sort: ["code"] } }), true);
      };
      const rows = await settledRows(who, { screen: MATERIAL, replan, spool, report: async () => undefined });
      expect(rows.isSettled).toBe(false);
    } finally {
      await spool.close();
    }
  });
});

async function rename(code: string, name: string): Promise<void> {
  const who = await world.as("masterData");
  const { rows } = await sql<{
    id: string;
    version: number;
  }>`select id, version from material where code = ${code}`.execute(connection());
  const [row] = rows;
  if (!row) throw new Error(`no material ${code}`);
  await updateRecordBy(who, { screen: MATERIAL, id: row.id, version: row.version, values: { name } });
}

/** Takes a right from all roles for as long as the work lasts. */
async function withoutRight<T>(permission: string, action: string, work: () => Promise<T>): Promise<T> {
  const pick = sql`from role_permission where permission_id = ${permission} and action = ${action}`;
  const { rows } = await sql<Record<string, unknown>>`select * ${pick}`.execute(connection());
  await sql`delete ${pick}`.execute(connection());
  try {
    return await work();
  } finally {
    for (const row of rows) {
      const columns = Object.keys(row);
      await sql`insert into role_permission (${sql.join(columns.map((column) => sql.ref(column)))})
        values (${sql.join(columns.map((column) => sql`${row[column]}`))})`.execute(connection());
    }
  }
}
