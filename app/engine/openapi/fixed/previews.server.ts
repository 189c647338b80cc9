import { z } from "zod/v4";
import { SCHEDULE_TYPES, ZONES } from "~/shared/job-words";
import { NOTIFICATION_CHANNELS, NOTIFICATION_SIDES } from "~/shared/scenarios";
import { type FixedCall, fixed, requestId, text } from "./define.server";

/** The names of a list of labels, for a schema. */
function keysOf(labels: Readonly<Record<string, string>>): [string, ...string[]] {
  const [first = "", ...rest] = Object.keys(labels);
  return [first, ...rest];
}

/** Settings looked at before they are kept: nothing is changed by asking. */
export const PREVIEW_CALLS: readonly FixedCall[] = [
  fixed({
    group: "任务",
    method: "post",
    path: "/v2/sys/job/preview",
    summary: "预览调度：释义和未来10次执行时间",
    permission: "job.query",
    json: {
      scheduleType: z.enum(keysOf(SCHEDULE_TYPES)),
      scheduleConf: text("Cron表达式，或间隔秒数", 120).optional(),
      timeZone: z.enum(keysOf(ZONES)).optional(),
      requestId,
    },
    result: z.object({
      valid: z.boolean(),
      text: z.string(),
      next: z.array(z.string()).meta({ description: "北京时间" }),
      error: z
        .object({ segment: z.int().nullable().meta({ description: "第几段有误，从1起" }), message: z.string() })
        .nullable(),
    }),
  }),
  fixed({
    group: "消息模板",
    method: "post",
    path: "/v2/sys/template/preview",
    summary: "预览消息模板：填入样例数据",
    permission: "msg-template.query",
    json: {
      scenario: text("场景编码，见业务场景", 60),
      channel: z.enum(keysOf(NOTIFICATION_CHANNELS)),
      side: z.enum(keysOf(NOTIFICATION_SIDES)).optional(),
      title: text("空为系统自带的标题", 120).optional(),
      content: text("空为系统自带的内容", 2000).optional(),
      requestId,
    },
    result: z.object({
      title: z.string(),
      content: z.string(),
      unknown: z.array(z.string()).meta({ description: "场景里没有的变量，保存时会被拒绝" }),
    }),
  }),
];
