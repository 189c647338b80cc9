import type { DemoPen } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const ACCOUNT = "supplier-management/supplier-bank-account";

/** Accounts that were confirmed long ago, and one that waits for somebody to call back. */
export async function demoBankAccounts(pen: DemoPen): Promise<void> {
  const suppliers = pen.suppliers.filter(({ isAdmitted }) => isAdmitted).slice(0, 4);
  const finance = await pen.person("finance1");
  for (const [index, supplier] of suppliers.entries()) {
    const isNew = index === suppliers.length - 1;
    const day = pen.daysAgo(isNew ? 1 : 700 - index * 9);
    const by = isNew ? finance : undefined;
    const { id } = await pen.create(pen.context(pen.moment(day, 10), by), ACCOUNT, {
      supplier_id: supplier.id,
      bank_name: `${supplier.name.slice(0, 2)}农村商业银行（虚构）营业部`,
      cnaps: `9990000${String(10001 + index)}`,
      account_name: supplier.name,
      account_no: `99990000${String(1000200 + index * 37)}${String(3000 + index * 171)}`,
    });
    if (isNew) continue;
    await applyTransition(pen.context(pen.moment(day, 16), finance), {
      entity: pen.screen(ACCOUNT).entity,
      id,
      name: "confirm",
      reason: "已致电预留联系人核实，与开户证明一致。",
    });
  }
}
