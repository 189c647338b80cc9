import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { readHistory } from "~/engine/operations/audit.server";
import { linesOf } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { supplierGate } from "~/modules/supplier-management/gate-exemption/supplier-gate.server";
import { addDays } from "~/shared/calendar";
import { personWith } from "../../../support/conformance";
import { ORDER, refusal, released } from "../../../support/orders";
import { make, stored, transition } from "../../../support/quality";
import { signIn } from "../../../support/rest";
import { passedSample } from "../../../support/sources";
import { openWorld } from "../../../support/world";

const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const SOURCE = "base-data/source-data";
const ACTION = "supplier-audit/corrective-action";
const DAY_MS = 24 * 60 * 60_000;
const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;

const someone = async (role: string): Promise<Context> => ({
  ...(await personWith(world, role)),
  now: world.clock.now(),
});
const today = () => world.clock.now().toISOString().slice(0, 10);

async function draft(values: Record<string, unknown>): Promise<string> {
  const given = {
    supplier_id: ids.supplierA,
    reason: "交货质量下降",
    effective_from: today(),
    alternative: "由乙方替代",
  };
  const made = await createRecord(await someone("buyer"), {
    screen: world.screen(FREEZE),
    values: { ...given, on_delivery: "1", ...values },
  });
  return made.id;
}

async function submitted(values: Record<string, unknown>): Promise<string> {
  const id = await draft(values);
  await transition(world, {
    context: await someone("buyer"),
    key: FREEZE,
    id,
    name: "submit",
    more: { reason: "内部考虑" },
  });
  return id;
}

async function effective(values: Record<string, unknown>): Promise<string> {
  const id = await submitted(values);
  await transition(world, { context: await someone("purchase_manager"), key: FREEZE, id, name: "approve" });
  return id;
}

/** An exemption that two people agreed to: what is frozen may be delivered all the same. */
async function letPass(material: string): Promise<string> {
  const values = {
    supplier_id: ids.supplierA,
    material_id: material,
    valid_from: today(),
    valid_to: addDays(today(), 10),
    lifts_freeze: "1",
    on_delivery: "1",
    reason: "生产急需",
    containment: "逐批全项检验",
  };
  const { id } = await createRecord(await someone("buyer"), { screen: world.screen(EXEMPTION), values });
  await transition(world, { context: await someone("buyer"), key: EXEMPTION, id, name: "submit" });
  await transition(world, { context: await someone("purchase_manager"), key: EXEMPTION, id, name: "approve_first" });
  await transition(world, { context: await someone("leader"), key: EXEMPTION, id, name: "approve_second" });
  return id;
}

const unfreeze = (id: string, more: Record<string, unknown> = {}) => ({
  freeze_type: "unfreeze",
  release_freeze_id: id,
  on_delivery: "",
  ...more,
});

async function tasks(id: string): Promise<{ title: string; role: string; state: string }[]> {
  const found = sql<{
    title: string;
    role: string;
    state: string;
  }>`select t.title, r.code as role, t.state from task t left join role r on r.id = t.candidate_role_id
    where t.document_id = ${id} order by t.created_at`;
  return (await found.execute(world.engine.database.connection())).rows;
}

const line = (material: string) => ({
  material_id: material,
  qty: "100",
  price: "2",
  tax_rate: "13",
  uom: "kg",
  required_date: "2025-06-20",
});

describe("在途订单按范围处理", () => {
  test("按物料冻结并暂停交货：只暂停有该物料的订单；影响分析只列所涉订单", async () => {
    const corn = await released(world, { items: [line(ids.corn)] });
    const oil = await released(world, { items: [line(ids.oil)] });
    const id = await submitted({ open_po_policy: "hold", scopes: [{ material_id: ids.corn }] });
    const page = JSON.stringify(
      (await recordModel(await someone("purchase_manager"), world.screen(FREEZE), id)).sections,
    );
    const number = async (order: string) => String((await stored(world, ORDER, order)).number);
    expect(page).toContain(await number(corn.id));
    expect(page).not.toContain(await number(oil.id));
    await transition(world, { context: await someone("purchase_manager"), key: FREEZE, id, name: "approve" });
    expect((await stored(world, ORDER, corn.id)).state).toBe("on_hold");
    expect((await stored(world, ORDER, oil.id)).state).toBe("released");
    await effective(unfreeze(id));
  });

  test("按物料类别冻结并取消未交：同一订单的其他物料照常，只关闭所涉的行；别的工厂不受影响", async () => {
    const mixed = await released(world, { items: [line(ids.corn), line(ids.box)] });
    const id = await effective({
      open_po_policy: "cancel",
      scopes: [{ factory_id: ids.factory1, material_type_id: ids.rawType }],
    });
    const lines = linesOf(await stored(world, ORDER, mixed.id), "items");
    expect(lines.map(({ material_id, line_status }) => [material_id, line_status])).toEqual([
      [ids.corn, "closed"],
      [ids.box, "open"],
    ]);
    expect((await stored(world, ORDER, mixed.id)).state).toBe("released");
    await effective(unfreeze(id));
    const other = await released(world, { items: [line(ids.corn)] });
    const elsewhere = await effective({ open_po_policy: "cancel", scopes: [{ factory_id: ids.factory2 }] });
    expect((await stored(world, ORDER, other.id)).state).toBe("released");
    await effective(unfreeze(elsewhere));
  });

  test("范围里有独家物料才要填替代方案", async () => {
    const manager = await someone("purchase_manager");
    await passedSample(world, ids.supplierA, ids.oil);
    const source = await make(world, await someone("buyer"), SOURCE, {
      supplier_id: ids.supplierA,
      material_id: ids.oil,
      factory_id: ids.factory1,
    });
    await transition(world, { context: manager, key: SOURCE, id: source.id, name: "approve" });
    await submitted({ alternative: "", scopes: [{ factory_id: ids.factory2 }] });
    const here = await draft({ alternative: "", scopes: [{ factory_id: ids.factory1 }] });
    const notified = await refusal(
      transition(world, { context: await someone("buyer"), key: FREEZE, id: here, name: "submit" }),
      "invalid",
    );
    expect(notified.message).toContain("为独家供应，请填写替代供应方案");
    await transition(world, {
      context: manager,
      key: SOURCE,
      id: source.id,
      name: "end",
      more: { reason: "测试结束" },
    });
  });
});

describe("解冻后订单恢复", () => {
  const held = async (id: string) => {
    const { state, held_by_freeze_id } = await stored(world, ORDER, id);
    return [state, held_by_freeze_id];
  };
  const buyer = () => world.as("buyerA");

  test("只恢复这张冻结单暂停的：手工暂停的、手工恢复后又暂停的不动；历史写明原因", async () => {
    const confirmed = await released(world, { items: [line(ids.corn)] });
    await transition(world, { context: await world.as("supplierA"), key: ORDER, id: confirmed.id, name: "confirm" });
    const byHand = await released(world, { items: [line(ids.corn)] });
    await transition(world, {
      context: await buyer(),
      key: ORDER,
      id: byHand.id,
      name: "hold",
      more: { reason: "价格待核" },
    });
    const again = await released(world, { items: [line(ids.corn)] });
    const frozen = await effective({ open_po_policy: "hold" });
    expect(await held(confirmed.id)).toEqual(["on_hold", frozen]);
    expect(await held(byHand.id)).toEqual(["on_hold", null]);
    const exemption = await letPass(ids.corn);
    await transition(world, {
      context: await buyer(),
      key: ORDER,
      id: again.id,
      name: "resume",
      more: { reason: "已临时放行" },
    });
    await transition(world, {
      context: await buyer(),
      key: ORDER,
      id: again.id,
      name: "hold",
      more: { reason: "数量待核" },
    });
    await transition(world, {
      context: await someone("leader"),
      key: EXEMPTION,
      id: exemption,
      name: "revoke",
      more: { reason: "不再需要" },
    });
    const page = await recordModel(await someone("purchase_manager"), world.screen(FREEZE), frozen);
    expect(JSON.stringify(page)).toContain(String((await stored(world, ORDER, confirmed.id)).number));

    await effective(unfreeze(frozen));
    expect(await held(confirmed.id)).toEqual(["confirmed", null]);
    expect(await held(byHand.id)).toEqual(["on_hold", null]);
    expect(await held(again.id)).toEqual(["on_hold", null]);
    const history = async (reader: Context) =>
      readHistory(reader, { entity: world.entity(ORDER), recordId: confirmed.id });
    expect((await history(await buyer()))[0]).toMatchObject({
      label: "随供应商解冻恢复",
      reason: expect.stringMatching(/^供应商冻结单DJ.*已解除$/),
    });
    const told = await history(await world.as("supplierA"));
    expect(told.map(({ label }) => label)).toContain("随供应商解冻恢复");
    expect(JSON.stringify(told)).not.toContain("DJ");
    for (const { id } of [confirmed, byHand, again])
      await transition(world, { context: await buyer(), key: ORDER, id, name: "close", more: { reason: "测试结束" } });
  });

  test("部分解冻只恢复解除的范围；另一张冻结单仍要暂停的由它接着暂停，它解除后才恢复", async () => {
    const corn = await released(world, { items: [line(ids.corn)] });
    const box = await released(world, { items: [line(ids.box)] });
    const both = await effective({
      open_po_policy: "hold",
      scopes: [{ material_id: ids.corn }, { material_id: ids.box }],
    });
    const here = await effective({ open_po_policy: "hold", scopes: [{ factory_id: ids.factory1 }] });
    await effective(unfreeze(here));
    expect(await held(corn.id)).toEqual(["on_hold", both]);
    await effective(unfreeze(both, { scopes: [{ material_id: ids.box }] }));
    expect(await held(box.id)).toEqual(["released", null]);
    expect(await held(corn.id)).toEqual(["on_hold", both]);
    const second = await effective({ open_po_policy: "hold", scopes: [{ factory_id: ids.factory1 }] });
    await effective(unfreeze(both));
    expect(await held(corn.id)).toEqual(["on_hold", second]);
    await effective(unfreeze(second));
    expect(await held(corn.id)).toEqual(["released", null]);
    expect(await held(box.id)).toEqual(["released", null]);
  });

  test("供应商在页面、历史、接口、导出和消息里都读不到冻结单的编号", async () => {
    const order = await released(world, { items: [line(ids.corn)] });
    const frozen = await effective({ open_po_policy: "hold" });
    expect(await held(order.id)).toEqual(["on_hold", frozen]);
    const number = String((await stored(world, FREEZE, frozen)).number);
    const supplier = await world.as("supplierA");
    const token = await signIn(world, "supplierA");
    const get = async (path: string) => {
      const request = new Request(`http://portal.test/v2/${ORDER}/${path}`, { headers: { Authorization: token } });
      const response = await world.services.rest.fetch(request, { requestId: "walk", ip: "" });
      expect([path, response.status]).toEqual([path, 200]);
      return response.text();
    };
    // That it is frozen itself, and by which paper, it is told; an order does not say which paper holds it.
    const { rows: inbox } = await sql`select title, body, path from inbox
      where user_id = ${supplier.actor.id} and entity is distinct from ${FREEZE}`.execute(
      world.engine.database.connection(),
    );
    const seen = {
      page: JSON.stringify(await recordModel(supplier, world.screen(ORDER), order.id)),
      history: JSON.stringify(await readHistory(supplier, { entity: world.entity(ORDER), recordId: order.id })),
      record: await get(order.id),
      list: await get("page"),
      export: await get("export?format=csv"),
      inbox: JSON.stringify(inbox),
    };
    expect(seen.page).toContain("已暂停");
    for (const [where, text] of Object.entries(seen))
      expect([where, text.includes(number), text.includes(frozen)]).toEqual([where, false, false]);
    const staff = JSON.stringify(await readHistory(await buyer(), { entity: world.entity(ORDER), recordId: order.id }));
    expect(staff).toContain(number);
    await effective(unfreeze(frozen));
  });

  test("还有别的限制的不恢复：采购员收到任务，写明原因", async () => {
    const order = await released(world, { items: [line(ids.corn)] });
    const frozen = await effective({ open_po_policy: "hold" });
    const other = await effective({ scopes: [{ material_id: ids.corn }] });
    await effective(unfreeze(frozen));
    expect(await held(order.id)).toEqual(["on_hold", frozen]);
    const found = sql<{ title: string; description: string; state: string }>`select title, description, state from task
      where document_id = ${order.id}`;
    const tasksOf = async () => (await found.execute(world.engine.database.connection())).rows;
    expect(await tasksOf()).toMatchObject([
      { title: expect.stringContaining("仍有限制"), description: expect.stringContaining("已被冻结"), state: "open" },
    ]);
    await effective(unfreeze(other));
    await transition(world, { context: await buyer(), key: ORDER, id: order.id, name: "resume" });
    expect(await tasksOf()).toMatchObject([{ state: "done" }]);
    expect(await held(order.id)).toEqual(["released", null]);
  });
});

describe("解冻", () => {
  test("关联整改单没有关闭不能解冻，关闭后可以；已解冻的不再解冻", async () => {
    const qa = await someone("qa");
    const action = await make(world, qa, ACTION, { supplier_id: ids.supplierA, severity: "major" });
    await transition(world, { context: qa, key: ACTION, id: action.id, name: "issue" });
    const { number } = await stored(world, ACTION, action.id);
    const frozen = await effective({ corrective_action_id: action.id });
    const lifting = await draft(unfreeze(frozen));
    const notified = await refusal(
      transition(world, { context: await someone("buyer"), key: FREEZE, id: lifting, name: "submit" }),
      "invalid",
    );
    expect(notified.message).toContain(`关联整改单【${number}】未关闭，不能解冻`);
    await transition(world, {
      context: await someone("qa_manager"),
      key: ACTION,
      id: action.id,
      name: "cancel",
      more: { reason: "误发" },
    });
    await transition(world, { context: await someone("buyer"), key: FREEZE, id: lifting, name: "submit" });
    const second = await submitted(unfreeze(frozen));
    await transition(world, { context: await someone("purchase_manager"), key: FREEZE, id: lifting, name: "approve" });
    expect((await stored(world, FREEZE, frozen)).state).toBe("released");
    const twice = await refusal(
      transition(world, { context: await someone("purchase_manager"), key: FREEZE, id: second, name: "approve" }),
      "invalid",
    );
    expect(twice.message).toContain("不在生效中，不需要解冻");
  });

  test("没到计划解冻日期不能直接解冻；到了以后仍然冻结，请采购经理确认条件", async () => {
    const id = await effective({ release_date: addDays(today(), 2), conditions: "连续三批合格" });
    const lift = async () =>
      transition(world, {
        context: await someone("purchase_manager"),
        key: FREEZE,
        id,
        name: "lift",
        more: { reason: "三批合格，报告已核对" },
      });
    expect((await refusal(lift(), "wrong_state")).message).toContain("请另建解冻单");
    world.clock.advance(2 * DAY_MS);
    await workDeadlines(world.system(), { remindNow: true });
    await workDeadlines(world.system(), { remindNow: true });
    expect((await stored(world, FREEZE, id)).state).toBe("effective");
    expect(await tasks(id)).toMatchObject([
      { title: "解冻日期已到，请确认解冻条件", role: "purchase_manager", state: "open" },
    ]);
    await lift();
    expect((await stored(world, FREEZE, id)).state).toBe("released");
    expect(await tasks(id)).toMatchObject([{ state: "done" }]);
  });

  test("解冻单列出范围的，只解除这些范围，其余继续冻结", async () => {
    const [here, there] = [{ factory_id: ids.factory1 }, { factory_id: ids.factory2 }];
    const id = await effective({ scopes: [here, there] });
    const wrong = await draft(unfreeze(id, { scopes: [{ material_id: ids.corn }] }));
    const notified = await refusal(
      transition(world, { context: await someone("buyer"), key: FREEZE, id: wrong, name: "submit" }),
      "invalid",
    );
    expect(notified.message).toContain("第1行范围不在冻结单");
    await effective(unfreeze(id, { scopes: [there] }));
    expect(await stored(world, FREEZE, id)).toMatchObject({ state: "effective", scopes: [here] });
    const asked = { action: "delivery" as const, supplierId: ids.supplierA };
    const system = { ...world.system(), now: world.clock.now() };
    expect(await supplierGate(system, { ...asked, factoryId: ids.factory1 })).toMatchObject([{ check: "freeze" }]);
    expect(await supplierGate(system, { ...asked, factoryId: ids.factory2 })).toEqual([]);
    await effective(unfreeze(id));
    expect((await stored(world, "supplier-management/supplier", ids.supplierA)).freeze_status).toBe("none");
  });

  test("部分解冻告诉被解除的范围里在途订单的采购员，不只是仍冻结的", async () => {
    const order = await released(world, { items: [line(ids.corn)] });
    const buyer = await world.as("buyerB");
    await sql`update purchase_order set buyer_id = ${buyer.actor.id} where id = ${order.id}`.execute(
      world.engine.database.connection(),
    );
    const id = await effective({ scopes: [{ material_id: ids.corn }, { material_id: ids.oil }] });
    const told = async () => {
      const { rows } = await sql<{ title: string }>`select title from inbox
        where user_id = ${buyer.actor.id} and record_id = ${id} order by at`.execute(
        world.engine.database.connection(),
      );
      return rows.map(({ title }) => title).join();
    };
    expect(await told()).toContain("已生效");
    await sql`delete from inbox where record_id = ${id}`.execute(world.engine.database.connection());
    await effective(unfreeze(id, { scopes: [{ material_id: ids.corn }] }));
    expect(await told()).toContain("已部分解除");
    await effective(unfreeze(id));
  });
});

describe("紧急冻结", () => {
  const all = Object.fromEntries(
    ["rfq", "award", "contract", "release", "delivery", "payment"].map((name) => [`on_${name}`, "1"]),
  );

  test("全部冻结由分管领导追认，冻结付款先由财务会签；期限写在单据上，追认后任务结束", async () => {
    const id = await draft({ ...all, source_type: "quality_issue" });
    await transition(world, {
      context: await someone("qa_manager"),
      key: FREEZE,
      id,
      name: "emergency",
      more: { reason: "食品安全" },
    });
    const notes = (await recordModel(await someone("leader"), world.screen(FREEZE), id)).warnings;
    expect(JSON.stringify(notes)).toMatch(/紧急冻结将于\d{4}-\d\d-\d\d \d\d:\d\d自动失效，请尽快完成审批/);
    expect(await tasks(id)).toMatchObject([{ title: "追认紧急冻结", role: "leader", state: "open" }]);
    const confirm = (by: Context) => transition(world, { context: by, key: FREEZE, id, name: "confirm_emergency" });
    expect((await refusal(confirm(await someone("leader")), "invalid")).message).toBe("冻结付款须财务会签");
    await transition(world, { context: await someone("finance"), key: FREEZE, id, name: "countersign" });
    await refusal(confirm(await someone("purchase_manager")), "forbidden");
    await confirm(await someone("leader"));
    expect(await tasks(id)).toMatchObject([{ state: "done" }]);
    world.clock.advance(4 * DAY_MS);
    await workDeadlines(world.system(), { remindNow: true });
    expect((await stored(world, FREEZE, id)).state).toBe("effective");
    const lifting = await submitted(unfreeze(id));
    await transition(world, { context: await someone("leader"), key: FREEZE, id: lifting, name: "approve" });
  });
});

describe("到期执行", () => {
  test("阶段不允许的淘汰提交不了；一张执行不了的不耽误其他冻结单生效", async () => {
    const supplier = (values: Record<string, unknown>) =>
      sql`update supplier set stage = ${values.stage} where id = ${ids.supplierB}`.execute(
        world.engine.database.connection(),
      );
    const before = (await stored(world, "supplier-management/supplier", ids.supplierB)).stage;
    const day = addDays(today(), 1);
    const out = { supplier_id: ids.supplierB, freeze_type: "eliminate", on_delivery: "", effective_from: day };
    await supplier({ stage: "candidate" });
    const early = await draft(out);
    const notified = await refusal(
      transition(world, { context: await someone("buyer"), key: FREEZE, id: early, name: "submit" }),
      "invalid",
    );
    expect(notified.message).toContain("供应商当前的生命周期阶段不允许“淘汰”");
    await supplier({ stage: "qualified" });
    await transition(world, { context: await someone("buyer"), key: FREEZE, id: early, name: "submit" });
    await transition(world, { context: await someone("leader"), key: FREEZE, id: early, name: "approve" });
    await supplier({ stage: "candidate" });
    const later = await effective({ effective_from: day });
    world.clock.advance(DAY_MS);
    const round = await workDeadlines(world.system(), { remindNow: true });
    expect(round.lapsed).toBe(1);
    expect(round.failed).toHaveLength(1);
    expect((await stored(world, FREEZE, early)).state).toBe("scheduled");
    expect((await stored(world, FREEZE, later)).state).toBe("effective");
    await supplier({ stage: before });
    await effective(unfreeze(later));
  });
});

test("供应商看到自己的冻结和条件，看不到原因、来源、影响分析和独家物料", async () => {
  const id = await effective({
    source_type: "risk",
    source_no: "FX-9",
    conditions: "连续三批合格",
    supplier_note: "请整改",
  });
  const page = JSON.stringify(
    await recordModel({ ...(await world.as("supplierA")), now: world.clock.now() }, world.screen(FREEZE), id),
  );
  expect(page).toContain("连续三批合格");
  for (const secret of ["影响分析", "独家", "内部考虑", "交货质量下降", "FX-9", "企业风险", "由乙方替代"])
    expect(page).not.toContain(secret);
  await refusal(recordModel(await world.as("supplierB"), world.screen(FREEZE), id), "not_found");
});

describe("影响与解冻申请", () => {
  test("提交时记下当时的影响；范围外的订单只计数，不列单号", async () => {
    const mine = await released(world, { items: [line(ids.corn)] });
    const id = await submitted({ scopes: [{ material_id: ids.corn }] });
    const { impact_text, impact_at } = await stored(world, FREEZE, id);
    expect(impact_text).toMatch(/^所涉未完成的订单\d+张（CNY [\d,.]+）、有效合同\d+份、独家物料\d+种$/);
    expect(impact_at).not.toBeNull();
    const number = String((await stored(world, ORDER, mine.id)).number);
    const pageOf = async (context: Context) =>
      JSON.stringify((await recordModel(context, world.screen(FREEZE), id)).sections);
    expect(await pageOf({ ...(await world.as("buyerA")), now: world.clock.now() })).toContain(number);
    // Buyer B works for another factory and another group.
    const other = await pageOf({ ...(await world.as("buyerB")), now: world.clock.now() });
    expect(other).not.toContain(number);
    expect(other).toContain("不在您的数据范围内");
    await transition(world, {
      context: await someone("purchase_manager"),
      key: FREEZE,
      id,
      name: "reject",
      more: { reason: "不需要冻结" },
    });
  });

  test("从冻结单申请解冻：得一张带全部范围的解冻单草稿，同时只办一张；批准后解除", async () => {
    const id = await effective({ scopes: [{ factory_id: ids.factory1 }, { factory_id: ids.factory2 }] });
    const buyer = await someone("buyer");
    await transition(world, {
      context: buyer,
      key: FREEZE,
      id,
      name: "propose_unfreeze",
      more: { reason: "整改已完成" },
    });
    const again = await refusal(
      transition(world, { context: buyer, key: FREEZE, id, name: "propose_unfreeze", more: { reason: "整改已完成" } }),
      "invalid",
    );
    const { rows } = await sql<{ id: string; number: string }>`select id, number from supplier_freeze
      where release_freeze_id = ${id}`.execute(world.engine.database.connection());
    const [draftRow] = rows;
    expect(rows).toHaveLength(1);
    expect(again.message).toBe(`已有解冻单【${draftRow?.number}】在办理中`);
    const made = await stored(world, FREEZE, String(draftRow?.id));
    expect(made).toMatchObject({ state: "draft", freeze_type: "unfreeze", reason: "整改已完成" });
    expect(linesOf(made, "scopes").map(({ factory_id }) => factory_id)).toEqual([ids.factory1, ids.factory2]);
    await transition(world, { context: buyer, key: FREEZE, id: made.id, name: "submit" });
    await transition(world, { context: await someone("leader"), key: FREEZE, id: made.id, name: "approve" });
    expect((await stored(world, FREEZE, id)).state).toBe("released");
  });
});
