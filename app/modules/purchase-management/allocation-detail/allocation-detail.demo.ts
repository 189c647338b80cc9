import type { DemoPen } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addMonths } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const KEY = "purchase-management/allocation-detail";
const PLAN = "purchase-orders/demand-plan";
const ORDER = "purchase-orders/purchase-order";
const BUYERS = ["buyer1", "buyer2"] as const;

/** What becomes in turn of the allocations that gave out all that is wanted. */
const FATES = ["used", "void", "corrected", "partly", "locked", "unlocked"] as const;

class Dividing {
  constructor(private readonly pen: DemoPen) {}

  /** By whichever buyer sees the factory. @throws AppError of the last of them */
  async byBuyer<T>(work: (context: ReturnType<DemoPen["context"]>) => Promise<T>): Promise<T> {
    const { pen } = this;
    let refused: unknown;
    for (const account of BUYERS) {
      try {
        return await work(pen.context(pen.now, await pen.person(account)));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused = error;
      }
    }
    throw refused;
  }

  private move(id: string, name: string, reason = "按本月到货计划安排") {
    const { entity } = this.pen.screen(KEY);
    return this.byBuyer((context) => applyTransition(context, { entity, id, name, reason }));
  }

  async record(id: string) {
    const { pen } = this;
    const { record } = await openRecord(pen.context(pen.now), { entity: pen.screen(KEY).entity, id });
    return record;
  }

  /** A fifth of the largest share goes to another supplier. */
  private async correct(id: string): Promise<void> {
    const record = await this.record(id);
    const shares = linesOf(record, "shares");
    const [first, second] = shares;
    if (!first || !second) return;
    const moved = decimal(String(first.alloc_qty)).div(5).round(0);
    const [less, more] = [decimal(String(first.alloc_qty)).minus(moved), decimal(String(second.alloc_qty)).plus(moved)];
    const typed = new Map([
      [first.id, less],
      [second.id, more],
    ]);
    const values = {
      shares: shares.map((line) => {
        const qty = typed.get(line.id);
        return {
          ...{ id: line.id, supplier_id: line.supplier_id, alloc_qty: qty?.toFixed(3) ?? String(line.alloc_qty) },
          adjust_reason: qty ? "前者本月安排检修，产能不足" : null,
        };
      }),
    };
    await this.byBuyer((context) =>
      updateRecordBy(context, { screen: this.pen.screen(KEY), id, version: Number(record.version), values }),
    );
  }

  async tell(id: string, fate: (typeof FATES)[number]): Promise<void> {
    const { pen } = this;
    if (fate === "void") {
      await this.move(id, "void", "并入下月统一安排");
      return;
    }
    if (fate === "corrected") await this.correct(id);
    await this.move(id, "lock");
    if (fate === "unlocked") {
      const manager = pen.context(pen.now, await pen.person("manager1"));
      const { entity } = pen.screen(KEY);
      await applyTransition(manager, { entity, id, name: "unlock", reason: "供应商产能有变化，请重新安排" });
    }
    if (fate !== "used" && fate !== "partly") return;
    const shares = linesOf(await this.record(id), "shares").filter(({ alloc_qty }) => decimal(String(alloc_qty)).gt(0));
    const rows = (fate === "used" ? shares : shares.slice(0, 1)).map(({ id: line, alloc_qty }) => ({
      line,
      quantity: String(alloc_qty),
    }));
    await this.byBuyer((context) => convert(context, { screen: pen.screen(ORDER), name: "from_shares", rows }));
  }
}

/** The same demand two months in a row, as a price for the year was agreed on for it. */
async function ofAwards(pen: DemoPen, dividing: Dividing, ids: readonly string[]): Promise<string[]> {
  const made: string[] = [];
  for (const id of ids) {
    const { material_id, factory_id, demand_qty, period } = await dividing.record(id);
    for (const later of [1, 2]) {
      const month = addMonths(`${period}-01`, later).slice(0, 7);
      const values = {
        ...{ source_type: "award", source_no: `年度定价${month.slice(0, 4)}`, material_id, factory_id, demand_qty },
        ...{ period: month, wanted_on: `${month}-08`, remark: "按年度定价结果分月安排" },
      };
      const saved = await dividing.byBuyer((context) => createRecord(context, { screen: pen.screen(KEY), values }));
      made.push(saved.id);
    }
  }
  return made;
}

/** Allocations of the plan in force and of prices for the year, in every state: proposed, corrected, locked, ordered, void. */
export async function demoAllocations(pen: DemoPen): Promise<void> {
  const system = pen.context(pen.now);
  const [plan] = await unscopedRows(system, PLAN, ["id"], [where.eq("state", "released")]);
  if (!plan) return;
  const { entity } = pen.screen(PLAN);
  const planner = pen.context(pen.now, await pen.person("planner1"));
  await applyTransition(planner, { entity, id: plan.id, name: "divide" });
  const whole = async () => {
    const found = await unscopedRows(
      system,
      KEY,
      ["id", "number"],
      [where.eq("state", "proposed"), where.eq("rest_qty", "0")],
    );
    return found.sort((a, b) => ((a.number ?? "") < (b.number ?? "") ? -1 : 1)).map(({ id }) => id);
  };
  const dividing = new Dividing(pen);
  await ofAwards(pen, dividing, (await whole()).slice(0, 1));
  for (const [at, id] of (await whole()).slice(0, FATES.length).entries())
    await dividing.tell(id, FATES[at] ?? "locked");
}
