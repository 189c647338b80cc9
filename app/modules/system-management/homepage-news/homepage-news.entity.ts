import { choice, date, defineEntity, integer, noSupplier, pointsAt, reference, section, text } from "~/engine/entity";
import { where } from "~/shared/condition";
import { endsNotBeforeBeginning } from "./homepage-news.rules";

const editors = ["system_admin"] as const;
const read = ["query", "get", "export"] as const;

/** Which published news stand on the home page, where and in which order; each reader sees those addressed to it. */
export const homepageNews = defineEntity({
  key: "system-management/homepage-news",
  label: "首页新闻",
  kind: "register",
  purpose: "决定哪些已发布的新闻放在首页、放在哪里、按什么顺序；读者只看到发给自己的。",
  title: ["news_id"],
  search: ["news_id"],
  fields: {
    news_id: reference("system-management/news", {
      label: "新闻",
      required: true,
      only: where.eq("state", "published"),
      otherwise: "只能展示已发布的新闻",
    }),
    slot: choice({
      label: "位置",
      required: true,
      choices: { banner: "轮播图", list: "公告列表", alert: "顶部提醒条" },
      initial: "list",
    }),
    short_title: text({ label: "短标题", maxLength: 30, help: "在首页代替新闻标题；留空用原标题" }),
    sort_no: integer({ label: "顺序", min: "0", max: "999", initial: 10, help: "小的在前" }),
    from_date: date({ label: "开始展示", help: "留空为立即" }),
    to_date: date({ label: "结束展示", help: "留空为新闻下线时" }),
  },
  rules: [endsNotBeforeBeginning],
  states: { shown: "展示", withdrawn: "已撤下" },
  tones: { shown: "running", withdrawn: "closed" },
  editIn: ["shown", "withdrawn"],
  list: {
    columns: ["news_id", "slot", "sort_no", "short_title", "from_date", "to_date", "state", "+showing"],
    filters: ["slot", "news_id", "state"],
    sort: "slot,sort_no",
    rowActions: ["up", "down", "withdraw", "restore"],
    card: ["slot", "sort_no", "+showing"],
  },
  transitions: {
    up: { label: "上移", from: ["shown"], to: "same", by: editors, right: "homepage-news.edit", done: "已上移" },
    down: { label: "下移", from: ["shown"], to: "same", by: editors, right: "homepage-news.edit", done: "已下移" },
    withdraw: {
      label: "撤下",
      from: ["shown"],
      to: "withdrawn",
      by: editors,
      right: "homepage-news.edit",
      tone: "danger",
      confirm: "首页的这个位置不再展示这条新闻；新闻仍可在新闻公告中阅读，之后可以恢复展示。",
    },
    restore: {
      label: "恢复展示",
      decides: { not: "Shows again what was shown before" },
      from: ["withdrawn"],
      to: "shown",
      by: editors,
      right: "homepage-news.edit",
      tone: "primary",
      done: "已恢复展示",
    },
  },
  related: [pointsAt("news_id")],
  form: [section("首页展示", ["news_id", "slot", "short_title", "sort_no", "from_date", "to_date"])],
  copy: false,
  access: {
    suppliers: noSupplier,
    grants: { system_admin: "all", log_auditor: read },
  },
  views: [
    {
      screen: "system-management/homepage-news",
      label: "首页新闻",
      extra: { showing: text({ label: "当前情况", system: true }) },
    },
  ],
});
