import { lastNumbers } from "~/data/number-rules.server";
import { dayOf } from "~/shared/calendar";
import type { Context } from "../context.server";
import type { Field } from "../entity";
import { numberParts, type Reset, seriesOf, spelled } from "./pattern";

/**
 * What the next document of each kind would be numbered today, for whoever looks after the rules. No number is used up. Where a
 * number says something of its document, the name of that stands in 〈〉, and the running number is that of a new series.
 * @param rules key of the entity, pattern and reset
 */
export async function nextOf(
  context: Context,
  rules: readonly { key: string; pattern: string; reset: Reset }[],
): Promise<string[]> {
  const day = dayOf(context.now);
  const series = rules.map(({ key, pattern, reset }) => {
    const parts = numberParts(pattern);
    const texts = new Map(
      parts.flatMap((part) => {
        if (part.kind !== "path") return [];
        const { fields } = context.services.registry.entity(key);
        const field: Field | undefined = fields[part.path.split(".")[0] ?? ""];
        return [[part.path, `〈${field?.options.label ?? part.path}〉`] as const];
      }),
    );
    return { parts, texts, name: seriesOf({ key, parts, day, texts, reset }) };
  });
  const last = await lastNumbers(
    context.services.database.connection(),
    series.map(({ name }) => name),
  );
  return series.map(({ parts, texts, name }) => spelled(parts, day, texts, (last.get(name) ?? 0) + 1));
}
