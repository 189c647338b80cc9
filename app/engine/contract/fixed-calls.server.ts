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

const dictionaryEntry = z.object({
  itemName: z.string(),
  itemValue: z.string(),
  color: z.string().nullable(),
  sortNo: z.number().int(),
  parentValue: z.string().nullable(),
  isDefault: z.boolean(),
  enabled: z.boolean().meta({ description: "停用的值只用于显示旧单据" }),
});

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
  {
    group: "字典",
    method: "post",
    path: "/v2/dictionary/dictionary-map",
    summary: "按编码取字典项",
    open: true,
    body: schema(
      z.array(z.string().max(40)).min(1).max(50).meta({ description: "字典编码；也接受 {codes: []} 和表单字段 codes" }),
    ),
    result: schema(z.record(z.string(), z.array(dictionaryEntry))),
    note: "不认识的编码答空数组；没有登录时只答免登录可读的字典。应答头 ETag 不变时，带 If-None-Match 再取答 304。",
  },
];
