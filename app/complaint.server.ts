import { BackupError } from "~/data/backup/archive.server";
import { StorageError } from "~/data/storage-error.server";

/**
 * Why the process cannot start, or a command cannot do its work: one sentence where we know the reason, everything we
 * have where we do not. Never an address with a password in it.
 * @param failed what did not work, e.g. `无法启动`
 */
export function complaint(failed: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.message.startsWith("环境变量")) return `${failed}：\n${error.message}`;
  const reason = reasonOf(error);
  return reason === undefined ? error : `${failed}：${reason}。`;
}

function reasonOf(error: Error): string | undefined {
  if (error instanceof BackupError) return error.message;
  if (error instanceof StorageError) {
    if (error.code === "locked" || error.code === "engine") return error.message;
    if (error.code === "unavailable")
      return `连接不上数据库（${causeOf(error)}），请检查 DATABASE_URL、网络和数据库服务器`;
    if (error.code === "denied")
      return `数据库不允许所需的操作（${error.message}），登录角色须是该数据库的所有者，并可建立角色`;
    return undefined;
  }
  const code = "code" in error ? error.code : undefined;
  if (code === "EADDRINUSE") return `${portOf(error)} 已被其他程序占用，请停止那个程序，或用环境变量换一个端口`;
  if (code === "EACCES" && "syscall" in error && error.syscall === "listen")
    return `没有权限使用${portOf(error)}，请用环境变量换一个 1024 以上的端口`;
  if (code === "EADDRNOTAVAIL" || code === "ENOTFOUND") return "环境变量 HOST 或 METRICS_HOST 不是本机的地址";
  return undefined;
}

function portOf(error: Error): string {
  return "port" in error ? `端口 ${String(error.port)}` : "端口";
}

/** The driver's own words; where it tried several addresses it has none of its own. */
function causeOf(error: StorageError): string {
  if (error.message !== "") return error.message;
  const { cause } = error;
  return cause instanceof Error && "code" in cause ? String(cause.code) : "没有回答";
}
