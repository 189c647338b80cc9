import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { linesOf, openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition, prepareTransition, type TransitionInput } from "~/engine/operations/transition.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../../support/clock";
import { personWith } from "../../../support/conformance";
import { deliveries, items, ORDER, refusal, stored, submitted, transition } from "../../../support/orders";
import { passedSample } from "../../../support/sources";
import { openWorld } from "../../../support/world";

const DAY_MS = 24 * 60 * 60_000;
const world = await openWorld();
afterAll(() => world.close());
const SOURCE = "base-data/source-data";
const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const { ids } = world;

const now = (context: Context): Context => ({ ...context, now: world.clock.now() });
const someone = async (role: string) => now(await personWith(world, role));
const buyer = async () => now(await world.as("buyerA"));
const supplier = async () => now(await world.as("supplierA"));

async function make(key: string, values: Record<string, unknown>, by: Context): Promise<string> {
  return (await createRecord(by, { screen: world.screen(key), values })).id;
}

async function go(
  by: Context,
  { key, id, name, more = {} }: { key: string; id: string; name: string; more?: Partial<TransitionInput> },
) {
  const { record } = await openRecord(world.system(), { entity: world.entity(key), id });
  return applyTransition(by, { entity: world.entity(key), id, name, version: record.version, ...more });
}

const line = (material: string, qty: string) => ({
  material_id: material,
  qty,
  price: "2",
  tax_rate: "13",
  uom: "kg",
  required_date: "2025-06-20",
});

async function released(...lines: ReturnType<typeof line>[]): Promise<string> {
  const { id } = await submitted(world, { items: lines });
  await transition(world, { context: await buyer(), id, name: "release", more: { reason: "生产急需" } });
  return id;
}

/** What is typed beside each line: its whole quantity, or the day, as it is to be. */
async function typed(id: string, wanted: readonly { qty?: string; day?: string }[]) {
  const given: Record<string, Record<string, string>> = {};
  for (const [index, one] of items(await stored(world, id)).entries()) {
    const [delivery] = deliveries(one);
    given[delivery?.id ?? ""] = {
      plan_qty: wanted[index]?.qty ?? String(delivery?.plan_qty),
      plan_date: wanted[index]?.day ?? String(delivery?.plan_date),
    };
  }
  return given;
}

async function changed(id: string, ...wanted: { qty?: string; day?: string }[]) {
  return transition(world, {
    context: await buyer(),
    id,
    name: "change",
    more: { lineInput: await typed(id, wanted), reason: "计划调整" },
  });
}

async function frozen(values: Record<string, unknown>): Promise<string> {
  const given = {
    supplier_id: ids.supplierA,
    reason: "连续到货不合格",
    effective_from: TODAY,
    alternative: "由乙供应商替代",
    ...values,
  };
  const id = await make(FREEZE, given, await someone("buyer"));
  await go(await someone("buyer"), { key: FREEZE, id, name: "submit" });
  await go(await someone("purchase_manager"), { key: FREEZE, id, name: "approve" });
  return id;
}

async function lifted(freeze: string): Promise<void> {
  await frozen({ freeze_type: "unfreeze", release_freeze_id: freeze });
}

async function exempted(values: Record<string, unknown>): Promise<string> {
  const given = {
    supplier_id: ids.supplierA,
    valid_from: TODAY,
    valid_to: addDays(TODAY, 20),
    reason: "生产急需",
    containment: "逐批全项检验",
    ...values,
  };
  const id = await make(EXEMPTION, given, await someone("buyer"));
  await go(await someone("buyer"), { key: EXEMPTION, id, name: "submit" });
  await go(await someone("purchase_manager"), { key: EXEMPTION, id, name: "approve_first" });
  await go(await someone("leader"), { key: EXEMPTION, id, name: "approve_second" });
  return id;
}

async function exemptionNow(id: string) {
  return (await openRecord(world.system(), { entity: world.entity(EXEMPTION), id })).record;
}

describe("下达之后，检查过的事实有变就再问一次", () => {
  test("冻结生效时，被暂停的订单采购员恢复不了；放行后可以；解冻后也可以", async () => {
    const id = await released(line(ids.corn, "100"));
    await transition(world, { context: await buyer(), id, name: "hold", more: { reason: "待核实" } });
    const freeze = await frozen({ on_delivery: "1" });

    const page = await prepareTransition(await buyer(), { entity: world.entity(ORDER), id, name: "resume" });
    expect(page.findings).toMatchObject([{ check: "freeze", level: "block" }]);
    const refused = await refusal(transition(world, { context: await buyer(), id, name: "resume" }), "invalid");
    expect(refused.message).toContain("已被冻结");
    expect((await stored(world, id)).state).toBe("on_hold");

    const exemption = await exempted({ lifts_freeze: "1", on_delivery: "1", material_id: ids.corn });
    await transition(world, { context: await buyer(), id, name: "resume", more: { reason: "已放行" } });
    expect((await stored(world, id)).state).toBe("released");

    await go(await someone("leader"), { key: EXEMPTION, id: exemption, name: "revoke", more: { reason: "测试" } });
    await transition(world, { context: await buyer(), id, name: "hold", more: { reason: "再核实" } });
    await refusal(transition(world, { context: await buyer(), id, name: "resume" }), "invalid");
    await lifted(freeze);
    await transition(world, { context: await buyer(), id, name: "resume" });
    expect((await stored(world, id)).state).toBe("released");
  });

  test("关闭的订单在冻结期间不能重新打开", async () => {
    const id = await released(line(ids.corn, "100"));
    await transition(world, { context: await buyer(), id, name: "close", more: { reason: "不再需要" } });
    const freeze = await frozen({ on_release: "1" });
    const reopen = async () =>
      transition(world, { context: await someone("purchase_manager"), id, name: "reopen", more: { reason: "又要了" } });
    expect((await refusal(reopen(), "invalid")).message).toContain("已被冻结");
    await lifted(freeze);
    await reopen();
    expect((await stored(world, id)).state).toBe("released");
  });

  test("冻结期间加量的变更登记不了，减量和改期可以", async () => {
    const id = await released(line(ids.corn, "100"), line(ids.box, "100"));
    const freeze = await frozen({ on_release: "1", scopes: [{ material_type_id: ids.rawType }] });
    const more = await refusal(changed(id, { qty: "150" }, { qty: "10" }), "invalid");
    expect(more.message).toContain("已被冻结");
    expect(items(await stored(world, id)).map(({ qty }) => qty)).toEqual(["100.000", "100.000"]);
    await changed(id, { qty: "80", day: "2025-06-25" });
    expect(items(await stored(world, id))[0]).toMatchObject({ qty: "80.000", required_date: "2025-06-25" });
    await lifted(freeze);
  });

  test("供应商提出的加量、等待批准的加量，答复时再问：试用限量", async () => {
    await passedSample(world, ids.supplierA, ids.oil);
    const source = await make(
      SOURCE,
      {
        supplier_id: ids.supplierA,
        factory_id: ids.factory1,
        material_id: ids.oil,
        effective_from: addDays(TODAY, -1),
      },
      world.system(),
    );
    await go(await someone("purchase_manager"), {
      key: SOURCE,
      id: source,
      name: "open_trial",
      more: { input: { trial_qty: "120" } },
    });

    const id = await released(line(ids.oil, "100"), line(ids.corn, "100"));
    const proposal = await typed(id, [{ qty: "130" }, { qty: "20" }]);
    await transition(world, {
      context: await supplier(),
      id,
      name: "propose",
      more: { lineInput: proposal, reason: "整托盘发货" },
    });
    const page = await prepareTransition(await buyer(), { entity: world.entity(ORDER), id, name: "accept_change" });
    expect(page.findings).toMatchObject([{ check: "trial_qty", level: "block" }]);
    const refused = await refusal(transition(world, { context: await buyer(), id, name: "accept_change" }), "invalid");
    expect(refused.message).toContain("累计下单130超过试用限量120");
    await transition(world, { context: await buyer(), id, name: "refuse_change", more: { reason: "超过试用限量" } });

    // Over what was approved it waits for the manager, who is told the same.
    await changed(id, { qty: "140" });
    const manager = await someone("purchase_manager");
    const waiting = await prepareTransition(manager, { entity: world.entity(ORDER), id, name: "apply_change" });
    expect(waiting.findings).toMatchObject([{ check: "trial_qty", level: "block" }]);
    await refusal(transition(world, { context: manager, id, name: "apply_change" }), "invalid");
    await transition(world, { context: manager, id, name: "drop_change", more: { reason: "超过试用限量" } });

    await changed(id, { qty: "120" }, { qty: "20" });
    expect(items(await stored(world, id))[0]).toMatchObject({ qty: "120.000" });
  });

  test("凭放行单下达的订单：加量只占用增加的部分，超过放行数量不行，用完后订单照样恢复", async () => {
    const freeze = await frozen({ on_release: "1" });
    const exemption = await exempted({
      lifts_freeze: "1",
      on_release: "1",
      material_id: ids.corn,
      max_qty: "120",
    });
    const id = await released(line(ids.corn, "100"));
    expect(await exemptionNow(exemption)).toMatchObject({ used_qty: "100.000", state: "effective" });
    // The manager may approve more money, not more than the exemption lets pass.
    await changed(id, { qty: "130" });
    const manager = await someone("purchase_manager");
    await refusal(transition(world, { context: manager, id, name: "apply_change" }), "invalid");
    await transition(world, { context: manager, id, name: "drop_change", more: { reason: "超过放行数量" } });
    await changed(id, { qty: "120" });
    await transition(world, { context: manager, id, name: "apply_change" });
    const used = await exemptionNow(exemption);
    expect(used).toMatchObject({ used_qty: "120.000", state: "used_up" });
    expect(linesOf(used, "orders").map(({ qty }) => qty)).toEqual(["100.000", "20.000"]);

    await transition(world, { context: await buyer(), id, name: "hold", more: { reason: "核实" } });
    await transition(world, { context: await buyer(), id, name: "resume", more: { reason: "核实完毕" } });
    expect(await stored(world, id)).toMatchObject({ state: "released", exempted: true, gate_light: "warn" });
    expect(await exemptionNow(exemption)).toMatchObject({ used_qty: "120.000" });
    await lifted(freeze);
  });

  test("冻结期间，货源不能恢复，也不能延期；提前结束不受影响", async () => {
    await passedSample(world, ids.supplierA, ids.box);
    const source = await make(
      SOURCE,
      {
        supplier_id: ids.supplierA,
        factory_id: ids.factory1,
        material_id: ids.box,
        effective_from: addDays(TODAY, -10),
        effective_to: addDays(TODAY, 10),
      },
      world.system(),
    );
    const manager = await someone("purchase_manager");
    await go(manager, { key: SOURCE, id: source, name: "approve" });
    const freeze = await frozen({ on_release: "1" });
    await go(await someone("buyer"), {
      key: SOURCE,
      id: source,
      name: "extend",
      more: { input: { effective_to: addDays(TODAY, 90) } },
    });
    const extend = () => go(manager, { key: SOURCE, id: source, name: "accept_terms" });
    expect((await refusal(extend(), "invalid")).message).toContain("已被冻结");
    await go(manager, {
      key: SOURCE,
      id: source,
      name: "suspend",
      more: { reason: "供应商冻结", input: { cause: "other" } },
    });
    const resume = () => go(manager, { key: SOURCE, id: source, name: "resume", more: { reason: "恢复供货" } });
    expect((await refusal(resume(), "invalid")).message).toContain("已被冻结");
    await lifted(freeze);
    await resume();
    await extend();
  });

  test("推迟交期再问型式检验：超期15天时还可以，第16天不行；提前、减量和别的物料照样可以", async () => {
    const id = await released(line(ids.corn, "100"), line(ids.box, "100"));
    const since = addDays(TODAY, -15);
    await world.engine.database.transaction({ role: "owner" }, async () => {
      const connection = world.engine.database.connection();
      await sql`update material set type_report_required = true where id = ${ids.corn}`.execute(connection);
      await sql`update source_data set effective_from = ${since}
        where supplier_id = ${ids.supplierA} and material_id = ${ids.corn}`.execute(connection);
    });
    await changed(id, { day: "2025-06-25" });
    expect(items(await stored(world, id))[0]).toMatchObject({ required_date: "2025-06-25" });

    world.clock.advance(DAY_MS);
    const refused = await refusal(changed(id, { day: "2025-06-26" }), "invalid");
    expect(refused.message).toContain("已超期16天（超过15天）");
    await changed(id, { day: "2025-06-24", qty: "80" }, { day: "2025-06-26" });
    expect(items(await stored(world, id))).toMatchObject([
      { required_date: "2025-06-24", qty: "80.000" },
      { required_date: "2025-06-26", qty: "100.000" },
    ]);

    const later = await typed(id, [{ day: "2025-06-28" }]);
    const wanted = { lineInput: later, reason: "产能不足" };
    await transition(world, { context: await supplier(), id, name: "propose", more: wanted });
    const page = await prepareTransition(await buyer(), { entity: world.entity(ORDER), id, name: "accept_change" });
    expect(page.findings).toMatchObject([{ check: "type_inspection", level: "block" }]);
    await refusal(transition(world, { context: await buyer(), id, name: "accept_change" }), "invalid");
  });
});
