import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { purgeSendRecords } from "~/data/mail.server";
import type { Context } from "~/engine/context.server";
import { seedScenarios } from "~/engine/notify/notification-rules.server";
import { notify } from "~/engine/notify/notify.server";
import { readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { rowsOf, setParameter } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const SCENARIO = "system-management/msg-scenario";
const TEMPLATE = "system-management/msg-template";
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await change(sql`update app_user set email = accountname || '@example.com' where accountname <> 'planner'`);

beforeEach(async () => {
  for (const table of ["inbox", "mail_outbox", "msg_send_record", "notification_choice"])
    await change(sql`delete from ${sql.table(table)}`);
  world.clock.advance(60_000);
});

async function idOf(table: string, where: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${where}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.id ?? "";
}
const template = (scenario: string, channel: string, side: string) =>
  idOf("msg_template", sql`scenario = ${scenario} and channel = ${channel} and side = ${side}`);

async function write(context: Context, key: string, id: string, values: Record<string, unknown>) {
  const screen = world.screen(key);
  const { record } = await readRecord(context, screen, id);
  return updateRecordBy(context, { screen, id, version: record.version, values });
}
const transition = (
  context: Context,
  { key, id, name, input = {} }: { key: string; id: string; name: string; input?: Record<string, unknown> },
) => applyTransition(context, { entity: world.entity(key), id, name, input });

const mention = { scenario: "mention", values: { document: "采购订单 CG1", comment: "请看" } } as const;
const records = async () =>
  (await rowsOf(world, "msg_send_entry", "channel")).map(({ channel, status, skip_reason, address }) => ({
    channel,
    status,
    skip_reason,
    address,
  }));

describe("模板", () => {
  test("不认识的变量被拒绝并点名，成对的花括号才行；改好后下一条消息就用新词", async () => {
    const admin = await world.as("admin");
    const id = await template("mention", "site", "internal");
    await expect(write(admin, TEMPLATE, id, { content: "请 {{who}} 看" })).rejects.toMatchObject({
      complaints: [
        {
          field: "content",
          message: "变量“who”不在场景变量中，可用变量：{{document}}、{{comment}}、{{receiver}}",
        },
      ],
    });
    await expect(write(admin, TEMPLATE, id, { title: "{{document" })).rejects.toMatchObject({
      complaints: [{ field: "title", message: "双花括号没有成对，变量写作 {{变量}}" }],
    });
    await write(admin, TEMPLATE, id, { title: "{{receiver}}：{{document}}", content: "有人说：{{comment}}" });
    const { record } = await readRecord(admin, world.screen(TEMPLATE), id);
    expect(record).toMatchObject({
      revision: 2,
      preview: "李工：采购订单 CG202603020001\n\n有人说：@李工 请确认交期",
      revisions: [{ revision: 1 }, { revision: 2, saved_by: "管理员" }],
    });
    await notify(world.system(), { ...mention, to: [world.accounts.manager, world.accounts.supplierA] });
    const notified = await rowsOf(world, "inbox", "title");
    expect(notified.map(({ title, body }) => [title, body]).sort()).toEqual([
      ["采购经理：采购订单 CG1", "有人说：请看"],
      ["采购订单 CG1", "在评论中提到您：请看"],
    ]);
    await transition(admin, { key: TEMPLATE, id, name: "restore", input: { to_revision: "1" } });
    expect((await readRecord(admin, world.screen(TEMPLATE), id)).record).toMatchObject({
      revision: 3,
      title: "{{document}}",
    });
    await expect(
      transition(admin, { key: TEMPLATE, id, name: "restore", input: { to_revision: "9" } }),
    ).rejects.toMatchObject({
      message: expect.stringContaining("没有版本9，已有版本：1、2、3"),
    });
  });

  test("再次启动不改编辑过的用词，也不多出模板", async () => {
    const admin = await world.as("admin");
    const id = await template("watch", "site", "internal");
    await write(admin, TEMPLATE, id, { content: "变了：{{event}}" });
    const before = await rowsOf(world, "msg_template", "id");
    await seedScenarios(world.engine);
    expect(await rowsOf(world, "msg_template", "id")).toEqual(before);
  });
});

describe("场景与发送记录", () => {
  test("开了邮件渠道就有邮件；没有邮箱、个人关闭、场景停用都留下原因", async () => {
    const admin = await world.as("admin");
    const id = await idOf("msg_scenario", sql`code = 'mention'`);
    await write(admin, SCENARIO, id, { by_email: "1" });
    const { manager, planner } = world.accounts;
    await change(
      sql`insert into notification_choice (user_id, scenario, wanted) values (${manager}, 'mention', false)`,
    );
    await notify(world.system(), { ...mention, to: [manager, planner] });
    expect(await records()).toEqual(
      expect.arrayContaining([
        { channel: "email", status: "queued", skip_reason: null, address: "m***@example.com" },
        { channel: "email", status: "skipped", skip_reason: "no_address", address: null },
        { channel: "site", status: "skipped", skip_reason: "off", address: null },
        { channel: "site", status: "sent", skip_reason: null, address: null },
      ]),
    );
    await change(sql`delete from msg_send_record`);
    await transition(admin, { key: SCENARIO, id, name: "disable" });
    expect(await notify(world.system(), { ...mention, to: [planner] })).toBe(0);
    expect((await records()).map(({ skip_reason }) => skip_reason)).toEqual(["disabled", "disabled"]);
    await transition(admin, { key: SCENARIO, id, name: "enable" });
  });

  test("模板的标题是看得懂的词，不是代码", async () => {
    const id = await template("mention", "email", "internal");
    const { heading } = await recordModel(await world.as("admin"), world.screen(TEMPLATE), id);
    expect(heading).toMatch(/邮件 内部$/);
    expect(heading).not.toMatch(/[a-z]/);
  });

  test("安全类场景不能停用，也不能只剩没有渠道", async () => {
    const admin = await world.as("admin");
    const id = await idOf("msg_scenario", sql`code = 'account.new-device'`);
    await expect(transition(admin, { key: SCENARIO, id, name: "disable" })).rejects.toMatchObject({
      message: "安全类场景不能停用",
    });
    await expect(write(admin, SCENARIO, id, { on_site: "0", by_email: "0" })).rejects.toMatchObject({
      complaints: [{ field: "on_site", message: "至少保留一个渠道；不再通知请停用场景" }],
    });
    await expect(write(admin, SCENARIO, id, { can_mute: "1" })).rejects.toMatchObject({
      complaints: [{ field: "can_mute", message: "该类通知不能允许个人关闭" }],
    });
  });

  test("免打扰时段内的邮件推迟到时段结束，站内消息照常", async () => {
    const admin = await world.as("admin");
    const id = await idOf("msg_scenario", sql`code = 'mention'`);
    await write(admin, SCENARIO, id, { by_email: "1", quiet: "1" });
    await setParameter(world, "notify.quietFrom", "0");
    await setParameter(world, "notify.quietTo", "23");
    const { manager, qa } = world.accounts;
    await change(sql`insert into notification_person (user_id, quiet_from, quiet_to) values (${qa}, 1, 1)`);
    await notify(world.system(), { ...mention, to: [manager, qa] });
    const mails = await rowsOf(world, "mail_outbox", "recipient");
    const now = world.clock.now().getTime();
    const waits = mails.map(({ next_at }) => Date.parse(String(next_at)) > now);
    expect([mails.map(({ recipient }) => recipient), waits]).toEqual([
      ["manager@example.com", "qa@example.com"],
      [true, false],
    ]);
    expect(await rowsOf(world, "inbox", "id")).toHaveLength(2);
  });

  test("采购员打不开别人的发送记录，计划员一条也看不到；旧记录到期删除", async () => {
    await notify(world.system(), { ...mention, to: [world.accounts.qa] });
    const row = (await rowsOf(world, "msg_send_record", "id")).find(({ channel }) => channel === "site");
    const id = String(row?.id);
    const screen = world.screen("system-management/msg-send-record");
    await expect(readRecord(await world.as("buyerA"), screen, id)).rejects.toMatchObject({ code: 40401 });
    await expect(readRecord(await world.as("planner"), screen, id)).rejects.toMatchObject({ code: 40301 });
    expect((await readRecord(await world.as("admin"), screen, id)).record.title).toBe("采购订单 CG1");
    await purgeSendRecords(world.engine.database.connection(), "2999-01-01T00:00:00Z");
    expect(await rowsOf(world, "msg_send_record", "id")).toEqual([]);
  });
});
