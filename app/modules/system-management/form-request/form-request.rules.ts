import { type Complaint, complain, lineField, ok, type RuleFacts } from "~/engine/entity";

interface Addressed {
  suppliers: readonly { supplier_id: string }[];
  people: readonly { user_id: string }[];
}

/** Nobody is asked twice by one request. */
export function addresseesOnce({ suppliers, people }: Addressed): Complaint | null {
  const twice = (ids: readonly string[]) => ids.findIndex((id, index) => ids.indexOf(id) !== index);
  const supplier = twice(suppliers.map(({ supplier_id }) => supplier_id));
  if (supplier >= 0) return complain(lineField("suppliers", supplier + 1, "supplier_id"), "该供应商已在名单中");
  const person = twice(people.map(({ user_id }) => user_id));
  return person < 0 ? ok : complain(lineField("people", person + 1, "user_id"), "该人员已在名单中");
}

/** There is somebody to ask. */
export function someoneAsked({ suppliers, people }: Addressed): Complaint | null {
  return suppliers.length + people.length > 0 ? ok : complain("suppliers", "请至少填写一家供应商或一名人员");
}

/** Whoever is asked has until today at least. */
export function dueAhead(
  { due_date }: { due_date: string },
  _input: unknown,
  _lines: unknown,
  { today }: RuleFacts,
): Complaint | null {
  return due_date < today ? complain("due_date", "截止日期不能早于今天") : ok;
}
