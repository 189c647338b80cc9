import { z } from "zod";
import { dayOf } from "~/shared/calendar";
import { type GivenParam, paramInput } from "~/shared/job-words";
import type { Context } from "../context.server";
import type { Field, Value } from "../entity";
import { kindOf } from "../entity/kinds";
import { AppError } from "../errors";
import { labelsOf } from "../operations/labels.server";
import type { JobHandler } from "./handler.server";

const storedSchema = z.array(
  z.object({
    name: z.string(),
    label: z.string(),
    value: z.union([z.string(), z.number(), z.boolean()]),
    text: z.string(),
  }),
);

/** What a run was told, as storage kept it; null: nothing. */
export function keptParams(stored: unknown): GivenParam[] | null {
  return stored === null ? null : storedSchema.parse(stored);
}

/** What was typed for one run, in the order of its handler, with the words people will read; what was left empty is not there. */
export async function givenParams(
  context: Context,
  handler: Pick<JobHandler, "key" | "params">,
  input: Readonly<Record<string, Value>>,
): Promise<GivenParam[]> {
  const given: GivenParam[] = [];
  for (const [name, field] of Object.entries<Field>(handler.params ?? {})) {
    const value = input[paramInput(handler.key, name)];
    if (typeof value !== "string" && typeof value !== "number" && value !== true) continue;
    given.push({ name, label: field.options.label, value, text: await textOf(context, field, value) });
  }
  return given;
}

async function textOf(context: Context, field: Field, value: string | number | boolean): Promise<string> {
  const { to } = field.options;
  if (field.kind !== "reference" || to === undefined) return kindOf(field).show(value, field.options);
  return (await labelsOf(context, context.services.registry.entity(to), [String(value)])).get(String(value)) ?? "";
}

/**
 * What a run was told, read once more by the handler that carries it out: between queue and run the program may have changed.
 * @param stored as `givenParams` made it; null: nothing
 * @throws AppError("invalid") for what the handler does not understand
 */
export function readParams(handler: JobHandler, stored: unknown, now: Date): Record<string, Value> {
  const values: Record<string, Value> = {};
  for (const { name, value } of keptParams(stored) ?? []) {
    const field: Field | undefined = handler.params?.[name];
    const read = field && kindOf(field).read(value, field.options, dayOf(now));
    if (!read || "complaint" in read)
      throw new AppError("invalid", { message: read ? read.complaint : "程序已更新，不再接受这次执行的参数" });
    values[name] = read.value;
  }
  return values;
}
