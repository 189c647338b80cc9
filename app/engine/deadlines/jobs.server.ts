import { yesNo } from "../entity";
import type { JobHandler } from "../jobs/handler.server";
import { workDeadlines } from "./work.server";

/** Work of this part of the platform that is done now and then. */
export const deadlinesJobs: readonly JobHandler[] = [
  {
    key: "deadlines",
    label: "到期与提醒",
    purpose:
      "按「什么时候会发生什么」处理到期的单据，每天从设定的钟点起提醒一轮快到期和逾期的，到日子的发出每周、每月的汇总；不运行时没有单据按时生效或失效，也没有人被提醒。",
    schedule: "*/5 * * * *",
    timeoutS: 3600,
    params: {
      remind: yesNo({ label: "现在提醒", help: "不等设定的钟点，把应提醒而没有提醒的都提醒一遍；提醒过的不重复" }),
    },
    async run({ context, given, signal, say }) {
      const { lapsed, reminded, digested, failed } = await workDeadlines(context, {
        goesOn: () => !signal.aborted,
        remindNow: given.remind === true,
      });
      for (const sentence of failed) say(sentence);
      if (lapsed + reminded + digested === 0) return undefined;
      return `到期处理${lapsed}张，提醒${reminded}张${digested > 0 ? `，汇总${digested}份` : ""}`;
    },
  },
];
