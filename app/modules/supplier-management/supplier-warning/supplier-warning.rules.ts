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

/** What was put off longer would be forgotten: it is not warned of anew before it weighs more. */
const LONGEST_SNOOZE_DAYS = 30;

/** A warning is put off until a day soon, or it is no warning. */
export function snoozedBriefly(
  _warning: unknown,
  { until }: Readonly<Record<string, unknown>>,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  const day = String(until);
  return day > today && day <= addDays(today, LONGEST_SNOOZE_DAYS)
    ? ok
    : complain("until", `提醒日期须在明天起${LONGEST_SNOOZE_DAYS}天以内`);
}
