import {
  choice,
  date,
  dateTime,
  defineEntity,
  integer,
  lineSection,
  lines,
  message,
  ownSupplier,
  percent,
  pointsAt,
  price,
  quantity,
  reference,
  reminder,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { PRICE_KINDS } from "~/shared/price-kinds";

const read = ["query", "get", "export"] as const;
const APPROVAL = "price-approval/account-price";
const ours = { hiddenFromSuppliers: true } as const;

/** Never closed: what was closed holds on no day. */
const standing = where.empty("closed_on");
const inForce = where.all(standing, where.pastBy("valid_from", -1), where.coming("valid_to"));
/** So many days before a price ends its buyer is told; default of a parameter. */
const TOLD_BEFORE_DAYS = 30;

const NAMED = ["supplier_id.name", "material_id.code", "material_id.name", "price", "currency", "valid_from"] as const;

/** The price book (ruling 51): one row for each price and its days. Rows come from price approvals alone, nobody types one (decision 0164). */
export const priceData = defineEntity({
  key: "base-data/price-data",
  label: "价格",
  kind: "register",
  purpose: "已批准的采购价格：哪家供应商的哪种物料，在哪个工厂、哪段时间是什么价。只由核价单写入，不能手工修改。",
  title: ["supplier_id", "material_id"],
  search: ["supplier_id", "material_id", "source_no"],
  fields: {
    supplier_id: reference("supplier-management/supplier", { label: "供应商", required: true }),
    material_id: reference("master-data/material", { label: "物料", required: true }),
    factory_id: reference("master-data/factory", { label: "工厂", help: "空为该公司的所有工厂" }),
    company_id: reference("master-data/company", { label: "公司", required: true }),
    currency: choice({ label: "币种", required: true, dictionary: "currency" }),
    uom: choice({ label: "单位", required: true, dictionary: "uom" }),
    price: price({ label: "含税单价", required: true, positive: true }),
    untaxed_price: price({ label: "未税单价", required: true }),
    tax_rate: percent({ label: "税率", required: true, min: "0", max: "100" }),
    credit_days: integer({
      label: "付款期",
      unit: "天",
      min: "0",
      max: "365",
      help: "货到后多少天付款；为空的按订单的付款条件",
    }),
    valid_from: date({ label: "生效日期", required: true }),
    valid_to: date({ label: "失效日期", required: true, help: "当天仍有效" }),
    price_kind: choice({ label: "核价类型", required: true, choices: PRICE_KINDS, ...ours }),
    source_no: text({ label: "核价单号", required: true, maxLength: 40 }),
    source_id: reference(APPROVAL, { label: "核价单", ...ours }),
    agreed_to: date({ label: "批准的失效日期", required: true, help: "被新价格提前终止以前的失效日期" }),
    ended_by_id: reference(APPROVAL, { label: "终止它的核价单", system: true, ...ours }),
    approved_at: dateTime({ label: "批准时间", required: true, ...ours }),
    approved_by: text({
      label: "批准人",
      required: true,
      maxLength: 100,
      help: "最后一步的批准人；没有审批流程的为提交人",
      ...ours,
    }),
    closed_on: date({ label: "作废日期", system: true, help: "撤销或被替代而从未执行的价格" }),
  },
  lines: {
    scales: lines({
      label: "阶梯价",
      max: 20,
      counter: "档",
      fields: {
        from_qty: quantity({ label: "数量不少于", required: true, positive: true }),
        price: price({ label: "含税单价", required: true, positive: true }),
        untaxed_price: price({ label: "未税单价", required: true }),
      },
    }),
  },
  list: {
    columns: [
      "material_id",
      "supplier_id",
      "factory_id",
      "company_id",
      "price",
      "untaxed_price",
      "tax_rate",
      "currency",
      "uom",
      "credit_days",
      "valid_from",
      "valid_to",
      "source_no",
      "approved_at",
      "approved_by",
    ],
    filters: [
      "material_id",
      "supplier_id",
      "factory_id",
      "company_id",
      "material_id.material_type_id",
      "price_kind",
      "currency",
      "valid_from",
      "valid_to",
      "source_no",
      "approved_at",
      "approved_by",
    ],
    sort: "-valid_from",
    sortedBy: ["valid_to"],
    toggles: {
      valid_only: { label: "有效", where: inForce },
      expiring_only: {
        label: "即将到期",
        where: where.all(inForce, where.soon("valid_to", "warning.expiryDays")),
      },
      coming_only: { label: "未生效", where: where.all(standing, where.not(where.pastBy("valid_from", -1))) },
      ended_only: { label: "已失效", where: where.any(where.set("closed_on"), where.past("valid_to")) },
    },
    card: ["material_id", "supplier_id", "price", "valid_from", "valid_to"],
  },
  form: [
    section("适用范围", ["supplier_id", "material_id", "factory_id", "company_id"]),
    section("价格", ["price", "untaxed_price", "tax_rate", "currency", "uom", "credit_days", "valid_from", "valid_to"]),
    lineSection("阶梯价", "scales"),
    section("来源", [
      "price_kind",
      "source_no",
      "source_id",
      "approved_at",
      "approved_by",
      "agreed_to",
      "ended_by_id",
      "closed_on",
    ]),
  ],
  related: [
    pointsAt("source_id", { fact: "price_kind" }),
    pointsAt("ended_by_id", { fact: "price_kind", side: "after" }),
    pointsAt("supplier_id", { fact: "stage" }),
    pointsAt("material_id", { fact: "material_status" }),
  ],
  deadlines: {
    starts: {
      label: "价格生效日期",
      at: "valid_from",
      where: standing,
      reminders: {
        supplier: reminder({
          label: "通知供应商价格生效",
          days: [0],
          until: 3,
          scenario: "price.in-force",
          to: { suppliers: ["supplier_id"] },
          reads: [...NAMED, "uom", "valid_to"],
          values: ({ text: shown }) => ({
            material: `${shown("material_id.code")} ${shown("material_id.name")}`.trim(),
            price: `${shown("price")} ${shown("currency")}/${shown("uom")}`,
            from: shown("valid_from"),
            to: shown("valid_to"),
          }),
        }),
      },
    },
    ends: {
      label: "价格失效日期",
      at: "valid_to",
      // What was cut goes on with what took its place.
      where: where.all(standing, where.empty("ended_by_id")),
      reminders: {
        buyer: reminder({
          label: "提醒采购员价格到期",
          days: [-TOLD_BEFORE_DAYS, 1],
          until: 7,
          scenario: "price.ending",
          to: { people: ["supplier_id.buyer_id"], elseRoles: ["purchase_manager"] },
          together: "/base-data/price-data",
          reads: [],
          values: ({ count, day, late }) => ({
            count: String(count),
            first: day,
            what: late > 0 ? "已经失效" : "即将失效",
          }),
        }),
      },
    },
  },
  messages: [
    message({
      on: ["revoke"],
      scenario: "price.revoked",
      to: { suppliers: ["supplier_id"] },
      reads: ["material_id.code", "material_id.name", "price", "currency", "uom"],
      values: ({ text: shown }) => ({
        material: `${shown("material_id.code")} ${shown("material_id.name")}`.trim(),
        price: `${shown("price")} ${shown("currency")}/${shown("uom")}`,
      }),
    }),
  ],
  transitions: {
    cut: {
      label: "被新价格终止",
      from: [],
      to: "same",
      by: "system",
      input: { valid_to: date({ label: "失效日期" }), ended_by_id: reference(APPROVAL, { label: "终止它的核价单" }) },
      effect: ({ record, input, today, set }) =>
        set({
          ended_by_id: input.ended_by_id ?? null,
          ...(typeof input.valid_to === "string" && input.valid_to >= record.valid_from
            ? { valid_to: input.valid_to }
            : { closed_on: today }),
        }),
    },
    revoke: {
      label: "随核价单撤销",
      from: [],
      to: "same",
      by: "system",
      input: { valid_to: date({ label: "失效日期" }) },
      effect: ({ record, input, today, set }) =>
        set({
          ended_by_id: null,
          ...(typeof input.valid_to === "string" && input.valid_to >= record.valid_from
            ? { valid_to: input.valid_to, agreed_to: input.valid_to }
            : { closed_on: today }),
        }),
    },
    restore: {
      label: "恢复",
      from: [],
      to: "same",
      by: "system",
      input: {
        valid_from: date({ label: "生效日期", required: true }),
        valid_to: date({ label: "失效日期", required: true }),
        ended_by_id: reference(APPROVAL, { label: "终止它的核价单" }),
      },
      effect: ({ input, set }) =>
        set({
          valid_from: input.valid_from ?? null,
          valid_to: input.valid_to ?? null,
          ended_by_id: input.ended_by_id ?? null,
          closed_on: null,
        }),
    },
  },
  removable: false,
  copy: false,
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: [],
    grants: {
      buyer: read,
      purchase_manager: read,
      leader: read,
      finance: read,
      finance_lead: read,
      planner: ["query", "get"],
      supervisor: read,
      system_admin: read,
      supplier: read,
    },
  },
});
