import { seedOf } from "~/engine/entity/seed";
import { demoJobs } from "./job.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/job",
  least: {
    needs: ["system-management/job-group"],
    sample: ({ id, serial }) => ({
      name: `样例任务${serial}`,
      group_id: id("system-management/job-group"),
      handler: "loose-files",
      schedule_conf: "0 3 * * *",
    }),
  },
  demo: demoJobs,
});
