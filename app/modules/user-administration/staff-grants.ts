import type { RoleName } from "~/engine/entity";

/** Whoever of the house may ask for a role; the auditor only reads. */
export const STAFF = [
  "buyer",
  "system_admin",
  "user_admin",
  "supervisor",
  "leader",
  "purchase_manager",
  "finance_lead",
  "qa_manager",
  "legal",
  "seal_admin",
  "master_data",
  "planner",
  "qa",
  "supplier_auditor",
  "factory_qc",
  "warehouse",
  "finance",
  "cashier",
  "expert",
] as const satisfies readonly RoleName[];
