import {
  choice,
  dateTime,
  defineEntity,
  everySupplierWhen,
  file,
  files,
  integer,
  lineSection,
  longText,
  noSupplier,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { STAFF } from "~/shared/staff-roles";
import { AUDIENCES, audienceLines, targetsChosen, targetsOnce } from "../audience.rules";
import { endsAfterBeginning, notOverYet, publishedLater } from "./news.rules";

const read = ["query", "get", "export"] as const;
const look = ["query", "get"] as const;
const editors = ["system_admin", "purchase_manager"] as const;

/** On the board, and not for chosen readers only. */
const shownTo = (...audiences: string[]) =>
  where.all(where.eq("state", "published"), where.oneOf("audience", ["all", ...audiences]));

/**
 * What the company announces. Publishing writes one row of `news-receipt` per reader of that moment, and the suppliers chosen by
 * name or class into `news_supplier`; who comes later reads what is for everybody.
 */
export const news = defineEntity({
  key: "system-management/news",
  label: "新闻",
  kind: "document",
  purpose: "向员工和供应商发布通知、制度和采购资讯，知道谁读过、谁确认过。",
  number: "XW{YYYYMMDD}-{001}",
  title: ["title"],
  search: ["number", "title"],
  comments: false,
  fields: {
    title: text({ label: "标题", required: true, maxLength: 60, missing: "请输入标题" }),
    category: choice({ label: "类别", required: true, dictionary: "news_category" }),
    summary: text({ label: "摘要", maxLength: 120 }),
    content: longText({
      label: "正文",
      required: true,
      maxLength: 10_000,
      missing: "请输入正文",
      help: "纯文字，空一行为一段",
    }),
    cover: file({ label: "封面", accept: ["picture"], help: "首页轮播图使用" }),
    attachments: files({ label: "附件", help: "读者可以下载" }),
    audience: choice({
      label: "发布对象",
      required: true,
      choices: AUDIENCES,
    }),
    must_ack: yesNo({ label: "需确认阅读", help: "读者要点「确认已阅读」；未确认的可以催读" }),
    is_top: yesNo({ label: "置顶" }),
    publish_at: dateTime({ label: "发布时间", help: "定时发布时填写；立即发布的留空" }),
    expire_at: dateTime({ label: "下线时间" }),
  },
  lines: {
    targets: audienceLines,
  },
  rules: [endsAfterBeginning, targetsOnce, targetsChosen],
  list: {
    columns: [
      "title",
      "category",
      "audience",
      "state",
      "is_top",
      "publish_at",
      "expire_at",
      "+asked",
      "+read",
      "+read_rate",
      "+confirmed",
      "+ack_rate",
    ],
    filters: ["title", "category", "audience", "must_ack", "is_top", "publish_at", "state"],
    sort: "-publish_at",
    batch: ["publish", "recall"],
    rowActions: ["publish", "recall", "pin", "unpin", "remind"],
    card: ["category", "publish_at"],
  },
  form: [
    section("新闻", ["title", "category", "summary", "content", "cover", "attachments"]),
    section("发布", ["audience", "must_ack", "is_top", "publish_at", "expire_at"]),
    { ...lineSection("指定对象", "targets"), when: where.eq("audience", "listed") },
  ],
  states: { draft: "草稿", scheduled: "待发布", published: "已发布", recalled: "已撤回", expired: "已下线" },
  tones: { draft: "draft", scheduled: "waiting", published: "running", recalled: "refused", expired: "closed" },
  editIn: ["draft", "recalled"],
  notEditable: { published: "请先撤回再修改" },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "发布过的新闻不能删除，请撤回" },
  copy: { leaveOut: ["publish_at", "expire_at"] },
  deadlines: {
    publishes: {
      label: "发布时间",
      at: "publish_at",
      in: ["scheduled"],
      lapse: { transition: "publish", begins: true },
    },
    goes: { label: "下线时间", at: "expire_at", in: ["published"], lapse: "expire" },
  },
  transitions: {
    publish: {
      label: "发布",
      decides: { not: "The editor's own text, which can be recalled" },
      from: ["draft", "scheduled", "recalled"],
      to: "published",
      by: editors,
      tone: "primary",
      guard: notOverYet,
      confirm: "发布后读者可以看到，并收到站内消息。",
      effect: (work) => work.set({ publish_at: work.now }),
    },
    schedule: {
      label: "定时发布",
      decides: { not: "The editor's own text, which can be recalled" },
      from: ["draft", "recalled"],
      to: "scheduled",
      by: editors,
      asks: ["publish_at"],
      guard: [publishedLater, notOverYet],
      confirm: "到时间后自动发布，最多晚几分钟。",
    },
    unschedule: { label: "取消定时", from: ["scheduled"], to: "draft", by: editors },
    recall: {
      label: "撤回",
      from: ["published"],
      to: "recalled",
      by: editors,
      tone: "danger",
      reason: "required",
      confirm: "撤回后读者不再看到；阅读记录保留。",
    },
    remind: {
      label: "催读",
      from: ["published"],
      to: "same",
      by: editors,
      confirm: "向还没有阅读（需确认的：还没有确认）的读者再发一次消息。",
      done: "已提醒还没有读的人",
    },
    pin: {
      label: "置顶",
      from: ["draft", "scheduled", "published", "recalled"],
      to: "same",
      by: editors,
      right: "news.edit",
      offered: { when: ({ is_top }) => !is_top, rows: where.eq("is_top", false), otherwise: "这条新闻已经置顶" },
      effect: (work) => work.set({ is_top: true }),
    },
    unpin: {
      label: "取消置顶",
      from: ["draft", "scheduled", "published", "recalled"],
      to: "same",
      by: editors,
      right: "news.edit",
      offered: { when: ({ is_top }) => is_top, rows: where.eq("is_top", true), otherwise: "这条新闻没有置顶" },
      effect: (work) => work.set({ is_top: false }),
    },
    expire: { label: "下线", from: ["published"], to: "expired", by: "system" },
  },
  related: [pointedAtBy("system-management/news-receipt", "news_id", { label: "阅读情况", fact: "user_id" })],
  access: {
    suppliers: everySupplierWhen(
      where.any(
        shownTo("supplier_all"),
        where.all(
          where.eq("state", "published"),
          where.eq("audience", "listed"),
          where.someRow({ table: "news_supplier", column: "news_id", equals: "id", inner: where.own("supplier_id") }),
        ),
      ),
    ),
    grants: {},
    rights: { "news-all": { label: "管理所有类别的新闻", grants: { system_admin: ["edit"] } } },
    personal: {
      where: where.any(
        shownTo("internal"),
        where.all(
          where.eq("state", "published"),
          where.eq("audience", "listed"),
          where.someRow({ table: "news_receipt", column: "news_id", equals: "id", inner: where.mine("user_id") }),
        ),
      ),
      unless: "news.query",
    },
  },
  views: [
    {
      screen: "system-management/news",
      label: "新闻管理",
      grants: { ...Object.fromEntries(editors.map((role) => [role, "all" as const])), log_auditor: read },
      extra: {
        asked: integer({ label: "应读", system: true }),
        read: integer({ label: "阅读数", system: true }),
        read_rate: text({ label: "阅读率", system: true }),
        confirmed: integer({ label: "确认数", system: true }),
        ack_rate: text({ label: "确认率", system: true }),
      },
    },
    {
      screen: "system-management/news-board",
      label: "新闻公告",
      where: where.eq("state", "published"),
      list: {
        columns: ["title", "category", "summary", "publish_at", "+mine"],
        filters: ["title", "category", "publish_at"],
        sort: "-is_top,-publish_at",
        card: ["category", "publish_at"],
      },
      form: [section("新闻", ["title", "category", "audience", "publish_at", "content", "cover", "attachments"])],
      extra: { mine: text({ label: "我的阅读", system: true }) },
      grants: {
        ...Object.fromEntries([...STAFF, "log_auditor"].map((role) => [role, look])),
        supplier: look,
      },
    },
  ],
});

/** Who is asked to read what, and when it was read and confirmed: written by publishing and by reading. */
export const newsReceipt = defineEntity({
  key: "system-management/news-receipt",
  label: "阅读情况",
  kind: "log",
  purpose: "每条新闻的每个读者：何时通知、何时读过、何时确认。",
  title: ["news_id"],
  search: ["news_id", "user_id"],
  removable: false,
  copy: false,
  fields: {
    news_id: reference("system-management/news", { label: "新闻", required: true, system: true }),
    user_id: reference("system-management/user", { label: "读者", required: true, system: true }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", system: true }),
    told_at: dateTime({ label: "通知时间", required: true, system: true, initial: "now" }),
    read_at: dateTime({ label: "阅读时间", system: true }),
    confirmed_at: dateTime({ label: "确认时间", system: true }),
  },
  unique: [{ columns: ["news_id", "user_id"], complaint: "该读者已有记录" }],
  list: {
    columns: ["news_id", "user_id", "supplier_id", "told_at", "read_at", "confirmed_at"],
    filters: ["news_id", "user_id", "supplier_id", "read_at", "confirmed_at"],
    sort: "-told_at",
    toggles: {
      unread_only: { label: "未读", where: where.empty("read_at") },
      unconfirmed_only: { label: "未确认", where: where.empty("confirmed_at") },
    },
    card: ["user_id", "read_at"],
  },
  form: [section("阅读", ["news_id", "user_id", "supplier_id", "told_at", "read_at", "confirmed_at"])],
  access: {
    suppliers: noSupplier,
    grants: { system_admin: read, purchase_manager: read, log_auditor: read },
  },
});
