import {
  date,
  defineEntity,
  digest,
  lineSection,
  lines,
  longText,
  message,
  noSupplier,
  percent,
  pointsAt,
  quantity,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { guaranteesFit, notOver, periodFits, sharesAddUp } from "./source-percentage.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "edit", "delete", "import", ...READ] as const;
const NAMED = ["number", "material_id", "valid_from", "valid_to"] as const;
/** Whoever wrote it, and whoever plans by it. */
const KEEPERS = { people: ["created_by"], roles: ["planner"] } as const;

type Read = { text(column: (typeof NAMED)[number]): string };

const named = ({ text: shown }: Read) => ({
  number: shown("number"),
  material: shown("material_id"),
  from: shown("valid_from"),
  to: shown("valid_to"),
});

/** Which supplier gets how much of a material, in which period; shares stand nowhere else (ruling 51, decision 0165). */
export const sourcePercentage = defineEntity({
  key: "base-data/source-percentage",
  label: "货源比例",
  kind: "document",
  purpose: "约定一种物料在各供应商之间的份额：需求按份额拆分，执行中对照实际下单的比例。",
  imports: true,
  number: "PE{YYYYMM}-{0001}",
  search: ["number", "material_id"],
  fields: {
    material_id: reference("master-data/material", {
      label: "物料",
      required: true,
      only: where.not(where.eq("material_status", "stopped")),
    }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "留空为所有工厂；工厂另有配额的按工厂的" }),
    valid_from: date({ label: "有效期从", required: true, initial: "today" }),
    valid_to: date({ label: "有效期至", required: true, help: "当天仍有效" }),
    min_split_qty: quantity({
      label: "最小拆分量",
      positive: true,
      help: "少于它的需求不拆分，全部给配额评级最低的供应商；按物料的基本单位",
    }),
    source_no: text({ label: "依据单据", maxLength: 40, help: "定标或价格审批的单号" }),
    ended_on: date({ label: "结束于", system: true }),
    replaced_by: text({ label: "被替代", maxLength: 40, system: true, help: "接替的货源比例编号" }),
    remark: longText({ label: "备注", maxLength: 500 }),
  },
  lines: {
    shares: lines({
      label: "供应商份额",
      min: 1,
      max: 20,
      counter: "家",
      totals: ["percent"],
      fields: {
        supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
        percent: percent({ label: "配额比例", required: true, positive: true, max: "100" }),
        base_qty: quantity({
          label: "基础量",
          min: "0",
          help: "视同已经下单的数量：后加入的供应商不必补齐以前的差额",
        }),
        guaranteed_qty: quantity({ label: "保底量", positive: true, help: "期间内先满足的数量" }),
        max_qty: quantity({ label: "期间最大量", positive: true }),
      },
    }),
  },
  rules: [periodFits, sharesAddUp, guaranteesFit],
  list: {
    columns: ["number", "material_id", "factory_id", "valid_from", "valid_to", "+widest_gap", "state"],
    filters: [
      "number",
      "material_id",
      "material_id.material_type_id",
      "factory_id",
      "shares.supplier_id",
      "valid_from",
      "valid_to",
      "state",
    ],
    sort: "-valid_from",
    toggles: {
      valid_only: {
        label: "今天有效",
        where: where.all(where.eq("state", "active"), where.pastBy("valid_from", -1), where.coming("valid_to")),
      },
      deviating_only: { label: "执行偏差过大", where: where.eq("state", "active"), worked: true },
    },
    batch: ["submit"],
    rowActions: ["submit", "end"],
    card: ["material_id", "factory_id", "valid_from", "valid_to"],
  },
  form: [
    section("配额信息", [
      "material_id",
      "factory_id",
      "valid_from",
      "valid_to",
      "min_split_qty",
      "source_no",
      "ended_on",
      "replaced_by",
      "remark",
    ]),
    lineSection("供应商份额", "shares"),
  ],
  related: [pointsAt("material_id", { fact: "material_status" })],
  print: {
    facts: ["material_id", "factory_id", "valid_from", "valid_to", "min_split_qty", "source_no"],
    lines: [{ lines: "shares", columns: ["supplier_id", "percent", "base_qty", "guaranteed_qty", "max_qty"] }],
    signatures: ["编制", "审批"],
  },
  states: { draft: "草稿", reviewing: "审批中", active: "生效", ended: "已结束" },
  tones: { draft: "draft", reviewing: "waiting", active: "running", ended: "closed" },
  saveThen: "submit",
  copy: { leaveOut: ["source_no", "ended_on", "replaced_by"] },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "提交过的货源比例不能删除，请结束" },
  approval: {
    on: "submit",
    state: "reviewing",
    by: ["purchase_manager", "leader"],
    conditions: ["factory_id", "material_id.material_type_id", "material_id.key_material"],
  },
  deadlines: { over: { label: "有效期至", at: "valid_to", in: ["active"], lapse: "expire" } },
  digests: {
    deviation: digest({
      label: "配额执行偏差月报",
      every: "month",
      day: 1,
      where: where.eq("state", "active"),
      chosen: "deviating_only",
      scenario: "quota.deviation",
      to: { people: ["created_by"], elseRoles: ["purchase_manager"] },
      reads: ["number", "material_id"],
      values: (rows) => ({
        count: String(rows.length),
        first: `${rows[0]?.text("number") ?? ""} ${rows[0]?.text("material_id") ?? ""}`,
      }),
      path: "/base-data/source-percentage?deviating_only=1",
    }),
  },
  messages: [
    // Of what the approval asks, the approval itself tells.
    message({
      on: ["submit", "approve"],
      when: where.eq("state", "active"),
      scenario: "quota.active",
      to: KEEPERS,
      reads: NAMED,
      values: named,
    }),
    message({
      on: ["end", "expire", "replace"],
      scenario: "quota.ended",
      to: KEEPERS,
      reads: NAMED,
      values: named,
    }),
    message({ on: ["outlast"], scenario: "quota.shortened", to: KEEPERS, reads: NAMED, values: named }),
  ],
  transitions: {
    submit: {
      label: "提交",
      from: ["draft"],
      to: "active",
      by: ["buyer"],
      tone: "primary",
      guard: notOver,
      acknowledge: true,
      reason: "optional",
      reasonLabel: "说明",
      confirm: "批准后从有效期从起按份额拆分需求；同一物料、工厂原来的配额在前一天结束。",
      done: "已提交",
    },
    end: {
      label: "结束",
      decides: { not: "Ends the shares; nothing comes into force" },
      from: ["active"],
      to: "ended",
      by: ["purchase_manager"],
      tone: "danger",
      reason: "required",
      confirm: "结束后不再按这张配额拆分需求，不能恢复。",
      effect: (work) => work.set({ ended_on: work.today }),
    },
    expire: {
      label: "到期结束",
      from: ["active"],
      to: "ended",
      by: "system",
      effect: (work) => work.set({ ended_on: work.today }),
    },
    /** Newer shares begin later: these last until the day before. */
    outlast: {
      label: "被接替，提前结束",
      from: ["active"],
      to: "same",
      by: "system",
      input: {
        valid_to: date({ label: "有效期至", required: true }),
        replaced_by: text({ label: "被替代", required: true, maxLength: 40 }),
      },
      effect: (work) =>
        work.set({ valid_to: work.input.valid_to ?? null, replaced_by: work.input.replaced_by ?? null }),
    },
    /** Newer shares have taken their place. */
    replace: {
      label: "被替代",
      from: ["active"],
      to: "ended",
      by: "system",
      input: {
        valid_to: date({ label: "有效期至", help: "留空不变" }),
        replaced_by: text({ label: "被替代", required: true, maxLength: 40 }),
      },
      effect: (work) =>
        work.set({
          valid_to: work.input.valid_to ?? work.record.valid_to,
          replaced_by: work.input.replaced_by ?? null,
          ended_on: work.today,
        }),
    },
  },
  access: { suppliers: noSupplier, grants: {} },
  views: [
    {
      screen: "base-data/source-percentage",
      label: "货源比例",
      extra: {
        widest_gap: percent({ label: "最大偏差", system: true, help: "各供应商实际比例与配额比例相差最大的百分点" }),
      },
      grants: {
        buyer: WRITE,
        purchase_manager: READ,
        planner: READ,
        leader: READ,
        supervisor: READ,
        system_admin: READ,
      },
    },
  ],
});
