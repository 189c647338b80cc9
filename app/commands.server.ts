import path from "node:path";
import { parseArgs } from "node:util";
import { makeBackup } from "~/data/backup/backup.server";
import { copyFiles, FILES_FOLDER, oldestBackup, removeUnneeded } from "~/data/backup/files.server";
import { restoreBackup } from "~/data/backup/restore.server";
import { migrations } from "~/data/migrations/index.server";
import { complaint } from "./complaint.server";
import { readEnv } from "./env.server";
import { createLog } from "./host/log.server";
import { programVersion, projectRoot } from "./host/root.server";

const USAGE = {
  backup: "用法：npm run backup [-- --to <目录>]",
  restore: "用法：npm run restore -- <备份文件> [--into <DATABASE_URL>] [--replace]",
};

/** The name of a command of the operator, or undefined for anything else. */
export function commandName(name: string | undefined): keyof typeof USAGE | undefined {
  return name === "backup" || name === "restore" ? name : undefined;
}

/**
 * Runs a command of the operator and says on the console what came of it.
 * @param args what stands after its name
 * @returns exit code: 0 done, 1 failed, 2 not understood
 */
export async function runCommand(name: keyof typeof USAGE, args: string[]): Promise<number> {
  const request = parse(name, args);
  if (!request) {
    console.error(USAGE[name]);
    return 2;
  }
  try {
    await (name === "backup" ? backup(request) : restore(request));
    return 0;
  } catch (error) {
    console.error(complaint(name === "backup" ? "备份失败" : "恢复失败", error));
    return 1;
  }
}

interface Request {
  file: string;
  to?: string;
  into?: string;
  replace: boolean;
}

function parse(name: keyof typeof USAGE, args: string[]): Request | undefined {
  try {
    if (name === "backup") {
      const { values } = parseArgs({ args, options: { to: { type: "string" } } });
      return { file: "", replace: false, ...values };
    }
    const options = { into: { type: "string" }, replace: { type: "boolean", default: false } } as const;
    const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
    const [file, ...more] = positionals;
    return file !== undefined && more.length === 0 ? { file, ...values } : undefined;
  } catch {
    return undefined;
  }
}

function place() {
  const env = readEnv();
  const dataDir = path.resolve(projectRoot(), env.dataDir);
  return {
    dataDir,
    // What lies in a bucket is the bucket's to keep.
    files: env.s3Url ? null : path.join(dataDir, "files"),
    ...(env.databaseUrl ? { databaseUrl: env.databaseUrl } : {}),
    log: createLog({ logLevel: "silent" }),
  };
}

async function backup({ to }: Request): Promise<void> {
  const folder = to === undefined ? {} : { to: path.resolve(to) };
  const { files, ...target } = place();
  const made = await makeBackup({ ...target, ...folder, program: programVersion() });
  const megabytes = (made.sizeBytes / 1_000_000).toFixed(1);
  console.log(`备份完成，已读回核对：${made.file}`);
  console.log(`${made.tables.length} 张表，${made.rows} 行，${megabytes} MB，数据截至 ${made.head.madeAt}`);
  for (const name of made.removed) console.log(`已删除较早的备份 ${name}`);
  if (!files) {
    console.log("附件存放在 S3，不在备份里：请由存储服务自己备份");
    return;
  }
  const beside = path.dirname(made.file);
  const copied = await copyFiles(files, path.join(beside, FILES_FOLDER), new Date());
  if (to === undefined) {
    const oldest = await oldestBackup(beside);
    if (oldest) await removeUnneeded(path.join(beside, FILES_FOLDER), oldest);
  }
  console.log(`附件：新增${copied}个文件，存放在 ${path.join(beside, FILES_FOLDER)}，请与备份一起保存`);
}

async function restore({ file, into, replace }: Request): Promise<void> {
  const { files, ...here } = place();
  const target = {
    ...here,
    ...(into === undefined ? {} : { databaseUrl: readEnv({ DATABASE_URL: into }).databaseUrl }),
  };
  const restored = await restoreBackup({ ...target, file: path.resolve(file), replace, migrations });
  for (const { table, rows } of restored.tables) if (rows > 0) console.log(`${table}：${rows} 行`);
  const where = target.databaseUrl ? "PostgreSQL 服务器" : target.dataDir;
  console.log(`恢复完成，逐表核对无误：${restored.tables.length} 张表，${restored.rows} 行，恢复到 ${where}`);
  console.log(
    `备份制作于 ${restored.head.madeAt}，程序版本 ${restored.head.program}，数据库 ${restored.head.database}`,
  );
  const beside = path.join(path.dirname(path.resolve(file)), FILES_FOLDER);
  if (files) console.log(`附件：从 ${beside} 恢复${await copyFiles(beside, files, new Date())}个文件到 ${files}`);
  if (restored.kept) console.log(`原来的数据库保留在 ${restored.kept}，确认无误后可以删除`);
}
