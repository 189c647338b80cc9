import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";

/** A supplier is reminded of the same thing once a day at most, whoever of ours does it. */
export function remindedOnceADay(
  { reminded_on }: { reminded_on: string | null },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return reminded_on === today ? complain("reminded_on", "今天已提醒过供应商，请明天再提醒") : ok;
}
