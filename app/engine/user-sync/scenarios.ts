import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const userSyncScenarios = {
  "user-sync.failures": {
    label: "人员同步有失败项",
    module: "账号",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后仍可在用户日志中查看失败的人员和原因。",
    variables: {
      number: { label: "批次号", sample: "MDM20260302-0001" },
      failed: { label: "失败人数", sample: "3" },
      total: { label: "总人数", sample: "120" },
    },
    wording: {
      title: "人员同步{{number}}有{{failed}}人失败",
      content: "共{{total}}人，{{failed}}人没有同步。请在批次明细中查看原因，处理后重跑失败项。",
    },
  },
  "user-sync.refused": {
    label: "人员同步文件没有处理完",
    module: "账号",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "人事系统放到约定文件夹的文件无法读取或执行时提醒。",
    variables: {
      file: { label: "文件", sample: "人员_20260302.csv" },
      reason: { label: "原因", sample: "第一行没有「工号」列，请按模板整理" },
    },
    wording: { title: "人员文件“{{file}}”没有处理完", content: "{{reason}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
