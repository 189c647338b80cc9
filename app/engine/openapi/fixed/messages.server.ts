import { z } from "zod/v4";
import { done, type FixedCall, fixed, pageOf, pageQuery, requestId, text } from "./define.server";

const GROUP = "消息";

/** What the own account is told. */
export const MESSAGE_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/message/my",
    summary: "我的消息",
    json: { page: pageQuery.optional(), unreadOnly: z.boolean().optional(), requestId },
    result: pageOf(
      z.object({
        id: z.string(),
        time: z.string(),
        kind: z.string(),
        title: z.string().nullable(),
        content: z.string(),
        from: z.string(),
        read: z.boolean(),
        path: z.string().nullable(),
      }),
    ),
  }),
  fixed({
    group: GROUP,
    method: "get",
    path: "/v2/message/unread",
    summary: "未读消息数和尚未关闭的预警",
    result: z.object({
      unread: z.int(),
      warnings: z.array(z.object({ id: z.string(), text: z.string(), path: z.string() })),
    }),
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/message/dismiss",
    summary: "关闭一条预警",
    json: { id: text("warnings 里的 id"), requestId },
    result: done,
    note: "同一阶段不再出现。",
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v2/message/read",
    summary: "标为已读",
    json: { ids: z.array(z.string().max(100)).min(1).max(200).optional(), all: z.literal(true).optional(), requestId },
    result: z.object({ unread: z.int() }),
    note: "给出 ids，或 all 为 true。",
  }),
];
