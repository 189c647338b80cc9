import type { NotificationSide, ScenarioFacts, Scenarios } from "~/shared/scenarios";
import type { MessageReminder } from "./deadlines";
import type { AnyEntity, AnyTransition } from "./define";
import type { RoleName } from "./field";
import type { Recipients } from "./messages";

const SUPPLIERS: readonly RoleName[] = ["supplier", "supplier_admin"];

/** What leads its readers to a move. */
type Asking = Pick<MessageReminder, "scenario" | "to" | "asks" | "path" | "together">;

/** What is wrong with the move a message or a reminder asks for. */
export function askedFaults(
  at: string,
  entity: AnyEntity,
  { scenario, to, asks, path, together }: Asking,
  scenarios: Scenarios,
): string[] {
  if (asks === undefined) return [];
  const transitions: Readonly<Record<string, AnyTransition>> = entity.transitions ?? {};
  const move = transitions[asks];
  const makers = move === undefined || move.by === "system" ? null : sidesOfRoles(move.by);
  return [
    ...(move ? [] : [`${at}: asks for "${asks}", which is no transition`]),
    ...(move?.by === "system" || move?.ofMany ? [`${at}: asks for "${asks}", which nobody makes on its own page`] : []),
    ...(path === undefined && together === undefined ? [] : [`${at}: leads to a path and to the move it asks for`]),
    ...(makers === null
      ? []
      : sidesAsked(to, scenarios[scenario])
          .filter((side) => !makers.includes(side))
          .map((side) => `${at}: asks the ${SIDES[side]} for "${asks}", which only the other side makes`)),
  ];
}

const SIDES: Readonly<Record<NotificationSide, string>> = { internal: "staff", supplier: "suppliers" };

/**
 * The sides a message reaches: by its columns of suppliers and its roles; a column of people may hold either, of which the scenario knows more.
 */
function sidesAsked(to: Recipients, facts: ScenarioFacts | undefined): NotificationSide[] {
  const named = (to.people ?? []).length + (to.elsePeople ?? []).length > 0;
  const roles = [...(to.roles ?? []), ...(to.elseRoles ?? []), ...(to.rolesWhen ?? []).flatMap((one) => one.roles)];
  const reached = new Set<NotificationSide>([
    ...((to.suppliers ?? []).length > 0 ? (["supplier"] as const) : []),
    ...sidesOfRoles(roles),
    ...(named && facts && facts.audience !== "both" ? [facts.audience] : []),
  ]);
  return [...reached];
}

function sidesOfRoles(roles: readonly RoleName[]): NotificationSide[] {
  return [...new Set(roles.map((role) => (SUPPLIERS.includes(role) ? ("supplier" as const) : ("internal" as const))))];
}
