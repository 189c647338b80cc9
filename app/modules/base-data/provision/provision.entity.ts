import {
  choice,
  date,
  dateTime,
  defineEntity,
  everySupplierWhen,
  files,
  integer,
  lineSection,
  lines,
  longText,
  message,
  pointedAtBy,
  reference,
  reminder,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { classesOnce, deadlineGiven, effectiveFromNow, PROVISION_KINDS } from "./provision.rules";

const READ = ["query", "get", "export"] as const;
const LEGAL = ["legal"] as const;
/** Who sees to it that suppliers answer. */
const REMINDING = ["legal", "buyer", "purchase_manager"] as const;

/**
 * Rules for suppliers. Each version is a document of its own and stays as it was published; what a supplier has read and accepted
 * stands in `provision-receipt` (decision 0162).
 */
export const provision = defineEntity({
  key: "base-data/provision",
  label: "规定",
  kind: "document",
  purpose:
    "向供应商发布采购、交货、质量、廉洁和结算规定，留下每家供应商阅读和确认的证据；发布后不能修改，修订成为新版本。",
  number: "GD{YYYY}-{001}",
  title: ["title"],
  search: ["number", "title"],
  fields: {
    title: text({ label: "规定名称", required: true, maxLength: 60, help: "同名的新版本发布后替代旧版本" }),
    category: choice({ label: "类别", required: true, choices: PROVISION_KINDS }),
    body: longText({
      label: "正文",
      required: true,
      maxLength: 50_000,
      help: "纯文字；“第一章”“一、”“（一）”开头的短行显示为标题，空一行为一段",
    }),
    attachments: files({ label: "附件", most: 10, help: "只供本公司人员查看", hiddenFromSuppliers: true }),
    provision_version: integer({ label: "版本", system: true }),
    effective_date: date({ label: "生效日期", required: true, initial: "today" }),
    must_accept: yesNo({ label: "必须确认", help: "逾期没有确认的供应商不能报价和提交送货单" }),
    accept_deadline: date({ label: "确认期限", help: "发布以后准入的供应商另有确认天数" }),
    published_at: dateTime({ label: "发布时间", system: true }),
    last_day: date({ label: "最后有效日", system: true, help: "新版本尚未生效时，本版执行到这一天" }),
    remark: longText({ label: "内部说明", maxLength: 500, hiddenFromSuppliers: true }),
  },
  lines: {
    classes: lines({
      label: "适用供应商分类",
      max: 50,
      counter: "类",
      suppliers: "none",
      fields: { supplier_class_id: reference("master-data/supplier-class", { label: "供应商分类", required: true }) },
    }),
  },
  rules: [classesOnce],
  list: {
    columns: [
      "number",
      "title",
      "category",
      "provision_version",
      "effective_date",
      "must_accept",
      "accept_deadline",
      "+asked",
      "+accepted",
      "+accept_rate",
      "state",
    ],
    filters: ["number", "title", "category", "must_accept", "effective_date", "accept_deadline", "state"],
    sort: "-effective_date",
    batch: ["remind"],
    rowActions: ["publish", "withdraw", "remind"],
    card: ["category", "provision_version", "effective_date", "accept_deadline"],
  },
  form: [
    section("基本信息", [
      "title",
      "category",
      "provision_version",
      "effective_date",
      "must_accept",
      "accept_deadline",
      "published_at",
      "last_day",
    ]),
    section("规定正文", ["body"]),
    lineSection("适用供应商分类（不填写为全部供应商）", "classes"),
    section("内部资料", ["attachments", "remark"]),
  ],
  print: {
    facts: ["title", "category", "effective_date", "must_accept", "accept_deadline", "published_at", "body"],
    lines: [{ lines: "classes", columns: ["supplier_class_id"] }],
    version: "provision_version",
    sections: true,
  },
  related: [pointedAtBy("base-data/provision-receipt", "provision_id", { label: "确认情况", fact: "supplier_id" })],
  states: { draft: "草稿", published: "已发布", replaced: "已替代", withdrawn: "已废止" },
  tones: { draft: "draft", published: "running", replaced: "closed", withdrawn: "refused" },
  removableWhen: { where: where.eq("state", "draft"), otherwise: "发布过的规定不能删除，请废止" },
  copy: { leaveOut: ["accept_deadline", "attachments"] },
  deadlines: {
    accepted: {
      label: "确认期限",
      at: "accept_deadline",
      in: ["published"],
      where: where.someRow({
        table: "provision_receipt",
        column: "provision_id",
        equals: "id",
        inner: where.eq("state", "pending"),
      }),
      reminders: {
        missing: reminder({
          label: "告诉法务还有供应商没有确认",
          days: [1],
          every: 7,
          until: 60,
          scenario: "provision.missing",
          to: { people: ["created_by"], elseRoles: ["legal"] },
          reads: ["title"],
          counts: {
            open: {
              of: "base-data/provision-receipt",
              column: "provision_id",
              where: where.eq("state", "pending"),
            },
          },
          values: ({ text: shown, day, counted }) => ({
            title: shown("title"),
            day,
            open: String(counted("open")),
          }),
        }),
      },
    },
    ends: { label: "最后有效日", at: "last_day", in: ["published"], lapse: "replace" },
  },
  messages: [
    message({
      on: ["withdraw"],
      scenario: "provision.withdrawn",
      to: { people: ["+asked"] },
      reads: ["title"],
      values: ({ text: shown, reason }) => ({ title: shown("title"), reason }),
      path: "/base-data/provision-receipt?provision_id={id}",
    }),
  ],
  transitions: {
    publish: {
      label: "发布",
      decides: { not: "The company's own rules, told to everybody; a supplier answers for itself" },
      from: ["draft"],
      to: "published",
      by: LEGAL,
      tone: "primary",
      guard: [effectiveFromNow, deadlineGiven],
      confirm: "发布后不能修改；适用的供应商收到通知，同名的旧版本从生效日期起被替代。",
      effect: (work) => work.set({ published_at: work.now }),
      done: "已发布",
    },
    revise: {
      label: "修订",
      from: ["published"],
      to: "same",
      by: LEGAL,
      reason: "required",
      reasonLabel: "修订原因",
      confirm: "按本版内容建立一份新的草稿，发布后替代本版；在此之前仍按本版执行。",
      done: "已建立修订草稿",
      internal: true,
    },
    remind: {
      label: "催确认",
      from: ["published"],
      to: "same",
      by: REMINDING,
      confirm: "向还没有确认的供应商再发一次消息；同一家供应商一天最多一次。",
      done: "已提醒还没有确认的供应商",
      internal: true,
    },
    outlast: {
      label: "等待新版生效",
      from: ["published"],
      to: "same",
      by: "system",
      input: { last_day: date({ label: "最后有效日", required: true }) },
      effect: (work) => work.set({ last_day: work.input.last_day ?? null }),
    },
    replace: {
      label: "被新版替代",
      from: ["published"],
      to: "replaced",
      by: "system",
      effect: (work) => work.set({ last_day: work.record.last_day ?? addDays(work.today, -1) }),
    },
    withdraw: {
      label: "废止",
      from: ["published"],
      to: "withdrawn",
      by: LEGAL,
      tone: "danger",
      reason: "required",
      confirm: "废止后不再要求供应商确认，已有的确认保留；供应商会收到通知和原因。",
    },
  },
  access: {
    // What it was asked to read, also after that was replaced or withdrawn.
    suppliers: everySupplierWhen(
      where.all(
        where.oneOf("state", ["published", "replaced", "withdrawn"]),
        where.someRow({
          table: "provision_receipt",
          column: "provision_id",
          equals: "id",
          inner: where.own("supplier_id"),
        }),
      ),
    ),
    suppliersMayWrite: [],
    grants: {},
  },
  views: [
    {
      screen: "base-data/provision",
      label: "规定管理",
      extra: {
        asked: integer({ label: "应确认", system: true }),
        accepted: integer({ label: "已确认", system: true }),
        accept_rate: text({ label: "确认率", system: true }),
      },
      grants: {
        legal: ["add", "edit", "delete", ...READ],
        buyer: READ,
        purchase_manager: READ,
        leader: READ,
        supplier_auditor: READ,
        supervisor: READ,
        log_auditor: READ,
        system_admin: READ,
      },
    },
  ],
});
