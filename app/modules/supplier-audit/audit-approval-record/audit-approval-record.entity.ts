import {
  type AnyEntity,
  choice,
  dateTime,
  defineEntity,
  longText,
  noSupplier,
  number,
  reference,
  section,
  text,
} from "~/engine/entity";
import { where } from "~/shared/condition";

const read = ["query", "get", "export"] as const;

/** Documents about suppliers whose decisions stand in the list, as far as the product has them. */
export const DECIDED_KINDS = [
  "supplier-management/admission",
  "supplier-management/supplier-audit",
  "supplier-management/sample-verification",
  "supplier-audit/corrective-action",
  "supplier-performance/supplier-freeze",
  "supplier-management/gate-exemption",
  "supplier-management/supplier-change",
  "supplier-onboarding/supplier-registration",
] as const;

/**
 * Every step of a decision about a supplier, over a view of what the engine of approval and the trail have written: nothing here can be
 * made, changed or removed. Which transitions are decisions says the table `approval_move`.
 * @param entities all there are; the decided kinds are called as they call themselves
 */
export function auditApprovalRecordOf(entities: readonly AnyEntity[]) {
  const labels = new Map(entities.map(({ key, label }) => [key, label]));
  const system = true;
  return defineEntity({
    key: "supplier-audit/audit-approval-record",
    label: "审批记录",
    kind: "log",
    purpose:
      "准入、审核、样品、整改、冻结、放行、变更和注册单据的每一步审批：谁在何时作出什么决定、用了多久。只能查看。",
    table: "approval_record",
    title: ["doc_no"],
    search: [],
    removable: false,
    copy: false,
    fields: {
      doc_type: choice({
        label: "单据类型",
        required: true,
        system,
        choices: Object.fromEntries(DECIDED_KINDS.map((key) => [key, labels.get(key) ?? key])),
      }),
      doc_no: text({ label: "单据编号", system, found: "start", help: "输入编号或开头的几位" }),
      record_id: text({ label: "单据", required: true, system }),
      supplier_id: reference("supplier-management/supplier", { label: "供应商", system }),
      node: text({ label: "审批节点", required: true, system }),
      approver: text({ label: "审批人", required: true, system }),
      approver_id: reference("system-management/user", { label: "审批账号", system }),
      on_behalf_of: reference("system-management/user", { label: "代审", system }),
      decision: choice({
        label: "审批结果",
        required: true,
        system,
        choices: {
          submit: "提交",
          approve: "同意",
          reject: "驳回",
          send_back: "退回",
          transfer: "转办",
          withdraw: "撤回",
        },
        tones: {
          submit: "running",
          approve: "done",
          reject: "refused",
          send_back: "warning",
          transfer: "waiting",
          withdraw: "closed",
        },
      }),
      opinion: longText({ label: "审批意见", system }),
      arrived_at: dateTime({ label: "到达时间", system }),
      decided_at: dateTime({ label: "审批时间", required: true, system }),
      hours: number({ label: "耗时", unit: "小时", precision: 9, scale: 1, system }),
    },
    list: {
      columns: [
        "doc_no",
        "doc_type",
        "supplier_id",
        "node",
        "approver",
        "decision",
        "opinion",
        "arrived_at",
        "decided_at",
        "hours",
      ],
      filters: ["doc_type", "doc_no", "supplier_id", "approver_id", "on_behalf_of", "decision", "decided_at"],
      sort: "-decided_at",
      toggles: {
        decided_only: { label: "只看决定", where: where.oneOf("decision", ["approve", "reject", "send_back"]) },
        deputy_only: { label: "代审", where: where.set("on_behalf_of") },
      },
      card: ["doc_type", "supplier_id", "node", "approver", "decision"],
    },
    form: [
      section("单据", ["doc_type", "doc_no", "supplier_id"]),
      section("审批", ["node", "approver", "approver_id", "on_behalf_of", "decision", "opinion"]),
      section("时间", ["arrived_at", "decided_at", "hours"]),
    ],
    access: { suppliers: noSupplier, grants: { qa_manager: read, purchase_manager: read, system_admin: read } },
    views: [{ screen: "supplier-audit/audit-approval-record", label: "审批记录" }],
  });
}
