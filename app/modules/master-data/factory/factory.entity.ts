import {
  choice,
  date,
  defineEntity,
  everySupplierWhen,
  lineSection,
  lines,
  phone,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { registerGrants } from "../register-grants";
import { calendarRunsForward, daysOnce, TIME_OF_DAY, windowsRunForward } from "./factory.rules";

const timePattern = { expression: TIME_OF_DAY, complaint: "请输入时间，例如 08:30" };

export const factory = defineEntity({
  key: "master-data/factory",
  label: "工厂",
  kind: "register",
  fromIntegration: { by: "code", add: true },
  purpose: "收货工厂的地址、联系人、收货时段和工作日历；每个人只能看到授权给自己的工厂。",
  imports: { key: "code" },
  extensible: true,
  fields: {
    code: text({ label: "工厂编码", required: true, maxLength: 20, unique: "工厂编码已存在" }),
    name: text({ label: "工厂名称", required: true, maxLength: 60 }),
    company_id: reference("master-data/company", { label: "所属公司", required: true }),
    province: text({ label: "省", required: true, maxLength: 20 }),
    city: text({ label: "市", required: true, maxLength: 20 }),
    address: text({ label: "收货地址", required: true }),
    receiver: text({ label: "收货联系人", maxLength: 30 }),
    receiver_phone: phone({ label: "联系电话" }),
    sap_code: text({ label: "SAP工厂代码", maxLength: 20, hiddenFromSuppliers: true }),
    weekly_rest: choice({
      label: "每周休息日",
      initial: "none",
      choices: { none: "每天收货", sunday: "周日休息", weekend: "周六、周日休息" },
      help: "放假和调休在工作日历中登记；交期落在休息日的顺延到下一个收货日",
    }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  lines: {
    purchase_orgs: lines({
      label: "采购组织",
      suppliers: "none",
      fields: { purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true }) },
    }),
    calendar: lines({
      label: "工作日历",
      max: 200,
      fields: {
        from_day: date({ label: "开始日期", required: true }),
        to_day: date({ label: "结束日期", required: true }),
        kind: choice({
          label: "安排",
          required: true,
          initial: "rest",
          choices: { rest: "休息", work: "照常收货" },
          tones: { rest: "closed", work: "running" },
        }),
        note: text({ label: "说明", maxLength: 40 }),
      },
    }),
    windows: lines({
      label: "收货时段",
      max: 20,
      fields: {
        days: choice({
          label: "适用日",
          required: true,
          choices: { daily: "每天", workday: "周一至周五", saturday: "周六", sunday: "周日" },
        }),
        start_time: text({ label: "开始时间", required: true, pattern: timePattern }),
        end_time: text({ label: "结束时间", required: true, pattern: timePattern }),
      },
    }),
  },
  rules: [windowsRunForward, calendarRunsForward, daysOnce],
  list: {
    columns: ["code", "name", "company_id", "city", "receiver", "sap_code", "enabled"],
    filters: ["code", "name", "company_id", "enabled"],
    sort: "code",
  },
  form: [
    section("基本信息", ["code", "name", "company_id", "sap_code", "enabled"]),
    section("收货安排", ["province", "city", "address", "receiver", "receiver_phone", "weekly_rest"]),
    lineSection("收货时段", "windows"),
    lineSection("工作日历", "calendar"),
    lineSection("采购组织", "purchase_orgs"),
  ],
  related: [
    pointedAtBy("master-data/warehouse", "factory_id", { fact: "temp_zone" }),
    pointedAtBy("base-data/source-data", "factory_id", { fact: "effective_to" }),
  ],
  access: {
    // Address, windows and calendar of the factories a supplier delivers to.
    suppliers: everySupplierWhen(
      where.all(
        where.eq("enabled", true),
        where.someRow({
          table: "source_data",
          column: "factory_id",
          equals: "id",
          inner: where.all(
            where.own("supplier_id"),
            where.oneOf("state", ["trial", "active", "suspended"]),
            where.any(where.empty("effective_to"), where.coming("effective_to")),
          ),
        }),
      ),
    ),
    suppliersMayReadTitle: true,
    suppliersMayWrite: [],
    staff: { factory: "id" },
    grants: registerGrants,
  },
  views: [
    { screen: "master-data/factory", label: "工厂" },
    {
      screen: "supplier-management/receiving-factory",
      label: "收货工厂",
      list: {
        columns: ["code", "name", "province", "city", "address", "receiver", "receiver_phone"],
        filters: ["code", "name"],
        sort: "code",
        card: ["name", "address", "receiver", "receiver_phone"],
      },
      grants: { supplier: ["query", "get"] },
    },
  ],
});
