import {
  choice,
  defineEntity,
  integer,
  json,
  noSupplier,
  pointedAtBy,
  reference,
  section,
  text,
  yesNo,
} from "~/engine/entity";
import { actionsText } from "~/shared/actions";
import { where } from "~/shared/condition";
import { addressComplaints, typeComplaints } from "./resource.rules";

const KEY = "system-management/resource";

/** Tree of menus: what stands in the top tabs and the side menu, and what roles can be given rights on. */
export const resource = defineEntity({
  key: KEY,
  label: "资源",
  kind: "register",
  purpose: "维护菜单树：顶部菜单、目录、菜单、外链和子权限。谁能看到，由角色的权限决定。",
  table: "resource",
  title: ["title", "name"],
  search: ["title", "name"],
  fields: {
    title: text({ label: "菜单名称", required: true, maxLength: 30 }),
    name: text({
      label: "权限标识",
      required: true,
      maxLength: 60,
      pattern: {
        expression: /^[a-z][a-z0-9]*(-[a-z0-9]+)*$/,
        complaint: "标识仅小写字母、数字，以连字符分隔，例如 market-news",
      },
      unique: "权限标识已存在",
      help: "保存后不能修改；角色按它授权",
    }),
    type: choice({
      label: "类型",
      required: true,
      initial: "menu",
      choices: { top: "顶部菜单", dir: "目录", menu: "菜单", link: "外链", perm: "子权限" },
    }),
    parent_id: reference(KEY, {
      label: "上级",
      help: "顶部菜单没有上级",
      only: where.oneOf("type", ["top", "dir", "menu"]),
      requiredWhen: where.oneOf("type", ["dir", "menu", "link"]),
    }),
    path: text({
      label: "路由地址",
      maxLength: 300,
      help: "菜单填本系统的页面地址，以“/”开头，可以带筛选条件；外链填以 http:// 或 https:// 开头的完整地址",
      requiredWhen: where.oneOf("type", ["menu", "link"]),
    }),
    component: text({ label: "页面标识", system: true }),
    redirect: text({
      label: "默认跳转",
      maxLength: 300,
      help: "点击顶部菜单或目录时打开的页面，留空为第一个可见的菜单",
    }),
    icon: text({
      label: "图标",
      pattern: { expression: /^.{1,2}$/u, complaint: "图标是一到两个字" },
      help: "一到两个字，收起侧边栏时显示；留空取名称的第一个字",
    }),
    sort_no: integer({ label: "排序", min: "0", max: "1000000000", help: "同一上级下从小到大；留空排在最后" }),
    show: yesNo({ label: "显示", initial: true, help: "不显示的菜单仍可按地址打开" }),
    hide_children: yesNo({ label: "隐藏子菜单" }),
    hidden_header_content: yesNo({ label: "隐藏页头" }),
    target: choice({ label: "打开方式", choices: { self: "当前窗口", _blank: "新窗口" } }),
    keep_tab: yesNo({ label: "进入标签栏", initial: true }),
    allowed_actions: json<readonly string[]>({
      label: "限定的操作",
      display: (value) => (Array.isArray(value) ? actionsText(value) : "全部"),
    }),
    enabled: yesNo({ label: "启用", initial: true, system: true }),
    built_in: yesNo({ label: "系统内置", system: true }),
  },
  rules: [typeComplaints, addressComplaints],
  list: {
    columns: ["title", "type", "parent_id", "name", "path", "component", "sort_no", "show", "enabled"],
    filters: ["title", "name", "type", "parent_id", "show", "enabled"],
    sort: "sort_no",
    card: ["type", "name"],
  },
  form: [
    section("基本信息", ["title", "type", "parent_id", "name", "icon", "sort_no"]),
    section("打开什么", ["path", "component", "redirect", "target"]),
    section("怎样显示", [
      "show",
      "hide_children",
      "hidden_header_content",
      "keep_tab",
      "enabled",
      "built_in",
      "allowed_actions",
    ]),
  ],
  related: [pointedAtBy(KEY, "parent_id", { label: "下级", fact: "type" })],
  access: {
    suppliers: noSupplier,
    grants: { system_admin: "all", log_auditor: ["query", "get", "export"] },
  },
  removableWhen: { where: where.eq("built_in", false), otherwise: "系统内置的菜单不能删除，请停用" },
  views: [{ screen: KEY, label: "资源管理" }],
});
