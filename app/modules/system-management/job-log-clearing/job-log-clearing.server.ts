import type { RecordFor } from "~/engine/entity/entity-map";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { clearRuns, type KeptRuns, runsToClear } from "~/engine/jobs/runs.server";
import { addMonths, dayOf, momentOf } from "~/shared/calendar";

type JobLogClearingRecord = RecordFor<"system-management/job-log-clearing">;

/** Months or rows by the word for them. */
function keptOf(keep: string, now: Date): KeptRuns {
  const [unit, count] = keep.split("_");
  if (unit === "rows") return { newest: Number(count) };
  const months = unit === "year" ? 12 * Number(count) : Number(count);
  return { since: new Date(momentOf(addMonths(dayOf(now), -months))) };
}

const jobOf = (record: JobLogClearingRecord) => (typeof record.job_id === "string" ? record.job_id : null);

export const jobLogClearingServer: EntityServer<"system-management/job-log-clearing"> = {
  async beforeSave({ context, record, set }) {
    const { before, count } = await runsToClear(context, keptOf(String(record.keep), context.now), jobOf(record));
    set({ cut_at: before, removed_count: count });
    return [];
  },
  async stored({ context, record }) {
    await clearRuns(context, String(record.cut_at), jobOf(record));
  },
};
