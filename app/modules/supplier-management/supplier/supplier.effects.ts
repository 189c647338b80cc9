import { type Complaint, choice, complain, date, integer, longText, ok, person, reference } from "~/engine/entity";
import { where } from "~/shared/condition";
import { AUDITORS, BUYERS } from "~/shared/jobs-of-people";
import { NO_GAPS } from "../supplier-certificate/completeness.rules";
import { dueAhead, somethingToAsk } from "./supplier.rules";
import { freezeStatuses, gradeLabels, riskLevels } from "./supplier-stages.rules";

interface Staged {
  stage: string | null;
}
interface Writes {
  set(values: Readonly<Record<string, string | number | boolean | null>>): void;
}
interface Acting {
  actor: { id: string | null };
}
interface Typed extends Writes {
  input: Readonly<Record<string, unknown>>;
}

/**
 * A step of the life of a supplier. Stages are moved by documents (admission, freeze, appraisal), never typed: those make the transitions
 * of `system` as a consequence of their own (`consequenceOf`), people make the two that are a judgement.
 */
function stage(label: string, from: readonly string[], to: string) {
  return {
    label,
    from: ["active"] as const,
    to: "same" as const,
    by: "system" as const,
    reason: "optional" as const,
    offered: {
      when: (record: Staged) => record.stage !== null && from.includes(record.stage),
      otherwise: `供应商当前的生命周期阶段不允许“${label}”`,
    },
    effect: (work: Writes) => work.set({ stage: to }),
  };
}

/** Nobody is merged into itself. */
function anotherOne({ id }: { id: string }, { target }: Readonly<Record<string, unknown>>): Complaint | null {
  return id === target ? complain("target", "不能并入自己，请选择另一家供应商") : ok;
}

interface Merging {
  merged_into_id: string | null;
}

/** A merger somebody proposed waits for the finance department. */
const PROPOSED = {
  when: ({ merged_into_id }: Merging) => Boolean(merged_into_id),
  rows: where.set("merged_into_id"),
  otherwise: "没有等待确认的合并",
};

const byManager = { by: ["purchase_manager"], reason: "required" } as const;

export const lifecycle = {
  start_admission: stage("发起准入", ["potential"], "candidate"),
  begin_trial: stage("转试用", ["candidate"], "trial"),
  qualify: stage("转合格", ["candidate", "trial"], "qualified"),
  drop_admission: stage("准入未通过", ["candidate", "trial"], "potential"),
  promote: {
    ...stage("升为优选", ["qualified"], "preferred"),
    ...byManager,
    offered: {
      when: (record: Staged & { grade: string | null }) => record.stage === "qualified" && record.grade === "A",
      otherwise: "只有绩效等级为A级的合格供应商可以升为优选",
    },
    reasonLabel: "升级理由",
    confirm: "升为优选后，供应商会收到通知。",
    done: "已升为优选",
  },
  demote: {
    ...stage("降为合格", ["preferred"], "qualified"),
    ...byManager,
    reasonLabel: "降级理由",
    confirm: "降级后不再享有优选供应商的待遇。",
    done: "已降为合格",
  },
  eliminate: stage("淘汰", ["potential", "trial", "qualified", "preferred"], "eliminated"),
  blacklist: stage(
    "列入黑名单",
    ["potential", "candidate", "trial", "qualified", "preferred", "eliminated"],
    "blacklisted",
  ),
  reactivate: stage("重新激活", ["eliminated"], "candidate"),
  /** What other documents know about the supplier: grade of an appraisal, risk of events, effective freezes, gaps of its file. */
  note_facts: {
    label: "业务更新",
    from: ["active"],
    to: "same",
    by: "system",
    input: {
      grade: choice({ label: "绩效等级", choices: gradeLabels }),
      risk_level: choice({ label: "风险等级", choices: riskLevels }),
      freeze_status: choice({ label: "冻结状态", choices: freezeStatuses }),
      completeness: integer({ label: "资料完整度" }),
      gaps: longText({ label: "待补充资料" }),
    },
    effect: (work: Typed) => {
      for (const [name, value] of Object.entries(work.input)) {
        if (typeof value === "string" || typeof value === "number")
          work.set({ [name]: name === "gaps" && value === NO_GAPS ? null : value });
      }
    },
  },
  invite_supplement: {
    label: "邀请补充",
    from: ["active"],
    to: "same",
    by: ["buyer", "purchase_manager", "qa", "qa_manager"],
    input: {
      due: date({ label: "要求完成日期", required: true }),
      note: longText({ label: "补充要求", maxLength: 500, help: "档案缺的内容会自动列出；另有要求的写在这里" }),
    },
    guard: [dueAhead, somethingToAsk],
    confirm: "供应商会收到通知和待办，看到缺哪些资料、何时前补充；到期前一天和逾期后每天再提醒。",
    done: "已邀请供应商补充资料",
    effect: (work: Typed) => {
      const { due, note } = work.input;
      work.set({ supplement_due: String(due), supplement_note: typeof note === "string" && note !== "" ? note : null });
    },
  },
  end_supplement: {
    label: "补充已完成",
    from: ["active"],
    to: "same",
    by: ["buyer", "purchase_manager", "qa", "qa_manager"],
    offered: {
      when: (record: { supplement_due: string | null }) => record.supplement_due !== null,
      otherwise: "没有邀请过该供应商补充资料",
    },
    confirm: "供应商的补充待办随之结束，不再提醒。",
    done: "补充已完成",
    effect: (work: Writes) => work.set({ supplement_due: null, supplement_note: null }),
  },
  assign_buyer: {
    label: "指定采购员",
    from: ["active"],
    to: "same",
    by: ["purchase_manager", "master_data"],
    reason: "optional",
    input: { buyer: person({ label: "归口采购员", may: BUYERS, required: true }) },
    confirm: "今后与供应商有关的提醒发给新的采购员。",
    done: "已指定采购员",
    effect: (work: Typed) => work.set({ buyer_id: String(work.input.buyer) }),
  },
  assign_sqe: {
    label: "指定质量工程师",
    from: ["active"],
    to: "same",
    by: ["purchase_manager", "qa_manager", "master_data"],
    reason: "optional",
    input: { sqe: person({ label: "归口质量工程师", may: AUDITORS, required: true }) },
    confirm: "今后证照和质量方面的提醒发给该质量工程师。",
    done: "已指定质量工程师",
    effect: (work: Typed) => work.set({ sqe_id: String(work.input.sqe) }),
  },
  /** Goes on as before meanwhile: that a merger is proposed is our own business, and shows in no state (decision 0100). */
  propose_merge: {
    internal: true,
    label: "合并重复",
    from: ["active"],
    to: "same",
    by: ["purchase_manager"],
    reason: "required",
    reasonLabel: "合并依据",
    offered: {
      when: ({ merged_into_id }: Merging) => !merged_into_id,
      otherwise: "已提交合并，等待财务确认",
    },
    input: {
      target: reference("supplier-management/supplier", {
        label: "并入供应商",
        required: true,
        only: where.all(where.eq("state", "active"), where.empty("merged_into_id")),
      }),
    },
    guard: anotherOne,
    confirm: "由财务确认后，这家供应商的合同、订单、证照等全部转到并入的供应商名下，编码停用，不能恢复。",
    done: "已提交合并，等待财务确认",
    effect: (work: Typed & Acting) =>
      work.set({ merged_into_id: String(work.input.target), merge_proposed_by: work.actor.id }),
  },
  confirm_merge: {
    internal: true,
    label: "确认合并",
    decides: {
      as: "accepts",
      authorsMay: "Who proposed the merger is named apart; who wrote the file does not matter to it",
    },
    from: ["active"],
    to: "merged",
    by: ["finance_lead", "finance"],
    tone: "primary",
    reason: "optional",
    offered: PROPOSED,
    notBy: ["merge_proposed_by"],
    notByRefusal: "合并须由提交人以外的财务人员确认",
    confirm: "单据立即转到并入的供应商名下，不能恢复。请先核对两家的统一社会信用代码、户名和往来余额。",
    todo: "确认合并供应商",
    done: "已合并",
    effect: (work: Writes) => work.set({ enabled: false }),
  },
  cancel_merge: {
    internal: true,
    label: "取消合并",
    from: ["active"],
    to: "same",
    by: ["purchase_manager", "finance_lead", "finance"],
    reason: "required",
    offered: { when: PROPOSED.when, otherwise: PROPOSED.otherwise },
    confirm: "取消后供应商恢复正常使用。",
    done: "已取消合并",
    effect: (work: Writes) => work.set({ merged_into_id: null, merge_proposed_by: null }),
  },
} as const;
