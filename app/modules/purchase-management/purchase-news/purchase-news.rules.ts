import { type Complaint, complain, ok } from "~/engine/entity";

/** What news are about. */
export const NEWS_KINDS = { market: "行情", policy: "政策法规", risk: "风险提示", notice: "采购通知" } as const;
/** Kinds people are told of at once; the others are read when somebody looks. */
export const TOLD_KINDS = ["notice", "risk"] as const;

interface Period {
  period_from: string | null;
  period_to: string | null;
}

/** A period ends after it began. */
export function periodInOrder({ period_from, period_to }: Period): Complaint | null {
  return period_from !== null && period_to !== null && period_to < period_from
    ? complain("period_to", "期间的结束日期不能早于开始日期")
    : ok;
}
