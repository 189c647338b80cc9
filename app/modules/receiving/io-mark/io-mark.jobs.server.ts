import type { JobHandler } from "~/engine/jobs/handler.server";
import { markUnmarked, matchMarks } from "./marks.server";

/** What is done for it now and then. */
export const ioMarkJobs: readonly JobHandler[] = [
  {
    key: "sap-match",
    label: "出入库与SAP核对",
    purpose:
      "把平台过账与SAP下发的物料凭证逐笔核对，新出现的差异通知财务和采购员；可再次运行，不运行时核对结果不更新。",
    schedule: "20 5 * * *",
    async run({ context }) {
      const marked = await markUnmarked(context);
      const news = await matchMarks(context);
      return marked + news > 0 ? `补登${marked}笔，核对结果更新${news}笔` : undefined;
    },
  },
];
