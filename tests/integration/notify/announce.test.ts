import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { saveChoices } from "~/engine/account/notification.server";
import type { Context } from "~/engine/context.server";
import { notify } from "~/engine/notify/notify.server";
import { readInbox } from "~/engine/operations/inbox.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { inboxEntry, inboxModel } from "~/engine/screen/inbox-model.server";
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
const notified = async () => (await rowsOf(world, "inbox", "at")).map(({ user_id }) => String(user_id)).sort();

describe("谁得到消息", () => {
  test("点名的人、角色的人、供应商的人各一次，被点到两次的也只一次", async () => {
    const { accounts, ids } = world;
    const context = await world.as("buyerA");
    const count = await inTurn(context, () =>
      notify(context, {
        ...device,
        to: [accounts.manager, accounts.qa],
        toRoles: ["qa"],
        toSuppliers: [ids.supplierA ?? ""],
      }),
    );
    expect(count).toBe(4);
    expect(await notified()).toEqual(
      [accounts.manager, accounts.qa, accounts.supplierA, accounts.supplierClerkA].sort(),
    );
  });

  test("停用的账号、停用的角色、过期的授权不再得到；限定供应商时别家听不到", async () => {
    const { accounts, ids } = world;
    await change(sql`update app_user set state = 'blocked' where id = ${accounts.supplierClerkA}`);
    await change(sql`update user_role set valid_until = '2020-01-01' where user_id = ${accounts.qa}`);
    await notify(world.system(), {
      ...device,
      to: [accounts.supplierB],
      toRoles: ["qa"],
      toSuppliers: [ids.supplierA ?? "", ids.supplierB ?? ""],
      readers: [ids.supplierA ?? ""],
    });
    expect(await notified()).toEqual([accounts.supplierA]);
    await change(sql`update app_user set state = 'active' where id = ${accounts.supplierClerkA}`);
    await change(sql`update user_role set valid_until = null where user_id = ${accounts.qa}`);
  });

  test("回滚的事务没有留下消息和邮件", async () => {
    const context = await world.as("supplierA");
    const failed = inTurn(context, async () => {
      await notify(context, { ...device, to: [world.accounts.manager] });
      throw new Error("changed my mind");
    });
    await expect(failed).rejects.toThrow("changed my mind");
    expect([await notified(), await rowsOf(world, "mail_outbox", "id")]).toEqual([[], []]);
  });

  test("供应商触发的事件也能通知到员工，供应商自己读不到员工的消息", async () => {
    const context = await world.as("supplierA");
    await inTurn(context, () => notify(context, { ...device, to: [world.accounts.buyerA] }));
    expect(await notified()).toEqual([world.accounts.buyerA]);
    expect(await inbox(context)).toEqual([]);
  });
});

describe("消息与邮件", () => {
  test("有邮箱的另得一封信，信里有称呼；没有邮箱的只有站内消息", async () => {
    const { accounts } = world;
    await notify(world.system(), { ...device, to: [accounts.manager, accounts.planner], path: "/account/keys" });
    expect(await notified()).toHaveLength(2);
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
    await notify(world.system(), {
      scenario: "mention",
      values,
      to: [world.accounts.manager, world.accounts.supplierB],
      record: { entity: ORDER, id },
    });
    await notify(world.system(), { ...device, to: [world.accounts.supplierB], path: "/account/keys" });
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
    await notify(world.system(), { ...mention, to: [world.accounts.manager], record: { entity: ORDER, id } });
    await notify(world.system(), { ...device, to: [world.accounts.manager] });
    expect((await inbox(context)).map(({ kind }) => kind)).toEqual(["security"]);
  });
});

describe("在消息里查找", () => {
  const found = async (query: string) => {
    const model = await inboxModel(await world.as("buyerA"), new URLSearchParams(query));
    return {
      titles: model.entries.map((entry) => ("title" in entry ? entry.title : undefined)),
      tabs: model.tabs.map(({ count }) => Number(count)),
      model,
    };
  };
  const notified = (
    title: string,
    more: { at?: string; level?: string; body?: string; record?: string; starred?: boolean },
  ) =>
    change(sql`insert into inbox (id, user_id, at, kind, level, title, body, from_name, entity, record_id, path, starred)
      values (gen_random_uuid(), ${world.accounts.buyerA}, ${more.at ?? "2026-03-02T01:00:00Z"}, 'notice', ${more.level ?? "info"}, ${title},
        ${more.body ?? "内容"}, '系统', ${more.record ? ORDER : null}, ${more.record ?? null}, ${more.record ? null : "/qiaqia/home"}, ${more.starred ?? false})`);

  test("按级别、日期和文字查找，页签的数目随之，条件留在每个链接里", async () => {
    await notified("证照到期", { level: "warning", at: "2026-02-28T16:30:00Z", starred: true });
    await notified("等待审批", { level: "todo", body: "订单 CG-100% 等您审批" });
    await notified("账号登录", { level: "security", at: "2026-03-03T16:00:00Z" });
    expect((await found("level=warning&level=todo")).titles).toEqual(["等待审批", "证照到期"]);
    expect((await found("level=warning&level=todo")).tabs).toEqual([2, 2, 1]);
    expect((await found("level=nothing")).titles).toHaveLength(3);
    // Days are those of China: half past midnight on 1 March is 28 February elsewhere.
    expect((await found("at=2026-03-01&at=2026-03-01")).titles).toEqual(["证照到期"]);
    expect((await found("at=2026-03-02&at=2026-03-03")).titles).toEqual(["等待审批"]);
    expect((await found("q=cg-100%25+审批")).titles).toEqual(["等待审批"]);
    expect((await found("q=%25")).titles).toEqual(["等待审批"]);
    const { model } = await found("q=到期&level=warning");
    expect(model.tabs.map(({ href }) => new URLSearchParams(href.split("?")[1]).get("q"))).toEqual([
      "到期",
      "到期",
      "到期",
    ]);
    expect(model.clearHref).toBe("/account/inbox");
    const starred = await found("starred=1&q=审批");
    expect(starred.titles).toEqual([]);
    expect(starred.model).toMatchObject({
      isNarrowed: true,
      hidden: [["starred", "1"]],
      clearHref: "/account/inbox?starred=1",
    });
  });

  test("按消息类型筛选：只列出自己收到过的，供应商也能用，没有的类型不算条件", async () => {
    const { accounts } = world;
    await notify(world.system(), { ...device, to: [accounts.buyerA, accounts.supplierA] });
    const mention = { scenario: "mention", values: { document: "采购订单 X", comment: "请看" } } as const;
    await notify(world.system(), { ...mention, to: [accounts.buyerA] });
    const typesOf = async (account: "buyerA" | "supplierA", query: string) => {
      const model = await inboxModel(await world.as(account), new URLSearchParams(query));
      const filter = model.filters.find(({ name }) => name === "scenario");
      return { count: model.entries.length, label: filter?.label, types: filter?.options?.map(({ label }) => label) };
    };
    const label = "消息类型";
    const types = ["新设备登录", "有人在评论中提到我"];
    const all = await typesOf("buyerA", "");
    expect({ ...all, types: all.types?.sort() }).toEqual({ count: 2, label, types: types.sort() });
    expect((await typesOf("buyerA", "scenario=mention")).count).toBe(1);
    expect((await typesOf("buyerA", "scenario=mention&scenario=account.new-device")).count).toBe(2);
    expect((await typesOf("buyerA", "scenario=constructor")).count).toBe(2);
    expect(await typesOf("supplierA", "scenario=mention")).toMatchObject({ count: 0, label });
    expect((await typesOf("supplierA", "")).count).toBe(1);
    const { hidden, tabs } = await inboxModel(
      await world.as("buyerA"),
      new URLSearchParams("unread=1&scenario=mention"),
    );
    expect(hidden).toEqual([["unread", "1"]]);
    expect(tabs.map(({ href }) => href)).toEqual([
      "/account/inbox?scenario=mention",
      "/account/inbox?unread=1&scenario=mention",
      "/account/inbox?starred=1&scenario=mention",
    ]);
  });

  test("写错的日期说在旁边，其余条件照常；看不到的单据不因文字被找出来", async () => {
    await notified("等待审批", { level: "todo" });
    await notified("不该看见的", { body: "绝密", record: world.ids.corn ?? "" });
    const wrong = await found("at=2026-03-09&at=2026-03-01&level=todo");
    expect(wrong.model.filters.find(({ name }) => name === "at")).toMatchObject({
      values: ["2026-03-09", "2026-03-01"],
      error: "开始日期不能晚于结束日期",
    });
    expect(wrong.titles).toEqual(["等待审批"]);
    expect((await found("at=31%2F1%2F2026")).model.filters.find(({ name }) => name === "at")?.error).toContain(
      "请输入日期",
    );
    expect((await found("")).titles).toEqual(expect.arrayContaining(["等待审批", undefined]));
    expect((await found("q=绝密")).titles).toEqual([]);
  });
});
