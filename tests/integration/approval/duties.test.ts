import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addDays } from "~/shared/calendar";
import { TODAY } from "../../support/clock";
import { personWith } from "../../support/conformance";
import { publishFlow } from "../../support/flows";
import { ORDER, order, refusal } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { ids } = world;
const CHANGE = "supplier-management/supplier-change";
const FREEZE = "supplier-performance/supplier-freeze";
const EXEMPTION = "supplier-management/gate-exemption";
const BRAND = "supplier-management/brand-authorization";
const CLAUSE = "base-data/standard-clause";

const as = async (role: string): Promise<Context> => ({ ...(await personWith(world, role)), now: world.clock.now() });
const stored = async (key: string, id: string) =>
  (await openRecord(world.system(), { entity: world.entity(key), id })).record;
const transition = (context: Context, key: string, id: string, name: string, input: object = {}) =>
  applyTransition(context, { entity: world.entity(key), id, name, reason: "测试原因", input: { ...input } });
const make = async (context: Context, key: string, values: object) =>
  (await createRecord(context, { screen: world.screen(key), values: { ...values } })).id;
async function edit(context: Context, key: string, id: string, values: object): Promise<void> {
  const { version } = await stored(key, id);
  await updateRecordBy(context, { screen: world.screen(key), id, version, values: { ...values } });
}
const papers = async (table: string, column: string, id: string, key = "id") => {
  const refs = JSON.stringify([{ id: world.engine.newId(), name: "a.pdf", size: 1, type: "application/pdf" }]);
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${refs}::jsonb where ${sql.ref(key)} = ${id}`.execute(
    world.engine.database.connection(),
  );
};
const buttons = async (context: Context, key: string, id: string) =>
  (await recordModel(context, world.screen(key), id)).actions.map(({ label }) => label);

describe("一个人不能既写又批", () => {
  test("变更单：别人建的草稿，自己改过又提交，不能自己通过；没碰过的同事可以", async () => {
    const [buyer, manager] = [await world.as("buyerA"), await as("purchase_manager")];
    const id = await make(buyer, CHANGE, {
      ...{ supplier_id: ids.supplierA, section: "base", reason: "法人变更" },
      new_legal_person: "测试人",
    });
    await edit(manager, CHANGE, id, { new_legal_person: "另一人" });
    await transition(manager, CHANGE, id, "submit");
    await refusal(transition(manager, CHANGE, id, "approve"), "own_rule");
    expect(await buttons(manager, CHANGE, id)).not.toContain("通过");
    await refusal(transition(manager, CHANGE, id, "reject"), "own_rule");
    expect(await buttons(await world.as("manager"), CHANGE, id)).toContain("通过");
    await transition(await world.as("manager"), CHANGE, id, "approve");
  });

  test("冻结单：改过的人不能批准；申请解冻的人不能解冻，也不能批准那张解冻单", async () => {
    const [buyer, manager, leader] = [await as("buyer"), await as("purchase_manager"), await as("leader")];
    const id = await make(buyer, FREEZE, {
      ...{ supplier_id: ids.supplierA, reason: "交货质量下降", effective_from: TODAY, alternative: "由乙方替代" },
      on_delivery: "1",
    });
    await edit(manager, FREEZE, id, { reason: "交货质量严重下降" });
    await transition(buyer, FREEZE, id, "submit");
    await refusal(transition(manager, FREEZE, id, "approve"), "own_rule");
    await transition(leader, FREEZE, id, "approve");
    await transition(manager, FREEZE, id, "propose_unfreeze");
    const { rows } = await sql<{ id: string }>`
      select id from supplier_freeze where release_freeze_id = ${id}`.execute(world.engine.database.connection());
    const release = rows[0]?.id ?? "";
    await edit(manager, FREEZE, release, { reason: "已整改" });
    await transition(buyer, FREEZE, release, "submit");
    await refusal(transition(manager, FREEZE, release, "approve"), "own_rule");
    await transition(leader, FREEZE, release, "approve");
    expect((await stored(FREEZE, id)).state).toBe("released");
  });

  test("临时放行：把数量从10改成999999的人不能第一次批准，也不能第二次；接口和批量同样", async () => {
    const [buyer, manager] = [await as("buyer"), await world.as("manager")];
    const id = await make(buyer, EXEMPTION, {
      ...{ supplier_id: ids.supplierA, material_id: ids.corn, valid_from: TODAY, valid_to: addDays(TODAY, 20) },
      ...{ reason: "生产急需", containment: "逐批全项检验", lifts_risk: "1", on_release: "1", max_qty: "10" },
    });
    await edit(manager, EXEMPTION, id, { max_qty: "999999" });
    await transition(buyer, EXEMPTION, id, "submit");
    const { version } = await stored(EXEMPTION, id);
    await refusal(transition(manager, EXEMPTION, id, "approve_first"), "own_rule");
    const token = await signIn(world, "manager");
    const told = await call(world, {
      token,
      method: "POST",
      path: `/v2/${EXEMPTION}/${id}/approve_first`,
      body: { version },
    });
    expect([told.status, told.body.code]).toEqual([403, 40302]);
    const batch = await call(world, {
      token,
      method: "POST",
      path: `/v2/${EXEMPTION}/batch/approve_first`,
      body: { items: [{ id, version }] },
    });
    expect(batch.body.result).toMatchObject({ done: [], failed: [{ id, message: "自己申请的放行由别人批准" }] });
    await transition(await as("purchase_manager"), EXEMPTION, id, "approve_first");
    await refusal(transition(manager, EXEMPTION, id, "approve_second"), "own_rule");
  });

  test("品牌授权：录入、改过、提交过的人都不能审核通过；没碰过的同事可以", async () => {
    const [author, editor, sender] = [await world.as("buyerA"), await as("buyer"), await world.as("buyerB")];
    const id = await make(author, BRAND, {
      ...{ supplier_id: ids.supplierA, brand_name: "麦田坊", producer_name: "丰原制造（样例）", auth_level: "level1" },
      ...{ auth_no: "SQ-1", valid_from: addDays(TODAY, -100), valid_to: addDays(TODAY, 400) },
      chain: [{ grantor: "丰原制造（样例）", grantee: "甲供应商", valid_to: addDays(TODAY, 400) }],
      materials: [{ material_id: ids.corn }],
    });
    await edit(editor, BRAND, id, { auth_no: "SQ-2" });
    await papers("brand_authorization_chain", "file", id, "root_id");
    await transition(sender, BRAND, id, "submit");
    for (const writer of [author, editor, sender]) {
      expect(await buttons(writer, BRAND, id)).not.toContain("通过");
      await refusal(transition(writer, BRAND, id, "approve"), "own_rule");
    }
    await transition(await as("purchase_manager"), BRAND, id, "approve");
  });

  test("审批流程也不请改过单据的人：提交时就说明没有别人可批", async () => {
    const [buyer, colleague] = [await world.as("buyerA"), await as("buyer")];
    const { id } = await order(world, buyer);
    await edit(colleague, ORDER, id, { remark: "改为上午送货" });
    await publishFlow(world, { document: ORDER, steps: [{ decider: "person", person_id: colleague.actor.id }] });
    const { message } = await refusal(transition(buyer, ORDER, id, "submit"), "invalid");
    expect(message).toContain("审批人就是发起人");
  });
});

describe("写过的人记到什么时候", () => {
  const clause = async (author: Context) =>
    make(author, CLAUSE, { title: "付款期限", category: "payment", body: "验收后30日内付款。", risk_level: "high" });

  test("退回后原样再交，改过的人仍不能批；批准生效后别人另写的，才轮到他批", async () => {
    const [author, other, third] = [await as("legal"), await world.as("admin"), await as("system_admin")];
    const id = await clause(author);
    await edit(other, CLAUSE, id, { body: "验收后45日内付款。" });
    await transition(author, CLAUSE, id, "submit");
    await refusal(transition(other, CLAUSE, id, "approve"), "own_rule");
    await transition(third, CLAUSE, id, "reject");
    await transition(author, CLAUSE, id, "submit");
    await refusal(transition(other, CLAUSE, id, "approve"), "own_rule");
    await transition(third, CLAUSE, id, "approve");
    await transition(third, CLAUSE, id, "revise");
    await edit(third, CLAUSE, id, { body: "验收后60日内付款。" });
    await transition(third, CLAUSE, id, "submit");
    await refusal(transition(third, CLAUSE, id, "approve"), "own_rule");
    await transition(other, CLAUSE, id, "approve");
  });
});
