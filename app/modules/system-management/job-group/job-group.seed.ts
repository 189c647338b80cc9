import { seedOf } from "~/engine/entity/seed";
import { demoJobGroups } from "./job-group.demo";

/** Facts about it, for tests and the demo. */
export const seed = seedOf({
  entity: "system-management/job-group",
  rows: {
    names: ["jobGroup"],
    target: "jobGroup",
    async make({ add }) {
      await add("jobGroup", {
        code: "daily",
        name: "日常任务",
        max_parallel: 2,
        enabled: true,
      });
    },
  },
  demo: demoJobGroups,
});
