import {
  choice,
  date,
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  person,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { GATE_CHECKS } from "~/shared/supplier-gate";

const read = ["query", "get", "export"] as const;

/** What the gate will say about orders not released yet, worked out by a job; nobody types it. */
export const gateForecast = defineEntity({
  key: "supplier-management/gate-forecast",
  label: "限单预告",
  kind: "register",
  purpose: "不久将不能下达的订单及原因：每天清晨按现有资料推算，报告、货源或冻结有变化后可在任务调度中重新推算。",
  title: ["order_no", "check_type"],
  search: ["order_no", "supplier_id", "material_id"],
  fields: {
    order_no: text({ label: "采购订单", required: true, maxLength: 40 }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    material_id: reference("master-data/material", { label: "物料" }),
    factory_id: reference("master-data/factory", { label: "收货工厂", required: true }),
    purchase_group_id: reference("user-administration/purchase-group", { label: "采购组", required: true }),
    buyer_id: person({ label: "采购员", required: true }),
    check_type: choice({ label: "检查项", required: true, choices: GATE_CHECKS }),
    blocked_from: date({ label: "开始限制", required: true }),
    reason_text: longText({ label: "原因", required: true, maxLength: 1000 }),
    computed_at: dateTime({ label: "推算时间", system: true }),
  },
  list: {
    columns: [
      "order_no",
      "supplier_id",
      "material_id",
      "factory_id",
      "buyer_id",
      "check_type",
      "blocked_from",
      "reason_text",
    ],
    filters: ["order_no", "supplier_id", "material_id", "factory_id", "buyer_id", "check_type", "blocked_from"],
    sort: "blocked_from",
    toggles: { blocked_only: { label: "现在已限制", where: where.not(where.coming("blocked_from")) } },
    card: ["supplier_id", "material_id", "check_type", "blocked_from"],
  },
  form: [
    section("限单预告", [
      "order_no",
      "supplier_id",
      "material_id",
      "factory_id",
      "purchase_group_id",
      "buyer_id",
      "check_type",
      "blocked_from",
      "reason_text",
      "computed_at",
    ]),
  ],
  removable: false,
  copy: false,
  access: {
    suppliers: noSupplier,
    staff: { factory: "factory_id", purchase_group: "purchase_group_id" },
    grants: {
      buyer: read,
      purchase_manager: read,
      planner: read,
      qa: read,
      qa_manager: read,
      leader: read,
      supervisor: read,
      system_admin: read,
    },
  },
});
