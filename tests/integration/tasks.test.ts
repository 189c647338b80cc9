import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import type { AnyRecord } from "~/engine/entity";
import { listRecords } from "~/engine/operations/list.server";
import { removeRecord } from "~/engine/operations/remove.server";
import { createRecord } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { stateCounts } from "~/engine/screen/waiting.server";
import { closeTasks, openTask, type TaskWish } from "~/engine/tasks/tasks.server";
import { remindOfTasks } from "~/engine/tasks/upkeep.server";
import { move, ORDER, order, refusal, released } from "../support/orders";
import { openWorld } from "../support/world";

const TASK = "system-management/task";
const world = await openWorld();
afterAll(() => world.close());
const { ids, accounts } = world;
const { database } = world.engine;
const screen = world.screen(TASK);
const EVERYTHING = { filters: {}, toggles: [] as string[], sort: [], page: 1, size: 100 };

const open = (context: Context, wish: TaskWish) => inTransaction(context, () => openTask(context, wish));

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
    const wish = {
      title: "核对订单交期",
      entity: ORDER,
      recordId: id,
      assignee: accounts.planner,
      while: ["draft", "approved"],
    };
    expect(await open(buyer, wish)).toBe(true);
    expect(await open(buyer, wish)).toBe(false);
    expect(await titles(await world.as("planner"), ["mine_only"])).toEqual(["核对订单交期"]);
    expect(await waiting(await world.as("planner"))).toBe(1);
    expect(await messagesOf(accounts.planner)).toContain("核对订单交期");
    await move(world, buyer, id, "submit");
    expect((await taskCalled("核对订单交期")).state).toBe("open");
    await move(world, buyer, id, "release", { reason: "测试" });
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
    const remind = () => remindOfTasks(world.system());
    expect(await remind()).toBe(1);
    expect(await remind()).toBe(0);
    expect(await messagesOf(accounts.qa)).toContain("到期任务 即将到期");
    world.clock.advance(2 * 86_400_000);
    expect(await remind()).toBe(1);
    expect(await messagesOf(accounts.qa)).toContain("到期任务 已逾期");
    expect(await messagesOf(accounts.manager)).not.toContain("到期任务 已逾期");
    world.clock.advance(3 * 86_400_000);
    expect(await remind()).toBe(1);
    expect(await messagesOf(accounts.manager)).toContain("到期任务 已逾期");
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
