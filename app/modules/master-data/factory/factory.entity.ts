import {
  choice,
  defineEntity,
  lineSection,
  lines,
  noSupplier,
  phone,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { registerGrants } from "../register-grants";
import { TIME_OF_DAY, windowsRunForward } from "./factory.rules";

const timePattern = { expression: TIME_OF_DAY, complaint: "请输入时间，例如 08:30" };

export const factory = defineEntity({
  key: "master-data/factory",
  label: "工厂",
  kind: "register",
  fromOutside: { by: "code", add: true },
  purpose: "收货工厂的地址、联系人和收货时段；每个人只能看到授权给自己的工厂。",
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
    sap_code: text({ label: "SAP工厂代码", maxLength: 20 }),
    enabled: yesNo({ label: "启用", initial: true }),
  },
  lines: {
    purchase_orgs: lines({
      label: "采购组织",
      fields: { purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", required: true }) },
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
  rules: [windowsRunForward],
  list: {
    columns: ["code", "name", "company_id", "city", "receiver", "sap_code", "enabled"],
    filters: ["code", "name", "company_id", "enabled"],
    sort: "code",
  },
  form: [
    section("基本信息", ["code", "name", "company_id", "sap_code", "enabled"]),
    section("收货安排", ["province", "city", "address", "receiver", "receiver_phone"]),
    lineSection("收货时段", "windows"),
    lineSection("采购组织", "purchase_orgs"),
  ],
  related: [
    pointedAtBy("master-data/warehouse", "factory_id", { fact: "temp_zone" }),
    pointedAtBy("base-data/source-data", "factory_id", { fact: "effective_to" }),
  ],
  access: {
    suppliers: noSupplier,
    suppliersMayReadTitle: true,
    staff: { factory: "id" },
    grants: registerGrants,
  },
});
