import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const title = { label: "规定名称", sample: "交货管理规定" };
const until = { label: "确认期限", sample: "，确认期限2026-04-30" };
const day = { label: "确认期限", sample: "2026-04-30" };

/** What suppliers are notified of here. */
export const provisionReceiptScenarios = {
  "provision.to-accept": {
    label: "有新规定需要我确认",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    mandatory: true,
    help: "规定发布时告诉适用的供应商，不能关闭。",
    variables: { title, until },
    wording: { title: "新规定待确认：《{{title}}》", content: "请阅读并确认《{{title}}》{{until}}。" },
  },
  "provision.reminded": {
    label: "规定催确认",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "采购方提醒您确认规定。关闭后仍可在“规定确认”中查看。",
    variables: { title, until },
    wording: { title: "提醒：请阅读并确认《{{title}}》", content: "您还没有确认《{{title}}》{{until}}。" },
  },
  "provision.due": {
    label: "规定确认即将到期",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    help: "确认期限以前提醒还没有确认的供应商。关闭后仍可在“规定确认”中查看。",
    variables: { title, day, left: { label: "剩余时间", sample: "剩3天" } },
    wording: {
      title: "《{{title}}》确认期限{{left}}",
      content: "请在{{day}}以前阅读并确认《{{title}}》。必须确认的规定逾期后不能报价和提交送货单。",
    },
  },
  "provision.overdue": {
    label: "规定确认已逾期",
    module: "供应商",
    level: "todo",
    channels: ["site", "email"],
    audience: "supplier",
    mandatory: true,
    help: "确认期限过后告诉还没有确认的供应商，不能关闭。",
    variables: { title, day },
    wording: {
      title: "《{{title}}》逾期没有确认",
      content: "《{{title}}》的确认期限{{day}}已过。请先阅读并确认；必须确认的规定在确认以前不能报价和提交送货单。",
    },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof provisionReceiptScenarios> {}
}
