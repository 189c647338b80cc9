import { sql } from "kysely";
import { afterAll, describe, expect, test } from "vitest";

import { addComment, commentsOf, suggestPeople } from "~/engine/operations/comments.server";
import { bodyText } from "~/engine/operations/mentions";
import { watchRecord } from "~/engine/operations/watch.server";
import { inboxModel } from "~/engine/screen/inbox-model.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { addAccount } from "~/engine/session/account.server";
import type { AccountName } from "../../support/company";
import { confirmed, ORDER, order, refusal, released, transition } from "../../support/orders";
import { call, signIn } from "../../support/rest";
import { openWorld } from "../../support/world";

const world = await openWorld();
afterAll(() => world.close());
const { database } = world.engine;
const entity = world.entity(ORDER);
const screen = world.screen(ORDER);
const NOBODY = "01900000-0000-7000-8000-000000000000";

async function say(
  account: AccountName,
  id: string,
  text: string,
  more: { internal?: boolean; requestId?: string } = {},
) {
  const { internal = true, ...rest } = more;
  return addComment(await world.as(account), { entity, id, text, internal, ...rest });
}

async function texts(account: AccountName, id: string): Promise<string[]> {
  const { rows } = await commentsOf(await world.as(account), entity, id, { limit: 100 });
  return rows.map((row) => bodyText(row.body, row.names));
}

/** What the inbox of an account says about a record because it is named or watches, newest first; the messages of the order itself are left out. */
async function notification(account: AccountName, id: string) {
  const { rows } = await sql<{ kind: string; body: string; read: boolean }>`
    select kind, body, read_at is not null as read from inbox where user_id = ${world.accounts[account]} and record_id = ${id}
    and kind in ('watch', 'mention') order by at desc, id desc`.execute(database.connection());
  return rows;
}

describe("谁看得到评论", () => {
  test("内部评论供应商看不到，公开的和自己写的看得到，别的供应商什么也看不到", async () => {
    const { id } = await released(world);
    await say("buyerA", id, "价格偏高，先不要告诉对方");
    await say("buyerA", id, "请尽快确认交期", { internal: false });
    await say("supplierA", id, "本周内确认");
    expect((await texts("buyerA", id)).sort()).toEqual(
      ["价格偏高，先不要告诉对方", "本周内确认", "请尽快确认交期"].sort(),
    );
    expect((await texts("supplierA", id)).sort()).toEqual(["本周内确认", "请尽快确认交期"].sort());
    await refusal(recordModel(await world.as("supplierB"), screen, id), "not_found");
    expect(await texts("supplierB", id)).toEqual([]);
    const page = JSON.stringify(await recordModel(await world.as("supplierA"), screen, id));
    expect(page).not.toContain("价格偏高");
  });

  test("绕过程序直接用供应商角色查数据库，也只有给它看的", async () => {
    const { id } = await released(world);
    await say("buyerA", id, "内部");
    await say("buyerA", id, "公开", { internal: false });
    const bodies = (supplier: "supplierA" | "supplierB") =>
      database.transaction(
        { role: "supplier", userId: world.accounts[supplier], supplierId: world.ids[supplier] },
        async () => {
          const { rows } = await sql<{ body: string }>`select body from record_comment where record_id = ${id}`.execute(
            database.connection(),
          );
          return rows.map(({ body }) => body);
        },
      );
    expect(await bodies("supplierA")).toEqual(["公开"]);
    expect(await bodies("supplierB")).toEqual([]);
  });

  test("供应商写不成内部评论，写不到别人名下，谁也改不了、删不了", async () => {
    const { id } = await released(world);
    const saved = await say("supplierA", id, "收到", { internal: true });
    const own = { role: "supplier" as const, userId: world.accounts.supplierA, supplierId: world.ids.supplierA };
    const run = (statement: ReturnType<typeof sql>) =>
      database.transaction(own, () => statement.execute(database.connection()));
    const insert = (userId: string, staffOnly: boolean, supplier: string) =>
      sql`insert into record_comment (id, at, user_id, user_name, entity, record_id, body, staff_only, suppliers)
        values (${world.engine.newId()}, now(), ${userId}, 'x', ${ORDER}, ${id}, 'x', ${staffOnly}, array[${supplier}]::uuid[])`;
    for (const statement of [
      insert(world.accounts.supplierA, true, world.ids.supplierA),
      insert(world.accounts.buyerA, false, world.ids.supplierA),
      insert(world.accounts.supplierA, false, world.ids.supplierB),
      sql`update record_comment set body = 'y' where id = ${saved.id}`,
      sql`delete from record_comment where id = ${saved.id}`,
    ])
      await expect(run(statement)).rejects.toMatchObject({ code: "denied" });
    const { rows } = await sql<{
      staff_only: boolean;
    }>`select staff_only from record_comment where id = ${saved.id}`.execute(database.connection());
    expect(rows).toEqual([{ staff_only: false }]);
  });

  test("供应商还看不到单据时，评论只能在内部，供应商也不能评论", async () => {
    const buyer = await world.as("buyerA");
    const { id } = await order(world, buyer);
    await say("buyerA", id, "下达前的讨论", { internal: false });
    const model = await recordModel(buyer, screen, id);
    expect(model.comments?.entries).toMatchObject([{ internal: true }]);
    expect(model.comments?.form?.internal).toBeUndefined();
    await refusal(say("supplierA", id, "有单吗"), "not_found");
    await transition(world, { context: buyer, id, name: "submit" });
    await transition(world, { context: buyer, id, name: "release", more: { reason: "测试" } });
    expect(await texts("supplierA", id)).toEqual([]);
  });

  test("默认仅内部可见", async () => {
    const { id } = await released(world);
    const model = await recordModel(await world.as("buyerA"), screen, id);
    expect(model.comments?.form?.internal?.checked).toBe(true);
    const supplier = await recordModel(await world.as("supplierA"), screen, id);
    expect(supplier.comments?.form?.internal).toBeUndefined();
  });
});

describe("填写", () => {
  test.each([
    ["", "请填写评论"],
    ["   ", "请填写评论"],
    ["好".repeat(1001), "最多1000个字，现在是1001个字"],
    ["带\u0000空字符", "包含不能识别的字符，请删除后重试"],
  ])("拒绝 %j", async (text, complaint) => {
    const { id } = await released(world);
    const refused = await refusal(say("buyerA", id, text), "invalid");
    expect(refused.complaints).toEqual([{ field: "text", message: complaint }]);
  });

  test("同一份表单提交两次只有一条，内容变了就拒绝", async () => {
    const { id } = await released(world);
    const first = await say("buyerA", id, "一次", { requestId: "once-1" });
    expect((await say("buyerA", id, "一次", { requestId: "once-1" })).id).toBe(first.id);
    await refusal(say("buyerA", id, "两次", { requestId: "once-1" }), "duplicate");
    expect(await texts("buyerA", id)).toEqual(["一次"]);
  });

  test("看不到单据的人不能评论，登记类资料没有评论", async () => {
    const { id } = await released(world);
    await refusal(say("buyerB", id, "越权"), "not_found");
    await refusal(say("expert", id, "越权"), "forbidden");
    const context = await world.as("masterData");
    const material = { entity: world.entity("master-data/material"), id: world.ids.corn, text: "x", internal: true };
    await refusal(addComment(context, material), "not_found");
  });
});

describe("提醒", () => {
  test("按姓名找到能看这张单据的人，存编号、显示姓名，并让他关注", async () => {
    const { id } = await released(world);
    await say("buyerA", id, "@采购经理请看，＠计划员 也看一下");
    const [row] = (await commentsOf(await world.as("buyerA"), entity, id, { limit: 1 })).rows;
    expect(row?.mentions.sort()).toEqual([world.accounts.manager, world.accounts.planner].sort());
    expect(row?.body).toBe(`@{${world.accounts.manager}}请看，@{${world.accounts.planner}} 也看一下`);
    expect(await notification("manager", id)).toEqual([
      { kind: "mention", body: "在评论中提到您：@采购经理请看，@计划员 也看一下", read: false },
    ]);
    const model = await recordModel(await world.as("manager"), screen, id);
    expect(model.watch).toMatchObject({ on: true });
    expect(model.comments?.entries[0]?.parts[0]).toEqual({ text: "@采购经理", named: "me" });
  });

  test("已经关注的人被提到，也只有一条", async () => {
    const { id } = await released(world);
    await watchRecord(await world.as("manager"), { entity, id, on: true });
    await say("buyerA", id, "@采购经理 再看一次");
    expect((await notification("manager", id)).map(({ kind }) => kind)).toEqual(["mention"]);
  });

  test("范围之外的人、没有权限的人、供应商，都不能提到", async () => {
    const { id } = await released(world);
    for (const name of ["乙采购", "评标专家", "乙供方", "查无此人"]) {
      const refused = await refusal(say("buyerA", id, `@${name} 请看`, { internal: false }), "invalid");
      expect(refused.complaints[0]).toMatchObject({ field: "text" });
      expect(refused.complaints[0]?.message).toContain(`没有「${name}」`);
    }
    expect(await texts("buyerA", id)).toEqual([]);
  });

  test("内部评论不能提到供应商的人，公开的可以", async () => {
    const { id } = await released(world);
    const refused = await refusal(say("buyerA", id, "@甲供方 请看"), "invalid");
    expect(refused.complaints[0]?.message).toContain("取消勾选「仅内部可见」");
    await say("buyerA", id, "@甲供方 请看", { internal: false });
    expect((await notification("supplierA", id)).map(({ kind }) => kind)).toEqual(["mention"]);
    expect(await notification("supplierClerkA", id)).toEqual([]);
  });

  test("供应商只能提到单据上的员工和自己的同事，建议里没有账号", async () => {
    const { id } = await released(world);
    await say("supplierA", id, "@甲采购 和 @甲供方业务员 请看");
    expect((await notification("buyerA", id))[0]).toMatchObject({ kind: "mention" });
    expect((await notification("supplierClerkA", id))[0]).toMatchObject({ kind: "mention" });
    for (const name of ["采购经理", "管理员", "乙供方"]) await refusal(say("supplierA", id, `@${name}`), "invalid");
    const people = await suggestPeople(await world.as("supplierA"), { entity, id, typed: "", limit: 20 });
    expect(people.map(({ name, note }) => [name, note])).toEqual([
      ["甲供方业务员", "supplierClerkA"],
      ["甲采购", "采购员"],
    ]);
  });

  test("供应商只能按显示的姓名找人，拼不出员工的账号；员工两样都可以", async () => {
    const { id } = await released(world);
    const found = async (who: "supplierA" | "manager", typed: string) =>
      (await suggestPeople(await world.as(who), { entity, id, typed, limit: 20 })).map(({ name }) => name);
    for (const typed of ["b", "buyer", "buyerA", "supplierClerk"]) expect(await found("supplierA", typed)).toEqual([]);
    expect(await found("supplierA", "甲采")).toEqual(["甲采购"]);
    expect(await found("supplierA", "业务员")).toEqual(["甲供方业务员"]);
    expect(await found("manager", "buyerA")).toEqual(["甲采购"]);
  });

  test("同名的人要写明账号，写明之前文字不丢", async () => {
    await addNamesake("甲采购", "namesake");
    const { id } = await released(world);
    const refused = await refusal(say("manager", id, "@甲采购 请看"), "invalid");
    expect(refused.complaints[0]?.message).toMatch(/不止一人，请写成 @甲采购（buyerA） 或 @甲采购（namesake）/);
    await say("manager", id, "@甲采购（buyerA） 请看");
    expect((await notification("buyerA", id))[0]).toMatchObject({ kind: "mention" });
  });

  test("建议里没有自己，也没有看不到单据的人；看不到单据的人得不到建议", async () => {
    const { id } = await released(world);
    const people = await suggestPeople(await world.as("buyerA"), { entity, id, typed: "采购", limit: 20 });
    expect(people.map(({ note }) => note)).not.toContain("buyerA");
    expect(people.map(({ name }) => name)).not.toContain("乙采购");
    expect(people.map(({ name }) => name)).toContain("采购经理");
    await refusal(suggestPeople(await world.as("supplierB"), { entity, id, typed: "", limit: 20 }), "not_found");
  });
});

async function addNamesake(name: string, account: string): Promise<void> {
  await database.transaction({ role: "owner" }, () =>
    addAccount(world.engine, {
      id: world.engine.newId(),
      account,
      name,
      userType: "internal",
      supplierId: null,
      email: null,
      phone: null,
      passwordHash: null,
      mustChangePassword: false,
      roles: ["planner"],
      scopes: { factory: "all", purchase_group: "all", material_type: "all" },
      at: world.clock.now().toISOString(),
    }),
  );
}

describe("关注和动态", () => {
  test("创建人自动关注，别人的每次操作一条动态，自己的没有", async () => {
    const { id } = await confirmed(world);
    expect((await notification("buyerA", id)).map(({ body }) => body)).toEqual(["确认订单：待供应商确认 → 执行中"]);
    const model = await recordModel(await world.as("buyerA"), screen, id);
    expect(model.watch).toMatchObject({ on: true, names: ["甲采购"] });
  });

  test("取消关注之后不再有动态，做两次没有区别", async () => {
    const { id } = await released(world);
    const buyer = await world.as("buyerA");
    for (const on of [false, false]) await watchRecord(buyer, { entity, id, on });
    await say("supplierA", id, "收到");
    expect(await notification("buyerA", id)).toEqual([]);
    expect((await recordModel(buyer, screen, id)).watch).toMatchObject({ on: false, names: ["甲供方"] });
  });

  test("供应商关注后只听到自己能看的；看不到谁在关注", async () => {
    const { id } = await released(world);
    const supplier = await world.as("supplierA");
    await watchRecord(supplier, { entity, id, on: true });
    await say("buyerA", id, "内部讨论");
    expect(await notification("supplierA", id)).toEqual([]);
    await transition(world, { context: await world.as("buyerA"), id, name: "close", more: { reason: "测试" } });
    expect((await notification("supplierA", id)).map(({ body }) => body)).toEqual(["关闭：待供应商确认 → 已关闭"]);
    const { watch } = await recordModel(supplier, screen, id);
    expect(watch).toMatchObject({ on: true });
    expect(watch).not.toHaveProperty("names");
    await refusal(watchRecord(await world.as("supplierB"), { entity, id, on: true }), "not_found");
  });

  test("绕过程序，供应商也查不到别人的关注和动态", async () => {
    const { id } = await released(world);
    const seen = await database.transaction(
      { role: "supplier", userId: world.accounts.supplierA, supplierId: world.ids.supplierA },
      async () => {
        const connection = database.connection();
        const watches = await sql`select 1 from record_watch where record_id = ${id}`.execute(connection);
        const inbox = await sql`select 1 from inbox where user_id <> ${world.accounts.supplierA}`.execute(connection);
        return [watches.rows.length, inbox.rows.length];
      },
    );
    expect(seen).toEqual([0, 0]);
  });

  test("打开单据就把它的动态标为已读，预取不算", async () => {
    const { id } = await confirmed(world);
    const buyer = await world.as("buyerA");
    await recordModel(buyer, screen, id);
    expect((await notification("buyerA", id)).map(({ read }) => read)).toEqual([false]);
    await recordModel(buyer, screen, id, { looking: true });
    expect((await notification("buyerA", id)).map(({ read }) => read)).toEqual([true]);
  });

  test("再也看不到的单据，动态里不留标题、内容和是谁", async () => {
    const { id, number } = await confirmed(world);
    const buyer = await world.as("buyerA");
    const about = async (context = buyer) => {
      const { entries } = await inboxModel(context, new URLSearchParams());
      const { rows } = await sql<{ id: string }>`
        select id from inbox where record_id = ${id} and kind = 'watch'`.execute(database.connection());
      return entries.filter((entry) => rows.some((row) => row.id === entry.id));
    };
    expect((await about())[0]).toMatchObject({ title: `采购订单 ${number}`, href: `/${ORDER}/${id}` });
    const transitioned = { ...buyer, actor: { ...buyer.actor, scopes: { ...buyer.actor.scopes, factory: [] } } };
    const hidden = await about(transitioned);
    expect(hidden).toHaveLength(1);
    expect(JSON.stringify(hidden)).not.toContain(number);
    expect(JSON.stringify(hidden)).not.toContain("确认订单");
    expect(JSON.stringify(hidden)).not.toContain("甲供方");
  });
});

describe("REST", () => {
  const path = (id: string, rest: string) => `/v2/${ORDER}/${id}/${rest}`;

  test("写评论、读评论、关注，用同样的规则", async () => {
    const { id } = await released(world);
    const buyer = await signIn(world, "buyerA");
    const supplier = await signIn(world, "supplierA");
    const body = { text: "@采购经理 请看", requestId: "rest-1" };
    const first = await call(world, { token: buyer, method: "POST", path: path(id, "comments"), body });
    const again = await call(world, { token: buyer, method: "POST", path: path(id, "comments"), body });
    expect([first.status, Object(again.body.result).id]).toEqual([200, Object(first.body.result).id]);
    await call(world, {
      token: buyer,
      method: "POST",
      path: path(id, "comments"),
      body: { text: "公开", internal: false },
    });
    const staff = await call(world, { token: buyer, method: "GET", path: path(id, "comments") });
    expect(staff.body.result).toMatchObject({
      total: 2,
      records: [
        { text: "公开", internal: false },
        { text: "@采购经理 请看", internal: true, mentions: [{ name: "采购经理" }] },
      ],
    });
    const seen = await call(world, { token: supplier, method: "GET", path: path(id, "comments") });
    expect(Object(seen.body.result).records.map((row: { text: string }) => row.text)).toEqual(["公开"]);
    for (const on of [true, false])
      expect(
        (await call(world, { token: supplier, method: "POST", path: path(id, "watch"), body: { on } })).body.result,
      ).toEqual({ on });
  });

  test("写错的请求被拒绝", async () => {
    const { id } = await released(world);
    const token = await signIn(world, "buyerA");
    for (const [rest, body, code] of [
      ["comments", {}, 40001],
      ["comments", { text: 5 }, 40001],
      ["comments", { text: "x", internal: "maybe" }, 40002],
      ["comments", { text: "x", other: 1 }, 40002],
      ["watch", {}, 40002],
      ["watch", { on: "maybe" }, 40002],
    ] as const) {
      const answer = await call(world, { token, method: "POST", path: path(id, rest), body });
      expect([rest, body, answer.body.code]).toEqual([rest, body, code]);
    }
    expect((await call(world, { token, method: "GET", path: path(id, "comments?page.size=0") })).body.code).toBe(40002);
  });

  test("别的供应商得到的答复与不存在的单据一样，没有登录的人什么也得不到", async () => {
    const { id } = await released(world);
    await say("buyerA", id, "公开", { internal: false });
    const token = await signIn(world, "supplierB");
    for (const [method, rest, body] of [
      ["GET", "comments", undefined],
      ["POST", "comments", { text: "x" }],
      ["POST", "watch", { on: true }],
    ] as const) {
      const foreign = await call(world, { token, method, path: path(id, rest), body });
      const unknown = await call(world, { token, method, path: path(NOBODY, rest), body });
      expect([foreign.status, foreign.body.code, foreign.body.message]).toEqual([404, 40401, unknown.body.message]);
      expect((await call(world, { token: "", method, path: path(id, rest), body })).status).toBe(401);
    }
  });
});
