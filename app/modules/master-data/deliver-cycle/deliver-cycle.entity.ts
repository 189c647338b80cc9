import {
  computed,
  date,
  defineEntity,
  digest,
  integer,
  longText,
  message,
  ownSupplier,
  pointsAt,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { acceptProposal, endProposal, propose } from "./deliver-cycle.effects";
import {
  endsAfterStart,
  isFree,
  isProposed,
  oneSubject,
  proposesOther,
  seasonWhole,
  totalDays,
} from "./deliver-cycle.rules";

/** A supplier waits for an answer. */
const PROPOSED = where.set("proposed_on");

const read = ["query", "get", "export"] as const;
const keep = ["add", "edit", "delete", "import", ...read] as const;

const monthDay = {
  expression: /^(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/,
  complaint: "请按“月-日”填写，如12-20",
};

/** More materials are not named in a message. */
const MOST_NAMED = 5;

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
    proposed_prepare_days: integer({ label: "建议备货天数", unit: "天", system: true }),
    proposed_transit_days: integer({ label: "建议运输天数", unit: "天", system: true }),
    proposal_reason: longText({ label: "建议理由", maxLength: 500, system: true }),
    proposed_on: date({ label: "建议日期", system: true }),
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
      "+actual_p80",
      "valid_to",
      "enabled",
    ],
    filters: ["material_id", "material_type_id", "supplier_id", "factory_id", "total_days", "valid_to", "enabled"],
    sort: "material_id",
    toggles: {
      ended_only: { label: "已失效", where: where.past("valid_to") },
      season_only: { label: "有旺季加天", where: where.set("season_extra") },
      proposed_only: { label: "有供应商建议", where: where.set("proposed_on") },
      // Compared with what suppliers confirmed, which no column holds.
      short_only: { label: "周期偏短", where: where.set("material_id"), worked: true, hiddenFromSuppliers: true },
    },
    batch: ["adopt"],
    rowActions: ["accept_proposal", "refuse_proposal"],
    card: ["supplier_id", "factory_id", "total_days", "valid_to"],
  },
  digests: {
    short: digest({
      label: "交货周期偏差月报",
      every: "month",
      day: 1,
      where: where.all(
        where.set("material_id"),
        where.eq("enabled", true),
        where.any(where.empty("valid_to"), where.coming("valid_to")),
      ),
      chosen: "short_only",
      scenario: "cycle.short",
      to: { people: ["supplier_id.buyer_id"], elseRoles: ["purchase_manager"] },
      reads: ["material_id"],
      values: (rows) => {
        const materials = [...new Set(rows.map(({ text }) => text("material_id")))].sort();
        const named = materials.slice(0, MOST_NAMED).join("、");
        return {
          count: String(rows.length),
          materials: materials.length > MOST_NAMED ? `${named}等${materials.length}种物料` : named,
        };
      },
      path: "/master-data/deliver-cycle?short_only=1",
    }),
  },
  form: [
    section("适用范围", ["material_id", "material_type_id", "supplier_id", "factory_id"]),
    section("周期构成", ["prepare_days", "transit_days", "inspect_days", "total_days"]),
    section("旺季", ["season_from", "season_to", "season_extra"]),
    section("有效期", ["valid_from", "valid_to", "enabled", "remark"]),
    section(
      "供应商建议",
      ["proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on"],
      PROPOSED,
    ),
  ],
  messages: [
    message({
      on: ["propose"],
      when: where.set("supplier_id"),
      scenario: "cycle.proposed",
      to: { people: ["supplier_id.buyer_id"], elseRoles: ["purchase_manager"] },
      reads: ["supplier_id.name", "material_id", "material_type_id"],
      values: ({ text: shown, reason }) => ({
        supplier: shown("supplier_id.name"),
        material: shown("material_id") || shown("material_type_id"),
        reason,
      }),
    }),
    message({
      on: ["accept_proposal", "refuse_proposal"],
      when: where.set("supplier_id"),
      scenario: "cycle.answered",
      to: { suppliers: ["supplier_id"] },
      reads: ["material_id", "material_type_id", "total_days", "proposed_on"],
      values: ({ text: shown, was, reason, transition }) => ({
        material: shown("material_id") || shown("material_type_id"),
        answer: transition === "accept_proposal" ? "已接受" : "未接受",
        // The wording has the unit.
        days: shown("total_days").replace("天", ""),
        note: reason,
        proposed: was("proposed_on"),
      }),
    }),
  ],
  transitions: {
    propose: {
      label: "提出建议",
      from: [],
      to: "same",
      by: ["supplier"],
      tone: "primary",
      input: {
        prepare_days: integer({ label: "建议备货天数", required: true, unit: "天", min: "0", max: "365" }),
        transit_days: integer({ label: "建议运输天数", required: true, unit: "天", min: "0", max: "180" }),
      },
      reason: "required",
      reasonLabel: "理由",
      confirm: "采购方接受以后新的周期才生效，答复之前可以撤回。",
      done: "建议已提出，等待采购方答复",
      offered: { when: isFree, rows: where.empty("proposed_on"), otherwise: "已有建议等待采购方答复" },
      guard: proposesOther,
      effect: propose,
    },
    withdraw_proposal: {
      label: "撤回建议",
      from: [],
      to: "same",
      by: ["supplier"],
      offered: { when: isProposed, rows: PROPOSED, otherwise: "没有等待答复的建议" },
      effect: endProposal,
    },
    accept_proposal: {
      label: "接受建议",
      decides: { as: "accepts", authorsMay: "The proposal is the supplier's; who keeps the cycle answers it" },
      from: [],
      to: "same",
      by: ["buyer", "purchase_manager", "master_data"],
      tone: "primary",
      reason: "optional",
      reasonLabel: "答复",
      confirm: "接受后按建议的备货和运输天数推算需求日期，已有订单不变。",
      done: "已按建议修改周期",
      offered: { when: isProposed, rows: PROPOSED, otherwise: "没有等待答复的供应商建议" },
      effect: acceptProposal,
    },
    refuse_proposal: {
      label: "不接受建议",
      decides: { as: "refuses", authorsMay: "The proposal is the supplier's; who keeps the cycle answers it" },
      from: [],
      to: "same",
      by: ["buyer", "purchase_manager", "master_data"],
      tone: "danger",
      reason: "required",
      done: "已答复供应商",
      offered: { when: isProposed, rows: PROPOSED, otherwise: "没有等待答复的供应商建议" },
      effect: endProposal,
    },
    adopt: {
      label: "采纳实际周期",
      decides: { not: "Takes over what was worked out from deliveries" },
      from: [],
      to: "same",
      by: ["buyer", "purchase_manager", "master_data"],
      reason: "optional",
      confirm: "备货天数改为使总周期等于近{{cycle.windowDays}}天供应商确认周期的80分位。",
      done: "已采纳实际周期",
      internal: true,
    },
  },
  related: [pointsAt("material_id"), pointsAt("supplier_id")],
  comments: false,
  access: {
    suppliers: ownSupplier("supplier_id", where.eq("enabled", true)),
    suppliersMayWrite: ["proposed_prepare_days", "proposed_transit_days", "proposal_reason", "proposed_on"],
    grants: {},
  },
  views: [
    {
      screen: "master-data/deliver-cycle",
      label: "采购交货周期",
      extra: { actual_p80: integer({ label: "确认周期80分位", unit: "天", system: true }) },
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
    {
      screen: "supplier-management/delivery-cycle",
      label: "交货周期",
      list: {
        columns: [
          "material_id",
          "material_type_id",
          "factory_id",
          "prepare_days",
          "transit_days",
          "inspect_days",
          "total_days",
          "season_extra",
          "valid_from",
          "valid_to",
          "proposed_on",
        ],
        filters: ["material_id", "material_type_id", "factory_id", "valid_to"],
        sort: "material_id",
        toggles: { proposed_only: { label: "等待答复", where: PROPOSED } },
        rowActions: ["propose", "withdraw_proposal"],
        card: ["factory_id", "total_days", "valid_to"],
      },
      grants: { supplier: read },
    },
  ],
});
