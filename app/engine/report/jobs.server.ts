import { date, reference } from "../entity";
import type { JobHandler } from "../jobs/handler.server";
import { sendReports } from "./send.server";

/** Work of this part of the platform that is done now and then. */
export const reportJobs: readonly JobHandler[] = [
  {
    key: "reports",
    label: "报表定时生成",
    purpose: "到时间的报表为每个接收人按其权限各生成一份，放进导出中心并通知；不运行时没有人收到。",
    schedule: "30 6 * * *",
    params: {
      day: date({
        label: "补生成",
        notInFuture: true,
        help: "补这一天该生成而没有生成的定时报表；留空为今天。同一天生成过的不再重复",
      }),
      report_id: reference("system-management/report-definition", {
        label: "报表",
        help: "只生成这一张；留空为全部到时间的报表",
      }),
    },
    async run({ services, given, signal }) {
      const { day, report_id: report } = given;
      const { begun, refused } = await sendReports(services, () => !signal.aborted, {
        ...(typeof day === "string" ? { day } : {}),
        ...(typeof report === "string" ? { report } : {}),
      });
      if (begun + refused === 0) return undefined;
      return `排入${begun}份报表${refused > 0 ? `，${refused}人无权查看，没有生成` : ""}`;
    },
  },
];
