import type { EntityServer } from "~/engine/entity/server-hooks";
import { progressOf, repeatExport, requireTaskFile } from "~/engine/exports/task.server";
import { audit } from "~/engine/operations/audit.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { exportTask } from "./export-task.entity";

export const exportTaskServer: EntityServer = {
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
