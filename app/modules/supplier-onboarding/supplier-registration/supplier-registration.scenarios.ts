import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of here. */
export const supplierRegistrationScenarios = {
  "registration.access-code": {
    label: "注册申请的查询码",
    module: "供应商",
    level: "security",
    channels: ["email"],
    audience: "supplier",
    mandatory: true,
    help: "验证邮箱后和申请人索取时发到申请的邮箱，不能关闭。查询码只在发出的邮件中。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      code: { label: "查询码", sample: "ABCD-EFGH-JKLM" },
    },
    wording: {
      title: "供应商注册查询码（{{number}}）",
      content:
        "受理号 {{number}}\n查询码 {{code}}\n\n凭受理号和查询码可以随时继续填写、查询进度，请勿转给他人。如不是您本人操作，请忽略本邮件。",
    },
  },
  "registration.submitted": {
    label: "有企业提交注册申请",
    module: "供应商",
    level: "todo",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在供应商注册审核中查看。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      company: { label: "企业", sample: "样例食品有限公司" },
      note: { label: "查重结果", sample: "，疑似重复" },
      days: { label: "工作日", sample: "3" },
    },
    wording: {
      title: "{{company}}提交了注册申请",
      content: "受理号 {{number}}{{note}}，请在{{days}}个工作日内审核。",
    },
  },
  "registration.waiting": {
    label: "注册申请等待审核已久",
    module: "供应商",
    level: "warning",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "提交后超过审核时限还没有审核的，提醒一次。关闭后，仍可在供应商注册审核中查看已等待的天数。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      company: { label: "企业", sample: "样例食品有限公司" },
      days: { label: "工作日", sample: "3" },
    },
    wording: {
      title: "{{company}}的注册申请已等待超过{{days}}个工作日",
      content: "受理号 {{number}}，请尽快通过、要求补充或驳回。",
    },
  },
  "registration.withdrawn": {
    label: "企业撤回了注册申请",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "internal",
    receivers: "role",
    help: "关闭后，仍可在供应商注册审核中查看。",
    variables: {
      number: { label: "受理号", sample: "ZC20260302-0001" },
      company: { label: "企业", sample: "样例食品有限公司" },
    },
    wording: { title: "{{company}}撤回了注册申请", content: "受理号 {{number}} 不再需要审核。" },
  },
  "supplier.welcome": {
    label: "供应商账号已开通",
    module: "供应商",
    level: "info",
    channels: ["site"],
    audience: "supplier",
    help: "开通账号后的第一条消息。",
    variables: { company: { label: "企业", sample: "样例食品有限公司" } },
    wording: {
      title: "欢迎加入供应商平台",
      content: "{{company}}已建档为潜在供应商。请核对企业资料和证照，准入进度在“我的准入”中查看。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof supplierRegistrationScenarios> {}
}
