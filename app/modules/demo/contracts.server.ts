import type { Actor } from "~/engine/context.server";
import type { AnyEntity } from "~/engine/entity";
import { applyTransition } from "~/engine/operations/transition.server";
import { addDays, dayOf } from "~/shared/calendar";
import { type PlannedContract, planContracts } from "./contract-plan";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { Random } from "./random";
import type { Staff } from "./staff.server";
import type { DemoSupplier } from "./suppliers.server";

const KEY = "contract-management/contract";
const DAYS: Readonly<Record<DemoSupplier["paymentTerm"], number>> = { cod: 0, d30: 30, d60: 60, d90: 90 };

interface MadeContract {
  id: string;
  plan: PlannedContract;
}

/** Yearly contracts in every state, drawn up by the buyer in charge of the supplier. */
export async function loadContracts(
  writer: DemoWriter,
  organisation: Organisation,
  staff: Staff,
  suppliers: readonly DemoSupplier[],
): Promise<void> {
  const entity = writer.services.registry.entity(KEY);
  const random = new Random(20_260_301);
  const plans = planContracts(
    suppliers.map(({ isAdmitted, buyer }) => ({ isAdmitted, servesSecondCompany: buyer.factories.includes("2010") })),
    writer.today,
    random,
  );
  const made: MadeContract[] = [];
  for (const buyer of staff.buyers) {
    const own = plans.filter((plan) => suppliers[plan.supplier]?.buyer === buyer);
    await writer.together(writer.context(writer.now, buyer.actor), async () => {
      for (const plan of own.sort((a, b) => (a.start < b.start ? -1 : 1))) {
        const supplier = suppliers[plan.supplier];
        if (supplier) made.push({ id: await makeContract(writer, { organisation, supplier, plan, random }), plan });
      }
    });
  }
  await letTimePass(writer, entity, made);
  await terminate(writer, entity, staff.manager, made);
}

async function makeContract(
  writer: DemoWriter,
  {
    organisation,
    supplier,
    plan,
    random,
  }: { organisation: Organisation; supplier: DemoSupplier; plan: PlannedContract; random: Random },
): Promise<string> {
  const { actor } = supplier.buyer;
  const isPackaging = supplier.type.startsWith("B");
  const at = (days: number, hour: number) => writer.moment(addDays(plan.start, days), hour, random.whole(0, 59));
  const drawnUp = earlier(at(-25, 10), writer.moment(writer.daysAgo(3), 10));
  const { id } = await writer.create(writer.context(drawnUp, actor), KEY, {
    title: `${plan.start.slice(0, 4)}年度${isPackaging ? "包装" : ""}采购框架合同`,
    contract_type: isPackaging ? "packaging" : "framework",
    company_id: organisation.companies.get(plan.company),
    supplier_id: supplier.id,
    purchase_org_id: organisation.orgs.get("P100"),
    start_date: plan.start,
    end_date: plan.end,
    amount_mode: random.percent(70) ? "ceiling" : "open",
    total_amount: String(random.whole(8, 90) * 100_000),
    tax_rate: "13",
    payment_term_days: DAYS[supplier.paymentTerm],
    remark: "演示数据，内容均为虚构。",
  });
  const entity = writer.services.registry.entity(KEY);
  if (plan.fate === "draft") return id;
  const later = earlier(at(-8, 15), writer.moment(writer.daysAgo(1), 15));
  const context = writer.context(later, actor);
  if (plan.fate === "voided") await applyTransition(context, { entity, id, name: "void" });
  else {
    const signed_on = dayOf(earlier(at(-10, 9), writer.moment(writer.daysAgo(2), 9)));
    await applyTransition(context, { entity, id, name: "sign_offline", input: { signed_on } });
  }
  return id;
}

function earlier(one: Date, other: Date): Date {
  return one.getTime() < other.getTime() ? one : other;
}

/** What the calendar does to signed contracts: the daily check, run on the days that mattered. */
async function letTimePass(writer: DemoWriter, entity: AnyEntity, made: readonly MadeContract[]): Promise<void> {
  await writer.together(writer.context(writer.now), async () => {
    for (const { id, plan } of made) {
      if (!["effective", "expired", "terminated"].includes(plan.fate)) continue;
      await applyTransition(writer.context(writer.moment(plan.start, 1)), { entity, id, name: "activate" });
      if (plan.fate !== "expired") continue;
      await applyTransition(writer.context(writer.moment(addDays(plan.end, 1), 1)), { entity, id, name: "expire" });
    }
  });
}

async function terminate(
  writer: DemoWriter,
  entity: AnyEntity,
  manager: Actor,
  made: readonly MadeContract[],
): Promise<void> {
  const context = writer.context(writer.moment(writer.daysAgo(20), 16), manager);
  await writer.together(context, async () => {
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
