/** Words of jobs and runs, for the screens that speak of them. */
export const SCHEDULE_TYPES = { none: "不自动执行", cron: "Cron表达式", fix_rate: "固定间隔" } as const;

export const MISFIRES = { skip: "跳过", once: "立即补跑一次" } as const;

export const OVERLAPS = { serial: "排队", discard: "丢弃本次", cover: "终止前次" } as const;

export const TRIGGERS = { schedule: "按时", misfire: "补跑", manual: "手动", retry: "重试", child: "子任务" } as const;

/** What a run can be; the last six are its end. */
export const RUN_STATES = {
  queued: "排队中",
  running: "执行中",
  success: "成功",
  failed: "失败",
  stopped: "已终止",
  timed_out: "超时",
  interrupted: "中断",
  skipped: "已跳过",
} as const;

export const RUN_TONES = {
  queued: "waiting",
  running: "running",
  success: "done",
  failed: "refused",
  stopped: "warning",
  timed_out: "refused",
  interrupted: "refused",
  skipped: "closed",
} as const;

export type RunState = keyof typeof RUN_STATES;
export type Trigger = keyof typeof TRIGGERS;

/** One thing a run was told by hand, kept as it was understood then: the program may call it otherwise later. */
export interface GivenParam {
  name: string;
  label: string;
  value: string | number | boolean;
  /** The value as people read it. */
  text: string;
}

/** Name under which a run by hand is told something: that of the handler in front, because all jobs share one form. */
export function paramInput(handler: string, name: string): string {
  return `${handler.replaceAll("-", "_")}_${name}`;
}

/** Zones a schedule may be read in; all else is Beijing time. */
export const ZONES = {
  "Asia/Shanghai": "北京时间",
  "Asia/Tokyo": "东京时间",
  "Asia/Singapore": "新加坡时间",
  "Europe/London": "伦敦时间",
  "America/New_York": "纽约时间",
  UTC: "世界标准时间",
} as const;
