import type { Grants } from "~/engine/entity";

const read = ["query", "get", "export"] as const;

/** Who may do what with the registers of master data: two roles keep them, the rest of the company looks things up. */
export const registerGrants = {
  master_data: "all",
  system_admin: "all",
  user_admin: read,
  supervisor: read,
  leader: read,
  purchase_manager: read,
  finance_lead: read,
  qa_manager: read,
  legal: read,
  buyer: read,
  planner: read,
  qa: read,
  supplier_auditor: read,
  factory_qc: read,
  warehouse: read,
  finance: read,
  cashier: read,
} satisfies Grants;
