import { daysBetween } from "~/shared/calendar";
import { GATE_ACTIONS, type GateAction, RESELLERS } from "~/shared/supplier-gate";
import {
  APPLY,
  BUYING,
  type ComplianceSnapshot,
  type Found,
  type GateQuestion,
  type Material,
  nameOf,
  type Supplier,
  supplierDocument,
  worded,
} from "./gate-reason.rules";

/** What others have found out about a supplier: its grade, its risk, the brands it may sell, faults it has not mended. */
export function marksAgainst(
  snapshot: ComplianceSnapshot,
  supplier: Supplier,
  question: GateQuestion,
  materials: readonly Material[],
): Found[] {
  return [
    ...correctionsAgainst(snapshot, supplier, question, materials),
    ...materials.flatMap((material) => brandAgainst(snapshot, supplier, question, material)),
    ...gradeAgainst(supplier, question),
    ...riskAgainst(supplier, question),
  ];
}

const CHOOSING: readonly GateAction[] = ["rfq", "award"];

/** Whoever was graded D is not chosen anew; C is worth a thought. What was agreed already goes on. */
function gradeAgainst(supplier: Supplier, { action }: GateQuestion): Found[] {
  const { grade } = supplier;
  if (!CHOOSING.includes(action) || (grade !== "C" && grade !== "D")) return [];
  const isLast = grade === "D";
  return [
    {
      check: "grade",
      severity: isLast ? "refuse" : "warn",
      ...worded(
        nameOf(supplier),
        (who) => `${who.of}绩效等级为${grade}级`,
        isLast ? { stops: action } : { note: "，请谨慎选择" },
      ),
      materialId: null,
      cure: { who: "采购经理", how: `下一期绩效考评升级后恢复，${APPLY}` },
      document: supplierDocument(supplier),
      fixed: false,
      final: false,
    },
  ];
}

/** A high risk stops nothing by itself (a freeze would); whoever goes on shall know of it. */
function riskAgainst(supplier: Supplier, { action }: GateQuestion): Found[] {
  if (supplier.risk !== "high" || !BUYING.includes(action)) return [];
  return [
    {
      check: "risk",
      severity: "warn",
      text: `供应商【${supplier.name}】风险等级为高风险，${GATE_ACTIONS[action]}前请确认应对措施`,
      // How risky we think a supplier is stays with us.
      told: null,
      materialId: null,
      cure: { who: "采购员、质量工程师", how: "处置并关闭未了结的风险后恢复" },
      document: supplierDocument(supplier),
      fixed: false,
      final: false,
    },
  ];
}

/**
 * A material that some authorisation names is branded: whoever resells it has a valid one of its own. Without one nobody is asked or
 * chosen; contracts and orders are only warned about, because the source list decides there.
 */
function brandAgainst(
  { brands }: ComplianceSnapshot,
  supplier: Supplier,
  { action, day }: GateQuestion,
  material: Material,
): Found[] {
  if (!BUYING.includes(action) || !RESELLERS.includes(supplier.type ?? "")) return [];
  const named = brands.filter((one) => one.material === material.id);
  const own = named.filter((one) => one.supplier === supplier.id);
  const [first] = [...own, ...named];
  if (!first || own.some(({ state, to }) => state === "valid" && (to === null || to >= day))) return [];
  const isRefused = CHOOSING.includes(action);
  const last = [...own].sort((a, b) => ((a.to ?? "") < (b.to ?? "") ? 1 : -1))[0];
  return [
    {
      check: "brand",
      severity: isRefused ? "refuse" : "warn",
      ...worded(
        nameOf(supplier),
        (who) => `${who.is}无【${first.brand}】有效授权，涉及物料【${material.code}】`,
        isRefused ? { stops: action } : {},
      ),
      materialId: material.id,
      cure: { who: "供应商", how: `上传有效的品牌授权并通过审核，${APPLY}` },
      document: last
        ? { entity: "supplier-management/brand-authorization", id: last.id, label: last.number }
        : supplierDocument(supplier),
      fixed: false,
      final: false,
    },
  ];
}

/** A critical fault the supplier has not dealt with in time: no order of its material goes out; without a material people are warned. */
function correctionsAgainst(
  { corrections }: ComplianceSnapshot,
  supplier: Supplier,
  { action, day }: GateQuestion,
  materials: readonly Material[],
): Found[] {
  if (action !== "release") return [];
  return corrections.flatMap((one): Found[] => {
    if (one.supplier !== supplier.id || one.due === null || one.due >= day) return [];
    const material = materials.find(({ id }) => id === one.material);
    if (one.material !== null && !material) return [];
    const what = one.state === "verifying" ? "整改措施" : "整改报告";
    const late = `致命整改【${one.number}】的${what}已逾期${daysBetween(one.due, day)}天`;
    return [
      {
        check: "correction",
        severity: material ? "refuse" : "warn",
        ...worded(
          nameOf(supplier),
          (who) => `${who.of}${material ? `物料【${material.code}】` : ""}${late}`,
          material ? { stops: action } : {},
        ),
        materialId: one.material,
        cure: { who: "供应商、质量工程师", how: `完成整改，${material ? APPLY : "由质量验证后关闭"}` },
        document: { entity: "supplier-audit/corrective-action", id: one.id, label: one.number },
        fixed: false,
        final: false,
      },
    ];
  });
}
