import { sql } from "kysely";
import { expect, onTestFinished, test } from "vitest";
import { openDatabase } from "~/data/database.server";
import { openJobQueue } from "~/data/job-queue.server";
import { silentLog } from "../../../support/database";
import { emptyPlace } from "../../storage/backups";

const PROCESSES = 4;
const TIMES = 5;

test("几个进程同时在恢复出来的库上第一次启动：任务队列只建一次，谁都不失败，连接照常可用", async () => {
  const place = await emptyPlace();
  const databases = await Promise.all(
    Array.from({ length: PROCESSES }, () => openDatabase({ ...place, log: silentLog, poolSize: 1 })),
  );
  onTestFinished(async () => {
    for (const database of databases) await database.close();
  });
  for (let time = 0; time < TIMES; time += 1) {
    const queues = await Promise.all(databases.map((database) => openJobQueue(database, silentLog)));
    for (const queue of queues) await queue.close();
    for (const database of databases) {
      const { rows } = await sql<{
        queues: number;
      }>`select count(*)::int as queues from pgboss.queue`.execute(database.connection());
      expect(rows).toEqual([{ queues: 2 }]);
    }
    await sql`drop schema pgboss cascade`.execute(databases[0]?.connection() ?? fail());
  }
});

function fail(): never {
  throw new Error("there is no database");
}
