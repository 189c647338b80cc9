import {
  dateTime,
  defineEntity,
  longText,
  message,
  ownSupplier,
  pointsAt,
  reference,
  section,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;
const buyers = ["buyer", "purchase_manager"] as const;

/** What a supplier asks about a prequalification. An answer for all goes to the notice without saying who asked. */
export const preqQuestion = defineEntity({
  key: "supplier-onboarding/preq-question",
  label: "预审答疑",
  kind: "document",
  purpose: "供应商对资格预审的提问和答复；公开的答复写入预审公告，不显示提问方。",
  number: "YSDY{YYYYMMDD}-{0001}",
  search: ["number", "question"],
  fields: {
    prequalification_id: reference("supplier-onboarding/prequalification", {
      label: "资格预审",
      required: true,
      only: where.eq("state", "published"),
    }),
    supplier_id: reference("supplier-management/supplier", { label: "提问方", required: true }),
    question: longText({ label: "问题", required: true, maxLength: 1000 }),
    asked_at: dateTime({ label: "提问时间", system: true }),
    answer: longText({ label: "答复", system: true, maxLength: 1000 }),
    is_public: yesNo({ label: "公开", system: true }),
    answered_at: dateTime({ label: "答复时间", system: true }),
  },
  list: {
    columns: ["number", "prequalification_id", "supplier_id", "question", "asked_at", "is_public", "state"],
    filters: ["number", "prequalification_id", "supplier_id", "state"],
    sort: "-number",
    card: ["prequalification_id", "question"],
    rowActions: ["reply"],
  },
  form: [
    section("提问", ["prequalification_id", "supplier_id", "question", "asked_at"]),
    section("答复", ["answer", "is_public", "answered_at"]),
  ],
  states: { open: "待答复", answered: "已答复" },
  tones: { open: "waiting", answered: "done" },
  editIn: [],
  copy: false,
  removable: false,
  messages: [
    message({
      on: ["reply"],
      scenario: "preq.answered",
      to: { suppliers: ["supplier_id"] },
      reads: ["prequalification_id.number", "prequalification_id.title"],
      values: ({ text }) => ({ number: text("prequalification_id.number"), title: text("prequalification_id.title") }),
    }),
  ],
  transitions: {
    reply: {
      label: "答复",
      decides: { not: "Answers a question; nothing comes into force" },
      from: ["open"],
      to: "answered",
      by: buyers,
      tone: "primary",
      input: {
        answer: longText({ label: "答复", required: true, maxLength: 1000 }),
        is_public: yesNo({ label: "公开", initial: true, help: "公开的问答所有申请方都能看到，不显示提问方" }),
      },
      todo: "答复预审提问",
      done: "已答复",
      effect: (work) =>
        work.set({
          answer: work.input.answer ?? null,
          is_public: work.input.is_public === true,
          answered_at: work.now,
        }),
    },
  },
  related: [pointsAt("prequalification_id", { fact: "valid_to" })],
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayWrite: ["prequalification_id", "question", "asked_at"],
    grants: {
      buyer: read,
      purchase_manager: read,
      leader: read,
      supervisor: read,
      system_admin: read,
      supplier: ["add", "query", "get"],
    },
  },
});
