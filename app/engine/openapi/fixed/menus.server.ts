import { z } from "zod/v4";
import { type FixedCall, fixed, requestId, text, version } from "./define.server";

const GROUP = "菜单与角色";
const saved = z.object({ id: z.string(), version: z.int() }).loose();

function switches(noun: "resource" | "role", label: string): FixedCall[] {
  return (["enable", "disable"] as const).map((action) =>
    fixed({
      group: GROUP,
      method: "post",
      path: `/v2/sys/${noun}/{id}/${action}`,
      summary: `${label}：${action === "enable" ? "启用" : "停用"}`,
      permission: `${noun}.${action}`,
      json: { version: version.optional(), reason: text().optional(), requestId },
      result: saved,
    }),
  );
}

/** The tree of menus beside the pattern of every entity, and the switches of registers. */
export const MENU_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/sys/resource/tree",
    summary: "菜单树",
    permission: "resource.query",
    result: z.object({
      tree: z.array(z.object({ id: z.string(), parentId: z.string(), children: z.array(z.unknown()) }).loose()),
      faults: z.array(z.object({ id: z.string(), name: z.string(), menuName: z.string(), fault: z.string() })),
    }),
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/sys/resource/preview",
    summary: "某人或某角色看到的菜单",
    permission: "resource.get",
    query: { userId: text("与 role 二选一"), role: text("角色编码") },
    result: z.object({
      name: z.string(),
      topTab: z.array(z.unknown()),
      nav: z.record(z.string(), z.array(z.unknown())),
    }),
  }),
  ...(["up", "down"] as const).map((by) =>
    fixed({
      group: GROUP,
      method: "post",
      path: `/v2/sys/resource/{id}/${by}`,
      summary: by === "up" ? "菜单上移" : "菜单下移",
      permission: "resource.edit",
      json: { requestId },
      result: saved,
    }),
  ),
  fixed({
    group: GROUP,
    method: "put",
    path: "/v2/sys/resource/{id}/actions",
    summary: "菜单可授予的操作",
    permission: "resource.edit",
    json: { version, actions: z.array(z.string().max(40)).max(20).nullable(), requestId },
    result: saved,
  }),
  ...switches("resource", "菜单"),
  ...switches("role", "角色"),
];
