import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { notifyLater } from "~/engine/notify/later.server";
import { notify } from "~/engine/notify/notify.server";
import { stickyMessages } from "~/engine/notify/sticky-messages.server";
import { listRecords } from "~/engine/operations/list.server";
import { createRecord, readRecord, updateRecordBy } from "~/engine/operations/save.server";
import { inTransaction } from "~/engine/operations/transaction.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { recordModel } from "~/engine/screen/record-model.server";
import { dismissWarning, openWarnings } from "~/engine/warnings/warnings.server";
import { msgScenarioServer } from "~/modules/system-management/msg-scenario/msg-scenario.server";
import { comparedLines } from "~/modules/system-management/msg-template/msg-template.compare";
import { ORDER, refusal, submitted } from "../../../support/orders";
import { rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const world = await openWorld();
afterAll(() => world.close());

const SCENARIO = "system-management/msg-scenario";
const TEMPLATE = "system-management/msg-template";
const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await change(sql`update app_user set email = accountname || '@example.com'`);

const nameOf = new Map(Object.entries(world.accounts).map(([name, id]) => [id, name]));
const notified = async () =>
  (await rowsOf(world, "inbox", "at")).map(({ user_id }) => nameOf.get(String(user_id)) ?? "other").sort();

async function idOf(table: string, where: ReturnType<typeof sql>): Promise<string> {
  const { rows } = await sql<{ id: string }>`select id from ${sql.table(table)} where ${where}`.execute(
    world.engine.database.connection(),
  );
  return rows[0]?.id ?? "";
}
const scenarioId = (code: string) => idOf("msg_scenario", sql`code = ${code}`);
async function write(key: string, id: string, values: Record<string, unknown>) {
  const admin = await world.as("admin");
  const screen = world.screen(key);
  const { record } = await readRecord(admin, screen, id);
  return updateRecordBy(admin, { screen, id, version: record.version, values });
}
const rule = async (code: string, values: Record<string, unknown>) => write(SCENARIO, await scenarioId(code), values);

beforeEach(async () => {
  for (const table of ["inbox", "mail_outbox", "msg_send_record", "news_later"])
    await change(sql`delete from ${sql.table(table)}`);
  await change(sql`delete from msg_scenario_receivers`);
  await change(sql`delete from msg_scenario_conditions`);
  world.clock.advance(60_000);
});

/** More than any scenario of corrective actions asks for. */
const VALUES = {
  number: "ZG1",
  supplier: "甲公司",
  title: "异物",
  finding: "异物",
  severity: "严重",
  due: "2026-03-31",
  reason: "",
  change: "",
};
const JOB = { job: "对账", result: "失败", reason: "连接超时", streak: "3" };
const failed = (streak: string) => ({ scenario: "job.failed", values: { ...JOB, streak } }) as const;

describe("附加接收人", () => {
  test("附加的角色和员工也得到消息，已经得到的不再得到一次", async () => {
    const { accounts } = world;
    const role = await idOf("role", sql`code = 'qa'`);
    await rule("job.failed", {
      receivers: [
        { target_type: "role", role_id: role },
        { target_type: "user", user_id: accounts.planner },
        { target_type: "user", user_id: accounts.admin },
      ],
    });
    await notify(await world.as("buyerA"), { ...failed("3"), to: [accounts.admin] });
    expect(await notified()).toEqual(["admin"]);
    expect(await notifyLater(world.engine)).toBe(1);
    expect(await notified()).toEqual(["admin", "planner", "qa"]);
    expect(await notifyLater(world.engine)).toBe(0);
    expect((await rowsOf(world, "msg_send_record", "at")).filter(({ channel }) => channel === "site")).toHaveLength(3);
  });

  test("供应商的操作也通知附加接收人；无权看这张单据的人听不到", async () => {
    const { accounts } = world;
    const order = await submitted(world);
    await rule("capa.answered", {
      receivers: [
        { target_type: "user", user_id: accounts.buyerA },
        { target_type: "user", user_id: accounts.buyerB },
      ],
    });
    const about = { entity: ORDER, id: order.id, number: "CG1" };
    const supplier = await world.as("supplierA");
    await inTransaction(supplier, () =>
      notify(supplier, { scenario: "capa.answered", values: VALUES, record: about } as never),
    );
    expect(await notifyLater(world.engine)).toBe(1);
    // The order belongs to the factory and group of the one; the other may not open it.
    expect(await notified()).toEqual(["buyerA"]);
  });

  test("事务回滚，附加接收人也不会得到", async () => {
    await rule("job.failed", { receivers: [{ target_type: "user", user_id: world.accounts.planner }] });
    const context = await world.as("buyerA");
    const broken = inTransaction(context, async () => {
      await notify(context, { ...failed("3"), to: [world.accounts.admin] });
      throw new Error("changed my mind");
    });
    await expect(broken).rejects.toThrow("changed my mind");
    expect(await notifyLater(world.engine)).toBe(0);
    expect(await notified()).toEqual([]);
  });

  test("一件事告知失败，后面的照样告知；失败的记下次数，几次以后不再试", async () => {
    const { accounts, engine } = world;
    await rule("job.failed", { receivers: [{ target_type: "user", user_id: accounts.planner }] });
    const request = { scenario: "job.failed", values: {}, entity: "no/such", record: engine.newId(), actorName: "" };
    await change(sql`insert into news_later (at, wish) values (now(), ${JSON.stringify(request)}::jsonb)`);
    await notify(world.system(), { ...failed("3"), to: [accounts.admin] });
    expect(await notifyLater(engine)).toBe(1);
    expect(await notified()).toEqual(["admin", "planner"]);
    for (let again = 0; again < 6; again += 1) expect(await notifyLater(engine)).toBe(0);
    const left = await sql<{ attempts: number }>`select attempts from news_later`.execute(engine.database.connection());
    expect(left.rows).toEqual([{ attempts: 5 }]);
    await change(sql`delete from news_later`);
  });

  test("改选接收人规则：内部人员改为所选的人", async () => {
    const { accounts } = world;
    await rule("job.failed", {
      receiver_rule: "creator",
      receivers: [{ target_type: "user", user_id: accounts.planner }],
    });
    await notify(world.system(), { ...failed("3"), to: [accounts.admin] });
    await notifyLater(world.engine);
    expect(await notified()).toEqual(["planner"]);
    const order = await submitted(world);
    const about = { entity: ORDER, id: order.id, number: "CG1" };
    await change(sql`delete from inbox`);
    await notify(world.system(), { ...failed("3"), to: [accounts.admin], record: about });
    await notifyLater(world.engine);
    expect(await notified()).toEqual(["buyerA", "planner"]);
    await rule("job.failed", { receiver_rule: "role" });
  });

  test("不能改的、重复的、没有措辞的在字段旁说明", async () => {
    const complaints = async (code: string, values: Record<string, unknown>) =>
      Object.fromEntries(
        ((await refusal(rule(code, values), "invalid")).complaints ?? []).map(({ field, message }) => [field, message]),
      );
    const planner = { target_type: "user", user_id: world.accounts.planner };
    expect(await complaints("account.new-device", { receiver_rule: "creator" })).toEqual({
      receiver_rule: "该类通知的接收人由系统确定，不能修改",
    });
    expect(await complaints("job.failed", { receivers: [planner, planner] })).toEqual({
      "receivers.1.user_id": "该接收人已在名单中",
    });
    expect(await complaints("audit.notified", { receivers: [planner] })).toEqual({
      receivers: "该场景只通知供应商，没有内部措辞，不能附加内部接收人",
    });
    expect(await complaints("capa.answered", { receiver_rule: "role" })).toEqual({
      receivers: "请在附加接收人中指定角色或员工",
    });
    expect(
      await complaints("job.failed", { conditions: [{ variable: "amount", operator: "above", value: "1" }] }),
    ).toEqual({ "conditions.0.variable": "变量“amount”不在场景变量中，可用变量：job、result、reason、streak" });
  });
});

describe("触发条件", () => {
  test("条件不满足的不通知，发送记录写明原因；数字按大小比较", async () => {
    await rule("job.failed", { conditions: [{ variable: "streak", operator: "above", value: "5" }] });
    expect(await notify(world.system(), { ...failed("3"), to: [world.accounts.admin] })).toBe(0);
    expect(await notify(world.system(), { ...failed("12"), to: [world.accounts.admin] })).toBe(1);
    const skipped = (await rowsOf(world, "msg_send_record", "at")).map(({ skip_reason }) => skip_reason);
    expect(skipped.filter((reason) => reason === "condition").length).toBeGreaterThan(0);
    expect(await notified()).toEqual(["admin"]);
  });
});

describe("试发", () => {
  test("场景和模板的试发只到本人，用样例，注明试发", async () => {
    const admin = await world.as("admin");
    const transition = async (key: string, id: string) =>
      applyTransition(admin, { entity: world.entity(key), id, name: "try" });
    await transition(SCENARIO, await scenarioId("capa.issued"));
    const [entry] = await rowsOf(world, "inbox", "at");
    expect(await notified()).toEqual(["admin"]);
    expect(String(entry?.title)).toMatch(/^【试发】/);
    expect(String(entry?.title) + String(entry?.body)).not.toContain("{{");
    await change(sql`delete from inbox`);
    await transition(TEMPLATE, await idOf("msg_template", sql`scenario = 'job.failed' and channel = 'email'`));
    expect(await notified()).toEqual([]);
    const mails = await rowsOf(world, "mail_outbox", "created_at");
    expect(mails.map(({ recipient }) => recipient)).toContain("admin@example.com");
    expect(mails.some(({ subject }) => String(subject).startsWith("【试发】"))).toBe(true);
  });

  test("场景页有变量清单、渠道与模板、最近发送，列表有配置、模板和发送记录的入口", async () => {
    const admin = await world.as("admin");
    const id = await scenarioId("job.failed");
    await notify(world.system(), { ...failed("3"), to: [world.accounts.admin] });
    const { sections } = await recordModel(admin, world.screen(SCENARIO), id);
    expect(sections.map(({ title }) => title)).toEqual(
      expect.arrayContaining(["变量清单", "接收人", "触发条件", "渠道与模板", "最近发送"]),
    );
    expect(JSON.stringify(sections.find(({ title }) => title === "最近发送"))).toContain("任务「对账」失败");
    const links = (await msgScenarioServer.rowLinks?.(admin, [id]))?.get(id);
    expect(links?.map(({ label }) => label)).toEqual(["配置", "模板", "发送记录"]);
  });
});

describe("模板的版本", () => {
  test("两版逐行对比", async () => {
    expect(comparedLines("标题\n甲\n乙", "标题\n乙\n丙")).toEqual([
      { change: "same", line: "标题" },
      { change: "removed", line: "甲" },
      { change: "same", line: "乙" },
      { change: "added", line: "丙" },
    ]);
    const id = await idOf("msg_template", sql`scenario = 'watch' and channel = 'site' and side = 'internal'`);
    await write(TEMPLATE, id, { content: "有变化：{{event}}" });
    const { sections } = await recordModel(await world.as("admin"), world.screen(TEMPLATE), id);
    const found = sections.find(({ title }) => title.startsWith("版本对比"));
    expect(JSON.stringify(found)).toContain("有变化：{{event}}");
    await refusal(write(TEMPLATE, id, { content: "{{event|upper}}" }), "invalid");
  });
});

describe("合并与置于页面顶部", () => {
  const about = (id: string) => ({
    scenario: "capa.assigned" as const,
    record: { entity: ORDER, id },
    to: [world.accounts.qa],
  });

  test("同一单据同一场景24小时内合并为一条并累计次数，邮件照发；过了24小时是新的一条", async () => {
    const order = await submitted(world);
    await change(sql`delete from inbox`);
    await change(sql`delete from mail_outbox`);
    const notifyNow = () => notify(world.system(), { ...about(order.id), values: VALUES } as never);
    await notifyNow();
    await notifyNow();
    const [entry, ...others] = await rowsOf(world, "inbox", "at");
    expect([entry?.times, others.length]).toEqual([2, 0]);
    world.clock.advance(25 * 60 * 60_000);
    await notifyNow();
    expect((await rowsOf(world, "inbox", "at")).map(({ times }) => times)).toEqual([2, 1]);
  });

  test("需手动关闭的手工消息在页面顶部，关闭后不再出现，管理员看得到关闭时间", async () => {
    const admin = await world.as("admin");
    const KEY = "system-management/composed-message";
    const { id } = await createRecord(admin, {
      screen: world.screen(KEY),
      values: { title: "停机维护", content: "周六晚上维护。", level: "warning", audience: "internal", sticky: true },
    });
    await applyTransition(admin, { entity: world.entity(KEY), id, name: "send" });
    const qa = await world.as("qa");
    const shown = { ...qa, services: { ...qa.services, warnings: [stickyMessages] } };
    const cards = await openWarnings(shown);
    expect(cards.map(({ text }) => text)).toEqual(["停机维护：周六晚上维护。"]);
    await dismissWarning(shown, "message", cards[0]?.object ?? "");
    expect(await openWarnings(shown)).toEqual([]);
    const screen = world.screen("system-management/message");
    const { rows } = await listRecords(admin, screen, {
      filters: { user_id: [world.accounts.qa] },
      toggles: [],
      sort: [],
      page: 1,
      size: 10,
      columns: ["title", "sticky", "dismissed_at"],
    });
    expect(rows[0]?.values).toMatchObject({ sticky: true, dismissed_at: expect.anything() });
    const { sections } = await recordModel(admin, screen, rows[0]?.id ?? "");
    expect(sections.map(({ title }) => title)).toContain("送达情况");
  });
});
