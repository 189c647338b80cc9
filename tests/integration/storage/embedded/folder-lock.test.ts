import { cpSync, existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "~/data/database.server";
import { acquireFolderLock, type FolderLock } from "~/data/engines/lock-guard.server";
import { type LockRecord, newRecord } from "~/data/engines/lock-record.server";
import { startChild } from "../../../support/child-process";
import { tempDir } from "../../../support/temp-dir";
import { emptyDataDir, openEmbeddedStorage, recordedLog } from "../open-storage";

const SCRIPT = "tests/support/storage-child.ts";
const lockFile = (folder: string) => path.join(folder, "owner.lock");

async function acquire(folder: string, options: { staleMs?: number; beatMs?: number; onLost?: () => void } = {}) {
  const lock = await acquireFolderLock(folder, { onLost: () => undefined, ...options });
  onTestFinished(() => lock.release());
  return lock;
}

/** A folder whose lock names a process that was killed. */
async function folderOfTheDead(): Promise<string> {
  const folder = tempDir("lock");
  const child = startChild(SCRIPT, ["lock", folder]);
  expect(await child.nextLine()).toBe("mine");
  await child.kill("SIGKILL");
  expect(existsSync(lockFile(folder))).toBe(true);
  return folder;
}

function writeLock(folder: string, change: Partial<LockRecord>): void {
  writeFileSync(lockFile(folder), JSON.stringify({ ...newRecord(folder), ...change }));
}

test("第二个进程打开同一数据目录被拒绝，说出进程号与目录；前者被强杀后可以打开", async () => {
  const dataDir = await emptyDataDir();
  const child = startChild(SCRIPT, ["hold", dataDir]);
  expect(await child.nextLine()).toBe("open");
  await expect(openDatabase({ dataDir, log: recordedLog() })).rejects.toMatchObject({
    name: "StorageError",
    code: "locked",
    message: `数据目录 ${dataDir} 正被进程 ${child.pid} 使用，请先停止它，或为本进程设置另一个 DATA_DIR`,
  });
  await child.kill("SIGKILL");
  await (await openEmbeddedStorage({ dataDir })).ping();
});

test("同一进程也不能打开两次，关闭后可以再打开", async () => {
  const dataDir = await emptyDataDir();
  const first = await openEmbeddedStorage({ dataDir });
  await expect(openDatabase({ dataDir, log: recordedLog() })).rejects.toMatchObject({ code: "locked" });
  await first.close();
  expect(existsSync(lockFile(dataDir))).toBe(false);
  await (await openEmbeddedStorage({ dataDir })).ping();
});

test("没有关闭数据库的脚本做完事就退出，不留下锁", async () => {
  const dataDir = await emptyDataDir();
  const child = startChild(SCRIPT, ["leave", dataDir]);
  expect(await child.nextLine()).toBe("open");
  expect(await child.nextLine()).toBeUndefined();
  expect(existsSync(lockFile(dataDir))).toBe(false);
});

test("复制来的数据目录，锁里是已死的进程，可以打开", async () => {
  const dataDir = await emptyDataDir();
  const child = startChild(SCRIPT, ["hold", dataDir]);
  expect(await child.nextLine()).toBe("open");
  await child.kill("SIGKILL");
  const copy = path.join(tempDir("storage"), "副本");
  // What a killed process listened on is no file; programs that copy folders leave it out or copy it as it is.
  cpSync(dataDir, copy, { recursive: true, filter: (source) => !source.endsWith(".sock") });
  await (await openEmbeddedStorage({ dataDir: copy })).ping();
});

test("复制自正在使用的目录则拒绝，并指出原目录", async () => {
  const folder = tempDir("lock");
  await acquire(folder);
  const copy = path.join(tempDir("lock"), "副本");
  cpSync(folder, copy, { recursive: true });
  await expect(acquire(copy)).rejects.toThrow(`锁文件记录的目录是 ${folder}`);
});

test("强杀之后六个进程同时来抢，只有一个得到", async () => {
  const folder = await folderOfTheDead();
  const children = Array.from({ length: 6 }, () => startChild(SCRIPT, ["lock", folder]));
  const answers = await Promise.all(children.map((child) => child.nextLine()));
  expect(answers.filter((answer) => answer === "mine")).toHaveLength(1);
  expect(answers.filter((answer) => answer?.startsWith("refused 数据目录"))).toHaveLength(5);
});

test("接管到一半就死掉的进程不挡后来者", async () => {
  const folder = await folderOfTheDead();
  const stale = JSON.parse(readFileSync(lockFile(folder), "utf8")) as LockRecord;
  const halfWay = { ...stale, token: "half-way" };
  writeFileSync(`${lockFile(folder)}.claim-${stale.token}`, JSON.stringify(halfWay));
  await acquire(folder);
  expect(existsSync(`${lockFile(folder)}.claim-${stale.token}`)).toBe(false);
});

test("进程号被别的进程重新用上，仍算已死", async () => {
  const folder = tempDir("lock");
  writeLock(folder, { token: "reused", startTime: "1" });
  await acquire(folder);
});

test("别的主机：心跳已停很久则接管，还在跳则拒绝，刚停则等到过期", async () => {
  const folder = tempDir("lock");
  writeLock(folder, { place: "other-host", token: "old", beat: Date.now() - 31_000 });
  (await acquire(folder)).release();

  const elsewhere = { place: "other-host", token: "living", pid: 4711 };
  writeLock(folder, elsewhere);
  const beating = setInterval(() => writeLock(folder, elsewhere), 20);
  onTestFinished(() => clearInterval(beating));
  await expect(acquire(folder)).rejects.toThrow("正被进程 4711 使用");
  clearInterval(beating);

  writeLock(folder, elsewhere);
  await acquire(folder, { staleMs: 200 });
});

test("读不懂的锁文件过期后被接管", async () => {
  const folder = tempDir("lock");
  writeFileSync(lockFile(folder), "{");
  await acquire(folder, { staleMs: 200 });
});

test("锁被别人拿走会得知，释放时不动别人的锁", async () => {
  const folder = tempDir("lock");
  let lock: FolderLock | undefined;
  await new Promise<void>((resolve) => {
    void acquire(folder, { beatMs: 20, onLost: resolve }).then((acquired) => {
      lock = acquired;
      writeFileSync(`${lockFile(folder)}.other`, JSON.stringify({ ...newRecord(folder), token: "other" }));
      renameSync(`${lockFile(folder)}.other`, lockFile(folder));
    });
  });
  lock?.release();
  expect(readFileSync(lockFile(folder), "utf8")).toContain("other");
});
