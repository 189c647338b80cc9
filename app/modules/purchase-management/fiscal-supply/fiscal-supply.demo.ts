import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { suppliedSchema } from "~/engine/operations/bought.server";
import { ask } from "~/engine/operations/published.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addMonths } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, sum } from "~/shared/decimal";

const KEY = "purchase-management/fiscal-supply";
const ORDER = "purchase-orders/purchase-order";
const BUYER = "buyer1";

/** How a commitment went, told by what was agreed on beside what came. */
interface Story {
  /** Times what came, net of what was returned, or of what was ordered. */
  times: string;
  of: "received" | "ordered";
  capacity: "enough" | "little" | "none";
  fate: "active" | "draft" | "cancelled";
}

const STORIES: readonly Story[] = [
  { times: "1.02", of: "received", capacity: "enough", fate: "active" }, // ahead
  { times: "8", of: "ordered", capacity: "little", fate: "active" }, // behind
  { times: "0.6", of: "ordered", capacity: "enough", fate: "active" }, // beyond what was agreed on
  { times: "1.5", of: "ordered", capacity: "none", fate: "active" },
  { times: "2", of: "ordered", capacity: "none", fate: "draft" },
  { times: "2", of: "ordered", capacity: "none", fate: "cancelled" },
];

interface Goods {
  supplier: DemoSupplier;
  factory_id: string;
  material_id: string;
  uom: string;
  ordered: string;
  received: string;
}

/** What each supplier was asked for most this year, such as something came of first. */
async function goodsOf(pen: DemoPen, suppliers: readonly DemoSupplier[]): Promise<Goods[]> {
  const context = pen.context(pen.now);
  const year = pen.today.slice(0, 4);
  const orders = await unscopedRows(context, ORDER, ["id"], [where.set("released_at")]);
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["material_id"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
    ],
  });
  const bought = await unscopedRows(
    context,
    "master-data/material",
    ["id", "material_type_id"],
    [
      where.oneOf("id", [...new Set(lines.map(({ material_id }) => material_id))]),
      where.not(where.eq("material_status", "stopped")),
    ],
  );
  const { material_type, factory } = (await pen.person(BUYER)).scopes;
  const rows = await ask(context, {
    entityKey: ORDER,
    name: "supplied",
    input: {
      supplierIds: suppliers.map(({ id }) => id),
      materialIds: bought
        .filter(({ material_type_id }) => material_type === "all" || material_type.includes(material_type_id))
        .map(({ id }) => id),
      ...{ from: `${year}-01-01`, to: `${year}-12-31` },
    },
    answer: suppliedSchema,
  });
  const found = new Map<string, Goods>();
  for (const { supplierId, factoryId, materialId, uom, ordered, received } of rows) {
    const supplier = suppliers.find(({ id }) => id === supplierId);
    // Whoever buys for some factories writes down what was promised to these.
    if (!supplier || (factory !== "all" && !factory.includes(factoryId))) continue;
    const key = `${supplierId} ${factoryId} ${materialId} ${uom}`;
    const known = found.get(key);
    found.set(key, {
      ...{ supplier, factory_id: factoryId, material_id: materialId, uom },
      ordered: sum([known?.ordered ?? "0", ordered]).toFixed(),
      received: sum([known?.received ?? "0", received]).toFixed(),
    });
  }
  const sorted = [...found.values()].sort(
    (a, b) =>
      decimal(b.received).cmp(decimal(a.received)) ||
      decimal(b.ordered).cmp(decimal(a.ordered)) ||
      `${a.supplier.id} ${a.factory_id} ${a.material_id}`.localeCompare(
        `${b.supplier.id} ${b.factory_id} ${b.material_id}`,
      ),
  );
  // One of each supplier, then the others.
  const firsts = sorted.filter((one, at) => sorted.findIndex(({ supplier }) => supplier.id === one.supplier.id) === at);
  return [...firsts, ...sorted.filter((one) => !firsts.includes(one))];
}

class Commitments {
  constructor(private readonly pen: DemoPen) {}

  private async buyer(hour: number) {
    const { pen } = this;
    return pen.context(pen.moment(pen.daysAgo(20), hour), await pen.person(BUYER));
  }

  private get entity() {
    return this.pen.screen(KEY).entity;
  }

  async write(goods: Goods, commit_qty: string, head: Readonly<Record<string, unknown>>): Promise<string> {
    const { supplier, factory_id, material_id, uom } = goods;
    const { id } = await this.pen.create(await this.buyer(9), KEY, {
      ...{ supplier_id: supplier.id, factory_id, material_id, uom, commit_qty },
      reason: "年度供货框架会议纪要",
      ...head,
    });
    return id;
  }

  async move(id: string, name: string, reason?: string): Promise<void> {
    const said = reason === undefined ? {} : { reason };
    await applyTransition(await this.buyer(10), { entity: this.entity, id, name, ...said });
  }

  async adjust(id: string, commit_qty: string): Promise<void> {
    await applyTransition(await this.buyer(11), {
      ...{ entity: this.entity, id, name: "adjust", reason: "按全年销售预测核定" },
      input: { commit_qty },
    });
  }

  /** What the supplier says it can make of it, month by month. */
  async report(id: string, { supplier }: Goods, quantity: string): Promise<void> {
    const { pen, entity } = this;
    const at = pen.moment(pen.daysAgo(12), 15);
    const { record } = await openRecord(pen.context(pen.now), { entity, id });
    const months = linesOf(record, "months").filter(({ month_end }) => String(month_end) >= pen.daysAgo(12));
    const lineInput = Object.fromEntries(months.map((line) => [line.id, { capacity_qty: quantity }]));
    await applyTransition(pen.context(at, supplier.actor), { entity, id, name: "report_capacity", lineInput });
  }

  async end(id: string): Promise<void> {
    await applyTransition(this.pen.context(this.pen.now), { entity: this.entity, id, name: "end_in_time" });
  }
}

/** What suppliers promised for this year and the last: ahead, behind, beyond, without capacity, over, not yet in force and called off. */
export async function demoFiscalSupply(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const goods = await goodsOf(pen, suppliers);
  const [first] = goods;
  if (!first) return;
  const commitments = new Commitments(pen);
  const year = pen.today.slice(0, 4);
  const whole = (value: string, times: string) => {
    const rounded = decimal(value).times(decimal(times)).round(0, 3);
    return (rounded.lt(1) ? decimal("100") : rounded).toFixed();
  };
  for (const [at, story] of STORIES.entries()) {
    const one = goods[at];
    if (!one) break;
    const qty = whole(story.of === "received" && decimal(one.received).gt(0) ? one.received : one.ordered, story.times);
    const id = await commitments.write(one, qty, { fiscal_year: year });
    if (story.fate === "draft") continue;
    await commitments.move(id, "publish");
    if (story.fate === "cancelled") await commitments.move(id, "cancel", "改由其他供应商供应");
    if (story.capacity !== "none")
      await commitments.report(id, one, story.capacity === "enough" ? whole(qty, "0.5") : whole(qty, "0.05"));
    if (at === 1) await commitments.adjust(id, whole(qty, "1.1"));
  }
  // A season of last year, published while it ran.
  const past = { from: addMonths(`${pen.today.slice(0, 7)}-01`, -11), to: pen.daysAgo(5) };
  const ended = await commitments.write(first, whole(first.ordered, "1.2"), {
    ...{ fiscal_year: String(Number(year) - 1), season: `${Number(year) - 1}产季` },
    ...{ valid_from: past.from, valid_to: past.to },
  });
  await commitments.move(ended, "publish");
  await commitments.end(ended);
}
