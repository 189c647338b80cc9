import type { AnyEntity, AnyTransition } from "./define";
import type { Field } from "./field";
import type { Lines } from "./record";

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
  /** It takes a document out of where it waits for a decision, and is none. */
  | { not: string };

/** Fewest characters of a sentence that loosens a rule. */
const LEAST_REASON = 10;

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

/** States a transition may lead to from one. */
export function targetsOf({ to, settles = [] }: AnyTransition, from: string): string[] {
  return [to, ...settles.map((settled) => settled.to)].map((state) => (state === "same" ? from : state));
}

/** States in which what a decision accepted is in force. */
export function approvedStates(entity: AnyEntity): ReadonlySet<string> {
  const accepting = movesIn(entity).filter((transition) => {
    const decision = decisionOf(transition);
    return decision?.authors && decision.verdict === "accepts";
  });
  return statesInForce(entity, accepting);
}

/** States in which what these transitions let pass is in force: nobody turns it back there, and it is not written anew. */
export function statesInForce(entity: AnyEntity, accepting: readonly AnyTransition[]): ReadonlySet<string> {
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
  return takenByForm(entity, approvedStates(entity));
}

/** Fields of the head that the form takes in some of these states. */
export function takenByForm(entity: AnyEntity, among: ReadonlySet<string>): string[] {
  const editIn: readonly string[] = entity.editIn ?? Object.keys(entity.states ?? {}).slice(0, 1);
  const states = editIn.filter((state) => among.has(state));
  return Object.entries<Field>(entity.fields).flatMap(([name, { presence, kind, options }]) => {
    if (presence === "computed" || options.system || options.numbering || kind === "json") return [];
    return states.some((state) => options.writeIn?.includes(state) ?? true) ? [name] : [];
  });
}

/**
 * Tables and transitions that change what was approved without anybody who approves it: tables of lines that the form takes in states in
 * which what was approved is in force, and transitions of people of ours that take content there and are neither a decision nor handed over
 * for one.
 */
export function openBesideFields(entity: AnyEntity): string[] {
  const approved = approvedStates(entity);
  const editIn: readonly string[] = entity.editIn ?? Object.keys(entity.states ?? {}).slice(0, 1);
  const states = editIn.filter((state) => approved.has(state));
  const tables = Object.entries<Lines>(entity.lines).flatMap(([name, { options }]) =>
    !options.system && states.some((state) => options.writeIn?.includes(state) ?? true) ? [name] : [],
  );
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {}).flatMap(([name, transition]) => {
    const stays = transition.from.some(
      (from) => approved.has(from) && targetsOf(transition, from).some((to) => approved.has(to)),
    );
    return isOurs(transition) && stays && typesContent(transition) && !transition.submits ? [name] : [];
  });
  return [...tables, ...transitions];
}

/** Whether people of ours make a transition: suppliers alone never decide for us. */
function isOurs({ by }: AnyTransition): boolean {
  return by !== "system" && by.some((role) => role !== "supplier" && role !== "supplier_admin");
}

/** What was approved is changed by what is approved; a definition that lets something else change some of it says what, and why. */
export function approvedContentFaults(entity: AnyEntity): string[] {
  const open = openFields(entity);
  const beside = openBesideFields(entity);
  const at = `Entity "${entity.key}"`;
  const named: readonly string[] = entity.openAfterApproval?.fields ?? [];
  const why = entity.openAfterApproval?.why ?? "";
  const others = Object.entries(entity.changesApproved ?? {});
  return [
    ...open
      .filter((name) => !named.includes(name))
      .map((name) => `${at}, field "${name}": was approved and may be edited without approval`),
    ...named
      .filter((name) => !open.includes(name))
      .map((name) => `${at}: openAfterApproval names "${name}", which is not open`),
    ...(named.length > 0 && why.trim().length < LEAST_REASON ? [`${at}: openAfterApproval gives no reason`] : []),
    ...beside
      .filter((name) => entity.changesApproved?.[name] === undefined)
      .map((name) => `${at}: "${name}" changes what was approved without approval; say why by changesApproved`),
    ...others.flatMap(([name, reason]) => [
      ...(beside.includes(name) ? [] : [`${at}: changesApproved names "${name}", which changes nothing approved`]),
      ...(reason.trim().length < LEAST_REASON ? [`${at}: changesApproved gives no reason for "${name}"`] : []),
    ]),
  ];
}

/**
 * States in which a document waits for a decision: behind what hands it over, and, where nobody hands it over, the first one, in which it
 * waits for whoever lets it begin.
 */
function waitingStates(entity: AnyEntity, transitions: readonly AnyTransition[]): ReadonlySet<string> {
  const [first] = Object.keys(entity.states ?? {});
  const submitting = transitions.filter(({ submits }) => submits === true);
  const behind = submitting.flatMap((transition) =>
    transition.from.flatMap((from) => targetsOf(transition, from).filter((state) => !transition.from.includes(state))),
  );
  const isHandedOver = first === undefined || submitting.some(({ from }) => from.includes(first));
  return new Set(entity.kind === "document" && !isHandedOver ? [...behind, first] : behind);
}

/**
 * Transitions of ours that do not say whether they decide, though they do what decisions do: they take a document out of a state in which it
 * waits for one, or answer what was handed over without leaving its state.
 */
export function dutyFaults(entity: AnyEntity): string[] {
  const transitions = Object.entries<AnyTransition>(entity.transitions ?? {}).filter(([, { by }]) => by !== "system");
  const all = transitions.map(([, transition]) => transition);
  const waiting = waitingStates(entity, all);
  const inPlace = new Set(
    all.flatMap((transition) => (transition.submits && transition.to === "same" ? transition.from : [])),
  );
  return transitions.flatMap(([name, transition]) => {
    const at = `Entity "${entity.key}", transition "${name}"`;
    const { decides, from } = transition;
    const reason = typeof decides === "object" ? Object.entries(decides).find(([key]) => key !== "as")?.[1] : undefined;
    const submits = transition.submits === true;
    const leaves = from.some((state) => waiting.has(state) && targetsOf(transition, state).some((to) => to !== state));
    const answers =
      transition.to === "same" && transition.offered !== undefined && from.some((state) => inPlace.has(state));
    const mustSay = decides === undefined && !submits && isOurs(transition) && (leaves || answers);
    return [
      ...(mustSay
        ? [`${at}: "${transition.label}" does not say by "decides" whether it decides on what others wrote`]
        : []),
      ...(reason !== undefined && reason.trim().length < LEAST_REASON
        ? [`${at}: "decides" loosens the separation of duties without a reason`]
        : []),
      ...(decides !== undefined && submits ? [`${at}: cannot submit and decide at once`] : []),
      ...(/^(重新)?提交/.test(transition.label) && decides === undefined && transition.submits === undefined
        ? [`${at}: "${transition.label}" does not say by "submits" whether it submits the document`]
        : []),
    ];
  });
}
