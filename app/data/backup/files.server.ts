import { constants } from "node:fs";
import { copyFile, link, mkdir, open, readdir, rename, rm, stat, utimes } from "node:fs/promises";
import path from "node:path";
import { filesOnDisk } from "../file-store/disk-store.server";
import { errorCode } from "../storage-error.server";
import { BackupError } from "./archive.server";

/** Name of the folder beside the backups that holds the files they name. */
export const FILES_FOLDER = "files";

/**
 * Brings the files that people have uploaded into a folder beside the backups. A file never changes, so one that is there already is
 * left: the folder holds each file once, however many backups name it. On the same disk that is a second name and takes no space.
 * Run it after the rows were read: what they name is there then.
 * @returns how many files were new
 * @throws BackupError
 */
export async function copyFiles(from: string, to: string, now: Date): Promise<number> {
  let copied = 0;
  for await (const { key, file } of filesOnDisk(from)) {
    const target = path.join(to, key);
    try {
      if (!(await isThere(target))) {
        await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
        await place(file, target);
        copied += 1;
      }
      // When it was last needed; see `removeUnneeded`.
      await utimes(target, now, now);
    } catch (error) {
      // Removed meanwhile: nothing has named it for a day.
      if (errorCode(error) === "ENOENT" && !(await isThere(file))) continue;
      throw new BackupError(`附件文件无法复制到 ${to}：请检查空间和权限（${errorCode(error) ?? "unknown"}）`, {
        cause: error,
      });
    }
  }
  return copied;
}

/** Takes away files that were in no backup since that instant. */
export async function removeUnneeded(folder: string, since: Date): Promise<void> {
  for await (const { file } of filesOnDisk(folder)) {
    if ((await stat(file)).mtime < since) await rm(file, { force: true });
  }
}

/** When the oldest of the backups in a folder was made, by its name; null without any. */
export async function oldestBackup(folder: string): Promise<Date | null> {
  const stamps = (await readdir(folder)).flatMap((name) => /^backup-(\d{8}T\d{6}Z)/.exec(name)?.[1] ?? []).sort();
  const [, year, month, day, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(stamps[0] ?? "") ?? [];
  return year ? new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`) : null;
}

async function isThere(file: string): Promise<boolean> {
  return stat(file).then(
    () => true,
    () => false,
  );
}

/** A second name on the same disk, else a copy that has its name when it is whole. */
async function place(file: string, target: string): Promise<void> {
  try {
    await link(file, target);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw error;
    const part = `${target}.part`;
    await copyFile(file, part, constants.COPYFILE_FICLONE);
    const handle = await open(part, "r+");
    await handle.sync();
    await handle.close();
    await rename(part, target);
  }
}
