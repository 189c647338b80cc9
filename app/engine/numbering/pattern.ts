/** A piece of a number rule: fixed text, a part of the business day, a running number or a value of the record. */
export type NumberPart =
  | { kind: "text"; text: string }
  | { kind: "day"; pattern: string }
  | { kind: "sequence"; width: number }
  | { kind: "path"; path: string };

/**
 * Reads a number rule in the catalogue's syntax: `CG{YYYYMMDD}-{0001}`, `GYS{000001}`, `HT{company_id.code}{YYYYMM}-{0001}`.
 * The running number starts again whenever the text before it changes.
 */
export function numberParts(rule: string): NumberPart[] {
  return rule.split(/(\{[^}]*\})/).flatMap((piece): NumberPart[] => {
    if (piece === "") return [];
    const token = /^\{(.*)\}$/.exec(piece)?.[1];
    if (token === undefined) return [{ kind: "text", text: piece }];
    if (/^0*1$/.test(token)) return [{ kind: "sequence", width: token.length }];
    if (/^(YYYY|YY|MM|DD)+$/.test(token)) return [{ kind: "day", pattern: token }];
    return [{ kind: "path", path: token }];
  });
}

/** What is wrong with a number rule; empty when it is fine. */
export function numberFaults(rule: string): string[] {
  const parts = numberParts(rule);
  const sequences = parts.filter((part) => part.kind === "sequence").length;
  return sequences === 1 ? [] : [`the number rule "${rule}" needs exactly one running number such as {0001}`];
}

/** The parts of a business day `YYYY-MM-DD` named by a pattern such as `YYYYMMDD`. */
export function dayText(day: string, pattern: string): string {
  return pattern
    .replace(/YYYY/g, day.slice(0, 4))
    .replace(/YY/g, day.slice(2, 4))
    .replace(/MM/g, day.slice(5, 7))
    .replace(/DD/g, day.slice(8, 10));
}

/** When the running number starts again: with the text before it, or with a period of its own. */
export const RESETS = { auto: "编号前段变化时", day: "每天", month: "每月", year: "每年", never: "不重置" } as const;
export type Reset = keyof typeof RESETS;

/** Whether a stored word is one of the resets this version knows. */
export function isReset(word: string): word is Reset {
  return Object.hasOwn(RESETS, word);
}

/** What a number must show so that a running number that starts again cannot give one number twice. */
const NEEDED: Readonly<Record<Reset, readonly RegExp[]>> = {
  auto: [],
  day: [/YY/, /MM/, /DD/],
  month: [/YY/, /MM/],
  year: [/YY/],
  never: [],
};

/** Whether a pattern names the period after which its running number starts again. */
export function showsPeriod(parts: readonly NumberPart[], reset: Reset): boolean {
  const days = parts.flatMap((part) => (part.kind === "day" ? [part.pattern] : [])).join("");
  return NEEDED[reset].every((sign) => sign.test(days));
}

/** The start of a business day that names its period. */
const PERIODS: Readonly<Record<Reset, number>> = { auto: 0, day: 10, month: 7, year: 4, never: 0 };

export interface SeriesOfInput {
  key: string;
  parts: readonly NumberPart[];
  day: string;
  texts: ReadonlyMap<string, string>;
  reset: Reset;
}

/**
 * The name of the series a number is counted in. By default what stands before the running number; with a reset of its own, the
 * period and whatever of the number is no day.
 */
export function seriesOf({ key, parts, day, texts, reset }: SeriesOfInput): string {
  const running = parts.findIndex((part) => part.kind === "sequence");
  if (reset === "auto") return `${key} ${spelled(parts.slice(0, running), day, texts, 0)}`;
  const fixed = parts.filter(({ kind }) => kind === "text" || kind === "path");
  return `${key} ${reset}:${day.slice(0, PERIODS[reset])} ${spelled(fixed, day, texts, 0)}`;
}

/** A number as it reads. @param texts what the paths of the pattern say, by path */
export function spelled(
  parts: readonly NumberPart[],
  day: string,
  texts: ReadonlyMap<string, string>,
  value: number,
): string {
  return parts
    .map((part) => {
      if (part.kind === "text") return part.text;
      if (part.kind === "day") return dayText(day, part.pattern);
      return part.kind === "path" ? (texts.get(part.path) ?? "") : String(value).padStart(part.width, "0");
    })
    .join("");
}
