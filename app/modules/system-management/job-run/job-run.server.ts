import type { EntityServer } from "~/engine/entity/server-hooks";
import { nudgeJobs } from "~/engine/jobs/runs.server";

export const jobRunServer: EntityServer = {
  transitions: {
    kill: {
      async effect(context) {
        nudgeJobs(context.services);
      },
    },
  },
};
