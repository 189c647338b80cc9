import { type EngineServices, systemContext } from "~/engine/context.server";
import { AppError } from "~/engine/errors";
import { ask } from "~/engine/operations/published.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedCount, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { SHIPPED_AUDIT_RULES } from "./supplier-audit/audit-rule/audit-rule.rules";

const RULE = "supplier-audit/audit-rule";
const ORDER_RULE = "system-management/order-rule";
const SUPPLIER = "supplier-management/supplier";
const [CERTIFICATES, CYCLES, CONCLUSIONS, DEADLINES] = SHIPPED_AUDIT_RULES;
/** The rule of the gate that materials come from the source list; its row comes with the tables, out of use. */
const SOURCE = "SOURCE";

const always = { valid_from: "2020-01-01" } as const;

/** Rules of audits that come with the program (ruling 64); what depends on classes and kinds of material each company adds itself. */
const SHIPPED = [
  {
    ...{ ...always, code: CERTIFICATES, name: "必备资质", rule_kind: "certificate" },
    remark: "系统预置：所有供应商的营业执照，食品生产商和委托加工商的食品生产许可证，贸易商和代理商的食品经营许可证。",
    certificates: [
      { certificate_type: "business_license" },
      { supplier_type: "manufacturer", certificate_type: "food_production" },
      { supplier_type: "oem", certificate_type: "food_production" },
      { supplier_type: "trader", certificate_type: "food_trade" },
      { supplier_type: "brand_agent", certificate_type: "food_trade" },
      { supplier_type: "packaging", certificate_type: "food_contact", compulsory: "0" },
    ],
  },
  {
    ...{ ...always, code: CYCLES, name: "审核频次", rule_kind: "cycle" },
    remark: "系统预置：风险高或绩效差的先审，其余按供应商分类的审核周期。",
    cycles: [
      { risk_level: "high", months: "6", mode: "onsite" },
      { grade: "D", months: "6", mode: "onsite" },
      { grade: "C", months: "9", mode: "onsite" },
      { risk_level: "medium", months: "12", mode: "onsite" },
    ],
  },
  {
    ...{ ...always, code: CONCLUSIONS, name: "结论判定", rule_kind: "conclusion" },
    remark: "系统预置：85分以上且没有严重不符合的通过，70分以上且严重不符合不超过2项的整改后通过。",
    conclusions: [
      { min: "85", max: "100", max_major: "0", conclusion: "pass" },
      { min: "70", max: "85", max_major: "2", conclusion: "conditional" },
      { min: "0", max: "70", conclusion: "fail" },
    ],
  },
  {
    ...{ ...always, code: DEADLINES, name: "整改时限", rule_kind: "deadline" },
    remark: "系统预置：致命、严重、一般不符合的临时措施、报告时限和验证批次。",
    deadlines: [
      { severity: "critical", contain_hours: "24", report_days: "5", verify_lots: "3" },
      { severity: "major", contain_hours: "48", report_days: "10", verify_lots: "3" },
      { severity: "minor", contain_hours: "72", report_days: "20", verify_lots: "3" },
    ],
  },
] as const;

/**
 * Makes the rules that come with the program, at each start: of a kind that nobody has rules of. They stay as people change them and
 * cannot be removed, so that nothing comes back that was taken out of use. Compulsory certificates and the source list would stop what
 * is bought today where suppliers are there already: they come to an installation without any.
 * @param without codes of rules that this company replaces by its own
 * @returns the codes of the rules that came into force
 */
export async function shipRules(services: EngineServices, without: readonly string[] = []): Promise<string[]> {
  const context = systemContext(services, "系统预置");
  const kinds = services.registry.registrations.map(({ entity }) => entity.key);
  if (![RULE, ORDER_RULE, SUPPLIER].every((key) => kinds.includes(key))) return [];
  const isEmpty = (await ask(context, SUPPLIER, "registered", "all")).length === 0;
  const known = new Set<string>((await unscopedRows(context, RULE, ["rule_kind"], [])).map((row) => row.rule_kind));
  const shipped: string[] = [];
  for (const values of SHIPPED) {
    const stops = values.code === CERTIFICATES && !isEmpty;
    if (stops || known.has(values.rule_kind) || without.includes(values.code)) continue;
    try {
      await createRecord(context, { screen: services.registry.mainScreen(RULE), values });
      shipped.push(values.code);
    } catch (error) {
      // Another process that starts at the same moment made it.
      const isThere = (await unscopedCount(context, RULE, [where.eq("code", values.code)])) > 0;
      if (!(error instanceof AppError) || !isThere) throw error;
    }
  }
  if (isEmpty && !without.includes(SOURCE) && (await enforceSourceList(context))) shipped.push(SOURCE);
  return shipped;
}

/** Puts the source list into force unless somebody has ever had to do with its rule. */
async function enforceSourceList(context: ReturnType<typeof systemContext>): Promise<boolean> {
  const untouched = [where.eq("code", SOURCE), where.eq("state", "stopped")];
  const [row] = await unscopedRows(context, ORDER_RULE, ["id", "version"], untouched);
  if (row?.version !== 1) return false;
  const entity = context.services.registry.entity(ORDER_RULE);
  try {
    await applyTransition(context, { entity, id: row.id, version: row.version, name: "enable" });
    return true;
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}
