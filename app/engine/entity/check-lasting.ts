import type { AnyEntity, AnyTransition } from "./define";
import { approvedStates, decisionOf, statesInForce, takenByForm, targetsOf, typesContent } from "./duties";
import type { Registration } from "./registry";
import type { EntityServer, LastingCheck } from "./server-hooks";

const LEAST_REASON = 10;

/**
 * What may change after a check judged it at a release or an approval, and is not judged again (ruling 62): transitions that come
 * to where it counts past the check, transitions that take content there, fields the form takes there. Whoever asks by `lasting` is
 * asked by the engine after all of them; whoever does not says of each why not, by `judgedOnce`.
 */
export function lastingFaults({ entity, server = {} }: Pick<Registration, "entity" | "server">): string[] {
  const at = `Entity "${entity.key}"`;
  const transitions = new Map(Object.entries<AnyTransition>(entity.transitions ?? {}));
  const { lasting } = server;
  const open = lasting ? [] : [...notJudgedAgain(entity, server)];
  const excused = Object.entries(server.judgedOnce ?? {});
  return [
    ...open
      .filter((name) => !server.judgedOnce?.[name])
      .map(
        (name) =>
          `${at}: "${name}" changes what a check judged, and is not judged again; say "lasting", or why not by "judgedOnce"`,
      ),
    ...excused.flatMap(([name, why]) => [
      ...(open.includes(name) ? [] : [`${at}: judgedOnce names "${name}", which changes nothing that was judged`]),
      ...(why.trim().length < LEAST_REASON ? [`${at}: judgedOnce gives no reason for "${name}"`] : []),
    ]),
    ...(lasting ? exceptFaults({ at, entity, server, transitions, lasting }) : []),
  ];
}

/** A transition that is left out exists, leads to where it counts, says why, and asks by itself where people make it. */
function exceptFaults({
  at,
  entity,
  server,
  transitions,
  lasting,
}: {
  at: string;
  entity: AnyEntity;
  server: EntityServer;
  transitions: ReadonlyMap<string, AnyTransition>;
  lasting: LastingCheck;
}): string[] {
  const known = Object.keys(entity.states ?? {});
  return [
    ...lasting.in
      .filter((state) => !known.includes(state))
      .map((state) => `${at}: lasting names the state "${state}", which does not exist`),
    ...Object.entries(lasting.except).flatMap(([name, why]) => {
      const transition = transitions.get(name);
      if (!transition) return [`${at}: lasting leaves out "${name}", which does not exist`];
      const leads = transition.from.some((from) =>
        targetsOf(transition, from).some((to) => to === "previous" || lasting.in.includes(to)),
      );
      return [
        ...(leads ? [] : [`${at}: lasting leaves out "${name}", which is not asked anyhow`]),
        ...(why.trim().length < LEAST_REASON ? [`${at}: lasting leaves out "${name}" without a reason`] : []),
        ...(transition.by !== "system" && !server.transitions?.[name]?.check
          ? [`${at}: lasting leaves out "${name}", which people make and no check of its own asks`]
          : []),
      ];
    }),
  ];
}

/** Names of transitions and fields that change what a check judged at a release or an approval, or come back to it without one. */
function notJudgedAgain(entity: AnyEntity, server: EntityServer): ReadonlySet<string> {
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {});
  const asking = transitions.filter(
    ([name, transition]) => server.transitions?.[name]?.check && lets(entity, name, transition),
  );
  const judging = asking.map(([, transition]) => transition);
  const landed = judging.flatMap((transition) => transition.from.flatMap((from) => targetsOf(transition, from)));
  // What is to pass the check once more counts for nothing until it has.
  const waits = new Set(judging.flatMap(({ from }) => from).filter((state) => !landed.includes(state)));
  const counts = new Set([...statesInForce(entity, judging)].filter((state) => !waits.has(state)));
  const excused: readonly string[] = entity.openAfterApproval?.fields ?? [];
  const found = takenByForm(entity, counts).filter((name) => !excused.includes(name));
  for (const [name, transition] of transitions) {
    if (judging.includes(transition)) continue;
    const enters = transition.from.some(
      (from) =>
        !landed.includes(from) &&
        targetsOf(transition, from).some((to) =>
          to === "previous" ? counts.has(from) : counts.has(to) && landed.includes(to),
        ),
    );
    const changes =
      typesContent(transition) &&
      transition.from.some((from) => counts.has(from) && targetsOf(transition, from).some((to) => counts.has(to)));
    if (enters || changes) found.push(name);
  }
  return new Set(found);
}

/**
 * Whether a transition is a release or an approval: it accepts, asks for approval, carries out what was approved, or sends out a document
 * that nobody approves and the form no longer takes.
 */
function lets(entity: AnyEntity, name: string, transition: AnyTransition): boolean {
  if (entity.kind !== "document") return false;
  if (accepts(transition) || entity.approval?.on === name) return true;
  const { decides, by, from, to, submits } = transition;
  const approved = approvedStates(entity);
  if (typeof decides === "object" && "not" in decides && from.some((state) => approved.has(state)))
    return to !== "same";
  const [first = ""] = Object.keys(entity.states ?? {});
  const isApproved =
    entity.approval !== undefined || Object.values<AnyTransition>(entity.transitions ?? {}).some(accepts);
  const editIn: readonly string[] = entity.editIn ?? [first];
  const isWritten = targetsOf(transition, first).some((state) => editIn.includes(state));
  return !isApproved && by !== "system" && submits !== true && from.includes(first) && !isWritten;
}

function accepts(transition: AnyTransition): boolean {
  const decision = decisionOf(transition);
  return decision?.verdict === "accepts" && decision.authors;
}
