/**
 * Days between delivery and payment that a term of payment says by its code; null for one that says no number of days, as payment
 * before delivery does.
 */
export function daysOfTerm(term: string | null): number | null {
  if (term === "cod") return 0;
  const days = /^d(\d{1,3})$/.exec(term ?? "")?.[1];
  return days === undefined ? null : Number(days);
}
