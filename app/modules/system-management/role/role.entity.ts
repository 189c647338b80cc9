import { choice, defineEntity, integer, longText, noSupplier, section, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;
const columns = ["code", "name", "audience", "rank"] as const;

/** What a person may do comes from its roles. Which rights a role holds is kept on a page of its own. */
export const role = defineEntity({
  key: "system-management/role",
  label: "角色",
  kind: "register",
  purpose: "把菜单和操作权限组合成角色，授予用户后从下一次请求起生效。",
  table: "role",
  fields: {
    code: text({
      label: "角色编码",
      required: true,
      maxLength: 40,
      pattern: { expression: /^[a-z][a-z0-9_]*$/, complaint: "编码仅小写字母、数字、下划线，以字母开头" },
      unique: "角色编码已存在",
      help: "保存后不能修改",
    }),
    name: text({ label: "角色名称", required: true, maxLength: 30 }),
    audience: choice({
      label: "适用对象",
      required: true,
      initial: "internal",
      choices: { internal: "内部员工", supplier: "供应商" },
    }),
    rank: integer({
      label: "级别",
      required: true,
      min: "1",
      max: "100",
      help: "1到100，数字越大级别越高；只能授予不高于自己级别的角色",
    }),
    built_in: yesNo({ label: "系统内置", system: true }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  list: {
    columns: [...columns, "built_in", "enabled", "+user_count"],
    filters: ["name", "code", "audience", "enabled"],
    sort: "-rank",
  },
  form: [section("基本信息", [...columns, "enabled", "built_in", "remark"])],
  keptBeside: ["grants"],
  removableWhen: { where: where.eq("built_in", false), otherwise: "内置角色不允许删除" },
  access: { suppliers: noSupplier, grants: { system_admin: "all", user_admin: ["query", "get"], log_auditor: read } },
  views: [
    {
      screen: "system-management/role",
      label: "角色管理",
      extra: { user_count: integer({ label: "用户数", system: true }) },
    },
  ],
});
