import {
  choice,
  computed,
  date,
  dateTime,
  defineEntity,
  email,
  integer,
  lineSection,
  lines,
  longText,
  ownSupplier,
  person,
  phone,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { GATEWAY_CHANNELS } from "~/shared/channels";
import { userDeadlines, userMessages } from "./user.messages";
import { isRestorable, suppliersBelong } from "./user.rules";

/** What people keep about themselves in 个人中心 (specification section 3). Values of `sex` are the specification's. */
const profileFields = {
  sex: choice({ label: "性别", hiddenFromSuppliers: true, choices: { "0": "男", "1": "女" } }),
  cardid: text({
    label: "身份证号",
    system: true,
    hiddenFromSuppliers: true,
    mask: { head: 3, tail: 4, in: "everywhere" },
    pattern: { expression: /^[0-9A-Za-z]{18}$/, complaint: "请输入正确的身份证号" },
  }),
  birthday: date({ label: "出生日期", hiddenFromSuppliers: true, notInFuture: true }),
  educationalhistory: choice({
    label: "学历",
    hiddenFromSuppliers: true,
    dictionary: "education",
  }),
  professional: text({ label: "专业", hiddenFromSuppliers: true, maxLength: 60 }),
  position: text({ label: "职位", hiddenFromSuppliers: true, maxLength: 60 }),
  superior_id: person({ label: "直接上级", hiddenFromSuppliers: true, help: "审批流程找上级时用" }),
  startfromdate: date({ label: "入职日期", hiddenFromSuppliers: true, notInFuture: true }),
  description: longText({ label: "备注", hiddenFromSuppliers: true, maxLength: 500 }),
  /** Who keeps name, position and first day: the account itself, or the personnel master data. */
  source: choice({
    label: "资料来源",
    hiddenFromSuppliers: true,
    required: true,
    system: true,
    initial: "local",
    choices: { local: "本系统", mdm: "人事主数据" },
  }),
  /** Names the stored picture; another picture has another name. */
  avatar: text({ label: "头像", system: true, hiddenFromSuppliers: true }),
};

const scopes = { all: "全部", listed: "指定" };
const reason = {
  reason: "required",
  reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
} as const;
const notSelf = { notBy: ["id"], notByRefusal: "不能冻结或删除当前登录账号" } as const;

const assigning = { system_admin: ["query", "edit"], user_admin: ["query", "edit"], log_auditor: ["query"] } as const;

/** What whoever confirms or refuses roles reads before. */
const proposedGrants = {
  lines: "grant_proposals",
  columns: ["role_id", "valid_from", "valid_until", "proposed_by", "proposed_at"],
} as const;

/** Accounts of staff and suppliers. The table is made by hand, in the baseline of the migrations; passwords, roles and scopes have their own. */
export const user = defineEntity({
  key: "system-management/user",
  label: "用户",
  kind: "register",
  purpose: "内部员工和供应商的登录账号，以及各自能看到的数据范围。",
  table: "app_user",
  title: ["username"],
  search: ["accountname", "username"],
  removable: false,
  fields: {
    accountname: text({
      label: "用户账号",
      required: true,
      missing: "用户账号不能为空",
      maxLength: 32,
      found: "part",
      unique: "用户账号已存在",
      help: "字母、数字、点、下划线和短横线，4-32位；删除后也不能再用",
    }),
    username: text({ label: "姓名", required: true, missing: "姓名不能为空", maxLength: 30, found: "part" }),
    work_no: text({ label: "工号", maxLength: 30, unique: "工号已存在", hiddenFromSuppliers: true }),
    user_type: choice({
      label: "用户类型",
      required: true,
      initial: "internal",
      choices: { internal: "内部员工", supplier: "供应商" },
    }),
    supplier_id: reference("supplier-management/supplier", { label: "所属供应商", help: "供应商账号必填" }),
    email: email({ label: "邮箱" }),
    phone: phone({ label: "手机号", mask: { head: 3, tail: 4, in: "lists" }, help: "内部员工必填" }),
    purchase_org_id: reference("master-data/purchase-org", { label: "采购组织", hiddenFromSuppliers: true }),
    purchase_group_id: reference("user-administration/purchase-group", {
      label: "主采购组",
      system: true,
      hiddenFromSuppliers: true,
    }),
    valid_until: date({ label: "账号有效期", help: "空着表示不限；过期后自动冻结" }),
    ...profileFields,
    factory_scope: choice({
      label: "工厂范围",
      required: true,
      system: true,
      initial: "listed",
      choices: scopes,
      hiddenFromSuppliers: true,
    }),
    purchase_group_scope: choice({
      label: "采购组范围",
      required: true,
      system: true,
      initial: "listed",
      choices: scopes,
      hiddenFromSuppliers: true,
    }),
    material_scope: choice({
      label: "物料类型范围",
      required: true,
      system: true,
      initial: "listed",
      choices: scopes,
      hiddenFromSuppliers: true,
    }),
    /** Names and highest rank of the roles given, kept by the database beside the grants. */
    role_names: text({ label: "角色", system: true }),
    rank: integer({ label: "级别", required: true, system: true, initial: 0 }),
    is_binding: computed(yesNo({ label: "账号绑定" })),
    /** When its person answered from the mailbox; the database forgets it with the address. */
    mail_proved_at: dateTime({ label: "邮箱验证时间", system: true, hiddenFromSuppliers: true }),
    last_login_at: dateTime({ label: "最近登录", system: true }),
    stopped_at: dateTime({ label: "停用时间", system: true }),
    block_reason: text({ label: "冻结原因", system: true }),
  },
  lines: {
    chat_bindings: lines({
      label: "账号绑定",
      system: true,
      suppliers: "none",
      fields: {
        app: choice({ label: "应用", required: true, choices: { wechat: "微信", ...GATEWAY_CHANNELS } }),
        open_id: text({ label: "标识", required: true, mask: { head: 0, tail: 6, in: "everywhere" } }),
        nickname: text({ label: "昵称" }),
        bound_at: dateTime({ label: "绑定时间", required: true }),
      },
    }),
    /** Roles somebody proposed that another administrator has to confirm; written where rights are assigned. */
    grant_proposals: lines({
      label: "待确认的授权",
      system: true,
      suppliers: "none",
      fields: {
        role_id: reference("system-management/role", { label: "角色", required: true }),
        valid_from: date({ label: "生效日" }),
        valid_until: date({ label: "失效日" }),
        proposed_by: person({ label: "提出人", required: true }),
        proposed_at: dateTime({ label: "提出时间", required: true }),
      },
    }),
  },
  compute: { is_binding: ({ chat_bindings }) => chat_bindings.length > 0 },
  rules: [suppliersBelong],
  list: {
    columns: [
      "username",
      "accountname",
      "user_type",
      "supplier_id",
      "role_names",
      "purchase_group_id",
      "phone",
      "is_binding",
      "state",
      "last_login_at",
    ],
    filters: [
      "username",
      "accountname",
      "role_names",
      "purchase_group_id",
      "is_binding",
      "user_type",
      "supplier_id",
      "state",
    ],
    sort: "-created_at",
    batch: ["block", "retire"],
    rowActions: ["unlock", "unblock", "block", "reset_password"],
    card: ["accountname", "role_names", "phone", "last_login_at"],
  },
  form: [
    section("基本信息", [
      "accountname",
      "username",
      "user_type",
      "supplier_id",
      "work_no",
      "phone",
      "email",
      "purchase_org_id",
      "valid_until",
    ]),
    section("个人资料", [
      "sex",
      "cardid",
      "birthday",
      "educationalhistory",
      "professional",
      "position",
      "superior_id",
      "startfromdate",
      "description",
    ]),
    section("账号安全", ["mail_proved_at", "last_login_at", "is_binding", "stopped_at", "block_reason"]),
    section("角色与数据范围", [
      "role_names",
      "factory_scope",
      "material_scope",
      "purchase_group_scope",
      "purchase_group_id",
    ]),
    lineSection("待确认的授权", "grant_proposals"),
    lineSection("账号绑定", "chat_bindings"),
  ],
  states: { active: "正常", locked: "已锁定", blocked: "已冻结", deleted: "已删除" },
  tones: { active: "done", locked: "warning", blocked: "refused", deleted: "closed" },
  editIn: ["active", "locked", "blocked"],
  messages: userMessages,
  deadlines: userDeadlines,
  transitions: {
    lock: {
      label: "自动锁定",
      from: ["active"],
      to: "locked",
      by: "system",
      reason: "optional",
    },
    unlock: {
      label: "解锁",
      from: ["locked"],
      to: "active",
      by: ["user_admin", "system_admin"],
      right: "users.enable",
      reason: "optional",
      confirm: "解锁后可以立即重新登录，输错密码的次数清零。",
    },
    reset_password: {
      label: "重置密码",
      from: ["active", "locked"],
      to: "active",
      by: ["user_admin", "system_admin"],
      right: "user-password.edit",
      notBy: ["id"],
      notByRefusal: "不能重置自己的密码，请在修改密码中修改",
      reason: "optional",
      confirm:
        "系统生成一个一次性密码：用户的邮箱验证过的，只发到该邮箱，否则在下一页显示一次并通知本人。该用户的所有登录立即结束，72小时内须用它登录并修改密码。",
      done: "的密码已重置",
    },
    clear_binding: {
      label: "清除绑定",
      from: ["active", "locked", "blocked"],
      to: "same",
      by: ["user_admin", "system_admin"],
      right: "user-chat-binding.delete",
      reason: "optional",
      offered: { when: ({ is_binding }) => is_binding === true, otherwise: "该用户没有账号绑定" },
      shows: { lines: "chat_bindings", columns: ["app", "nickname", "open_id", "bound_at"] },
      confirm: "清除后该用户不能再用微信登录，也不再通过企业微信和短信收到通知，须重新绑定。",
      done: "解绑成功",
      effect: (work) => {
        for (const { id } of work.record.chat_bindings) work.drop("chat_bindings", id);
      },
    },
    grant_role: {
      label: "授予角色",
      from: ["active", "locked", "blocked"],
      to: "same",
      by: ["system_admin", "user_admin"],
      right: "user-role.edit",
      notBy: ["id"],
      notByRefusal: "不能修改自己的角色，请联系其他管理员",
      reason: "optional",
      input: {
        role: text({ label: "角色", required: true, help: "角色名称或编码，例如 采购员" }),
        valid_until: date({ label: "失效日", help: "空着表示长期有效" }),
      },
      confirm: "在已有的角色之外再授予一个；已有的角色不变，下一次操作起生效。",
      done: "的角色已授予",
    },
    confirm_grants: {
      label: "确认授权",
      from: ["active", "locked", "blocked"],
      to: "same",
      by: ["system_admin", "user_admin"],
      right: "user-role.edit",
      notBy: ["id"],
      notByRefusal: "不能确认给自己的授权，请联系其他管理员",
      reason: "optional",
      offered: { when: ({ grant_proposals }) => grant_proposals.length > 0, otherwise: "没有待确认的授权" },
      shows: proposedGrants,
      confirm: "确认后以上角色立即授予，下一次操作起生效；已有的其他角色不变。",
      done: "的授权已确认",
      effect: (work) => {
        for (const { id } of work.record.grant_proposals) work.drop("grant_proposals", id);
      },
    },
    refuse_grants: {
      label: "驳回授权",
      from: ["active", "locked", "blocked"],
      to: "same",
      by: ["system_admin", "user_admin"],
      right: "user-role.edit",
      reason: "required",
      reasonLength: { least: 2, most: 200, complaint: "请填写原因（2-200字）" },
      offered: { when: ({ grant_proposals }) => grant_proposals.length > 0, otherwise: "没有待确认的授权" },
      shows: proposedGrants,
      confirm: "以上角色不授予。提出人可以这样撤回自己提出的授权。",
      done: "的授权已驳回",
      effect: (work) => {
        for (const { id } of work.record.grant_proposals) work.drop("grant_proposals", id);
      },
    },
    unblock: {
      label: "解除冻结",
      from: ["blocked"],
      to: "active",
      by: ["user_admin", "system_admin"],
      right: "users.enable",
      reason: "optional",
      confirm: "解除后该用户可以重新登录；冻结超过{{account.awayDays}}天的须先修改密码。",
      effect: (work) => {
        work.set({ block_reason: null, stopped_at: null });
      },
    },
    restore: {
      label: "恢复",
      decides: { not: "Brings an account back blocked; it is opened by another move" },
      from: ["deleted"],
      to: "blocked",
      by: ["system_admin"],
      reason: "optional",
      offered: { when: isRestorable, otherwise: "删除已超过{{account.restoreDays}}天，不能恢复" },
      confirm: "恢复后账号处于冻结状态，原来的角色不会恢复，须重新授权并解除冻结。",
    },
    block: {
      label: "冻结",
      from: ["active", "locked"],
      to: "blocked",
      by: ["user_admin", "system_admin", "supplier_admin"],
      right: "users.disable",
      tone: "danger",
      ...notSelf,
      ...reason,
      // What waits for the person warns and no more: in an emergency the reason of the block is reason enough.
      acknowledge: true,
      confirm: "冻结后该用户不能登录，已有的登录立即结束。",
      effect: (work) => {
        work.set({ block_reason: work.reason, stopped_at: work.now });
      },
    },
    retire: {
      label: "删除",
      from: ["active", "locked", "blocked"],
      to: "deleted",
      by: ["user_admin", "system_admin"],
      right: "users.delete",
      tone: "danger",
      ...notSelf,
      ...reason,
      confirm:
        "删除后该用户不能登录，角色和账号绑定一并收回；姓名仍留在单据上，账号名不能再用。{{account.restoreDays}}天内可以恢复。",
      effect: (work) => {
        for (const { id } of work.record.chat_bindings) work.drop("chat_bindings", id);
        work.set({ block_reason: work.reason, stopped_at: work.now });
      },
    },
  },
  doors: [
    { label: "授权", to: "/user-administration/user-assign/{id}", right: "user-assign.get" },
    { label: "权限溯源", to: "/user-administration/user-assign/{id}/explain", right: "user-role.query" },
  ],
  views: [
    { screen: "system-management/users", label: "用户管理" },
    {
      screen: "user-administration/user-assign",
      label: "用户授权",
      list: {
        columns: [
          "username",
          "accountname",
          "role_names",
          "+factory_count",
          "+material_type_count",
          "+purchase_group_count",
          "state",
        ],
        filters: ["username", "accountname", "role_names", "user_type"],
        sort: "accountname",
        batch: ["grant_role"],
        card: ["role_names", "+factory_count"],
      },
      extra: {
        factory_count: text({ label: "工厂" }),
        material_type_count: text({ label: "物料类型" }),
        purchase_group_count: text({ label: "采购组" }),
      },
      grants: {
        system_admin: ["query", "get", "export"],
        user_admin: ["query", "get", "export"],
        log_auditor: ["query", "get", "export"],
      },
    },
  ],
  access: {
    suppliers: ownSupplier("supplier_id"),
    suppliersMayReadTitle: true,
    suppliersMayWrite: ["block_reason", "stopped_at"],
    seniority: { column: "rank", refusal: "无权操作该用户" },
    rights: {
      "user-role": { label: "分配角色", grants: assigning },
      "user-factory": { label: "分配工厂", grants: assigning },
      "user-material-type": { label: "分配物料类型", grants: assigning },
      "user-purchase-group": { label: "分配采购组", grants: assigning },
      "user-password": { label: "重置密码", grants: { system_admin: ["edit"], user_admin: ["edit"] } },
      "user-chat-binding": {
        label: "账号绑定",
        grants: { system_admin: ["get", "delete"], user_admin: ["get", "delete"], log_auditor: ["get"] },
      },
    },
    grants: {
      system_admin: "all",
      user_admin: ["add", "edit", "query", "get", "enable", "disable", "delete", "export"],
      log_auditor: ["query", "get", "export"],
      supplier_admin: ["query", "get", "disable"],
    },
  },
});
