import { z } from "zod/v4";
import { TASK_FORMATS } from "~/engine/exports/request.server";
import { type FixedCall, fixed, requestId, text } from "./define.server";

const GROUP = "后台导出";
const order = z.strictObject({
  column: z.string().max(100),
  asc: z.union([z.boolean(), z.string().max(5)]).optional(),
});
const nothing = z.string().nullable();

/** Files made beside the call. */
export const EXPORT_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/export",
    summary: "后台导出一个列表",
    permission: "export-later.edit",
    internal: true,
    json: {
      listKey: text("页面的标识，例如 purchase-orders/purchase-order", 100),
      filters: z
        .record(z.string().max(100), z.unknown())
        .optional()
        .meta({ description: "与该列表的查询条件相同，快速搜索为 q" }),
      columns: z.array(z.string().max(100)).max(200).optional().meta({ description: "空为列表的全部列" }),
      orders: z.array(order).max(3).optional(),
      lines: text("同时导出的明细", 100).optional(),
      format: z.enum(TASK_FORMATS).optional(),
      requestId,
    },
    result: z.object({ id: z.string(), number: z.string() }),
    note: "另须有该列表的导出权限，生成和下载时再查一次。相同的导出正在执行时是 40003。",
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/export/{id}",
    summary: "自己的导出任务",
    permission: "export-center.get",
    internal: true,
    result: z.object({
      id: z.string(),
      number: nothing,
      version: z.int(),
      state: z.enum(["queued", "running", "done", "failed", "cancelled", "expired"]),
      stateLabel: z.string(),
      listKey: nothing,
      listLabel: nothing,
      format: nothing,
      conditions: nothing,
      done: z.int().meta({ description: "已读取的行数" }),
      expected: z.int().nullable(),
      rowCount: z.int().nullable(),
      fileName: nothing,
      size: z.int().nullable(),
      expiresAt: nothing,
      message: nothing,
    }),
    note: "取消和重新生成：/v2/sys/export-task/{id}/cancel、/retry，带上 version。",
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/export/{id}/file",
    summary: "下载导出的文件",
    permission: "export-center.get",
    internal: true,
    file: ["application/octet-stream"],
    note: "只有导出的人可以下载；还没有生成是 40003。支持 Range 分段下载。",
  }),
];
