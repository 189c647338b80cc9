import type { EntityServer } from "~/engine/entity/server-hooks";
import { nudgeJobs } from "~/engine/jobs/runs.server";
import { clearingPage } from "../job-log-clearing/clearing-page.server";

export const jobRunServer: EntityServer<"system-management/job-run"> = {
  listPages: clearingPage,
  transitions: {
    kill: {
      async effect(context) {
        nudgeJobs(context.services);
      },
    },
  },
};
