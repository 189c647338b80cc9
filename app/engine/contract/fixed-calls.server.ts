import { z } from "zod/v4";
import type { Call } from "./call";
import type { Schema } from "./field-schema";

const SESSION = "登录与会话";

/** A schema of zod as OpenAPI writes it. */
function schema(of: z.ZodType): Schema {
  const { $schema: _version, ...rest } = z.toJSONSchema(of, { target: "draft-2020-12" });
  return rest;
}

const navMeta = z.object({
  title: z.string(),
  show: z.boolean(),
  hideChildren: z.boolean(),
  hiddenHeaderContent: z.boolean(),
  target: z.string().nullable(),
  icon: z.string().nullable(),
});
const navEntry = z.object({
  id: z.string(),
  parentId: z.string().meta({ description: "“0” 为最上一层" }),
  name: z.string().meta({ description: "权限标识" }),
  key: z.string(),
  path: z.string(),
  component: z.string().nullable(),
  redirect: z.string().nullable(),
  meta: navMeta,
});
const permission = z.object({
  permissionId: z.string(),
  actionEntitySet: z.array(z.object({ action: z.string(), defaultCheck: z.boolean() })),
});

const MENUS = "角色与菜单";
const saved = schema(
  z.object({
    id: z.string(),
    number: z.string().nullable(),
    version: z.number().int(),
    state: z.string().nullable(),
    warnings: z.array(z.string()),
  }),
);
const grants = z.array(z.string()).meta({ description: "“权限标识.操作”，例如 purchase-order.query" });

/** What a role may do, the menu tree, and taking either out of use. */
const menuCalls: readonly Call[] = [
  {
    group: MENUS,
    method: "get",
    path: "/v2/sys/role/{id}/permissions",
    summary: "角色的权限",
    permission: "role.get",
    result: schema(z.object({ id: z.string(), version: z.number().int(), members: z.number().int(), grants })),
  },
  {
    group: MENUS,
    method: "post",
    path: "/v2/sys/role/{id}/permissions/preview",
    summary: "修改角色权限会带来的变化",
    permission: "role.edit",
    body: schema(z.object({ grants })),
    result: schema(
      z.object({
        added: grants,
        removed: grants,
        implied: grants,
        members: z.number().int(),
        complaints: z.array(z.string()),
      }),
    ),
  },
  {
    group: MENUS,
    method: "put",
    path: "/v2/sys/role/{id}/permissions",
    summary: "保存角色的权限",
    permission: "role.edit",
    body: schema(z.object({ version: z.number().int(), grants, requestId: z.string().optional() })),
    result: saved,
    note: "整体替换；勾选操作时自动带上查询和上级菜单。不能授出自己没有的权限，也不能修改高于自己级别的角色。",
  },
  {
    group: MENUS,
    method: "get",
    path: "/v2/sys/resource/tree",
    summary: "菜单树和不会出现的菜单",
    permission: "resource.query",
    result: schema(
      z.object({
        tree: z.array(
          z.object({ id: z.string(), parentId: z.string(), menuName: z.string(), children: z.array(z.unknown()) }),
        ),
        faults: z.array(z.object({ id: z.string(), name: z.string(), menuName: z.string(), fault: z.string() })),
      }),
    ),
  },
  {
    group: MENUS,
    method: "get",
    path: "/v2/sys/resource/preview",
    summary: "某个用户或只持有某个角色的人看到的菜单",
    permission: "resource.get",
    query: {
      userId: { type: "string", description: "与 role 二选一" },
      role: { type: "string", description: "角色编码" },
    },
    result: schema(
      z.object({ name: z.string(), topTab: z.array(navEntry), nav: z.record(z.string(), z.array(navEntry)) }),
    ),
  },
  ...(["up", "down"] as const).map(
    (by): Call => ({
      group: MENUS,
      method: "post",
      path: `/v2/sys/resource/{id}/${by}`,
      summary: by === "up" ? "上移菜单" : "下移菜单",
      permission: "resource.edit",
      body: schema(z.object({ requestId: z.string().optional() })),
      result: saved,
    }),
  ),
  {
    group: MENUS,
    method: "put",
    path: "/v2/sys/resource/{id}/actions",
    summary: "菜单的可用操作",
    permission: "resource.edit",
    body: schema(
      z.object({
        version: z.number().int(),
        actions: z.array(z.string()).nullable().meta({ description: "null 为全部" }),
        requestId: z.string().optional(),
      }),
    ),
    result: saved,
  },
  ...(["resource", "role"] as const).flatMap((noun) =>
    (["enable", "disable"] as const).map(
      (action): Call => ({
        group: MENUS,
        method: "post",
        path: `/v2/sys/${noun}/{id}/${action}`,
        summary: `${action === "enable" ? "启用" : "停用"}${noun === "role" ? "角色" : "菜单"}`,
        permission: `${noun}.${action}`,
        body: schema(
          z.object({
            version: z.number().int().optional(),
            reason: z.string().optional(),
            requestId: z.string().optional(),
          }),
        ),
        result: saved,
      }),
    ),
  ),
];

/** Calls that belong to no entity. */
export const FIXED_CALLS: readonly Call[] = [
  {
    group: SESSION,
    method: "post",
    path: "/v1/login",
    summary: "登录",
    open: true,
    form: true,
    body: schema(
      z.object({
        username: z.string().max(64),
        password: z.string().max(128),
        password1: z.string().optional().meta({ description: "给出时须与 password 相同" }),
        language: z.string().optional(),
      }),
    ),
    result: schema(
      z.object({
        token: z.string(),
        expireAt: z.string(),
        expiresIn: z.number().int(),
        userId: z.string(),
        userName: z.string(),
        mustChangePassword: z.boolean(),
        passwordWeak: z.boolean(),
        homePath: z.string(),
      }),
    ),
    note: "令牌同时写入 Cookie 和 authorization 应答头。",
  },
  {
    group: SESSION,
    method: "get",
    path: "/v2/user/info",
    summary: "当前用户和权限",
    result: schema(
      z.object({
        id: z.string(),
        accountName: z.string(),
        userName: z.string(),
        avatar: z.string().nullable(),
        role: z.string(),
        roles: z.array(z.object({ id: z.string(), code: z.string() })),
        supplierId: z.string().nullable(),
        supplierName: z.string().nullable(),
        permissions: z.array(permission),
      }),
    ),
  },
  {
    group: SESSION,
    method: "get",
    path: "/v2/user/topTab",
    summary: "顶部菜单",
    result: schema(z.array(navEntry)),
  },
  {
    group: SESSION,
    method: "get",
    path: "/v2/user/nav",
    summary: "一个顶部菜单下的菜单",
    query: { parentId: { type: "string", description: "顶部菜单的 id；空为第一个" } },
    result: schema(z.array(navEntry)),
  },
  {
    group: SESSION,
    method: "post",
    path: "/v2/user/logout",
    summary: "注销",
    open: true,
    result: schema(z.literal("success")),
  },
  ...menuCalls,
];
