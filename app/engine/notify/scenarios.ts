import type { ScenarioFacts } from "~/shared/scenarios";

/** What people are notified of by this part of the platform. */
export const notifyScenarios = {
  mention: {
    label: "有人在评论中提到我",
    module: "单据",
    merge: false,
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "关闭后，别人在评论中 @您 时不再提醒。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      comment: { label: "评论", sample: "@李工 请确认交期" },
    },
    wording: { title: "{{document}}", content: "在评论中提到您：{{comment}}" },
  },
  watch: {
    label: "我关注的单据有变化",
    module: "单据",
    merge: false,
    level: "info",
    channels: ["site"],
    audience: "both",
    help: "状态、内容变化和新的评论。关闭后仍可在单据的变更记录中查看。",
    variables: {
      document: { label: "单据", sample: "采购订单 CG202603020001" },
      event: { label: "变化", sample: "下达：待下达 → 已下达" },
    },
    wording: { title: "{{document}}", content: "{{event}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;
