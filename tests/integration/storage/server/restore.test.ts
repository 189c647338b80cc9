import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrate } from "~/data/migrate.server";
import { tempDir } from "../../../support/temp-dir";
import { backup, emptyPlace, everything, inPlace, restore } from "../backups";

const ONE = { name: "0001-note", up: "create table note (word text); insert into note values ('在')" };

test("刚停下的进程在服务器上的会话还没有结束：恢复等它结束，不当作还在用", async () => {
  const place = await emptyPlace();
  await inPlace(place, (database) => migrate(database, [ONE]));
  const { file } = await backup(place, tempDir("backups"));
  const target = await emptyPlace();
  const connect = async (name: string) => {
    const client = new pg.Client({ connectionString: target.databaseUrl, application_name: name });
    await client.connect();
    onTestFinished(() => client.end().catch(() => undefined));
    return client;
  };
  const leaving = await connect("supplier-portal");
  const onlooker = await connect("onlooker");

  const restored = restore(file, target, { migrations: [ONE] }).catch((error: unknown) => error);
  // It has asked who is there, and was told of the one that leaves.
  const asked =
    "select 1 from pg_stat_activity where application_name = 'supplier-portal' and query like '%pg_backend_pid()%'";
  await expect.poll(async () => (await onlooker.query(asked)).rowCount).toBe(1);
  await leaving.end();
  expect(await restored).toMatchObject({ rows: 1 });
  expect(await inPlace(target, everything)).toEqual({ note: ["(在)"] });
});
