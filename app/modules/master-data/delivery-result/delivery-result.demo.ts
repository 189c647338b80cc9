import type { Actor, Context } from "~/engine/context.server";
import type { AnyLine } from "~/engine/entity";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays, addMonths } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { makeMonth, monthRefusal } from "./delivery-result.server";

const RESULT = "master-data/delivery-result";
/** So many months are told of. */
const MONTHS = 6;
/** What becomes of the results of the newest month, over and over again: whoever delivered late most often objects first. */
const NEWEST = ["disputed", "partly", "published", "draft", "published"] as const;
/** Of those before. */
const BEFORE = ["excused", "refused", "accepted", "silent", "accepted"] as const;
type Fate = (typeof NEWEST)[number] | (typeof BEFORE)[number];

type Typed = Record<string, Record<string, string>>;

interface Told {
  id: string;
  supplier: DemoSupplier;
  planner: Actor;
  /** The day it was published. */
  day: string;
}

/** The months of deliveries by each rule, from receipts that are there: older ones confirmed, the newest in every state. */
export async function demoDeliveryResults(pen: DemoPen): Promise<void> {
  const planner = await pen.person("planner1");
  const now = pen.context(pen.now);
  const rules = await unscopedRows(now, "master-data/delivery-assessment", ["id"], [where.eq("enabled", true)]);
  const thisMonth = `${pen.today.slice(0, 7)}-01`;
  const months = Array.from({ length: MONTHS }, (_, at) => addMonths(thisMonth, at - MONTHS).slice(0, 7));
  for (const { id: ruleId } of rules) {
    let newest = true;
    for (const month of months.toReversed()) {
      // The job makes a month some days after its end.
      const made = [addDays(addMonths(`${month}-01`, 1), 5), pen.today].sort()[0] ?? pen.today;
      const context = pen.context(pen.moment(made, 6));
      if ((await monthRefusal(context, ruleId, month)) !== null) continue;
      await pen.together(context, () => makeMonth(context, { ruleId, month, renew: false }));
      const rows = await unscopedRows(
        now,
        RESULT,
        ["id", "supplier_id"],
        [where.eq("rule_id", ruleId), where.eq("month", month)],
      );
      if (rows.length === 0) continue;
      // What is still open was published a day or two ago.
      const day = newest ? ([made, pen.daysAgo(2)].sort()[1] ?? made) : addDays(made, 1);
      const fates: readonly Fate[] = newest ? NEWEST : BEFORE;
      for (const [at, { id, supplier }] of (await latestFirst(pen, rows)).entries()) {
        await tell(pen, { id, supplier, planner, day }, fates[at % fates.length] ?? "draft");
      }
      newest = false;
    }
  }
}

function lateOf(record: Awaited<ReturnType<typeof openRecord>>["record"]): AnyLine[] {
  return linesOf(record, "items").filter((line) => line.on_time !== true);
}

/** Results with whose they are, those with most late deliveries first: there is something to object to. */
async function latestFirst(
  pen: DemoPen,
  rows: readonly { id: string; supplier_id: string }[],
): Promise<{ id: string; supplier: DemoSupplier }[]> {
  const entity = pen.services.registry.entity(RESULT);
  const found = [];
  for (const [place, supplier] of pen.suppliers.entries()) {
    const row = rows.find(({ supplier_id }) => supplier_id === supplier.id);
    if (!row) continue;
    const { record } = await openRecord(pen.context(pen.now), { entity, id: row.id });
    found.push({ id: row.id, supplier, place, late: lateOf(record).length });
  }
  return found.sort((one, other) => other.late - one.late || one.place - other.place);
}

async function tell(pen: DemoPen, { id, supplier, planner, day }: Told, fate: Fate): Promise<void> {
  const entity = pen.services.registry.entity(RESULT);
  const at = (days: number, hour: number, actor?: Actor) => pen.context(pen.moment(addDays(day, days), hour), actor);
  const move = (context: Context, name: TransitionOf<typeof RESULT>, lineInput?: Typed) =>
    applyTransition(context, { entity, id, name, ...(lineInput ? { lineInput } : {}) });
  if (fate === "draft") return;
  await move(at(0, 9, planner), "publish");
  if (fate === "published") return;
  if (fate === "accepted") {
    await move(at(1, 10, supplier.actor), "accept");
    return;
  }
  const { record } = await openRecord(pen.context(pen.now), { entity, id });
  const objected = lateOf(record).slice(0, fate === "partly" ? 2 : 1);
  if (fate === "silent" || objected.length === 0) {
    // Whoever has nothing to object to has the time run out, where it is over.
    if (String(record.dispute_deadline) < pen.today)
      await applyTransition(pen.context(pen.moment(addDays(String(record.dispute_deadline), 1), 1)), {
        entity,
        id,
        name: "confirm_silent",
      });
    return;
  }
  const typed = (values: (line: AnyLine, at: number) => Record<string, string>): Typed =>
    Object.fromEntries(objected.map((line, position) => [line.id, values(line, position)]));
  await move(
    at(1, 10, supplier.actor),
    "object",
    typed(() => ({ objection: "高速封路，货车在服务区停留一天，已电话报备。" })),
  );
  if (fate === "disputed") return;
  const [reason] = (record.exempt_reasons ?? "").split("；");
  const accepts = fate === "excused" && reason !== undefined && reason !== "";
  const answer: Record<string, string> = accepts
    ? { decision: "accepted", exempt_reason: reason, answer: "已核对当日路况，同意免责。" }
    : { decision: "refused", answer: "没有收到报备，维持原结果。" };
  await move(
    at(2, 14, planner),
    "decide",
    typed((_line, position) => (fate === "partly" && position > 0 ? {} : answer)),
  );
  if (fate === "partly") return;
  await move(at(3, 9, supplier.actor), "accept");
}
