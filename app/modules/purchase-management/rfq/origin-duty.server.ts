import type { Context } from "~/engine/context.server";
import { dutyRatesSchema } from "~/engine/operations/duty-rate.server";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";

/** What goods from abroad bear by their origin today, where their supplier states no duty; by id of the line of the quote. */
export async function dutiesByOrigin(
  context: Context,
  quotes: readonly { id: string }[],
): Promise<{ quoteId: string; line: string; rate: string }[]> {
  if (quotes.length === 0) return [];
  const ids = quotes.map(({ id }) => id);
  const lines = await unscopedLines(context, {
    entityKey: "receiving/supplier-quote",
    lines: "items",
    columns: ["id", "root_id", "material_id", "origin"],
    where: [where.oneOf("root_id", ids), where.set("price"), where.set("origin"), where.empty("duty_rate")],
  });
  const day = dayOf(context.now);
  const rates = await ask(context, {
    entityKey: "base-data/duty-rate",
    name: "rates_for",
    input: lines.map(({ material_id: materialId, origin }) => ({ materialId, origin, day })),
    answer: dutyRatesSchema,
  });
  return lines.flatMap(({ id: line, root_id: quoteId }, at) => {
    const rate = rates[at] ?? null;
    return rate === null ? [] : [{ quoteId, line, rate }];
  });
}
