import { z } from "zod/v4";
import { type FixedCall, fixed, requestId, version } from "./define.server";
import { navEntry } from "./session.server";

const GROUP = "菜单与启停";
const saved = z.object({
  id: z.string(),
  number: z.string().nullable(),
  version: z.int(),
  state: z.string().nullable(),
  warnings: z.array(z.string()),
});
const fault = z.object({ id: z.string(), name: z.string(), menuName: z.string(), fault: z.string() });
const branch = z.object({
  id: z.string(),
  parentId: z.string(),
  name: z.string(),
  menuName: z.string(),
  type: z.string(),
  path: z.string().nullable(),
  component: z.string().nullable(),
  enabled: z.boolean(),
  children: z.array(z.unknown()).meta({ description: "下级，形式相同" }),
});

/** The menu tree, and taking registers in and out of use. */
export const MENU_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/sys/resource/tree",
    summary: "菜单树和不会出现的菜单",
    permission: "resource.query",
    result: z.object({ tree: z.array(branch), faults: z.array(fault) }),
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/sys/resource/preview",
    summary: "某个用户或只持有某个角色的人看到的菜单",
    permission: "resource.get",
    query: {
      userId: z.string().meta({ description: "与 role 二选一" }),
      role: z.string().meta({ description: "角色编码" }),
    },
    result: z.object({
      name: z.string(),
      topTab: z.array(navEntry),
      nav: z.record(z.string(), z.array(navEntry)),
    }),
  }),
  ...(["up", "down"] as const).map((by) =>
    fixed({
      group: GROUP,
      method: "post",
      path: `/v2/sys/resource/{id}/${by}`,
      summary: by === "up" ? "上移菜单" : "下移菜单",
      permission: "resource.edit",
      json: { requestId },
      result: saved,
    }),
  ),
  fixed({
    group: GROUP,
    method: "put",
    path: "/v2/sys/resource/{id}/actions",
    summary: "菜单的可用操作",
    permission: "resource.edit",
    json: {
      version,
      actions: z.array(z.string().max(20)).max(20).nullable().meta({ description: "null 为全部" }),
      requestId,
    },
    result: saved,
  }),
  ...(["resource", "role"] as const).flatMap((noun) =>
    (["enable", "disable"] as const).map((action) =>
      fixed({
        group: GROUP,
        method: "post",
        path: `/v2/sys/${noun}/{id}/${action}`,
        summary: `${action === "enable" ? "启用" : "停用"}${noun === "role" ? "角色" : "菜单"}`,
        permission: `${noun}.${action}`,
        json: { version: version.optional(), reason: z.string().max(500).optional(), requestId },
        result: saved,
      }),
    ),
  ),
];
