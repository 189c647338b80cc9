import { z } from "zod/v4";
import { type FixedCall, fixed, id, pageOf, requestId, text, words } from "./define.server";

const GROUP = "合同选择";
const nullable = z.string().nullable();

/** Contracts as the screens of orders ask for them. */
export const CONTRACT_CALLS: readonly FixedCall[] = [
  fixed({
    group: GROUP,
    method: "post",
    path: "/v1/contract/base/list",
    summary: "选择合同",
    permission: ["contract.query", "purchase-order.edit"],
    orJson: true,
    form: {
      "page.current": text("从1起", 9).optional(),
      "page.size": text("最多200，默认10", 9).optional(),
      contractNumber: text("编号包含").optional(),
      supplierName: text("供应商名称包含").optional(),
      companyName: text("公司名称包含").optional(),
      orderDate: text("YYYY-MM-DD；给出时回答 inWindow", 10).optional(),
      status: text("合同状态").optional(),
      sort: text("排序的字段", 60).optional(),
      order: text("asc 或 desc", 10).optional(),
    },
    result: pageOf(
      z.object({
        id: z.string(),
        contractNumber: z.string(),
        contractName: nullable,
        supplierId: nullable,
        supplierName: nullable,
        companyId: nullable,
        companyName: nullable,
        contractStartTime: nullable,
        contractEndTime: nullable,
        status: z.string(),
        inWindow: z.boolean().nullable(),
        boundCount: z.int().nullable().meta({ description: "看得到的订单数；没有订单权限时为 null" }),
      }),
    ),
  }),
  fixed({
    group: GROUP,
    method: "post",
    path: "/v1/contract/base/bind",
    summary: "绑定合同",
    permission: "purchase-order.edit",
    internal: true,
    orJson: true,
    form: {
      contractId: id,
      orderIds: words("逗号分隔，最多200个；不给时只检查下面三项").optional(),
      orderDate: text(undefined, 10).optional(),
      supplierName: text().optional(),
      companyName: text().optional(),
      requestId,
    },
    result: z.object({
      bound: z.int(),
      warnings: z.array(
        z.object({
          orderId: nullable,
          contractNumber: z.string(),
          supplierName: z.string(),
          companyName: z.string(),
          contractStartTime: z.string(),
          contractEndTime: z.string(),
          message: z.string(),
        }),
      ),
      failed: z.array(z.object({ orderId: z.string(), message: z.string() })),
    }),
  }),
];
