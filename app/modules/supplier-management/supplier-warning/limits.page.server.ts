import type { Context } from "~/engine/context.server";
import { ownComingLimitsOf, ownLimitsOf } from "~/engine/operations/own-limits.server";
import { limitFor } from "~/engine/parameters.server";
import { listPath } from "~/engine/screen/address";
import { columnsOf } from "~/engine/screen/table-columns";
import { dayOf } from "~/shared/calendar";

const WARNING = "supplier-management/supplier-warning";

/** What stands in the way of the supplier that is signed in, and what will. */
export async function ownLimitsModel(context: Context) {
  const limits = await ownLimitsOf(context);
  const ahead = await limitFor(context, "gate.forecastDays");
  const coming = await ownComingLimitsOf(context);
  const stopped = limits.filter(({ severity }) => severity === "refuse");
  return {
    title: "我的业务限制",
    about: `截至${dayOf(context.now)}；按现有货源查询，具体订单的数量和金额限制以下单时为准`,
    back: { label: "返回供应商预警", href: listPath(context.services.registry.mainScreen(WARNING)) },
    verdict:
      stopped.length > 0
        ? { level: "error" as const, text: `有${stopped.length}项限制，请尽快处理` }
        : limits.length > 0
          ? { level: "warning" as const, text: "目前没有限制，有需要注意的事项" }
          : coming.length > 0
            ? { level: "warning" as const, text: `目前没有限制，未来${ahead}天内有${coming.length}项将受限` }
            : { level: "success" as const, text: "目前没有限制" },
    tables: [
      {
        title: "限制与提醒",
        empty: "没有限制，也没有提醒。",
        table: {
          caption: "目前的限制与提醒",
          columns: columnsOf(["检查项", "结果", "涉及业务", "说明", "由谁解除", "如何解除"]),
          rows: limits.map(({ label, severity, actions, text, who, how, path }, index) => ({
            id: String(index),
            cells: [
              { text: label },
              severity === "refuse"
                ? { text: "不能办理", tone: "refused" as const }
                : { text: "提醒", tone: "warning" as const },
              { text: actions.join("、") },
              { text },
              { text: who },
              { text: how, ...(path ? { href: path } : {}) },
            ],
          })),
        },
      },
      {
        title: `未来${ahead}天将受限的业务`,
        empty: `未来${ahead}天内没有将受限的业务。`,
        table: {
          caption: `未来${ahead}天将受限的业务`,
          columns: columnsOf(["检查项", "开始限制", "涉及业务", "说明", "请提供", "最迟日期"]),
          rows: coming.map(({ label, from, actions, text, bring, until, path }, index) => ({
            id: String(index),
            cells: [
              { text: label },
              { text: from },
              { text: actions.join("、") },
              { text },
              { text: bring, ...(path ? { href: path } : {}) },
              { text: until },
            ],
          })),
        },
      },
    ],
  };
}
