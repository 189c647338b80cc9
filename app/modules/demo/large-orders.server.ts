import type { Actor } from "~/engine/context.server";
import type { DemoSupplier } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays } from "~/shared/calendar";
import type { DemoWriter } from "./demo-writer.server";
import { type DemoMaterial, orderable } from "./goods.server";
import { FACTORIES, GROUPS, type Organisation } from "./organisation.server";
import type { Staff } from "./staff.server";

const ORDER = "purchase-orders/purchase-order";

/** Orders above what the flow of the demo lets through: one was agreed to, two wait for the manager, the urgent one for the leader. */
const LARGE = [
  { daysAgo: 4, amount: 620_000, agreed: true, urgent: false },
  { daysAgo: 1, amount: 860_000, agreed: false, urgent: false },
  { daysAgo: 0, amount: 545_000, agreed: false, urgent: false },
  { daysAgo: 1, amount: 1_260_000, agreed: true, urgent: true },
];

/** Large orders, some of which wait for an approval. After the flows of approval. */
export async function loadLargeOrders(
  writer: DemoWriter,
  organisation: Organisation,
  { buyers, manager }: Staff,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const materials = await orderable(writer);
  const [buyer] = buyers;
  const own = suppliers.filter((one) => one.isAdmitted && one.buyer === buyer);
  for (const [position, { daysAgo, amount, agreed, urgent }] of LARGE.entries()) {
    const supplier = own[position * 2];
    const material = materials.find((one) => one.type === supplier?.type);
    if (!buyer || !supplier || !material) throw new Error("the demo has no supplier for a large order");
    const decider = agreed ? manager : null;
    await largeOrder(writer, organisation, { daysAgo, amount, urgent, supplier, material, decider });
  }
}

async function largeOrder(
  writer: DemoWriter,
  organisation: Organisation,
  wanted: {
    daysAgo: number;
    amount: number;
    urgent: boolean;
    supplier: DemoSupplier;
    material: DemoMaterial;
    decider: Actor | null;
  },
): Promise<void> {
  const { supplier, material, decider } = wanted;
  const day = writer.daysAgo(wanted.daysAgo);
  const factory = FACTORIES.find((one) => supplier.buyer.factories.includes(one.code));
  const { actor } = supplier.buyer;
  const { id } = await writer.create(writer.context(writer.moment(day, 9, 10), actor), ORDER, {
    order_type: "standard",
    supplier_id: supplier.id,
    company_id: organisation.companies.get(factory?.company ?? ""),
    factory_id: organisation.factories.get(factory?.code ?? ""),
    purchase_org_id: organisation.orgs.get(GROUPS.find((one) => one.code === supplier.group)?.org ?? ""),
    purchase_group_id: organisation.groups.get(supplier.group),
    order_date: day,
    payment_term: supplier.paymentTerm,
    urgent: wanted.urgent ? "1" : "0",
    remark: "旺季备货。",
    items: [
      {
        material_id: material.id,
        qty: String(Math.ceil(wanted.amount / material.price)),
        price: material.price.toFixed(2),
        required_date: addDays(day, 21),
      },
    ],
  });
  const entity = writer.services.registry.entity(ORDER);
  await applyTransition(writer.context(writer.moment(day, 9, 30), actor), {
    entity,
    id,
    name: "submit",
    reason: "旺季备货，数量已与计划员核对。",
  });
  if (!decider) return;
  await applyTransition(writer.context(writer.moment(day, 15, 5), decider), {
    entity,
    id,
    name: "approve",
    reason: "同意，分批到货。",
  });
}
