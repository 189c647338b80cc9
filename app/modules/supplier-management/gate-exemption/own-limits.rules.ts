import { addDays } from "~/shared/calendar";
import { GATE_ACTIONS, type GateAction, type GateCheck, TYPE_INSPECTION_GRACE_DAYS } from "~/shared/supplier-gate";
import type { GateReason } from "./gate-reason.rules";

/** What stands in a supplier's own way, in words for the supplier. */
export interface OwnLimit {
  check: GateCheck;
  severity: GateReason["severity"];
  /** Businesses it stops, or only touches. */
  actions: GateAction[];
  text: string;
  /** Who can do something about it, seen from the supplier. */
  who: string;
  how: string;
}

/** The same, for whoever has to cure it: exemptions and how checks are weighed are our own affair and are not named. */
const CURES: Readonly<Record<GateCheck, { who: string; how: string }>> = {
  stage: { who: "您、采购员", how: "按准入进度提交资料，完成供应商准入" },
  freeze: { who: "采购经理", how: "满足解冻条件后由我方办理解冻" },
  certificate: { who: "您", how: "上传有效的证照，核验通过后恢复" },
  type_inspection: { who: "您", how: "上传新的型式检验报告，审核通过后恢复" },
  source: { who: "采购员", how: "货源恢复后可以继续供货，请联系采购员" },
  trial_qty: { who: "采购员", how: "试用转为正式供货后恢复，请联系采购员" },
  temporary: { who: "采购员", how: "办理供应商准入后恢复，请联系采购员" },
  brand: { who: "您", how: "上传有效的品牌授权，审核通过后恢复" },
  grade: { who: "您", how: "改进后在下一期绩效考评中升级即恢复" },
  risk: { who: "采购员", how: "请联系采购员" },
  correction: { who: "您", how: "提交整改报告、完成整改措施，验证通过后恢复" },
};

/**
 * Reasons against a supplier as the supplier is told of them: each once with all businesses it concerns, what is stopped on top. Why a
 * cooperation has ended is not told here.
 * @param found reasons of each business, in the order of the businesses
 */
export function ownLimits(found: readonly { action: GateAction; reasons: readonly GateReason[] }[]): OwnLimit[] {
  const limits = new Map<string, { reason: GateReason; own: string; actions: GateAction[] }>();
  for (const { action, reasons } of found)
    for (const reason of reasons) {
      // What is not told at all is worth a word only where it stops something.
      if (reason.told === null && reason.severity === "warn") continue;
      const own = `${reason.check} ${reason.materialId} ${reason.document?.id}`;
      const key = `${own} ${reason.severity}`;
      const known = limits.get(key);
      if (known) known.actions.push(action);
      else limits.set(key, { reason, own, actions: [action] });
    }
  const all = [...limits.values()];
  const refused = new Set(all.flatMap(({ reason, own }) => (reason.severity === "refuse" ? [own] : [])));
  return all
    .filter(({ reason, own }) => reason.severity === "refuse" || !refused.has(own))
    .sort((a, b) => Number(a.reason.severity === "warn") - Number(b.reason.severity === "warn"))
    .map(({ reason, actions }) => limitOf(reason, actions));
}

function limitOf({ check, severity, told, isOver }: GateReason, actions: GateAction[]): OwnLimit {
  const stopped = `不能${actions.map((action) => GATE_ACTIONS[action]).join("、")}`;
  const limit = { check, severity, actions, ...CURES[check] };
  if (isOver)
    return { ...limit, text: `您与我方的合作已终止，${stopped}`, who: "采购员", how: "如需恢复合作，请联系采购员" };
  if (told === null) return { ...limit, text: `您目前${stopped}` };
  return { ...limit, text: told.stops && severity === "refuse" ? `${told.fact}，${stopped}` : told.fact };
}

/** What will stand in a supplier's way unless it brings a paper, in words for the supplier. */
export interface ComingLimit {
  check: GateCheck;
  /** Businesses it will stop, from which day on. */
  actions: GateAction[];
  from: string;
  text: string;
  /** The paper that keeps it from happening, and the last day on which it has to be there. */
  bring: string;
  until: string;
}

interface Paper {
  fact(about: { label: string; material: string; until: string }): string;
  bring(label: string): string;
}

/** Checks that a supplier keeps from happening by a paper of its own; what we decide among ourselves is announced when it is decided. */
const PAPERS: Partial<Readonly<Record<GateCheck, Paper>>> = {
  certificate: {
    fact: ({ label, until }) => `您的【${label}】将于${until}到期`,
    bring: (label) => `新的【${label}】，核验通过`,
  },
  type_inspection: {
    fact: ({ material, until }) => `您的物料【${material}】型式检验到${until}将超期满${TYPE_INSPECTION_GRACE_DAYS}天`,
    bring: () => "新的型式检验报告，审核通过",
  },
  brand: {
    fact: ({ label, material, until }) => `您的品牌授权【${label}】将于${until}到期，涉及物料【${material}】`,
    bring: () => "新的品牌授权，审核通过",
  },
  correction: {
    fact: ({ label, until }) => `您的整改【${label}】须在${until}前完成`,
    bring: () => "整改报告和已完成措施的证明",
  },
};

/**
 * Reasons that are not there today and will be, each once with the first day and the businesses stopped on it. What an exemption eases
 * stands among today's reasons already; when it ends is our own affair, so it is not told by a day either.
 * @param days reasons by business of each day on which something may change, today first
 * @param codeOf code of a material by its id
 */
export function comingLimits(
  days: readonly { day: string; found: readonly { action: GateAction; reasons: readonly GateReason[] }[] }[],
  codeOf: (materialId: string) => string,
): ComingLimit[] {
  const silent = new Set<string>();
  const coming = new Map<string, { reason: GateReason; day: string; actions: GateAction[] }>();
  for (const [at, { day, found }] of days.entries())
    for (const { action, reasons } of found)
      for (const reason of reasons) {
        const key = `${reason.check} ${reason.materialId} ${reason.document?.id}`;
        if (reason.exemption) silent.add(key);
        if (reason.severity !== "refuse") continue;
        if (at === 0) silent.add(key);
        const known = coming.get(key);
        if (silent.has(key)) continue;
        if (!known) coming.set(key, { reason, day, actions: [action] });
        else if (known.day === day) known.actions.push(action);
      }
  return [...coming.values()].flatMap(({ reason: { check, document, materialId }, day: from, actions }) => {
    const paper = PAPERS[check];
    if (!paper) return [];
    const until = addDays(from, -1);
    const label = document?.label ?? "";
    const fact = paper.fact({ label, material: materialId === null ? "" : codeOf(materialId), until });
    const text = `${fact}，${from}起不能${actions.map((action) => GATE_ACTIONS[action]).join("、")}`;
    return [{ check, actions, from, text, bring: paper.bring(label), until }];
  });
}
