import { decimal, formatDecimal } from "./decimal";

/** What a result of an analysis is: a figure with limits, words, or passed and not. */
export const COA_VALUES = { number: "数值", text: "文字", pass: "合格/不合格" } as const;
export type CoaValue = keyof typeof COA_VALUES;

/** When a certificate of analysis has to be there. */
export const COA_WHEN = { delivery: "随送货单", before_ship: "发货前", none: "不要求" } as const;
export type CoaWhen = keyof typeof COA_WHEN;

/** Limits of a figure; an open end does not belong to what is allowed. */
export interface Limits {
  low: string | null;
  low_open: boolean;
  high: string | null;
  high_open: boolean;
}

/** Limits as people read them: `0.5～8`, `≤10`, `＞3`; empty for none. */
export function limitsText({ low, low_open, high, high_open }: Limits): string {
  const least = low === null ? "" : formatDecimal(low);
  const most = high === null ? "" : formatDecimal(high);
  if (low !== null && high !== null)
    return low_open || high_open
      ? `${low_open ? "＞" : "≥"}${least}且${high_open ? "＜" : "≤"}${most}`
      : `${least}～${most}`;
  if (high !== null) return `${high_open ? "＜" : "≤"}${most}`;
  return low === null ? "" : `${low_open ? "＞" : "≥"}${least}`;
}

/** What a laboratory writes for a figure: the figure itself, or that it lies below what the method can tell. */
export interface Reading {
  /** Decimal text. */
  value: string;
  /** Written as `<0.01`: the figure is the most it can be. */
  isBelow: boolean;
}

const NOT_FOUND = /^(未检出|nd|n\.d\.|not detected)$/i;
const BELOW = /^[<＜]\s*(\d+(?:\.\d+)?)$/;
const FIGURE = /^-?\d+(?:\.\d+)?$/;
const FULL_WIDTH = 0xfee0;

/** Figures and dots as they are typed with a Chinese keyboard. */
function halfWidth(text: string): string {
  return text.replace(/[０-９．－]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - FULL_WIDTH)).replace(/,/g, "");
}

/** Reads a figure of a certificate: 未检出 is zero, `<0.01` at most 0.01; null for anything else. */
export function readFigure(text: string): Reading | null {
  const plain = halfWidth(text.trim());
  if (NOT_FOUND.test(plain)) return { value: "0", isBelow: true };
  const below = BELOW.exec(plain)?.[1];
  if (below !== undefined) return { value: below, isBelow: true };
  return FIGURE.test(plain) ? { value: plain, isBelow: false } : null;
}

/**
 * Whether a figure keeps to its limits. What lies below a figure the method can tell meets an upper limit that is not below that figure,
 * and no lower one: nobody knows how far below it is. Below an open upper limit of the same figure it still lies.
 */
export function keepsLimits({ value, isBelow }: Reading, { low, low_open, high, high_open }: Limits): boolean {
  const figure = decimal(value);
  if (low !== null) {
    const least = decimal(low);
    // Whatever it is, it is not negative.
    const isTooLow = isBelow ? least.gt(0) || low_open : low_open ? figure.lte(least) : figure.lt(least);
    if (isTooLow) return false;
  }
  if (high === null) return true;
  const most = decimal(high);
  return isBelow && figure.gt(0) ? figure.lte(most) : high_open ? figure.lt(most) : figure.lte(most);
}
