import {
  choice,
  date,
  dateTime,
  defineEntity,
  files,
  longText,
  message,
  noSupplier,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { NEWS_KINDS, periodInOrder, TOLD_KINDS } from "./purchase-news.rules";

const READ = ["query", "get", "export"] as const;
const WRITE = ["add", "edit", "delete", ...READ] as const;
const NAMED = ["title", "news_kind", "summary"] as const;

/** Market news among ourselves. What suppliers read is told as news of the portal (`system-management/news`). */
export const purchaseNews = defineEntity({
  key: "purchase-management/purchase-news",
  label: "采购资讯",
  kind: "document",
  purpose: "采购部门内部的行情分析、政策法规、风险提示和采购通知，可以带上行情指数的走势；供应商看不到。",
  number: "ZX{YYYYMMDD}-{001}",
  title: ["title"],
  search: ["number", "title", "material_type_id", "index_id"],
  fields: {
    title: text({ label: "标题", required: true, maxLength: 60 }),
    news_kind: choice({
      label: "类别",
      required: true,
      initial: "market",
      choices: NEWS_KINDS,
      tones: { risk: "warning" },
      help: "采购通知和风险提示发布时通知相关人员",
    }),
    material_type_id: reference("master-data/material-type", { label: "相关品类" }),
    index_id: reference("purchase-management/market-index", { label: "相关指数", help: "资讯中显示它的价格走势" }),
    period_from: date({ label: "期间从" }),
    period_to: date({ label: "期间到" }),
    summary: text({ label: "摘要", maxLength: 120 }),
    content: longText({ label: "正文", required: true, maxLength: 10_000, help: "纯文字，空一行为一段" }),
    source: text({ label: "来源", required: true, maxLength: 100 }),
    attachments: files({ label: "附件", most: 10 }),
    publish_at: dateTime({ label: "发布时间", system: true }),
  },
  rules: [periodInOrder],
  list: {
    columns: [
      "title",
      "news_kind",
      "material_type_id",
      "index_id",
      "period_from",
      "period_to",
      "source",
      "publish_at",
      "state",
    ],
    filters: ["title", "news_kind", "material_type_id", "index_id", "publish_at", "state"],
    sort: "-publish_at",
    rowActions: ["publish", "withdraw"],
    batch: ["publish"],
    card: ["news_kind", "material_type_id", "publish_at"],
  },
  form: [
    section("资讯", [
      "title",
      "news_kind",
      "material_type_id",
      "index_id",
      "period_from",
      "period_to",
      "source",
      "publish_at",
      "summary",
    ]),
    section("正文", ["content", "attachments"]),
  ],
  related: [pointsAt("index_id", { fact: "price_kind" })],
  states: { draft: "草稿", published: "已发布", withdrawn: "已撤回" },
  tones: { draft: "draft", published: "running", withdrawn: "refused" },
  editIn: ["draft", "withdrawn"],
  notEditable: { published: "请先撤回再修改" },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "发布过的资讯不能删除，请撤回" },
  copy: { leaveOut: ["attachments"] },
  messages: [
    message({
      on: ["publish"],
      when: where.oneOf("news_kind", TOLD_KINDS),
      scenario: "purchase-news.published",
      to: { roles: ["buyer", "purchase_manager", "planner"] },
      reads: NAMED,
      values: ({ text: shown }) => ({ title: shown("title"), kind: shown("news_kind"), summary: shown("summary") }),
    }),
    message({
      on: ["withdraw"],
      scenario: "purchase-news.withdrawn",
      to: { people: ["created_by"], elseRoles: ["buyer"] },
      reads: NAMED,
      values: ({ text: shown, reason }) => ({ title: shown("title"), kind: shown("news_kind"), reason }),
    }),
  ],
  transitions: {
    publish: {
      label: "发布",
      decides: {
        not: "Market news among ourselves, which can be withdrawn; the manager who publishes may have written them",
      },
      from: ["draft", "withdrawn"],
      to: "published",
      by: ["purchase_manager"],
      tone: "primary",
      confirm: "发布后不能修改；采购通知和风险提示会通知采购员和计划员。",
      effect: (work) => work.set({ publish_at: work.now }),
    },
    withdraw: {
      label: "撤回",
      from: ["published"],
      to: "withdrawn",
      by: ["purchase_manager"],
      tone: "danger",
      reason: "required",
      confirm: "撤回后可以修改并重新发布；编写人会收到原因。",
    },
  },
  access: {
    suppliers: noSupplier,
    // Drafts and what was withdrawn are the business of those who write, and of those who oversee.
    personal: { where: where.eq("state", "published"), unless: "purchase-news-all.get" },
    rights: {
      "purchase-news-all": {
        label: "查看未发布和已撤回的采购资讯",
        grants: { buyer: ["get"], purchase_manager: ["get"], supervisor: ["get"], system_admin: ["get"] },
      },
    },
    grants: {
      buyer: WRITE,
      purchase_manager: WRITE,
      leader: READ,
      planner: READ,
      finance: READ,
      finance_lead: READ,
      supervisor: READ,
      system_admin: READ,
    },
  },
});
