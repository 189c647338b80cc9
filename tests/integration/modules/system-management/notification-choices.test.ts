import { sql } from "kysely";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { readChoices, saveChoices } from "~/engine/account/notification.server";
import type { Context } from "~/engine/context.server";
import { workDeadlines } from "~/engine/deadlines/work.server";
import { sendDailyDigests } from "~/engine/notify/daily-digest.server";
import { notify } from "~/engine/notify/notify.server";
import { createRecord } from "~/engine/operations/save.server";
import { applyTransition } from "~/engine/operations/transition.server";
import { openSession } from "~/engine/session/session.server";
import { dayOf } from "~/shared/calendar";
import { stoppedClock } from "../../../support/clock";
import { refusal } from "../../../support/orders";
import { enter, rowsOf } from "../../../support/sign-in";
import { openWorld } from "../../../support/world";

const HOUR = 60 * 60_000;

// 22:30 in China on the day before the test begins in earnest.
const clock = stoppedClock(new Date("2025-03-10T14:30:00Z"));
const world = await openWorld({ clock });
afterAll(() => world.close());

const change = (statement: ReturnType<typeof sql>) => statement.execute(world.engine.database.connection());
await change(
  sql`update app_user set email = accountname || '@example.com' where accountname not in ('planner', 'supplierB')`,
);

async function signedIn(account: string): Promise<Context> {
  const { token } = await enter(world, { account });
  const opened = await openSession(world.engine, token, { requestId: "r", ip: "", channel: "page" });
  if (!opened) throw new Error("not signed in");
  return opened.context;
}
const manager = await signedIn("manager");
const supplier = await signedIn("supplierA");
const planner = await signedIn("planner");

beforeEach(async () => {
  for (const table of [
    "inbox",
    "mail_outbox",
    "msg_send_record",
    "notification_choice",
    "notification_person",
    "news_once",
  ])
    await change(sql`delete from ${sql.table(table)}`);
});

const EVERYTHING = new Set(["mention", "watch", "form.asked", "form.due-soon", "form.overdue", "form.unanswered"]);
const form = (name: string) => ({ form: name, due: "2025-03-31", asker: "王敏" });
const ask = (name: string, to: string) =>
  notify(world.system(), { scenario: "form.asked", values: form(name), to: [to] });
const mails = async () => (await rowsOf(world, "mail_outbox", "created_at")).map(({ subject }) => subject);
const leaves = async () =>
  (await rowsOf(world, "mail_outbox", "created_at")).map(({ next_at }) => new Date(String(next_at)).toISOString());

describe("个人的选择", () => {
  test("供应商只看到会通知供应商的事件；不发邮件的事件没有邮件一栏", async () => {
    const { rows } = await readChoices(supplier);
    const codes = rows.map(({ code }) => code);
    expect(codes).toContain("form.asked");
    expect(codes).not.toContain("interface.undelivered");
    expect(codes).not.toContain("approval.asked");
    expect(rows.find(({ code }) => code === "mention")).toMatchObject({ site: true, mail: null, always: false });
    expect(rows.at(-1)).toMatchObject({ code: "security", site: true, mail: "now", always: true });
  });

  test("选择每日汇总的，单封邮件不再来，次日一封汇总；再运行一次不会多出一封", async () => {
    const mail = new Map([["form.asked", "daily"]]);
    await saveChoices(manager, { site: EVERYTHING, mail });
    expect((await readChoices(manager)).rows.find(({ code }) => code === "form.asked")?.mail).toBe("daily");
    await ask("自查一", world.accounts.manager);
    clock.advance(1000);
    await ask("自查二", world.accounts.manager);
    expect(await mails()).toEqual([]);
    expect(await rowsOf(world, "inbox", "id")).toHaveLength(2);
    const states = async () => (await rowsOf(world, "msg_send_entry", "id")).map(({ status }) => status).sort();
    expect(await states()).toEqual(["held", "held", "sent", "sent"]);
    expect(await sendDailyDigests(world.engine)).toBe(1);
    expect(await sendDailyDigests(world.engine)).toBe(0);
    const [oneMail, ...others] = await rowsOf(world, "mail_outbox", "id");
    expect(others).toEqual([]);
    expect(oneMail).toMatchObject({
      recipient: "manager@example.com",
      subject: "【供应商平台】每日汇总 2025-03-10（2条）",
    });
    expect(oneMail?.body).toMatch(
      /^采购经理，您好：\n\n[\s\S]*1\. 03-10 22:30 请填写“自查一”\n {3}王敏请您填写“自查一”/,
    );
    expect(await states()).toEqual(["queued", "queued", "sent", "sent"]);
  });

  test("两个进程同时汇总也只有一封", async () => {
    await saveChoices(manager, { site: EVERYTHING, mail: new Map([["form.asked", "daily"]]) });
    await ask("自查", world.accounts.manager);
    const written = await Promise.all([sendDailyDigests(world.engine), sendDailyDigests(world.engine)]);
    expect(written.sort()).toEqual([0, 1]);
    expect(await mails()).toHaveLength(1);
  });

  test("汇总前邮箱没有了、账号停用了：不发，记录写明原因", async () => {
    await saveChoices(manager, { site: EVERYTHING, mail: new Map([["form.asked", "daily"]]) });
    await ask("自查", world.accounts.manager);
    await change(sql`update app_user set email = null where accountname = 'manager'`);
    expect(await sendDailyDigests(world.engine)).toBe(0);
    const mail = (await rowsOf(world, "msg_send_entry", "id")).find(({ channel }) => channel === "email");
    expect(mail).toMatchObject({ status: "skipped", skip_reason: "no_address" });
    await change(sql`update app_user set email = 'manager@example.com' where accountname = 'manager'`);
  });

  test("不接收邮件的只有站内消息；没有邮箱不能要求邮件", async () => {
    await saveChoices(manager, { site: EVERYTHING, mail: new Map([["form.asked", "off"]]) });
    await ask("自查", world.accounts.manager);
    expect(await mails()).toEqual([]);
    expect(await rowsOf(world, "inbox", "id")).toHaveLength(1);
    const request = saveChoices(planner, { site: EVERYTHING, mail: new Map([["form.asked", "daily"]]) });
    expect((await refusal(request, "invalid")).complaints).toEqual([
      { field: "mail.form.asked", message: "请先在基本设置中填写邮箱" },
    ]);
  });
});

describe("免打扰", () => {
  test("公司的时段内邮件等到七点；自定时段、不设免打扰各按各的；站内消息和预警照常", async () => {
    await saveChoices(supplier, { site: EVERYTHING, quiet: { from: 21, to: 9 } });
    await saveChoices(planner, { site: EVERYTHING, quiet: { from: 0, to: 0 } });
    await change(sql`update app_user set email = 'planner@example.com' where accountname = 'planner'`);
    for (const account of ["manager", "supplierA", "planner"] as const) {
      await ask("自查", world.accounts[account]);
      clock.advance(1000);
    }
    expect(await leaves()).toEqual([
      "2025-03-10T23:00:00.000Z",
      "2025-03-11T01:00:00.000Z",
      expect.stringMatching(/^2025-03-10T14:30:0/),
    ]);
    expect(await rowsOf(world, "inbox", "id")).toHaveLength(3);
    await notify(world.system(), { scenario: "form.overdue", values: form("自查"), to: [world.accounts.manager] });
    expect((await leaves()).at(-1)).toMatch(/^2025-03-10T14:30:0/);
    expect((await readChoices(supplier)).quiet).toEqual({ from: 21, to: 9 });
    await saveChoices(supplier, { site: EVERYTHING, quiet: null });
    expect((await readChoices(supplier)).quiet).toBeNull();
  });
});

describe("表单填报的通知", () => {
  const REQUEST = "system-management/form-request";

  test("发出时告诉填写人；截止前和逾期后各催一次，发出人知道还差几份；提交了的不再催", async () => {
    clock.advance(10 * HOUR);
    const buyer = await world.as("buyerA");
    const values = {
      form_id: world.ids.form,
      name: "卫生自查",
      due_date: "2025-03-20",
      suppliers: [{ supplier_id: world.ids.supplierA }],
      people: [{ user_id: world.accounts.qa }],
    };
    const { id } = await createRecord(buyer, { screen: world.screen(REQUEST), values });
    await applyTransition(buyer, { entity: world.entity(REQUEST), id, name: "send" });
    const notified = async (scenario: string) => {
      const names = new Map(Object.entries(world.accounts).map(([name, account]) => [account, name]));
      const rows = (await rowsOf(world, "inbox", "id")).filter((row) => row.scenario === scenario);
      return rows.map(({ user_id }) => names.get(String(user_id))).sort();
    };
    /** How often it was spoken of forms in one more round; other documents of the company have days of their own. */
    const reminded = async () => {
      const count = async () =>
        (await rowsOf(world, "news_once", "about")).filter(({ scenario }) => String(scenario).startsWith("form."))
          .length;
      const before = await count();
      await workDeadlines(world.system(), { remindNow: true });
      return (await count()) - before;
    };
    expect(await notified("form.asked")).toEqual(["qa", "supplierA", "supplierClerkA"]);
    expect(await reminded()).toBe(0);
    clock.advance(7 * 24 * HOUR);
    expect(await reminded()).toBe(2);
    expect(await reminded()).toBe(0);
    expect(await notified("form.due-soon")).toEqual(["qa", "supplierA", "supplierClerkA"]);
    clock.advance(3 * 24 * HOUR);
    // Two of the addressees, and whoever sent it.
    expect(await reminded()).toBe(3);
    expect(await reminded()).toBe(0);
    expect(await notified("form.overdue")).toEqual(["qa", "supplierA", "supplierClerkA"]);
    expect(await notified("form.unanswered")).toEqual(["buyerA"]);
    const [late] = (await rowsOf(world, "inbox", "id")).filter(({ scenario }) => scenario === "form.unanswered");
    expect(late?.title).toBe("“卫生自查”还有2份没有提交");
  });

  test("截止前一直没有轮到提醒的，过了截止日期只说逾期，不再说快要截止", async () => {
    const buyer = await world.as("buyerA");
    const values = {
      form_id: world.ids.form,
      name: "消防自查",
      due_date: dayOf(new Date(clock.now().getTime() + 3 * 24 * HOUR)),
      people: [{ user_id: world.accounts.qa }],
    };
    const { id } = await createRecord(buyer, { screen: world.screen(REQUEST), values });
    await applyTransition(buyer, { entity: world.entity(REQUEST), id, name: "send" });
    await change(sql`delete from inbox`);
    clock.advance(5 * 24 * HOUR);
    await workDeadlines(world.system(), { remindNow: true });
    const titles = (await rowsOf(world, "inbox", "id")).map(({ title }) => String(title));
    expect(titles.filter((title) => title.includes("消防自查")).sort()).toEqual([
      "“消防自查”已过截止日期",
      "“消防自查”还有1份没有提交",
    ]);
  });
});
