import type { DemoPen } from "~/engine/entity/seed";
import { AppError } from "~/engine/errors";
import { convert } from "~/engine/operations/conversion.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { addMonths } from "~/shared/calendar";
import { where } from "~/shared/condition";
import { decimal, roundPrice } from "~/shared/decimal";

const PLAN = "purchase-management/purchase-plan-apply";
const RFQ = "purchase-management/rfq";
const MOST_MATERIALS = 4;

type Fate = "draft" | "in_approval" | "rejected" | "approved" | "sourcing" | "stopped" | "closed";

interface Story {
  fate: Fate;
  title: string;
  kind: "year" | "quarter" | "month" | "season" | "extra";
  /** Begins so many months from now, and lasts so many. */
  starts: number;
  months: number;
  /** Written so many days ago. */
  days: number;
  season?: string;
}

const STORIES: readonly Story[] = [
  { fate: "closed", title: "上季度原料采购计划", kind: "quarter", starts: -3, months: 3, days: 110 },
  { fate: "stopped", title: "本季度原料采购计划", kind: "quarter", starts: 0, months: 3, days: 25 },
  { fate: "sourcing", title: "下季度原料采购计划", kind: "quarter", starts: 3, months: 3, days: 12 },
  { fate: "approved", title: "节日备货追加计划", kind: "extra", starts: 6, months: 1, days: 6 },
  {
    fate: "in_approval",
    title: "新产季原料采购计划",
    kind: "season",
    starts: 8,
    months: 2,
    days: 2,
    season: "新季秋收",
  },
  { fate: "rejected", title: "下半年包材采购计划", kind: "month", starts: 7, months: 1, days: 9 },
  { fate: "draft", title: "明年原料采购计划", kind: "year", starts: 12, months: 2, days: 0 },
];

interface Ground {
  company_id: string;
  factory_id: string;
  lines: { material_id: string; uom: string; price: string }[];
}

/** The factory that orders most, with materials that have a price. */
async function groundOf(pen: DemoPen): Promise<Ground | null> {
  const context = pen.context(pen.now);
  const orders = await unscopedRows(
    context,
    "purchase-orders/purchase-order",
    ["company_id", "factory_id"],
    [where.set("released_at")],
  );
  const counts = new Map<string, number>();
  for (const { factory_id } of orders) counts.set(factory_id, (counts.get(factory_id) ?? 0) + 1);
  const [factoryId] = [...counts].sort(([a, one], [b, other]) => other - one || a.localeCompare(b))[0] ?? [];
  const order = orders.find(({ factory_id }) => factory_id === factoryId);
  if (!order) return null;
  const prices = await unscopedRows(
    context,
    "base-data/price-data",
    ["material_id", "uom", "price"],
    [where.eq("company_id", order.company_id), where.eq("currency", "CNY"), where.empty("closed_on")],
  );
  const sorted = prices.sort((a, b) => a.material_id.localeCompare(b.material_id));
  const lines = sorted.filter(
    ({ material_id }, at) => sorted.findIndex((one) => one.material_id === material_id) === at,
  );
  return lines.length === 0 ? null : { ...order, lines: lines.slice(0, MOST_MATERIALS) };
}

class Plans {
  constructor(
    private readonly pen: DemoPen,
    private readonly ground: Ground,
  ) {}

  private async as(account: string, days: number, hour: number) {
    const { pen } = this;
    return pen.context(pen.moment(pen.daysAgo(Math.max(0, days)), hour), await pen.person(account));
  }

  private async move(id: string, name: string, more: { account: string; days: number; hour: number; reason?: string }) {
    const { account, days, hour, reason } = more;
    const entity = this.pen.screen(PLAN).entity;
    const said = reason === undefined ? {} : { reason };
    return applyTransition(await this.as(account, days, hour), { entity, id, name, ...said });
  }

  private async draft({ title, kind, starts, months, days, season }: Story): Promise<string> {
    const { pen, ground } = this;
    const begin = `${pen.today.slice(0, 7)}-01`;
    const wanted = Array.from({ length: months }, (_, at) => addMonths(begin, starts + at).slice(0, 7));
    const [from = "", to = wanted[0] ?? ""] = [wanted[0], wanted.at(-1)];
    const { id } = await pen.create(await this.as("planner1", days, 9), PLAN, {
      ...{ title, plan_kind: kind, fiscal_year: from.slice(0, 4), season: season ?? null, route: "rfq" },
      ...{ company_id: ground.company_id, factory_id: ground.factory_id, period_from: from, period_to: to },
      reason: "按销售预测和库存目标编制",
      items: ground.lines.flatMap(({ material_id, uom, price }, at) =>
        wanted.map((month, place) => ({
          ...{ material_id, month, uom, qty: String((at + 1) * 800 + place * 100) },
          budget_price: roundPrice(decimal(price).times("1.02")),
          note: "按近期行情预计",
        })),
      ),
    });
    return id;
  }

  private async firstLines(id: string): Promise<{ id: string; qty: string }[]> {
    const entity = this.pen.screen(PLAN).entity;
    const { record } = await openRecord(this.pen.context(this.pen.now), { entity, id });
    return linesOf(record, "items").map((line) => ({ id: line.id, qty: String(line.qty) }));
  }

  async tell(story: Story): Promise<void> {
    const { fate, days } = story;
    const id = await this.draft(story);
    if (fate === "draft") return;
    await this.move(id, "submit", { account: "planner1", days, hour: 10, reason: "与上期计划分开执行" });
    if (fate === "in_approval") return;
    const decision = { account: "manager1", days: days - 1, hour: 14 };
    if (fate === "rejected") {
      await this.move(id, "reject", { ...decision, reason: "与年度合同重复，请核减数量" });
      return;
    }
    const { state } = await this.move(id, "approve", { ...decision, reason: "同意" });
    if (state === "in_approval")
      await this.move(id, "approve", { account: "leader1", days: days - 1, hour: 16, reason: "同意" });
    if (fate === "sourcing") await this.inquire(id, days - 2);
    if (fate === "stopped") await this.stop(id, days - 5);
    if (fate === "closed")
      await this.move(id, "close", { account: "manager1", days: 15, hour: 11, reason: "季度结束，余量转入下季度计划" });
  }

  /** Half of the lines become the draft of an inquiry, by a buyer who sees the factory. */
  private async inquire(id: string, days: number): Promise<void> {
    const lines = await this.firstLines(id);
    const rows = lines.slice(0, Math.ceil(lines.length / 2)).map((line) => ({ line: line.id, quantity: line.qty }));
    for (const account of ["buyer1", "buyer2"]) {
      try {
        await convert(await this.as(account, days, 10), { screen: this.pen.screen(RFQ), name: "from_plan", rows });
        return;
      } catch (error) {
        // Another buyer's factory.
        if (!(error instanceof AppError)) throw error;
      }
    }
  }

  private async stop(id: string, days: number): Promise<void> {
    const last = (await this.firstLines(id)).at(-1);
    if (!last) return;
    await applyTransition(await this.as("planner1", days, 15), {
      ...{ entity: this.pen.screen(PLAN).entity, id, name: "stop_line", reason: "产品停产，不再采购" },
      lineInput: { [last.id]: { chosen: "1" } },
    });
  }
}

/** Purchase plans in every state: one is being asked for, of one a line was stopped. */
export async function demoPurchasePlans(pen: DemoPen): Promise<void> {
  const ground = await groundOf(pen);
  if (!ground) return;
  const plans = new Plans(pen, ground);
  for (const story of STORIES) {
    try {
      await plans.tell(story);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      pen.services.log.warn({ story: story.title, reason: error.message }, "a plan of the demo was refused");
    }
  }
}
