import { type DemoBuyer, type DemoSupplier, inventedCreditCode, inventedPhone } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";
import { addAccount } from "~/engine/session/account.server";
import { loadActor } from "~/engine/session/actor.server";
import { hashPassword } from "~/engine/session/password.server";
import { GROUP_OF_TYPE } from "../master-data/material/material.demo";
import { DEMO_PASSWORD } from "./accounts";
import type { DemoWriter } from "./demo-writer.server";
import type { Organisation } from "./organisation.server";
import { CITIES, type City } from "./places";
import type { Staff } from "./staff.server";
import { classOf, inventedName, SUPPLIERS, type SupplierIdea } from "./suppliers";

const TERMS = ["d30", "d60", "d30", "d90", "cod", "d30"] as const;
const ADMITTED = ["trial", "qualified", "preferred"];

/** Works for the first supplier beside its administrator, with fewer rights. */
const COLLEAGUE = { account: "supplieruser1", name: "谢敏", seat: 820 };

/** Suppliers with contacts, each with an account of its own; only supplier1, its colleague and supplier2 have a password. */
export async function loadSuppliers(
  writer: DemoWriter,
  organisation: Organisation,
  { buyers }: Staff,
): Promise<DemoSupplier[]> {
  const plans = SUPPLIERS.map((idea, index) => planOf(idea, index, buyers));
  const ids: string[] = [];
  const start = writer.context(writer.moment(writer.daysAgo(780), 9));
  await writer.together(start, async () => {
    for (const [index, plan] of plans.entries()) {
      const at = writer.moment(writer.daysAgo(780 - index * 3), 9 + (index % 8), (index * 13) % 60);
      const { idea, buyer, ...values } = plan;
      const record = {
        ...values.record,
        supplier_class_id: organisation.supplierClasses.get(classOf(idea.type)),
        buyer_id: buyer.actor.id,
      };
      const saved = await writer.create(writer.context(at), "supplier-management/supplier", record, {
        stage: idea.stage,
      });
      ids.push(saved.id);
    }
  });
  const accounts = await addAccounts(writer, plans, ids);
  const suppliers: DemoSupplier[] = [];
  for (const [index, { idea, buyer, group, record }] of plans.entries()) {
    suppliers.push({
      id: ids[index] ?? "",
      name: record.name,
      type: idea.type,
      group,
      isAdmitted: ADMITTED.includes(idea.stage),
      paymentTerm: record.payment_term,
      buyer,
      actor: await loadActor(writer.services, accounts[index] ?? ""),
    });
  }
  return suppliers;
}

function planOf(idea: SupplierIdea, index: number, buyers: readonly DemoBuyer[]) {
  const city = CITIES[idea.city] ?? CITIES[0];
  const group = GROUP_OF_TYPE[idea.type] ?? "";
  const buyer = buyers.find((one) => one.groups.includes(group));
  if (!buyer) throw new Error(`nobody buys ${idea.type}`);
  return { idea, group, buyer, record: recordOf(idea, index, city) };
}

function recordOf(idea: SupplierIdea, index: number, city: City) {
  const place = city.name.slice(0, -1);
  const form = idea.kind === "origin_coop" ? "农民专业合作社" : "有限公司";
  const contact = (offset: number, duty: string, isPrimary = false) => ({
    name: inventedName(index * 3 + offset),
    duty,
    phone: inventedPhone(index * 3 + offset),
    email: `${duty}.gys${String(index + 1).padStart(3, "0")}@example.com`,
    is_primary: isPrimary,
  });
  return {
    name: `${place}${idea.brand}${idea.trade}${form}`,
    short_name: idea.brand,
    uscc: inventedCreditCode(index + 1, city.region),
    supplier_type: idea.kind,
    region: `${city.province}${city.name}`,
    registered_address: `${city.province}${city.name}示范工业园${index + 1}号`,
    taxpayer_type: idea.kind === "origin_coop" ? "exempt" : index % 9 === 8 ? "small" : "general",
    currency: "CNY",
    payment_term: TERMS[index % TERMS.length] ?? "d30",
    contacts: [
      contact(1, "business", true),
      contact(2, "quality"),
      ...(index % 3 === 0 ? [contact(3, "finance")] : []),
    ],
  };
}

async function addAccounts(
  writer: DemoWriter,
  plans: readonly ReturnType<typeof planOf>[],
  supplierIds: readonly string[],
): Promise<string[]> {
  const { services } = writer;
  const known = [await hashPassword(DEMO_PASSWORD), await hashPassword(DEMO_PASSWORD)];
  return services.database.transaction({ role: "owner" }, async () => {
    const ids: string[] = [];
    for (const [index, { record }] of plans.entries()) {
      const id = services.newId();
      const [contact] = record.contacts;
      const passwordHash = known[index] ?? null;
      await addAccount(services, {
        id,
        account: passwordHash ? `supplier${index + 1}` : `gys${String(index + 1).padStart(6, "0")}`,
        name: contact?.name ?? record.short_name,
        userType: "supplier",
        supplierId: supplierIds[index] ?? "",
        email: contact?.email ?? null,
        phone: contact?.phone ?? null,
        passwordHash,
        mustChangePassword: false,
        roles: ["supplier_admin"],
        scopes: { factory: [], purchase_group: [], material_type: [] },
        at: writer.moment(writer.daysAgo(590), 9).toISOString(),
      });
      ids.push(id);
    }
    await addAccount(services, {
      id: services.newId(),
      account: COLLEAGUE.account,
      name: COLLEAGUE.name,
      userType: "supplier",
      supplierId: supplierIds[0] ?? "",
      email: `${COLLEAGUE.account}@example.com`,
      phone: inventedPhone(COLLEAGUE.seat),
      passwordHash: await hashPassword(DEMO_PASSWORD),
      mustChangePassword: false,
      roles: ["supplier_user"],
      scopes: { factory: [], purchase_group: [], material_type: [] },
      at: writer.moment(writer.daysAgo(400), 9).toISOString(),
    });
    return ids;
  });
}

/** The second supplier, which has an account to look at, is asked to complete its file. */
export async function askToComplete(writer: DemoWriter, [, second]: readonly DemoSupplier[]): Promise<void> {
  if (!second) return;
  await applyTransition(writer.context(writer.moment(writer.daysAgo(1), 10)), {
    entity: writer.screen("supplier-management/supplier").entity,
    id: second.id,
    name: "invite_supplement",
    input: { due: writer.daysAgo(-14), note: "请补传最近一年的厂区平面图。" },
  });
}
