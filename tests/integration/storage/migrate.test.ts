import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Database } from "~/data/database.server";
import { type Migration, migrate, schemaVersion } from "~/data/migrate.server";
import { openStorage } from "./open-storage";

const supplier: Migration = {
  name: "0001_supplier",
  up: `create table supplier (id int primary key, name text not null);
    -- 两条语句在同一个迁移里
    insert into supplier values (1, '甲公司；乙部');`,
};
const contract: Migration = {
  name: "0002_contract",
  up: "create table contract (id int primary key, supplier_id int references supplier (id));",
};
const broken: Migration = { name: "0003_broken", up: "create table half (id int); select 1 / 0;" };

async function tableCount(database: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from pg_tables where tablename in ('supplier', 'contract', 'half')
  `.execute(database.connection());
  return rows[0]?.count ?? 0;
}

test("按顺序执行一次，报告名称；再次启动什么也不做", async () => {
  const database = await openStorage();
  expect(await schemaVersion(database)).toBe("");
  expect(await migrate(database, [supplier, contract])).toEqual(["0001_supplier", "0002_contract"]);
  expect(await migrate(database, [supplier, contract])).toEqual([]);
  expect(await schemaVersion(database)).toBe("0002_contract");
  expect(await tableCount(database)).toBe(2);
});

test("执行过的迁移内容变了，启动停止并指出名称；只换了换行符不算变", async () => {
  const database = await openStorage();
  await migrate(database, [supplier]);
  const windows = { ...supplier, up: `${supplier.up.replaceAll("\n", "\r\n")}\r\n` };
  expect(await migrate(database, [windows])).toEqual([]);
  const changed = { ...supplier, up: supplier.up.replace("not null", "") };
  await expect(migrate(database, [changed, contract])).rejects.toMatchObject({
    code: "engine",
    message: /^迁移 0001_supplier 已经执行过，但内容与当时不同/,
  });
  expect(await schemaVersion(database)).toBe("0001_supplier");
});

test("失败的迁移整体撤销，之前的保留，改好之后接着执行", async () => {
  const database = await openStorage();
  await expect(migrate(database, [supplier, contract, broken])).rejects.toMatchObject({
    code: "engine",
    message: /^迁移 0003_broken 执行失败.*division by zero/,
    cause: { code: "22012" },
  });
  expect(await schemaVersion(database)).toBe("0002_contract");
  expect(await tableCount(database)).toBe(2);
  const repaired = { ...broken, up: "create table half (id int)" };
  expect(await migrate(database, [supplier, contract, repaired])).toEqual(["0003_broken"]);
});

test("同时启动的多个进程轮流执行，每个迁移只有一次", async () => {
  const database = await openStorage();
  const starts = await Promise.all([1, 2, 3].map(() => migrate(database, [supplier, contract])));
  expect(starts.flat().sort()).toEqual(["0001_supplier", "0002_contract"]);
});

test("迁移可以比普通语句的时限更久", async () => {
  const database = await openStorage({ statementLimitMs: 3_000 });
  expect(await migrate(database, [{ name: "0001_slow", up: "select pg_sleep(4)" }])).toEqual(["0001_slow"]);
});

test("名称较早、后来才合并进来的迁移，在已经执行过较晚一个的安装上照样执行", async () => {
  const database = await openStorage();
  const late: Migration = { name: "20270302-080000-late", up: "create table contract (id int primary key)" };
  const early: Migration = { name: "20270301-080000-early", up: "create table supplier (id int primary key)" };
  expect(await migrate(database, [late])).toEqual([late.name]);
  expect(await migrate(database, [early, late])).toEqual([early.name]);
  expect(await tableCount(database)).toBe(2);
});
