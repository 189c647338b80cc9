import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { asking, jobAsker } from "~/data/asking.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { unscopedRows } from "~/engine/operations/unscoped.server";
import { printedRecord } from "~/engine/output/print-model.server";
import { listModel } from "~/engine/screen/list-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { solveProposals } from "~/modules/purchase-management/award-proposal/award-proposal.jobs.server";
import { where } from "~/shared/condition";
import type { AccountName } from "../../../support/company";
import { personWith } from "../../../support/conformance";
import { refusal } from "../../../support/orders";
import { move, recordOf } from "../../../support/receipts";
import { openWorld } from "../../../support/world";

const RFQ = "purchase-management/rfq";
const KEY = "purchase-management/award-proposal";
const QUOTE = "receiving/supplier-quote";
const HOUR = 3_600_000;
const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen(KEY);
const inHours = (hours: number) => new Date(world.clock.now().getTime() + hours * HOUR).toISOString();

let liner = "";
beforeAll(async () => {
  const { id } = await createRecord(world.system(), {
    screen: world.screen("master-data/material"),
    values: {
      ...{ code: "BJ-1", name: "纸箱隔板", uom: "pcs", tax_rate: "13" },
      material_type_id: world.ids.boxType,
    },
  });
  liner = id;
});

const step = (account: AccountName, id: string, name: string, more: object = {}) =>
  move(world, account, { key: RFQ, id, name, ...more });
const proposal = (id: string, name: string, more: object = {}) =>
  move(world, "buyerA", { key: KEY, id, name, ...more });

async function published(): Promise<string> {
  const { id } = await createRecord(await world.as("buyerA"), {
    screen: world.screen(RFQ),
    values: {
      ...{ title: "纸箱最优定价", company_id: world.ids.company, purchase_group_id: world.ids.group1 },
      ...{ payment_term: "d30", price_valid_from: "2025-04-01", price_valid_to: "2025-12-31" },
      ...{ start_at: inHours(-1), deadline: inHours(48), min_suppliers: "2" },
      items: [
        { material_id: world.ids.box, factory_id: world.ids.factory1, qty: "1000", uom: "pcs" },
        { material_id: liner, factory_id: world.ids.factory1, qty: "100", uom: "pcs" },
      ],
      suppliers: [{ supplier_id: world.ids.supplierA }, { supplier_id: world.ids.supplierB }],
    },
  });
  await step("buyerA", id, "submit");
  return id;
}

type Lines = readonly Readonly<Record<string, unknown>>[];

interface Sent {
  round?: number;
  head?: Readonly<Record<string, string>>;
}

async function quoted(
  rfqId: string,
  by: "supplierA" | "supplierB",
  lines: Lines,
  { round = 1, head = {} }: Sent = {},
): Promise<void> {
  const conditions = [where.eq("rfq_id", rfqId), where.eq("supplier_id", world.ids[by]), where.eq("round_no", round)];
  const [row] = await unscopedRows(world.system(), QUOTE, ["id"], conditions);
  const id = String(row?.id);
  const record = await recordOf(world, QUOTE, id);
  await updateRecordBy(await world.as(by), {
    screen: world.screen(QUOTE),
    id,
    version: record.version,
    values: {
      ...{ tax_rate: "13", valid_to: "2025-12-31", contact_phone: "13800000000", ...head },
      items: linesOf(record, "items").map((line, at) => ({ id: line.id, ...lines[at] })),
    },
  });
  await move(world, by, { key: QUOTE, id, name: "submit", reason: "确认" });
}

/** B is cheaper for the cartons, A for the liners; both are late in their own way. */
async function opened(): Promise<string> {
  const id = await published();
  await quoted(id, "supplierA", [
    { price: "1.5", lead_days: "5" },
    { price: "2", lead_days: "5" },
  ]);
  await quoted(id, "supplierB", [
    { price: "1.4", lead_days: "20" },
    { price: "2.5", lead_days: "20" },
  ]);
  await step("buyerA", id, "close");
  await step("buyerA", id, "open");
  return id;
}

async function wished(rfqId: string, limits: Lines, more: object = {}): Promise<string> {
  const values = { rfq_id: rfqId, title: "两家比较", limits, few_suppliers: "1", ...more };
  return (await createRecord(await world.as("buyerA"), { screen, values })).id;
}

const solve = (signal = new AbortController().signal) => solveProposals(world.engine, { signal, say: () => undefined });
async function solved(rfqId: string, limits: Lines): Promise<string> {
  const id = await wished(rfqId, limits);
  await proposal(id, "propose");
  await solve();
  return id;
}
const page = async (id: string) => JSON.stringify(await recordModel(await world.as("buyerA"), screen, id));
const wayOf = async (id: string, way: string) =>
  linesOf(await recordOf(world, KEY, id), "ways").find((one) => one.way === way);
const partsOf = async (id: string, way: string) =>
  linesOf(await recordOf(world, KEY, id), "parts").filter((one) => one.way === way);

describe("计算", () => {
  test("各方案并列：总额、家数、代价和变动的行，算完通知申请人", async () => {
    const id = await solved(await opened(), [{ kind: "suppliers", amount: "1", weight: "must" }]);
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "ready", own_outcome: "found", round_no: 1 });
    // 1000 × 1.40 + 100 × 2.00; all with one: 1000 × 1.40 + 100 × 2.50.
    expect(await wayOf(id, "cheapest")).toMatchObject({ amount: "1600.00", suppliers: 2 });
    expect(await wayOf(id, "few")).toMatchObject({ amount: "1650.00", suppliers: 1 });
    expect(await wayOf(id, "own")).toMatchObject({ amount: "1650.00", suppliers: 1, relaxed: null });
    const [cost] = linesOf(await recordOf(world, KEY, id), "limits");
    expect(Number(cost?.cost)).toBeGreaterThan(49);
    const shown = await page(id);
    for (const text of ["方案并列", "各行去向", "1,600.00", "1,650.00", "变动 +50.00", "与计算时相同（第1轮）"])
      expect(shown).toContain(text);
    const asker = jobAsker("page");
    const buyer = await world.as("buyerA");
    await asking(asker, () => recordModel(buyer, screen, id));
    expect(asker.queries).toBeLessThanOrEqual(12);
    const told = await unscopedRows(world.system(), "system-management/message", ["title"], []);
    expect(JSON.stringify(told)).toContain("已算出");
  });

  test("打印的方案含并列的表和条件", async () => {
    const id = await solved(await opened(), [{ kind: "lead", amount: "10", weight: "must" }]);
    const { document } = await printedRecord(await world.as("buyerA"), screen, id, "http://portal.test");
    const text = JSON.stringify(document.parts);
    for (const title of ["方案并列", "各行去向", "限制条件", "代价"]) expect(text).toContain(title);
  });

  test("必须的条件互相冲突时写明是哪几条，可放宽的写明放宽多少", async () => {
    const rfq = await opened();
    const id = await solved(rfq, [
      { kind: "lead", amount: "10", weight: "must" },
      { kind: "budget", amount: "1500", weight: "must" },
      { kind: "line_suppliers", amount: "2", weight: "must" },
    ]);
    const own = await wayOf(id, "own");
    expect(own).toMatchObject({ outcome: "conflict", amount: null });
    expect(own?.conflict).toContain("1,500.00");
    expect(own?.conflict).not.toContain("每行供应商");
    expect(await page(id)).toContain("条件冲突");
    const soft = await solved(rfq, [
      { kind: "lead", amount: "10", weight: "p1" },
      { kind: "budget", amount: "1500", weight: "p2" },
    ]);
    // Everything from A, who is in time: 1000 × 1.50 + 100 × 2.00.
    expect(await wayOf(soft, "own")).toMatchObject({ outcome: "found", amount: "1700.00" });
    expect((await wayOf(soft, "own"))?.relaxed).toContain("放宽200.00");
    await proposal(id, "adopt", { input: { way: "cheapest", why: "" } });
    await refusal(proposal(soft, "adopt", { input: { way: "quota", why: "" } }), "invalid");
  });

  test("供应商所报的付款期、阶梯价和关税由条件和总额读取，核价单写明", async () => {
    const rfq = await published();
    await quoted(rfq, "supplierA", [
      { price: "1.5", scales: [{ from_qty: "800", price: "1.3" }], duty_rate: "10" },
      { price: "2" },
    ]);
    await quoted(rfq, "supplierB", [{ price: "1.44" }, { price: "2.5" }], { head: { credit_days: "60" } });
    await step("buyerA", rfq, "close");
    await step("buyerA", rfq, "open");
    const id = await solved(rfq, [
      { kind: "term_least", amount: "45", weight: "must" },
      { kind: "lot", weight: "must" },
    ]);
    // 1000 × 1.30 by the scale and 100 × 2.00 from A; duty is a tenth of the first without tax.
    expect(await wayOf(id, "cheapest")).toMatchObject({ amount: "1500.00", duty: "115.04", suppliers: 1 });
    expect(await wayOf(id, "own")).toMatchObject({ amount: "1690.00", duty: "0.00", relaxed: null });
    const [cost] = linesOf(await recordOf(world, KEY, id), "limits");
    expect(Number(cost?.cost)).toBeGreaterThan(0);
    expect(await page(id)).toContain("付款期不少于45天");
    await proposal(id, "adopt", { input: { way: "own", why: "账期" } });
    await step("buyerA", rfq, "award");
    const [price] = await unscopedRows(
      world.system(),
      "price-approval/account-price",
      ["id"],
      [where.eq("rfq_id", rfq)],
    );
    const items = linesOf(await recordOf(world, "price-approval/account-price", String(price?.id)), "items");
    expect(items.every(({ credit_days }) => credit_days === 60)).toBe(true);
  });

  test("没有填条件的按可供数量和起订量；填错的写在那一格", async () => {
    const rfq = await opened();
    const id = await wished(rfq, []);
    const kinds = linesOf(await recordOf(world, KEY, id), "limits").map(({ kind }) => kind);
    expect(kinds).toEqual(["lot", "capacity"]);
    const fault = async (limit: Readonly<Record<string, string>>) => {
      try {
        await wished(rfq, [{ weight: "must", ...limit }]);
      } catch (error) {
        return JSON.stringify(error);
      }
      return "";
    };
    expect(await fault({ kind: "suppliers" })).toContain("limits.0.amount");
    expect(await fault({ kind: "suppliers", amount: "1.5" })).toContain("整数");
    expect(await fault({ kind: "excluded" })).toContain("limits.0.supplier_id");
    expect(await fault({ kind: "excluded", supplier_id: world.ids.supplierA, item_no: "70" })).toContain("行70");
  });
});

describe("开启以前和以后", () => {
  test("开启以前可以填条件，不能计算；报价变化后不能采用", async () => {
    const rfq = await published();
    const early = await wished(rfq, [{ kind: "lot", weight: "must" }]);
    await refusal(proposal(early, "propose"), "invalid");
    const other = await opened();
    const id = await solved(other, [{ kind: "lot", weight: "must" }]);
    const rows = linesOf(await recordOf(world, RFQ, other), "suppliers");
    const lineInput = Object.fromEntries(rows.map((row) => [row.id, { asked_again: "1" }]));
    await step("buyerA", other, "next_round", { input: { new_deadline: inHours(24) }, lineInput });
    expect(await page(id)).toContain("计算以后报价已变化，请重新计算");
    await refusal(proposal(id, "adopt", { input: { way: "cheapest" } }), "invalid");
    await refusal(proposal(id, "propose"), "invalid");
    await quoted(other, "supplierA", [{ price: "1.3" }, { price: "2" }], { round: 2 });
    await quoted(other, "supplierB", [{ price: "1.35" }, { price: "2.5" }], { round: 2 });
    await step("buyerA", other, "close");
    await step("buyerA", other, "open");
    await refusal(proposal(id, "adopt", { input: { way: "cheapest" } }), "invalid");
    await proposal(id, "propose");
    await solve();
    expect(await wayOf(id, "cheapest")).toMatchObject({ amount: "1500.00" });
  });

  test("供应商和没有权限的人看不到；别的采购组看不到", async () => {
    const id = await solved(await opened(), [{ kind: "lot", weight: "must" }]);
    for (const account of ["supplierA", "finance"] as const)
      await refusal(listModel(await world.as(account), screen, new URLSearchParams()), "forbidden");
    await refusal(recordModel(await world.as("supplierA"), screen, id), "forbidden");
    await refusal(recordModel(await world.as("buyerB"), screen, id), "not_found");
    const { rfq_id } = await recordOf(world, KEY, id);
    const values = { rfq_id, title: "别组的询价", limits: [] };
    await refusal(createRecord(await world.as("buyerB"), { screen, values }), "invalid");
    expect(JSON.stringify(await recordModel(await personWith(world, "leader"), screen, id))).toContain("方案并列");
    await refusal(
      applyTransition(await personWith(world, "leader"), {
        ...{ entity: world.entity(KEY), id, name: "adopt" },
        input: { way: "cheapest" },
      }),
      "forbidden",
    );
  });
});

describe("采用", () => {
  test("写入定价结果，没有选择最低价的要写原因；改用别的方案时先前的让位", async () => {
    const rfq = await opened();
    const id = await solved(rfq, [{ kind: "suppliers", amount: "1", weight: "must" }]);
    await refusal(proposal(id, "adopt", { input: { way: "own" } }), "invalid");
    await proposal(id, "adopt", { input: { way: "own", why: "减少家数，便于管理" } });
    const awards = linesOf(await recordOf(world, RFQ, rfq), "awards");
    expect(awards).toHaveLength(2);
    expect(awards[0]).toMatchObject({ item_no: 10, supplier_id: world.ids.supplierB, award_qty: "1000.000" });
    expect(awards.map(({ not_lowest_reason }) => not_lowest_reason)).toEqual([null, "减少家数，便于管理"]);
    const other = await solved(rfq, [{ kind: "lot", weight: "must" }]);
    // What stands in the inquiry is compared with what is proposed.
    expect(await wayOf(other, "manual")).toMatchObject({ amount: "1650.00", suppliers: 1 });
    expect((await partsOf(other, "manual")).map(({ supplier_id }) => supplier_id)).toEqual([
      world.ids.supplierB,
      world.ids.supplierB,
    ]);
    await proposal(other, "adopt", { input: { way: "cheapest" } });
    expect((await recordOf(world, KEY, id)).state).toBe("ready");
    await step("buyerA", rfq, "award", {
      lineInput: Object.fromEntries(
        linesOf(await recordOf(world, RFQ, rfq), "items").map((line) => [line.id, { not_bought: "0" }]),
      ),
    });
    await refusal(proposal(id, "adopt", { input: { way: "own", why: "再改" } }), "invalid");
  });

  test("算完以后手工改过定价结果的，页面写明", async () => {
    const rfq = await opened();
    const id = await solved(rfq, [{ kind: "lot", weight: "must" }]);
    const { version } = await recordOf(world, RFQ, rfq);
    const award = (item_no: string) => ({
      ...{ item_no, supplier_id: world.ids.supplierA, share: "100" },
      not_lowest_reason: "急用",
    });
    const values = { awards: [award("10"), award("20")] };
    await updateRecordBy(await world.as("buyerA"), { screen: world.screen(RFQ), id: rfq, version, values });
    expect(await page(id)).toContain("计算以后定价结果已修改");
  });
});

describe("中断", () => {
  test("进程中途停止的下次重算；停止计算的不再写入；多次中断的写明原因", async () => {
    const rfq = await opened();
    const id = await wished(rfq, [{ kind: "lot", weight: "must" }]);
    await proposal(id, "propose");
    const system = world.system();
    const begin = { entity: world.entity(KEY), id, name: "begin" };
    // A process that died here left nothing but this.
    await applyTransition(system, begin);
    expect(await page(id)).toContain("计算进度");
    await solve();
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "ready", attempts: 2, steps_done: 3 });
    await proposal(id, "propose");
    await proposal(id, "stop");
    await solve();
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "draft", solved_at: null });
    await proposal(id, "propose");
    for (let tries = 0; tries < 3; tries += 1) await applyTransition(world.system(), begin);
    await solve();
    expect(await recordOf(world, KEY, id)).toMatchObject({ state: "failed" });
    expect(await page(id)).toContain("计算3次都被中断");
    await proposal(id, "propose");
    const ended = new AbortController();
    ended.abort();
    await solve(ended.signal);
    expect((await recordOf(world, KEY, id)).state).toBe("queued");
    await solve();
    expect((await recordOf(world, KEY, id)).state).toBe("ready");
  });
});
