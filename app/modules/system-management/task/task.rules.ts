import { type Complaint, complain, ok, type RuleFacts } from "~/engine/entity";

interface Addressed {
  assignee_id: string | null;
  candidate_role_id: string | null;
  supplier_id: string | null;
}

/** A task is somebody's: a person's, whoever's holds a role, or a supplier's; who claimed it stands beside the role or the supplier. */
export function hasAddressee({ assignee_id, candidate_role_id, supplier_id }: Addressed): Complaint | null {
  if (candidate_role_id && supplier_id) return complain("supplier_id", "候选角色和供应商只能填写一个");
  return assignee_id || candidate_role_id || supplier_id
    ? ok
    : complain("assignee_id", "请选择处理人、候选角色或供应商");
}

/** What the program opened closes itself when the document moves on. */
export function isManual({ source }: { source: string }): boolean {
  return source === "manual";
}

/** Questions of approval are handed over where they are decided. */
export function isNoQuestion({ source }: { source: string }): boolean {
  return source !== "approval";
}

/** A question of approval to whoever looks at it. */
export function isQuestionTo(
  { source, assignee_id }: { source: string; assignee_id: string | null },
  { actorId }: RuleFacts,
): boolean {
  return source === "approval" && actorId !== null && assignee_id === actorId;
}

interface Held {
  assignee_id: string | null;
  supplier_id: string | null;
}

interface Holder {
  actorId: string | null;
  supplierId: string | null;
}

/** Whether the task lies with this person, or with the supplier the person works for. */
export function liesWith({ assignee_id, supplier_id }: Held, { actorId, supplierId }: Holder): boolean {
  if (assignee_id !== null) return assignee_id === actorId;
  return supplier_id !== null && supplier_id === supplierId;
}

/** Whether the person itself has the task: what waits for everybody at a supplier is put off by nobody for all. */
export function liesWithPerson({ assignee_id }: { assignee_id: string | null }, { actorId }: RuleFacts): boolean {
  return actorId !== null && assignee_id === actorId;
}

/** Whether this person has put the task off. */
export function isPutOffBy(
  record: { assignee_id: string | null; snoozed_until: string | null },
  facts: RuleFacts,
): boolean {
  return record.snoozed_until !== null && liesWithPerson(record, facts);
}

const DAY_MS = 24 * 60 * 60_000;

/** Nobody puts off past the moment at which it must be done. */
export function mayWaitUntil(
  { due_at }: { due_at: string | null },
  { until }: Readonly<Record<string, unknown>>,
  _lines: unknown,
  { now }: RuleFacts,
): Complaint | null {
  const [moment, present] = [Date.parse(String(until)), Date.parse(now)];
  const due = due_at === null ? null : Date.parse(due_at);
  if (due !== null && due <= present) return complain("until", "任务已经逾期，不能推迟");
  if (!(moment > present)) return complain("until", "请选择以后的时间");
  if (due !== null && moment > due) return complain("until", "不能推迟到截止时间以后");
  return ok;
}

/** Nobody puts off for longer than so many days. */
export function notTooLong(until: string, now: string, most: number): Complaint | null {
  return Date.parse(until) - Date.parse(now) > most * DAY_MS ? complain("until", `最多推迟${most}天`) : ok;
}
