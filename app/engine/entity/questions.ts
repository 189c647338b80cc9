import type { Context } from "../context.server";

/*
 * Questions an entity answers to other modules, in types: what may be asked is said once, beside the entity, and whoever asks wrongly does
 * not compile (decision 0187).
 */

/**
 * Questions by entity key, for the compiler alone. The modules fill it in beside their registry (`app/modules/entity-map.ts`), as they do
 * `EntityMap`; the engine knows none of them by name.
 */
// biome-ignore lint/suspicious/noEmptyInterface: filled in by declaration merging
export interface QuestionMap {}

/** A question: who asks it, what about. What it answers, and whether it looks past what that person may see, is said at its name. */
export type Question = (context: Context, ...about: never[]) => Promise<unknown>;

/** The questions of an entity by name, as its registration carries them (`<entity>.questions.server.ts`). */
export type Questions = Readonly<Record<string, Question>>;

/** Key of an entity that publishes questions. */
export type AskedKey = keyof QuestionMap & string;

/** Name of a question of an entity. */
export type QuestionOf<K extends AskedKey> = keyof QuestionMap[K] & string;

/** What a question is asked about. */
export type AboutOf<K extends AskedKey, Q extends QuestionOf<K>> = QuestionMap[K][Q] extends (
  context: Context,
  ...about: infer A
) => Promise<unknown>
  ? A
  : never;

/** What a question answers. */
export type AnswerOf<K extends AskedKey, Q extends QuestionOf<K>> = QuestionMap[K][Q] extends (
  ...asked: never[]
) => Promise<infer R>
  ? R
  : never;
