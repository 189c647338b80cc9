// The demo: the production server with an invented company's data. Its own data folder, so it never meets real data.
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { hostname } from "node:os";
import path from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const server = path.join(root, "build/server.js");

process.env.NODE_ENV = "production";
process.env.DEMO_DATA = "1";
process.env.DATA_DIR ||= path.join(root, "var/demo");

if (!existsSync(server)) stop("尚未构建：请先运行 npm run build，或直接运行 npm run demo。");
if (process.argv.includes("--reset")) reset(path.resolve(process.env.DATA_DIR));

// In this same process, so that a signal reaches the server.
await import(server);

/** Deletes the demo's data folder, and refuses anything that is not one. */
function reset(folder) {
  if (folder === path.join(root, "var/data")) stop(`未删除 ${folder}：这是正式数据目录，不是演示数据目录。`);
  if (!existsSync(folder)) return console.log(`演示数据目录 ${folder} 不存在，将重新创建。`);
  const names = namesBelow(folder, 2);
  const marks = names.filter((name) => /^(PG_VERSION|owner\.lock)$/.test(path.basename(name)));
  if (names.length > 0 && marks.length === 0)
    stop(`未删除 ${folder}：其中没有本系统的数据库文件，可能不是演示数据目录。请检查 DATA_DIR。`);
  const owner = marks
    .filter((name) => path.basename(name) === "owner.lock")
    .flatMap((name) => owners(path.join(folder, name)));
  if (owner.length > 0) stop(`未删除 ${folder}：进程 ${owner[0]} 正在使用它。请先停止该进程。`);
  rmSync(folder, { recursive: true });
  console.log(`已清空演示数据目录 ${folder}，将重新生成演示数据。`);
}

/** Names of the folder and of the folders in it, `depth` levels down, relative to it. */
function namesBelow(folder, depth) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() && depth > 1
      ? [entry.name, ...namesBelow(path.join(folder, entry.name), depth - 1).map((name) => path.join(entry.name, name))]
      : [entry.name],
  );
}

/** The process that a lock names, unless it is certainly gone. What a lock says: app/data/engines/lock-record.server.ts. */
function owners(lock) {
  try {
    const { pid, place, beat } = JSON.parse(readFileSync(lock, "utf8"));
    // A number of another machine means nothing here; its heartbeat does.
    if (String(place).split(" ")[0] !== hostname()) return Date.now() - beat < 30_000 ? [pid] : [];
    process.kill(pid, 0);
    return [pid];
  } catch (error) {
    return error.code === "EPERM" ? ["（属于另一个用户）"] : [];
  }
}

function stop(sentence) {
  console.error(sentence);
  process.exit(1);
}
