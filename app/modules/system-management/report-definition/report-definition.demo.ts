import type { DemoPen } from "~/engine/entity/seed";
import { readRecord } from "~/engine/operations/save.server";
import { reportFile } from "~/engine/report/run.server";

const REPORT = "system-management/report-definition";

/** Reports of the demo company: what managers ask for every month. */
export async function demoReports(pen: DemoPen): Promise<void> {
  const manager = await pen.person("manager1");
  const context = pen.context(pen.moment(pen.daysAgo(60), 10));
  const roles = (...codes: string[]) => codes.map((role_id) => ({ role_id }));
  const { id } = await pen.create(context, REPORT, {
    code: "PO-SUPPLIER",
    name: "各供应商采购金额",
    dataset: "purchase-orders/purchase-order",
    group_by: "供应商",
    descending: "1",
    chart: "bar",
    enabled: "1",
    remark: "近一年下达的订单按供应商合计，金额大的在前；各人只看到自己工厂和采购组的订单。",
    figures: [{ how: "sum", name: "含税金额" }, { how: "count" }],
    conditions: [{ name: "订单日期", value: "今天-365", value_to: "今天" }],
    audience: roles("buyer", "purchase_manager", "leader", "system_admin"),
  });
  await pen.create(context, REPORT, {
    code: "PO-MONTH",
    name: "每月采购金额",
    dataset: "purchase-orders/purchase-order",
    group_by: "订单日期",
    group_step: "month",
    chart: "line",
    enabled: "1",
    remark: "订单金额的走势，按订单日期的月份。",
    schedule: "month",
    figures: [{ how: "sum", name: "含税金额" }],
    receivers: [{ person_id: manager.id }],
    audience: roles("purchase_manager", "leader", "finance_lead", "finance", "system_admin"),
  });
  await pen.create(context, REPORT, {
    code: "CONTRACT-DUE",
    name: "90天内到期的合同",
    dataset: "contract-management/contract",
    sort_by: "合同结束日期",
    chart: "none",
    enabled: "1",
    remark: "续签前核对，按到期先后。",
    columns: ["合同号", "合同名称", "供应商（乙方）", "合同结束日期", "合同金额（含税）", "合同负责人"].map((name) => ({
      name,
    })),
    conditions: [
      { name: "合同结束日期", value: "今天", value_to: "今天+90" },
      { name: "状态", value: "执行中" },
    ],
    audience: roles("buyer", "purchase_manager", "legal", "system_admin"),
  });
  await pen.create(context, REPORT, {
    code: "QUALIFIED-SUPPLIERS",
    name: "合格供方名录",
    dataset: "supplier-management/supplier-report",
    chart: "none",
    enabled: "1",
    remark: "每月1日发给采购经理，打印盖章后备查；内容与供应商报表的打印版相同。",
    schedule: "month",
    send_as: "pdf",
    columns: ["供应商编码", "供应商名称", "生命周期阶段"].map((name) => ({ name })),
    receivers: [{ person_id: manager.id }],
    audience: roles("purchase_manager", "qa", "qa_manager", "leader", "system_admin"),
  });
  const leader = await pen.person("leader1");
  await pen.create(context, REPORT, {
    code: "PASSED-WARNINGS",
    name: "每月放行的警告",
    dataset: "system-management/passed-warning",
    group_by: "时间",
    group_step: "month",
    chart: "line",
    enabled: "1",
    remark: "检查提醒后写明理由继续的次数；点开列表可以看到是谁、因为什么、在哪张单据上放行。",
    schedule: "month",
    figures: [{ how: "count" }],
    receivers: [{ person_id: leader.id }],
    audience: roles("supervisor", "leader", "system_admin"),
  });
  await takeAway(pen, id);
}

/** Files that people took of a report: what 运行记录 tells. */
async function takeAway(pen: DemoPen, id: string): Promise<void> {
  const taken = [
    ["manager1", 33, "xlsx"],
    ["buyer1", 12, "csv"],
    ["manager1", 3, "xlsx"],
  ] as const;
  for (const [account, days, format] of taken) {
    const context = pen.context(pen.moment(pen.daysAgo(days), 16, 20), await pen.person(account));
    await reportFile(context, (await readRecord(context, pen.screen(REPORT), id)).record, format);
  }
}
