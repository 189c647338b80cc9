import { describe, expect, test } from "vitest";
import { LIKE_OTHERS } from "../support/length";
import { begin, personAt } from "./support/approvals";
import { draftOrder, inDays, ORDERS } from "./support/orders";
import type { Page } from "./support/page";
import { eventually, field, fill, follow, open, send, textOf } from "./support/pages";
import { startPortal } from "./support/portal";
import { type Row, rowsOf } from "./support/rest";

const portal = startPortal();

const EXEMPTION = "supplier-management/gate-exemption";
const EXEMPTIONS = "supplier-management/supplier-gate";
const SOURCE = "base-data/source-data";
/** Flour: the demo asks for a report of type inspection, from the day a source takes effect. */
const FLOUR = "Y0100001";
/** Nothing came from these suppliers yet: one pair without script, one with it. */
const SUPPLIERS = { false: ["GYS000016", "GYS000017"], true: ["GYS000020", "GYS000021"] } as const;

/** A source of flour without any report, whose report has been due for so many days. */
async function overdueFor(supplier: string, days: number): Promise<void> {
  const buyer = await portal.rest("buyer1");
  const { id } = await buyer.create(SOURCE, {
    supplier_id: supplier,
    material_id: FLOUR,
    factory_id: "1010",
    effective_from: inDays(-days),
  });
  await (await portal.rest("manager1")).move(SOURCE, id, "open_trial", { version: 1, input: { trial_qty: "100000" } });
}

async function submittedOrder(supplier: string): Promise<Row> {
  const buyer = await portal.rest("buyer1");
  const line = { material_id: FLOUR, qty: "100", price: "4.2", required_date: inDays(20) };
  const { id } = await draftOrder(portal, { supplier_id: supplier, items: [line] });
  await buyer.move(ORDERS, id, "submit", { version: 1 });
  return buyer.get(ORDERS, id);
}

/** Says why one goes on, where the page asks for it: other checks may warn as well. */
async function explain(page: Page, reason: string): Promise<void> {
  if ((await field(page, "reason").count()) > 0) await fill(page, { reason });
}

/** A transition on an exemption, by whoever decides. */
async function decide(page: Page, id: string, label: string): Promise<void> {
  await open(page, `/${EXEMPTIONS}/${id}`);
  await follow(page, page.locator("main").getByRole("link", { name: label, exact: true }));
  await send(page, label);
  await eventually(() => page.locator("main").getByRole("link", { name: label, exact: true }).count()).toBe(0);
}

describe("型检逾期与下达", () => {
  const left = new Map<boolean, unknown>();

  test.each(LIKE_OTHERS)("逾期15天带提醒放行，16天拦住，两人批准的临时放行之后可以下达；脚本：%s", async (script) => {
    const [late, tooLate] = SUPPLIERS[`${script}`];
    await overdueFor(late, 15);
    await overdueFor(tooLate, 16);
    const first = await submittedOrder(late);
    const second = await submittedOrder(tooLate);

    const buyer = await personAt(await portal.visit({ script }), "buyer1");
    await begin(buyer, first.id, "下达");
    expect(await textOf(buyer.locator("main"))).toContain("已超期15天");
    await explain(buyer, "报告在途，先行备货");
    await send(buyer, "下达");
    await eventually(() => textOf(buyer.locator("h1 .bd"))).toBe("待供应商确认");

    await begin(buyer, second.id, "下达");
    const refusal = `物料【${FLOUR}】未提交型式检验报告，已超期16天（超过15天），采购订单不能释放`;
    expect(await textOf(buyer.locator("main"))).toContain(refusal);
    await eventually(() => buyer.locator("main").getByRole("button", { name: "下达", exact: true }).count()).toBe(0);
    const rest = await portal.rest("buyer1");
    const forced = await rest.call("POST", `/v2/${ORDERS}/${second.id}/release`, { version: 2, reason: "生产急需" });
    expect(forced).toMatchObject({ success: false, message: expect.stringContaining(refusal) });
    expect(await rest.get(ORDERS, second.id)).toMatchObject({ state: "approved" });

    await open(buyer, `/${EXEMPTIONS}/new`);
    await fill(buyer, {
      supplier_id: tooLate,
      material_id: FLOUR,
      lifts_type_inspection: true,
      on_release: true,
      // After the ticks: the calendar that opens beside a date lies over what comes next.
      valid_to: inDays(10),
      reason: "生产急需",
      containment: "逐批全项检验",
    });
    await send(buyer, "保存");
    await buyer.locator("h1 .bd").waitFor();
    const id = new URL(buyer.url()).pathname.split("/").at(-1) ?? "";
    await decide(buyer, id, "提交");
    await decide(await personAt(await portal.visit({ script }), "qamanager1"), id, "批准");
    expect((await rest.call("POST", `/v2/${ORDERS}/${second.id}/release`, { version: 2 })).success).toBe(false);
    await decide(await personAt(await portal.visit({ script }), "manager1"), id, "第二人批准");

    await begin(buyer, second.id, "下达");
    expect(await textOf(buyer.locator("main"))).toContain("已临时放行");
    await explain(buyer, "已批准临时放行");
    await send(buyer, "下达");
    await eventually(() => textOf(buyer.locator("h1 .bd"))).toBe("待供应商确认");
    const ends = await Promise.all([first, second].map((order) => rest.get(ORDERS, order.id)));
    const exemption = await rest.get(EXEMPTION, id);
    left.set(script, {
      orders: ends.map((order) => [order.state, order.gate_light, rowsOf(order, "items").map(({ qty }) => qty)]),
      exemption: [exemption.state, exemption.used_qty],
    });
    expect(ends.map(({ state }) => state)).toEqual(["released", "released"]);
  });

  if (LIKE_OTHERS.length > 1)
    test("两种方式留下相同的数据", () => {
      expect([...left.keys()]).toEqual([false, true]);
      expect(left.get(true)).toEqual(left.get(false));
    });
});
