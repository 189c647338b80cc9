import { AppError } from "~/engine/errors";
import type { JobHandler, JobWork } from "~/engine/jobs/handler.server";
import { sendUndelivered, sendUndeliveredByTime, type UndeliveredRound } from "./undelivered-mail.server";

/** What a round of reminders came to, in one sentence. @throws AppError where a plan failed, which is named in the log */
function notificationsOf({ plans, lines, failed }: UndeliveredRound, say: JobWork["say"]): string | undefined {
  const notified = lines > 0 ? `${plans}个方案提醒${lines}行订单` : undefined;
  if (failed.length === 0) return notified;
  if (notified) say(notified);
  for (const title of failed) say(`方案「${title}」没有执行成功`);
  throw new AppError("invalid", { message: `${failed.length}个方案没有执行成功，原因见系统运行日志` });
}

/** What is done for it now and then. */
export const undeliveredMailJobs: readonly JobHandler[] = [
  {
    key: "undelivered-mail",
    label: "未交货邮件",
    purpose: "按启用的方案提醒供应商即将到期和逾期未交的订单行，每个方案每天最多一次；不运行时没有人被提醒。",
    schedule: "0 8 * * *",
    run: async ({ services, say }) => notificationsOf(await sendUndelivered(services), say),
  },
  {
    key: "undelivered-mail-by-time",
    label: "未交货邮件（按表达式）",
    purpose: "到点执行发送时间为Cron表达式的未交货邮件方案；不运行时这些方案不发送，恢复后补发一次。",
    schedule: "*/10 * * * *",
    run: async ({ services, say }) => notificationsOf(await sendUndeliveredByTime(services), say),
  },
];
