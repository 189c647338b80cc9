import { CONVERSION_JOB, countsOf, taskSections } from "~/engine/conversions/task.server";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { wakeJob } from "~/engine/jobs/runs.server";

export const conversionTaskServer: EntityServer<"system-management/conversion-task"> = {
  async sections(context, record) {
    return taskSections(context, record);
  },
  transitions: {
    start: {
      async effect(context, work) {
        // Whoever starts it: documents are made in the name and under the rights of whoever chose the lines.
        work.set({ started_at: work.now });
        await wakeJob(context, CONVERSION_JOB);
      },
    },
    cancel: {
      async effect(context, work) {
        const { done, fail, documents } = await countsOf(context, work.record.id);
        work.set({ ended_at: work.now, done_count: done, fail_count: fail, document_count: documents });
      },
    },
  },
};
