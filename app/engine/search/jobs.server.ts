import type { JobHandler } from "../jobs/handler.server";
import { fillSearchColumns } from "./upkeep.server";

/** Work of this part of the platform that is done now and then. */
export const searchJobs: readonly JobHandler[] = [
  {
    key: "search-columns",
    label: "搜索内容补全",
    purpose: "为绕过系统写入的记录补上搜索内容，使其可按名称和拼音找到。",
    schedule: "40 2 * * *",
    timeoutS: 3600,
    async run({ services, signal }) {
      const read = await fillSearchColumns(services, () => !signal.aborted);
      return read > 0 ? `已补全${read}条记录` : undefined;
    },
  },
];
