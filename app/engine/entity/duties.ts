import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";

/** Which way a decision goes: it lets something come into force, or turns it back. */
export type Verdict = "accepts" | "refuses";

/**
 * Whether a transition decides on what others wrote, and by whom it may then not be made: whoever created the document, changed its content
 * since it was last decided on, or submitted it.
 */
export type Decides =
  | Verdict
  /** Whoever created the document may decide, because what is decided on is not its writing. */
  | { as: Verdict; creatorMay: string }
  /** Everybody with the right may decide, whoever wrote what. */
  | { as: Verdict; authorsMay: string }
  /** It sounds like a decision and is none. */
  | { not: string };

/** What the engine notes on a record or a row for the time of one request; no column, never sent out. */
export const OWN_HAND = "own_hand";

/** A decision, and whom it is closed to. */
export interface Decision {
  verdict: Verdict;
  creator: boolean;
  authors: boolean;
}

/** The decision a transition is; null for one that decides nothing. */
export function decisionOf({ decides }: Pick<AnyTransition, "decides">): Decision | null {
  if (decides === undefined) return null;
  if (typeof decides === "string") return { verdict: decides, creator: true, authors: true };
  if ("not" in decides) return null;
  return {
    verdict: decides.as,
    creator: !("creatorMay" in decides) && !("authorsMay" in decides),
    authors: !("authorsMay" in decides),
  };
}

function movesIn(entity: AnyEntity): AnyTransition[] {
  return Object.values<AnyTransition>(entity.transitions ?? {});
}

/** Whether it matters who wrote a document of this kind: somebody decides on it who must be somebody else. */
export function keepsHands(entity: AnyEntity): boolean {
  return movesIn(entity).some((transition) => decisionOf(transition)?.authors);
}

/** Whether a document in this state may still be turned back: what was accepted until now is not final. */
export function isOpenTo(entity: AnyEntity, state: string): boolean {
  return movesIn(entity).some(
    (transition) => decisionOf(transition)?.verdict === "refuses" && transition.from.includes(state),
  );
}

/** Whether what the document says is typed for a transition. */
export function typesContent(transition: AnyTransition): boolean {
  if (transition.asked || transition.content === false || decisionOf(transition)) return false;
  return (transition.asks ?? []).length > 0 || transition.input !== undefined || transition.lineInput !== undefined;
}

/** Whether people type content for a transition, or submit by it: what makes them people who wrote the document. */
export function writes(transition: AnyTransition): boolean {
  return typesContent(transition) || (transition.submits === true && !decisionOf(transition));
}

function targetsOf({ to, settles = [] }: AnyTransition, from: string): string[] {
  return [to, ...settles.map((settled) => settled.to)].map((state) => (state === "same" ? from : state));
}

/** States in which what a decision accepted is in force: nobody turns it back there, and it is not written anew. */
function approvedStates(entity: AnyEntity): ReadonlySet<string> {
  const transitions = movesIn(entity);
  const known = Object.keys(entity.states ?? {});
  const isWritten = (state: string) =>
    transitions.some(
      (transition) =>
        transition.submits &&
        transition.from.includes(state) &&
        targetsOf(transition, state).some((to) => to !== state),
    );
  const lasts = (state: string) => known.includes(state) && !isOpenTo(entity, state) && !isWritten(state);
  const accepting = transitions.filter((transition) => {
    const decision = decisionOf(transition);
    return decision?.authors && decision.verdict === "accepts";
  });
  const found = new Set(
    accepting.flatMap((transition) => transition.from.flatMap((from) => targetsOf(transition, from))).filter(lasts),
  );
  for (const state of found)
    for (const transition of transitions.filter(({ from }) => from.includes(state)))
      for (const to of targetsOf(transition, state).filter(lasts)) found.add(to);
  return found;
}

/** Fields of the head that the form takes in states in which what was approved is in force. */
export function openFields(entity: AnyEntity): string[] {
  const approved = approvedStates(entity);
  const editIn: readonly string[] = entity.editIn ?? Object.keys(entity.states ?? {}).slice(0, 1);
  const states = editIn.filter((state) => approved.has(state));
  return Object.entries<Field>(entity.fields).flatMap(([name, { presence, kind, options }]) => {
    if (presence === "computed" || options.system || options.numbering || kind === "json") return [];
    return states.some((state) => options.writeIn?.includes(state) ?? true) ? [name] : [];
  });
}

/** What was approved is changed by what is approved; a definition that lets the form change some of it says which fields, and why. */
export function approvedContentFaults(entity: AnyEntity): string[] {
  const open = openFields(entity);
  const named: readonly string[] = entity.openAfterApproval?.fields ?? [];
  const why = entity.openAfterApproval?.why ?? "";
  return [
    ...open
      .filter((name) => !named.includes(name))
      .map((name) => `Entity "${entity.key}", field "${name}": was approved and may be edited without approval`),
    ...named
      .filter((name) => !open.includes(name))
      .map((name) => `Entity "${entity.key}": openAfterApproval names "${name}", which is not open`),
    ...(named.length > 0 && why.trim().length < 10
      ? [`Entity "${entity.key}": openAfterApproval gives no reason`]
      : []),
  ];
}

/** Words by which people call a decision. */
const SOUNDS_LIKE_A_DECISION =
  /批准|核准|通过|驳回|退回|复核|核验|会签|追认|解冻|恢复|确认|同意|接受|采纳|判定|判不|维持|改判|不予|拒绝|豁免/;

/** Moves of people that do not say whether they decide, or submit, though their labels or places speak for it. */
export function dutyFaults(entity: AnyEntity): string[] {
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {}).filter(([, { by }]) => by !== "system");
  const waiting = new Set(
    transitions.flatMap(([, transition]) =>
      transition.submits
        ? [transition.to, ...(transition.settles ?? []).map(({ to }) => to)].filter(
            (state) => !transition.from.includes(state),
          )
        : [],
    ),
  );
  return transitions.flatMap(([name, transition]) => {
    const at = `Entity "${entity.key}", transition "${name}"`;
    const { decides } = transition;
    const reason = typeof decides === "object" ? Object.entries(decides).find(([key]) => key !== "as")?.[1] : undefined;
    const submits = transition.submits === true;
    const mustSay =
      decides === undefined &&
      !submits &&
      (SOUNDS_LIKE_A_DECISION.test(transition.label) ||
        (transition.tone === "primary" && transition.from.some((state) => waiting.has(state))));
    return [
      ...(mustSay
        ? [`${at}: "${transition.label}" does not say by "decides" whether it decides on what others wrote`]
        : []),
      ...(reason !== undefined && reason.trim().length < 10
        ? [`${at}: "decides" loosens the separation of duties without a reason`]
        : []),
      ...(decides !== undefined && submits ? [`${at}: cannot submit and decide at once`] : []),
      ...(/^(重新)?提交/.test(transition.label) && decides === undefined && transition.submits === undefined
        ? [`${at}: "${transition.label}" does not say by "submits" whether it submits the document`]
        : []),
    ];
  });
}
