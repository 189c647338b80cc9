import { type Condition, where } from "~/shared/condition";

/**
 * Documents of a kind that wait for the signed-in person: asked itself, or standing in for somebody who is. For queries of staff;
 * suppliers hold no right to the tables it looks at.
 */
export function awaitsMe(entityKey: string): Condition {
  const standsIn = where.someRow(
    "approval_deputy",
    "owner_id",
    "user_id",
    where.all(
      where.mine("deputy_id"),
      where.eq("enabled", true),
      where.past("from_day", "now"),
      where.coming("to_day"),
      where.any(where.empty("document"), where.eq("document", entityKey)),
    ),
  );
  const asked = where.all(where.eq("state", "open"), where.any(where.mine("user_id"), standsIn));
  return where.someRow(
    "approval_case",
    "record_id",
    "id",
    where.all(
      where.eq("entity", entityKey),
      where.eq("state", "open"),
      where.someRow("approval_asked", "case_id", "id", asked),
    ),
  );
}
