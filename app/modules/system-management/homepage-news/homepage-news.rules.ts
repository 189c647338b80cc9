import { type Complaint, complain, ok } from "~/engine/entity";

/** Shown for a day at least. */
export function endsNotBeforeBeginning({
  from_date,
  to_date,
}: {
  from_date: string | null;
  to_date: string | null;
}): Complaint | null {
  return from_date !== null && to_date !== null && to_date < from_date
    ? complain("to_date", "结束日期不能早于开始日期")
    : ok;
}
