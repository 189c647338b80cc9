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
