import { type Complaint, complain, ok } from "~/engine/entity";

interface DatedSource {
  effective_from: string;
  effective_to: string | null;
}

/** A source ends on the day it starts or later; both days belong to it. */
export function endsAfterStart({ effective_from, effective_to }: DatedSource): Complaint | null {
  return effective_to !== null && effective_to < effective_from
    ? complain("effective_to", "失效日期不能早于生效日期")
    : ok;
}

/** A trial is limited by a quantity, or it would be no trial. */
export function trialIsLimited({ trial_qty }: { trial_qty: string | null }): Complaint | null {
  return trial_qty === null ? complain("trial_qty", "试用货源请填写试用限量") : ok;
}

/** An extension leads beyond the last day so far, and not into the past. */
export function endsLater({
  effective_to,
  until,
  today,
}: {
  effective_to: string | null;
  until: string;
  today: string;
}): Complaint | null {
  if (until < today) return complain("effective_to", "新的失效日期不能早于今天");
  return effective_to === null || until > effective_to
    ? ok
    : complain("effective_to", `新的失效日期须晚于现在的失效日期${effective_to}`);
}

interface ProposedTerms {
  tier?: unknown;
  fixed?: unknown;
  mode?: unknown;
  until?: unknown;
}

/** A change names what it changes, and a last day that is still to come. */
export function somethingProposed(
  { effective_from }: { effective_from: string },
  { tier, fixed, mode, until }: ProposedTerms,
  today: string,
): Complaint | null {
  if (![tier, fixed, mode, until].some((one) => typeof one === "string")) return complain("tier", "请至少填写一项变更");
  if (typeof until !== "string") return ok;
  if (until < today) return complain("until", "失效日期不能早于今天");
  return until < effective_from ? complain("until", "失效日期不能早于生效日期") : ok;
}

/** Days before its end on which the buyer hears of it. */
export const NOTIFIED_BEFORE_DAYS = 30;

/** States in which a source still stands, so that nobody enters it a second time. */
export const STANDING = ["pending", "trial", "active", "suspended"] as const;

/**
 * Whether a licence covers a class of food. Classes are numbered from the coarse to the fine, so a licence for 01 covers 0101.
 * @param listed numbers as they stand on the licence, apart by signs or blanks
 */
export function coversCategory(listed: string, category: string): boolean {
  return listed
    .split(/[^0-9A-Za-z]+/)
    .filter((one) => one !== "")
    .some((one) => category.startsWith(one));
}
