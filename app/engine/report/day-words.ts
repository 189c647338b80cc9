import { addDays, addMonths } from "~/shared/calendar";

/**
 * A day that moves with time, as a day: `今天-30` of 2026-03-15 is 2026-02-13, `上月末` is 2026-02-28. Anything else stays as it is.
 * @param today business day, `YYYY-MM-DD`
 */
export function dayOfWords(typed: string, today: string): string {
  const transitioned = /^今天\s*(?:([+-])\s*(\d{1,4}))?$/.exec(typed);
  if (transitioned) return addDays(today, Number(`${transitioned[1] ?? "+"}${transitioned[2] ?? "0"}`));
  const thisMonth = `${today.slice(0, 7)}-01`;
  const before = addDays(thisMonth, -1);
  switch (typed) {
    case "本月初":
      return thisMonth;
    case "本月末":
      return addDays(addMonths(thisMonth, 1), -1);
    case "上月初":
      return `${before.slice(0, 7)}-01`;
    case "上月末":
      return before;
    case "本年初":
      return `${today.slice(0, 4)}-01-01`;
    default:
      return typed;
  }
}
