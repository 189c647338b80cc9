import type { Context } from "~/engine/context.server";
import type { TransitionOf } from "~/engine/entity/entity-map";
import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedLines, unscopedRows } from "~/engine/operations/unscoped.server";
import { addDays } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal } from "~/shared/decimal";

const RUSH = "purchase-orders/rush-order";
const ORDER = "purchase-orders/purchase-order";

/** How far a rush came. What was agreed on is received, or waits, with its order. */
type Fate = "agreed" | "dear" | "in_approval" | "replied" | "sent" | "refused" | "cancelled" | "draft";

interface Story {
  fate: Fate;
  kind: "expedite" | "air" | "insert";
  reason: "sales" | "plan" | "quality" | "late" | "other";
  level: "normal" | "urgent" | "stop";
  text: string;
  /** How much of the line. */
  share: string;
  cost?: string;
  /** So many days ago it was written. */
  days: number;
}

/** Rushes of orders that are open today. */
const FORWARD: readonly Story[] = [
  {
    fate: "agreed",
    kind: "expedite",
    reason: "sales",
    level: "urgent",
    text: "促销提前，库存只够三天",
    share: "1",
    days: 20,
  },
  {
    fate: "dear",
    kind: "air",
    reason: "quality",
    level: "stop",
    text: "上批让步用完，改空运补货",
    share: "0.5",
    cost: "1800",
    days: 14,
  },
  {
    fate: "agreed",
    kind: "expedite",
    reason: "late",
    level: "urgent",
    text: "上次延期未补，产线等料",
    share: "0.5",
    cost: "600",
    days: 9,
  },
  { fate: "refused", kind: "expedite", reason: "plan", level: "normal", text: "排产提前一周", share: "1", days: 8 },
  { fate: "agreed", kind: "expedite", reason: "plan", level: "normal", text: "排产提前两天", share: "0.5", days: 6 },
  {
    fate: "cancelled",
    kind: "expedite",
    reason: "other",
    level: "normal",
    text: "客户提前提货",
    share: "0.5",
    days: 5,
  },
  {
    fate: "in_approval",
    kind: "air",
    reason: "sales",
    level: "urgent",
    text: "新渠道铺货，改航空运输",
    share: "0.5",
    cost: "2600",
    days: 2,
  },
  { fate: "replied", kind: "expedite", reason: "plan", level: "normal", text: "下周产线换型提前", share: "1", days: 2 },
  {
    fate: "sent",
    kind: "expedite",
    reason: "sales",
    level: "stop",
    text: "库存只够一天，有停线风险",
    share: "0.5",
    days: 1,
  },
  { fate: "sent", kind: "expedite", reason: "plan", level: "urgent", text: "月底订单集中", share: "1", days: 0 },
  {
    fate: "draft",
    kind: "expedite",
    reason: "sales",
    level: "normal",
    text: "促销备货待核实数量",
    share: "0.5",
    days: 0,
  },
];

/** Urgent orders beside those there were; each became an order of its own. */
const INSERTED: readonly Story[] = [
  {
    fate: "agreed",
    kind: "insert",
    reason: "sales",
    level: "urgent",
    text: "旺季追加，现有订单不够",
    share: "0.3",
    days: 480,
  },
  { fate: "refused", kind: "insert", reason: "plan", level: "normal", text: "试产追加一批", share: "0.2", days: 390 },
  {
    fate: "agreed",
    kind: "insert",
    reason: "quality",
    level: "stop",
    text: "来料不合格，紧急补一批",
    share: "0.3",
    days: 300,
  },
  {
    fate: "cancelled",
    kind: "insert",
    reason: "other",
    level: "normal",
    text: "客户临时加单，后撤回",
    share: "0.2",
    days: 220,
  },
  { fate: "agreed", kind: "insert", reason: "sales", level: "urgent", text: "节前备货追加", share: "0.3", days: 130 },
  { fate: "agreed", kind: "insert", reason: "plan", level: "normal", text: "新品上线追加", share: "0.2", days: 1 },
];

/** An order line that is rushed, or the pattern of an urgent order. */
interface Origin {
  order: string;
  line: string;
  material: string;
  qty: string;
  due: string | null;
  supplier: DemoSupplier;
}

/** Writes and leads the rushes of the demo. */
class Rushes {
  private readonly entity;

  constructor(private readonly pen: DemoPen) {
    this.entity = pen.screen(RUSH).entity;
  }

  private at(day: string, hour: number): Context {
    return this.pen.context(this.pen.moment(day, hour));
  }

  private move(context: Context, id: string, name: TransitionOf<typeof RUSH>, more: object = {}) {
    return applyTransition(context, { entity: this.entity, id, name, ...more });
  }

  private later(day: string, more: number): string {
    return [addDays(day, more), this.pen.today].sort()[0] ?? day;
  }

  /** @throws AppError where something speaks against rushing this line, with nothing written */
  async tell(story: Story, origin: Origin): Promise<void> {
    const { fate, days } = story;
    const day = this.pen.daysAgo(days);
    const { supplier } = origin;
    const buyer = this.pen.context(this.pen.moment(day, 10), supplier.buyer.actor);
    const wanted = this.wantedDay(day, origin);
    const id = await this.pen.together(this.at(day, 9), async () => {
      const made = await this.write(story, origin, { day, wanted });
      if (fate !== "draft") await this.move(this.at(day, 10), made, "send", { reason: "已与供应商电话沟通" });
      return made;
    });
    if (fate === "draft" || fate === "sent") return;
    if (fate === "cancelled") return void (await this.move(buyer, id, "cancel", { reason: "需求已调整，不再加急" }));
    await this.reply(story, { id, day, wanted, supplier });
    const decided = this.later(day, 1);
    const deciding = this.pen.context(this.pen.moment(decided, 15), supplier.buyer.actor);
    if (fate === "refused") return void (await this.move(deciding, id, "refuse", { reason: "可供数量太少，另行安排" }));
    if (fate === "replied") return;
    if (fate === "agreed") await this.move(deciding, id, "agree", { reason: "按回复执行" });
    else await this.move(deciding, id, "ask_cost", { reason: "停线损失高于加急费用" });
    if (fate === "dear") {
      const manager = await this.pen.person("manager1");
      await this.move(this.pen.context(this.pen.moment(decided, 16), manager), id, "approve", { reason: "同意" });
    }
    if (story.kind === "insert" && days > 1) await this.order(id, decided, supplier);
  }

  /** A week earlier than it was to come, or as soon as may be. */
  private wantedDay(day: string, { due }: Origin): string {
    const soon = addDays(day, 3);
    if (due === null) return addDays(day, 9);
    return [soon, addDays(due, -7)].sort()[1] ?? soon;
  }

  private async write(
    { kind, reason, level, text, share }: Story,
    { order, line, material, qty, supplier }: Origin,
    { day, wanted }: { day: string; wanted: string },
  ): Promise<string> {
    const part = decimal(qty).times(decimal(share)).round(0, 3);
    const of = kind === "insert" ? {} : { order_line: line };
    const hours = level === "stop" ? 12 : 48;
    const sent = this.pen.moment(day, 10).getTime();
    const { id } = await this.pen.create(this.at(day, 9), RUSH, {
      rush_kind: kind,
      supplier_id: supplier.id,
      order_id: order,
      level,
      reason,
      reason_text: text,
      reply_deadline: new Date(sent + hours * 3_600_000).toISOString(),
      ...(level === "stop" ? { stop_loss: "50000" } : {}),
      items: [{ ...of, material_id: material, qty: part.toFixed(), want_date: wanted }],
    });
    return id;
  }

  private async reply(
    { cost }: Story,
    { id, day, wanted, supplier }: { id: string; day: string; wanted: string; supplier: DemoSupplier },
  ): Promise<void> {
    const context = this.pen.context(this.pen.moment(this.later(day, 1), 9), supplier.actor);
    const { record } = await openRecord(this.at(day, 11), { entity: this.entity, id });
    const said = linesOf(record, "items").map((line) => [
      line.id,
      {
        reply_qty: String(line.qty),
        reply_date: wanted,
        ...(cost ? { line_cost: cost, cost_reason: "加班和专车运输" } : {}),
      },
    ]);
    await this.move(context, id, "reply", { lineInput: Object.fromEntries(said) });
  }

  /** The urgent order goes its way like any other; what becomes of its goods follows with those of the rest. */
  private async order(id: string, day: string, supplier: DemoSupplier): Promise<void> {
    const made = (await openRecord(this.at(day, 16), { entity: this.entity, id })).record.made_order_id;
    const entity = this.pen.screen(ORDER).entity;
    const step = async (context: Context, name: TransitionOf<typeof ORDER>) =>
      applyTransition(context, { entity, id: String(made), name, reason: "加急订单，按加急单下达" });
    const buyer = (hour: number) => this.pen.context(this.pen.moment(day, hour), supplier.buyer.actor);
    await step(buyer(16), "submit");
    await step(buyer(17), "release");
    const context = this.pen.context(this.pen.moment(addDays(day, 1), 9), supplier.actor);
    await applyTransition(context, { entity, id: String(made), name: "confirm" });
  }
}

/** Lines of orders in some states, the first of each order, with their suppliers. */
async function origins(
  pen: DemoPen,
  suppliers: readonly DemoSupplier[],
  states: readonly string[],
): Promise<(Origin & { ordered: string })[]> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    ORDER,
    ["id", "number", "supplier_id", "order_date"],
    [where.oneOf("state", states), where.set("released_at")],
  );
  const lines = await unscopedLines(context, {
    entityKey: ORDER,
    lines: "items",
    columns: ["id", "root_id", "line_no", "material_id", "qty", "confirm_date"],
    where: [
      where.oneOf(
        "root_id",
        orders.map(({ id }) => id),
      ),
      where.eq("line_no", 10),
    ],
  });
  return orders
    .toSorted((a, b) => (String(a.number) < String(b.number) ? -1 : 1))
    .flatMap((order) => {
      const line = lines.find(({ root_id }) => root_id === order.id);
      const supplier = suppliers.find(({ id }) => id === order.supplier_id);
      return line && supplier
        ? [
            {
              order: order.id,
              ordered: order.order_date,
              line: line.id,
              material: line.material_id,
              qty: line.qty,
              due: line.confirm_date,
              supplier,
            },
          ]
        : [];
    });
}

/** Rushes in every state: of the orders that are open, and urgent orders of the past eighteen months. Before goods are received. */
export async function demoRushes(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const rushes = new Rushes(pen);
  const open = await origins(pen, suppliers, ["confirmed"]);
  for (const story of FORWARD) {
    const day = pen.daysAgo(story.days);
    const fits = ({ ordered, due }: (typeof open)[number]) =>
      due !== null && addDays(ordered, 4) <= day && addDays(day, 5) <= due;
    await first(rushes, story, open, fits);
  }
  const past = (await origins(pen, suppliers, ["closed", "confirmed"])).map((one) => ({ ...one, due: null }));
  for (const story of INSERTED)
    await first(rushes, story, past, ({ ordered }) => addDays(ordered, 5) <= pen.daysAgo(story.days));
}

/** Tells a story of the first line that fits and against which nothing speaks; each line once. */
async function first<O extends Origin>(
  rushes: Rushes,
  story: Story,
  among: O[],
  fits: (origin: O) => boolean,
): Promise<void> {
  for (const origin of among.filter(fits)) {
    among.splice(among.indexOf(origin), 1);
    try {
      return await rushes.tell(story, origin);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
    }
  }
}
