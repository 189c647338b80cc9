import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const prices = { module: "价格" } as const;
const number = { label: "核价单号", sample: "HJ20260302-0001" } as const;
const kind = { label: "核价类型", sample: "涨价" } as const;

/** What people are notified of here. */
export const accountPriceScenarios = {
  "price-approval.decided": {
    ...prices,
    label: "核价单有了结果",
    level: "info",
    channels: ["site", "email"],
    audience: "internal",
    merge: false,
    help: "由他人提交的核价单批准或退回时通知采购员；提交人由审批通知。关闭后仍可在核价单上查看。",
    variables: {
      number,
      kind,
      result: { label: "结果", sample: "已批准" },
      note: { label: "说明", sample: "价格已写入价格数据。" },
    },
    wording: { title: "核价单 {{number}}（{{kind}}）{{result}}", content: "{{note}}" },
  },
  "price-approval.in-force": {
    ...prices,
    label: "核价单生效",
    level: "info",
    channels: ["site"],
    audience: "internal",
    help: "到生效日期时通知采购员。关闭后仍可在核价单中按“已生效”查看。",
    variables: { number, kind },
    wording: { title: "核价单 {{number}}（{{kind}}）已生效", content: "新价格从今天起执行。" },
  },
  "price-approval.revoked": {
    ...prices,
    label: "核价单撤销",
    level: "warning",
    channels: ["site", "email"],
    audience: "internal",
    merge: false,
    help: "采购经理撤销核价单时通知采购员和登记人。关闭后仍可在核价单中按“已撤销”查看。",
    variables: { number, kind, reason: { label: "原因", sample: "供应商未接受" } },
    wording: { title: "核价单 {{number}}（{{kind}}）已撤销", content: "原因：{{reason}}。请确认是否须重新核价。" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof accountPriceScenarios> {}
}
