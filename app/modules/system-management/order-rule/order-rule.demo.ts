import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const ORDER_RULE = "system-management/order-rule";

/** Rules of the demo company beside those of the program. */
export async function demoOrderRules(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(90), 9));
  const make = async (values: Readonly<Record<string, unknown>>, enable: boolean) => {
    const { id, version } = await pen.create(context, ORDER_RULE, values);
    if (!enable) return;
    await applyTransition(context, { entity: pen.screen(ORDER_RULE).entity, id, version, name: "enable" });
  };
  await make(
    {
      code: "AMT-500K",
      name: "单张订单超过五十万元提醒",
      check_type: "over_amount",
      severity: "warn",
      threshold: "500000",
      remark: "金额较大时提醒采购员核对数量和单价，不影响下达。",
    },
    true,
  );
  await make(
    {
      code: "LEAD-3",
      name: "需求日期至少留三天",
      check_type: "min_lead_days",
      moment: "create",
      severity: "warn",
      threshold: "3",
    },
    true,
  );
  await make(
    {
      code: "AMT-PACK",
      name: "包材订单超过二十万元须说明",
      check_type: "over_amount",
      severity: "reason",
      threshold: "200000",
      material_type_id: await pen.idOf("master-data/material-type", "B"),
      remark: "拟下季度启用，先试算。",
    },
    false,
  );
}
