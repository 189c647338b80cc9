/** Codes of the roles of those who work on the company's documents; what grants them says whether there is such a role. */
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
] as const;

/** Everybody of the house who may be asked something, experts from outside included; the auditor only reads. */
export const STAFF = [...EMPLOYEES, "expert"] as const;

/** The same with the largest group first: whoever needs one of them for an example takes the first, who decides nothing. */
export const ASKING_STAFF = ["buyer", ...STAFF.filter((role) => role !== "buyer")] as const;
