import { applyTransition } from "~/engine/operations/transition.server";
import { addMonths } from "~/shared/calendar";
import type { DemoWriter } from "./demo-writer.server";

const REPORT = "purchase-management/purchase-report";
const INDICATOR = "purchase-management/key-indicator";
const MANAGER = "manager1";

const REPORTS = [
  ["供应商支出与热力图", "spend", "supplier"],
  ["每月支出", "spend", "month"],
  ["供应商集中度", "concentration", "supplier"],
  ["按品类的节约额", "saving", "category"],
  ["订单执行跟踪", "order_exec", "factory"],
  ["供应商准时排名", "on_time", "supplier"],
  ["来料质量", "inbound_quality", "supplier"],
  ["无合同无核价下单", "uncovered", "buyer"],
] as const;

/** What each month is measured by, and its target. */
const TARGETS = [
  ["saving_rate", "2"],
  ["on_time_rate", "90"],
  ["full_rate", "95"],
  ["reject_rate", "5"],
  ["contract_cover", "80"],
  ["po_confirm_hours", "24"],
  ["rush_rate", "10"],
  ["top3_share", "60"],
] as const;

/** Reports of purchasing, and targets of the last months: one that is closed, one to be explained, one that runs. */
export async function loadPurchaseFigures(writer: DemoWriter): Promise<void> {
  const manager = await writer.person(MANAGER);
  const context = writer.context(writer.moment(writer.daysAgo(1), 9), manager);
  await writer.together(context, async () => {
    for (const [name, report_code, dimension] of REPORTS)
      await writer.create(context, REPORT, { name, report_code, dimension, period: "months_12" });
  });
  const entity = context.services.registry.entity(INDICATOR);
  const month = (back: number) => addMonths(`${writer.today.slice(0, 7)}-01`, -back).slice(0, 7);
  for (const back of [2, 1, 0])
    for (const [indicator, target] of TARGETS) {
      const { id } = await writer.create(context, INDICATOR, {
        ...{ indicator, target, period: month(back) },
        ...(back === 2 ? { comment: "节前集中到货，供应商排产紧张；已与供应商商定提前一周确认。" } : {}),
      });
      if (back === 2) await applyTransition(context, { entity, id, name: "close" });
    }
}
