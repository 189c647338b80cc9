import { z } from "zod/v4";
import { type FixedCall, fixed } from "./define.server";

/** What the gate answers suppliers about themselves. */
export const LIMIT_CALLS: readonly FixedCall[] = [
  fixed({
    group: "供应商",
    method: "get",
    path: "/v2/supplier-management/my-limits",
    summary: "我的业务限制：哪些业务不能办理、为什么、由谁怎样解除",
    permission: "supplier-warning.query",
    forSuppliers: true,
    result: z.array(
      z.object({
        check: z.string().meta({ description: "检查项" }),
        label: z.string(),
        severity: z.enum(["refuse", "warn"]),
        actions: z.array(z.string()).meta({ description: "涉及的业务" }),
        text: z.string(),
        who: z.string().meta({ description: "由谁解除" }),
        how: z.string(),
        path: z.string().nullable().meta({ description: "办理页面，在 /web 之下" }),
      }),
    ),
    note: "只供供应商账号查询自己；内部人员用业务校验查询，得到 40301。",
  }),
  fixed({
    group: "供应商",
    method: "get",
    path: "/v2/supplier-management/my-coming-limits",
    summary: "我的限制预告：不久以后哪些业务将不能办理，提供什么资料、最迟哪一天可以避免",
    permission: "supplier-warning.query",
    forSuppliers: true,
    result: z.array(
      z.object({
        check: z.string().meta({ description: "检查项" }),
        label: z.string(),
        actions: z.array(z.string()).meta({ description: "将不能办理的业务" }),
        from: z.string().meta({ description: "开始限制的日期" }),
        text: z.string(),
        bring: z.string().meta({ description: "请提供的资料" }),
        until: z.string().meta({ description: "最迟日期" }),
        path: z.string().nullable().meta({ description: "办理页面，在 /web 之下" }),
      }),
    ),
    note: "只供供应商账号查询自己；内部人员查看限单预告，得到 40301。",
  }),
];
