import { complain } from "~/engine/entity";
import type { EntityServer } from "~/engine/entity/server-hooks";
import { countJobs } from "~/engine/jobs/runs.server";
import { screenFor } from "~/engine/operations/scope.server";

const JOB = "system-management/job";

export const jobGroupServer: EntityServer<"system-management/job-group"> = {
  async beforeSave({ record, before }) {
    return before && before.code !== record.code ? [complain("code", "分组编码保存后不能修改")] : [];
  },
  async beforeRemove(context, record) {
    const jobs = (await countJobs(context, [record.id])).get(record.id)?.jobs ?? 0;
    return jobs > 0 ? `该分组下还有${jobs}个任务，不能删除` : null;
  },
  /** To the jobs of the group, for whoever may open their list. */
  async rowLinks(context, ids) {
    if (!screenFor(context, JOB, "query")) return new Map();
    return new Map(ids.map((id) => [id, [{ label: "任务", href: `/${JOB}?group_id=${id}` }]]));
  },
  async extra(context, _screen, ids) {
    const counts = await countJobs(context, ids);
    return new Map(
      ids.map((id) => {
        const { jobs, running } = counts.get(id) ?? { jobs: 0, running: 0 };
        return [id, { job_count: jobs, running_count: running }];
      }),
    );
  },
};
