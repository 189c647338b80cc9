import type { RoleName } from "~/engine/entity";

/** Movements that are posted here; corrections stand behind what they correct. */
export const POSTED_KINDS = { in: "采购入库", in_rev: "入库冲销", out: "退货出库", out_rev: "退货冲销" } as const;

/** The same with those that the ERP alone knows. */
export const ALL_KINDS = { ...POSTED_KINDS, consign: "寄售领用", free: "赠品入库" } as const;

export const KIND_TONES = { in: "done", in_rev: "warning", out: "running", out_rev: "warning" } as const;

/** Quantities of movements are signed: what leaves is below zero. */
export const SIGNED = { min: "-999999999999999" } as const;

/** Who reads what goods cost: those who buy and pay, and the supplier whose price it is. */
export const PRICED: readonly RoleName[] = [
  "buyer",
  "purchase_manager",
  "leader",
  "finance",
  "finance_lead",
  "supervisor",
  "system_admin",
  "supplier",
  "supplier_admin",
];
/** A month as people type it and as it is kept, `2025-03`. */
export const MONTH_PATTERN = {
  pattern: { expression: /^20\d\d-(0[1-9]|1[0-2])$/, complaint: "请输入月份，例如 2025-03" },
} as const;
