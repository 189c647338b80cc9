import {
  date,
  defineEntity,
  email,
  longText,
  noSupplier,
  person,
  pointsAt,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;
const write = ["add", "edit", "delete", ...read] as const;
const buyers = ["buyer", "purchase_manager"] as const;

/**
 * A mail with a code that leads a company we do not know to the registration. The code says where the company comes from; it opens
 * nothing (ruling 45), and is used up when the mailbox of an application has answered.
 */
export const registrationInvite = defineEntity({
  key: "supplier-onboarding/registration-invite",
  label: "邀请注册",
  kind: "document",
  purpose: "请还不是供应商的企业来注册：发出带邀请码的邮件，在有效期内只能用一次。",
  number: "YQ{YYYYMMDD}-{0001}",
  search: ["number", "email", "company"],
  fields: {
    email: email({ label: "邮箱", required: true, help: "邀请发到这里" }),
    company: text({ label: "企业名称", maxLength: 100 }),
    prequalification_id: reference("supplier-onboarding/prequalification", {
      label: "资格预审",
      only: where.eq("state", "published"),
      help: "注册通过后直接报名",
    }),
    note: longText({ label: "邀请说明", maxLength: 1000, help: "写在邮件里" }),
    code: text({ label: "邀请码", maxLength: 20, system: true, unique: "邀请码重复，请再试一次" }),
    inviter_id: person({ label: "邀请人", system: true }),
    valid_to: date({ label: "有效期至", system: true }),
    registration_id: reference("supplier-onboarding/supplier-registration", { label: "注册申请", system: true }),
  },
  list: {
    columns: ["number", "email", "company", "prequalification_id", "code", "inviter_id", "valid_to", "state"],
    filters: ["number", "email", "company", "prequalification_id", "inviter_id", "valid_to", "state"],
    sort: "-number",
    batch: ["send", "resend", "cancel"],
    rowActions: ["send", "resend"],
    card: ["email", "company", "valid_to"],
  },
  form: [
    section("邀请", ["email", "company", "prequalification_id", "note"]),
    section("邀请码", ["code", "inviter_id", "valid_to", "registration_id"]),
  ],
  states: { draft: "草稿", sent: "已发出", used: "已注册", expired: "已失效", cancelled: "已取消" },
  tones: { draft: "draft", sent: "waiting", used: "done", expired: "closed", cancelled: "closed" },
  saveThen: "send",
  removableWhen: { where: where.eq("state", "draft"), otherwise: "已发出的邀请不能删除，请取消" },
  deadlines: { ends: { label: "邀请有效期", at: "valid_to", in: ["sent"], lapse: "lapse" } },
  transitions: {
    send: {
      label: "发出邀请",
      decides: { not: "The invitation is its writer's own; what comes of it is judged later" },
      from: ["draft"],
      to: "sent",
      by: buyers,
      tone: "primary",
      confirm: "邀请邮件带邀请码和注册页面的链接，{{invitation.lifeDays}}天内有效。",
      done: "邀请已发出",
      effect: (work) => work.set({ inviter_id: work.actor.id }),
    },
    resend: {
      label: "再次发送",
      from: ["sent"],
      to: "same",
      by: buyers,
      confirm: "再发一封同样的邮件，有效期从今天重新计算。",
      done: "已再次发送",
    },
    cancel: {
      label: "取消",
      decides: { not: "Ends it; nothing comes into force" },
      from: ["draft", "sent"],
      to: "cancelled",
      by: buyers,
      tone: "danger",
      reason: "optional",
      confirm: "取消后邀请码不能再用。",
    },
    use: {
      label: "用于注册",
      from: ["sent"],
      to: "used",
      by: "system",
      input: {
        registration: reference("supplier-onboarding/supplier-registration", { label: "注册申请", required: true }),
      },
      effect: (work) => work.set({ registration_id: work.input.registration ?? null }),
    },
    lapse: { label: "失效", from: ["sent"], to: "expired", by: "system" },
  },
  related: [pointsAt("prequalification_id", { fact: "valid_to" }), pointsAt("registration_id", { fact: "name" })],
  access: {
    suppliers: noSupplier,
    grants: {
      buyer: write,
      purchase_manager: write,
      leader: read,
      supervisor: read,
      system_admin: read,
    },
  },
});
