import type { z } from "zod";
import type { Context } from "../context.server";
import type { AboutOf, AnswerOf, AskedKey, QuestionOf } from "../entity/questions";

/** An operation that is asked by a name nothing vouches for: both sides parse what they get. */
interface Parsed<T> {
  entityKey: string;
  name: string;
  input: unknown;
  answer: z.ZodType<T>;
}

/**
 * Asks another entity one of its questions; modules never import each other. What it is asked about and what it answers are typed as
 * the question is declared (`QuestionMap`), so that nothing is parsed.
 * @throws Error when nobody answers it: a fault of the program
 */
export function ask<const K extends AskedKey, const Q extends QuestionOf<K>>(
  context: Context,
  entityKey: K,
  question: Q,
  ...about: AboutOf<K, Q>
): Promise<AnswerOf<K, Q>>;
/**
 * Asks another module a question by entity key and name; modules never import each other.
 * @throws Error when nobody publishes it: a fault of the program
 */
export function ask<T>(context: Context, asked: Parsed<T>): Promise<T>;
export async function ask(
  context: Context,
  asked: string | Parsed<unknown>,
  name = "",
  ...about: unknown[]
): Promise<unknown> {
  const { registry } = context.services;
  if (typeof asked === "string") {
    const question = registry.questions(asked)[name];
    if (!question) throw new Error(`"${asked}" answers no question "${name}"`);
    // The map of types is compared with what is registered by a unit test; whom it fits asked.
    return question(context, ...(about as never[]));
  }
  const published = registry.server(asked.entityKey).publishes?.[asked.name];
  if (!published) throw new Error(`"${asked.entityKey}" publishes no operation "${asked.name}"`);
  return asked.answer.parse(await published(context, asked.input));
}
