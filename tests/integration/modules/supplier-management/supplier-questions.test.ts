import { afterAll, expect, test } from "vitest";
import { inventedCreditCode } from "~/engine/entity/seed";
import { ask } from "~/engine/operations/published.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { openWorld } from "../../../support/world";

const SUPPLIER = "supplier-management/supplier";
const world = await openWorld();
afterAll(() => world.close());
const { supplierA, supplierB } = world.ids;
const both = [supplierA, supplierB];

/** What every question answers about two suppliers, by whom the answers are. */
async function answers(account: "buyerA" | "supplierA") {
  const context = await world.as(account);
  const uscc = inventedCreditCode(12);
  return inTransaction(context, async () => ({
    names: (await ask(context, SUPPLIER, "names", both)).map(({ id }) => id).sort(),
    standing: (await ask(context, SUPPLIER, "standing", both)).map(({ id }) => id).sort(),
    care: (await ask(context, SUPPLIER, "care", both)).map(({ id }) => id).sort(),
    listed: (await ask(context, SUPPLIER, "listed", { ids: both, dealing: true })).map(({ id }) => id).sort(),
    known: (await ask(context, SUPPLIER, "listed", { uscc })).map(({ id }) => id),
    contacts: [...new Set((await ask(context, SUPPLIER, "contacts", both)).map(({ supplierId }) => supplierId))].sort(),
    registered: (await ask(context, SUPPLIER, "registered", "all")).map(({ id }) => id).sort(),
    refusal: await ask(context, SUPPLIER, "refusal", supplierA, "begin_trial"),
  }));
}

test("公司人员问得到所有供应商，供应商在自己的事务里只问得到自己", async () => {
  const sorted = [...both].sort();
  const all = { names: sorted, standing: sorted, care: sorted, listed: sorted, contacts: sorted };
  expect(await answers("buyerA")).toMatchObject({ ...all, known: [supplierB], registered: sorted });
  const one = [supplierA];
  const own = { names: one, standing: one, care: one, listed: one, contacts: one, registered: one };
  expect(await answers("supplierA")).toMatchObject({ ...own, known: [] });
});

test("绩效和风险只在公司人员的事务里回答", async () => {
  const staff = await world.as("buyerA");
  const [judged] = await ask(staff, SUPPLIER, "judgement", [supplierA]);
  expect(judged).toEqual({ id: supplierA, grade: "N", risk: "low", riskText: "低风险" });
  const supplier = await world.as("supplierA");
  await expect(inTransaction(supplier, () => ask(supplier, SUPPLIER, "judgement", [supplierA]))).rejects.toThrow();
});

test("阶段不允许的操作说明原因，允许的不说", async () => {
  const staff = await world.as("buyerA");
  expect(await ask(staff, SUPPLIER, "refusal", supplierA, "begin_trial")).not.toBeNull();
  expect(await ask(staff, SUPPLIER, "refusal", supplierA, "blacklist")).toBeNull();
});

test("没有给出供应商时什么也不读", async () => {
  const staff = await world.as("buyerA");
  expect(await ask(staff, SUPPLIER, "names", [])).toEqual([]);
  expect(await ask(staff, SUPPLIER, "listed", { ids: [] })).toEqual([]);
  expect(await ask(staff, SUPPLIER, "contacts", [])).toEqual([]);
});
