import { expect, test } from "vitest";
import { complaint } from "~/complaint.server";
import { BackupError } from "~/data/backup/archive.server";
import { StorageError } from "~/data/storage-error.server";
import { readEnv } from "~/env.server";

const withCode = (facts: object) => Object.assign(new Error("listen"), facts);

test.each([
  [
    "目录被占用",
    new StorageError("locked", "数据目录 /srv/data 正被进程 7 使用"),
    "无法启动：数据目录 /srv/data 正被进程 7 使用。",
  ],
  ["迁移失败", new StorageError("engine", "迁移 0005 执行失败"), "无法启动：迁移 0005 执行失败。"],
  [
    "连接被拒绝",
    new StorageError("unavailable", "connect ECONNREFUSED 10.0.0.1:5432"),
    "无法启动：连接不上数据库（connect ECONNREFUSED 10.0.0.1:5432），请检查 DATABASE_URL、网络和数据库服务器。",
  ],
  [
    "一个名字几个地址都连不上",
    new StorageError("unavailable", "", { cause: withCode({ code: "ECONNREFUSED" }) }),
    "无法启动：连接不上数据库（ECONNREFUSED），请检查 DATABASE_URL、网络和数据库服务器。",
  ],
  [
    "没有权限",
    new StorageError("denied", "permission denied for schema public"),
    "无法启动：数据库不允许所需的操作（permission denied for schema public），登录角色须是该数据库的所有者，并可建立角色。",
  ],
  ["备份损坏", new BackupError("备份文件已损坏"), "无法启动：备份文件已损坏。"],
  [
    "端口被占用",
    withCode({ code: "EADDRINUSE", port: 3000 }),
    "无法启动：端口 3000 已被其他程序占用，请停止那个程序，或用环境变量换一个端口。",
  ],
  [
    "端口不许用",
    withCode({ code: "EACCES", syscall: "listen", port: 80 }),
    "无法启动：没有权限使用端口 80，请用环境变量换一个 1024 以上的端口。",
  ],
])("%s：一句话，没有堆栈", (_name, error, sentence) => {
  expect(complaint("无法启动", error)).toBe(sentence);
});

test("环境变量不对：每个一句", () => {
  const read = () => readEnv({ PORT: "x", HOST: "a b" });
  const sentences = (() => {
    try {
      return read();
    } catch (error) {
      return complaint("无法启动", error);
    }
  })();
  expect(sentences).toMatch(/^无法启动：\n环境变量 PORT .+\n环境变量 HOST .+。$/);
});

test("不认识的错误保持原样，连同堆栈", () => {
  const bug = new TypeError("x is not a function");
  expect(complaint("无法启动", bug)).toBe(bug);
  const taken = new StorageError("unique", "duplicate key");
  expect(complaint("无法启动", taken)).toBe(taken);
});
