import {
  computed,
  date,
  defineEntity,
  integer,
  longText,
  ownSupplier,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { endsAfterStart, oneSubject, seasonWhole, totalDays } from "./deliver-cycle.rules";

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "delete", "import", ...read] as const;

const monthDay = {
  expression: /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  complaint: "请按“月-日”填写，如12-20",
};

/** How long a delivery takes from the order on. The most narrowly described row that is in force counts; see `leadTimeFor`. */
export const deliverCycle = defineEntity({
  key: "master-data/deliver-cycle",
  label: "采购交货周期",
  kind: "register",
  purpose:
    "从下单到可用的天数：备货、运输、检验。订单行没有填需求日期时按它推算，要求交期短于周期时提醒；物料的优先于物料类型，写明供应商、工厂的优先。",
  title: ["material_id", "material_type_id", "supplier_id"],
  search: ["material_id", "material_type_id", "supplier_id"],
  imports: true,
  fields: {
    material_id: reference("master-data/material", { label: "物料" }),
    material_type_id: reference("master-data/material-type", {
      label: "物料类型",
      help: "与物料二选一，没有该物料的周期时使用；一级类型含其下级",
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", help: "空着表示所有供应商" }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "空着表示所有工厂" }),
    prepare_days: integer({ label: "备货天数", required: true, unit: "天", min: "0", max: "365" }),
    transit_days: integer({ label: "运输天数", required: true, unit: "天", min: "0", max: "180" }),
    inspect_days: integer({ label: "检验天数", required: true, unit: "天", min: "0", max: "60" }),
    total_days: computed(integer({ label: "总周期", unit: "天" })),
    season_from: text({ label: "旺季开始", help: "月-日，如12-20；可以跨年", pattern: monthDay }),
    season_to: text({ label: "旺季结束", help: "月-日，如02-15", pattern: monthDay }),
    season_extra: integer({ label: "旺季加天数", unit: "天", positive: true, max: "90" }),
    valid_from: date({ label: "生效日期", required: true, initial: "today" }),
    valid_to: date({ label: "失效日期", help: "留空为长期有效；当天仍有效" }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500, hiddenFromSuppliers: true }),
  },
  compute: { total_days: totalDays },
  rules: [oneSubject, seasonWhole, endsAfterStart],
  list: {
    columns: [
      "material_id",
      "material_type_id",
      "supplier_id",
      "factory_id",
      "prepare_days",
      "transit_days",
      "inspect_days",
      "total_days",
      "season_extra",
      "valid_from",
      "valid_to",
      "enabled",
    ],
    filters: ["material_id", "material_type_id", "supplier_id", "factory_id", "total_days", "valid_to", "enabled"],
    sort: "material_id",
    toggles: {
      ended_only: { label: "已失效", where: where.past("valid_to") },
      season_only: { label: "有旺季加天", where: where.set("season_extra") },
    },
    card: ["supplier_id", "factory_id", "total_days", "valid_to"],
  },
  form: [
    section("适用范围", ["material_id", "material_type_id", "supplier_id", "factory_id"]),
    section("周期构成", ["prepare_days", "transit_days", "inspect_days", "total_days"]),
    section("旺季", ["season_from", "season_to", "season_extra"]),
    section("有效期", ["valid_from", "valid_to", "enabled", "remark"]),
  ],
  related: [pointsAt("material_id"), pointsAt("supplier_id")],
  comments: false,
  access: {
    suppliers: ownSupplier("supplier_id", where.eq("enabled", true)),
    suppliersMayWrite: [],
    grants: {},
  },
  views: [
    {
      screen: "master-data/deliver-cycle",
      label: "采购交货周期",
      grants: {
        buyer: keep,
        purchase_manager: keep,
        master_data: "all",
        system_admin: "all",
        planner: read,
        leader: read,
        supervisor: read,
      },
    },
    { screen: "supplier-management/delivery-cycle", label: "交货周期", grants: { supplier: read } },
  ],
});
