import type { JobHandler } from "../jobs/handler.server";
import { remindAndEscalate } from "./upkeep.server";

/** Work of this part of the platform that is done now and then. */
export const approvalJobs: readonly JobHandler[] = [
  {
    key: "approval-reminders",
    label: "审批催办与升级",
    purpose: "审批超过时限时每天提醒审批人一次，流程要求的再加请其直接上级；不运行时没有人被催。",
    schedule: "15 * * * *",
    async run({ context, signal, say }) {
      const { reminded, escalated, failed } = await remindAndEscalate(context, () => !signal.aborted);
      for (const title of failed) say(`${title}：催办没有成功，其余照常`);
      return reminded + escalated > 0 ? `提醒${reminded}个步骤，升级${escalated}个步骤` : undefined;
    },
  },
];
