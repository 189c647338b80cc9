import { choice, defineEntity, integer, longText, noSupplier, reference, section, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { DATA_SCOPES } from "~/shared/data-scope";
import { scopeFits } from "./role.rules";

const read = ["query", "get", "export"] as const;
const columns = ["name", "code", "audience", "rank", "data_scope"] as const;

/** What a person may do comes from its roles. Which rights a role holds is kept on a page of its own. */
export const role = defineEntity({
  key: "system-management/role",
  label: "角色",
  kind: "register",
  purpose: "把菜单和操作权限组合成角色，授予用户后从下一次请求起生效。",
  table: "role",
  // People know roles by their names, which no two share; typed, the code names it as well.
  title: ["name"],
  search: ["code", "name"],
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
    data_scope: choice({
      label: "数据范围",
      required: true,
      initial: "granted",
      choices: DATA_SCOPES,
      help: "这个角色的权限用在哪些单据上；持有几个角色的，按其中对该单据有权限的最宽的一个。供应商角色总是本供应商",
    }),
    home_id: reference("system-management/resource", {
      label: "登录后首页",
      only: where.all(where.eq("type", "menu"), where.eq("enabled", true)),
      help: "留空为首页；须是这个角色可以打开的菜单",
    }),
    built_in: yesNo({ label: "系统内置", system: true }),
    enabled: yesNo({ label: "启用", initial: true }),
    remark: longText({ label: "说明", maxLength: 500 }),
  },
  rules: [scopeFits],
  list: {
    columns: [...columns, "built_in", "enabled", "+user_count"],
    filters: ["name", "code", "audience", "data_scope", "enabled"],
    sort: "-rank",
  },
  form: [section("基本信息", [...columns, "home_id", "enabled", "built_in", "remark"])],
  keptBeside: ["grants", "exclusive"],
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
