import { GATE_ACTIONS, type GateAction, type GateCheck } from "~/shared/supplier-gate";
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
  stage: { who: "贵司、采购员", how: "按准入进度提交资料，完成供应商准入" },
  freeze: { who: "采购经理", how: "满足解冻条件后由我方办理解冻" },
  certificate: { who: "贵司", how: "上传有效的证照，核验通过后恢复" },
  type_inspection: { who: "贵司", how: "上传新的型式检验报告，审核通过后恢复" },
  source: { who: "采购员", how: "货源恢复后可以继续供货，请联系采购员" },
  trial_qty: { who: "采购员", how: "试用转为正式供货后恢复，请联系采购员" },
  temporary: { who: "采购员", how: "办理供应商准入后恢复，请联系采购员" },
  brand: { who: "贵司", how: "上传有效的品牌授权，审核通过后恢复" },
  grade: { who: "贵司", how: "改进后在下一期绩效考评中升级即恢复" },
  risk: { who: "采购员", how: "请联系采购员" },
  correction: { who: "贵司", how: "提交整改报告、完成整改措施，验证通过后恢复" },
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
    return { ...limit, text: `贵司与我方的合作已终止，${stopped}`, who: "采购员", how: "如需恢复合作，请联系采购员" };
  if (told === null) return { ...limit, text: `贵司目前${stopped}` };
  return { ...limit, text: told.stops && severity === "refuse" ? `${told.fact}，${stopped}` : told.fact };
}
