import type { RoleName } from "../entity/field";

export interface RoleSeed {
  code: string;
  name: string;
  audience: "internal" | "supplier";
  /** A higher rank may grant a lower one (ruling 23). */
  rank: number;
}

/** Roles every installation starts with; administrators may add more. */
export const ROLES: readonly RoleSeed[] = [
  { code: "system_admin", name: "系统管理员", audience: "internal", rank: 100 },
  { code: "user_admin", name: "用户管理员", audience: "internal", rank: 80 },
  { code: "log_auditor", name: "审计员", audience: "internal", rank: 70 },
  { code: "supervisor", name: "监察", audience: "internal", rank: 70 },
  { code: "leader", name: "分管领导", audience: "internal", rank: 65 },
  { code: "purchase_manager", name: "采购经理", audience: "internal", rank: 60 },
  { code: "finance_lead", name: "财务主管", audience: "internal", rank: 60 },
  { code: "qa_manager", name: "质量经理", audience: "internal", rank: 60 },
  { code: "legal", name: "法务", audience: "internal", rank: 50 },
  { code: "seal_admin", name: "印章管理员", audience: "internal", rank: 50 },
  { code: "master_data", name: "主数据管理员", audience: "internal", rank: 50 },
  { code: "buyer", name: "采购员", audience: "internal", rank: 40 },
  { code: "planner", name: "计划员", audience: "internal", rank: 40 },
  { code: "qa", name: "质量工程师", audience: "internal", rank: 40 },
  { code: "supplier_auditor", name: "供应商审核员", audience: "internal", rank: 40 },
  { code: "factory_qc", name: "工厂质检员", audience: "internal", rank: 40 },
  { code: "warehouse", name: "仓管员", audience: "internal", rank: 40 },
  { code: "finance", name: "应付会计", audience: "internal", rank: 40 },
  { code: "cashier", name: "出纳", audience: "internal", rank: 40 },
  { code: "expert", name: "评标专家", audience: "internal", rank: 30 },
  { code: "supplier_admin", name: "供应商管理员", audience: "supplier", rank: 20 },
  { code: "supplier_user", name: "供应商业务员", audience: "supplier", rank: 10 },
];

/** Role codes behind a role word of a definition. */
export function roleCodes(role: RoleName): readonly string[] {
  return role === "supplier" ? ["supplier_admin", "supplier_user"] : [role];
}
