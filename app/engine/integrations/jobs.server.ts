import type { JobHandler } from "../jobs/handler.server";
import { notifyFailingSystems } from "./health.server";

/** Work of this part of the platform that is done now and then. */
export const integrationsJobs: readonly JobHandler[] = [
  {
    key: "interface-health",
    label: "接口成功率检查",
    purpose: "一小时内发往同一系统的报文成功率低于80%时提醒系统管理员；不运行时只在放弃重发后才有提醒。",
    schedule: "5 * * * *",
    async run({ services }) {
      const notified = await notifyFailingSystems(services);
      return notified > 0 ? `${notified}个系统的成功率过低` : undefined;
    },
  },
];
