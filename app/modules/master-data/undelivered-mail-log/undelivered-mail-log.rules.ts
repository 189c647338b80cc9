import { type Complaint, complain, type LineInputs, ok, type RuleFacts } from "~/engine/entity";

/** A day that has passed is no promise. */
export function answerIsAhead(
  _record: object,
  { reply_date }: { reply_date?: unknown },
  _lines: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return typeof reply_date === "string" && reply_date < today ? complain("reply_date", "答复交期不能早于今天") : ok;
}
