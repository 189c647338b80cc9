import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test, vi } from "vitest";
import { decideByIntegration } from "~/engine/approval/integration.server";
import type { IntegrationStep } from "~/engine/approval/integration-hook";
import { remindAndEscalate } from "~/engine/approval/upkeep.server";
import type { Context } from "~/engine/context.server";
import { systemContext } from "~/engine/context.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { availableTransitions } from "~/engine/operations/transitions.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { stateCounts } from "~/engine/screen/waiting.server";
import { addAccount } from "~/engine/session/account.server";
import { actingAs, loadActor } from "~/engine/session/actor.server";
import { personWith } from "../../support/conformance";
import { publishFlow, roleId, stopFlow, type TypedStep } from "../../support/flows";
import { ORDER, order, refusal, seen, stored, transition } from "../../support/orders";
import { rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const managers = await roleId(world, "purchase_manager");
const person = (id: string): TypedStep => ({ decider: "person", person_id: id });
const manager = world.accounts.manager;

let flows: string[] = [];
beforeEach(async () => {
  for (const id of flows) await stopFlow(world, id);
  flows = [];
});

async function flow(
  steps: readonly TypedStep[],
  more: { conditions?: Record<string, string>[]; priority?: string } = {},
) {
  const { id } = await publishFlow(world, { document: ORDER, steps, ...more });
  flows.push(id);
  return id;
}

async function submitted(overrides: Record<string, unknown> = {}): Promise<string> {
  const buyer = await world.as("buyerA");
  const { id } = await order(world, buyer, overrides);
  await transition(world, { context: buyer, id, name: "submit" });
  return id;
}

const stateOf = async (id: string) => (await stored(world, id)).state;

async function names(context: Context, id: string): Promise<string[]> {
  return availableTransitions(context, world.entity(ORDER), await seen(world, context, id)).map(([name]) => name);
}

describe("采购订单的审批", () => {
  test("没有流程时提交后直接待下达；流程只管符合条件的订单", async () => {
    expect(await stateOf(await submitted())).toBe("approved");
    await flow([person(manager)], { conditions: [{ field: "amount", comparison: "gte", value: "100000" }] });
    expect(await stateOf(await submitted())).toBe("approved");
    const line = { ...(await lineOf()), qty: "100000" };
    expect(await stateOf(await submitted({ items: [line] }))).toBe("in_approval");
  });

  test("采购经理通过后待下达，过程写在单据上，供应商什么也看不到", async () => {
    await flow([person(manager)]);
    const id = await submitted();
    const boss = await world.as("manager");
    expect(await names(boss, id)).toEqual(expect.arrayContaining(["approve", "reject", "send_back", "hand_over"]));
    expect(await names(await world.as("buyerA"), id)).not.toContain("approve");
    await transition(world, { context: boss, id, name: "approve", more: { reason: "同意" } });
    expect(await stateOf(id)).toBe("approved");
    const model = await recordModel(boss, world.screen(ORDER), id);
    const shown = JSON.stringify(model.sections[0]);
    expect(shown).toContain("已通过");
    expect(shown).toContain("同意");
    await transition(world, { context: await world.as("buyerA"), id, name: "release", more: { reason: "测试" } });
    const theirs = JSON.stringify(await recordModel(await world.as("supplierA"), world.screen(ORDER), id));
    expect(theirs).not.toContain("审批");
    expect(theirs).not.toContain("同意");
  });

  test("驳回要写2到200字的原因，订单回到草稿", async () => {
    await flow([person(manager)]);
    const id = await submitted();
    const boss = await world.as("manager");
    for (const reason of ["", "不", "长".repeat(201)]) {
      const refused = await refusal(
        transition(world, { context: boss, id, name: "reject", more: { reason } }),
        "invalid",
      );
      expect(refused.complaints).toContainEqual({ field: "reason", message: "请填写原因（2-200字）" });
    }
    await transition(world, { context: boss, id, name: "reject", more: { reason: "价格偏高" } });
    expect(await stateOf(id)).toBe("draft");
  });

  test("没有被问到的人、发起人自己和没有审批权限的人都不能审批", async () => {
    await flow([person(manager)]);
    const id = await submitted();
    await refusal(
      transition(world, { context: await personWith(world, "leader"), id, name: "approve" }),
      "wrong_state",
    );
    await refusal(transition(world, { context: await world.as("buyerA"), id, name: "approve" }), "forbidden");
    expect(await stateOf(id)).toBe("in_approval");
  });

  test("发起人就是审批人时按流程跳过、找上级或不许提交", async () => {
    const boss = await world.as("manager");
    const leader = await personWith(world, "leader");
    const draft = async () => {
      const made = await createRecord(world.system(), {
        screen: world.screen(ORDER),
        values: { ...(await valuesOf()), buyer_id: world.accounts.buyerA },
      });
      await sql`update purchase_order set created_by = ${manager} where id = ${made.id}`.execute(database.connection());
      return made.id;
    };
    const submit = (id: string) => transition(world, { context: world.system(), id, name: "submit" });
    await flow([{ ...person(manager), on_self: "refuse" }]);
    const first = await draft();
    expect((await refusal(submit(first), "invalid")).message).toContain("不能审批本人的单据");
    await flow([{ ...person(manager), on_self: "skip" }, person(String(leader.actor.id))], { priority: "20" });
    await submit(first);
    await refusal(transition(world, { context: boss, id: first, name: "approve" }), "wrong_state");
    await transition(world, { context: leader, id: first, name: "approve" });
    expect(await stateOf(first)).toBe("approved");
    await sql`update app_user set superior_id = ${leader.actor.id} where id = ${manager}`.execute(
      database.connection(),
    );
    await flow([person(manager)], { priority: "30" });
    const second = await draft();
    await submit(second);
    await transition(world, { context: leader, id: second, name: "approve" });
    expect(await stateOf(second)).toBe("approved");
    await sql`update app_user set superior_id = null where id = ${manager}`.execute(database.connection());
  });

  test("先后与并行、任一与全部", async () => {
    const leader = await personWith(world, "leader");
    const boss = await world.as("manager");
    await flow([
      { ...person(manager), step_no: "1" },
      { ...person(String(leader.actor.id)), step_no: "1", name: "会签" },
      { decider: "role", role_id: managers, rule: "any", step_no: "2" },
    ]);
    const id = await submitted();
    await transition(world, { context: leader, id, name: "approve" });
    expect(await stateOf(id)).toBe("in_approval");
    await refusal(transition(world, { context: leader, id, name: "approve" }), "wrong_state");
    await transition(world, { context: boss, id, name: "approve" });
    expect(await stateOf(id)).toBe("in_approval");
    await transition(world, { context: boss, id, name: "approve", more: { reason: "第二步" } });
    expect(await stateOf(id)).toBe("approved");
  });

  test("退回上一步重新审批，退回发起人后重新提交", async () => {
    const leader = await personWith(world, "leader");
    const boss = await world.as("manager");
    await flow([person(manager), person(String(leader.actor.id))]);
    const id = await submitted();
    const back = (who: Context, target: string) =>
      transition(world, { context: who, id, name: "send_back", more: { reason: "请复核", input: { target } } });
    expect((await refusal(back(boss, "previous"), "invalid")).message).toBe("现在是第一步，只能退回发起人");
    await transition(world, { context: boss, id, name: "approve" });
    await back(leader, "previous");
    expect(await stateOf(id)).toBe("in_approval");
    await refusal(transition(world, { context: leader, id, name: "approve" }), "wrong_state");
    await transition(world, { context: boss, id, name: "approve" });
    await back(leader, "author");
    expect(await stateOf(id)).toBe("draft");
    await transition(world, { context: await world.as("buyerA"), id, name: "submit" });
    expect(await stateOf(id)).toBe("in_approval");
  });

  test("退回到指定的步骤：从那一步起重新审批，只能是前面有的步骤", async () => {
    const leader = await personWith(world, "leader");
    const boss = await world.as("manager");
    const other = await personWith(world, "purchase_manager");
    await flow([person(manager), person(String(other.actor.id)), person(String(leader.actor.id))]);
    const id = await submitted();
    const back = (step_no: string | null) =>
      transition(world, {
        context: leader,
        id,
        name: "send_back",
        more: { reason: "请复核", input: { target: "step", step_no } },
      });
    await transition(world, { context: boss, id, name: "approve" });
    await transition(world, { context: other, id, name: "approve" });
    expect((await refusal(back(null), "invalid")).complaints).toEqual([
      { field: "step_no", message: "请填写退回到第几步" },
    ]);
    expect((await refusal(back("3"), "invalid")).message).toBe("只能退回到第1、2步");
    await back("2");
    await refusal(transition(world, { context: boss, id, name: "approve" }), "wrong_state");
    await transition(world, { context: other, id, name: "approve" });
    await back("1");
    for (const who of [boss, other, leader]) await transition(world, { context: who, id, name: "approve" });
    expect(await stateOf(id)).toBe("approved");
  });

  test("审批页上写着审批所看的金额", async () => {
    await flow([person(manager)]);
    const id = await submitted();
    const { facts } = await transitionModel(await world.as("manager"), world.screen(ORDER), id, "approve");
    expect(facts.map(({ label }) => label)).toContain("含税金额");
  });

  test("转交给有权的人，对方审批；代理人在期内代为审批", async () => {
    const leader = await personWith(world, "leader");
    const other = await personWith(world, "purchase_manager");
    const boss = await world.as("manager");
    await flow([person(manager)]);
    const id = await submitted();
    const to = (receiver: string | null) =>
      transition(world, { context: boss, id, name: "hand_over", more: { input: { receiver_id: receiver } } });
    expect((await refusal(to(world.accounts.planner), "invalid")).message).toContain("没有审批这张单据的权限");
    await to(leader.actor.id);
    await refusal(transition(world, { context: boss, id, name: "approve" }), "wrong_state");
    await transition(world, { context: leader, id, name: "approve" });
    expect(await stateOf(id)).toBe("approved");

    const second = await submitted();
    await refusal(transition(world, { context: other, id: second, name: "approve" }), "wrong_state");
    const values = {
      owner_id: manager,
      deputy_id: other.actor.id,
      from_day: "2025-01-01",
      to_day: "2025-12-31",
      enabled: "1",
    };
    const deputy = world.screen("system-management/approval-deputy");
    await createRecord(boss, { screen: deputy, values });
    const foreign = { ...values, owner_id: leader.actor.id, deputy_id: manager };
    const refused = await refusal(createRecord(boss, { screen: deputy, values: foreign }), "invalid");
    expect(refused.message + JSON.stringify(refused.complaints)).toContain("只能为自己设置代理人");
    await transition(world, { context: other, id: second, name: "approve" });
    expect(await stateOf(second)).toBe("approved");
    expect(JSON.stringify((await recordModel(boss, world.screen(ORDER), second)).sections[0])).toContain(
      "（代采购经理）",
    );
    await sql`delete from approval_deputy`.execute(database.connection());
  });

  test("发起人撤回或取消，审批随之作废", async () => {
    await flow([person(manager)]);
    const id = await submitted();
    const buyer = await world.as("buyerA");
    await transition(world, { context: buyer, id, name: "recall" });
    expect(await stateOf(id)).toBe("draft");
    await transition(world, { context: buyer, id, name: "submit" });
    await transition(world, { context: buyer, id, name: "cancel", more: { reason: "不要了" } });
    expect(await stateOf(id)).toBe("cancelled");
    const { rows } = await sql<{ state: string }>`select state from approval_case where record_id = ${id}`.execute(
      database.connection(),
    );
    expect(rows.map(({ state }) => state)).toEqual(["withdrawn", "withdrawn"]);
  });

  test("流程改了版本，已在审批的订单按原版本走完", async () => {
    const leader = await personWith(world, "leader");
    const id = await flow([person(manager)]);
    const old = await submitted();
    await stopFlow(world, id);
    flows = [];
    await flow([person(String(leader.actor.id))]);
    await transition(world, { context: await world.as("manager"), id: old, name: "approve" });
    expect(await stateOf(old)).toBe("approved");
    const fresh = await submitted();
    await transition(world, { context: leader, id: fresh, name: "approve" });
    expect(await stateOf(fresh)).toBe("approved");
  });

  test("几个人同时通过和驳回同一批订单，没有一张停在两个状态里", async () => {
    const people = [await world.as("manager")];
    for (let n = 0; n < 4; n += 1) people.push(await another("purchase_manager"));
    await flow([{ decider: "role", role_id: managers, rule: "any" }], { priority: "50" });
    const ids: string[] = [];
    for (let n = 0; n < 4; n += 1) ids.push(await submitted());
    const outcomes = await Promise.all(
      ids.flatMap((id) =>
        people.map((who, index) =>
          applyTransition(who, {
            entity: world.entity(ORDER),
            id,
            name: index % 2 === 0 ? "approve" : "reject",
            reason: "同时审批",
          }).then(
            () => "done",
            (error: { error: string }) => error.error,
          ),
        ),
      ),
    );
    expect(outcomes.filter((one) => one === "done")).toHaveLength(ids.length);
    expect(outcomes.filter((one) => one !== "done" && one !== "wrong_state")).toEqual([]);
    for (const id of ids) {
      const { rows } = await sql<{ state: string; open: number; answers: number }>`select c.state,
        (select count(*)::int from approval_asked a where a.case_id = c.id and a.state = 'open') as open,
        (select count(*)::int from approval_asked a where a.case_id = c.id and a.state in ('approved', 'rejected')) as answers
        from approval_case c where record_id = ${id}`.execute(database.connection());
      const state = await stateOf(id);
      expect(rows).toEqual([{ state: state === "approved" ? "approved" : "rejected", open: 0, answers: 1 }]);
      expect(["approved", "draft"]).toContain(state);
    }
  });

  test("超过时限每天提醒一次，按流程加请上级；首页数得出等我审批的", async () => {
    const leader = await personWith(world, "leader");
    await sql`update app_user set superior_id = ${leader.actor.id} where id = ${manager}`.execute(
      database.connection(),
    );
    await flow([{ ...person(manager), due_hours: "2", escalate: "superior" }], { priority: "60" });
    const mine = async (who: Context) =>
      (await stateCounts(who)).find(({ label }) => label === "采购订单 · 待我审批")?.count ?? 0;
    const boss = await world.as("manager");
    const [bossBefore, leaderBefore] = [await mine(boss), await mine(leader)];
    const id = await submitted();
    expect(await mine(boss)).toBe(bossBefore + 1);
    expect(await mine(leader)).toBe(leaderBefore);
    const at = (hours: number) => ({
      ...world.system(),
      now: new Date(world.clock.now().getTime() + hours * 3_600_000),
    });
    expect(await remindAndEscalate(at(1))).toEqual({ reminded: 0, escalated: 0, failed: [] });
    expect(await remindAndEscalate(at(3))).toEqual({ reminded: 1, escalated: 1, failed: [] });
    expect(await remindAndEscalate(at(3))).toEqual({ reminded: 0, escalated: 0, failed: [] });
    expect(await remindAndEscalate(at(27))).toEqual({ reminded: 1, escalated: 0, failed: [] });
    expect(await mine(leader)).toBe(leaderBefore + 1);
    await transition(world, { context: leader, id, name: "approve" });
    expect(await stateOf(id)).toBe("approved");
    await sql`update app_user set superior_id = null where id = ${manager}`.execute(database.connection());
  });

  test("一张单据催不成，别的照常催；管理员每天听到一次，日志里有原因", async () => {
    await flow([{ ...person(manager), due_hours: "2" }], { priority: "70" });
    const [broken, whole] = [await submitted(), await submitted()];
    await sql`update approval_step set definition = '{}' where state = 'open'
      and case_id in (select id from approval_case where record_id = ${broken})`.execute(database.connection());
    const round = async (hours: number) =>
      remindAndEscalate({ ...world.system(), now: new Date(world.clock.now().getTime() + hours * 3_600_000) });
    const inboxOf = async (user: string, scenario: string) =>
      (await rowsOf(world, "inbox", "at")).filter((row) => row.user_id === user && row.scenario === scenario);
    const logged = vi.spyOn(world.engine.log, "error");
    const { reminded, failed } = await round(3);
    expect(failed).toHaveLength(1);
    expect(reminded).toBeGreaterThanOrEqual(1);
    expect((await inboxOf(manager, "approval.overdue")).map(({ record_id }) => record_id)).toContain(whole);
    expect((await inboxOf(world.accounts.admin, "approval.stuck")).map(({ record_id }) => record_id)).toEqual([broken]);
    expect(await round(4)).toEqual({ reminded: 0, escalated: 0, failed });
    expect(await inboxOf(world.accounts.admin, "approval.stuck")).toHaveLength(1);
    await round(27);
    expect(await inboxOf(world.accounts.admin, "approval.stuck")).toHaveLength(2);
    expect(logged).toHaveBeenCalledTimes(3);
    expect(logged.mock.calls[0]?.[1]).toBe("an approval could not be reminded of");
    logged.mockRestore();
    await sql`update approval_step set state = 'dropped' where definition = '{}'`.execute(database.connection());
  });

  test("外部系统的步骤在同一事务里通知，对方的决定照样算数且只算一次", async () => {
    const notified: [string, IntegrationStep][] = [];
    world.engine.approvals = {
      integration: {
        opened: async (_context, step) => void notified.push(["opened", step]),
        dropped: async (_context, step) => void notified.push(["dropped", step]),
      },
    };
    await flow([{ decider: "outside", system_name: "OA" }]);
    const id = await submitted();
    expect(notified.map(([what]) => what)).toEqual(["opened"]);
    const step = notified[0]?.[1];
    expect(step).toMatchObject({ system: "OA", entity: ORDER, recordId: id });
    const decided = { caseId: step?.caseId ?? "", stepId: step?.stepId ?? "", by: "李总" };
    await refusal(transition(world, { context: await world.as("manager"), id, name: "approve" }), "wrong_state");
    const oa = systemContext(world.engine, "OA审批");
    await refusal(decideByIntegration(oa, { ...decided, decision: "reject" }), "invalid");
    await decideByIntegration(oa, { ...decided, decision: "approve" });
    expect(await stateOf(id)).toBe("approved");
    await refusal(decideByIntegration(oa, { ...decided, decision: "approve" }), "wrong_state");
    const second = await submitted();
    await transition(world, { context: await world.as("buyerA"), id: second, name: "recall" });
    expect(notified.map(([what]) => what)).toEqual(["opened", "opened", "dropped"]);
    delete world.engine.approvals;
  });
});

/** One more person of a role; the suite keeps one of each. */
async function another(role: string): Promise<Context> {
  const id = world.engine.newId();
  await database.transaction({ role: "owner" }, () =>
    addAccount(world.engine, {
      id,
      account: `a-${id.slice(-12)}`,
      name: `${role}${id.slice(-4)}`,
      userType: "internal",
      supplierId: null,
      email: null,
      phone: null,
      passwordHash: null,
      mustChangePassword: false,
      roles: [role],
      scopes: { factory: "all", purchase_group: "all", material_type: "all" },
      at: world.clock.now().toISOString(),
    }),
  );
  return actingAs(world.engine, await loadActor(world.engine, id), world.clock.now(), "page");
}

async function valuesOf(): Promise<Record<string, unknown>> {
  const { orderValues } = await import("../../support/orders");
  return orderValues(world, {});
}
async function lineOf(): Promise<Record<string, unknown>> {
  const items: unknown = (await valuesOf()).items;
  return Array.isArray(items) ? items[0] : {};
}
