import { AppError } from "~/engine/errors";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";
import type { DemoWriter } from "./demo-writer.server";

const KEY = "purchase-management/allocation-detail";
const PLAN = "purchase-orders/demand-plan";
const ORDER = "purchase-orders/purchase-order";
const BUYERS = ["buyer1", "buyer2"] as const;

/** What becomes of the allocations of a plan, in turn; the last ones stay proposals. */
const FATES = ["used", "locked", "corrected", "void", "used", "unlocked", "locked", "corrected"] as const;

class Dividing {
  constructor(private readonly writer: DemoWriter) {}

  /** By whichever buyer sees the factory. @throws AppError of the last of them */
  private async byBuyer<T>(work: (context: ReturnType<DemoWriter["context"]>) => Promise<T>): Promise<T> {
    const { writer } = this;
    let refused: unknown;
    for (const account of BUYERS) {
      try {
        return await work(writer.context(writer.now, await writer.person(account)));
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        refused = error;
      }
    }
    throw refused;
  }

  private move(id: string, name: string, reason = "按本月到货计划安排") {
    const { entity } = this.writer.screen(KEY);
    return this.byBuyer((context) => applyTransition(context, { entity, id, name, reason }));
  }

  private async record(id: string) {
    const { writer } = this;
    const { record } = await openRecord(writer.context(writer.now), { entity: writer.screen(KEY).entity, id });
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
      updateRecordBy(context, { screen: this.writer.screen(KEY), id, version: Number(record.version), values }),
    );
  }

  async tell(id: string, fate: (typeof FATES)[number]): Promise<void> {
    const { writer } = this;
    if (fate === "void") {
      await this.move(id, "void", "并入下月统一安排");
      return;
    }
    if (fate === "corrected") await this.correct(id);
    await this.move(id, "lock");
    if (fate === "unlocked") {
      const manager = writer.context(writer.now, await writer.person("manager1"));
      const { entity } = writer.screen(KEY);
      await applyTransition(manager, { entity, id, name: "unlock", reason: "供应商产能有变化，请重新安排" });
    }
    if (fate !== "used") return;
    const rows = linesOf(await this.record(id), "shares").flatMap(({ id: line, alloc_qty }) =>
      decimal(String(alloc_qty)).gt(0) ? [{ line, quantity: String(alloc_qty) }] : [],
    );
    await this.byBuyer((context) => convert(context, { screen: writer.screen(ORDER), name: "from_shares", rows }));
  }
}

/** Allocations of the plan in force, in every state: proposed, corrected, locked, ordered, void. */
export async function loadAllocations(writer: DemoWriter): Promise<void> {
  const system = writer.context(writer.now);
  const [plan] = await unscopedRows(system, PLAN, ["id"], [where.eq("state", "released")]);
  if (!plan) return;
  const { entity } = writer.screen(PLAN);
  try {
    const planner = writer.context(writer.now, await writer.person("planner1"));
    await applyTransition(planner, { entity, id: plan.id, name: "divide" });
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    writer.services.log.warn({ reason: error.message }, "a plan of the demo could not be divided");
    return;
  }
  const made = await unscopedRows(system, KEY, ["id", "number"], [where.eq("state", "proposed")]);
  made.sort((a, b) => ((a.number ?? "") < (b.number ?? "") ? -1 : 1));
  const dividing = new Dividing(writer);
  // The last ones stay as they were proposed.
  for (const [at, { id }] of made.slice(0, Math.max(1, made.length - 2)).entries()) {
    try {
      await dividing.tell(id, FATES[at % FATES.length] ?? "locked");
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      writer.services.log.warn({ reason: error.message }, "an allocation of the demo was refused");
    }
  }
}
