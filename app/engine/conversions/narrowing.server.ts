import type { Condition } from "~/shared/condition";
import { where } from "~/shared/condition";
import type { Context } from "../context.server";
import type { Field, Fields } from "../entity";
import { linesAt } from "../entity/paths";
import type { ReadyConversion } from "../operations/conversion.server";
import { mayWrite } from "../operations/scope.server";

/** So many documents, and so many values of a reference, a call may look for lines by. */
export const MOST_SOURCES = 200;
export const MOST_VALUES = 20;

/** By what open lines are looked for besides a text; what is empty is not looked at. */
export interface Narrowing {
  /** Documents the lines are of. */
  sources: readonly string[];
  /** Ids by own head field. */
  references: Readonly<Record<string, readonly string[]>>;
  /** First and last day. */
  days: readonly [from: string, to: string];
}

/** References that narrow the lines: the key of the documents, as far as this person may choose it. */
export function narrowingFields(context: Context, { screen, per }: ReadyConversion): [string, Field][] {
  const { entity } = screen;
  const state = Object.keys(entity.states ?? {})[0] ?? null;
  return per.flatMap((name): [string, Field][] => {
    const field: Field | undefined = entity.fields[name];
    return field?.kind === "reference" && mayWrite(context, { entity, path: name, field, state })
      ? [[name, field]]
      : [];
  });
}

/** Fields of the lines a conversion chooses from. */
export function lineFields({ source, field }: Pick<ReadyConversion, "source" | "field">): Fields {
  return linesAt(source.lines, field.options.lines ?? "")?.fields ?? {};
}

/** The same as conditions on the documents and on their lines. */
export function narrowed(conversion: ReadyConversion, { sources, references, days: [from, to] }: Narrowing) {
  const { day, head: columns } = conversion;
  const head: Condition[] = sources.length > 0 ? [where.oneOf("id", [...sources])] : [];
  const line: Condition[] = [];
  const own = lineFields(conversion);
  for (const [name, ids] of Object.entries(references)) {
    const column = columns[name];
    if (column === undefined || ids.length === 0) continue;
    (column in own ? line : head).push(where.oneOf(column, [...ids]));
  }
  if (day && from !== "") line.push({ op: "gte", column: day, value: from });
  if (day && to !== "") line.push({ op: "lte", column: day, value: to });
  return {
    ...(head.length > 0 ? { where: where.all(...head) } : {}),
    ...(line.length > 0 ? { lineWhere: where.all(...line) } : {}),
  };
}
