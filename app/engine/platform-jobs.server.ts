import { approvalJobs } from "./approval/jobs.server";
import { conversionsJobs } from "./conversions/jobs.server";
import { deadlinesJobs } from "./deadlines/jobs.server";
import { drawsJobs } from "./draws/jobs.server";
import { exportsJobs } from "./exports/jobs.server";
import { filesJobs } from "./files/jobs.server";
import { importsJobs } from "./imports/jobs.server";
import { integrationsJobs } from "./integrations/jobs.server";
import type { JobHandler } from "./jobs/handler.server";
import { upkeepJobs } from "./jobs/jobs.server";
import { notifyJobs } from "./notify/jobs.server";
import { reportJobs } from "./report/jobs.server";
import { searchJobs } from "./search/jobs.server";
import { sessionJobs } from "./session/jobs.server";
import { tasksJobs } from "./tasks/jobs.server";
import { userSyncJobs } from "./user-sync/jobs.server";

/** Work of the platform itself that is done now and then, whatever modules there are. */
export const platformJobs: readonly JobHandler[] = [
  ...sessionJobs,
  ...upkeepJobs,
  ...deadlinesJobs,
  ...userSyncJobs,
  ...importsJobs,
  ...exportsJobs,
  ...conversionsJobs,
  ...reportJobs,
  ...approvalJobs,
  ...tasksJobs,
  ...notifyJobs,
  ...integrationsJobs,
  ...filesJobs,
  ...searchJobs,
  ...drawsJobs,
];
