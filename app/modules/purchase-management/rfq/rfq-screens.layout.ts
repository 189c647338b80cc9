import { lineSection, money, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { collectiveView } from "./collective.layout";

const READ = ["query", "get", "export"] as const;

const WRITE = ["add", "delete", "edit", ...READ] as const;

/** Menu entries of 「询价单」. */
export const rfqViews = [
  {
    screen: "purchase-management/rfq",
    label: "询价列表",
    noun: "询价单",
    extra: { progress: text({ label: "已报/邀请", system: true }) },
    grants: {
      buyer: WRITE,
      purchase_manager: WRITE,
      leader: READ,
      finance: READ,
      finance_lead: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
  {
    screen: "purchase-management/rfq-comparison",
    label: "比价列表",
    noun: "比价单",
    where: where.oneOf("state", ["opened", "priced", "done"]),
    list: {
      columns: [
        "number",
        "title",
        "count(items)",
        "+progress",
        "+best_total",
        "+last_total",
        "+saving",
        "round_no",
        "opened_at",
        "state",
      ],
      filters: [
        "number",
        "title",
        "buyer_id",
        "items.material_id",
        "suppliers.supplier_id",
        "opened_at",
        "purchase_group_id",
        "state",
      ],
      sort: "-opened_at",
      rowActions: ["award", "next_round"],
      card: ["title", "+best_total", "+saving", "+progress", "opened_at"],
    },
    form: [
      section("基本信息", [
        "title",
        "rfq_kind",
        "template_id",
        "company_id",
        "purchase_group_id",
        "buyer_id",
        "currency",
        "payment_term",
        "trade_term",
        "price_valid_from",
        "price_valid_to",
        "start_at",
        "deadline",
        "few_reason",
        "round_no",
        "opened_at",
        "price_no",
      ]),
      lineSection("定价结果", "awards"),
      lineSection("询价物料", "items"),
      lineSection("邀请供应商", "suppliers"),
    ],
    extra: {
      progress: text({ label: "已报/邀请", system: true }),
      best_total: money({ label: "最低组合总额", system: true, help: "各行取最低可比价的供应商，含税含运费" }),
      last_total: money({ label: "上次价总额", system: true, help: "只计有上次价的行" }),
      saving: money({ label: "较上次节约额", system: true, help: "只计有上次价的行，负数为增加" }),
    },
    grants: {
      buyer: ["edit", ...READ],
      purchase_manager: ["edit", ...READ],
      leader: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
  collectiveView,
] as const;
