import type { DemoPen, DemoSupplier } from "~/engine/entity/seed";
import { applyTransition } from "~/engine/operations/transition.server";

const ACCOUNT = "supplier-management/supplier-bank-account";

/** Accounts that were confirmed long ago, one of which is out of use since, and one that waits for somebody to call back. */
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
  const [first] = suppliers;
  if (first) await closedAccount(pen, first);
}

/** A second account that its supplier has given up. */
async function closedAccount(pen: DemoPen, supplier: DemoSupplier): Promise<void> {
  const { entity } = pen.screen(ACCOUNT);
  const lead = await pen.person("financelead1");
  const finance = await pen.person("finance1");
  const { id } = await pen.create(pen.context(pen.moment(pen.daysAgo(420), 10), lead), ACCOUNT, {
    supplier_id: supplier.id,
    bank_name: `${supplier.name.slice(0, 2)}商业银行（虚构）开发区支行`,
    cnaps: "999000020001",
    account_name: supplier.name,
    account_no: "9999000020012004117",
  });
  for (const [days, name, reason] of [
    [419, "confirm", "已致电预留联系人核实，与开户证明一致。"],
    [64, "disable", "供应商来函：该账户已销户，货款统一付至基本户。"],
  ] as const)
    await applyTransition(pen.context(pen.moment(pen.daysAgo(days), 15), finance), { entity, id, name, reason });
}
