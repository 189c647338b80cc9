import { z } from "zod/v4";
import { type FixedCall, fixed } from "./define.server";

const GROUP = "其他系统";
const SIGNED =
  "请求头 X-Portal-Client、X-Portal-Timestamp、X-Portal-Nonce、X-Portal-Signature；签名内容见 docs/interfaces.md。没有配置密钥时不存在。";

const requestId = z
  .string()
  .regex(/^[\w.:-]{1,100}$/)
  .meta({ description: "幂等键：同一请求号重发，得到第一次的答复" });

const masterData = fixed({
  group: GROUP,
  method: "post",
  path: "/v2/sap/master-data",
  summary: "下发主数据",
  open: true,
  json: {
    requestId,
    kind: z.string().max(60).meta({ description: "material、factory、warehouse、company、supplier 等登记簿" }),
    rows: z
      .array(z.record(z.string().max(60), z.unknown()))
      .min(1)
      .max(200)
      .meta({ description: "字段名与该登记簿的接口相同，引用填写编码；没有给出的字段不变" }),
  },
  result: z.object({
    added: z.int(),
    updated: z.int(),
    unchanged: z.int(),
    failed: z.int(),
    rows: z.array(
      z.object({
        row: z.int(),
        key: z.string(),
        outcome: z.enum(["added", "updated", "unchanged", "failed"]),
        id: z.string().optional(),
        message: z.string().optional(),
        errors: z.record(z.string(), z.string()).optional(),
      }),
    ),
  }),
  note: `${SIGNED} 每行单独处理，有误的行不影响其他行。`,
});

const approvalDecision = fixed({
  group: GROUP,
  method: "post",
  path: "/v2/oa/approval-decision",
  summary: "回传审批结果",
  open: true,
  json: {
    requestId,
    caseId: z.uuid().meta({ description: "待办里的 caseId" }),
    stepId: z.uuid().meta({ description: "待办里的 stepId" }),
    decision: z.enum(["approve", "reject", "send_back"]),
    reason: z.string().max(200).optional().meta({ description: "驳回和退回必须填写，2到200个字符" }),
    by: z.string().min(1).max(60).meta({ description: "审批人姓名" }),
  },
  result: z.object({ number: z.string().nullable(), state: z.string().nullable(), stateLabel: z.string().nullable() }),
  note: `${SIGNED} 找不到审批事项时 result.retry 为 true，稍后以同一请求号重试；已撤回或已处理时为 false。`,
});

/** What the body of a signed call has to be; asked by the call itself, because the signature is over the very text of it. */
export const SIGNED_BODIES = {
  masterData: masterData.check,
  approvalDecision: approvalDecision.check,
};

/** Calls that other systems make in their own name. */
export const INTEGRATION_CALLS: readonly FixedCall[] = [approvalDecision, masterData].map(
  ({ check: _read, ...call }) => call,
);
