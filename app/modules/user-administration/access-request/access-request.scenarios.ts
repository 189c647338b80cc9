import type { EventsOf, ScenarioFacts } from "~/shared/scenarios";

const account = { module: "账号", channels: ["site"], audience: "internal" } as const;
const number = { label: "申请单号", sample: "QX20260302-0001" } as const;
const role = { label: "角色", sample: "采购员" } as const;

/** What people are notified of here. */
export const accessRequestScenarios = {
  "access-request.asked": {
    ...account,
    label: "有权限申请等待审批",
    level: "todo",
    receivers: "role",
    help: "提交后通知系统管理员和用户管理员；审批岗位的角色在第一名管理员同意后再通知一次。关闭后仍可在权限申请中查看。",
    variables: {
      number,
      person: { label: "申请人", sample: "李样" },
      role,
      until: { label: "有效期至", sample: "2026-06-30" },
    },
    wording: {
      title: "{{person}}申请角色「{{role}}」",
      content: "{{number}}：有效期至{{until}}，请核对申请原因后同意或拒绝。",
    },
  },
  "access-request.settled": {
    ...account,
    label: "我的权限申请有了结果",
    level: "info",
    receivers: "creator",
    help: "已授权、等待第二名管理员、已拒绝，以及到期仍未审批。关闭后仍可在权限申请中查看。",
    variables: {
      number,
      role,
      result: { label: "结果", sample: "已授权" },
      note: { label: "说明", sample: "有效期至2026-06-30。" },
    },
    wording: { title: "您申请的角色「{{role}}」{{result}}", content: "{{number}}{{result}}。{{note}}" },
  },
} as const satisfies Readonly<Record<string, ScenarioFacts>>;

declare module "~/shared/scenarios" {
  interface ScenarioMap extends EventsOf<typeof accessRequestScenarios> {}
}
