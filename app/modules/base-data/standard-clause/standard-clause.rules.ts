import { type Complaint, complain, ok } from "~/engine/entity";
import { decimal } from "~/shared/decimal";

interface ClauseText {
  category: string;
  body: string;
  fallback: string | null;
}

/** A place the user of a clause fills in, such as {{付款天数}}. */
const PARAMETER = /\{\{([^{}]*)\}\}/g;

/** Names of the places to fill in, each once, in the order in which they are read. */
export function parametersOf({ body, fallback }: Omit<ClauseText, "category">): string | null {
  // Joined, because a form asks while either is still empty.
  const names = [...[body, fallback].join("\n").matchAll(PARAMETER)].map((found) => (found[1] ?? "").trim());
  return [...new Set(names)].join("、") || null;
}

/** What is left when every well-formed parameter is taken away holds no braces, or a contract would be signed with them. */
export function parametersWhole({ body, fallback }: ClauseText): Complaint | null {
  for (const [field, text] of [
    ["body", body],
    ["fallback", fallback ?? ""],
  ] as const) {
    if ([...text.matchAll(PARAMETER)].some((found) => (found[1] ?? "").trim() === ""))
      return complain(field, "参数缺少名称，请写成{{参数名称}}");
    if (/\{\{|\}\}/.test(text.replace(PARAMETER, ""))) return complain(field, "参数的括号不成对，请写成{{参数名称}}");
  }
  return ok;
}

/** Money of somebody else as the condition or the measure of paying a supplier. */
const OTHERS_MONEY = /(第三方|下游|业主|最终用户|终端客户)[^，；]{0,12}(付款|支付|回款|结算)/;
/** A sentence that rules it out is what the law asks for. */
const RULED_OUT = /不得|不以|不因|无论|不论/;

/**
 * Paying small and medium suppliers must not wait for a third party to pay, nor follow how it pays (State Council order 802, article 9).
 * Wording that escapes the pattern is left to whoever reviews the clause.
 */
export function notTiedToThirdParty({ category, body, fallback }: ClauseText): Complaint | null {
  if (category !== "payment") return ok;
  for (const [field, text] of [
    ["body", body],
    ["fallback", fallback ?? ""],
  ] as const) {
    if (text.split(/[。；\n]/).some((sentence) => OTHERS_MONEY.test(sentence) && !RULED_OUT.test(sentence)))
      return complain(field, "不得约定以收到第三方付款作为向中小企业付款的条件");
  }
  return ok;
}

/** A text to fall back on that is the clause itself would concede nothing. */
export function fallbackDiffers({ body, fallback }: ClauseText): Complaint | null {
  return fallback !== null && fallback.trim() === body.trim()
    ? complain("fallback", "让步文本与条款正文相同，没有让步的请留空")
    : ok;
}

interface FineTerms {
  category: string;
  for_fines: boolean;
  fine_rate: string | null;
  fine_cap: string | null;
}

/** A fine is worked out from a daily rate up to a cap; without either it could not be. */
export function fineTermsComplete({ category, for_fines, fine_rate, fine_cap }: FineTerms): Complaint | null {
  if (for_fines && category !== "breach") return complain("for_fines", "只有违约责任条款可以供扣款引用");
  if (for_fines && (fine_rate === null || fine_cap === null))
    return complain(fine_rate === null ? "fine_rate" : "fine_cap", "违约条款请填写费率和上限");
  if (fine_rate !== null && fine_cap !== null && decimal(fine_rate).gt(decimal(fine_cap)))
    return complain("fine_cap", "违约金上限不能低于一天的违约金");
  return ok;
}

interface Reviewed {
  body: string;
  fallback: string | null;
  risk_level: string;
  risk_note: string | null;
  for_fines: boolean;
  fine_rate: string | null;
  fine_cap: string | null;
}

/** What a review is about, of the clause or of one of its versions. */
export function reviewedOf(row: Reviewed): Reviewed {
  const { body, fallback, risk_level, risk_note, for_fines, fine_rate, fine_cap } = row;
  return { body, fallback, risk_level, risk_note, for_fines, fine_rate, fine_cap };
}
