import type { Actor } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import type { DemoPen, DemoRandom, DemoSupplier } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays, dayOf } from "~/shared/calendar";
import { type PlannedContract, planContracts } from "./contract-plan.demo";

const KEY = "contract-management/contract";
const DAYS: Readonly<Record<DemoSupplier["paymentTerm"], number>> = { cod: 0, d30: 30, d60: 60, d90: 90 };

interface MadeContract {
  id: string;
  plan: PlannedContract;
}

/** Yearly contracts in every state, drawn up by the buyer in charge of the supplier. */
export async function demoContracts(pen: DemoPen): Promise<void> {
  const { suppliers } = pen;
  const entity = pen.services.registry.entity(KEY);
  const random = pen.random(20_260_301);
  const plans = planContracts(
    suppliers.map(({ isAdmitted, buyer }) => ({ isAdmitted, servesSecondCompany: buyer.factories.includes("2010") })),
    pen.today,
    random,
  );
  const made: MadeContract[] = [];
  for (const account of ["buyer1", "buyer2"]) {
    const buyer = await pen.person(account);
    const own = plans.filter((plan) => suppliers[plan.supplier]?.buyer.actor.id === buyer.id);
    await pen.together(pen.context(pen.now, buyer), async () => {
      for (const plan of own.sort((a, b) => (a.start < b.start ? -1 : 1))) {
        const supplier = suppliers[plan.supplier];
        if (supplier) made.push({ id: await makeContract(pen, { supplier, plan, random }), plan });
      }
    });
  }
  await letTimePass(pen, entity, made);
  await terminate(pen, entity, await pen.person("manager1"), made);
}

async function makeContract(
  pen: DemoPen,
  { supplier, plan, random }: { supplier: DemoSupplier; plan: PlannedContract; random: DemoRandom },
): Promise<string> {
  const { actor } = supplier.buyer;
  const isPackaging = supplier.type.startsWith("B");
  const at = (days: number, hour: number) => pen.moment(addDays(plan.start, days), hour, random.whole(0, 59));
  const drawnUp = earlier(at(-25, 10), pen.moment(pen.daysAgo(3), 10));
  const { id } = await pen.create(pen.context(drawnUp, actor), KEY, {
    title: `${plan.start.slice(0, 4)}年度${isPackaging ? "包装" : ""}采购框架合同`,
    contract_type: isPackaging ? "packaging" : "framework",
    company_id: await pen.idOf("master-data/company", plan.company),
    supplier_id: supplier.id,
    purchase_org_id: await pen.idOf("master-data/purchase-org", "P100"),
    start_date: plan.start,
    end_date: plan.end,
    amount_mode: random.percent(70) ? "ceiling" : "open",
    total_amount: String(random.whole(8, 90) * 100_000),
    tax_rate: "13",
    payment_term_days: DAYS[supplier.paymentTerm],
    remark: "演示数据，内容均为虚构。",
  });
  const entity = pen.services.registry.entity(KEY);
  if (plan.fate === "draft") return id;
  const later = earlier(at(-8, 15), pen.moment(pen.daysAgo(1), 15));
  const context = pen.context(later, actor);
  if (plan.fate === "voided") await applyTransition(context, { entity, id, name: "void" });
  else {
    const signed_on = dayOf(earlier(at(-10, 9), pen.moment(pen.daysAgo(2), 9)));
    await applyTransition(context, { entity, id, name: "sign_offline", input: { signed_on } });
  }
  return id;
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

/** What the calendar does to signed contracts: the daily check, run on the days that mattered. */
async function letTimePass(pen: DemoPen, entity: AnyEntity, made: readonly MadeContract[]): Promise<void> {
  await pen.together(pen.context(pen.now), async () => {
    for (const { id, plan } of made) {
      if (!["effective", "expired", "terminated"].includes(plan.fate)) continue;
      await applyTransition(pen.context(pen.moment(plan.start, 1)), { entity, id, name: "activate" });
      if (plan.fate !== "expired") continue;
      await applyTransition(pen.context(pen.moment(addDays(plan.end, 1), 1)), { entity, id, name: "expire" });
    }
  });
}

async function terminate(
  pen: DemoPen,
  entity: AnyEntity,
  manager: Actor,
  made: readonly MadeContract[],
): Promise<void> {
  const context = pen.context(pen.moment(pen.daysAgo(20), 16), manager);
  await pen.together(context, async () => {
    for (const { id } of made.filter((one) => one.plan.fate === "terminated")) {
      await applyTransition(context, {
        entity,
        id,
        name: "terminate",
        reason: "连续两个季度交货不及时，双方协商终止。",
      });
    }
  });
}
