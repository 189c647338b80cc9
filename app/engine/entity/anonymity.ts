import type { AnyEntity } from "./define";

/** What stands in the place of a name that is kept back. */
export const UNNAMED = "匿名用户";

/** Whether the row was given in without a name: its stamps and its trail then say nothing of whoever did. */
export function isAnonymous(
  { anonymity }: Pick<AnyEntity, "anonymity">,
  row: Readonly<Record<string, unknown>>,
): boolean {
  return anonymity !== undefined && row[anonymity.when] === true;
}

/**
 * Who made a row or changed it last, as people read it; null where nobody is known.
 * @param row with the label of the stamp under `{key}__label`
 */
export function makerText(
  entity: Pick<AnyEntity, "anonymity">,
  row: Readonly<Record<string, unknown>>,
  key: "created_by" | "updated_by",
): string | null {
  const label = row[`${key}__label`];
  if (typeof label === "string") return label;
  return isAnonymous(entity, row) ? UNNAMED : null;
}
