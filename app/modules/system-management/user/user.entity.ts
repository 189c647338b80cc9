import { choice, defineEntity, email, noSupplier, phone, reference, section, text } from "~/engine/entity";

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
