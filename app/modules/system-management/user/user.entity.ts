import {
  choice,
  date,
  defineEntity,
  email,
  longText,
  noSupplier,
  phone,
  reference,
  section,
  text,
} from "~/engine/entity";

/** What people keep about themselves in 个人中心 (specification section 3). Values of `sex` are the specification's. */
const profileFields = {
  sex: choice({ label: "性别", choices: { "0": "男", "1": "女" } }),
  cardid: text({
    label: "身份证号",
    pattern: { expression: /^[0-9A-Za-z]{18}$/, complaint: "请输入正确的身份证号" },
  }),
  birthday: date({ label: "出生日期", notInFuture: true }),
  educationalhistory: choice({
    label: "学历",
    choices: { high: "高中及以下", college: "大专", bachelor: "本科", master: "硕士", doctor: "博士" },
  }),
  professional: text({ label: "专业", maxLength: 60 }),
  position: text({ label: "职位", maxLength: 60 }),
  startfromdate: date({ label: "入职日期", notInFuture: true }),
  description: longText({ label: "备注", maxLength: 500 }),
  /** Who keeps name, position and first day: the account itself, or the personnel master data. */
  source: choice({
    label: "资料来源",
    required: true,
    system: true,
    initial: "local",
    choices: { local: "本系统", mdm: "人事主数据" },
  }),
  /** Names the stored picture; another picture has another name. */
  avatar: text({ label: "头像", system: true }),
};

const scopes = { all: "全部", listed: "指定" };

/** Accounts of staff and suppliers. The table comes from migration 0001; there is no screen of its own here. */
export const user = defineEntity({
  key: "system-management/user",
  label: "用户",
  kind: "register",
  purpose: "内部员工和供应商的登录账号，以及各自能看到的数据范围。",
  table: "app_user",
  title: ["username"],
  search: ["accountname", "username"],
  fields: {
    accountname: text({ label: "用户账号", required: true, maxLength: 32, unique: "用户账号已存在" }),
    username: text({ label: "姓名", required: true, maxLength: 30 }),
    user_type: choice({
      label: "用户类型",
      required: true,
      choices: { internal: "内部员工", supplier: "供应商" },
    }),
    supplier_id: reference("supplier-management/supplier", { label: "所属供应商" }),
    email: email({ label: "邮箱" }),
    phone: phone({ label: "手机号" }),
    ...profileFields,
    factory_scope: choice({ label: "工厂范围", required: true, initial: "listed", choices: scopes }),
    purchase_group_scope: choice({ label: "采购组范围", required: true, initial: "listed", choices: scopes }),
    material_scope: choice({ label: "物料类型范围", required: true, initial: "listed", choices: scopes }),
    status: choice({
      label: "状态",
      required: true,
      system: true,
      initial: "active",
      choices: { active: "正常", locked: "已锁定", blocked: "已冻结", deleted: "已删除" },
      tones: { active: "done", locked: "warning", blocked: "refused", deleted: "closed" },
    }),
    block_reason: text({ label: "冻结原因", system: true }),
  },
  list: {
    columns: ["accountname", "username", "user_type", "supplier_id", "phone", "status"],
    filters: ["accountname", "username", "user_type", "supplier_id", "status"],
    sort: "accountname",
  },
  form: [
    section("基本信息", ["accountname", "username", "user_type", "supplier_id", "email", "phone"]),
    section("数据范围", ["factory_scope", "purchase_group_scope", "material_scope"]),
    section("状态", ["status", "block_reason"]),
  ],
  views: [],
  access: { suppliers: noSupplier, suppliersMayReadTitle: true, grants: {} },
});
