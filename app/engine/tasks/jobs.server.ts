import type { JobHandler } from "../jobs/handler.server";
import { remindOfTasks } from "./upkeep.server";

/** Work of this part of the platform that is done now and then. */
export const tasksJobs: readonly JobHandler[] = [
  {
    key: "task-reminders",
    label: "任务到期提醒",
    purpose: "任务截止前一天和逾期后每天提醒处理人一次，逾期3天的同时通知其上级；不运行时没有人被提醒。",
    schedule: "25 * * * *",
    async run({ context, signal, say }) {
      const { reminded, failed } = await remindOfTasks(context, () => !signal.aborted);
      for (const title of failed) say(`${title}：提醒没有成功，其余照常`);
      return reminded > 0 ? `提醒${reminded}项任务` : undefined;
    },
  },
];
