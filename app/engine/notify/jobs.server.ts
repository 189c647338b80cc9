import type { JobHandler } from "../jobs/handler.server";
import { sendDailyDigests } from "./daily-digest.server";

/** Work of this part of the platform that is done now and then. */
export const notifyJobs: readonly JobHandler[] = [
  {
    key: "daily-letters",
    label: "每日汇总邮件",
    purpose: "把选择每日汇总的人积下的通知合成一封邮件；不运行时这些通知一直等着，只能在站内看到。",
    schedule: "30 8 * * *",
    async run({ services, signal }) {
      const written = await sendDailyDigests(services, () => !signal.aborted);
      return written > 0 ? `写出${written}封汇总邮件` : undefined;
    },
  },
];
