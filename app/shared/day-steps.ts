/*
 * Days counted from the day something is due, as people write them: 「前7、前1、当天、后3」. In the program they are whole numbers: -7 is a
 * week before, 0 the day itself, 3 three days after it.
 */

const MOST_DAYS = 999;
const STEP = /^(?:当天|前(\d{1,3})|后(\d{1,3}))$/;

/** The days of a text in rising order, each once; an empty text names none. @returns null for what cannot be read */
export function readDaySteps(text: string): number[] | null {
  const words = text.split(/[、，,\s]+/).filter((word) => word !== "");
  const steps = new Set<number>();
  for (const word of words) {
    const read = STEP.exec(word);
    if (!read) return null;
    const [, before, after] = read;
    // Never -0: it is another number to a set and to a reader.
    steps.add(before === undefined ? Number(after ?? 0) : 0 - Number(before));
  }
  return [...steps].sort((a, b) => a - b);
}

/** Days as `readDaySteps` reads them. */
export function dayStepsText(steps: readonly number[]): string {
  return [...steps]
    .sort((a, b) => a - b)
    .map((step) => (step === 0 ? "当天" : step < 0 ? `前${-step}` : `后${step}`))
    .join("、");
}

/** Whether days can be counted at all: three digits at most. */
export function areDaySteps(steps: readonly number[]): boolean {
  return steps.every((step) => Number.isInteger(step) && Math.abs(step) <= MOST_DAYS);
}

/**
 * Which of the days has come, the latest of them; beyond the last one a new one comes every so many days.
 * @param late days since the day it is due, negative before it
 * @param every 0: the last one is said once
 * @returns null before the first, and where there is none
 */
export function stepReached(steps: readonly number[], every: number, late: number): number | null {
  const reached = [...steps].filter((step) => step <= late).sort((a, b) => a - b);
  const step = reached.at(-1);
  if (step === undefined) return null;
  return every > 0 && reached.length === steps.length ? step + Math.floor((late - step) / every) * every : step;
}

/** `剩3天`, `今天`, `已过2天`: how far a day is away. @param late as in `stepReached` */
export function distanceText(late: number): string {
  if (late === 0) return "今天到期";
  return late < 0 ? `剩${-late}天` : `已过期${late}天`;
}
