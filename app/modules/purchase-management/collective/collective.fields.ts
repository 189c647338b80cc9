import {
  choice,
  computed,
  date,
  dateTime,
  drawn,
  integer,
  keptOpen,
  lineReference,
  lines,
  money,
  percent,
  person,
  price,
  quantity,
  reference,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { BUYERS } from "~/shared/jobs-of-people";
import { COLLECTIVE_ROUTES, toInquire } from "./collective.rules";

const system = { system: true } as const;
/**
 * A planner sees what its factories want and got, whoever may open pools all of it (decision 0196). Who takes part and who has confirmed
 * everybody sees.
 */
const OWN_FACTORIES = { factory: "factory_id", unless: "collective.add" } as const;
const SAME_GOODS = { material_id: "material_id", factory_id: "factory_id", uom: "uom" } as const;

export const collectiveFields = {
  title: text({ label: "集采名称", required: true, maxLength: 100 }),
  category_id: reference("master-data/material-type", {
    label: "品类",
    required: true,
    help: "需求的物料须属于它或它的下级类型",
  }),
  company_id: reference("master-data/company", { label: "公司", required: true }),
  buyer_id: person({ label: "采购员", may: BUYERS, required: true, initial: "me" }),
  period_from: date({ label: "供货期起", required: true }),
  period_to: date({ label: "供货期止", required: true }),
  collect_deadline: dateTime({ label: "汇总截止", required: true, deadlineIn: ["collecting"] }),
  route: choice({ label: "寻源方式", required: true, initial: "rfq", choices: COLLECTIVE_ROUTES }),
  factory_count: computed(integer({ label: "参与工厂数" })),
  total_saving: computed(
    money({ label: "集采节约额", help: "人民币含税；与各工厂上次价相比，只计有上次价的行，负数为增加" }),
  ),
  frozen_at: dateTime({ label: "锁定时间", ...system }),
  started_at: dateTime({ label: "发起寻源时间", ...system }),
  distributed_at: dateTime({ label: "分配时间", ...system }),
} as const;

export const collectiveLines = {
  factories: lines({
    label: "参与工厂",
    counter: "个",
    max: 50,
    fields: {
      factory_id: reference("master-data/factory", {
        label: "工厂",
        required: true,
        within: { company_id: "company_id" },
      }),
      confirmed_by: person({ label: "确认人", ...system }),
      confirmed_at: dateTime({ label: "确认时间", ...system }),
    },
  }),
  demands: lines({
    label: "工厂需求",
    // An inquiry takes no more lines.
    max: 100,
    staff: OWN_FACTORIES,
    fillFrom: {
      plan_line: { material_id: "material_id", factory_id: "root.factory_id", uom: "uom" },
      material_id: { uom: "uom" },
    },
    draws: {
      sourcing: {
        on: "plan_line",
        into: "sourcing_qty",
        while: ["collecting", "frozen", "sourcing"],
        quantity: ({ qty }) => qty,
        agree: SAME_GOODS,
        within: "to_source",
        refusal: "第{n}行数量超出计划剩余数量{open}{uom}",
        beside: "qty",
      },
      // What no supplier was found for, or a factory withdrew, goes back to its plan.
      sourced: {
        on: "plan_line",
        into: "sourced_qty",
        while: ["distributed", "closed"],
        quantity: ({ sourced_qty }) => sourced_qty,
        agree: SAME_GOODS,
      },
    },
    fields: {
      factory_id: reference("master-data/factory", {
        label: "工厂",
        required: true,
        within: { company_id: "company_id" },
      }),
      material_id: reference("master-data/material", {
        label: "物料",
        required: true,
        only: where.not(where.eq("material_status", "stopped")),
      }),
      qty: quantity({ label: "数量", required: true, positive: true }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      required_date: date({ label: "需求日期", help: "询价按它要求到货" }),
      plan_line: lineReference({
        label: "采购计划行",
        to: "purchase-management/purchase-plan-apply",
        lines: "items",
        only: where.eq("state", "approved"),
        onlyLines: where.empty("stopped_at"),
        otherwise: "采购计划行不存在、已终止，或采购计划不在已批准状态",
        within: { company_id: "company_id" },
        open: "to_source",
      }),
      last_price: price({ label: "工厂上次价", help: "人民币含税，保存时取本厂最近的价格数据", ...system }),
      sourcing_qty: drawn(quantity({ label: "寻源中", help: "询价单已占用、还没有定价的数量" })),
      sourced_qty: drawn(quantity({ label: "已定价数量", help: "已完成的询价单定了价的数量" })),
      open_qty: keptOpen(quantity({ label: "可转询价" })),
    },
    open: { to_inquire: { label: "可转询价", of: toInquire, into: "open_qty", unit: "uom" } },
  }),
  results: lines({
    label: "分配结果",
    ...system,
    staff: { ...OWN_FACTORIES, whole: ["total_saving"] },
    fields: {
      factory_id: reference("master-data/factory", { label: "工厂", required: true }),
      material_id: reference("master-data/material", { label: "物料", required: true }),
      supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
      share: percent({ label: "份额%" }),
      qty: quantity({ label: "分到数量", required: true }),
      uom: choice({ label: "单位", required: true, dictionary: "uom" }),
      price: price({ label: "核定价", help: "含税" }),
      last_price: price({ label: "工厂上次价", help: "含税" }),
      event_no: text({ label: "寻源单号", maxLength: 40 }),
    },
  }),
} as const;
