import type { DemoPen } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays, weekdayNumber } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const PLAN = "purchase-orders/demand-plan";
const COMMIT = "purchase-orders/demand-commit";
const ORDER = "purchase-orders/purchase-order";
const SHARES = "base-data/source-percentage";
const WEEKS = 6;
const MOST_MATERIALS = 8;
/** What is needed of each material in the weeks of a plan, in lots. */
const LOTS = [3, 2, 4, 3, 5, 2] as const;

interface Planned {
  material_id: string;
  factory_id: string;
  lot: string;
}

/** Materials whose shares are agreed on, with the lot they are split by. */
async function materialsOf(pen: DemoPen): Promise<Planned[]> {
  const context = pen.context(pen.now);
  const rows = await unscopedRows(
    context,
    SHARES,
    ["number", "material_id", "factory_id", "min_split_qty"],
    [where.eq("state", "active"), where.set("factory_id")],
  );
  // Rows come in no order, and the demo is the same wherever it is loaded.
  rows.sort((a, b) => String(a.number).localeCompare(String(b.number)));
  // Shares of one material follow each other in time.
  const found = new Map<string, Planned>();
  for (const { material_id, factory_id, min_split_qty } of rows)
    if (factory_id !== null)
      found.set(`${factory_id} ${material_id}`, { material_id, factory_id, lot: min_split_qty ?? "100" });
  return [...found.values()];
}

/** The factory that most is planned for: of two the first. */
function busiest(factories: readonly string[]): string | undefined {
  const countOf = (factory: string) => factories.filter((one) => one === factory).length;
  return [...new Set(factories)].sort((a, b) => countOf(b) - countOf(a))[0];
}

function mondayAgo(pen: DemoPen, weeks: number): string {
  const today = pen.daysAgo(0);
  return addDays(today, 1 - (weekdayNumber(today) || 7) - weeks * 7);
}

class Planning {
  constructor(
    private readonly pen: DemoPen,
    private readonly planned: readonly Planned[],
  ) {}

  /** A plan of a factory, written on the Monday it begins with; a newer one asks for a little more. */
  async draft(factoryId: string, baseWeek: string, version: number): Promise<string> {
    const { pen } = this;
    const units = await unscopedRows(
      pen.context(pen.now),
      "master-data/material",
      ["id", "uom"],
      [
        where.oneOf(
          "id",
          this.planned.map(({ material_id }) => material_id),
        ),
      ],
    );
    const own = this.planned.filter(({ factory_id }) => factory_id === factoryId).slice(0, MOST_MATERIALS);
    const items = own.flatMap(({ material_id, lot }, at) =>
      LOTS.map((lots, week) => ({
        ...{ material_id, week_start: addDays(baseWeek, week * 7) },
        gross_qty: decimal(lot)
          .times(lots + ((at + week + version) % 2))
          .toFixed(3),
        safety_qty: lot,
        uom: units.find(({ id }) => id === material_id)?.uom ?? "kg",
        ...(week === 0
          ? {
              stock_qty: decimal(lot)
                .times(4 - (at % 3))
                .toFixed(3),
            }
          : {}),
      })),
    );
    const { id } = await pen.create(pen.context(pen.moment(baseWeek, 9), await pen.person("planner1")), PLAN, {
      factory_id: factoryId,
      base_week: baseWeek,
      weeks: WEEKS,
      frozen_weeks: 1,
      source: "import",
      items,
    });
    return id;
  }

  async move(id: string, day: string, { name, reason }: { name: string; reason?: string }): Promise<void> {
    const context = this.pen.context(this.pen.moment(day, 10), await this.pen.person("planner1"));
    const entity = this.pen.screen(PLAN).entity;
    await applyTransition(context, { entity, id, name, ...(reason === undefined ? {} : { reason }) });
  }

  /**
   * Suppliers answer, the first of those asked and those that sign in, as long as one is left that has not: a little less in
   * the last week.
   */
  async answer(planId: string): Promise<void> {
    const { pen } = this;
    const system = pen.context(pen.now);
    const columns = ["id", "number", "supplier_id"] as const;
    const commits = await unscopedRows(system, COMMIT, columns, [where.eq("plan_id", planId)]);
    commits.sort((a, b) => String(a.number).localeCompare(String(b.number)));
    const entity = pen.screen(COMMIT).entity;
    let unanswered = commits.length;
    for (const [index, own] of commits.entries()) {
      const supplier = pen.suppliers.findIndex(({ id }) => id === own.supplier_id);
      const person = pen.suppliers[supplier]?.actor;
      // The first two of the company are those that people sign in as.
      const answers = index === 0 || supplier < 2;
      if (!person || !answers || unanswered === 1) continue;
      unanswered -= 1;
      const { record } = await openRecord(system, { entity, id: own.id });
      const lines = linesOf(record, "items");
      const lineInput = Object.fromEntries(
        lines.map(({ id, share_qty }, at) => {
          const isLess = at === lines.length - 1;
          const commit_qty = isLess ? decimal(String(share_qty)).times("0.8").round(0).toFixed() : String(share_qty);
          return [id, { commit_qty, ...(isLess ? { commit_note: "该周安排设备检修，产能不足" } : {}) }];
        }),
      );
      await applyTransition(pen.context(pen.now, person), { entity, id: own.id, name: "commit", lineInput });
    }
  }

  /** The first lines of a plan become drafts of orders, where a price holds. */
  async order(planId: string): Promise<void> {
    const { pen } = this;
    const system = pen.context(pen.now);
    const commits = await unscopedRows(system, COMMIT, ["id", "number"], [where.eq("plan_id", planId)]);
    commits.sort((a, b) => String(a.number).localeCompare(String(b.number)));
    const buyer = pen.context(pen.now, await pen.person("buyer1"));
    for (const { id } of commits.slice(0, 3)) {
      const [line] = await unscopedLines(system, {
        entityKey: COMMIT,
        lines: "items",
        columns: ["id", "share_qty"],
        where: [where.eq("root_id", id)],
      });
      if (!line) continue;
      try {
        const rows = [{ line: line.id, quantity: line.share_qty }];
        await convert(buyer, { screen: pen.screen(ORDER), name: "from_demand", rows });
      } catch (error) {
        // Without a price in the book, or outside the reach of this buyer, the line stays open.
        if (!(error instanceof AppError)) throw error;
      }
    }
  }
}

/** Plans of demand in every state: replaced by a newer one, in force with answers and orders, closed, and a draft of next week. */
export async function demoDemandPlans(pen: DemoPen): Promise<void> {
  const planned = await materialsOf(pen);
  const factory = busiest(planned.map(({ factory_id }) => factory_id));
  if (factory === undefined) return;
  const planning = new Planning(pen, planned);
  const [closedWeek, before, now] = [mondayAgo(pen, 2), mondayAgo(pen, 1), mondayAgo(pen, 0)];
  const reason = "客户订单提前，按周会结论调整";
  const closed = await planning.draft(factory, closedWeek, 0);
  await planning.move(closed, closedWeek, { name: "release", reason });
  await planning.move(closed, addDays(closedWeek, 2), { name: "close", reason: "需求数据有误，下周重新发布" });
  await planning.move(await planning.draft(factory, before, 0), before, { name: "release", reason });
  const current = await planning.draft(factory, now, 1);
  await planning.move(current, now, { name: "release", reason });
  await planning.answer(current);
  await planning.order(current);
  await planning.draft(factory, addDays(now, 7), 2);
}
