import type { JobHandler } from "~/engine/jobs/handler.server";
import { refreshInspections } from "./type-inspection-due.server";

/** What is done for it now and then. */
export const typeInspectionDueJobs: readonly JobHandler[] = [
  {
    key: "type-inspections",
    label: "型检到期清单",
    purpose: "按货源、报告和规则更新型检到期清单；不运行时清单只在货源和报告变化时更新，提醒按旧的日期说。",
    schedule: "0 6 * * *",
    async run({ services }) {
      await refreshInspections(services);
      return undefined;
    },
  },
];
