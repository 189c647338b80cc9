import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setImmediate } from "node:timers/promises";
import { Worker } from "node:worker_threads";
import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import type { Database } from "~/data/database.server";
import { openEmbedded } from "~/data/engines/embedded.server";
import { isVacuumDue, startMaintenance } from "~/data/engines/maintenance.server";
import { startChild } from "../../../support/child-process";
import { tempDir } from "../../../support/temp-dir";
import { emptyDataDir, openEmbeddedStorage, recordedLog } from "../open-storage";

const SCRIPT = "tests/support/storage-child.ts";
const ROOT = path.resolve(import.meta.dirname, "../../../..");
const ENDLESS = "select count(*) from generate_series(1, 100000000000)";
/** PGlite cannot start programs and breaks on the attempt, which stands for any crash of the engine. */
const CRASH = "copy (select 1) to program 'true'";

const run = (database: Database, text: string) => sql.raw(text).execute(database.connection());

async function ledger(database: Database): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select id from ledger order by id`.execute(database.connection());
  return rows.map(({ id }) => id);
}

test("超时的语句被终止，调用者得到不可用，数据库自己重新打开，数据还在", async () => {
  const log = recordedLog();
  const database = await openEmbeddedStorage({ log, statementLimitMs: 4_000 });
  await run(database, "create table ledger (id int)");
  await run(database, "insert into ledger values (1)");
  await expect(run(database, ENDLESS)).rejects.toMatchObject({ code: "unavailable", message: /longer than 4 s/ });
  expect(await ledger(database)).toEqual([1]);

  const work = database.transaction({ role: "owner" }, async () => {
    await run(database, "insert into ledger values (2)");
    await run(database, ENDLESS);
  });
  await expect(work).rejects.toMatchObject({ code: "unavailable" });
  expect(await ledger(database)).toEqual([1]);
  expect(log.lines.filter((line) => line.startsWith("the embedded database is started again"))).toHaveLength(2);
});

test("事务可以声明自己的语句需要更久，之后恢复原来的限制", async () => {
  const database = await openEmbeddedStorage({ statementLimitMs: 3_000 });
  await database.transaction({ role: "owner" }, () => run(database, "select pg_sleep(4)"), {
    statementLimitMs: 60_000,
  });
  await expect(run(database, ENDLESS)).rejects.toMatchObject({ code: "unavailable" });
});

test("引擎崩溃：正在执行的语句报不可用，排队的语句在重启后照常完成", async () => {
  const database = await openEmbeddedStorage();
  await run(database, "create table ledger (id int)");
  const crash = run(database, CRASH);
  const queued = [1, 2, 3].map((id) => run(database, `insert into ledger values (${id})`));
  await expect(crash).rejects.toMatchObject({ code: "unavailable" });
  await Promise.all(queued);
  expect(await ledger(database)).toEqual([1, 2, 3]);
});

test("递归过深是一条语句错误，不是崩溃", async () => {
  const database = await openEmbeddedStorage();
  await run(
    database,
    "create function deeper(n int) returns int language plpgsql as $$ begin return deeper(n + 1); end $$",
  );
  await expect(run(database, "select deeper(1)")).rejects.toMatchObject({ code: "54001" });
});

test("提交途中强杀：确认过的一笔不少，没有半笔", async () => {
  const dataDir = await emptyDataDir();
  const before = await openEmbeddedStorage({ dataDir });
  await run(before, "create table ledger (id int, side text, amount numeric(20, 4), primary key (id, side))");
  await before.close();

  const child = startChild(SCRIPT, ["commit", dataDir, "100000"]);
  const acknowledged: number[] = [];
  while (acknowledged.length < 200) acknowledged.push(Number(await child.nextLine()));
  acknowledged.push(...(await child.kill("SIGKILL")).map(Number));

  const after = await openEmbeddedStorage({ dataDir });
  const { rows } = await sql<{ id: number; sides: number; sum: string }>`
    select id, count(*)::int as sides, sum(amount) as sum from ledger group by id order by id
  `.execute(after.connection());
  expect(rows.slice(0, acknowledged.length).map(({ id }) => id)).toEqual(acknowledged);
  expect(rows.every(({ sides, sum }) => sides === 2 && Number(sum) === 0)).toBe(true);
  expect(rows.length - acknowledged.length).toBeLessThanOrEqual(1); // committed, killed before it could say so
});

test("第一次建库途中强杀，下次照常建库", async () => {
  const dataDir = tempDir("storage");
  const child = startChild(SCRIPT, ["hold", dataDir]);
  while (!existsSync(path.join(dataDir, "database.new"))) await setImmediate();
  await child.kill("SIGKILL");
  expect(existsSync(path.join(dataDir, "database", "PG_VERSION"))).toBe(false);
  await (await openEmbeddedStorage({ dataDir })).ping();
});

test("不像数据库的目录不会被覆盖", async () => {
  const dataDir = tempDir("storage");
  mkdirSync(path.join(dataDir, "database"));
  writeFileSync(path.join(dataDir, "database", "合同.pdf"), "重要");
  await expect(openEmbeddedStorage({ dataDir })).rejects.toMatchObject({ code: "engine", message: /不是空目录/ });
  expect(existsSync(path.join(dataDir, "owner.lock"))).toBe(false);
});

/** Starts the database thread from a changed source and resolves to its first report. */
async function startChanged(directory: string, change: (source: string) => string): Promise<unknown> {
  const folder = tempDir("worker");
  symlinkSync(path.join(ROOT, "node_modules"), path.join(folder, "node_modules"));
  const source = readFileSync(path.join(ROOT, "app/data/engines/pglite-worker.mjs"), "utf8");
  const changed = change(source);
  expect(changed).not.toBe(source);
  const file = path.join(folder, "worker.mjs");
  writeFileSync(file, changed);
  const worker = new Worker(file, { workerData: { directory }, execArgv: [] });
  onTestFinished(async () => void (await worker.terminate()));
  return new Promise((resolve) => worker.once("message", resolve));
}

test("提交没有落盘的引擎拒绝启动", async () => {
  const directory = path.join(await emptyDataDir(), "database");
  const report = await startChanged(directory, (source) => source.replace('["-c", "fsync=on"]', '["-F"]'));
  expect(report).toMatchObject({ kind: "fatal", reason: /durability self-test failed/ });
});

test("落盘失败不会被当作提交成功", async () => {
  const directory = path.join(await emptyDataDir(), "database");
  const report = await startChanged(directory, (source) =>
    source
      .replace("else fs.fsyncSync(stream.nfd);", 'else throw Object.assign(new Error("EIO"), { code: "EIO" });')
      .replace("await proveDurable(engine);", "")
      .replace(
        'parentPort.postMessage({ kind: "ready" });',
        `session.reset(1);
        await session.feed(Buffer.from([0, 0, 0, 8, 0, 3, 0, 0]));
        const text = Buffer.from("select pg_logical_emit_message(true, 'a', 'b')\\0");
        await session.feed(Buffer.concat([Buffer.from([0x51, 0, 0, 0, text.length + 4]), text]));
        parentPort.postMessage({ kind: "ready" });`,
      ),
  );
  expect(report).toEqual({ kind: "fatal", reason: "EIO" });
});

test("维护：写过才做检查点，到期才整理，都不影响数据", async () => {
  const log = recordedLog();
  const engine = await openEmbedded({ dataDir: await emptyDataDir(), log });
  onTestFinished(() => engine.close());
  const value = async (text: string) => Object.values((await engine.pool.query(text)).rows[0] ?? {})[0];
  const checkpoint = () => value("select checkpoint_lsn::text from pg_control_checkpoint()");
  await engine.pool.query("create table ledger as select generate_series(1, 1000) as id");
  const maintenance = startMaintenance(engine, log);
  onTestFinished(() => maintenance.stop());

  await maintenance.run();
  const first = await checkpoint();
  expect(await value("select last_vacuum is not null from pg_stat_user_tables where relname = 'ledger'")).toBe(true);
  expect(log.lines.filter((line) => line.startsWith("the embedded database was vacuumed"))).toHaveLength(1);

  await maintenance.run();
  expect(await checkpoint()).toBe(first);
  await engine.pool.query("insert into ledger values (0)");
  await maintenance.run();
  expect(await checkpoint()).not.toBe(first);
  expect(log.lines.filter((line) => line.startsWith("the embedded database was vacuumed"))).toHaveLength(1);
  expect(log.lines.filter((line) => line.startsWith("maintenance"))).toEqual([]);
});

test("整理在上海凌晨三点之后到期，一夜一次", () => {
  const at = (text: string) => new Date(`${text}+08:00`);
  expect(isVacuumDue(undefined, at("2025-03-02T12:00"))).toBe(true);
  expect(isVacuumDue(at("2025-03-02T03:01"), at("2025-03-02T12:00"))).toBe(false);
  expect(isVacuumDue(at("2025-03-02T03:01"), at("2025-03-03T02:59"))).toBe(false);
  expect(isVacuumDue(at("2025-03-02T03:01"), at("2025-03-03T03:00"))).toBe(true);
});
