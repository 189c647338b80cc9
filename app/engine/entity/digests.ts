import type { Condition } from "~/shared/condition";
import type { ScenarioCode, ScenarioValues } from "~/shared/scenarios";
import type { AnyEntity } from "./define";
import type { Recipients } from "./messages";

/*
 * Digests as data: what waits with whom, told to each owner in one message a week or a month. They are worked by the round of the
 * deadlines (`engine/deadlines`).
 */

/** One row of a digest. */
export interface DigestRow<C extends string = string> {
  /** What a column that is read (`reads`) shows: labels of choices, names behind references; empty for nothing. */
  text(column: C): string;
  /** What the column holds, e.g. the key of a choice; empty for nothing. */
  value(column: C): string;
}

interface DigestOf<K extends ScenarioCode, C extends string> {
  /** What it is, as people say it: 风险周报. */
  label: string;
  every: "week" | "month";
  /** The day: 1 (Monday) to 7 of a week, 1 to 28 of a month. Default of a parameter, in which 0 means never. */
  day: number;
  /** Which rows it is about. */
  where: Condition;
  /** Of these only what the hook `chosen` answers for this toggle of the list. */
  chosen?: string;
  scenario: K;
  /** Whose rows they are: those who are reached by the same columns hear of them in one message. */
  to: Recipients;
  reads: readonly C[];
  /** The words of one message, of the rows of its owner; there is at least one. */
  values(rows: readonly DigestRow<C>[]): ScenarioValues<K>;
  /** The address below `/web` it leads to. */
  path: string;
}

/** A digest whose scenario is known only at run time. */
export interface Digest {
  label: string;
  every: "week" | "month";
  day: number;
  where: Condition;
  chosen?: string;
  scenario: ScenarioCode;
  to: Recipients;
  reads: readonly string[];
  values(rows: readonly DigestRow[]): Readonly<Record<string, string>>;
  path: string;
}

/** A digest; its words are typed by its scenario and by what it reads. */
export function digest<K extends ScenarioCode, const C extends string>(one: DigestOf<K, C>): Digest {
  return one;
}

/** A digest with its name and its entity. */
export interface NamedDigest {
  entity: AnyEntity;
  name: string;
  digest: Digest;
}

/** All digests of definitions, in their order. */
export function digestsIn(entities: readonly AnyEntity[]): NamedDigest[] {
  return entities.flatMap((entity) =>
    Object.entries<Digest>(entity.digests ?? {}).map(([name, one]) => ({ entity, name, digest: one })),
  );
}

/** Key of the parameter that holds the day of a digest. */
export function digestParameter({ entity, name }: Pick<NamedDigest, "entity" | "name">): string {
  return `digest.${entity.key.split("/").at(-1) ?? entity.key}.${name}.day`;
}
