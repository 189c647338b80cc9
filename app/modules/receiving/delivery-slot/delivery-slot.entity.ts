import {
  computed,
  date,
  defineEntity,
  everySupplierWhen,
  integer,
  pointedAtBy,
  quantity,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { endsAfterBeginning, HOLDING, TIME_OF_DAY, weeksFit, windowName } from "./delivery-slot.rules";

const read = ["query", "get", "export"] as const;
const clock = { required: true, pattern: { expression: TIME_OF_DAY, complaint: "请输入时间，例如 08:30" } } as const;
/** No window is copied further than a year; how far at once says a parameter. */
const MOST_WEEKS = "52";

/** Windows in which a factory takes lorries in, per dock. What is booked is worked out from the notes, see decision 0156. */
export const deliverySlot = defineEntity({
  key: "receiving/delivery-slot",
  label: "送货时段",
  kind: "register",
  purpose: "收货工厂每天每个月台各时段能接几车、多少立方米；供应商发货时预约，迟到的失去时段。",
  title: ["name"],
  search: ["name", "dock"],
  imports: true,
  fields: {
    factory_id: reference("master-data/factory", { label: "工厂", required: true }),
    slot_date: date({ label: "日期", required: true }),
    time_from: text({ label: "开始", ...clock }),
    time_to: text({ label: "结束", ...clock }),
    remark: text({ label: "说明", maxLength: 100, help: "供应商预约时看得到，如“只停厢式车”" }),
    dock: text({ label: "月台", required: true, maxLength: 20 }),
    material_type_id: reference("master-data/material-type", {
      label: "物料大类",
      help: "留空不限；填写后只能预约整车都是这一类（含其下级）的送货单",
    }),
    capacity: integer({ label: "车次上限", required: true, positive: true, max: "99", hiddenFromSuppliers: true }),
    capacity_m3: quantity({
      label: "体积上限",
      unit: "m³",
      positive: true,
      help: "留空只按车次；体积按物流容积测算",
      hiddenFromSuppliers: true,
    }),
    booked: integer({ label: "已约车次", system: true, initial: 0, hiddenFromSuppliers: true }),
    booked_m3: quantity({ label: "已约体积", system: true, initial: "0", unit: "m³", hiddenFromSuppliers: true }),
    free: integer({ label: "可约车次", system: true, initial: 0 }),
    free_m3: quantity({ label: "可约体积", system: true, unit: "m³" }),
    name: computed(text({ label: "时段", maxLength: 60 })),
  },
  compute: { name: windowName },
  rules: [endsAfterBeginning],
  list: {
    columns: [
      "factory_id",
      "slot_date",
      "time_from",
      "time_to",
      "dock",
      "material_type_id",
      "capacity",
      "booked",
      "capacity_m3",
      "booked_m3",
      "free",
      "free_m3",
      "state",
    ],
    filters: ["factory_id", "slot_date", "dock", "state"],
    sort: "slot_date,time_from,dock",
    toggles: {
      coming_only: { label: "今天起", where: where.coming("slot_date") },
      free_only: { label: "还可预约", where: where.all(where.atLeast("free", 1), where.eq("state", "open")) },
    },
    batch: ["copy_week", "close"],
    rowActions: ["close", "reopen"],
    card: ["factory_id", "slot_date", "time_from", "dock", "free"],
  },
  form: [
    section("时段", ["factory_id", "slot_date", "time_from", "time_to", "dock", "material_type_id", "remark"]),
    section("容量", ["capacity", "capacity_m3", "booked", "booked_m3", "free", "free_m3"]),
  ],
  related: [pointedAtBy("receiving/delivery-note", "slot_id", { fact: "ship_date" })],
  states: { open: "开放预约", closed: "已关闭" },
  tones: { open: "running", closed: "closed" },
  editIn: ["open"],
  copy: { leaveOut: ["slot_date"] },
  removableWhen: { where: where.eq("booked", 0), otherwise: "已有车预约，不能删除；不再使用的请关闭" },
  transitions: {
    close: {
      label: "关闭时段",
      from: ["open"],
      to: "closed",
      by: ["warehouse"],
      tone: "danger",
      reason: "required",
      confirm: "关闭后不能再预约；已经预约还没有到厂的送货单失去时段，供应商会收到原因并须另行预约。",
      done: "已关闭",
    },
    reopen: {
      label: "重新开放",
      from: ["closed"],
      to: "open",
      by: ["warehouse"],
      confirm: "重新开放后供应商可以再预约；关闭时失去时段的送货单不会自动恢复。",
      done: "已重新开放",
    },
    copy_week: {
      label: "复制到以后几周",
      from: ["open", "closed"],
      to: "same",
      by: ["warehouse"],
      right: "delivery-slot.add",
      input: {
        weeks: integer({ label: "复制几周", required: true, initial: 1, positive: true, max: MOST_WEEKS, unit: "周" }),
      },
      guard: weeksFit,
      confirm:
        "所选时段按同一星期几复制到以后几周，一次最多{{receiving.slotWeeks}}周；工厂休息的日子和月台已有时段的时间跳过。",
      done: "已复制",
    },
  },
  access: {
    // What a supplier may book at factories it delivers to, and what it has booked; never who else stands there.
    suppliers: everySupplierWhen(
      where.any(
        where.all(
          where.eq("state", "open"),
          where.atLeast("free", 1),
          where.someRow({
            table: "source_data",
            column: "factory_id",
            equals: "factory_id",
            inner: where.all(where.own("supplier_id"), where.oneOf("state", ["trial", "active", "suspended"])),
          }),
        ),
        where.someRow({
          table: "delivery_note",
          column: "slot_id",
          equals: "id",
          inner: where.all(where.own("supplier_id"), where.oneOf("state", HOLDING)),
        }),
      ),
    ),
    suppliersMayReadTitle: true,
    suppliersMayWrite: [],
    staff: { factory: "factory_id" },
    grants: {
      warehouse: ["add", "edit", "delete", "import", ...read],
      planner: read,
      purchase_manager: read,
      buyer: ["query", "get"],
      supervisor: read,
      system_admin: read,
    },
  },
  views: [
    { screen: "receiving/delivery-slot", label: "送货时段" },
    {
      screen: "receiving/open-slot",
      label: "可约时段",
      where: where.coming("slot_date"),
      list: {
        columns: [
          "factory_id",
          "slot_date",
          "time_from",
          "time_to",
          "dock",
          "material_type_id",
          "free",
          "free_m3",
          "remark",
        ],
        filters: ["factory_id", "slot_date", "dock"],
        sort: "slot_date,time_from,dock",
        card: ["factory_id", "slot_date", "time_from", "dock", "free"],
      },
      grants: { supplier: ["query", "get"] },
    },
    {
      screen: "receiving/dock-board",
      label: "月台看板",
      kind: "workbench",
      grants: { warehouse: ["query", "get"], planner: ["query", "get"], system_admin: ["query", "get"] },
    },
  ],
});
