import type { JobHandler } from "../jobs/handler.server";
import { CONVERSION_JOB } from "./task.server";
import { workOnConversions } from "./work.server";

/** Work of this part of the platform that is done now and then. */
export const conversionsJobs: readonly JobHandler[] = [
  {
    key: CONVERSION_JOB,
    label: "后台生成单据",
    purpose: "按所选的行逐张生成单据，完成后通知开始的人。不运行时批量生成任务停在原处。",
    schedule: "* * * * *",
    awaited: true,
    timeoutS: 3600,
    async run({ services, signal }) {
      const ended = await workOnConversions(services, () => !signal.aborted);
      return ended > 0 ? `处理完${ended}个批量生成任务` : undefined;
    },
  },
];
