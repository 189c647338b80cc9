import type { JobHandler } from "~/engine/jobs/handler.server";
import { noticeDeliveryStops } from "./risk-deliveries.server";
import { followLimits } from "./risk-levels.server";
import { takeDroppedRisks } from "./risk-source.server";

/** What is done for it now and then. */
export const riskEventJobs: readonly JobHandler[] = [
  {
    key: "risk-files",
    label: "风险数据接收",
    purpose:
      "读取外部数据方放到约定文件夹（RISK_DROP_DIR）的风险事件文件，同一事件只收一次；没有设置文件夹时不做任何事。",
    schedule: "*/15 * * * *",
    run: takeDroppedRisks,
  },
  {
    key: "risk-levels",
    label: "风险等级重判",
    purpose: "高、中风险的系数参数调整以后，未关闭的风险事件和供应商按新的系数重新定级；不运行时要等事件下次保存。",
    schedule: "*/15 * * * *",
    async run({ services }) {
      const changed = await followLimits(services);
      return changed > 0 ? `重新定级${changed}件风险事件` : undefined;
    },
  },
  {
    key: "risk-deliveries",
    label: "断供识别",
    purpose: "已确认交期的订单逾期超过参数规定的天数未交的供应商，各记一件断供风险事件待研判；不运行时断供要靠人发现。",
    schedule: "40 7 * * *",
    async run({ services }) {
      const noticed = await noticeDeliveryStops(services);
      return noticed > 0 ? `识别${noticed}件断供风险` : undefined;
    },
  },
];
