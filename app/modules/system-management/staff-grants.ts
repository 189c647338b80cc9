import type { RoleName } from "~/engine/entity";

/** Those who work on the company's documents. */
export const EMPLOYEES = [
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
  "buyer",
  "planner",
  "qa",
  "supplier_auditor",
  "factory_qc",
  "warehouse",
  "finance",
  "cashier",
] as const satisfies readonly RoleName[];

/** Everybody of the house who may be asked something, experts from outside included; the auditor only reads. */
export const STAFF = [...EMPLOYEES, "expert"] as const;
