import type { JobHandler } from "../jobs/handler.server";
import { takeDroppedPeople } from "./drop-folder.server";

/** Work of this part of the platform that is done now and then. */
export const userSyncJobs: readonly JobHandler[] = [
  {
    key: "people-files",
    label: "人事文件同步",
    purpose: "读取人事主数据放到约定文件夹（MDM_DROP_DIR）的人员文件，检查后执行；没有设置文件夹时不做任何事。",
    schedule: "*/10 * * * *",
    run: takeDroppedPeople,
  },
];
