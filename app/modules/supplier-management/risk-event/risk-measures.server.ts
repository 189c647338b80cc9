import { z } from "zod";
import type { Context } from "~/engine/context.server";
import type { WorkedRow } from "~/engine/entity/deadlines";
import { ask } from "~/engine/operations/published.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";
import { WEIGHING } from "./risk-event.rules";

const text = z.string().nullable();
const openLines = z.array(z.object({ root_id: z.string(), owner_id: text, due_date: z.string(), measure: z.string() }));

/**
 * Open measures of running events, by whoever has to do them: the person of the measure, else of the event, else the buyer of the
 * supplier. They are counted from the first of their days; named are those that are late, or before that those of the first day.
 */
export async function openMeasures(context: Context): Promise<WorkedRow[]> {
  const open = openLines.parse(
    await unscopedLines(context, {
      entityKey: riskEvent.key,
      lines: "measures",
      columns: ["root_id", "owner_id", "due_date", "measure"],
      where: [where.set("due_date"), where.empty("done_date")],
    }),
  );
  const today = dayOf(context.now);
  const ids = [...new Set(open.map(({ root_id }) => root_id))];
  if (ids.length === 0) return [];
  const running = await unscopedRows(
    context,
    riskEvent.key,
    ["id", "supplier_id", "owner_id"],
    [where.oneOf("id", ids), where.oneOf("state", WEIGHING)],
  );
  const buyers = await buyersOf(context, [...new Set(running.map(({ supplier_id }) => supplier_id))]);
  return running.flatMap(({ id, supplier_id, owner_id }) => {
    const byPerson = new Map<string, z.infer<typeof openLines>>();
    for (const line of open.filter(({ root_id }) => root_id === id)) {
      const person = line.owner_id ?? owner_id ?? buyers.get(supplier_id);
      if (person) byPerson.set(person, [...(byPerson.get(person) ?? []), line]);
    }
    return [...byPerson].map(([person, lines]) => {
      const day = lines.map(({ due_date }) => due_date).sort()[0] ?? today;
      const named = lines.filter(({ due_date }) => due_date === day || due_date < today);
      return { id, about: person, day, values: { person, measures: named.map(({ measure }) => measure).join("；") } };
    });
  });
}

async function buyersOf(context: Context, ids: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const rows = await ask(context, "supplier-management/supplier", "care", ids);
  return new Map(rows.map(({ id, buyerId }) => [id, buyerId]));
}
