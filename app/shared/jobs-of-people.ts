/*
 * Rights by which forms choose people: one of a list is enough. Rights and no roles, so that a role an administrator adds counts.
 */

/** Whoever may write orders or price cases. */
export const BUYERS = ["purchase-order.add", "account-price.add"] as const;
/** Whoever may work on audits of suppliers. */
export const AUDITORS = ["quality-audit.edit"] as const;
/** Whoever may give an opinion on an admission. */
export const ASSESSORS = ["admission-vote.edit"] as const;
/** Whoever may work on samples. */
export const SAMPLERS = ["sample-verification.edit"] as const;
/** Whoever may write contracts. */
export const CONTRACTORS = ["contract.edit"] as const;
/** Whoever may write notices of prequalification. */
export const PREQUALIFIERS = ["prequalification.edit"] as const;
/** Whoever may write corrective actions. */
export const CORRECTORS = ["correction-list.edit"] as const;
/** Whoever may read inquiries: those who open sealed ones. */
export const OPENERS = ["rfq.get"] as const;
/** Whoever may write drills of recalls. */
export const DRILLERS = ["recall-drill.edit"] as const;
