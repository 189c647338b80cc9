import { type Complaint, complain, type LineInputs, ok, type RuleFacts } from "~/engine/entity";

export const READ_FIRST = "请阅读完整内容后再确认";

/** Nobody accepts a text that was never shown, nor without having come to its end. */
export function readToEnd(
  { read_at }: { read_at: string | null },
  { read_to_end }: { read_to_end?: unknown },
): Complaint | null {
  return read_at === null || read_to_end !== true ? complain("read_to_end", READ_FIRST) : ok;
}

/** Once a day is enough. */
export function notRemindedToday(
  { reminded_on }: { reminded_on: string | null },
  _input: unknown,
  _typed: LineInputs,
  { today }: RuleFacts,
): Complaint | null {
  return reminded_on === today ? complain("reminded_on", "今天已经提醒过这家供应商") : ok;
}
