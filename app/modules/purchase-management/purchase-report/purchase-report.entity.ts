import { choice, date, defineEntity, longText, noSupplier, pointsAt, reference, section, text } from "~/engine/entity";
import { cycleIsOfInquiries, DIMENSIONS, daysFit, PERIODS, REPORT_CODES, trendOfOne } from "./purchase-report.rules";

const READ = ["query", "get", "export"] as const;
const KEEP = ["add", "edit", "delete", ...READ] as const;

/** A report of purchasing with what it is asked for: carried out over 采购记录 as whoever reads it (decision 0181). */
export const purchaseReport = defineEntity({
  key: "purchase-management/purchase-report",
  label: "采购报表",
  kind: "register",
  purpose:
    "采购的固定管理报表：支出、价格、降本、执行、准时、集中度、寻源周期、来料质量和无合同下单；每个数都能打开构成它的采购记录或询价，各人只看到自己范围内的。",
  title: ["name"],
  fields: {
    name: text({ label: "名称", required: true, maxLength: 60, unique: "报表名称已存在" }),
    report_code: choice({ label: "报表", required: true, initial: "spend", choices: REPORT_CODES }),
    dimension: choice({
      label: "汇总维度",
      required: true,
      initial: "supplier",
      choices: DIMENSIONS,
      help: "价格趋势总是按月份和供应商；寻源周期分析按品类、采购组、采购员或月份",
    }),
    period: choice({ label: "期间", required: true, initial: "months_12", choices: PERIODS }),
    date_from: date({ label: "开始日期", help: "期间为指定日期时填写" }),
    date_to: date({ label: "结束日期", help: "最长24个月" }),
    currency: choice({
      label: "币种",
      required: true,
      initial: "CNY",
      dictionary: "currency",
      help: "不同币种不合计；寻源周期分析不分币种",
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", help: "留空为全部" }),
    material_id: reference("master-data/material", { label: "物料", help: "留空为全部；价格趋势必填" }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "留空为能看到的全部" }),
    purchase_group_id: reference("user-administration/purchase-group", {
      label: "采购组",
      help: "留空为能看到的全部",
    }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  rules: [daysFit, trendOfOne, cycleIsOfInquiries],
  list: {
    columns: ["name", "report_code", "dimension", "period", "currency", "remark"],
    filters: ["name", "report_code", "dimension", "period"],
    sort: "report_code",
    card: ["report_code", "dimension", "period"],
  },
  form: [
    section("报表", ["name", "report_code", "dimension", "remark"]),
    section("查询条件", [
      "period",
      "date_from",
      "date_to",
      "currency",
      "supplier_id",
      "material_id",
      "factory_id",
      "purchase_group_id",
    ]),
  ],
  related: [pointsAt("material_id")],
  print: { title: "采购报表", sections: true },
  access: {
    suppliers: noSupplier,
    grants: {
      purchase_manager: KEEP,
      buyer: READ,
      leader: READ,
      planner: READ,
      finance: READ,
      finance_lead: READ,
      supervisor: READ,
      system_admin: KEEP,
    },
  },
});
