import { COA_WHEN, type CoaWhen } from "~/shared/coa";
import type { Tone } from "~/shared/tone";
import {
  AUTO_RESULTS,
  askedText,
  FINAL_RESULTS,
  judgeOf,
  ownJudgeOf,
  PAPER_CHECKS,
  type PaperCheck,
  type Reading,
} from "./inbound-coa.rules";

/** What is said of the certificate of a batch. */
export interface Said {
  text: string;
  tone: Tone;
}

/** What rules and standards say about the certificate of a batch. */
export interface Asked {
  /** The receiving rule wants one. */
  required: boolean;
  /** When the standard in force wants it; null: no standard of the material is in force. */
  when: CoaWhen | null;
}

/** A certificate somebody has sent; what a supplier still writes is nobody else's. */
export interface SentCoa {
  number: string;
  state: string;
  autoResult: keyof typeof AUTO_RESULTS | null;
  finalResult: keyof typeof FINAL_RESULTS | null;
  /** What came of holding it against its paper; null while nobody did. */
  paperCheck: PaperCheck | null;
  readings: readonly Reading[];
}

const SENT = ["submitted", "approved", "refused"];

/** Whether a certificate has been handed in: one that is being written, or was sent back, says nothing yet. */
export function isSent(state: string): boolean {
  return SENT.includes(state);
}

/** Whether anybody has to have one: the rule wants it, and a standard says what it has to hold. */
export function isMissed({ required, when }: Asked): boolean {
  return required && when !== null && when !== "none";
}

/** Why a batch stands without a certificate, and whether that matters. */
export function absentText(asked: Asked, unsent: string | null): Said {
  const what = unsent === null ? "没有COA" : `COA ${unsent}还没有提交`;
  if (isMissed(asked)) {
    const when = asked.when === null ? "" : `（${COA_WHEN[asked.when]}）`;
    return { text: `${what}，收货控制要求必须有${when}`, tone: "refused" };
  }
  if (asked.required && asked.when === null)
    return { text: `${what}，收货控制要求必须有，但物料没有生效的COA标准`, tone: "warning" };
  return { text: asked.required ? `${what}，COA标准不要求提交` : `${what}，收货控制不要求`, tone: "draft" };
}

/** Readings that do not keep to what the standard asks. */
export function outside(readings: readonly Reading[]): Reading[] {
  return readings.filter((reading) => judgeOf(reading) === "fail");
}

/**
 * What a certificate says in one line: what quality made of it, how much is out of limits, and whether somebody held it against its paper. That
 * nobody did matters where one has to be there.
 */
export function sentText({ state, autoResult, finalResult, paperCheck, readings }: SentCoa, asked: Asked): Said {
  const out = outside(readings).length;
  const opposite = readings.filter((one) => one.own_value !== null && ownJudgeOf(one) !== judgeOf(one)).length;
  const isUnchecked = paperCheck === null && isMissed(asked);
  const verdict =
    finalResult === null ? `待审核，系统判定${AUTO_RESULTS[autoResult ?? "missing"]}` : FINAL_RESULTS[finalResult];
  const parts = [
    verdict,
    out > 0 ? `${out}项超出标准` : "",
    opposite > 0 ? `${opposite}项与本厂复检不一致` : "",
    isUnchecked ? "原件未核对" : paperCheck === "differs" ? `原件${PAPER_CHECKS.differs}` : "",
  ].filter(Boolean);
  const isBad = state === "refused" || paperCheck === "differs" || (finalResult === null && out > 0);
  const isGood = finalResult === "pass" && opposite === 0 && !isUnchecked;
  return { text: parts.join("，"), tone: isBad ? "refused" : isGood ? "done" : "warning" };
}

/** One value in words: what it is held against, and whether it keeps to it. */
export function readingText(reading: Reading): string {
  return `${reading.item} ${reading.value ?? ""}（标准${askedText(reading)}）`;
}
