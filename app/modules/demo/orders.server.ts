import type { Actor, Context } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import type { DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { linesOf } from "~/engine/operations/records.server";
import { readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays, daysBetween } from "~/shared/calendar";
import type { DemoWriter } from "./demo-writer.server";
import { type DemoMaterial, orderable } from "./goods.server";
import { type PlannedOrder, type PlannedStep, planOrders } from "./order-plan";
import { FACTORIES, GROUPS, type Organisation } from "./organisation.server";

const KEY = "purchase-orders/purchase-order";

/** Quantities are multiples of these. */
const STEPS: Readonly<Record<DemoMaterial["uom"], number>> = { kg: 25, t: 1, pcs: 500, box: 5, roll: 10, set: 1_000 };
/** Taxed amount of an order line in yuan. */
const SMALLEST = 3_000;
const LARGEST = 180_000;
/** From this price on, things are ordered singly. */
const DEAR = 100;

interface RunningOrder {
  plan: PlannedOrder;
  supplier: DemoSupplier;
  id: string;
  /** Something was found when it was saved; releasing it takes a reason. */
  hasWarnings: boolean;
}

/**
 * Three hundred orders through the operations of buyers and suppliers. All first steps come first, then all second
 * ones and so on: within a round the work of one person shares a transaction.
 */
export async function loadOrders(
  writer: DemoWriter,
  organisation: Organisation,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const materials = await orderable(writer);
  const random = writer.random(20_260_718);
  const entity = writer.services.registry.entity(KEY);
  const open = suppliers.filter((supplier) => supplier.isAdmitted);
  const plans = planOrders(open.length, writer.today, random);
  const running: RunningOrder[] = [];
  await inTurns(
    writer,
    plans,
    (plan) => supplierAt(open, plan).buyer.actor,
    async (plan, actor) => {
      const supplier = supplierAt(open, plan);
      const at = writer.moment(plan.orderDate, random.whole(8, 10), random.whole(0, 59));
      const values = orderValues({ organisation, supplier, plan, materials, random });
      const saved = await writer.create(writer.context(at, actor), KEY, values);
      running.push({ plan, supplier, id: saved.id, hasWarnings: saved.warnings.length > 0 });
    },
  );
  const rounds = Math.max(...plans.map((plan) => plan.steps.length));
  for (let round = 0; round < rounds; round += 1) {
    const due = running.flatMap((order) => {
      const step = order.plan.steps[round];
      return step ? [{ order, step }] : [];
    });
    await inTurns(
      writer,
      due,
      ({ order, step }) => (step.by === "buyer" ? order.supplier.buyer.actor : order.supplier.actor),
      async ({ order, step }, actor) => {
        const at = writer.moment(addDays(order.plan.orderDate, step.after), 11 + round, random.whole(0, 59));
        await take(writer.context(at, actor), entity, order, step);
      },
    );
  }
}

/** Work of many people, each person's share in one transaction. */
async function inTurns<T>(
  writer: DemoWriter,
  list: readonly T[],
  actorOf: (one: T) => Actor,
  work: (one: T, actor: Actor) => Promise<void>,
): Promise<void> {
  const shares = new Map<Actor, T[]>();
  for (const one of list) shares.set(actorOf(one), [...(shares.get(actorOf(one)) ?? []), one]);
  for (const [actor, share] of shares) {
    await writer.together(writer.context(writer.now, actor), async () => {
      for (const one of share) await work(one, actor);
    });
  }
}

function supplierAt(suppliers: readonly DemoSupplier[], plan: PlannedOrder): DemoSupplier {
  const supplier = suppliers[plan.supplier];
  if (!supplier) throw new Error("the plan names a supplier that does not exist");
  return supplier;
}

function orderValues({
  organisation,
  supplier,
  plan,
  materials,
  random,
}: {
  organisation: Organisation;
  supplier: DemoSupplier;
  plan: PlannedOrder;
  materials: readonly DemoMaterial[];
  random: DemoRandom;
}): Record<string, unknown> {
  const group = GROUPS.find((one) => one.code === supplier.group);
  const factories = FACTORIES.filter((one) => supplier.buyer.factories.includes(one.code));
  // Most orders go to the first company, which nearly all contracts are with.
  const factory = random.percent(75) ? factories[0] : random.pick(factories);
  const chosen = random.some(
    materials.filter((one) => one.type === supplier.type),
    plan.type === "sample" ? 1 : random.whole(1, 4),
  );
  // What is ordered together is wanted on one day.
  const usual = plan.urgent ? random.whole(3, 6) : random.whole(7, 30);
  const lead = plan.wanted ? daysBetween(plan.orderDate, plan.wanted) : usual;
  return {
    order_type: plan.type,
    supplier_id: supplier.id,
    company_id: organisation.companies.get(factory?.company ?? ""),
    factory_id: organisation.factories.get(factory?.code ?? ""),
    purchase_org_id: organisation.orgs.get(group?.org ?? ""),
    purchase_group_id: organisation.groups.get(supplier.group),
    order_date: plan.orderDate,
    payment_term: supplier.paymentTerm,
    urgent: plan.urgent,
    remark: random.percent(15) ? "请随车附带检验报告和送货单。" : null,
    items: chosen.map((material) => lineOf(material, { plan, lead, random })),
  };
}

function lineOf(
  material: DemoMaterial,
  { plan, lead, random }: { plan: PlannedOrder; lead: number; random: DemoRandom },
): Record<string, unknown> {
  // A supplier sells a kind of goods at one price.
  const price = material.price * (0.94 + usualShare(plan.supplier, material.price));
  const step = price >= DEAR ? 1 : STEPS[material.uom];
  const steps = plan.type === "sample" ? 1 : Math.max(1, Math.round(random.whole(SMALLEST, LARGEST) / price / step));
  return {
    material_id: material.id,
    qty: String(steps * step),
    price: price.toFixed(price < 10 ? 4 : 2),
    required_date: addDays(plan.orderDate, lead),
    ...(random.percent(15) && steps > 1 ? { schedules: inTwoParts(plan.orderDate, lead, steps, step) } : {}),
  };
}

/** How dear a supplier is among those of a material: 0 to 0.12, the same at each order. */
function usualShare(supplier: number, usual: number): number {
  return ((supplier * 31 + Math.round(usual * 100)) % 13) / 100;
}

/** A larger part first, up to a week before the rest. */
function inTwoParts(orderDate: string, lead: number, steps: number, step: number): Record<string, unknown>[] {
  const early = Math.ceil(steps / 2);
  return [
    { plan_qty: String(early * step), plan_date: addDays(orderDate, Math.max(2, lead - 7)) },
    { plan_qty: String((steps - early) * step), plan_date: addDays(orderDate, lead) },
  ];
}

async function take(context: Context, entity: AnyEntity, order: RunningOrder, step: PlannedStep): Promise<void> {
  const { id, hasWarnings } = order;
  const reason = step.name === "release" && hasWarnings ? "合同续签办理中，生产急需，先行下达。" : step.reason;
  await applyTransition(context, {
    entity,
    id,
    name: step.name,
    ...(reason ? { reason } : {}),
    ...(step.change ? { lineInput: await requests(context, id, step.change) } : {}),
    ...(step.chooses ? { lineInput: await firstLine(context, id) } : {}),
  });
}

/** Ticks the first line of an order that is still open. */
async function firstLine(context: Context, id: string): Promise<Record<string, Record<string, string>>> {
  const line = linesOf(await orderOf(context, id), "items").find((one) => one.line_status === "open");
  return line ? { [line.id]: { chosen: "1" } } : {};
}

async function orderOf(context: Context, id: string) {
  const screen = context.services.registry.mainScreen(KEY);
  return (await readRecord(context, screen, id)).record;
}

/** What is typed into the page of a proposal: other days, and another quantity on the first line. */
async function requests(
  context: Context,
  id: string,
  change: NonNullable<PlannedStep["change"]>,
): Promise<Record<string, Record<string, string>>> {
  const record = await orderOf(context, id);
  return Object.fromEntries(
    linesOf(record, "items").flatMap((line, index) =>
      linesOf(line, "schedules").map((delivery) => {
        const planned = Number(delivery.plan_qty);
        const qty = index === 0 ? Math.max(1, Math.round(planned * change.share)) : planned;
        return [delivery.id, { plan_qty: String(qty), plan_date: addDays(String(delivery.plan_date), change.days) }];
      }),
    ),
  );
}
