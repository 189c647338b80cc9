import { mkdir, readdir, readFile, rename, stat } from "node:fs/promises";
import path from "node:path";
import { where } from "~/shared/condition";
import { AppError } from "../errors";
import { tableFile } from "../input/table-file.server";
import type { JobWork } from "../jobs/handler.server";
import { announce } from "../notify/announce.server";
import { unscopedRows } from "../operations/unscoped.server";
import { checkPeople, KEEPERS, runBatch } from "./batch.server";
import { MOST_COLUMNS, MOST_SYNCED, peopleOf } from "./columns";
import { MOST_BYTES } from "./pages.server";

/** What the folder is looked into for; whoever writes there writes under another name and renames when the file is whole. */
const WANTED = /^[^.].*\.(xlsx|csv)$/i;
const DONE = "done";
const FAILED = "failed";
/** Long enough for the largest file; what is left goes on with the next run. */
const WORK_MS = 8 * 60_000;

/**
 * Takes the files that the personnel system leaves in the folder: each becomes a batch that is checked and carried out, and the file goes
 * to `done`, or to `failed` with a message to those who keep accounts. A batch that was interrupted goes on first.
 * @returns what came of it; nothing where no folder is set or nothing lies there
 */
export async function takeDroppedPeople({ services, context, signal, say }: JobWork): Promise<string | undefined> {
  const folder = services.peopleFolder;
  if (!folder) return undefined;
  const until = Date.now() + WORK_MS;
  const open = await unscopedRows(
    context,
    "user-administration/user-log",
    ["id"],
    [where.eq("state", "running"), where.eq("trigger_type", "cron")],
  );
  for (const { id } of open) await runBatch(context, String(id), until);
  const names = (await readdir(folder)).filter((name) => WANTED.test(name)).sort();
  let [done, failed] = [0, 0];
  for (const name of names) {
    if (signal.aborted || Date.now() > until) break;
    const file = path.join(folder, name);
    if (!(await stat(file)).isFile()) continue;
    try {
      const id = await checkPeople(context, { people: await peopleIn(file), trigger: "cron", fileName: name });
      // Put aside before it is carried out: whatever happens then, nobody does it twice.
      await putAside(folder, DONE, name, services.clock());
      await runBatch(context, id, until);
      done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed += 1;
      say(`${name}：${error.message}`);
      if ((await readdir(folder)).includes(name)) await putAside(folder, FAILED, name, services.clock());
      await announce(context, {
        scenario: "user-sync.refused",
        values: { file: name, reason: error.message },
        toRoles: KEEPERS,
        path: "/user-administration/user-log",
      });
    }
  }
  if (done + failed === 0) return undefined;
  return `处理${done}个文件${failed > 0 ? `，${failed}个没有处理完` : ""}`;
}

async function peopleIn(file: string) {
  if ((await stat(file)).size > MOST_BYTES) throw new AppError("invalid", { message: "文件不能超过2MB" });
  return peopleOf(await tableFile(new Uint8Array(await readFile(file)), { rows: MOST_SYNCED, columns: MOST_COLUMNS }));
}

/** Names of files come again, so the instant stands before them. */
async function putAside(folder: string, below: string, name: string, at: Date): Promise<void> {
  await mkdir(path.join(folder, below), { recursive: true });
  const stamp = at.toISOString().replace(/\D/g, "").slice(0, 14);
  await rename(path.join(folder, name), path.join(folder, below, `${stamp}-${name}`));
}
