import { lineSection, section } from "~/engine/entity";

/* How the form and the record of an inquiry are laid out, on every screen that shows it. */

export const rfqBasics = section("基本信息", [
  "title",
  "rfq_kind",
  "mode",
  "quote_scope",
  "template_id",
  "company_id",
  "purchase_group_id",
  "buyer_id",
  "currency",
  "payment_term",
  "trade_term",
  "price_valid_from",
  "price_valid_to",
  "estimate",
  "approval_need",
]);
export const rfqSchedule = section("报价安排", [
  "start_at",
  "deadline",
  "ask_until",
  "min_suppliers",
  "round_no",
  "max_rounds",
  "show_rank",
  "few_reason",
  "published_at",
  "reminded_at",
  "opened_at",
  "price_no",
]);
export const rfqParts = [
  section("密封开启", ["sealing", "opener_1", "opener_2", "opener_supervisor"]),
  lineSection("询价物料", "items"),
  lineSection("邀请供应商", "suppliers"),
  lineSection("答疑", "questions", ["supplier_id", "question", "asked_at", "answer", "answered_at"]),
  lineSection("定价结果", "awards"),
] as const;
