import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";

const PRICE = "price-approval/account-price";
const ORDER = "purchase-orders/purchase-order";
const SOURCE = "base-data/source-data";
/** First prices were agreed on so many days ago. */
const FIRST = 180;
const USUAL_QTY = "1000";

/** What a supplier delivers to a company, at the price of the newest order. */
interface Goods {
  supplierId: string;
  companyId: string;
  material_id: string;
  uom: string;
  tax_rate: string;
  price: string;
}

/** Of each supplier, company and material once: what was ordered, and what there is a source of. */
async function goodsOf(pen: DemoPen): Promise<Goods[]> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "supplier_id", "company_id", "order_date"],
    [where.eq("currency", "CNY"), where.not(where.eq("state", "cancelled"))],
  );
  const rank = new Map(
    orders
      .toSorted((a, b) => (`${a.order_date} ${a.id}` < `${b.order_date} ${b.id}` ? 1 : -1))
      .map((order, at) => [order.id, { at, order }]),
  );
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["root_id", "line_no", "material_id", "uom", "price", "tax_rate"],
    where: [where.oneOf("root_id", [...rank.keys()])],
  });
  const newest = lines.toSorted(
    (a, b) => (rank.get(a.root_id)?.at ?? 0) - (rank.get(b.root_id)?.at ?? 0) || a.line_no - b.line_no,
  );
  const goods = new Map<string, Goods>();
  const add = (one: Goods) => {
    const key = `${one.supplierId} ${one.companyId} ${one.material_id}`;
    if (!goods.has(key)) goods.set(key, one);
  };
  for (const { root_id, material_id, uom, tax_rate, price } of newest) {
    const order = rank.get(root_id)?.order;
    if (order) add({ supplierId: order.supplier_id, companyId: order.company_id, material_id, uom, tax_rate, price });
  }
  const sources = await unscopedRows(
    context,
    SOURCE,
    ["supplier_id", "material_id", "factory_id"],
    [where.oneOf("state", ["trial", "active"])],
  );
  const factories = new Map(
    (await unscopedRows(context, "master-data/factory", ["id", "company_id"], [])).map((row) => [
      row.id,
      row.company_id,
    ]),
  );
  for (const { supplier_id, material_id, factory_id } of sources) {
    const companyId = factories.get(factory_id);
    // As others deliver it; what nobody has ordered has no price yet.
    const like = newest.find((line) => line.material_id === material_id);
    if (typeof companyId !== "string" || !like) continue;
    const { uom, tax_rate, price } = like;
    add({ supplierId: supplier_id, companyId, material_id, uom, tax_rate, price });
  }
  return [...goods.values()];
}

type Fate = "draft" | "in_approval" | "rejected" | "approved" | "effective" | "revoked";

interface Story {
  fate: Fate;
  kind: "new" | "rise" | "fall" | "renew" | "temp";
  reason: string;
  /** Of the price of the orders. */
  factor: string;
  /** Written, begins and ends so many days ago; negative for days to come. */
  days: number;
  from: number;
  to: number;
  /** Agreed with the price, in days. */
  credit?: number;
}

/** What became of the prices of some suppliers since; the others keep their first ones. */
const LATER: readonly Story[] = [
  {
    fate: "effective",
    kind: "fall",
    reason: "用量增加，供应商让利",
    factor: "0.98",
    days: 40,
    from: 30,
    to: -335,
    credit: 45,
  },
  { fate: "effective", kind: "rise", reason: "原料上涨，协商后小幅上调", factor: "1.03", days: 70, from: 60, to: -305 },
  { fate: "approved", kind: "rise", reason: "人工成本上涨", factor: "1.02", days: 3, from: -20, to: -385 },
  { fate: "in_approval", kind: "fall", reason: "年度降本", factor: "0.97", days: 1, from: -10, to: -375, credit: 60 },
  { fate: "rejected", kind: "rise", reason: "包材涨价转嫁", factor: "1.04", days: 4, from: -15, to: -380 },
  { fate: "revoked", kind: "fall", reason: "促销特价", factor: "0.95", days: 25, from: 20, to: -160 },
  { fate: "effective", kind: "temp", reason: "产地短缺，临时高价", factor: "1.045", days: 6, from: 5, to: -24 },
  { fate: "draft", kind: "renew", reason: "到期续签，价格不变", factor: "1", days: 0, from: -30, to: -395 },
];

class Approvals {
  private readonly entity;

  constructor(private readonly pen: DemoPen) {
    this.entity = pen.screen(PRICE).entity;
  }

  private at(day: string, hour: number) {
    return this.pen.context(this.pen.moment(day, hour));
  }

  /** @throws AppError where something speaks against it, with nothing written */
  async tell(story: Story, supplier: DemoSupplier, goods: readonly Goods[]): Promise<void> {
    const { pen } = this;
    const { fate, kind, reason, factor, days, from, to, credit } = story;
    const day = pen.daysAgo(days);
    const [first] = goods;
    if (!first) return;
    const buyer = pen.context(pen.moment(day, 9), supplier.buyer.actor);
    const id = await pen.together(buyer, async () => {
      const made = await pen.create(buyer, PRICE, {
        price_kind: kind,
        company_id: first.companyId,
        purchase_group_id: await pen.idOf("user-administration/purchase-group", supplier.group),
        buyer_id: supplier.buyer.actor.id,
        reason,
        manual_reason: "年度框架内的供应商，已与上年价格和市场行情比较",
        items: goods.map(({ material_id, uom, tax_rate, price }, position) => ({
          ...{ supplier_id: supplier.id, material_id, uom, tax_rate },
          new_price: roundPrice(decimal(price).times(decimal(factor))),
          ...(credit === undefined ? {} : { credit_days: credit }),
          annual_qty: USUAL_QTY,
          valid_from: pen.daysAgo(from),
          valid_to: pen.daysAgo(to),
          ...(position === 0 && kind === "new"
            ? { scales: [{ from_qty: "5000", price: roundPrice(decimal(price).times(decimal("0.97"))) }] }
            : {}),
        })),
      });
      if (fate !== "draft") await this.move(buyer, made.id, "submit");
      return made.id;
    });
    if (fate === "draft" || fate === "in_approval") return;
    const manager = pen.context(pen.moment(day, 14), await pen.person("manager1"));
    if (fate === "rejected") {
      await this.move(manager, id, "reject", "涨价依据不足，请附上成本分析再报");
      return;
    }
    await this.move(manager, id, "approve", "同意");
    const isOpen = (await openRecord(manager, { entity: this.entity, id })).record.state === "in_approval";
    if (isOpen) await this.move(pen.context(pen.moment(day, 16), await pen.person("leader1")), id, "approve", "同意");
    if (fate === "approved") return;
    if (from < days) await this.move(this.at(pen.daysAgo(from), 1), id, "take_effect");
    if (fate === "revoked")
      await this.move(
        pen.context(pen.moment(pen.daysAgo(8), 15), await pen.person("manager1")),
        id,
        "revoke",
        "促销提前结束，恢复原价",
      );
  }

  private move(context: ReturnType<DemoPen["context"]>, id: string, name: TransitionOf<typeof PRICE>, reason?: string) {
    return applyTransition(context, { entity: this.entity, id, name, ...(reason ? { reason } : {}) });
  }
}

/** The price book, by the approvals that wrote it: first prices of everything that is delivered, and what changed since. */
export async function demoPrices(pen: DemoPen): Promise<void> {
  const goods = await goodsOf(pen);
  const approvals = new Approvals(pen);
  const stories = [...LATER];
  for (const [position, supplier] of pen.suppliers.filter(({ isAdmitted }) => isAdmitted).entries()) {
    const own = goods.filter(({ supplierId }) => supplierId === supplier.id);
    const [main] = [...new Set(own.map(({ companyId }) => companyId))];
    for (const companyId of new Set(own.map((one) => one.companyId))) {
      const ofCompany = own.filter((one) => one.companyId === companyId);
      // Some end soon, one has ended, the rest hold for a year.
      const to = position === 9 ? 12 : position % 6 === 5 ? -20 : -185;
      const first: Story = {
        fate: "effective",
        kind: "new",
        reason: "年度定价",
        factor: "1",
        days: FIRST,
        from: FIRST,
        to,
      };
      if (!(await told(approvals, first, supplier, ofCompany)) || companyId !== main) continue;
      const [next] = stories;
      if (next && to < -100 && (await told(approvals, next, supplier, ofCompany.slice(0, 2)))) stories.shift();
    }
  }
}

/** Nothing is written where the gate speaks against a price of that supplier. */
async function told(
  approvals: Approvals,
  story: Story,
  supplier: DemoSupplier,
  goods: readonly Goods[],
): Promise<boolean> {
  try {
    await approvals.tell(story, supplier, goods);
    return true;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}
