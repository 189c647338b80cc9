import type { Transition } from "~/engine/entity";
import { choice, date, number, person, quantity, reference, text, yesNo } from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDITORS, SAMPLERS } from "~/shared/jobs-of-people";
import { auditMode, auditSite, auditTemplate } from "../planned-audit.rules";
import { CONCLUSIONS } from "../supplier-audit/supplier-audit.rules";
import type { admissionFields, admissionLines } from "./admission.fields";
import { passFail } from "./admission.fields";
import { type admissionStates, verifiers } from "./admission.layout";
import { needsAudit } from "./admission.rules";

/** How the evidence of a case comes in: audits, samples and trials, each in a document of its own that reports back. */
export const evidenceTransitions = {
  plan_audit: {
    label: "安排质量审核",
    internal: true,
    from: ["verifying"],
    to: "same",
    by: verifiers,
    tone: "primary",
    offered: {
      when: needsAudit,
      rows: where.all(where.eq("need_audit", true), where.empty("audit_id")),
      otherwise: "准入路径不要求现场审核，或审核已经安排",
    },
    input: {
      template: auditTemplate,
      mode: auditMode,
      site: auditSite("留空用准入单的基地；现场审核必须有"),
      plan_date: date({ label: "计划日期", required: true }),
      leader: person({ label: "审核组长", may: AUDITORS, required: true, initial: "me" }),
      notify_now: yesNo({
        label: "同时通知供应商",
        initial: true,
        help: "通知后供应商确认日期；不通知的，到审核单上发送通知",
      }),
    },
    confirm: "生成一张准入审核单；报告批准后，结论和得分自动记入本准入单。",
    done: "已安排质量审核",
  },
  use_audit: {
    label: "引用已有审核",
    internal: true,
    from: ["verifying"],
    to: "same",
    by: verifiers,
    offered: { when: needsAudit, otherwise: "准入路径不要求现场审核，或审核已经安排" },
    input: {
      audit: reference("supplier-management/supplier-audit", {
        label: "质量审核单",
        required: true,
        only: where.oneOf("state", ["correcting", "closed"]),
        within: { supplier_id: "supplier_id" },
      }),
    },
    confirm: "引用该供应商最近{{admission.auditMonths}}个月内已经批准的审核报告。",
    done: "已引用审核结论",
  },
  /** The report of the audit this case waits for was approved, or the audit was called off. */
  note_audit: {
    label: "记入质量审核",
    internal: true,
    from: ["verifying"],
    to: "same",
    by: "system",
    input: {
      result: choice({ label: "结论", choices: CONCLUSIONS }),
      score: number({ label: "得分", precision: 6, scale: 1 }),
      audit: reference("supplier-management/supplier-audit", { label: "审核单" }),
    },
    effect: (work) =>
      work.set({
        audit_id: work.input.audit ?? null,
        audit_result: work.input.result ?? null,
        audit_score: work.input.score ?? null,
      }),
  },
  request_samples: {
    label: "索取样品",
    internal: true,
    from: ["verifying"],
    to: "same",
    by: [...verifiers, "buyer"],
    tone: "primary",
    offered: {
      when: ({ need_sample, need_trial }) => need_sample || need_trial,
      otherwise: "准入路径不要求样品验证和小批试用",
    },
    input: {
      qty: quantity({ label: "样品数量", required: true, positive: true }),
      require_date: date({ label: "要求送达日期", required: true }),
      receiver: person({ label: "收样人", may: SAMPLERS, required: true, initial: "me" }),
      send_address: text({ label: "收样地址", required: true, maxLength: 200 }),
    },
    confirm: "为每种还没有合格样品的物料生成一张样品验证单，供应商会收到通知；批准后结论自动记入本准入单。",
    done: "已索取样品",
  },
  /** What became of the samples of a material. */
  note_sample: {
    label: "记入样品结论",
    internal: true,
    from: ["verifying"],
    to: "same",
    by: "system",
    lineInput: {
      lines: "materials",
      show: ["material_id"],
      fields: {
        sample_result: choice({ label: "样品结果", choices: passFail }),
        trial_result: choice({ label: "试用结果", choices: passFail }),
      },
      write: true,
    },
  },
} satisfies Readonly<
  Record<string, Transition<typeof admissionFields, typeof admissionLines, keyof typeof admissionStates>>
>;
