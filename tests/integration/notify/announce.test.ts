import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { saveChoices } from "~/engine/account/notification.server";
import type { Context } from "~/engine/context.server";
import { announce } from "~/engine/notify/announce.server";
import { readInbox } from "~/engine/operations/inbox.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { inboxEntry } from "~/engine/screen/inbox-model.server";
import { openSession } from "~/engine/session/session.server";
import { ORDER, submitted } from "../../support/orders";
import { enter, rowsOf } from "../../support/sign-in";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await change(sql`update app_user set email = accountname || '@example.com' where accountname <> 'planner'`);

beforeEach(async () => {
  await change(sql`delete from inbox`);
  await change(sql`delete from mail_outbox`);
  world.clock.advance(60_000);
});

const values = { time: "2026-03-02 09:30:00", place: "Edge" };
const device = { scenario: "account.new-device", values } as const;
const inTurn = (context: Context, work: () => Promise<unknown>) => inTransaction(context, work);
const inbox = async (context: Context) =>
  (await readInbox(context, { unreadOnly: false, limit: 50, offset: 0 })).items.map(inboxEntry);
const told = async () => (await rowsOf(world, "inbox", "at")).map(({ user_id }) => String(user_id)).sort();

describe("谁得到消息", () => {
  test("点名的人、角色的人、供应商的人各一次，被点到两次的也只一次", async () => {
    const { accounts, ids } = world;
    const context = await world.as("buyerA");
    const count = await inTurn(context, () =>
      announce(context, {
        ...device,
        to: [accounts.manager, accounts.qa],
        toRoles: ["qa"],
        toSuppliers: [ids.supplierA ?? ""],
      }),
    );
    expect(count).toBe(4);
    expect(await told()).toEqual([accounts.manager, accounts.qa, accounts.supplierA, accounts.supplierClerkA].sort());
  });

  test("停用的账号、停用的角色、过期的授权不再得到；限定供应商时别家听不到", async () => {
    const { accounts, ids } = world;
    await change(sql`update app_user set state = 'blocked' where id = ${accounts.supplierClerkA}`);
    await change(sql`update user_role set valid_until = '2020-01-01' where user_id = ${accounts.qa}`);
    await announce(world.system(), {
      ...device,
      to: [accounts.supplierB],
      toRoles: ["qa"],
      toSuppliers: [ids.supplierA ?? "", ids.supplierB ?? ""],
      readers: [ids.supplierA ?? ""],
    });
    expect(await told()).toEqual([accounts.supplierA]);
    await change(sql`update app_user set state = 'active' where id = ${accounts.supplierClerkA}`);
    await change(sql`update user_role set valid_until = null where user_id = ${accounts.qa}`);
  });

  test("回滚的事务没有留下消息和邮件", async () => {
    const context = await world.as("supplierA");
    const failed = inTurn(context, async () => {
      await announce(context, { ...device, to: [world.accounts.manager] });
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect([await told(), await rowsOf(world, "mail_outbox", "id")]).toEqual([[], []]);
  });

  test("供应商触发的事件也能通知到员工，供应商自己读不到员工的消息", async () => {
    const context = await world.as("supplierA");
    await inTurn(context, () => announce(context, { ...device, to: [world.accounts.buyerA] }));
    expect(await told()).toEqual([world.accounts.buyerA]);
    expect(await inbox(context)).toEqual([]);
  });
});

describe("消息与邮件", () => {
  test("有邮箱的另得一封信，信里有称呼；没有邮箱的只有站内消息", async () => {
    const { accounts } = world;
    await announce(world.system(), { ...device, to: [accounts.manager, accounts.planner], path: "/account/keys" });
    expect(await told()).toHaveLength(2);
    const mails = await rowsOf(world, "mail_outbox", "id");
    expect(mails).toMatchObject([
      {
        recipient: "manager@example.com",
        subject: "【供应商平台】新设备登录提醒",
        path: "/account/keys",
        state: "queued",
      },
    ]);
    expect(mails[0]?.body).toMatch(/^采购经理，您好：\n\n您的账号于 2026-03-02 09:30:00 在新设备上登录（Edge）/);
  });

  test("带地址的消息直接指向那里；说到单据的，看不到单据的人也看不到内容", async () => {
    const { id } = await submitted(world);
    await change(sql`delete from inbox`);
    const values = { document: "采购订单 X", comment: "看" };
    await announce(world.system(), {
      scenario: "mention",
      values,
      to: [world.accounts.manager, world.accounts.supplierB],
      record: { entity: ORDER, id },
    });
    await announce(world.system(), { ...device, to: [world.accounts.supplierB], path: "/account/keys" });
    expect(await inbox(await world.as("manager"))).toMatchObject([
      { title: "采购订单 X", href: expect.stringContaining(id) },
    ]);
    const other = await inbox(await world.as("supplierB"));
    expect(other.map((entry) => ("href" in entry ? entry.href : entry.text)).sort()).toEqual([
      "/account/keys",
      "您已无权查看这条动态对应的单据，或单据已被删除。",
    ]);
  });

  test("关闭的提醒不再进来，安全类关不掉", async () => {
    const { id } = await submitted(world);
    await change(sql`delete from inbox`);
    const { token } = await enter(world, { account: "manager" });
    const context = (await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" }))?.context;
    if (!context) throw new Error("not signed in");
    await saveChoices(context, { site: new Set(["watch"]) });
    const mention = { scenario: "mention", values: { document: "X", comment: "看" } } as const;
    await announce(world.system(), { ...mention, to: [world.accounts.manager], record: { entity: ORDER, id } });
    await announce(world.system(), { ...device, to: [world.accounts.manager] });
    expect((await inbox(context)).map(({ kind }) => kind)).toEqual(["security"]);
  });
});
