import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { addDays } from "~/shared/calendar";

/** A supplier is reminded of the same thing once a day at most, whoever of ours does it. */
export function remindedOnceADay(
  { reminded_on }: { reminded_on: string | null },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return reminded_on === today ? complain("reminded_on", "今天已提醒过供应商，请明天再提醒") : ok;
}

/** A warning is put off until a day soon, or it is no warning: what was put off longer would be forgotten. */
export function snoozedBriefly(until: string, today: string, most: number): Complaint | null {
  return until > today && until <= addDays(today, most) ? ok : complain("until", `提醒日期须在明天起${most}天以内`);
}
