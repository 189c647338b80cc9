import { z } from "zod";
import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { addDays } from "~/shared/calendar";

/** Where the due day of a line comes from. */
export type DueSource = "order" | "promise" | "cycle";

/** What the due day of an order line is worked out from. */
export interface DatedLine {
  supplierId: string;
  factoryId: string;
  materialId: string;
  orderDate: string;
  /** The day that was asked for, of the last delivery where there are several. */
  ordered: string;
  /** The day that was confirmed first: what was put off later is a delay. */
  promised: string | null;
}

/**
 * The day on which each line was due, moved to the next on which its factory takes goods in; null for lines the source knows no day of.
 * In a few statements whatever their number.
 */
export async function dueDays(
  context: Context,
  source: DueSource,
  lines: readonly DatedLine[],
): Promise<(string | null)[]> {
  if (lines.length === 0) return [];
  const leads = source === "cycle" ? await leadDays(context, lines) : [];
  const wanted = lines.map(({ ordered, promised, orderDate }, at) => {
    const lead = leads[at];
    const byCycle = typeof lead === "number" ? addDays(orderDate, lead) : null;
    return { order: ordered, promise: promised ?? ordered, cycle: byCycle }[source];
  });
  // Nobody is late for a day on which the factory takes nothing in.
  const asked = lines.flatMap(({ factoryId }, at) => {
    const day = wanted[at];
    return day ? [{ factoryId, day }] : [];
  });
  const open = await ask(context, {
    entityKey: "master-data/factory",
    name: "workdays",
    input: asked,
    answer: z.array(z.string()),
  });
  const moved = new Map(asked.map(({ factoryId, day }, at) => [`${factoryId} ${day}`, open[at] ?? day]));
  return lines.map(({ factoryId }, at) => moved.get(`${factoryId} ${wanted[at]}`) ?? null);
}

function leadDays(context: Context, lines: readonly DatedLine[]): Promise<(number | null)[]> {
  return ask(context, {
    entityKey: "master-data/deliver-cycle",
    name: "each",
    input: lines.map(({ supplierId, factoryId, orderDate, materialId }) => ({
      supplierId,
      factoryId,
      orderDate,
      materialId,
    })),
    answer: z.array(z.number().nullable()),
  });
}
