import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { systemContext } from "~/engine/context.server";
import { takeDroppedPeople } from "~/engine/user-sync/drop-folder.server";
import { rowsOf } from "../../support/sign-in";
import { tempDir } from "../../support/temp-dir";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const folder = tempDir("people");
const said: string[] = [];
const run = (peopleFolder?: string) => {
  const services = { ...world.engine, ...(peopleFolder ? { peopleFolder } : {}) };
  const context = systemContext(services, "人事文件同步");
  const signal = new AbortController().signal;
  return takeDroppedPeople({ services, context, given: {}, signal, say: (line) => void said.push(line) });
};
const put = (name: string, text: string) => writeFileSync(path.join(folder, name), text);
const notification = async () =>
  (await rowsOf(world, "inbox", "at")).flatMap(({ scenario, user_id, title }) =>
    String(scenario).startsWith("user-sync.") && user_id === world.accounts.admin ? [title] : [],
  );

test("没有设置文件夹、文件夹是空的，什么也不做", async () => {
  expect(await run()).toBeUndefined();
  expect(await run(folder)).toBeUndefined();
});

test("放进来的文件检查后执行，移到done；有失败的人，管理员收到消息；子文件夹和未写完的文件不动", async () => {
  put("b.csv", "工号,姓名,手机号\nM001,梅丽,13812345678\nM002,坏号码,123\n");
  put(".c.csv", "还没写完");
  put("说明.txt", "不是人员");
  mkdirSync(path.join(folder, "旧.csv"));
  expect(await run(folder)).toBe("处理1个文件");
  const people = await rowsOf(world, "app_user", "accountname");
  expect(people.filter(({ work_no }) => work_no === "M001")).toMatchObject([{ username: "梅丽", source: "mdm" }]);
  expect(people.filter(({ work_no }) => work_no === "M002")).toEqual([]);
  expect(await rowsOf(world, "user_log", "number")).toMatchObject([
    { trigger_type: "cron", file_name: "b.csv", state: "partial", insert_count: 1, fail_count: 1 },
  ]);
  expect(readdirSync(path.join(folder, "done"))).toEqual([expect.stringMatching(/^\d{14}-b\.csv$/)]);
  expect(readdirSync(folder).sort()).toEqual([".c.csv", "done", "旧.csv", "说明.txt"].sort());
  expect(await notification()).toEqual([expect.stringMatching(/^人员同步MDM\d{8}-0001有1人失败$/)]);
  expect(await run(folder)).toBeUndefined();
});

test("读不懂的文件移到failed，说出原因，别的文件照常处理", async () => {
  put("1-bad.csv", "姓名,手机号\n无工号,13812345678\n");
  put("2-good.csv", "工号,姓名,手机号\nM003,马丁,13812345679\n");
  expect(await run(folder)).toBe("处理1个文件，1个没有处理完");
  expect(said).toEqual(["1-bad.csv：第一行没有「工号」列，请按模板整理"]);
  expect(readdirSync(path.join(folder, "failed"))).toEqual([expect.stringMatching(/-1-bad\.csv$/)]);
  expect((await notification()).at(-1)).toBe("人员文件“1-bad.csv”没有处理完");
});
