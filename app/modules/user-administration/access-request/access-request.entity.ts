import {
  date,
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  person,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { where } from "~/shared/condition";
import { ASKING_STAFF } from "~/shared/staff-roles";
import { accessRequestMessages, DECIDERS } from "./access-request.messages";
import { isOfRequester, reasonLength, stillAllowed, stillComing } from "./access-request.rules";

const read = ["query", "get", "export"] as const;
const MINE = where.mine("requester_id");

/** Roles in use that the person does not hold today. */
const NOT_HELD = where.all(
  where.eq("enabled", true),
  where.eq("audience", "internal"),
  where.not(
    where.someRow({
      table: "user_role",
      column: "role_code",
      equals: "code",
      inner: where.all(where.mine("user_id"), where.any(where.empty("valid_until"), where.coming("valid_until"))),
    }),
  ),
);

/** Somebody of ours asks for a role for a while; those who keep accounts give it, under the rules by which they give roles anyway. */
export const accessRequest = defineEntity({
  key: "user-administration/access-request",
  label: "权限申请",
  kind: "document",
  purpose:
    "工作需要而没有权限时申请角色：管理员同意后授予到有效期止，到期自动收回。供应商人员请联系本企业的平台管理员。",
  number: "QX{YYYYMMDD}-{0001}",
  search: ["number", "requester_id", "role_id", "missing"],
  fields: {
    requester_id: person({ label: "申请人", system: true }),
    role_id: reference("system-management/role", {
      label: "申请的角色",
      required: true,
      only: NOT_HELD,
      otherwise: "没有可以申请的角色",
      help: "只列出您还没有的角色；审批岗位的角色须由两名管理员先后同意",
    }),
    missing: text({
      label: "缺少的权限",
      maxLength: 200,
      suggested: {},
      help: "从“没有权限”页面进来时已经填好；也可以输入功能名称后选择，或留空",
    }),
    reason: longText({ label: "申请原因", required: true, maxLength: 500, help: "10-500字，写明做什么工作需要" }),
    valid_until: date({
      label: "有效期至",
      required: true,
      help: "当天仍有效，次日自动收回；最长天数由参数规定",
    }),
    permission_id: text({ label: "权限标识", system: true, maxLength: 120 }),
    takes_two: yesNo({ label: "须两名管理员同意", system: true }),
    first_approver_id: person({ label: "第一名管理员", system: true }),
    decided_by: person({ label: "审批人", system: true }),
    decided_at: dateTime({ label: "审批时间", system: true }),
  },
  rules: [reasonLength],
  list: {
    columns: ["number", "requester_id", "role_id", "missing", "valid_until", "created_at", "state"],
    filters: ["number", "requester_id", "role_id", "valid_until", "created_at", "state"],
    sort: "-created_at",
    rowActions: ["approve", "confirm", "withdraw"],
    card: ["requester_id", "role_id", "valid_until"],
  },
  form: [
    section("申请", ["requester_id", "role_id", "missing", "permission_id", "reason", "valid_until"]),
    section("审批", ["takes_two", "first_approver_id", "decided_by", "decided_at"]),
  ],
  states: {
    draft: "草稿",
    pending: "审批中",
    second: "等待第二名管理员",
    granted: "已授权",
    rejected: "已拒绝",
    withdrawn: "已撤回",
    expired: "已到期",
  },
  tones: {
    draft: "draft",
    pending: "waiting",
    second: "waiting",
    granted: "done",
    rejected: "refused",
    withdrawn: "closed",
    expired: "closed",
  },
  saveThen: "submit",
  copy: { leaveOut: ["valid_until"] },
  messages: accessRequestMessages,
  deadlines: {
    ends: { label: "权限申请有效期止", at: "valid_until", in: ["pending", "second", "granted"], lapse: "expire" },
  },
  transitions: {
    submit: {
      label: "提交",
      submits: true,
      from: ["draft"],
      to: "pending",
      by: ASKING_STAFF,
      tone: "primary",
      guard: stillAllowed,
      offered: { when: isOfRequester, rows: MINE, otherwise: "只有申请人可以提交" },
      confirm: "提交后由管理员审批，不能再修改；审批前可以撤回。",
      done: "已提交审批",
    },
    withdraw: {
      label: "撤回",
      decides: { not: "The requester no longer wants it; nothing is given" },
      from: ["pending", "second"],
      to: "withdrawn",
      by: ASKING_STAFF,
      offered: { when: isOfRequester, rows: MINE, otherwise: "只有申请人可以撤回" },
      confirm: "撤回后不再审批，仍需要的请重新申请。",
    },
    approve: {
      label: "同意",
      decides: "accepts",
      todo: "审批权限申请",
      from: ["pending"],
      to: "granted",
      settles: [{ to: "second", when: ({ takes_two }) => takes_two === true }],
      by: DECIDERS,
      tone: "primary",
      notBy: ["requester_id"],
      notByRefusal: "自己的权限申请由其他管理员审批",
      guard: stillComing,
      reason: "optional",
      reasonLabel: "意见",
      confirm: "同意后立即授予角色，到有效期自动收回；审批岗位的角色还须另一名管理员同意。",
      effect: (work) => work.set({ decided_by: work.actor.id, decided_at: work.now }),
    },
    confirm: {
      label: "第二名管理员同意",
      decides: "accepts",
      todo: "第二名管理员审批权限申请",
      from: ["second"],
      to: "granted",
      by: DECIDERS,
      tone: "primary",
      notBy: ["requester_id", "first_approver_id"],
      notByRefusal: "须由申请人和第一名管理员以外的管理员同意",
      guard: stillComing,
      reason: "optional",
      reasonLabel: "意见",
      confirm: "同意后立即授予角色，到有效期自动收回。",
      effect: (work) => work.set({ decided_by: work.actor.id, decided_at: work.now }),
    },
    reject: {
      label: "拒绝",
      decides: "refuses",
      from: ["pending", "second"],
      to: "rejected",
      by: DECIDERS,
      tone: "danger",
      reason: "required",
      reasonLength: { least: 2, most: 200, complaint: "拒绝时必须填写原因" },
      confirm: "拒绝后不授予角色，原因会告诉申请人。",
      effect: (work) => work.set({ decided_by: work.actor.id, decided_at: work.now }),
    },
    expire: { label: "到期", from: ["pending", "second", "granted"], to: "expired", by: "system" },
  },
  access: {
    suppliers: noSupplier,
    // What the program itself made is nobody's own; people's always are somebody's.
    personal: { where: where.any(MINE, where.empty("requester_id")), unless: "access-request-all.get" },
    rights: {
      "access-request-all": {
        label: "查看所有人的权限申请",
        grants: { system_admin: ["get"], user_admin: ["get"], log_auditor: ["get"] },
      },
    },
    grants: {
      ...Object.fromEntries(ASKING_STAFF.map((role) => [role, ["add", "edit", "delete", ...read]])),
      log_auditor: read,
    },
  },
});
