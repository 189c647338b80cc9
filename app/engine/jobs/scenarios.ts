import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const jobsScenarios = {
  "job.failed": {
    label: "定时任务失败",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，您负责的定时任务失败时不再提醒，仍可在执行日志中查看。",
    variables: {
      job: { label: "任务", sample: "合同生效与到期" },
      result: { label: "结果", sample: "失败" },
      reason: { label: "原因", sample: "处理程序出错" },
      streak: { label: "连续失败次数", sample: "3" },
    },
    wording: {
      title: "任务「{{job}}」{{result}}",
      content: "{{reason}}。已连续失败{{streak}}次，请查看执行日志。",
    },
  },
  "job.stopped": {
    label: "定时任务被系统停止",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "任务连续失败10次后由系统停止。关闭后仍可在任务调度中查看。",
    variables: {
      job: { label: "任务", sample: "合同生效与到期" },
      streak: { label: "连续失败次数", sample: "10" },
    },
    wording: {
      title: "任务「{{job}}」已被系统停止",
      content: "连续失败{{streak}}次，系统已停止该任务。请查明原因后重新启动。",
    },
  },
  "job.missed": {
    label: "定时任务错过执行时间",
    module: "系统",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    help: "系统停机等原因错过执行时间，恢复后汇总成一条。关闭后仍可在执行日志中查看。",
    variables: {
      count: { label: "任务数", sample: "2" },
      jobs: { label: "任务", sample: "合同生效与到期：应在2026-03-02 08:00:00执行，已补跑一次" },
    },
    wording: { title: "{{count}}个定时任务错过了执行时间", content: "{{jobs}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
