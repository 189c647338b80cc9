import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import type { Context } from "~/engine/context.server";
import { receiveFile, uploadTarget } from "~/engine/files/upload.server";
import { smtpRoute } from "~/engine/mail/smtp.server";
import { deliverMail } from "~/engine/mail/worker.server";
import { notify } from "~/engine/notify/notify.server";
import { readInbox } from "~/engine/operations/inbox.server";
import { listRecords } from "~/engine/operations/list.server";
import { openRecord } from "~/engine/operations/records.server";
import { createRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { figuresModel } from "~/engine/screen/figures.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { transitionModel } from "~/engine/screen/transition-model.server";
import { pdf, sentIn } from "../../../support/files";
import { startMailServer } from "../../../support/mail-server";
import { refusal } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const EMAIL = "system-management/email";
const ORIGIN = "https://portal.example.com";
const OURS = "sales@a.example.com";
const THEIRS = "sales@b.example.com";

const world = await openWorld();
afterAll(() => world.close());
const { accounts, ids } = world;
const { database } = world.engine;
const change = (statement: ReturnType<typeof sql>) =>
  database.transaction({ role: "owner" }, () => statement.execute(database.connection()));
const screen = world.screen(EMAIL);
const entity = world.entity(EMAIL);
const buyer = await world.as("buyerA");
const admin = await world.as("admin");

beforeAll(async () => {
  await change(sql`update supplier set buyer_id = ${accounts.manager} where id = ${ids.supplierB}`);
  for (const [supplier, address] of [
    [ids.supplierA, OURS],
    [ids.supplierB, THEIRS],
  ])
    await change(sql`update supplier_contacts set email = ${address} where root_id = ${supplier} and is_primary`);
  await change(sql`update app_user set email = 'qa@home.example.com' where id = ${accounts.qa}`);
});
beforeEach(async () => {
  await change(sql`delete from mail_outbox`);
  await change(sql`delete from inbox`);
  world.clock.advance(60_000);
});

const write = async (values: Record<string, unknown> = {}, context: Context = buyer) =>
  (
    await createRecord(context, {
      screen,
      values: { recipient: OURS, subject: "请确认交期", body: "请在周五前回复。", ...values },
    })
  ).id;
const make = (id: string, name: string, context: Context = buyer) => applyTransition(context, { entity, id, name });
const complaint = async (work: Promise<unknown>) => (await refusal(work, "invalid")).complaints?.[0];
const outbox = async () =>
  (await rowsOf(world, "mail_outbox", "recipient")).map(({ recipient, subject, state }) => [recipient, subject, state]);

/** Sends what is due to a real mail server. */
async function delivered(options: Parameters<typeof startMailServer>[0] = {}) {
  const server = await startMailServer(options);
  onTestFinished(() => server.close());
  const route = smtpRoute({ url: server.url, from: "portal@example.com" });
  await deliverMail(world.engine, route, ORIGIN);
  route.close?.();
  return server;
}

describe("写给谁", () => {
  test("采购员只能写给自己负责的供应商的联系人；抄送可以是同事", async () => {
    expect(await complaint(write({ recipient: `${OURS}, ${THEIRS}` }))).toEqual({
      field: "recipient",
      message: `收件人不在您负责的供应商范围内：${THEIRS}`,
    });
    expect(await complaint(write({ recipient: "anyone@example.com" }))).toMatchObject({ field: "recipient" });
    expect(await complaint(write({ cc: THEIRS }))).toMatchObject({ field: "cc" });
    expect(await complaint(write({ supplier_id: ids.supplierB, recipient: "" }))).toEqual({
      field: "supplier_id",
      message: "该供应商不由您负责",
    });
    await write({ recipient: OURS.toUpperCase(), cc: "qa@home.example.com" });
    await write({ recipient: "anyone@example.com" }, admin);
  });

  test("选了供应商、收件人留空：填入联系人；没有邮箱的说明", async () => {
    const id = await write({ supplier_id: ids.supplierA, recipient: "" });
    expect((await openRecord(buyer, { entity, id })).record.recipient).toBe(OURS);
    expect(await complaint(write({ recipient: "" }))).toEqual({ field: "recipient", message: "请填写收件人" });
  });

  test("草稿写好后供应商换了采购员，发不出去", async () => {
    const id = await write();
    await change(sql`update supplier set buyer_id = ${accounts.manager} where id = ${ids.supplierA}`);
    const refused = await refusal(make(id, "send"), "invalid");
    await change(sql`update supplier set buyer_id = ${accounts.buyerA} where id = ${ids.supplierA}`);
    expect(refused.message).toBe(`收件人不在您负责的供应商范围内：${OURS}`);
    expect((await openRecord(buyer, { entity, id })).record.state).toBe("draft");
  });

  test("只看得到自己写的，管理员看得到全部；数据库里也是", async () => {
    const [mine, others] = [await write(), await write({ recipient: THEIRS }, admin)];
    const seen = async (context: Context) =>
      (await listRecords(context, screen, { filters: {}, toggles: [], sort: [], page: 1, size: 50 })).rows.map(
        ({ id }) => id,
      );
    expect(await seen(buyer)).toEqual([mine]);
    expect((await seen(admin)).sort()).toEqual([mine, others].sort());
    await refusal(openRecord(buyer, { entity, id: others }), "not_found");
    await refusal(make(others, "send"), "not_found");
    await refusal(make(mine, "send", await world.as("qa")), "forbidden");
    await refusal(make(mine, "send", await world.as("supplierA")), "forbidden");
    const asStaff = async (userId: string, statement: ReturnType<typeof sql<{ id: string }>>) =>
      database.transaction({ role: "staff", userId }, async () => {
        const { rows } = await statement.execute(database.connection());
        return rows.map(({ id }) => id).sort();
      });
    const all = sql<{ id: string }>`select id from mail_outbox`;
    expect(await asStaff(accounts.buyerA, all)).toEqual([mine]);
    expect(await asStaff(accounts.admin, all)).toEqual([mine, others].sort());
    const hijack = sql<{ id: string }>`update mail_outbox set subject = '改过的' where id = ${others} returning id`;
    expect(await asStaff(accounts.buyerA, hijack)).toEqual([]);
  });
});

describe("发出", () => {
  test("每个收件人和抄送人各一封，附件完整，恰好一次；投递记录看得到每一封", async () => {
    const bytes = pdf();
    const file = await receiveFile(buyer, uploadTarget(buyer, screen, "attachments"), {
      name: "规格书.pdf",
      bytes: sentIn(bytes),
    });
    await change(
      sql`update supplier_contacts set email = 'quality@a.example.com' where root_id = ${ids.supplierA} and not is_primary`,
    );
    const id = await write({
      recipient: `${OURS}\nquality@a.example.com`,
      cc: `qa@home.example.com ${OURS}`,
      attachments: [file.id],
    });
    await make(id, "send");
    expect(await outbox()).toEqual([
      ["qa@home.example.com", "抄送：请确认交期", "queued"],
      ["quality@a.example.com", "请确认交期", "queued"],
      [OURS, "请确认交期", "queued"],
    ]);
    const server = await delivered();
    expect([...server.mails.values()]).toEqual([1, 1, 1]);
    for (const text of server.texts.values()) {
      expect(text).toContain(Buffer.from(bytes).toString("base64").slice(0, 60));
      expect(text.match(/^To: .*$/gm)).toHaveLength(1);
      expect(text).not.toMatch(/^Cc:/m);
    }
    expect((await outbox()).map(([, , state]) => state)).toEqual(["sent", "sent", "sent"]);
    const model = JSON.stringify(await recordModel(buyer, screen, id));
    expect(model).toContain("投递记录");
    expect(model).toContain("quality@a.example.com");
    await deliverMail(world.engine, { send: () => Promise.reject(new Error("twice")) }, ORIGIN);
    expect((await outbox()).map(([, , state]) => state)).toEqual(["sent", "sent", "sent"]);
  });

  test("附件合计超过10MB：在字段旁说明", async () => {
    const target = uploadTarget(buyer, screen, "attachments");
    const filler = Buffer.alloc(6 * 1024 * 1024, 32);
    const bytes = Buffer.concat([Buffer.from(pdf()), filler]);
    const files = [];
    for (const name of ["一.pdf", "二.pdf"])
      files.push((await receiveFile(buyer, target, { name, bytes: sentIn(bytes) })).id);
    expect(await complaint(write({ attachments: files }))).toEqual({
      field: "attachments",
      message: "附件总大小不能超过10MB",
    });
    await write({ attachments: files.slice(0, 1) });
  });

  test("计划发送：没到时间不发，到时间前可以取消，到了才发", async () => {
    const later = new Date(world.clock.now().getTime() + 2 * 3_600_000).toISOString();
    const [kept, dropped] = [await write({ send_after: later }), await write({ send_after: later })];
    await make(kept, "send");
    await make(dropped, "send");
    expect((await delivered()).mails.size).toBe(0);
    await make(dropped, "cancel");
    world.clock.advance(2 * 3_600_000 + 1000);
    expect((await delivered()).mails.size).toBe(1);
    expect((await openRecord(buyer, { entity, id: kept })).record.state).toBe("sent");
    expect((await openRecord(buyer, { entity, id: dropped })).record.state).toBe("cancelled");
  });

  test("被拒绝的告诉写信人，并可以重发；附件不见了的说明原因", async () => {
    const id = await write();
    await make(id, "send");
    await delivered({ refuses: () => true });
    expect((await openRecord(buyer, { entity, id })).record).toMatchObject({ state: "failed" });
    const { items } = await readInbox(buyer, { unreadOnly: false, limit: 10, offset: 0 });
    expect(items.map(({ title }) => title)).toContain("邮件“请确认交期”没有送达");
    await change(
      sql`update mail_outbox set attachments = ${JSON.stringify([{ id: world.engine.newId(), name: "旧.pdf", size: 1, type: "application/pdf" }])}::jsonb`,
    );
    await make(id, "retry");
    expect((await delivered()).mails.size).toBe(0);
    expect((await openRecord(buyer, { entity, id })).record).toMatchObject({
      state: "queued",
      last_error: "附件「旧.pdf」已不存在",
    });
  });

  test("没有邮件服务器：发送页面说明会等到配置以后", async () => {
    const id = await write();
    const page = async () => JSON.stringify(await transitionModel(buyer, screen, id, "send"));
    expect(await page()).toContain("邮件服务器未配置，邮件将在配置后发送");
    world.engine.mailWaits = false;
    onTestFinished(() => {
      world.engine.mailWaits = true;
    });
    expect(await page()).not.toContain("邮件服务器未配置");
  });
});

test("发送记录的统计：近30天各渠道发了多少、失败几成", async () => {
  await change(sql`delete from msg_send_record`);
  const id = await write();
  await make(id, "send");
  await notify(world.system(), {
    scenario: "mention",
    to: [accounts.manager],
    values: { document: "订单", comment: "请看" },
  });
  const { charts } = await figuresModel(admin, world.screen("system-management/msg-send-record"));
  expect(charts.map(({ caption }) => caption)).toEqual(["近30天各渠道发送量", "近30天各渠道失败率"]);
  expect(charts[0]?.labels).toContain("站内消息");
  expect(charts[0]?.series[0]?.values[0]).toBe("1");
});

test("业务场景：没有启用模板的渠道不能打开；列表数得出模板和近7天的发送", async () => {
  const key = "system-management/msg-scenario";
  const scenario = await rowsOf(world, "msg_scenario", "code").then((rows) =>
    rows.find(({ code }) => code === "message.info"),
  );
  const scenarioId = String(scenario?.id);
  const extra = await world.engine.registry.server(key).extra?.(admin, key, [scenarioId], "list");
  expect(extra?.get(scenarioId)).toMatchObject({ templates: expect.any(Number), sent: 0, failed: 0 });
  await change(sql`update msg_template set state = 'stopped' where scenario = 'message.info' and channel = 'email'`);
  const { record } = await openRecord(admin, { entity: world.entity(key), id: scenarioId });
  const refused = await complaint(
    updateRecordBy(admin, {
      screen: world.screen(key),
      id: scenarioId,
      version: record.version,
      values: { by_email: true },
    }),
  );
  expect(refused).toEqual({ field: "by_email", message: "渠道“邮件”没有启用的模板" });
  await change(sql`update msg_template set state = 'stopped' where scenario = 'message.info'`);
  await change(sql`update msg_scenario set state = 'stopped' where code = 'message.info'`);
  const enable = applyTransition(admin, { entity: world.entity(key), id: scenarioId, name: "enable" });
  expect((await refusal(enable, "invalid")).message).toBe("渠道“站内消息”没有启用的模板");
});
