import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { monthOf } from "../io-mark/io-mark.rules";

/** A month is confirmed once it is over. */
export function monthIsOver(
  { month }: { month: string },
  _input: unknown,
  _lines: unknown,
  { today }: Pick<RuleFacts, "today">,
): Complaint | null {
  return month < monthOf(today) ? ok : complain("month", `${month}尚未结束，不能发给供应商确认`);
}

/** Why a month cannot be confirmed yet, or null: differences with the ERP that nobody has settled. */
export function differencesLeft(count: number): string | null {
  return count > 0 ? `仍有${count}条差异未处理，不能确认本月` : null;
}
