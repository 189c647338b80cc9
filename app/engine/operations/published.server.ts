import type { z } from "zod";
import type { Context } from "../context.server";

/**
 * Asks another module a question by entity key and name; modules never import each other.
 * @throws Error when nobody publishes it: a fault of the program
 */
export async function ask<T>(
  context: Context,
  { entityKey, name, input, answer }: { entityKey: string; name: string; input: unknown; answer: z.ZodType<T> },
): Promise<T> {
  const published = context.services.registry.server(entityKey).publishes?.[name];
  if (!published) throw new Error(`"${entityKey}" publishes no operation "${name}"`);
  return answer.parse(await published(context, input));
}
