import { execFileSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, test } from "vitest";
import { migrations } from "~/data/migrations/index.server";
import { registry } from "~/modules/registry.server";
import { addMigration, listText, migrationName, migrationNames, writeList } from "../../../scripts/migration-files";
import { readSnapshot, snapshotText } from "../../../scripts/schema-snapshot";
import { tempDir } from "../../support/temp-dir";

const FOLDER = "app/data/migrations";

test("迁移以写成的时刻命名（UTC），名称的顺序就是执行的顺序", () => {
  expect(migrationName("pallet-type", new Date("2026-11-23T20:15:00.500+00:00"))).toBe("20261123-201500-pallet-type");
  expect(migrationName("pallet-type", new Date("2026-11-24T04:15:00+08:00"))).toBe("20261123-201500-pallet-type");
});

test("文件夹里的每个迁移都在清单里，名称与文件一致，没有重名", () => {
  const names = migrationNames(FOLDER);
  expect(migrations.map(({ name }) => name)).toEqual(names);
  expect(readFileSync(path.join(FOLDER, "list.server.ts"), "utf8").split("\n").sort()).toEqual(
    listText(names).split("\n").sort(),
  );
});

test("两个分支各加一个迁移：合并没有冲突，两个都在", () => {
  const home = tempDir("branches");
  const git = (...args: string[]) =>
    execFileSync(
      "git",
      ["-c", "user.name=甲", "-c", "user.email=a@example.com", "-c", "commit.gpgsign=false", ...args],
      {
        cwd: home,
        encoding: "utf8",
        stdio: "pipe",
      },
    );
  const folder = path.join(home, FOLDER);
  mkdirSync(folder, { recursive: true });
  cpSync(".gitattributes", path.join(home, ".gitattributes"));
  const add = (name: string) => addMigration(folder, name, "select 1;");
  git("init", "-q", "-b", "main");
  add("20270101-080000-first");
  const commit = (title: string) => {
    git("add", ".");
    git("commit", "-qm", title);
  };
  commit("first");
  git("switch", "-qc", "pallets");
  add("20270103-080000-pallets");
  commit("pallets");
  git("switch", "-q", "main");
  git("switch", "-qc", "visits");
  add("20270102-080000-visits");
  commit("visits");
  git("merge", "-q", "--no-edit", "pallets");
  const merged = () => readFileSync(path.join(folder, "list.server.ts"), "utf8");
  const names = ["20270101-080000-first", "20270102-080000-visits", "20270103-080000-pallets"];
  expect(merged().split("\n").sort()).toEqual(listText(names).split("\n").sort());
  // What was taken away is gone from the list with the next run.
  rmSync(path.join(folder, "20270102-080000-visits.server.ts"));
  writeList(folder);
  expect(merged()).toBe(listText(names.filter((name) => !name.includes("visits"))));
});

test("结构快照与定义一致，一列一行", () => {
  const byName = <T extends { name: string }>(shapes: readonly T[]) =>
    [...shapes].sort((a, b) => (a.name < b.name ? -1 : 1));
  expect(byName(readSnapshot(path.join(FOLDER, "schema")))).toEqual(byName(registry.shapes));
  const text = snapshotText(registry.shapes.filter(({ name }) => name === "factory"));
  expect(text).toContain('\n      {"name":"id","type":"uuid primary key","required":false,"suppliers":["read"]},\n');
});
