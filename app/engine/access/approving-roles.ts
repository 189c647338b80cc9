import type { AnyTransition } from "../entity";
import { decisionOf } from "../entity/duties";
import type { Registration } from "../entity/registry";
import { ROLES } from "./roles";

const USER_ADMIN = "user_admin";
/** Whoever has everything anyway is not told apart by roles. */
const TOP = "system_admin";

/** Roles of ours that by default accept what others wrote: by transitions that decide, or in cases of approval. */
export function approvingRoles(registrations: readonly Pick<Registration, "entity">[]): ReadonlySet<string> {
  const internal = new Set(ROLES.filter(({ audience }) => audience === "internal").map(({ code }) => code));
  const found = registrations.flatMap(({ entity }) => [
    ...(entity.approval?.by ?? []),
    ...Object.values<AnyTransition>(entity.transitions ?? {}).flatMap((transition) => {
      const decision = decisionOf(transition);
      return decision?.verdict === "accepts" && decision.authors && transition.by !== "system" ? transition.by : [];
    }),
  ]);
  return new Set(found.filter((role) => internal.has(role) && role !== TOP && role !== USER_ADMIN));
}

/**
 * Pairs of roles that nobody holds together in a new installation: who makes accounts neither approves nor keeps the logs, and the three
 * who approve for purchasing, money and quality are three people. Administrators may change them.
 */
export function shippedExclusives(
  registrations: readonly Pick<Registration, "entity">[],
): [one: string, other: string][] {
  const heads = ["finance_lead", "purchase_manager", "qa_manager"];
  return [
    ...[...new Set([...approvingRoles(registrations), "log_auditor"])]
      .sort()
      .map((role): [string, string] => [USER_ADMIN, role]),
    ...heads.flatMap((one, at) => heads.slice(at + 1).map((other): [string, string] => [one, other])),
  ];
}
