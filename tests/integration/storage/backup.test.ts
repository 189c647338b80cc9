import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { sql } from "kysely";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Database, openDatabase } from "~/data/database.server";
import { acquireFolderLock } from "~/data/engines/lock-guard.server";
import { type Migration, migrate } from "~/data/migrate.server";
import { fillSearchColumns } from "~/engine/search/upkeep.server";
import { silentLog } from "../../support/database";
import { order } from "../../support/orders";
import { tempDir } from "../../support/temp-dir";
import { openWorld } from "../../support/world";
import { backup, blankPlace, emptyPlace, everything, inPlace, type Place, placeOf, restore } from "./backups";
import { emptyDataDir } from "./open-storage";

const run = (database: Database, text: string) => sql.raw(text).execute(database.connection());

test("管理员增加的字段和其中的值随备份恢复", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const { database } = world.engine;
  await run(database, "select extension_column('factory', 'x_dock', 'numeric(18,6)', false, false)");
  await run(database, "select extension_column('supplier_certificate', 'x_cold', 'boolean', true, true)");
  await run(database, "update factory set x_dock = 12.5");
  await fillSearchColumns(world.engine);
  const before = await everything(database);
  const { file } = await backup(placeOf(world), tempDir("backups"));
  const place = await emptyPlace();
  await restore(file, place);
  expect(await inPlace(place, everything)).toEqual(before);
});

test("备份时有人在写：服务不停，备份是同一时刻的，之前确认过的一张不少", async () => {
  const world = await openWorld();
  onTestFinished(() => world.close());
  const buyer = await world.as("buyerA");
  const made = [(await order(world, buyer)).id, (await order(world, buyer)).id];
  const before = [...made];
  let isOver = false;
  const writer = (async () => {
    while (!isOver) made.push((await order(world, buyer)).id);
  })();
  const { file } = await backup(placeOf(world), tempDir("backups")).finally(() => {
    isOver = true;
  });
  await writer;

  const target = await emptyPlace();
  await restore(file, target);
  const found = await inPlace(target, async (database) => {
    const { rows } = await sql<{ id: string; lines: number; entries: number; sum: boolean }>`
      select o.id, count(i.id)::int as lines, coalesce(sum(i.amount), 0) = o.amount as sum,
        (select count(*)::int from audit_log a where a.record_id = o.id) as entries
      from purchase_order o left join purchase_order_items i on i.root_id = o.id group by o.id`.execute(
      database.connection(),
    );
    return rows;
  });
  const ids = found.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining(before));
  expect(ids.filter((id) => !made.includes(id))).toEqual([]);
  expect(found.filter(({ lines, entries, sum }) => lines !== 3 || entries !== 1 || !sum)).toEqual([]);
  // Writing a backup of the embedded database takes as long as many orders; they went on being saved.
  if (world.engine.database.engine === "embedded") expect(made.length).toBeGreaterThan(before.length + 2);
});

/** Values and references that are easily lost on the way. */
const ODD: Migration = {
  name: "0001-odd",
  up: `
    create table node (id int primary key, parent_id int references node (id), twin_id int);
    create table twin (id int primary key, node_id int references node (id));
    alter table node add constraint node_twin foreign key (twin_id) references twin (id);
    create table ticket (no int generated always as identity primary key, old serial, title text not null);
    create table value (
      code text primary key, exact numeric, short numeric(18, 2), at timestamptz, day date, doc jsonb, tags text[],
      ids uuid[], raw bytea, ratio float8, yes boolean, twice int generated always as (1 + 1) stored, "Order" text
    );
    create table plain (word text);
    insert into plain values ('由迁移写入');
  `,
};

async function oddPlace(): Promise<Place> {
  const place = await blankPlace();
  await inPlace(place, async (database) => {
    await migrate(database, [ODD]);
    // A child before its parent, and a ring of two tables.
    await run(database, "insert into node values (5, null, null), (1, 5, null), (3, 1, null)");
    await run(database, "insert into twin values (1, 5), (2, null); update node set twin_id = 1 where id = 1");
    await run(
      database,
      "insert into ticket (title) values ('甲'), ('乙'), ('丙'); delete from ticket where title = '丙'",
    );
    await run(database, "delete from plain; insert into plain values ('同'), ('同'), (null)");
    const odd = `a"\\\n\r\t\u2028'{},[]\u0001末`;
    await sql`insert into value (code, exact, short, at, day, doc, tags, ids, raw, ratio, yes, "Order") values
      (${odd}, '123456789012345678901234567890.1200', 1.10, 'infinity', '0044-03-15 BC', 'null', array[${odd}, null, 'NULL', ''],
        '{}', '\\x00ff', 0.1, true, ${odd}),
      ('é', 'NaN', null, '2025-03-01 12:00:00.123456+08', null, ${`{"a": [1.10, ${JSON.stringify(odd)}]}`}, null, null, null,
        'NaN', false, ''),
      ('z', 0, 0, null, null, null, '{}', array['0190c000-0000-7000-8000-00000000000a']::uuid[], '', -0.0, null, null)`.execute(
      database.connection(),
    );
  });
  return place;
}

test("怪字、空值、精确小数、自引用、互相引用和序号，恢复后都一样，序号接着走", async () => {
  const place = await oddPlace();
  const before = await inPlace(place, everything);
  const { file } = await backup(place, tempDir("backups"));
  const target = await emptyPlace();
  await restore(file, target, { migrations: [ODD] });
  await inPlace(target, async (database) => {
    expect(await everything(database)).toEqual(before);
    await run(database, "insert into ticket (title) values ('丁')");
    expect((await run(database, "select no, old from ticket where title = '丁'")).rows).toEqual([{ no: 4, old: 4 }]);
    // References are checked at once again.
    const both = "insert into node values (10, 11, null); insert into node values (11, null, null)";
    await expect(database.transaction({ role: "owner" }, () => run(database, both))).rejects.toMatchObject({
      code: "referenced",
    });
  });
});

// Of a small database: what is asked here hangs on the file and on the list of migrations, and a whole one is restored above.
describe("同一份备份", () => {
  const own = [ODD];
  /** One backup for all of them, and what is in it. */
  let made: Promise<{ file: string; before: Record<string, string[]> }> | undefined;
  const once = () => {
    made ??= (async () => {
      const place = await oddPlace();
      await inPlace(place, (database) => run(database, "insert into plain values ('在备份里')"));
      return { before: await inPlace(place, everything), file: (await backup(place, tempDir("backups"))).file };
    })();
    return made;
  };

  test("截断的、改了一个字节的、不是备份的，都被拒绝，目标保持原样", async () => {
    const { file, before } = await once();
    const bytes = readFileSync(file);
    const flipped = (position: number) => {
      const copy = Buffer.from(bytes);
      copy[position] = (copy[position] ?? 0) ^ 0x10;
      return copy;
    };
    const damaged = [
      ...[0, 1, 20, bytes.length >> 1, bytes.length - 9, bytes.length - 1].map((length) => bytes.subarray(0, length)),
      ...[0, 2, 40, bytes.length >> 2, bytes.length >> 1, bytes.length - 12, bytes.length - 6].map(flipped),
      Buffer.from("不是备份"),
      Buffer.concat([bytes, bytes]),
    ];
    const target = await emptyPlace();
    for (const [index, content] of damaged.entries()) {
      const bad = path.join(tempDir("bad"), "bad.gz");
      writeFileSync(bad, content);
      await expect(restore(bad, target, { migrations: own }), `${index}`).rejects.toMatchObject({
        name: "BackupError",
        message: /备份文件不完整或已损坏|不是本系统的备份文件/,
      });
    }
    await expect(restore("/nowhere/backup.gz", target)).rejects.toThrow(/^无法读取备份文件/);
    // Still empty: it takes a whole backup without asking.
    await restore(file, target, { migrations: own });
    expect(await inPlace(target, everything)).toEqual(before);
  });

  test("结构比程序新或与程序不同的被拒绝，旧结构恢复后升级到现在", async () => {
    const { file, before } = await once();
    const target = await emptyPlace();
    await expect(restore(file, target, { migrations: [] })).rejects.toThrow(/比本程序新/);
    const changed = [{ ...ODD, up: `${ODD.up} select 1;` }];
    await expect(restore(file, target, { migrations: changed })).rejects.toThrow(/与本程序的不同/);
    const next = { name: "9999-next", up: "create table next (id int primary key); insert into next values (1);" };
    await restore(file, target, { migrations: [...own, next] });
    expect(await inPlace(target, everything)).toEqual({ ...before, next: ["(1)"] });
  });

  test("目标有数据时拒绝，--replace 才取代；取代中途失败，原来的数据还在", async () => {
    const { file, before } = await once();
    const target = await oddPlace();
    const odd = await inPlace(target, everything);
    await expect(restore(file, target, { migrations: own })).rejects.toThrow(/没有做任何改动.*--replace/);
    const broken = [...own, { name: "9999-broken", up: "create table half (id int); select 1 / 0;" }];
    await expect(restore(file, target, { replace: true, migrations: broken })).rejects.toMatchObject({
      code: "engine",
    });
    expect(await inPlace(target, everything)).toEqual(odd);

    const { kept } = await restore(file, target, { replace: true, migrations: own });
    expect(await inPlace(target, everything)).toEqual(before);
    if (target.databaseUrl) return;
    expect(readdirSync(target.dataDir).sort()).toEqual(["control", "database", path.basename(kept ?? "")].sort());
  });

  test("还有进程在用目标时拒绝", async () => {
    const { file } = await once();
    const target = await blankPlace();
    const running = await openDatabase({ ...target, log: silentLog });
    onTestFinished(() => running.close());
    const refused = target.databaseUrl ? { name: "BackupError", message: /先停止它们/ } : { code: "locked" };
    await expect(restore(file, target, { replace: true, migrations: own })).rejects.toMatchObject(refused);
  });
});

test("默认目录留下最新的十四份，别的文件不动；文件只有本人能读，不留半份", async () => {
  const dataDir = await emptyDataDir();
  await inPlace({ dataDir }, (database) => migrate(database, [ODD]));
  const folder = path.join(dataDir, "backups");
  mkdirSync(folder);
  const old = Array.from({ length: 15 }, (_, day) => `backup-202001${String(day + 10)}T030000Z.gz`);
  for (const name of [...old, "backup-20200110T030000Z-2.gz", "合同.gz"]) writeFileSync(path.join(folder, name), "");
  const made = await backup({ dataDir });
  expect(made.removed).toEqual([old[0], "backup-20200110T030000Z-2.gz", old[1]]);
  const left = readdirSync(folder);
  expect(left.sort()).toEqual([...old.slice(2), path.basename(made.file), "合同.gz"].sort());
  expect(statSync(made.file).mode & 0o777).toBe(0o600);
  expect(path.basename(made.file)).toMatch(/^backup-\d{8}T\d{6}Z\.gz$/);

  const elsewhere = tempDir("elsewhere");
  for (const name of old) writeFileSync(path.join(elsewhere, name), "");
  expect((await backup({ dataDir }, elsewhere)).removed).toEqual([]);
  expect(readdirSync(elsewhere)).toHaveLength(old.length + 1);
  expect(readdirSync(dataDir).filter((name) => name.startsWith("copy-"))).toEqual([]);
});

test("很长的路径也能在服务时备份；没有数据库、目录被占用、写不进去，都说清楚", async () => {
  const dataDir = path.join(await emptyDataDir(), ..."一二三四五六七八九十".split("").map((name) => name.repeat(5)));
  const running = await openDatabase({ dataDir, log: silentLog });
  await expect(backup({ dataDir })).rejects.toThrow(/还没有本系统的数据表/);
  await migrate(running, [ODD]);
  const made = await backup({ dataDir }).finally(() => running.close());
  expect(made.rows).toBe(1);

  await expect(backup({ dataDir: tempDir("empty") })).rejects.toThrow(/里没有数据库：请用 DATA_DIR/);
  const file = path.join(tempDir("file"), "file");
  writeFileSync(file, "");
  await expect(backup({ dataDir }, file)).rejects.toThrow(/无法写入/);
  const lock = await acquireFolderLock(dataDir, { onLost: () => undefined });
  await expect(backup({ dataDir })).rejects.toThrow(/正被另一个进程占用.*请稍后再备份/);
  lock.release();
});
