import { fileURLToPath } from "node:url";
import { sql } from "kysely";
import { beforeAll, describe, expect, test } from "vitest";
import { readArchive } from "~/data/backup/archive.server";
import { migrationsOf } from "~/data/backup/load.server";
import type { Database } from "~/data/database.server";
import { migrate, schemaVersion } from "~/data/migrate.server";
import { migrations } from "~/data/migrations/index.server";
import { whenFileEnds } from "../../support/file-end";
import { tempDir } from "../../support/temp-dir";
import { backup, everything, inPlace, type Place, restore } from "./backups";
import { emptyDataDir, newServerUrl } from "./open-storage";

const file = fileURLToPath(new URL("../../fixtures/backups/demo-of-0.1.0.gz", import.meta.url));
const baseline = migrations.find(({ replaces }) => replaces) ?? { name: "", up: "" };
const before = Object.entries(baseline.replaces?.checksums ?? {});
const later = migrations.map(({ name }) => name).filter((name) => name > baseline.name);

const applied = async (database: Database) =>
  (
    await sql<{ name: string }>`select name from schema_migration where name <> '' order by name`.execute(
      database.connection(),
    )
  ).rows.map(({ name }) => name);

/** As the version before left it: its migrations stand as run, of ours none. */
async function asBefore(database: Database, names: readonly (readonly [string, string])[] = before): Promise<void> {
  await sql`delete from schema_migration where name <> ''`.execute(database.connection());
  for (const [name, checksum] of names) {
    await sql`insert into schema_migration values (${name}, now(), ${checksum})`.execute(database.connection());
  }
}

describe("0.1.0 版的演示公司", () => {
  let place: Place;

  beforeAll(async () => {
    const databaseUrl = await newServerUrl(whenFileEnds);
    place = databaseUrl ? { dataDir: tempDir("unused"), databaseUrl } : { dataDir: await emptyDataDir() };
    await restore(file, place, { replace: true, migrations: [baseline] });
  });

  test("恢复后每张表的行数与校验和都和备份里的一样", async () => {
    const old = await readArchive(file);
    expect(old.rows).toBe(6623);
    expect(Object.fromEntries(old.head.migrations.map(({ name, checksum }) => [name, checksum]))).toEqual(
      Object.fromEntries(before),
    );
    const again = await readArchive((await backup(place, tempDir("again"))).file);
    expect(again.tables).toHaveLength(210);
    const byTable = ({ tables }: typeof old) => new Map(tables.map((one) => [one.table, one]));
    expect(byTable(again)).toEqual(byTable(old));
    const columns = ({ head }: typeof old) => new Map(head.tables.map((one) => [one.name, one.columns]));
    expect(columns(again)).toEqual(columns(old));
  });

  test("执行过全部旧迁移的安装只把基线记为已执行，数据一行不变", async () => {
    await inPlace(place, async (database) => {
      await asBefore(database);
      const rows = await everything(database);
      expect(await migrate(database, [baseline])).toEqual([baseline.name]);
      expect(await everything(database)).toEqual(rows);
      expect(await schemaVersion(database)).toBe(baseline.name);
      expect(await applied(database)).toEqual([...before.map(([name]) => name), baseline.name].sort());
      expect(await migrate(database, [baseline])).toEqual([]);
      expect(await migrate(database, migrations)).toEqual(later);
    });
  });

  test("备份的名单里有旧迁移也有基线，或停在中途：前者仍能恢复，后者说明先装哪个版本", async () => {
    const { head } = await backup(place, tempDir("both"));
    const names = (kept: typeof head.migrations) =>
      migrationsOf({ ...head, migrations: kept }, migrations).map(({ name }) => name);
    expect(head.migrations.map(({ name }) => name)).toContain(before.at(-1)?.[0]);
    expect(names(head.migrations)).toEqual([baseline.name, ...later]);
    const old = before.map(([name, checksum]) => ({ name, checksum }));
    expect(names(old)).toEqual([baseline.name]);
    expect(() => names(old.slice(0, -1))).toThrow(
      /^备份的数据结构早于 .+请先用 0\.1\.0 版的最后一次修订恢复并启动一次/,
    );
  });

  test("停在中途的安装不启动，中文说明先装哪个版本，数据不动", async () => {
    await inPlace(place, async (database) => {
      await asBefore(database, before.slice(0, -3));
      const rows = await everything(database);
      await expect(migrate(database, migrations)).rejects.toMatchObject({
        code: "engine",
        message: /^数据库的结构早于 .+（3个迁移尚未执行）.*请先安装 0\.1\.0 版的最后一次修订并启动一次/,
      });
      expect(await everything(database)).toEqual(rows);
      expect(await applied(database)).toHaveLength(before.length - 3);
    });
  });

  test("旧迁移执行时的内容不同，同样不启动并指出名称", async () => {
    const [first] = before;
    await inPlace(place, async (database) => {
      await asBefore(
        database,
        before.map((one, index) => (index === 0 ? [one[0], "0"] : one)),
      );
      await expect(migrate(database, migrations)).rejects.toMatchObject({
        code: "engine",
        message: new RegExp(`^迁移 ${first?.[0]} 执行时的内容与 0\\.1\\.0 版的不同`),
      });
      // As it was, for whoever opens it next.
      await asBefore(database);
    });
  });
});
