import type { EntityServer } from "~/engine/entity/server-hooks";
import { progressOf, progressWords, repeatExport, requireTaskFile } from "~/engine/exports/task.server";
import { refsOf } from "~/engine/files/file-fields";
import { audit } from "~/engine/operations/audit.server";
import { screenFor } from "~/engine/operations/scope.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { recordPath } from "~/engine/screen/address";
import { where } from "~/shared/condition";
import { exportTask } from "./export-task.entity";

export const exportTaskServer: EntityServer<"system-management/export-task"> = {
  async extra(context, _screen, ids) {
    const words = await progressWords(context, ids);
    return new Map([...words].map(([id, progress]) => [id, { progress }]));
  },
  /** Whose file is ready takes it from the list. */
  async rowLinks(context, ids) {
    const screen = screenFor(context, exportTask.key, "get");
    if (!screen || context.actor.id === null) return new Map();
    const rows = await unscopedRows(
      context,
      exportTask.key,
      ["id", "file"],
      [where.oneOf("id", ids), where.eq("state", "done"), where.eq("created_by", context.actor.id)],
    );
    return new Map(
      rows.flatMap((row) => {
        const [file] = refsOf(row.file);
        const id = row.id;
        return file ? [[id, [{ label: "下载", href: `${recordPath(screen, id)}/files/${file.id}` }]] as const] : [];
      }),
    );
  },
  async sections(context, record) {
    return progressOf(context, record);
  },
  async beforeDownload(context, record) {
    await requireTaskFile(context, record);
    await inTransaction(context, () =>
      audit(context, exportTask, record, { action: "download", label: "下载", changes: [], reason: null }),
    );
  },
  transitions: {
    retry: {
      async effect(context, work) {
        await repeatExport(context, work.record);
        work.set({ file: null, row_count: null, started_at: null, ended_at: null, expires_at: null, message: null });
      },
    },
    cancel: {
      async effect(_context, work) {
        work.set({ ended_at: work.now });
      },
    },
  },
};
