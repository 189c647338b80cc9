import { z } from "zod";
import { type Context, systemContext } from "~/engine/context.server";
import { notifyOnce } from "~/engine/notify/notify.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { dayOf } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { riskEvent } from "./risk-event.entity";
import { overdueDays, WEIGHING } from "./risk-event.rules";

const SUPPLIER = "supplier-management/supplier";
const text = z.string().nullable();
const lateLines = z.array(
  z.object({ root_id: z.string(), owner_id: text, due_date: text, done_date: text, measure: z.string() }),
);
const events = z.array(
  z.object({ id: z.string(), number: text, title: z.string(), supplier_id: z.string(), owner_id: text }),
);

/**
 * Notifies whoever has to do a measure against a risk that it is late, every day until it is done: the person of the measure, else of the
 * event, else the buyer of the supplier. Harmless when run again on the same day.
 * @returns how many messages went out
 */
export async function remindOfMeasures(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "风险应对措施催办");
  const today = dayOf(context.now);
  const open = [where.past("due_date"), where.empty("done_date")];
  const columns = ["root_id", "owner_id", "due_date", "done_date", "measure"] as const;
  const late = lateLines.parse(
    await unscopedLines(context, { entityKey: riskEvent.key, lines: "measures", columns, where: open }),
  );
  const ids = [...new Set(late.map(({ root_id }) => root_id))];
  if (ids.length === 0) return 0;
  const running = events.parse(
    await unscopedRows(
      context,
      riskEvent.key,
      ["id", "number", "title", "supplier_id", "owner_id"],
      [where.oneOf("id", ids), where.oneOf("state", WEIGHING)],
    ),
  );
  const suppliers = await suppliersOf(context, [...new Set(running.map(({ supplier_id }) => supplier_id))]);
  let notified = 0;
  for (const event of running) {
    const supplier = suppliers.get(event.supplier_id);
    const byPerson = new Map<string, z.infer<typeof lateLines>>();
    for (const line of late.filter(({ root_id }) => root_id === event.id)) {
      const person = line.owner_id ?? event.owner_id ?? supplier?.buyer;
      if (person) byPerson.set(person, [...(byPerson.get(person) ?? []), line]);
    }
    for (const [person, measures] of byPerson) {
      const values = {
        number: event.number ?? "",
        supplier: supplier?.name ?? "",
        title: event.title,
        days: String(overdueDays({ measures }, today) ?? 0),
        measures: measures.map(({ measure }) => measure).join("；"),
      };
      notified += await inTransaction(context, () =>
        notifyOnce(context, `${today} ${event.id} ${person}`, {
          scenario: "risk.overdue",
          values,
          to: [person],
          record: { entity: riskEvent.key, id: event.id, number: event.number },
        }),
      );
    }
  }
  return notified;
}

async function suppliersOf(context: Context, ids: readonly string[]) {
  const rows = await unscopedRows(context, SUPPLIER, ["id", "name", "buyer_id"], [where.oneOf("id", ids)]);
  return new Map(
    rows.map(({ id, name, buyer_id }) => [id, { name, buyer: typeof buyer_id === "string" ? buyer_id : null }]),
  );
}

const owned = z.array(z.object({ owner_id: text, state: z.string(), level: text }));

/**
 * Notifies everybody who owns risk events, once a week, of what waits with them: to be judged, to be dealt with, and how many are high.
 * Harmless when run again on the same day.
 * @returns how many people were told
 */
export async function notifyOwnersOfRisks(services: Context["services"]): Promise<number> {
  const context = systemContext(services, "企业风险周报");
  const open = [where.set("owner_id"), where.oneOf("state", ["new", ...WEIGHING])];
  const events = owned.parse(await unscopedRows(context, riskEvent.key, ["owner_id", "state", "level"], open));
  let notified = 0;
  for (const owner of [...new Set(events.flatMap(({ owner_id }) => owner_id ?? []))]) {
    const own = events.filter(({ owner_id }) => owner_id === owner);
    const count = (is: (event: (typeof own)[number]) => boolean) => String(own.filter(is).length);
    const values = {
      count: String(own.length),
      judge: count(({ state }) => state === "new"),
      handle: count(({ state }) => state !== "new"),
      high: count(({ level }) => level === "high"),
    };
    notified += await inTransaction(context, () =>
      notifyOnce(context, `weekly ${dayOf(context.now)} ${owner}`, {
        scenario: "risk.weekly",
        values,
        to: [owner],
        path: "/supplier-management/enterprise-risk",
      }),
    );
  }
  return notified;
}
