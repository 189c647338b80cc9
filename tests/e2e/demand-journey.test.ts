import { expect } from "vitest";
import { addDays, weekdayNumber } from "~/shared/calendar";
import { journeysOf } from "./support/journey";
import { goodsOf, inDays, ORDERS, today } from "./support/orders";
import {
  arrive,
  badge,
  buttonOf,
  eventually,
  field,
  fill,
  follow,
  linkIn,
  makeTransition,
  open,
  pressRow,
  recordId,
  send,
  signIn,
  textOf,
} from "./support/pages";
import { startPortal } from "./support/portal";
import { type Rest, rowsOf } from "./support/rest";

const POOL = "purchase-management/collective";
const RFQ = "purchase-management/rfq";
const PLAN = "purchase-orders/demand-plan";
const COMMIT = "purchase-orders/demand-commit";

const portal = startPortal();
/** Plans take the place of others, so that they differ from run to run. */
const orderJourney = journeysOf(portal, [ORDERS]);
const poolJourney = journeysOf(portal, [POOL, RFQ]);

/** A Monday that no plan of the demo reaches. */
const WEEK = addDays(today, 8 - (weekdayNumber(today) || 7) + 9 * 7);

/** A material that suppliers were asked for before, of which shares are agreed on that hold in that week, with its factory. */
async function divided() {
  const admin = await portal.rest("admin");
  const asked = new Set<string>();
  for (const { id } of await admin.list(COMMIT)) {
    const commit = await admin.get(COMMIT, id);
    for (const line of rowsOf(commit, "items")) asked.add(`${commit.factory_id} ${line.material_id}`);
  }
  const shares = (await admin.list("base-data/source-percentage"))
    .filter((row) => row.state === "active" && typeof row.factory_id === "string")
    .filter((row) => asked.has(`${row.factory_id} ${row.material_id}`))
    .filter((row) => String(row.valid_from) <= WEEK && String(row.valid_to) >= WEEK)
    .sort((one, other) => (one.id < other.id ? -1 : 1));
  const [share] = shares;
  if (!share) throw new Error("the demo lacks shares");
  const material = await admin.get("master-data/material", String(share.material_id));
  const factory = await admin.get("master-data/factory", String(share.factory_id));
  return { material, factory };
}

/** Whose factory and group the order is of: the share says. */
async function buyerOf(order: string): Promise<Rest> {
  for (const account of ["buyer1", "buyer2"]) {
    const buyer = await portal.rest(account);
    if ((await buyer.call("GET", `/v2/${ORDERS}/${order}`)).success) return buyer;
  }
  throw new Error("no buyer sees the order");
}

orderJourney.likeOthers("需求计划发布后按货源分给供应商，选中的行转成订单，转完的行不再提供", async (browser) => {
  const { material, factory } = await divided();
  const page = await browser.newPage();
  await signIn(page, "planner1", `/${PLAN}/new`);
  await fill(page, {
    factory_id: String(factory.code),
    base_week: WEEK,
    weeks: "4",
    frozen_weeks: "0",
    "items.0.material_id": String(material.code),
    "items.0.week_start": WEEK,
    "items.0.gross_qty": "900000",
    "items.0.stock_qty": "0",
  });
  await send(page, "保存");
  await eventually(() => badge(page)).toBe("草稿");
  const plan = recordId(page);
  await makeTransition(page, "发布");
  expect(await badge(page)).toBe("已发布");

  const planner = await portal.rest("planner1");
  const [commit] = await planner.list(COMMIT, { plan_id: plan });
  await open(page, `/${COMMIT}/${commit?.id}`);
  await follow(page, linkIn(page, "转采购订单").first());
  const rows = page.locator("main input[name=row]");
  expect(await rows.count()).toBe(1);
  const line = await rows.first().getAttribute("value");
  await rows.first().setChecked(true);
  await buttonOf(page, "转采购订单").click();
  await arrive(page, (url) => /\/[0-9a-f-]{36}$/.test(url.pathname));
  expect(await badge(page)).toBe("草稿");
  const order = recordId(page);

  // Nothing is left of the line, whatever its tolerance would admit.
  await open(page, `/${COMMIT}/${commit?.id}`);
  expect(await linkIn(page, "转采购订单").count()).toBe(0);
  const buyer = await buyerOf(order);
  const made = await buyer.get(ORDERS, order);
  expect(made).toMatchObject({ state: "draft", source_type: "demand_plan" });
  expect(rowsOf(made, "items").map(({ demand_line }) => demand_line)).toEqual([line]);
  // What is ordered counts as on its way, and of a week there is one plan: the next run plans the same.
  await buyer.move(ORDERS, order, "cancel", { version: made.version, reason: "改期" });
  await open(page, `/${PLAN}/${plan}`);
  await makeTransition(page, "关闭", { reason: "改期" });
  expect(await badge(page)).toBe("已关闭");
});

poolJourney("集采：两个工厂的需求汇总、确认、锁定，发起一张集采询价", async (browser, { another, mark }) => {
  const { materials } = await goodsOf(portal);
  const [material] = materials;
  const rest = await portal.rest("manager1");
  const type = await rest.get("master-data/material-type", String(material.material_type_id));
  const page = await browser.newPage();
  await signIn(page, "manager1", `/${POOL}/new`);
  for (let row = 0; row < 2; row += 1) await pressRow(page, "添加一行");
  await fill(page, {
    title: `辅料集采${mark}`,
    category_id: String(type.code),
    company_id: "1000",
    period_from: inDays(30),
    period_to: inDays(200),
    collect_deadline: `${inDays(7)}T17:00`,
    "demands.0.factory_id": "1010",
    "demands.0.material_id": String(material.code),
    "demands.0.qty": "600",
    "demands.0.required_date": inDays(40),
    "demands.1.factory_id": "1020",
    "demands.1.material_id": String(material.code),
    "demands.1.qty": "900",
    "demands.1.required_date": inDays(45),
  });
  await send(page, "保存");
  await eventually(() => badge(page)).toBe("汇总中");
  const pool = recordId(page);
  expect(await textOf(page.locator("main"))).toContain("1,500");

  const planner = await (await another()).newPage();
  await signIn(planner, "planner1", `/${POOL}/${pool}`);
  await follow(planner, linkIn(planner, "确认需求").first());
  for (const row of rowsOf(await rest.get(POOL, pool), "factories"))
    await field(planner, `factories.${row.id}.chosen`).setChecked(true);
  await send(planner, "确认需求");
  await eventually(() => textOf(planner.locator(".sh-notices"))).toContain("已确认需求");

  await open(page, `/${POOL}/${pool}`);
  await makeTransition(page, "锁定需求");
  expect(await badge(page)).toBe("已锁定");
  expect(await linkIn(page, "发起询价").count()).toBe(0);
  await makeTransition(page, "发起寻源");
  expect(await badge(page)).toBe("寻源中");
  const [inquiry] = (await rest.list(RFQ)).filter(({ title }) => String(title).includes(mark));
  expect(inquiry).toMatchObject({ mode: "collective", state: "draft" });
});
