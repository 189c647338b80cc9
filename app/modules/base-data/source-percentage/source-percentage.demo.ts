import type { Actor } from "~/engine/context.server";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const SHARES = "base-data/source-percentage";
const SOURCE = "base-data/source-data";
const SAMPLE = "supplier-management/sample-verification";
const ORDER = "purchase-orders/purchase-order";
/** Of so many materials that several suppliers deliver. */
const MATERIALS = 12;

type Fate = "active" | "renewed" | "ended" | "reviewing" | "draft";

/** What becomes of the shares of each material, in turn: most are in force. */
const FATES: readonly Fate[] = [
  ...(["active", "active", "renewed", "active", "reviewing", "active"] as const),
  ...(["active", "draft", "active", "renewed", "active", "ended"] as const),
];
/** Shares of two and of three suppliers. */
const PERCENTS: Readonly<Record<number, readonly string[]>> = { 2: ["60", "40"], 3: ["50", "30", "20"] };

interface Bought {
  material_id: string;
  factory_id: string;
  /** Who was ordered from most stands first. */
  suppliers: string[];
  /** A third of what was ordered of it in one go, in whole units. */
  lot: string;
}

/** In whole units, at least one. */
function thirdOf(qty: string): string {
  const third = decimal(qty).div(3).round(0);
  return third.gt(0) ? third.toFixed() : "1";
}

/** Materials that were ordered from several suppliers for the same factory. */
async function boughtFromSeveral(pen: DemoPen, suppliers: readonly DemoSupplier[]): Promise<Bought[]> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id", "factory_id"],
    // Samples are no measure of what is bought in one go.
    [where.set("released_at"), where.not(where.eq("state", "cancelled")), where.not(where.eq("order_type", "sample"))],
  );
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "qty"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
    ],
  });
  const admitted = new Set(suppliers.flatMap(({ id, isAdmitted }) => (isAdmitted ? [id] : [])));
  const orderOf = new Map(orders.map((one) => [one.id, one]));
  // Rows come in no order, and the demo is the same wherever it is loaded.
  const placeOf = (line: (typeof lines)[number]) => String(orderOf.get(line.root_id)?.number);
  lines.sort((a, b) => placeOf(a).localeCompare(placeOf(b)) || a.line_no - b.line_no);
  const found = new Map<string, { bought: Bought; counts: Map<string, number> }>();
  for (const { root_id, material_id, qty } of lines) {
    const order = orderOf.get(root_id);
    if (!order || !admitted.has(order.supplier_id)) continue;
    const key = `${material_id} ${order.factory_id}`;
    const known = found.get(key) ?? {
      bought: { material_id, factory_id: order.factory_id, suppliers: [], lot: thirdOf(qty) },
      counts: new Map<string, number>(),
    };
    known.counts.set(order.supplier_id, (known.counts.get(order.supplier_id) ?? 0) + 1);
    found.set(key, known);
  }
  const several = [...found.values()].flatMap(({ bought, counts }) => {
    const ranked = [...counts].sort(([, many], [, few]) => few - many).map(([id]) => id);
    return ranked.length < 2 ? [] : [{ ...bought, suppliers: ranked.slice(0, 3) }];
  });
  const taken = new Set<string>();
  return several
    .sort((a, b) => b.suppliers.length - a.suppliers.length)
    .filter(({ material_id }) => !taken.has(material_id) && taken.add(material_id))
    .slice(0, MATERIALS);
}

/** A formal source of each of its suppliers, resting on a sample that passed, where there is none yet. */
async function addSources(pen: DemoPen, { material_id, factory_id, suppliers }: Bought): Promise<string[]> {
  const at = (days: number) => pen.context(pen.moment(pen.daysAgo(days), 10));
  const standing: string[] = [];
  for (const supplier_id of suppliers) {
    const own = [
      where.eq("supplier_id", supplier_id),
      where.eq("material_id", material_id),
      where.eq("factory_id", factory_id),
      where.oneOf("state", ["pending", "trial", "active", "suspended"]),
    ];
    const [known] = await unscopedRows(at(0), SOURCE, ["state"], own);
    if (known) {
      if (known.state === "active") standing.push(supplier_id);
      continue;
    }
    const samples = await unscopedRows(
      at(0),
      SAMPLE,
      ["id"],
      [where.eq("supplier_id", supplier_id), where.eq("material_id", material_id), where.eq("state", "passed")],
    );
    const { id } = await pen.create(at(200), SOURCE, {
      ...{ supplier_id, material_id, factory_id, effective_from: pen.daysAgo(200) },
      ...{ tier: standing.length === 0 ? "primary" : "secondary", sample_id: samples[0]?.id ?? null },
      pack_qty: "5",
    });
    try {
      await applyTransition(at(199), { entity: pen.screen(SOURCE).entity, id, name: "approve" });
      standing.push(supplier_id);
    } catch (error) {
      // Licences or freezes keep some of them out: then the others share.
      if (!(error instanceof AppError)) throw error;
    }
  }
  return standing;
}

class Agreeing {
  constructor(
    private readonly pen: DemoPen,
    /** Who buys from a supplier: materials of others lie outside a buyer's reach. */
    private readonly buyers: ReadonlyMap<string, Actor>,
  ) {}

  private buyerOf([main = ""]: readonly string[]): Actor {
    const buyer = this.buyers.get(main);
    if (!buyer) throw new Error("nobody buys from this supplier");
    return buyer;
  }

  private async draft(days: number, bought: Bought, suppliers: readonly string[], until: number): Promise<string> {
    const { pen } = this;
    const percents = PERCENTS[suppliers.length] ?? ["100"];
    const { id } = await pen.create(
      pen.context(pen.moment(pen.daysAgo(days), 9), this.buyerOf(bought.suppliers)),
      SHARES,
      {
        ...{ material_id: bought.material_id, factory_id: bought.factory_id, min_split_qty: bought.lot },
        ...{ valid_from: pen.daysAgo(days - 1), valid_to: pen.daysAgo(until) },
        shares: suppliers.map((supplier_id, at) => ({ supplier_id, percent: percents[at] })),
      },
    );
    return id;
  }

  private async move(days: number, person: Actor, { id, name, reason }: { id: string; name: string; reason: string }) {
    const { pen } = this;
    const context = pen.context(pen.moment(pen.daysAgo(days), 14), person);
    await applyTransition(context, { entity: pen.screen(SHARES).entity, id, name, reason });
  }

  /** Submitted and approved on the day it was written, unless it waits. */
  private async agree(days: number, bought: Bought, id: string, isWaiting = false): Promise<void> {
    await this.move(days, this.buyerOf(bought.suppliers), { id, name: "submit", reason: "按上季度的供货表现分配" });
    if (!isWaiting) await this.move(days, await this.pen.person("manager1"), { id, name: "approve", reason: "同意" });
  }

  async tell(fate: Fate, bought: Bought, suppliers: readonly string[]): Promise<void> {
    if (fate === "draft") {
      await this.draft(2, bought, suppliers, -180);
      return;
    }
    if (fate === "reviewing") {
      await this.agree(1, bought, await this.draft(1, bought, suppliers, -180), true);
      return;
    }
    const id = await this.draft(100, bought, suppliers, -90);
    await this.agree(100, bought, id);
    if (fate === "renewed") await this.agree(20, bought, await this.draft(20, bought, [...suppliers].reverse(), -160));
    if (fate === "ended")
      await this.move(6, await this.pen.person("manager1"), {
        id,
        name: "end",
        reason: "改为统一招标，重新分配份额",
      });
  }
}

/** Shares of the materials that several suppliers deliver, in every state; what was ordered of them shows how far they were kept. */
export async function demoShares(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const agreeing = new Agreeing(pen, new Map(suppliers.map(({ id, buyer }) => [id, buyer.actor])));
  let at = 0;
  for (const bought of await boughtFromSeveral(pen, suppliers)) {
    const standing = await addSources(pen, bought);
    if (standing.length < 2) continue;
    await agreeing.tell(FATES[at % FATES.length] ?? "active", bought, standing);
    at += 1;
  }
}
