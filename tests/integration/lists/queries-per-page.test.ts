import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import type { Context } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { reading } from "~/engine/operations/transaction.server";
import { bellAndWarnings } from "~/engine/screen/bell-model.server";
import { editFormModel, newFormModel } from "~/engine/screen/form-model.server";
import { homeModel } from "~/engine/screen/home-model.server";
import { openList } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { topTabs } from "~/engine/session/menu.server";
import { openSession, signIn, takeNotices } from "~/engine/session/session.server";
import { earlierTabs, openTab } from "~/engine/session/tabs.server";
import { type AccountName, PASSWORD } from "../../support/company";
import { ORDER, order, transition } from "../../support/orders";
import { openWorld } from "../../support/world";

const MOST = 12;
/**
 * A release asks, besides, in which quantities the sources of the lines are sold, which certificates of the supplier end, what the price
 * book says of the lines, and what the supplier promised for the year.
 */
const MOST_OF = new Map([["下达订单", MOST + 2]]);
const MANY = 50;
const MATERIAL = "master-data/material";

const world = await openWorld();
afterAll(() => world.close());

/** Ids of the rows that the pages are opened with: first of few and short ones, then of many and long ones. */
const at = { draft: "", approved: "", material: "" };
const orders = world.screen(ORDER);
const materials = world.screen(MATERIAL);
const deliveryList = world.engine.registry
  .screensOf("base-data/source-data")
  .find(({ key }) => key === "delivery-list");

const supplierInfo = world.engine.registry.screen("supplier-management/supplier-info") ?? orders;

type Page = [name: string, account: AccountName, open: (context: Context) => Promise<unknown>];
let visits = 0;
const every = new URLSearchParams("size=100");
const pages: Page[] = [
  ["订单列表", "buyerA", (context) => openList(context, orders, every)],
  ["供应商的订单列表", "supplierA", (context) => openList(context, orders, every)],
  ["筛选并排序的订单列表", "buyerA", (context) => openList(context, orders, filtered)],
  ["订单", "buyerA", (context) => recordModel(context, orders, at.draft)],
  ["新建订单", "buyerA", (context) => newFormModel(context, orders)],
  ["修改订单", "buyerA", (context) => editFormModel(context, orders, at.draft)],
  ["下达订单", "buyerA", (context) => transitionModel(context, orders, at.approved, "release")],
  ["供货清单", "buyerA", (context) => openList(context, deliveryList ?? orders, every)],
  ["首页", "buyerA", homeModel],
  ["供应商的首页", "supplierA", homeModel],
  ["物料列表", "masterData", (context) => openList(context, materials, every)],
  ["物料", "masterData", (context) => recordModel(context, materials, at.material)],
  ["供应商信息", "buyerA", (context) => recordModel(context, supplierInfo, world.ids.supplierA)],
  ["供应商自己的信息", "supplierA", (context) => recordModel(context, supplierInfo, world.ids.supplierA)],
  ["新建物料", "masterData", (context) => newFormModel(context, materials)],
  ["修改物料", "masterData", (context) => editFormModel(context, materials, at.material)],
];
const filtered = new URLSearchParams("size=100&state=draft&order_type=standard&urgent=0&sort=-amount&sort=supplier_id");

const tokens = new Map<AccountName, string>();
const few = new Map<string, number>();
const many = new Map<string, number>();

beforeAll(async () => {
  for (const account of ["buyerA", "supplierA", "masterData"] as const) {
    const { token } = await signIn(world.engine, { account, password: PASSWORD, ip: "", device: "" });
    tokens.set(account, token);
  }
  await addOrders(1);
  await addMaterials(1);
  await visitAll(few);
  await addOrders(MANY);
  await addMaterials(MANY);
  await visitAll(many);
});

/** So many orders with so many lines each, as a draft and as one that waits for its release; the last ones are opened. */
async function addOrders(count: number): Promise<void> {
  const buyer = await world.as("buyerA");
  const line = { material_id: world.ids.corn, qty: "10", price: "3.5", required_date: "2025-03-20" };
  for (let made = 0; made < count; made += 1) {
    const isLast = made === count - 1;
    const items = Array.from({ length: isLast ? count : 1 }, () => line);
    at.draft = (await order(world, buyer, { items })).id;
    if (isLast)
      at.approved = (
        await transition(world, { context: buyer, id: (await order(world, buyer, { items })).id, name: "submit" })
      ).id;
  }
}

async function addMaterials(count: number): Promise<void> {
  const kind = { material_type_id: world.ids.grainType, uom: "kg", tax_rate: "9", shelf_life_days: "365" };
  for (let made = 0; made < count; made += 1) {
    const values = { code: `Q${count}-${made}`, name: `物料${count}-${made}`, ...kind };
    at.material = (await createRecord(world.system(), { screen: materials, values })).id;
  }
}

async function visitAll(counts: Map<string, number>): Promise<void> {
  for (const [name, account, open] of pages) {
    // Rights and menus are in memory after the first page of a person.
    await visit(account, open);
    counts.set(name, await statementsOf(() => visit(account, open)));
  }
}

/** Those that begin and end transactions included. */
async function statementsOf(work: () => Promise<unknown>): Promise<number> {
  const asker = jobAsker("page");
  await asking(asker, work);
  return asker.queries;
}

/** A page as its loaders ask for it: session, frame, content. */
async function visit(account: AccountName, open: Page[2]): Promise<void> {
  const facts = { requestId: "x", ip: "", channel: "page" as const };
  const session = await openSession(world.engine, tokens.get(account) ?? null, facts);
  if (!session) throw new Error("the session is gone");
  await earlierTabs(session.context);
  await topTabs(session.context);
  await bellAndWarnings(session.context, true);
  await reading(session.context, () => open(session.context));
  // Written only when the person comes from another page.
  await openTab(session.context, { url: `/${visits++ % 2}`, title: "", topId: null });
  await takeNotices(session.context);
}

describe.each(pages.map(([name]) => name))("%s", (name) => {
  const most = MOST_OF.get(name) ?? MOST;

  test(`连同会话和外框最多${most}条语句`, () => {
    expect(few.get(name)).toBeLessThanOrEqual(most);
  });

  test("行数和明细再多，语句也不增加", () => {
    expect(many.get(name)).toBe(few.get(name));
  });
});

test("登录最多12条语句", async () => {
  const input = { account: "buyerA", password: PASSWORD, ip: "", device: "" };
  expect(await statementsOf(() => signIn(world.engine, input))).toBeLessThanOrEqual(MOST);
});
