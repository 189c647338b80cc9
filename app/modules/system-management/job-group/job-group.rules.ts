import { type Complaint, complain, ok } from "~/engine/entity";
import { addressesIn, isAddress } from "~/shared/addresses";

/** What alarm addresses look like at first sight; which of them is none says the rule. */
export const ALARM_ADDRESSES = { expression: /@/, complaint: "报警邮箱须是邮箱地址，例如 ops@example.com" };

interface Alarming {
  alarm_emails: string | null;
}
/** Whoever is to be alarmed can be written to. */
export function alarmAddresses({ alarm_emails }: Alarming): Complaint | null {
  const bad = addressesIn(alarm_emails).find((address) => !isAddress(address));
  return bad === undefined ? ok : complain("alarm_emails", `报警邮箱“${bad}”不是有效的邮箱`);
}

interface Coded {
  code: string;
}
/** Short codes collide, long ones are not read. */
export function codeLength({ code }: Coded): Complaint | null {
  return code.length >= 4 && code.length <= 64 ? ok : complain("code", "分组编码长度为4-64位");
}

interface Paused {
  pause_from: string | null;
  pause_to: string | null;
}
/** A window has two ends that differ. */
export function windowIsWhole({ pause_from, pause_to }: Paused): Complaint | null {
  if (pause_from === null && pause_to === null) return ok;
  if (pause_from === null) return complain("pause_from", "请填写停机窗口起，或清空停机窗口止");
  if (pause_to === null) return complain("pause_to", "请填写停机窗口止，或清空停机窗口起");
  return pause_from === pause_to ? complain("pause_to", "停机窗口的起止时间不能相同") : ok;
}
