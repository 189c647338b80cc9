import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const memberRequestScenarios = {
  "member.asked": {
    label: "有人申请加入企业账号",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在成员加入申请中查看。",
    variables: {
      name: { label: "申请人", sample: "李样" },
      number: { label: "申请单号", sample: "JR20260302-0001" },
    },
    wording: {
      title: "新成员加入申请：{{name}}",
      content: "{{name}}申请加入贵司账号（{{number}}），请核对是否为贵司员工后同意或拒绝。",
    },
  },
  "member.waiting": {
    label: "成员加入申请等待确认已久",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "supplier",
    help: "申请后超过企业确认时限还没有答复的，提醒一次；一直没有答复的自动失效。",
    variables: {
      name: { label: "申请人", sample: "李样" },
      number: { label: "申请单号", sample: "JR20260302-0001" },
      days: { label: "工作日", sample: "3" },
    },
    wording: {
      title: "{{name}}的加入申请等待贵司确认",
      content: "{{number}}已等待超过{{days}}个工作日，一直不答复将自动失效。",
    },
  },
  "member.opened": {
    label: "成员账号已开通",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "关闭后，仍可在成员加入申请和本企业账号中查看。",
    variables: {
      name: { label: "成员", sample: "李样" },
      account: { label: "登录账号", sample: "sample01" },
    },
    wording: {
      title: "{{name}}的账号{{account}}已开通",
      content: "如不再需要，可以在个人中心的本企业账号中冻结。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof memberRequestScenarios> {}
}
