import type { Json, Work } from "~/engine/entity";
import { dayOf, daysBetween } from "~/shared/calendar";
import {
  partTexts,
  type Report,
  type ReportPart,
  returnedParts,
  reviewsIn,
  submissionsIn,
} from "./correction-report.rules";
import { raised } from "./corrective-action.rules";

/** The report as it stands goes on the pile: the next round is laid beside it. Whoever writes for a supplier that is not online is marked. */
export function handIn(work: Work<Report & { submissions: unknown }>): void {
  const { record } = work;
  work.set({
    submitted_at: work.now,
    by_staff: work.actor.supplierId === null,
    submissions: [...submissionsIn(record.submissions), { at: work.now, parts: partTexts(record) }],
  });
}

interface Returned {
  reject_count: number | null;
  reviews: unknown;
}

/** One more return; what was said of each part stays. The days to answer anew are a parameter, see the server side. */
function backToSupplier(
  work: Work<Returned>,
  returned: readonly { part: ReportPart; note: string }[],
): { reject_count: number; reviewed_by: null; reviews: Json } {
  const { reject_count, reviews } = work.record;
  return {
    reject_count: (reject_count ?? 0) + 1,
    reviewed_by: null,
    reviews: [...reviewsIn(reviews), { at: work.now, returned }],
  };
}

export function sendBack(work: Work<Returned>): void {
  work.set(backToSupplier(work, returnedParts(work.input, work.reason)));
}

/** What was done did not help: the measures come back, and the case weighs more. */
export function failVerification(work: Work<Returned & { severity: string }>): void {
  const returned = [{ part: "actions" as const, note: work.reason ?? "" }];
  work.set({ ...backToSupplier(work, returned), severity: raised(work.record.severity) });
}

export function closeCase(work: Work<{ issued_at: string | null }>): void {
  const { issued_at } = work.record;
  const days_taken = issued_at ? daysBetween(dayOf(new Date(issued_at)), work.today) : null;
  work.set({ closed_on: work.today, days_taken });
}
