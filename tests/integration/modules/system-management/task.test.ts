import { sql } from "kysely";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { listRecords } from "~/engine/operations/list.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyToMany, applyTransition } from "~/engine/operations/transition.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { listModel, openList } from "~/engine/screen/list-model.server";
import { stateCounts } from "~/engine/screen/waiting.server";
import { closeTasks, type ExportTaskRequest, openTask } from "~/engine/tasks/tasks.server";
import { remindOfTasks } from "~/engine/tasks/upkeep.server";
import { dayOf } from "~/shared/calendar";
import { personWith } from "../../../support/conformance";
import { publishFlow, stopFlow } from "../../../support/flows";
import { ORDER, order, refusal, released, stored, transition } from "../../../support/orders";
import { setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const TASK = "system-management/task";
const world = await openWorld();
afterAll(() => world.close());
const { ids, accounts } = world;
const { database } = world.engine;
const screen = world.screen(TASK);
const EVERYTHING = { filters: {}, toggles: [] as string[], sort: [], page: 1, size: 100 };

const open = (context: Context, request: ExportTaskRequest) => inTransaction(context, () => openTask(context, request));

async function titles(context: Context, toggles: string[] = []): Promise<string[]> {
  const { rows } = await listRecords(context, screen, { ...EVERYTHING, toggles });
  return rows.map(({ values }) => String(values.title));
}

async function taskCalled(title: string): Promise<AnyRecord> {
  const { rows } = await sql<AnyRecord>`select * from task where title = ${title}`.execute(database.connection());
  const [row] = rows;
  if (!row || rows.length > 1) throw new Error(`${rows.length} tasks "${title}"`);
  return row;
}

async function make(context: Context, title: string, name: string, input: Record<string, unknown> = {}) {
  const { id, version } = await taskCalled(title);
  return applyTransition(context, { entity: world.entity(TASK), id, name, version, input });
}

async function waiting(context: Context): Promise<number> {
  return (await stateCounts(context)).find(({ label }) => label === "我的任务")?.count ?? 0;
}

async function messagesOf(userId: string): Promise<string[]> {
  const { rows } = await sql<{ title: string }>`select title from inbox where user_id = ${userId}`.execute(
    database.connection(),
  );
  return rows.map(({ title }) => title);
}

describe("单据产生的任务", () => {
  test("同一任务不重复产生；单据离开需处理的状态时自动完成", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    const request = {
      title: "核对订单交期",
      entity: ORDER,
      recordId: id,
      assignee: accounts.planner,
      while: ["draft", "approved"],
    };
    expect(await open(buyer, request)).toBe(true);
    expect(await open(buyer, request)).toBe(false);
    expect(await titles(await world.as("planner"), ["mine_only"])).toEqual(["核对订单交期"]);
    expect(await waiting(await world.as("planner"))).toBe(1);
    expect(await messagesOf(accounts.planner)).toContain("核对订单交期");
    await transition(world, { context: buyer, id, name: "submit" });
    expect((await taskCalled("核对订单交期")).state).toBe("open");
    await transition(world, { context: buyer, id, name: "release", more: { reason: "测试" } });
    expect(await taskCalled("核对订单交期")).toMatchObject({ state: "done", done_by: accounts.buyerA });
    expect(await waiting(await world.as("planner"))).toBe(0);
  });

  test("系统任务不可手工完成", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    await open(buyer, { title: "补充附件", entity: ORDER, recordId: id, assignee: accounts.planner });
    const refused = await refusal(make(await world.as("planner"), "补充附件", "done"), "wrong_state");
    expect(refused.message).toBe("系统任务不可手工完成：请在单据中完成处理");
    const closed = await inTransaction(buyer, () => closeTasks(buyer, { entity: ORDER, recordId: id }));
    expect(closed).toBe(1);
    expect((await taskCalled("补充附件")).state).toBe("done");
  });

  test("供应商的动作可以给采购员产生任务，供应商自己看不到它", async () => {
    const { id } = await released(world, { supplier_id: ids.supplierA });
    const supplier = await world.as("supplierA");
    await open(supplier, { title: "安排收货", entity: ORDER, recordId: id, assignee: accounts.buyerA });
    expect(await titles(supplier)).not.toContain("安排收货");
    expect(await titles(await world.as("buyerA"))).toContain("安排收货");
    await inTransaction(supplier, () => closeTasks(supplier, { entity: ORDER, recordId: id, outcome: "cancelled" }));
    expect((await taskCalled("安排收货")).state).toBe("cancelled");
  });

  test("给供应商的任务由其人员认领和看到，别的供应商看不到", async () => {
    const { id } = await released(world, { supplier_id: ids.supplierA });
    const buyer = await world.as("buyerA");
    await open(buyer, { title: "上传检验报告", entity: ORDER, recordId: id, supplierId: ids.supplierA });
    expect(await messagesOf(accounts.supplierA)).toContain("上传检验报告");
    expect(await waiting(await world.as("supplierA"))).toBeGreaterThan(0);
    expect(await titles(await world.as("supplierB"))).not.toContain("上传检验报告");
    const clerk = await world.as("supplierClerkA");
    await make(clerk, "上传检验报告", "claim");
    expect(await taskCalled("上传检验报告")).toMatchObject({ state: "claimed", assignee_id: accounts.supplierClerkA });
  });

  test("角色任务只给范围内的持有人，认领后别人不再看到", async () => {
    const { id } = await order(world, await world.as("buyerA"));
    await open(world.system(), { title: "复核单价", entity: ORDER, recordId: id, role: "buyer", priority: "high" });
    expect(await titles(await world.as("buyerA"), ["mine_only"])).toContain("复核单价");
    expect(await titles(await world.as("buyerB"))).not.toContain("复核单价");
    expect(await titles(await world.as("planner"))).not.toContain("复核单价");
    await make(await world.as("buyerA"), "复核单价", "claim");
    expect(await taskCalled("复核单价")).toMatchObject({ state: "claimed", assignee_id: accounts.buyerA });
  });

  test("转交给无权打开单据的人被拒绝，写明是谁", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    await open(buyer, { title: "联系供方", entity: ORDER, recordId: id, assignee: accounts.buyerA });
    const refused = await refusal(make(buyer, "联系供方", "transfer", { receiver_id: accounts.buyerB }), "invalid");
    expect(refused.complaints).toEqual([{ field: "receiver_id", message: "乙采购没有处理该单据的权限，不能转交" }]);
    await make(buyer, "联系供方", "transfer", { receiver_id: accounts.manager });
    expect(await taskCalled("联系供方")).toMatchObject({ state: "open", assignee_id: accounts.manager });
    expect(await messagesOf(accounts.manager)).toContain("联系供方");
    expect(await refusal(make(await world.as("planner"), "联系供方", "transfer", {}), "not_found")).toBeDefined();
  });

  test("单据删除后任务取消", async () => {
    const buyer = await world.as("buyerA");
    const { id, version } = await order(world, buyer);
    await open(buyer, { title: "等待删除", entity: ORDER, recordId: id, assignee: accounts.planner });
    await removeRecord(buyer, { screen: world.screen(ORDER), id, version });
    expect((await taskCalled("等待删除")).state).toBe("cancelled");
  });
});

describe("审批也在待办里", () => {
  /** An order that waits for the manager; the way of the flow is the same for all. */
  const asked = async (more: object = {}) => {
    const flow = await publishFlow(world, {
      document: ORDER,
      priority: "90",
      steps: [{ decider: "person", person_id: accounts.manager, name: "经理审批", due_hours: "4", ...more }],
    });
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    await transition(world, { context: buyer, id, name: "submit" });
    await stopFlow(world, flow.id);
    const { rows } = await sql<AnyRecord>`select * from task where document_id = ${id} order by created_at, id`.execute(
      database.connection(),
    );
    return { id, buyer, task: rows[0] as AnyRecord };
  };
  const taskNow = async (id: string) =>
    (await sql<AnyRecord>`select * from task where id = ${id}`.execute(database.connection())).rows[0] as AnyRecord;
  const listed = async (context: Context, toggles: string[]) =>
    (await listRecords(context, screen, { ...EVERYTHING, toggles })).rows.map(({ id }) => id);
  const agree = (context: Context, { id }: AnyRecord, reason?: string) =>
    applyTransition(context, { entity: world.entity(TASK), id, name: "approve", ...(reason ? { reason } : {}) });
  const stateOf = async (id: string) => (await stored(world, id)).state;
  const toApprove = async (context: Context) =>
    (await stateCounts(context)).find(({ label }) => label === "采购订单 · 待我审批");

  test("被问到的人看到是什么、谁发起、到什么时候；首页数的就是这张表", async () => {
    const manager = await world.as("manager");
    const before = (await toApprove(manager))?.count ?? 0;
    const { id, buyer, task } = await asked();
    const { number } = await stored(world, id);
    expect(task).toMatchObject({
      source: "approval",
      state: "open",
      business_type: "采购订单",
      business_key: number,
      assignee_id: accounts.manager,
      created_by: buyer.actor.id,
      path: `/${ORDER}/${id}`,
    });
    expect(new Date(String(task.due_at)).getTime() - world.clock.now().getTime()).toBe(4 * 3_600_000);
    expect(task.description).toContain("经理审批");
    const counted = await toApprove(manager);
    expect(counted?.count).toBe(before + 1);
    const params = new URL(counted?.href ?? "", "http://portal.test").searchParams;
    const shown = await listModel(manager, screen, params);
    expect(shown.table.rows).toHaveLength(counted?.count ?? 0);
    expect(shown.tabs.map(({ label, current }) => [label, current])).toEqual([
      ["我的待办", true],
      ["已推迟", false],
      ["我发起的", false],
      ["团队", false],
      ["已完成", false],
      ["全部", false],
    ]);
    expect(await listed(buyer, ["started_only"])).toContain(task.id);
    expect(await listed(buyer, ["mine_only"])).not.toContain(task.id);
    expect(await listed(await world.as("planner"), [])).not.toContain(task.id);
    await transition(world, { context: manager, id, name: "approve" });
    expect(await taskNow(task.id)).toMatchObject({ state: "done", done_by: accounts.manager });
    expect(await listed(manager, ["finished_only"])).toContain(task.id);
    expect((await toApprove(manager))?.count ?? 0).toBe(before);
  });

  test("菜单打开的是我的待办，全部要自己选", async () => {
    const manager = await world.as("manager");
    const current = async (query: string) => {
      const opened = await openList(manager, screen, new URLSearchParams(query));
      return opened.model?.tabs.find((tab) => tab.current)?.label;
    };
    expect(await current("")).toBe("我的待办");
    expect(await current("view=all")).toBe("全部");
    expect(await current("team_only=1")).toBe("团队");
  });

  test("在待办里通过，单据随即前进；别人的、系统任务都不行", async () => {
    const manager = await world.as("manager");
    const { id, buyer, task } = await asked();
    await refusal(agree(buyer, task), "wrong_state");
    await refusal(agree(await world.as("admin"), task), "wrong_state");
    const shown = await listModel(manager, screen, new URLSearchParams("mine_only=1"));
    expect(shown.batch?.transitions.map(({ label }) => label)).toContain("批量通过");
    const { done, failed } = await applyToMany(manager, {
      entity: world.entity(TASK),
      items: [{ id: task.id, version: 1 }],
      name: "approve",
    });
    expect([done.length, failed]).toEqual([1, []]);
    expect(await stateOf(id)).toBe("approved");
    expect(await taskNow(task.id)).toMatchObject({ state: "done", done_by: accounts.manager });
    await refusal(agree(manager, task), "wrong_state");
  });

  test("撤回、驳回和同事先办完的，待办跟着结束", async () => {
    const recalled = await asked();
    await transition(world, { context: recalled.buyer, id: recalled.id, name: "recall" });
    expect(await taskNow(recalled.task.id)).toMatchObject({ state: "cancelled", done_by: null });
    await refusal(agree(await world.as("manager"), recalled.task), "wrong_state");
    const refused = await asked();
    await transition(world, {
      context: await world.as("manager"),
      id: refused.id,
      name: "reject",
      more: { reason: "价格偏高" },
    });
    expect((await taskNow(refused.task.id)).state).toBe("done");
    expect(await stateOf(refused.id)).toBe("draft");
  });

  test("转交后在对方的待办里；审批只能在单据里转交", async () => {
    const manager = await world.as("manager");
    const { id, task } = await asked();
    const transfer = { entity: world.entity(TASK), id: task.id, name: "transfer", input: { receiver_id: accounts.qa } };
    expect((await refusal(applyTransition(manager, transfer), "wrong_state")).message).toBe(
      "等待审批的单据请在单据中转交",
    );
    const leader = await personWith(world, "leader");
    await transition(world, {
      context: manager,
      id,
      name: "hand_over",
      more: { input: { receiver_id: leader.actor.id ?? "" } },
    });
    expect((await taskNow(task.id)).state).toBe("done");
    const mine = await listRecords(leader, screen, { ...EVERYTHING, toggles: ["mine_only"] });
    const [row] = mine.rows.filter(({ values }) => values.business_key && values.state === "open");
    expect(row).toBeDefined();
    await agree(leader, { ...task, id: row?.id ?? "" }, "同意");
    expect(await stateOf(id)).toBe("approved");
  });

  test("代理人在期内看到并办理，期外看不到", async () => {
    const leader = await personWith(world, "leader");
    const { id, task } = await asked();
    expect(await listed(leader, ["mine_only"])).not.toContain(task.id);
    const today = dayOf(world.clock.now());
    await createRecord(world.system(), {
      screen: world.screen("system-management/approval-deputy"),
      values: { owner_id: accounts.manager, deputy_id: leader.actor.id, from_day: today, to_day: today },
    });
    expect(await listed(leader, ["mine_only"])).toContain(task.id);
    expect((await toApprove(leader))?.count).toBe(1);
    const later = { ...leader, now: new Date(world.clock.now().getTime() + 2 * 86_400_000) };
    expect(await listed(later, ["mine_only"])).not.toContain(task.id);
    await transition(world, { context: leader, id, name: "approve" });
    expect(await taskNow(task.id)).toMatchObject({ state: "done", done_by: leader.actor.id });
  });

  test("待办里和单据里同时通过，只有一个算数", async () => {
    const manager = await world.as("manager");
    for (let round = 0; round < 5; round += 1) {
      const { id, task } = await asked();
      const outcomes = await Promise.all(
        [agree(manager, task), transition(world, { context: manager, id, name: "approve" }), agree(manager, task)].map(
          (one) =>
            one.then(
              () => "done",
              (error: { error: string }) => error.error,
            ),
        ),
      );
      expect(outcomes.filter((one) => one === "done")).toHaveLength(1);
      expect(outcomes.filter((one) => !["done", "wrong_state", "stale_record"].includes(one))).toEqual([]);
      expect([await stateOf(id), (await taskNow(task.id)).state]).toEqual(["approved", "done"]);
    }
  });

  test("任务的催办不管审批，审批有自己的", async () => {
    const { task } = await asked();
    const later = { ...world.system(), now: new Date(world.clock.now().getTime() + 2 * 86_400_000) };
    await remindOfTasks(later);
    expect((await taskNow(task.id)).reminded_at).toBeNull();
  });
});

describe("人工分派的任务", () => {
  test("必须说明由谁处理；处理人完成，创建人看得到，只有创建人能取消", async () => {
    const buyer = await world.as("buyerA");
    const refused = await refusal(createRecord(buyer, { screen, values: { title: "无人处理" } }), "invalid");
    expect(refused.complaints).toEqual([{ field: "assignee_id", message: "请选择处理人、候选角色或供应商" }]);
    await createRecord(buyer, { screen, values: { title: "整理样品", assignee_id: accounts.qa } });
    await createRecord(buyer, { screen, values: { title: "送检样品", assignee_id: accounts.qa } });
    const qa = await world.as("qa");
    expect((await refusal(make(qa, "送检样品", "cancel"), "own_rule")).message).toBe("只有任务的创建人可以取消");
    expect((await refusal(make(buyer, "整理样品", "done"), "own_rule")).message).toBe(
      "只有处理人可以完成任务，请先认领",
    );
    await make(qa, "整理样品", "done");
    await make(buyer, "送检样品", "cancel");
    expect(await titles(buyer, ["started_only"])).toEqual(expect.arrayContaining(["整理样品", "送检样品"]));
    expect(await titles(await world.as("finance"))).not.toContain("整理样品");
  });

  test("上级看到团队的任务并可以转交", async () => {
    await database.transaction({ role: "owner" }, async () => {
      await sql`update app_user set superior_id = ${accounts.manager} where id = ${accounts.qa}`.execute(
        database.connection(),
      );
    });
    await createRecord(await world.as("buyerA"), {
      screen,
      values: { title: "团队任务", assignee_id: accounts.qa },
    });
    const manager = await world.as("manager");
    expect(await titles(manager, ["team_only"])).toContain("团队任务");
    await make(manager, "团队任务", "transfer", { receiver_id: accounts.planner });
    expect((await taskCalled("团队任务")).assignee_id).toBe(accounts.planner);
  });

  test("截止前一天和逾期后每天提醒一次，逾期3天同时通知上级", async () => {
    const due = new Date(world.clock.now().getTime() + 20 * 3_600_000);
    const values = { title: "到期任务", assignee_id: accounts.qa, due_at: due.toISOString() };
    await createRecord(await world.as("buyerA"), { screen, values });
    const remind = async () => (await remindOfTasks(world.system())).reminded;
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    expect(await messagesOf(accounts.qa)).toContain("到期任务 即将到期");
    world.clock.advance(2 * 86_400_000);
    expect(await remind()).toBe(1);
    expect(await messagesOf(accounts.qa)).toContain("到期任务 已逾期");
    expect(await messagesOf(accounts.manager)).not.toContain("到期任务 已逾期");
    world.clock.advance(3 * 86_400_000);
    await setParameter(world, "task.escalatedDays", "9");
    expect(await remind()).toBe(1);
    expect(await messagesOf(accounts.manager)).not.toContain("到期任务 已逾期");
    await setParameter(world, "task.escalatedDays", "3");
    world.clock.advance(86_400_000);
    expect(await remind()).toBe(1);
    expect(await messagesOf(accounts.manager)).toContain("到期任务 已逾期");
  });

  test("一项任务提醒不成，其余照常；管理员每天听到一次，下一轮再试", async () => {
    const due_at = new Date(world.clock.now().getTime() + 20 * 3_600_000).toISOString();
    for (const title of ["提醒不成", "照常提醒"])
      await createRecord(await world.as("buyerA"), { screen, values: { title, assignee_id: accounts.qa, due_at } });
    const owner = (statement: ReturnType<typeof sql>) =>
      database.transaction({ role: "owner" }, () => statement.execute(database.connection()));
    await owner(sql`create function refuse_reminder() returns trigger language plpgsql as $$ begin
      if new.title = '提醒不成' and new.reminded_at is distinct from old.reminded_at then raise exception 'refused'; end if;
      return new; end $$`);
    await owner(
      sql`create trigger refuse_reminder before update on task for each row execute function refuse_reminder()`,
    );
    const logged = vi.spyOn(world.engine.log, "error");
    onTestFinished(async () => {
      logged.mockRestore();
      await owner(sql`drop trigger refuse_reminder on task`);
      await owner(sql`drop function refuse_reminder()`);
    });
    const { failed } = await remindOfTasks(world.system());
    expect(failed).toEqual(["提醒不成"]);
    expect(await messagesOf(accounts.qa)).toContain("照常提醒 即将到期");
    expect(await messagesOf(accounts.qa)).not.toContain("提醒不成 即将到期");
    const notified = async () =>
      (await messagesOf(accounts.admin)).filter((title) => title === "任务“提醒不成”提醒失败");
    expect(await notified()).toHaveLength(1);
    expect(await remindOfTasks(world.system())).toEqual({ reminded: 0, failed: ["提醒不成"] });
    expect(await notified()).toHaveLength(1);
    expect(logged).toHaveBeenCalledTimes(2);
  });
});

test("统计只数本人看得到的任务：按业务类型的待办数和平均处理时长", async () => {
  const { charts } = await figuresModel(await world.as("admin"), screen);
  const [open, hours] = charts;
  expect(open?.labels).toContain("人工分派");
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from task where state in ('open', 'claimed')`.execute(database.connection());
  const shown = open?.series[0]?.values.reduce((sum, value) => sum + Number(value), 0);
  expect(shown).toBe(rows[0]?.count);
  expect(hours?.labels.length).toBeGreaterThan(0);
  await refusal(
    world.as("expert").then((context) => figuresModel(context, screen)),
    "forbidden",
  );
});

// Last, because days pass in it.
describe("稍后提醒", () => {
  const DAY = 86_400_000;
  const assigned = async (title: string, days: number | null) => {
    const due = days === null ? {} : { due_at: new Date(world.clock.now().getTime() + days * DAY).toISOString() };
    const values = { title, assignee_id: accounts.planner, ...due };
    await createRecord(await world.as("buyerA"), { screen, values });
  };
  const until = (days: number) => ({ until: new Date(world.clock.now().getTime() + days * DAY).toISOString() });
  const complaint = async (work: Promise<unknown>) => (await refusal(work, "invalid")).complaints?.[0]?.message;

  test("推迟的任务到时间前不在我的待办和首页，也不催；到时间自己回来", async () => {
    await assigned("整理月度预测", 3);
    const before = await waiting(await world.as("planner"));
    await make(await world.as("planner"), "整理月度预测", "snooze", until(2.5));
    expect(await waiting(await world.as("planner"))).toBe(before - 1);
    expect(await titles(await world.as("planner"), ["mine_only"])).not.toContain("整理月度预测");
    expect(await titles(await world.as("planner"), ["snoozed_only"])).toContain("整理月度预测");
    world.clock.advance(2.2 * DAY);
    await remindOfTasks(world.system());
    expect((await taskCalled("整理月度预测")).reminded_at).toBeNull();
    world.clock.advance(0.4 * DAY);
    expect(await titles(await world.as("planner"), ["mine_only"])).toContain("整理月度预测");
    expect(await titles(await world.as("planner"), ["snoozed_only"])).not.toContain("整理月度预测");
    await remindOfTasks(world.system());
    expect((await taskCalled("整理月度预测")).reminded_at).not.toBeNull();
  });

  test("只推迟自己的；不能早于现在、晚于截止、超过30天；逾期的不能推迟", async () => {
    await assigned("核对安全库存", 2);
    await assigned("清理停用物料", null);
    const planner = await world.as("planner");
    await refusal(make(await world.as("buyerA"), "核对安全库存", "snooze", until(1)), "wrong_state");
    expect(await complaint(make(planner, "核对安全库存", "snooze", until(-1)))).toBe("请选择以后的时间");
    expect(await complaint(make(planner, "核对安全库存", "snooze", until(2.1)))).toBe("不能推迟到截止时间以后");
    expect(await complaint(make(planner, "清理停用物料", "snooze", until(30.1)))).toBe("最多推迟30天");
    await setParameter(world, "task.waitDays", "5");
    expect(await complaint(make(planner, "清理停用物料", "snooze", until(5.1)))).toBe("最多推迟5天");
    await setParameter(world, "task.waitDays", "30");
    world.clock.advance(2.1 * DAY);
    expect(await complaint(make(await world.as("planner"), "核对安全库存", "snooze", until(1)))).toBe(
      "任务已经逾期，不能推迟",
    );
  });

  test("可以取消推迟；转交给别人的不再推迟", async () => {
    await assigned("更新交期表", null);
    await make(await world.as("planner"), "更新交期表", "snooze", until(5));
    await make(await world.as("planner"), "更新交期表", "wake");
    expect(await titles(await world.as("planner"), ["mine_only"])).toContain("更新交期表");
    await refusal(make(await world.as("planner"), "更新交期表", "wake"), "wrong_state");
    await make(await world.as("planner"), "更新交期表", "snooze", until(5));
    await make(await world.as("planner"), "更新交期表", "transfer", { receiver_id: accounts.qa });
    expect(await titles(await world.as("qa"), ["mine_only"])).toContain("更新交期表");
  });
});
