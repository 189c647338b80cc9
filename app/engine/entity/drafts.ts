import { type Condition, where } from "~/shared/condition";
import type { AnyEntity, AnyTransition } from "./define";
import { coversPath } from "./supplier-lock";
import type { Grants } from "./wall";

/** Whether suppliers make rows of it themselves by the default rights. */
function isMadeBySuppliers({ access, views }: AnyEntity): boolean {
  const ofViews: readonly { grants?: Grants }[] = views ?? [];
  const roles = ["supplier", "supplier_admin"] as const;
  return [access.grants, ...ofViews.map(({ grants }) => grants ?? {})].some((grants: Grants) =>
    roles.some((role) => grants[role] === "all" || (grants[role]?.includes("add") ?? false)),
  );
}

/**
 * States in which a row belongs to the side that wrote it: nobody of the other side lists, reads, changes, exports or finds it, nor
 * downloads its files. Default: the first state of a document that suppliers make, too, where it is submitted from there.
 */
export function draftStates(entity: AnyEntity): readonly string[] {
  const named: readonly string[] | undefined = entity.drafts;
  if (named) return named;
  const [first] = Object.keys(entity.states ?? {});
  if (entity.kind !== "document" || first === undefined || !isMadeBySuppliers(entity)) return [];
  const transitions = Object.values<AnyTransition>(entity.transitions ?? {});
  return transitions.some(({ submits, from }) => submits === true && from.includes(first)) ? [first] : [];
}

/** What a supplier, or an applicant, wrote and has not sent; null where there is no such thing. */
export function suppliersDraft(entity: AnyEntity): Condition | null {
  const states = draftStates(entity);
  if (states.length === 0) return null;
  const { kind }: { kind: string } = entity.access.suppliers;
  const byThem =
    // Where suppliers see no row, an applicant without an account writes it on a public page.
    kind === "none"
      ? where.empty("created_by")
      : where.someRow({ table: "app_user", column: "id", equals: "created_by", inner: where.set("supplier_id") });
  return where.all(where.oneOf("state", states), byThem);
}

/** What the engine notes on a record for the time of one request: some of what a supplier wrote on it is withheld. */
export const WITHHELD = "unsent_withheld";

/** Paths that a supplier fills in and has not sent in this state. */
export function unsentPaths(entity: AnyEntity, state: string): readonly string[] {
  return entity.unsent?.[state] ?? [];
}

/** Whether a supplier may have written there what it has not sent, in some state. */
export function mayBeUnsent(entity: AnyEntity, path: string): boolean {
  return Object.values<readonly string[] | undefined>(entity.unsent ?? {}).some((paths) =>
    coversPath(paths ?? [], path),
  );
}

/** Rows on which a supplier has written what it has not sent; null where there is no such thing. */
export function suppliersText(entity: AnyEntity): Condition | null {
  const states = Object.keys(entity.unsent ?? {});
  if (states.length === 0) return null;
  const changed = where.all(where.eq("action", "update"), where.set("user_supplier_id"));
  return where.all(
    where.oneOf("state", states),
    where.someRow({ table: "audit_log", column: "record_id", equals: "id", inner: changed }),
  );
}
