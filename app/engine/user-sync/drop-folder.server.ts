import { where } from "~/shared/condition";
import { AppError } from "../errors";
import { type DroppedFile, droppedFiles } from "../input/drop-folder.server";
import { tableFile } from "../input/table-file.server";
import type { JobWork } from "../jobs/handler.server";
import { notify } from "../notify/notify.server";
import { unscopedRows } from "../operations/unscoped.server";
import { checkPeople, KEEPERS, runBatch } from "./batch.server";
import { MOST_COLUMNS, MOST_SYNCED, peopleOf } from "./columns";
import { MOST_BYTES } from "./pages.server";

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
  let [done, failed] = [0, 0];
  for await (const file of droppedFiles(folder, () => services.clock())) {
    if (signal.aborted || Date.now() > until) break;
    try {
      const id = await checkPeople(context, { people: await peopleIn(file), trigger: "cron", fileName: file.name });
      // Put aside before it is carried out: whatever happens then, nobody does it twice.
      await file.putAside(true);
      await runBatch(context, id, until);
      done += 1;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      failed += 1;
      say(`${file.name}：${error.message}`);
      await file.putAside(false);
      await notify(context, {
        scenario: "user-sync.refused",
        values: { file: file.name, reason: error.message },
        toRoles: KEEPERS,
        path: "/user-administration/user-log",
      });
    }
  }
  if (done + failed === 0) return undefined;
  return `处理${done}个文件${failed > 0 ? `，${failed}个没有处理完` : ""}`;
}

async function peopleIn(file: DroppedFile) {
  return peopleOf(await tableFile(await file.read(MOST_BYTES), { rows: MOST_SYNCED, columns: MOST_COLUMNS }));
}
