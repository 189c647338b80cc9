import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { purgeInbox } from "~/data/inbox.server";
import type { Context } from "~/engine/context.server";
import { notify } from "~/engine/notify/notify.server";
import { readHistory } from "~/engine/operations/audit.server";
import { runBatch } from "~/engine/operations/batch.server";
import { markRead, readInbox } from "~/engine/operations/inbox.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const MESSAGE = "system-management/message";
const RECORD = "system-management/msg-send-record";

const world = await openWorld();
afterAll(() => world.close());
const { accounts } = world;
const { database } = world.engine;
const change = (statement: ReturnType<typeof sql>) => statement.execute(database.connection());
const admin = await world.as("admin");
const entity = world.entity(MESSAGE);

beforeEach(async () => {
  await change(sql`delete from inbox`);
  await change(sql`delete from mail_outbox`);
  await change(sql`delete from msg_send_record`);
  world.clock.advance(60_000);
});

const values = { document: "采购订单 X", comment: "请看" };
const notifyNow = (...to: string[]) => notify(world.system(), { scenario: "mention", to, values });
const inboxOf = async (context: Context) => readInbox(context, { unreadOnly: false, limit: 50, offset: 0 });
const messages = async () =>
  (await listRecords(admin, world.screen(MESSAGE), { filters: {}, toggles: [], sort: ["receiver"], page: 1, size: 50 }))
    .rows;
const statesOf = async () =>
  Object.fromEntries((await messages()).map(({ values: row }) => [String(row.receiver), row.state]));
const one = async () => (await messages())[0]?.id ?? "";
const recall = (id: string, context = admin) =>
  applyTransition(context, { entity, id, name: "recall", version: 1, reason: "发错了人" });

describe("撤回", () => {
  test("没有读的从对方收件箱消失，谁、何时、为什么撤回留在记录里；别人的不动", async () => {
    const manager = await world.as("manager");
    const planner = await world.as("planner");
    await notifyNow(accounts.manager, accounts.planner);
    const wanted = (await messages()).find(({ values: row }) => row.receiver === manager.actor.name)?.id ?? "";
    expect((await inboxOf(manager)).unread).toBe(1);
    await recall(wanted);
    expect(await inboxOf(manager)).toMatchObject({ items: [], total: 0, unread: 0 });
    expect((await inboxOf(planner)).unread).toBe(1);
    const { record } = await openRecord(admin, { entity, id: wanted });
    expect(record).toMatchObject({ state: "recalled", title: expect.any(String), recalled_by: accounts.admin });
    const [entry] = await readHistory(admin, { entity, recordId: wanted });
    expect(entry).toMatchObject({ label: "撤回", reason: "发错了人" });
    const sent = (await rowsOf(world, "msg_send_entry", "receiver")).map(({ receiver, status }) => [receiver, status]);
    expect(sent).toContainEqual([manager.actor.name, "recalled"]);
    expect(sent).toContainEqual([planner.actor.name, "sent"]);
  });

  test("已经读了的不能撤回；在打开撤回页面之后才读的也不能", async () => {
    const manager = await world.as("manager");
    await notifyNow(accounts.manager);
    const id = await one();
    await markRead(manager, "all");
    const refused = await refusal(recall(id), "wrong_state");
    expect(refused.message).toBe("已阅读的消息不能撤回");
    expect((await inboxOf(manager)).items).toHaveLength(1);
  });

  test("撤回与阅读同时发生，只有一个成功", async () => {
    const manager = await world.as("manager");
    for (let round = 0; round < 5; round += 1) {
      await change(sql`delete from inbox`);
      await change(sql`delete from msg_send_record`);
      await notifyNow(accounts.manager);
      const id = await one();
      const [recalled] = await Promise.all([
        recall(id).then(
          () => true,
          () => false,
        ),
        markRead(manager, "all"),
      ]);
      const { record } = await openRecord(admin, { entity, id });
      expect(record.state).toBe(recalled ? "recalled" : "read");
      expect((await inboxOf(manager)).items).toHaveLength(recalled ? 0 : 1);
    }
  });

  test("安全类消息不能撤回，也没有这个按钮", async () => {
    await notify(world.system(), {
      scenario: "account.new-device",
      to: [accounts.manager],
      values: { time: "2025-03-10 09:30:00", place: "Edge" },
    });
    const id = await one();
    expect((await refusal(recall(id), "wrong_state")).message).toBe("安全类消息不能撤回");
    const server = world.engine.registry.server(RECORD);
    expect((await server.rowLinks?.(admin, [id]))?.size).toBe(0);
  });

  test("只有系统管理员可以；从发送记录也走得到", async () => {
    await notifyNow(accounts.manager);
    const id = await one();
    await refusal(recall(id, await world.as("manager")), "forbidden");
    const server = world.engine.registry.server(RECORD);
    const links = await server.rowLinks?.(admin, [id]);
    expect([...(links ?? [])]).toEqual([[id, [{ label: "撤回", href: `/system-management/message/${id}/recall` }]]]);
    expect((await server.rowLinks?.(await world.as("manager"), [id]))?.size).toBe(0);
    await recall(id);
    expect((await server.rowLinks?.(admin, [id]))?.size).toBe(0);
  });

  test("数据库里除此之外什么也改不了：内容、收件人、别人的已读", async () => {
    await notifyNow(accounts.manager);
    const id = await one();
    const before = await rowsOf(world, "inbox", "at");
    const asStaff = (statement: ReturnType<typeof sql>) =>
      database.transaction({ role: "staff", userId: accounts.buyerA }, () => change(statement));
    for (const statement of [
      sql`update site_message set title = '改过的' where id = ${id}`,
      sql`update site_message set user_id = ${accounts.buyerA} where id = ${id}`,
      sql`delete from site_message where id = ${id}`,
      sql`delete from msg_send_record`,
    ])
      await expect(asStaff(statement)).rejects.toThrow();
    await asStaff(sql`update site_message set state = 'unread', version = 2 where id = ${id}`);
    expect(await rowsOf(world, "inbox", "at")).toEqual(before);
  });
});

test("消息管理里每条消息的状态：未读、已读、已撤回，过了保留期的已移除", async () => {
  const [manager, planner, qa] = [await world.as("manager"), await world.as("planner"), await world.as("qa")];
  await notifyNow(accounts.manager, accounts.planner, accounts.qa);
  await markRead(planner, "all");
  const wanted = (await messages()).find(({ values: row }) => row.receiver === qa.actor.name)?.id ?? "";
  await recall(wanted);
  expect(await statesOf()).toEqual({
    [manager.actor.name]: "unread",
    [planner.actor.name]: "read",
    [qa.actor.name]: "recalled",
  });
  world.clock.advance(60_000);
  await purgeInbox(database.connection(), world.clock.now().toISOString());
  expect(await statesOf()).toEqual({
    [manager.actor.name]: "removed",
    [planner.actor.name]: "removed",
    [qa.actor.name]: "recalled",
  });
});

test("一次撤回多条：读了的报告原因，没有读的撤回", async () => {
  const planner = await world.as("planner");
  await notifyNow(accounts.manager, accounts.planner);
  await markRead(planner, "all");
  const rows = await messages();
  const { done, failed } = await runBatch(admin, {
    screen: world.screen(MESSAGE),
    name: "recall",
    rows: rows.map(({ id, version }) => ({ id, version })),
    reason: "发错了人",
    input: {},
    requestId: world.engine.newId(),
  });
  expect({ done, reasons: failed.map(({ message }) => message) }).toEqual({
    done: 1,
    reasons: ["已阅读的消息不能撤回"],
  });
  expect(Object.values(await statesOf()).sort()).toEqual(["read", "recalled"]);
});
