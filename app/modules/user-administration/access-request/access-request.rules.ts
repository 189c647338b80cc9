import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";
import { addDays } from "~/shared/calendar";

/** Long enough to be judged by whoever decides. */
export function reasonLength({ reason }: { reason: string }): Complaint | null {
  const length = [...(reason ?? "").trim()].length;
  return length >= 10 && length <= 500 ? ok : complain("reason", "申请原因请输入10-500字");
}

interface Dated {
  valid_until: string | null;
}

/** Nobody is given a role for days that are over. */
export function notOver({ valid_until }: Dated, today: string): Complaint | null {
  return valid_until !== null && valid_until < today ? complain("valid_until", "有效期不能早于今天") : ok;
}

/** Nor for longer than the company allows. */
export function withinMostDays(record: Dated, today: string, most: number): Complaint | null {
  const over = notOver(record, today);
  if (over) return over;
  return record.valid_until !== null && record.valid_until > addDays(today, most)
    ? complain("valid_until", `有效期最长${most}天，最晚到${addDays(today, most)}`)
    : ok;
}

/** Both, as a transition asks. */
export function stillAllowed(
  record: Dated,
  _input: unknown,
  _lines: unknown,
  { today, limit }: RuleFacts,
): Complaint | null {
  return withinMostDays(record, today, limit("access.requestMostDays"));
}

export function stillComing(record: Dated, _input: unknown, _lines: unknown, { today }: RuleFacts): Complaint | null {
  const over = notOver(record, today);
  return over ? complain("valid_until", "申请的有效期已过，请拒绝后由申请人重新申请") : ok;
}

/** The person whose request it is; the program may as well. */
export function isOfRequester({ requester_id }: { requester_id: string | null }, { actorId }: RuleFacts): boolean {
  return actorId === null || requester_id === actorId;
}

const ID = /^[a-z][a-z0-9-]{0,99}\.[a-z]{2,10}$/;
const IN_WORDS = /（([a-z][a-z0-9-]{0,99}\.[a-z]{2,10})）$/;

/** The permission in what was typed: its id alone, or the words for it, which end with the id; null for neither. */
export function permissionIn(text: string): { id: string; action: string } | null {
  const whole = ID.test(text) ? text : IN_WORDS.exec(text)?.[1];
  if (!whole) return null;
  const dot = whole.lastIndexOf(".");
  return { id: whole.slice(0, dot), action: whole.slice(dot + 1) };
}
