import type { Context } from "~/engine/context.server";
import { ask } from "~/engine/operations/published.server";
import { splitAnswers } from "~/engine/operations/quota-split.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, formatDecimal } from "~/shared/decimal";

/** Stages in which nothing is bought any more. */

/** A line of a plan of which something has to be bought. */
export interface Needed {
  id: string;
  material_id: string;
  week_start: string;
  uom: string;
  net_qty: string;
}

/** What a supplier is asked for of a line. */
export interface Part {
  line: Needed;
  supplierId: string;
  quantity: string;
}

export interface Split {
  parts: Part[];
  /** Why something of a line is asked of nobody, by its id. */
  notes: Map<string, string>;
}

/**
 * Who is asked for what: by the shares in force in the week, or of the only source where there are none. What nobody may take stays with
 * the plan, which says why.
 */
export async function splitDemand(context: Context, factoryId: string, lines: readonly Needed[]): Promise<Split> {
  const found: Split = { parts: [], notes: new Map() };
  const needed = lines.filter(({ net_qty }) => decimal(net_qty).gt(0));
  if (needed.length === 0) return found;
  const today = dayOf(context.now);
  const dayIn = ({ week_start }: Needed) => (week_start < today ? today : week_start);
  const answers = await ask(context, {
    entityKey: "base-data/source-percentage",
    name: "allocate",
    input: needed.map((line) => ({
      ...{ materialId: line.material_id, factoryId, quantity: line.net_qty, day: dayIn(line) },
    })),
    answer: splitAnswers,
  });
  const sources = await unscopedRows(
    context,
    "base-data/source-data",
    ["supplier_id", "material_id", "effective_from", "effective_to"],
    [
      where.oneOf("material_id", [...new Set(needed.map(({ material_id }) => material_id))]),
      where.eq("factory_id", factoryId),
      where.oneOf("state", ["trial", "active"]),
    ],
  );
  // One that was merged into another keeps its sources and deals no more.
  const standing = await ask(context, "supplier-management/supplier", "listed", {
    ids: [...new Set(sources.map(({ supplier_id }) => supplier_id))],
    dealing: true,
  });
  const known = new Set(standing.map(({ id }) => id));
  for (const [at, line] of needed.entries()) {
    const answer = answers[at];
    if (answer?.shares) {
      for (const { supplierId, quantity } of answer.parts)
        if (decimal(quantity).gt(0)) found.parts.push({ line, supplierId, quantity });
      if (decimal(answer.rest).gt(0))
        found.notes.set(line.id, `按货源比例${answer.shares.number}有${formatDecimal(answer.rest)}没有供应商可以承接`);
      continue;
    }
    const day = dayIn(line);
    const own = sources.filter(
      (one) =>
        one.material_id === line.material_id &&
        known.has(one.supplier_id) &&
        one.effective_from <= day &&
        (one.effective_to === null || one.effective_to >= day),
    );
    const suppliers = [...new Set(own.map(({ supplier_id }) => supplier_id))];
    const [only] = suppliers;
    if (only !== undefined && suppliers.length === 1)
      found.parts.push({ line, supplierId: only, quantity: line.net_qty });
    else
      found.notes.set(
        line.id,
        only === undefined ? "该周没有有效货源" : `有${suppliers.length}家货源，没有生效的货源比例`,
      );
  }
  return found;
}
