import { afterAll, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition, prepareTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { orderRuleTryModel } from "~/modules/system-management/order-rule/$id.try.page.server";
import { allRecords, personWith } from "../../../support/conformance";
import { ORDER, order, refusal, stored, submitted, transition } from "../../../support/orders";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const screen = world.screen("system-management/order-rule");

async function rule(values: Record<string, unknown>, enable = true): Promise<string> {
  const admin = await personWith(world, "system_admin");
  const { id, version } = await createRecord(admin, { screen, values: { name: "测试规则", ...values } });
  if (enable) await applyTransition(admin, { entity: screen.entity, id, version, name: "enable" });
  return id;
}

async function off(id: string) {
  await applyTransition(await personWith(world, "system_admin"), { entity: screen.entity, id, name: "disable" });
}

async function builtIn(code: string) {
  const found = (await allRecords(world, screen.entity)).find((one) => one.code === code);
  if (!found) throw new Error(`no rule ${code}`);
  return found;
}

async function change(code: string, values: Record<string, unknown>) {
  const { id, version } = await builtIn(code);
  return updateRecordBy(await personWith(world, "system_admin"), { screen, id, version, values });
}

const findings = async (context: Context, id: string, name: string, entity = world.entity(ORDER)) =>
  (await prepareTransition(context, { entity, id, name })).findings;

async function rowOf(id: string) {
  const found = (await allRecords(world, screen.entity)).find((one) => one.id === id);
  if (!found) throw new Error(`no rule ${id}`);
  return found;
}

test("超金额禁止下达：规则启用才算，停用以后又可以", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await submitted(world);
  const limit = await rule({ code: "AMT", check_type: "over_amount", threshold: "4000", severity: "block" }, false);
  expect(await findings(buyer, id, "release")).toEqual([]);

  await applyTransition(await personWith(world, "system_admin"), { entity: screen.entity, id: limit, name: "enable" });
  const refused = await refusal(
    transition(world, { context: buyer, id, name: "release", more: { reason: "急" } }),
    "invalid",
  );
  expect(refused).toMatchObject({ message: "订单金额4,881.63元，超过4,000.00元" });
  await off(limit);
  await transition(world, { context: buyer, id, name: "release" });
  expect(await stored(world, id)).toMatchObject({ state: "released", gate_light: "pass" });
});

test("须写理由的：没有理由不放行，写了理由放行，命中留在订单上并计数", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await submitted(world);
  const lead = await rule({ code: "LEAD", check_type: "min_lead_days", threshold: "30", severity: "reason" });
  await refusal(transition(world, { context: buyer, id, name: "release" }), "acknowledge");
  await transition(world, { context: buyer, id, name: "release", more: { reason: "供应商有现货" } });
  const { gate_light, gate_result } = await stored(world, id);
  expect(gate_light).toBe("warn");
  expect(gate_result).toMatchObject([{ rule: "LEAD", level: "warn" }, { rule: "LEAD" }, { rule: "LEAD" }]);
  const panel = async (context: Context) =>
    (await recordModel(context, world.screen(ORDER), id)).sections.find(({ title }) => title === "放行检查");
  const wayTo = { text: "查看采购交货周期", href: `/master-data/deliver-cycle?supplier_id=${world.ids.supplierA}` };
  expect(await panel(buyer)).toMatchObject({
    table: {
      rows: [
        {
          cells: [
            { text: "提醒", tone: "warning" },
            { text: expect.stringContaining("30天") },
            { text: "采购员" },
            { text: expect.stringContaining("推迟需求日期") },
            wayTo,
            { text: "供应商有现货" },
            { text: expect.stringMatching(/甲采购.*，下达，/) },
          ],
        },
        {},
        {},
      ],
    },
  });
  expect(await panel(await world.as("supplierA"))).toBeUndefined();
  const draft = await order(world, buyer);
  expect((await findings(buyer, draft.id, "submit"))[0]).toMatchObject({
    check: "min_lead_days",
    level: "note",
    later: "warn",
  });
  // Whoever may not go there is not sent there.
  expect(JSON.stringify(await panel(await world.as("finance")))).not.toContain("href");
  const extra = await world.engine.registry
    .server(screen.entity.key)
    .extra?.(world.system(), screen.key, [lead], "list");
  expect(extra?.get(lead)).toMatchObject({ hits: 1, scope: "所有订单" });
  const sections = async (context: Context) =>
    (await world.engine.registry.server(screen.entity.key).sections?.(context, { ...(await rowOf(lead)) }, screen)) ??
    [];
  const [hits, chart] = await sections(await personWith(world, "purchase_manager"));
  expect(hits).toMatchObject({
    title: "近30天命中的订单",
    table: { rows: [{ id, cells: [{ href: `/purchase-orders/purchase-order/${id}` }, { text: "待供应商确认" }, {}] }] },
  });
  expect(chart).toMatchObject({ chart: { labels: expect.arrayContaining(["LEAD"]) } });
  // Whoever may look at rules but open no orders learns their number, not what they are.
  expect((await sections(await personWith(world, "log_auditor"))).map(({ kind }) => kind)).toEqual(["chart"]);
  await off(lead);
});

test("条件与优先级都相同的规则：保存和启用时说明以哪条为准，期间不重叠的不算", async () => {
  const admin = await personWith(world, "system_admin");
  const first = await rule({ code: "EQ-A", check_type: "max_lines", threshold: "9", severity: "warn" });
  const same = { check_type: "max_lines", threshold: "5", severity: "block" };
  const second = await rule({ code: "EQ-B", ...same }, false);
  expect((await findings(admin, second, "enable", screen.entity)).map(({ level, text }) => [level, text])).toEqual([
    ["note", expect.stringMatching(/与规则【EQ-A】.*以编码在前的【EQ-A】为准/)],
  ]);
  const { version } = await rowOf(second);
  await updateRecordBy(admin, { screen, id: second, version, values: { priority: "11" } });
  expect(await findings(admin, second, "enable", screen.entity)).toEqual([]);
  await off(first);
});

test("只提醒的不要理由；提交时就预告下达的检查", async () => {
  const buyer = await world.as("buyerA");
  const note = await rule({ code: "LINES", check_type: "max_lines", threshold: "2", severity: "warn" });
  const draft = await order(world, buyer);
  expect(draft.warnings).toEqual(["订单明细3行，超过2行"]);
  expect(await findings(buyer, draft.id, "submit")).toMatchObject([{ level: "note", text: "订单明细3行，超过2行" }]);
  await transition(world, { context: buyer, id: draft.id, name: "submit" });
  await transition(world, { context: buyer, id: draft.id, name: "release" });
  expect((await stored(world, draft.id)).state).toBe("released");
  await off(note);
});

test("提交时的禁止拦住提交，须写理由的提交要理由", async () => {
  const buyer = await world.as("buyerA");
  const block = await rule({
    code: "STOP",
    check_type: "max_lines",
    moment: "create",
    threshold: "2",
    severity: "block",
  });
  const { id } = await order(world, buyer);
  await refusal(transition(world, { context: buyer, id, name: "submit" }), "invalid");
  await off(block);
  const ask = await rule({
    code: "WHY",
    check_type: "max_lines",
    moment: "create",
    threshold: "2",
    severity: "reason",
  });
  await refusal(transition(world, { context: buyer, id, name: "submit" }), "acknowledge");
  await transition(world, { context: buyer, id, name: "submit", more: { reason: "合并下单" } });
  await off(ask);
});

test("范围：别的工厂、别的物料类型的订单不受影响", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await submitted(world);
  const other = await rule({
    code: "F2",
    check_type: "over_amount",
    threshold: "1",
    severity: "block",
    factory_id: world.ids.factory2,
  });
  expect(await findings(buyer, id, "release")).toEqual([]);
  const packing = await rule({
    code: "BOX",
    check_type: "over_amount",
    threshold: "200",
    severity: "block",
    material_type_id: world.ids.packType,
  });
  expect(await findings(buyer, id, "release")).toMatchObject([
    { rule: "BOX", text: "物料【M003 外箱】的金额251.63元，超过200.00元" },
  ]);
  await off(other);
  await off(packing);
});

test("合同检查默认要理由，可以改成禁止，不能停用、删除、收窄", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await submitted(world, { supplier_id: world.ids.supplierB });
  expect(await findings(buyer, id, "release")).toMatchObject([{ level: "warn", rule: "CONTRACT" }]);
  await change("CONTRACT", { severity: "block" });
  await refusal(transition(world, { context: buyer, id, name: "release", more: { reason: "急" } }), "invalid");
  await refusal(change("CONTRACT", { factory_id: world.ids.factory1 }), "invalid");
  await refusal(change("CONTRACT", { check_type: "max_lines", threshold: "3" }), "invalid");
  const { id: ruleId, version } = await builtIn("CONTRACT");
  const admin = await personWith(world, "system_admin");
  await refusal(applyTransition(admin, { entity: screen.entity, id: ruleId, version, name: "disable" }), "invalid");
  await change("CONTRACT", { severity: "reason" });
});

test("已淘汰的供应商不能再下达", async () => {
  const buyer = await world.as("buyerA");
  const { id } = await submitted(world);
  const supplier = world.entity("supplier-management/supplier");
  const { sql } = await import("kysely");
  const stage = (to: string) =>
    world.engine.database.transaction({ role: "owner" }, () =>
      sql`update supplier set stage = ${to} where id = ${world.ids.supplierA}`.execute(
        world.engine.database.connection(),
      ),
    );
  expect(supplier.fields.stage).toBeDefined();
  await stage("eliminated");
  const refused = await refusal(
    transition(world, { context: buyer, id, name: "release", more: { reason: "急" } }),
    "invalid",
  );
  expect(String(Object(refused).message)).toContain("供应商【甲供应商】已淘汰，不能下达订单");
  await stage("qualified");
  await transition(world, { context: buyer, id, name: "release" });
});

test("试算：未启用的规则也能试，不改变订单；看不到的订单等于没有", async () => {
  const { id } = await submitted(world);
  const before = await stored(world, id);
  const number = String(before.number);
  const draft = await rule({ code: "TRY", check_type: "over_amount", threshold: "1", severity: "block" }, false);
  const manager = await personWith(world, "purchase_manager");
  const model = await orderRuleTryModel(manager, draft, ` ${number.toLowerCase()} `);
  expect(model).toMatchObject({
    answer: { verdict: "block", texts: ["订单金额4,881.63元，超过1.00元"], idle: "规则未启用，目前不影响订单" },
  });
  expect((await stored(world, id)).version).toBe(before.version);
  const far = await rule(
    { code: "FAR", check_type: "over_amount", threshold: "1", severity: "block", factory_id: world.ids.factory2 },
    false,
  );
  expect(await orderRuleTryModel(manager, far, number)).toMatchObject({ answer: { verdict: "outside" } });
  expect(await orderRuleTryModel(manager, draft, "CG19990101-0001")).toMatchObject({
    problem: "找不到订单「CG19990101-0001」，请核对订单号",
  });
  const auditor = await personWith(world, "log_auditor");
  expect(await orderRuleTryModel(auditor, draft, number)).toHaveProperty("problem");
  await expect(orderRuleTryModel(await world.as("buyerA"), draft, number)).rejects.toMatchObject({
    error: "forbidden",
  });
});
