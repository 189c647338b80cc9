import type { DemoPen } from "~/engine/entity/seed";

const REPORT = "purchase-management/purchase-report";

const REPORTS = [
  ["供应商支出与热力图", "spend", "supplier"],
  ["每月支出", "spend", "month"],
  ["供应商集中度", "concentration", "supplier"],
  ["按品类的节约额", "saving", "category"],
  ["订单执行跟踪", "order_exec", "factory"],
  ["供应商准时排名", "on_time", "supplier"],
  ["各品类寻源周期", "sourcing_cycle", "category"],
  ["来料质量", "inbound_quality", "supplier"],
  ["无合同无核价下单", "uncovered", "buyer"],
] as const;

/** Reports of purchasing, as the purchase manager keeps them. */
export async function demoPurchaseReports(pen: DemoPen): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(1), 9), await pen.person("manager1"));
  await pen.together(context, async () => {
    for (const [name, report_code, dimension] of REPORTS)
      await pen.create(context, REPORT, { name, report_code, dimension, period: "months_12" });
  });
}
