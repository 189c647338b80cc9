import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { notify } from "~/engine/notify/notify.server";
import { readHistory } from "~/engine/operations/audit.server";
import { prepareBatch, runBatch } from "~/engine/operations/batch.server";
import { listRecords } from "~/engine/operations/list.server";
import { readRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { listModel } from "~/engine/screen/list-model.server";
import { refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const RECORD = "system-management/msg-send-record";
const ONLY_UNSENT = "只有发送失败和已取消的邮件可以重发";

const world = await openWorld();
afterAll(() => world.close());
const { accounts } = world;
const { database } = world.engine;
const change = (statement: ReturnType<typeof sql>) => statement.execute(database.connection());
const [admin, buyer, other] = [await world.as("admin"), await world.as("buyerA"), await world.as("buyerB")];
const screen = world.screen(RECORD);
const entity = world.entity(RECORD);
await change(sql`update app_user set email = accountname || '@example.com'`);
await change(sql`update msg_scenario set by_email = true where code = 'mention'`);

beforeEach(async () => {
  for (const table of ["inbox", "mail_outbox", "msg_send_record"]) await change(sql`delete from ${sql.table(table)}`);
  world.clock.advance(60_000);
});

const values = { document: "采购订单 X", comment: "请看" };
const notifyNow = (by: Context, ...to: string[]) => notify(by, { scenario: "mention", to, values });
const listed = async (context: Context, filters: Record<string, string[]> = {}) =>
  (await listRecords(context, screen, { filters, toggles: [], sort: ["receiver"], page: 1, size: 50 })).rows;
const mails = () => listed(admin, { channel: ["email"] });
const end = (state: string, ...to: string[]) =>
  change(sql`update mail_outbox set state = ${state}, attempts = 8, last_error = '550 no such mailbox'
    where user_id = any (${to}::uuid[])`);
const resend = (context: Context, id: string) => applyTransition(context, { entity, id, name: "resend", version: 1 });
const outbox = async () =>
  (await rowsOf(world, "mail_outbox", "recipient")).map(({ recipient, state, attempts }) =>
    [recipient, state, attempts].join(),
  );

describe("重发", () => {
  test("没有送到的邮件按原来的内容、原来的编号再发一次，谁重发的留在两边的记录里", async () => {
    await notifyNow(world.system(), accounts.manager);
    await end("failed", accounts.manager);
    const [before] = await rowsOf(world, "mail_outbox", "id");
    const [mail] = await mails();
    await resend(admin, mail?.id ?? "");
    const [after] = await rowsOf(world, "mail_outbox", "id");
    expect(after).toMatchObject({ id: before?.id, state: "queued", attempts: 0, last_error: null, body: before?.body });
    expect((await mails()).map(({ values: row }) => row.status)).toEqual(["queued"]);
    const [own] = await readHistory(admin, { entity, recordId: mail?.id ?? "" });
    expect(own).toMatchObject({ label: "重发", userName: admin.actor.name });
    const [its] = await readHistory(admin, {
      entity: world.entity("system-management/email"),
      recordId: String(before?.id),
    });
    expect(its).toMatchObject({ label: "重发", userName: admin.actor.name });
    const again = await refusal(applyTransition(admin, { entity, id: mail?.id ?? "", name: "resend" }), "wrong_state");
    expect(again.message).toBe(ONLY_UNSENT);
  });

  test("站内消息、已送达、待发送和没有发送的不能重发，列表上也没有这个按钮", async () => {
    await notifyNow(world.system(), accounts.manager, accounts.planner, accounts.qa);
    await end("sent", accounts.planner);
    await end("cancelled", accounts.qa);
    await change(sql`update app_user set email = null where accountname = 'warehouse'`);
    await notifyNow(world.system(), accounts.warehouse);
    const model = await listModel(admin, screen, new URLSearchParams({ sort: "receiver" }));
    const offered = (await listed(admin)).filter(({ id }) => JSON.stringify(model).includes(`${id}/resend`));
    expect(offered.map(({ values: row }) => row.status)).toEqual(["cancelled"]);
    for (const { id, values: row } of await listed(admin)) {
      if (row.status === "cancelled") continue;
      expect((await refusal(resend(admin, id), "wrong_state")).message).toBe(ONLY_UNSENT);
    }
  });

  test("多条一起：逐条处理的报告哪一条为什么不行，要么全部的一条不行就都不动", async () => {
    await notifyNow(world.system(), accounts.manager, accounts.planner, accounts.qa);
    await end("failed", accounts.manager, accounts.qa);
    await end("sent", accounts.planner);
    const rows = (await mails()).map(({ id, version }) => ({ id, version }));
    const checked = await prepareBatch(admin, { screen, name: "resend", rows });
    expect(checked.map((row) => row.refusal).filter((text) => text !== null)).toEqual([ONLY_UNSENT]);
    const batch = { screen, name: "resend", rows, reason: "", input: {} };
    const before = await outbox();
    const whole = await runBatch(admin, { ...batch, whole: true, requestId: world.engine.newId() });
    expect(whole).toMatchObject({ done: 0, failed: [{}, {}, {}] });
    expect(await outbox()).toEqual(before);
    const { done, failed } = await runBatch(admin, { ...batch, requestId: world.engine.newId() });
    expect({ done, reasons: failed.map(({ message }) => message) }).toEqual({ done: 2, reasons: [ONLY_UNSENT] });
    expect((await outbox()).map((row) => row.split(",").slice(1).join())).toEqual(["queued,0", "sent,8", "queued,0"]);
  });

  test("两个人同时重发同一封，只有一个成功；邮件只在队列里一次", async () => {
    await notifyNow(world.system(), accounts.manager);
    await end("failed", accounts.manager);
    const [mail] = await mails();
    const both = await Promise.allSettled([resend(admin, mail?.id ?? ""), resend(admin, mail?.id ?? "")]);
    expect(both.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
    expect(await outbox()).toHaveLength(1);
  });

  test("没有重发权限的人被拒绝；有这个权限但管不了邮件的人也不行，并说明原因", async () => {
    await notifyNow(buyer, accounts.manager);
    await end("failed", accounts.manager);
    const [mail] = await mails();
    const id = mail?.id ?? "";
    await refusal(resend(buyer, id), "forbidden");
    await change(sql`insert into role_permission values ('buyer', 'msg-send-record-resend', 'edit')`);
    await change(sql`update permission_version set version = version + 1`);
    const refused = await refusal(resend(await world.as("buyerA"), id), "own_rule");
    expect(refused.message).toBe("没有重发邮件的权限，请联系系统管理员");
    await change(
      sql`delete from role_permission where permission_id = 'msg-send-record-resend' and role_code = 'buyer'`,
    );
    expect(await outbox()).toEqual(["manager@example.com,failed,8"]);
  });
});

describe("采购员看自己的", () => {
  test("自己触发的和发给自己的看得到，别人之间的列表和地址都打不开；管理员和审计员看全部", async () => {
    await notifyNow(buyer, accounts.manager);
    await notifyNow(other, accounts.planner);
    await notifyNow(world.system(), accounts.buyerA);
    const receivers = async (context: Context) => [
      ...new Set((await listed(context)).map(({ values: row }) => String(row.receiver))),
    ];
    const name = async (account: "manager" | "planner") => (await world.as(account)).actor.name;
    expect((await receivers(buyer)).sort()).toEqual([await name("manager"), buyer.actor.name].sort());
    expect(await receivers(other)).toEqual([await name("planner")]);
    expect(await receivers(admin)).toHaveLength(3);
    const foreign = (await listed(other))[0]?.id ?? "";
    await refusal(readRecord(buyer, screen, foreign), "not_found");
    const own = (await listed(buyer, { receiver: [await name("manager")] }))[0]?.id ?? "";
    expect((await readRecord(buyer, screen, own)).record.created_by).toBe(accounts.buyerA);
    await refusal(
      listRecords(await world.as("planner"), screen, { filters: {}, toggles: [], sort: [], page: 1, size: 9 }),
      "forbidden",
    );
    await refusal(
      listRecords(await world.as("supplierA"), screen, { filters: {}, toggles: [], sort: [], page: 1, size: 9 }),
      "forbidden",
    );
  });

  test("数据库里也只有自己的，改不了内容，也写不进别人的", async () => {
    await notifyNow(buyer, accounts.manager);
    await notifyNow(other, accounts.planner);
    const count = (userId: string) =>
      database.transaction({ role: "staff", userId }, async () => {
        const { rows } = await sql<{ count: number }>`select count(*)::int as count from msg_send_entry`.execute(
          database.connection(),
        );
        return rows[0]?.count;
      });
    expect([await count(accounts.buyerA), await count(accounts.buyerB), await count(accounts.admin)]).toEqual([
      2, 2, 4,
    ]);
    const asBuyer = (statement: ReturnType<typeof sql>) =>
      database.transaction({ role: "staff", userId: accounts.buyerA }, () => change(statement));
    await expect(asBuyer(sql`update msg_send_entry set content = '改过的'`)).rejects.toThrow();
    await expect(asBuyer(sql`delete from msg_send_entry`)).rejects.toThrow();
    await asBuyer(sql`update msg_send_entry set version = 9`);
    const versions = await rowsOf(world, "msg_send_record", "at");
    expect(versions.filter(({ sent_by }) => sent_by === accounts.buyerB).map(({ version }) => version)).toEqual([1, 1]);
  });
});
