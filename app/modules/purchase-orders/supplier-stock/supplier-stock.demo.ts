import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const INVENTORY = "purchase-orders/supplier-inventory";
const STOCK = "purchase-orders/supplier-stock";
const ORDER = "purchase-orders/purchase-order";
const FLOW = "system-management/approval-flow";
/** What usually lies at a supplier, in yuan; agreements are about as much. */
const USUAL = 60_000;
/** Shares of the usual stock, month by month. */
const MONTHS = ["0.9", "1.1", "0.7", "1.3", "1", "0.6"] as const;

/** What a supplier delivers: the newest line it has confirmed. */
interface Goods {
  supplier: DemoSupplier;
  factory_id: string;
  material_id: string;
  uom: string;
  tax_rate: string;
  /** The usual stock, in whole units. */
  usual: number;
}

/** One kind of goods of each supplier, in the order of suppliers. */
async function goodsOf(pen: DemoPen, suppliers: readonly DemoSupplier[]): Promise<Goods[]> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "supplier_id", "factory_id", "order_date"],
    [where.set("confirmed_at"), where.not(where.eq("state", "cancelled"))],
  );
  orders.sort((a, b) => (`${a.order_date} ${a.id}` < `${b.order_date} ${b.id}` ? 1 : -1));
  const newest = new Map([...orders].reverse().map((one) => [one.supplier_id, one]));
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "uom", "price", "tax_rate"],
    where: [
      where.oneOf(
        "root_id",
        [...newest.values()].map(({ id }) => id),
      ),
      where.eq("line_no", 10),
    ],
  });
  return suppliers.flatMap((supplier) => {
    const order = newest.get(supplier.id);
    const line = lines.find(({ root_id }) => root_id === order?.id);
    if (!order || !line) return [];
    const { material_id, uom, tax_rate, price } = line;
    const usual = Math.max(10, Math.round(USUAL / decimal(price).toNumber()));
    return [{ supplier, factory_id: order.factory_id, material_id, uom, tax_rate, usual }];
  });
}

function shareOf(goods: Goods, share: string): string {
  return decimal(goods.usual).times(decimal(share)).round(0).toFixed();
}

/** Reports of a year and a half; the newest of some is old, of others runs out, or may not leave. */
async function report(pen: DemoPen, goods: Goods, position: number): Promise<void> {
  const { supplier, material_id } = goods;
  const say = (days: number, values: Readonly<Record<string, unknown>>) =>
    pen.create(pen.context(pen.moment(pen.daysAgo(days), 16), supplier.actor), INVENTORY, {
      material_id,
      stock_kind: "finished",
      location: "成品库",
      report_date: pen.daysAgo(days),
      ...values,
    });
  await pen.together(pen.context(pen.now, supplier.actor), async () => {
    for (let month = 17; month >= 1; month -= 1)
      await say(month * 30 + (position % 5), {
        qty: shareOf(goods, MONTHS[(month + position) % MONTHS.length] ?? "1"),
      });
    // Every fifth one has forgotten to report.
    if (position % 5 !== 4) await say(1 + (position % 4), { qty: shareOf(goods, "1") });
    if (position % 4 === 1)
      await say(2, {
        batch_no: "KC-临期",
        produce_date: pen.daysAgo(160),
        expire_date: pen.daysAgo(-12),
        qty: shareOf(goods, "0.1"),
      });
    if (position % 4 === 2) await say(3, { batch_no: "KC-返工", stock_kind: "blocked", qty: shareOf(goods, "0.05") });
    if (position % 4 === 3) await say(2, { stock_kind: "wip", location: "车间", qty: shareOf(goods, "0.3") });
  });
}

type Fate = "draft" | "in_approval" | "to_accept" | "declined" | "active" | "ended" | "cancelled";

interface Story {
  fate: Fate;
  mode: "safety" | "season" | "vmi" | "consign";
  occasion: string;
  /** The period, in days ago. */
  from: number;
  to: number;
  /** Least and most, as shares of the usual stock. */
  min: string;
  max: string;
  /** Something was ordered by it. */
  called?: true;
}

const STORIES: readonly Story[] = [
  { fate: "ended", mode: "season", occasion: "中秋备货", from: 500, to: 440, min: "0.5", max: "1.5" },
  { fate: "ended", mode: "season", occasion: "年货节", from: 330, to: 270, min: "0.6", max: "2" },
  { fate: "ended", mode: "safety", occasion: "产线检修", from: 200, to: 120, min: "0.4", max: "1" },
  { fate: "active", mode: "safety", occasion: "常备安全库存", from: 150, to: -120, min: "0.5", max: "2", called: true },
  { fate: "active", mode: "vmi", occasion: "厂边仓补货", from: 90, to: -90, min: "0.7", max: "2.5" },
  { fate: "active", mode: "consign", occasion: "包材寄售", from: 60, to: -12, min: "0.3", max: "1.5", called: true },
  { fate: "active", mode: "safety", occasion: "大促备货", from: 40, to: -60, min: "1.4", max: "2.5" },
  { fate: "to_accept", mode: "season", occasion: "年货节", from: -10, to: -80, min: "0.8", max: "2" },
  { fate: "declined", mode: "season", occasion: "年货节", from: -10, to: -80, min: "1.5", max: "3" },
  { fate: "in_approval", mode: "season", occasion: "年货节", from: -15, to: -90, min: "3", max: "8" },
  { fate: "draft", mode: "safety", occasion: "新品上市", from: -20, to: -110, min: "0.5", max: "1.2" },
  { fate: "cancelled", mode: "safety", occasion: "改由本厂备货", from: 100, to: 10, min: "0.5", max: "1" },
];

/** Writes and leads the agreements of the demo. */
class Agreements {
  private readonly entity;

  constructor(private readonly pen: DemoPen) {
    this.entity = pen.screen(STOCK).entity;
  }

  private move(day: string, id: string, name: TransitionOf<"purchase-orders/supplier-stock">, reason?: string) {
    const context = this.pen.context(this.pen.moment(day, 15));
    return applyTransition(context, { entity: this.entity, id, name, ...(reason ? { reason } : {}) });
  }

  async tell({ fate, mode, occasion, from, to, min, max, called }: Story, goods: Goods): Promise<void> {
    const { pen } = this;
    // Written a week before it begins, or a few days ago.
    const [day = pen.today] = [pen.daysAgo(from + 7), pen.daysAgo(4)].sort();
    const after = (days: number) => [addDays(day, days), pen.today].sort()[0] ?? day;
    const { supplier, factory_id, material_id, uom, tax_rate } = goods;
    const planner = pen.context(pen.moment(day, 9), await pen.person("planner1"));
    const { id } = await pen.create(planner, STOCK, {
      ...{ supplier_id: supplier.id, factory_id, stock_mode: mode, occasion },
      ...{ valid_from: pen.daysAgo(from), valid_to: pen.daysAgo(to), liability_days: "30" },
      items: [{ material_id, uom, tax_rate, min_qty: shareOf(goods, min), max_qty: shareOf(goods, max) }],
    });
    if (fate === "draft") return;
    await this.move(day, id, "submit");
    if (fate === "in_approval") return;
    await this.approve(day, id);
    if (fate === "to_accept") return;
    if (fate === "cancelled") {
      await this.move(after(1), id, "cancel", "改由本厂仓库备货");
      return;
    }
    if (fate === "declined") {
      await this.move(after(1), id, "decline", "旺季产能有限，最低库存请降到一半");
      return;
    }
    await this.move(after(2), id, "accept");
    if (called) await this.callOff(id, goods);
    if (fate === "ended") await this.move(addDays(pen.daysAgo(to), 31), id, "end_in_time");
  }

  /** By the purchase manager, where what is promised is so much that it is asked for. */
  private async approve(day: string, id: string): Promise<void> {
    const { pen } = this;
    const manager = pen.context(pen.moment(day, 16), await pen.person("manager1"));
    const { record } = await openRecord(manager, { entity: this.entity, id });
    if (record.state === "in_approval") await applyTransition(manager, { entity: this.entity, id, name: "approve" });
  }

  private async callOff(id: string, goods: Goods): Promise<void> {
    const { pen } = this;
    const buyer = pen.context(pen.moment(pen.daysAgo(2), 10), goods.supplier.buyer.actor);
    const { record } = await openRecord(buyer, { entity: this.entity, id });
    const rows = linesOf(record, "items").map((line) => ({ line: line.id, quantity: shareOf(goods, "0.4") }));
    await convert(buyer, { screen: pen.screen(ORDER), name: "from_stock", rows });
  }
}

/** What suppliers hold ready: their reports, and agreements in every state. */
export async function demoAgreedStock(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const setUp = pen.context(pen.moment(pen.daysAgo(60), 10));
  const { id, version } = await pen.create(setUp, FLOW, {
    code: "STOCK-300K",
    name: "三十万元以上备货责任",
    document: STOCK,
    conditions: [{ field: "liability_amount", comparison: "gte", value: "300000" }],
    steps: [{ step_no: "1", name: "采购经理审批", decider: "role", role_id: "purchase_manager", due_hours: "24" }],
    remark: "责任金额不到三十万元的，提交后直接请供应商确认。",
  });
  await applyTransition(setUp, { entity: pen.screen(FLOW).entity, id, version, name: "publish" });
  const goods = (await goodsOf(pen, suppliers)).slice(0, STORIES.length);
  for (const [position, one] of goods.entries()) await report(pen, one, position);
  const agreements = new Agreements(pen);
  for (const [position, story] of STORIES.entries()) {
    const one = goods[position];
    if (one) await agreements.tell(story, one);
  }
}
