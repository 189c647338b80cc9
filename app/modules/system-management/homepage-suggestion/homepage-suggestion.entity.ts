import {
  choice,
  dateTime,
  defineEntity,
  files,
  longText,
  message,
  ownSupplier,
  person,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { STAFF } from "~/shared/staff-roles";
import { contentLength, isOfAuthor, withinReach } from "./homepage-suggestion.rules";

const read = ["query", "get", "export"] as const;
const own = ["add", "query", "get"] as const;
/** Who learns behind whose back somebody hides, should the box be abused: nobody who handles what is in it. */
const unveilers = ["log_auditor"] as const;
const MINE = where.any(where.mine("created_by"), where.mine("author_id"), where.own("supplier_id"));
const handlers = ["system_admin", "supervisor"] as const;

/** What people propose and complain about; each gets an answer. Reports about integrity are seen by the supervisor alone. */
export const homepageSuggestion = defineEntity({
  key: "system-management/homepage-suggestion",
  label: "建议与反馈",
  kind: "document",
  purpose: "收集员工和供应商的建议、问题和投诉，保证每一条都有答复。",
  number: "JY{YYYYMMDD}-{001}",
  title: ["number"],
  search: ["number", "title"],
  comments: false,
  fields: {
    title: text({ label: "标题", required: true, maxLength: 60 }),
    category: choice({
      label: "类别",
      required: true,
      dictionary: "suggestion_category",
      help: "廉洁举报只有监察人员可以看到",
    }),
    content: longText({ label: "内容", required: true, maxLength: 1000, help: "10-1000字" }),
    page_path: text({
      label: "相关页面",
      maxLength: 200,
      fromPage: true,
      help: "问题出现在哪个页面；从页脚的“提建议”进来时已经填好，也可以粘贴地址",
    }),
    attachments: files({ label: "截图", most: 5 }),
    anonymous: yesNo({
      label: "匿名",
      help: "勾选后处理人看不到您的姓名和公司，回复不发消息，请在“我的建议”或首页查看；提交后不能更改",
    }),
    supplier_id: reference("supplier-management/supplier", { label: "供应商", system: true }),
    owner_supplier_id: reference("supplier-management/supplier", {
      label: "提交人的公司",
      system: true,
      readBy: unveilers,
    }),
    author_id: person({ label: "匿名提交人", system: true, readBy: unveilers }),
    handler_id: person({ label: "处理人", system: true, hiddenFromSuppliers: true }),
    reply: longText({ label: "回复", maxLength: 2000, system: true }),
    replied_at: dateTime({ label: "回复时间", system: true }),
    rating: choice({
      label: "满意度",
      system: true,
      choices: { "5": "很满意", "4": "满意", "3": "一般", "2": "不满意", "1": "很不满意" },
    }),
  },
  anonymity: { when: "anonymous", author: "author_id" },
  rules: [contentLength],
  list: {
    columns: [
      "number",
      "title",
      "category",
      "created_by",
      "supplier_id",
      "state",
      "handler_id",
      "created_at",
      "rating",
    ],
    filters: ["number", "title", "category", "supplier_id", "handler_id", "created_at", "state"],
    sort: "-created_at",
    rowActions: ["accept", "answer", "settle"],
    card: ["title", "category"],
  },
  form: [
    section("建议", ["title", "category", "content", "page_path", "attachments", "anonymous"]),
    section("处理", ["supplier_id", "author_id", "owner_supplier_id", "handler_id", "reply", "replied_at", "rating"]),
  ],
  states: { submitted: "待处理", accepted: "处理中", replied: "已回复", closed: "已关闭" },
  tones: { submitted: "waiting", accepted: "running", replied: "done", closed: "closed" },
  editIn: [],
  removable: false,
  copy: false,
  deadlines: {
    silent: {
      label: "回复后没有追问",
      at: "replied_at",
      after: { unit: "day", initial: 15, label: "回复后自动关闭" },
      in: ["replied"],
      lapse: "lapse",
    },
  },
  messages: [
    // Whoever takes a suggestion on knows of it.
    message({
      on: ["accept", "reopen"],
      when: where.not(where.mine("handler_id")),
      scenario: "suggestion.assigned",
      to: { people: ["handler_id"] },
      reads: ["number", "title"],
      values: ({ text: shown }) => ({ number: shown("number"), title: shown("title") }),
    }),
    // Messages are listed with those who got them: whoever gave no name finds the reply on the home page.
    message({
      on: ["answer"],
      scenario: "suggestion.replied",
      to: { people: ["created_by"] },
      reads: ["number", "title"],
      values: ({ text: shown }) => ({ number: shown("number"), title: shown("title") }),
    }),
  ],
  transitions: {
    accept: {
      label: "受理",
      decides: { not: "Takes a suggestion on; what comes of it is told later" },
      from: ["submitted"],
      to: "accepted",
      by: handlers,
      input: { handler: person({ label: "处理人", required: true, initial: "me" }) },
      todo: "受理建议",
      effect: (work) => work.set({ handler_id: String(work.input.handler) }),
    },
    answer: {
      label: "回复",
      decides: { not: "Answers whoever suggested; nothing comes into force" },
      from: ["submitted", "accepted"],
      to: "replied",
      by: handlers,
      tone: "primary",
      input: { text: longText({ label: "回复", required: true, maxLength: 2000 }) },
      confirm: "回复后提交人会收到消息。",
      todo: "回复建议",
      effect: (work) => work.set({ reply: String(work.input.text), replied_at: work.now }),
    },
    reopen: {
      label: "继续追问",
      from: ["replied"],
      to: "accepted",
      by: ["supplier", ...STAFF],
      reason: "required",
      reasonLabel: "还想问什么",
      guard: withinReach,
      offered: { when: isOfAuthor, otherwise: "只有提交人可以追问" },
      done: "已转回处理人",
    },
    close: {
      label: "关闭",
      from: ["replied"],
      to: "closed",
      by: ["supplier", ...STAFF],
      tone: "primary",
      asks: ["rating"],
      todo: "查看回复并评价",
      offered: { when: isOfAuthor, rows: MINE, otherwise: "只有提交人可以关闭" },
    },
    settle: {
      label: "代为关闭",
      from: ["replied"],
      to: "closed",
      by: handlers,
      reason: "required",
      confirm:
        "提交人没有回应而事情已经办完时使用；{{deadline.homepage-suggestion.silent.term}}天没有回应的会自动关闭。",
    },
    lapse: { label: "到期关闭", from: ["replied"], to: "closed", by: "system" },
  },
  // What was given in without a name is the author's alone, also among colleagues.
  access: {
    suppliers: ownSupplier("owner_supplier_id", where.any(where.eq("anonymous", false), where.mine("author_id"))),
    grants: {},
  },
  views: [
    {
      screen: "system-management/homepage-suggestion",
      label: "建议与反馈",
      where: where.not(where.eq("category", "integrity")),
      grants: { system_admin: read, log_auditor: read },
    },
    {
      screen: "system-management/integrity-report",
      label: "廉洁举报",
      where: where.eq("category", "integrity"),
      grants: { supervisor: read },
    },
    {
      screen: "system-management/my-suggestion",
      label: "我的建议",
      where: MINE,
      grants: { ...Object.fromEntries(STAFF.map((role) => [role, own])), supplier: own },
    },
  ],
});
