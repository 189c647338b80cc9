import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { notify } from "~/engine/notify/notify.server";
import { readHistory } from "~/engine/operations/audit.server";
import { markRead, readInbox } from "~/engine/operations/inbox.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import type { AccountName } from "../../../support/company";
import { order, refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const COMPOSED = "system-management/composed-message";
const MESSAGE = "system-management/message";

const world = await openWorld();
afterAll(() => world.close());
const { accounts, ids } = world;
const admin = await world.as("admin");
const entity = world.entity(COMPOSED);
const screen = world.screen(COMPOSED);
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
const nameOf = new Map(Object.entries(accounts).map(([name, id]) => [id, name]));

beforeEach(async () => {
  await change(sql`delete from inbox`);
  await change(sql`delete from msg_send_record`);
  world.clock.advance(60_000);
});

const write = async (values: Record<string, unknown> = {}) =>
  (
    await createRecord(admin, {
      screen,
      values: { title: "停机维护", content: "周六 22:00 停机。\n请提前保存。", audience: "internal", ...values },
    })
  ).id;
const make = (id: string, name: string, context = admin) =>
  applyTransition(context, { entity, id, name, ...(name === "recall" ? { reason: "时间改了" } : {}) });
async function sent(values: Record<string, unknown> = {}): Promise<string> {
  const id = await write(values);
  await make(id, "send");
  return id;
}
const inboxOf = async (context: Context) =>
  (await readInbox(context, { unreadOnly: false, limit: 50, offset: 0 })).items.filter(({ kind }) => kind !== "watch");
const receivers = async () =>
  (await rowsOf(world, "inbox", "user_id"))
    .filter(({ scenario }) => String(scenario).startsWith("message."))
    .map(({ user_id }) => nameOf.get(String(user_id)))
    .sort();
const listed = (...targets: Record<string, unknown>[]) => ({ audience: "listed", targets });
/** What stands in the list beside the message: how many got it, read it, lost it. */
const counted = async (id: string) =>
  (await world.engine.registry.server(COMPOSED).extra?.(admin, COMPOSED, [id], "list"))?.get(id);

describe("发给谁", () => {
  test("员工、角色、工厂、供应商和供应商分类各到各人；供应商收件箱里只有自己的", async () => {
    const { rows } = await sql<{ id: string }>`select id from role where code = 'qa'`.execute(
      world.engine.database.connection(),
    );
    await sent(
      listed(
        { target_type: "user", user_id: accounts.planner },
        { target_type: "role", role_id: rows[0]?.id },
        { target_type: "supplier", supplier_id: ids.supplierA },
      ),
    );
    expect(await receivers()).toEqual(["planner", "qa", "supplierA", "supplierClerkA"]);
    const [entry] = await inboxOf(await world.as("supplierA"));
    expect(entry).toMatchObject({
      title: "停机维护",
      body: "周六 22:00 停机。\n请提前保存。",
      path: null,
      recordId: null,
    });
    expect(await inboxOf(await world.as("supplierB"))).toEqual([]);
    await refusal(openRecord(await world.as("supplierA"), { entity, id: await write() }), "forbidden");
  });

  test("发给一个工厂：数据范围有它的员工，没有供应商", async () => {
    await sent(listed({ target_type: "factory", factory_id: ids.factory1 }));
    const names = await receivers();
    expect(names).toContain("admin");
    expect(names.filter((name) => name?.startsWith("supplier"))).toEqual([]);
    const { rows } = await sql<{
      id: string;
    }>`select id from app_user u where state in ('active', 'locked') and supplier_id is null
      and factory_scope <> 'all' and not exists (select 1 from user_scope s where s.user_id = u.id and s.target_id = ${ids.factory1})`.execute(
      world.engine.database.connection(),
    );
    expect(rows.length).toBeGreaterThan(0);
    for (const { id } of rows) expect(names).not.toContain(nameOf.get(id));
  });

  test("个人关闭不了；停用的账号收不到", async () => {
    await change(
      sql`insert into notification_choice (user_id, scenario, wanted) values (${accounts.qa}, 'message.info', false)`,
    );
    await change(sql`update app_user set state = 'blocked' where id = ${accounts.planner}`);
    await sent();
    expect(await receivers()).toContain("qa");
    expect(await receivers()).not.toContain("planner");
    await change(sql`update app_user set state = 'active' where id = ${accounts.planner}`);
    await change(sql`delete from notification_choice`);
  });

  test("没有选对象、对象里没有账号、跳到站外：说明原因，什么也没有发", async () => {
    const complaints = async (values: Record<string, unknown>) => (await refusal(write(values), "invalid")).complaints;
    expect(await complaints({ audience: "listed" })).toEqual([{ field: "targets", message: "请选择发布对象" }]);
    for (const path of [
      "https://evil.example.com/x",
      "//evil.example.com",
      "/\\evil.example.com",
      "javascript:alert(1)",
    ])
      expect(await complaints({ path })).toEqual([
        { field: "path", message: "跳转地址仅限站内，请填写以“/”开头的页面地址" },
      ]);
    const { rows } = await sql<{ id: string }>`select id from role where code = 'seal_admin'`.execute(
      world.engine.database.connection(),
    );
    const id = await write(listed({ target_type: "role", role_id: rows[0]?.id }));
    expect((await refusal(make(id, "send"), "invalid")).message).toBe("发送对象中没有可以接收消息的账号");
    expect((await openRecord(admin, { entity, id })).record.state).toBe("draft");
  });

  test("只有系统管理员写和发", async () => {
    const id = await write();
    for (const name of ["manager", "buyerA", "supplierA"] as AccountName[])
      await refusal(make(id, "send", await world.as(name)), "forbidden");
  });
});

describe("送达与撤回", () => {
  test("看得到送给了谁、谁读了；单条从消息管理进来也看得到原文是哪一份", async () => {
    const id = await sent({ level: "warning", path: "/web/purchase-orders/purchase-order", record_number: "CG1" });
    await markRead(await world.as("qa"), "all");
    const total = (await receivers()).length;
    expect(await counted(id)).toEqual({ received: total, read: 1, recalled: 0 });
    const { rows } = await listRecords(admin, world.screen(MESSAGE), {
      filters: { composed_id: [id] },
      toggles: [],
      sort: [],
      page: 1,
      size: 100,
    });
    expect(rows).toHaveLength(total);
    expect(rows[0]?.values).toMatchObject({ level: "warning", record_number: "CG1" });
    const [entry] = await inboxOf(await world.as("manager"));
    expect(entry).toMatchObject({ level: "warning", path: "/purchase-orders/purchase-order" });
    const model = await recordModel(admin, screen, id);
    expect(JSON.stringify(model)).toContain("送达情况");
  });

  test("整批撤回：没有读的没了，读了的还在；全都读了的不能撤回", async () => {
    const id = await sent(
      listed({ target_type: "user", user_id: accounts.qa }, { target_type: "user", user_id: accounts.planner }),
    );
    await markRead(await world.as("qa"), "all");
    const page = await transitionModel(admin, screen, id, "recall");
    expect(JSON.stringify(page)).toContain("2人中1人已阅读，已阅读的消息不能撤回，只从其余1人撤回");
    await make(id, "recall");
    expect(await inboxOf(await world.as("qa"))).toHaveLength(1);
    expect(await inboxOf(await world.as("planner"))).toEqual([]);
    expect(await counted(id)).toEqual({ received: 2, read: 1, recalled: 1 });
    expect((await readHistory(admin, { entity, recordId: id }))[0]).toMatchObject({
      label: "撤回",
      reason: "时间改了",
    });
    const other = await sent(listed({ target_type: "user", user_id: accounts.qa }));
    await markRead(await world.as("qa"), "all");
    expect((await refusal(make(other, "recall"), "invalid")).message).toBe("已阅读的消息不能撤回");
    expect((await openRecord(admin, { entity, id: other })).record.state).toBe("sent");
  });
});

test("消息说的是哪张单据：打得开的人从消息管理走得过去", async () => {
  const { id: orderId } = await order(world, await world.as("buyerA"));
  const record = { entity: "purchase-orders/purchase-order", id: orderId, number: "CG2" };
  const values = { document: "采购订单 CG2", comment: "请看" };
  await notify(world.system(), { scenario: "mention", to: [accounts.manager], values, record });
  const [row] = await rowsOf(world, "site_message", "at");
  const model = await recordModel(admin, world.screen(MESSAGE), String(row?.id));
  expect(JSON.stringify(model)).toContain(`/purchase-orders/purchase-order/${orderId}`);
});
